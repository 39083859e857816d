//! `renown status`, `standings`, `register`.

use std::fmt::Write as _;

use super::args::Format;
use super::battle;
use super::resolve;
use super::session::{Result, Session};
use super::start;
use crate::campaign::month::victory;
use crate::campaign::state::{About, Phase, PlayerId};
use crate::campaign::view::Seen;
use crate::report::ship::ShipSheet;
use crate::report::style::Style;
use crate::report::{history, register as registers, standings as standing};
use crate::text::{and_list, count};

pub(super) fn standings(session: &mut Session<'_>, trend: bool) -> Result<()> {
    let (seen, rows) = session.looking(|session, member| {
        let seen = session.seen_in(member, |member| member.look_at_outline())?;
        let mut rows = standing::standings(&seen, session.catalog()?);
        if trend {
            member.courses(&seen, &mut rows)?;
        }
        Ok((seen, rows))
    })?;
    // Only what is drawn has a width.
    let style = match session.common.format {
        Format::Table => session.io.style,
        _ => Style { width: u16::MAX, ..session.io.style },
    };
    session.list(&standing::listing(&rows, style))?;
    if session.common.format == Format::Table {
        for remark in standing::remarks(&seen, session.now().date(), super::hints::words) {
            session.print(&remark)?;
        }
    }
    Ok(())
}

pub(super) fn register(session: &mut Session<'_>, player: Option<&str>) -> Result<()> {
    let seen = session.seen()?;
    let players: Vec<PlayerId> = match player {
        Some(name) => vec![resolve::player(&seen, name)?],
        None => seen.players.keys().copied().collect(),
    };
    let catalog = session.catalog()?;
    let drawn: Vec<registers::Register> =
        players.into_iter().filter_map(|id| registers::register(&seen, id, catalog)).collect();
    match (session.common.format, drawn.as_slice()) {
        (Format::Json, [only]) => session.show(only, |_| String::new()),
        (Format::Table | Format::Json, _) => session.show(&drawn, |style| {
            drawn.iter().map(|register| register.text(style, super::hints::words)).collect::<Vec<_>>().join("\n\n")
        }),
        (Format::Csv | Format::Markdown, _) => {
            for register in &drawn {
                session.list(&register.listing())?;
            }
            Ok(())
        }
    }
}

/// A ship's figures today and its history, as the onlooker may know them.
pub(super) fn ship(session: &mut Session<'_>, name: &str) -> Result<()> {
    let (seen, id, deeds) = session.looking(|session, member| {
        let seen = session.seen_in(member, |member| member.look_whole())?;
        let id = resolve::ship(&seen, name)?;
        let deeds = member.ship(&seen, id)?;
        Ok((seen, id, deeds))
    })?;
    let vessel = &seen.vessels[&id];
    let catalog = session.catalog()?;
    let sheet = ShipSheet::new(&seen, vessel, &catalog.fleets, catalog);
    match session.common.format {
        Format::Json => {
            let json = serde_json::json!({ "ship": sheet, "history": deeds });
            session.show(&json, |_| String::new())
        }
        Format::Table => {
            let former = if vessel.former_names.is_empty() {
                String::new()
            } else {
                format!(", formerly {}", and_list(&vessel.former_names))
            };
            let heading = format!("{} of {}, {}{former}", vessel.name, sheet.player, vessel.state);
            let style = session.io.style;
            session.print(&style.heading(&heading))?;
            session.print(&sheet.text(style))?;
            session.list(&history::listing(&deeds))
        }
        Format::Csv | Format::Markdown => session.list(&history::listing(&deeds)),
    }
}

/// Who rose and fell, and when.
pub(super) fn promotions(session: &mut Session<'_>) -> Result<()> {
    let deeds = session.looking(|session, member| {
        session.seen_in(member, |member| member.look())?;
        Ok(member.promotions()?)
    })?;
    session.list(&history::listing(&deeds))
}

pub(super) fn status(session: &mut Session<'_>) -> Result<()> {
    let seen = session.seen()?;
    let Some(about) = seen.about.clone() else { return session.print("This campaign is not open yet.") };
    let mut due = due(&seen, &about, session.now().date());
    // The past has no battle that somebody could go on with.
    let under_way = if session.common.as_of.is_none() { battle::under_way(session)? } else { Vec::new() };
    for (id, view) in &under_way {
        let _ = write!(due, "; battle {id} is {}: `renown battle fight {id}`", view.words());
    }
    let json = serde_json::json!({
        "name": about.name, "map": about.chart, "phase": about.phase, "opened": about.opened, "started": about.started,
        "ends": about.ends, "finished": about.finished, "players": seen.players.len(), "systems": seen.systems.len(), "due": due,
        "options": about.options,
    });
    session.show(&json, |style| text(&seen, &about, &due, style.heading(&about.name)))
}

fn text(seen: &Seen, about: &About, due: &str, heading: String) -> String {
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let mut out = heading;
    let neutral = seen.systems.values().filter(|system| system.owner.is_none()).count();
    let _ = write!(
        out,
        "\n{}, {} ({neutral} neutral), {}",
        about.chart,
        count(number(seen.systems.len()), "system"),
        count(number(seen.players.len()), "player"),
    );
    let ends = about.ends.map_or_else(|| "no deadline".to_owned(), |day| format!("until {day}"));
    let _ = write!(out, "\nOpened {}, {ends}, won by {}", about.opened.date(), about.options.choice("victory"));
    let changed: Vec<String> = crate::catalog::options::embedded()
        .iter()
        .filter_map(|def| about.options.get(&def.id).filter(|value| **value != def.default).map(|value| (def, value)))
        .map(|(def, value)| format!("{} = {value} ({})", def.id, def.rule))
        .collect();
    if !changed.is_empty() {
        let _ = write!(out, "\nHouse rules: {}", changed.join(", "));
    }
    let _ = write!(out, "\nDue: {due}");
    out
}

/// What the campaign waits for.
fn due(seen: &Seen, about: &About, today: chrono::NaiveDate) -> String {
    let name = |id: PlayerId| seen.players.get(&id).map(|player| player.name.clone()).unwrap_or_default();
    match about.phase {
        Phase::Mustering => "players buy their fleets and choose flagships; then `renown start`".to_owned(),
        Phase::Picking => start::due_pick(seen)
            .map_or_else(String::new, |id| format!("{} picks a starting system; `renown start`", name(id))),
        // Which pirate is still to hide his base is not for everybody to know.
        Phase::Hiding => "pirates hide their bases; then `renown start` rolls Leadership".to_owned(),
        Phase::Running => match (&about.finished, about.ends.map(|ends| (ends - today).num_days())) {
            (Some(finish), _) => {
                format!("nothing: the campaign ended on {}, {}", finish.on, victory::told(seen, finish))
            }
            (None, Some(..=-1)) => "battles under way are finished; then `renown finish`".to_owned(),
            (None, Some(days @ 0..=14)) => format!("battles may be fought; {} left", count(days, "day")),
            (None, _) => "battles may be fought".to_owned(),
        },
    }
}
