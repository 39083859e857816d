//! `renown standings`, `register`, `ship`, `promotions`.

use super::args::Format;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::state::PlayerId;
use crate::report::ship::ShipSheet;
use crate::report::style::Style;
use crate::report::{history, register as registers, standings as standing};
use crate::text::and_list;

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
