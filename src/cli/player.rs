//! `renown player`.

use super::args::PlayerVerb;
use super::resolve;
use super::session::{Result, Session};
use crate::campaign::command::Command;
use crate::campaign::state::{Allegiance, PlayerId};
use crate::campaign::view::Seen;
use crate::report::listing::{Listing, figures, words};

pub(super) fn run(session: &mut Session<'_>, verb: PlayerVerb) -> Result<()> {
    match verb {
        PlayerVerb::List => list(session),
        PlayerVerb::Add { name, fleet, commander, commander_kind } => session.as_member(|session, member| {
            let ground = session.ground(member)?;
            let list = list_of(session, &fleet)?;
            let player = ground.before.next_player();
            let command = Command::AddPlayer { player, name, list, commander, commander_kind };
            session.give(member, &ground.before, command).map(|_| ())
        }),
        PlayerVerb::Remove { player } => session.as_member(|session, member| {
            let ground = session.ground(member)?;
            let player = resolve::player(&ground.seen, &player)?;
            session.give(member, &ground.before, Command::RemovePlayer { player }).map(|_| ())
        }),
        PlayerVerb::Renown { player, by } => session.as_member(|session, member| {
            let ground = session.ground(member)?;
            let player = resolve::player(&ground.seen, &player)?;
            session.give(member, &ground.before, Command::EditRenown { player, by }).map(|_| ())
        }),
        PlayerVerb::Base { player, system, structure } => session.as_member(|session, member| {
            let ground = session.ground(member)?;
            let player = resolve::player(&ground.seen, &player)?;
            let system = resolve::system(&ground.seen, &system)?;
            session.give(member, &ground.before, Command::HideBase { player, system, structure }).map(|_| ())
        }),
        PlayerVerb::Mark { player, mark } => session.as_member(|session, member| {
            let ground = session.ground(member)?;
            let player = resolve::player(&ground.seen, &player)?;
            let command = Command::ChooseMark { player, mark: resolve::mark(&mark)? };
            session.give(member, &ground.before, command).map(|_| ())
        }),
        PlayerVerb::Side { player, side } => session.as_member(|session, member| {
            let ground = session.ground(member)?;
            let player = resolve::player(&ground.seen, &player)?;
            let command = match Allegiance::from_word(&side) {
                Some(side) => Command::AssignSide { player, side },
                None => Command::SetAllegiance { player, rebel: side == "rebel" },
            };
            session.give(member, &ground.before, command).map(|_| ())
        }),
        PlayerVerb::Away { player, until, .. } => session.as_member(|session, member| {
            let ground = session.ground(member)?;
            let player = resolve::player(&ground.seen, &player)?;
            session.give(member, &ground.before, Command::SetAway { player, until }).map(|_| ())
        }),
        PlayerVerb::Leave { player, abandon } => session.as_member(|session, member| {
            let ground = session.ground(member)?;
            let player = resolve::player(&ground.seen, &player)?;
            session.give(member, &ground.before, Command::LeaveCampaign { player, abandon }).map(|_| ())
        }),
        PlayerVerb::Return { player, pick, base } => session.as_member(|session, member| {
            let ground = session.ground(member)?;
            let player = resolve::player(&ground.seen, &player)?;
            let mut commands = places(&ground.seen, player, pick.as_deref(), base.as_deref())?;
            commands.push(Command::ReturnToCampaign { player });
            session.give_all(member, ground.before, commands)
        }),
        PlayerVerb::Tell { player, base_of } => session.as_member(|session, member| {
            let ground = session.ground(member)?;
            let to = resolve::player(&ground.seen, &player)?;
            let owner = resolve::player(&ground.seen, &base_of)?;
            session.give(member, &ground.before, Command::TellBase { owner, to }).map(|_| ())
        }),
        PlayerVerb::Join { player, pick, base } => session.as_member(|session, member| {
            let ground = session.ground(member)?;
            let player = resolve::player(&ground.seen, &player)?;
            let mut commands = places(&ground.seen, player, pick.as_deref(), base.as_deref())?;
            commands.push(Command::JoinCampaign { player });
            session.give_all(member, ground.before, commands)
        }),
    }
}

/// Where a player who comes after the start begins: a system, or a hidden base.
fn places(seen: &Seen, player: PlayerId, pick: Option<&str>, base: Option<&str>) -> Result<Vec<Command>> {
    let mut commands = Vec::new();
    if let Some(typed) = pick {
        commands.push(Command::PickSystem { player, system: resolve::system(seen, typed)? });
    }
    if let Some(typed) = base {
        commands.push(Command::HideBase { player, system: resolve::system(seen, typed)?, structure: None });
    }
    Ok(commands)
}

/// A list by its slug; a fleet's slug stands for its first list that may be played.
fn list_of(session: &mut Session<'_>, typed: &str) -> Result<String> {
    let fleets = &session.catalog()?.fleets;
    if fleets.list(typed).is_some() {
        return Ok(typed.to_owned());
    }
    let file = fleets.files().into_iter().find(|file| file.fleet.id == typed);
    let first = file.and_then(|file| file.lists.iter().find(|list| list.playable));
    Ok(first.map_or_else(|| typed.to_owned(), |list| list.id.clone()))
}

#[derive(serde::Serialize)]
struct Row {
    player: String,
    list: String,
    commander: String,
    renown: i32,
    flagship: Option<String>,
    pirate: bool,
    joined: chrono::NaiveDate,
    ready: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<chrono::NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    away_until: Option<chrono::NaiveDate>,
}

fn list(session: &mut Session<'_>) -> Result<()> {
    let seen = session.seen()?;
    let today = session.now().date();
    let rows: Vec<Row> = seen
        .players
        .values()
        .map(|player| Row {
            player: player.name.clone(),
            list: player.list.clone(),
            commander: player.commander.clone(),
            renown: player.renown,
            flagship: player.flagship.and_then(|id| seen.vessels.get(&id)).map(|vessel| vessel.name.clone()),
            pirate: player.pirate,
            joined: player.joined,
            ready: player.ready,
            left: player.left,
            away_until: player.away_until.filter(|_| player.away_on(today)),
        })
        .collect();
    let listing = Listing::new(
        &rows,
        &[
            words("Player", &|row: &Row| row.player.clone()),
            words("Fleet list", &|row: &Row| row.list.clone()),
            words("Commander", &|row: &Row| row.commander.clone()),
            words("Flagship", &|row: &Row| row.flagship.clone().unwrap_or_default()),
            figures("Renown", &|row: &Row| row.renown.to_string()),
            words("Starts with", &|row: &Row| if row.pirate { "a hidden base" } else { "a system" }.to_owned()),
            words("Joined", &|row: &Row| row.joined.to_string()),
            words("Ready", &|row: &Row| match (row.left, row.away_until) {
                (Some(left), _) => format!("left {left}"),
                (None, Some(until)) => format!("away until {until}"),
                (None, None) => if row.ready { "yes" } else { "no" }.to_owned(),
            }),
        ],
    );
    session.list(&listing)
}
