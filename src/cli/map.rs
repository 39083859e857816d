//! `renown map`.

use std::io::Read as _;
use std::path::Path;

use super::args::{Format, MapVerb};
use super::error::CliError;
use super::open;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::command::Command;
use crate::campaign::generate;
use crate::catalog::maps;
use crate::dice::Fast;
use crate::files;
use crate::report::chart::{self, ChartView};
use crate::report::listing::{Listing, figures, words};

pub(super) fn run(session: &mut Session<'_>, verb: MapVerb) -> Result<()> {
    match verb {
        MapVerb::List => list(session),
        MapVerb::Show { map: Some(map), svg } => {
            let chart = open::chart(session, &map)?;
            draw(session, &ChartView::from_chart(&chart), svg.as_deref())
        }
        MapVerb::Show { map: None, svg } => {
            let seen = session.looking(|session, member| session.seen_in(member, |member| member.look_at_map()))?;
            draw(session, &ChartView::from_campaign(&seen), svg.as_deref())
        }
        MapVerb::Assign { system, owner } => session.as_member(|session, member| {
            let ground = session.ground(member)?;
            let system = resolve::system(&ground.seen, &system)?;
            let owner = match owner.as_str() {
                "neutral" => None,
                name => Some(resolve::player(&ground.seen, name)?),
            };
            session.give(member, &ground.before, Command::EditOwner { system, owner }).map(|_| ())
        }),
        MapVerb::Generate { systems, seed, name, out, svg } => {
            let seed = seed.unwrap_or_else(|| session.now().and_utc().timestamp().cast_unsigned());
            let name = name.unwrap_or_else(|| format!("Sub-sector {seed}"));
            let mut dice = Fast::new(seed, u64::from(systems));
            let chart = generate::generate(systems, &name, &mut |bound| dice.below(bound));
            if let Some(out) = out {
                write(&out, &maps::write(&chart))?;
                session.status(&format!(
                    "The map is in \"{}\": `renown new NAME --map {}`.",
                    out.display(),
                    out.display()
                ));
            }
            session.status(&format!("Seed {seed}."));
            draw(session, &ChartView::from_chart(&chart), svg.as_deref())
        }
    }
}

#[derive(serde::Serialize)]
struct Row {
    id: String,
    name: String,
    systems: usize,
    channels: usize,
    types: String,
    blackstones: usize,
}

fn list(session: &mut Session<'_>) -> Result<()> {
    let maps = &session.catalog()?.maps;
    let rows: Vec<Row> = maps
        .all()
        .map(|chart| {
            let mut types: Vec<char> = chart.systems.iter().map(|system| system.kind.letter()).collect();
            types.sort_unstable();
            Row {
                id: chart.id.clone(),
                name: chart.name.clone(),
                systems: chart.systems.len(),
                channels: chart.channels.len(),
                types: types.into_iter().collect(),
                blackstones: chart.systems.iter().filter(|system| system.blackstone).count(),
            }
        })
        .collect();
    let listing = Listing::new(
        &rows,
        &[
            words("Map", &|row: &Row| row.id.clone()),
            words("Name", &|row: &Row| row.name.clone()),
            figures("Systems", &|row: &Row| row.systems.to_string()),
            figures("Channels", &|row: &Row| row.channels.to_string()),
            words("Types", &|row: &Row| row.types.clone()),
            figures("Blackstones", &|row: &Row| row.blackstones.to_string()),
        ],
    );
    session.list(&listing)
}

/// Draws a map on the terminal, as data, or as a picture.
fn draw(session: &mut Session<'_>, view: &ChartView, svg: Option<&Path>) -> Result<()> {
    if let Some(path) = svg {
        write(path, &chart::svg(view))?;
        session.status(&format!("The picture is in \"{}\".", path.display()));
        return Ok(());
    }
    match session.common.format {
        Format::Table | Format::Json => session.show(view, |style| chart::text(view, style)),
        Format::Csv | Format::Markdown => session.list(&systems(view)),
    }
}

/// The systems as a list, for the forms that cannot draw.
fn systems(view: &ChartView) -> Listing<'static> {
    #[derive(serde::Serialize)]
    struct Row {
        system: String,
        letter: char,
        kind: String,
        owner: String,
        channels: String,
    }
    let rows: Vec<Row> = view
        .systems
        .iter()
        .enumerate()
        .map(|(index, system)| {
            let ends = view.channels.iter().filter_map(|(a, b)| match (*a == index, *b == index) {
                (true, _) => Some(*b),
                (_, true) => Some(*a),
                _ => None,
            });
            Row {
                system: system.name.clone(),
                letter: system.kind.letter(),
                kind: system.kind.to_string(),
                owner: system.owner.map_or_else(|| "neutral".to_owned(), |owner| view.owners[owner].name.clone()),
                channels: ends.map(|end| view.systems[end].name.clone()).collect::<Vec<_>>().join(", "),
            }
        })
        .collect();
    Listing::new(
        rows,
        &[
            words("System", &|row: &Row| row.system.clone()),
            words("Letter", &|row: &Row| row.letter.to_string()),
            words("Type", &|row: &Row| row.kind.clone()),
            words("Owner", &|row: &Row| row.owner.clone()),
            words("Channels", &|row: &Row| row.channels.clone()),
        ],
    )
}

/// Writes a file of results, never over a campaign.
pub(super) fn write(path: &Path, text: &str) -> Result<()> {
    // A picture may replace a picture; a slip of the keyboard must not replace a campaign.
    let mut start = [0; 16];
    let is_file = std::fs::metadata(path).is_ok_and(|found| found.is_file());
    let known = is_file.then(|| std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)));
    if known.is_some_and(|known| known.is_ok()) && start == *b"SQLite format 3\0" {
        return Err(CliError::new(format!("\"{}\" is a campaign or another database", path.display()))
            .hint("choose another name; nothing was written"));
    }
    files::write_whole(path, text.as_bytes()).map_err(|error| CliError::new(format!("\"{}\": {error}", path.display())))
}
