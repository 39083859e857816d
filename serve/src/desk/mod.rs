//! The arbitrator's desk: disputes, last acts with undo, rulings, house rules, the calendar, players, the file.

pub mod amend;
mod keeping;
pub mod members;
mod panels;

pub use keeping::keep;
pub(crate) use keeping::{backup, export};

use renown::campaign::command::Command;
use renown::campaign::options::Options;
use renown::campaign::state::{BattleId, Phase, PlayerId, SystemId};
use renown::campaign::view::Seen;
use renown::club::{Back, Given};
use renown::publish::html::{Html, section};

use crate::answer::{Answer, Wrong};
use crate::call::Call;
use crate::fields::Fields;
use crate::give::{self as giving, How, after, unrecorded};
use crate::{frame, pages};

pub(crate) fn show(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let above = pages::done(call)?;
    page(call, above)
}

fn page(call: &mut Call<'_>, above: Html) -> Result<Answer, Wrong> {
    let seen = call.look()?;
    let drawn = call.drawn()?;
    let viewer = call.viewer();
    let log = call.app.log(call.club, viewer, &drawn)?;
    let base = call.app.place.base.clone();
    let opening = match seen.phase() {
        Some(Phase::Running) | None => Html::default(),
        Some(phase) => section("opening", "Before the first battle", panels::opening(&base, phase)),
    };
    let main: Html = [
        above,
        section("docket", "Docket", panels::docket(&base, &seen, &log)),
        opening,
        section("acts", "Last acts", panels::acts(&base, &log, drawn.head)),
        section("calendar", "Calendar", panels::calendar(&base, &seen)),
        section("rulings", "Rulings", panels::rulings(&base, &seen)),
        section("players", "Players", panels::players(&base, &seen, &call.app.catalog)),
        section("options", "House rules", panels::options(&base, &seen)),
        section("file", "Members and file", panels::file(&base)),
    ]
    .into();
    Ok(Answer::page(frame::page(call, "Arbitration", "/desk", main)?))
}

/// The desk again, with what was wrong.
fn again(call: &mut Call<'_>, wrong: &Wrong) -> Result<Answer, Wrong> {
    let above = frame::messages(&wrong.says);
    Ok(page(call, above)?.with(wrong.status))
}

fn turn(call: &mut Call<'_>, back: Back) -> Result<Answer, Wrong> {
    let app = call.app;
    let done = {
        let _writing = app.write();
        // What is newest now is what was meant, or nothing is done: a tap that comes twice undoes once.
        let head = call.club.last_entry()?;
        if call.form.get("head").is_some_and(|drawn| drawn != head.to_string()) {
            Err(Wrong::new(
                axum::http::StatusCode::CONFLICT,
                "Something was recorded since this was drawn. Look again.",
            ))
        } else {
            let given = Given { at: call.at, at_given: Some(false), ruling: None, dry_run: false, sent: None };
            call.member().turn_back(back, &given, &app.catalog).map_err(unrecorded)
        }
    };
    match done {
        Ok(_) => {
            app.tell();
            Ok(Answer::see(format!("{}/desk", app.place.base)))
        }
        Err(wrong) => again(call, &wrong),
    }
}

pub(crate) fn undo(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    turn(call, Back::Undo)
}

pub(crate) fn redo(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    turn(call, Back::Redo)
}

/// Gives what the form says, and comes back to the desk.
fn give(
    call: &mut Call<'_>,
    make: impl FnOnce(&Fields, &renown::club::Moment, &Seen) -> Result<(Vec<Command>, Option<BattleId>), Wrong>,
) -> Result<Answer, Wrong> {
    let typed = call.form.clone();
    let ruling = typed.get("ruling").map(ToOwned::to_owned);
    let done = giving::give(call, &How { ruling, dry_run: false }, |_, before, seen| make(&typed, before, seen));
    match done {
        Ok(_) => Ok(Answer::see(after(call, "desk"))),
        Err(wrong) => again(call, &wrong),
    }
}

fn player(typed: &Fields) -> Result<PlayerId, Wrong> {
    typed.number("player").map(PlayerId).ok_or_else(|| Wrong::nonsense("Choose a player."))
}

fn battle(typed: &Fields) -> Result<BattleId, Wrong> {
    typed.number("battle").map(BattleId).ok_or_else(|| Wrong::nonsense("Choose a battle."))
}

/// `POST /rule`: what only a ruling does.
pub(crate) fn rule(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    give(call, |typed, _, seen| {
        let command = match typed.get("do") {
            Some("renown") => {
                let by = typed.get("by").and_then(|by| by.trim_start_matches('+').parse().ok());
                Command::EditRenown { player: player(typed)?, by: by.ok_or_else(|| Wrong::nonsense("By how much?"))? }
            }
            Some("owner") => {
                let system = typed.number("system").map(SystemId).filter(|id| seen.systems.contains_key(id));
                let system = system.ok_or_else(|| Wrong::nonsense("Choose a system."))?;
                Command::EditOwner { system, owner: typed.number("player").map(PlayerId) }
            }
            Some("abandon") => Command::AbandonBattle { battle: battle(typed)? },
            Some("forfeit") => Command::ForfeitBattle { battle: battle(typed)?, by: player(typed)? },
            _ => return Err(Wrong::nonsense("Nothing was asked for.")),
        };
        Ok((vec![command], None))
    })
}

/// `POST /option`: a house rule.
pub(crate) fn option(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    give(call, |typed, _, _| {
        let (name, value) = (typed.get("option").unwrap_or_default(), typed.get("value").unwrap_or_default());
        let defs = renown::catalog::options::embedded();
        let parsed = Options::parse(defs, &format!("{name}={value}"));
        let (option, value) =
            parsed.map_err(|refusal| Wrong::nonsense(crate::answer::sentence(&refusal.to_string())))?;
        Ok((vec![Command::SetOption { option, value }], None))
    })
}

/// `POST /pairings`: a round.
pub(crate) fn pairings(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    give(call, |_, before, _| Ok((vec![Command::PairRound { first: before.next_battle(), bonus: None }], None)))
}

/// `POST /week`: closes the week.
pub(crate) fn week(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    give(call, |typed, _, _| {
        let spared = typed.all("spare").filter_map(|id| id.parse().ok()).map(PlayerId).collect();
        Ok((vec![Command::CloseWeek { spared, heirs: Vec::new() }], None))
    })
}

/// `POST /opening`: the steps before the first battle.
pub(crate) fn opening(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    give(call, |typed, _, _| {
        let command = match typed.get("do") {
            Some("order") => Command::RollStartingOrder,
            Some("begin") => Command::BeginCampaign,
            _ => return Err(Wrong::nonsense("Nothing was asked for.")),
        };
        Ok((vec![command], None))
    })
}

/// `POST /players`: enters a player, or takes one out.
pub(crate) fn players(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    give(call, |typed, before, _| {
        let needed = |key: &str, says: &str| typed.get(key).map(ToOwned::to_owned).ok_or_else(|| Wrong::nonsense(says));
        let command = match typed.get("do") {
            Some("add") => Command::AddPlayer {
                player: before.next_player(),
                name: needed("name", "A player needs a name.")?,
                list: needed("list", "Choose a fleet list.")?,
                commander: needed("commander", "A commander needs a name.")?,
                commander_kind: typed.get("kind").map(ToOwned::to_owned),
            },
            Some("remove") => Command::RemovePlayer { player: player(typed)? },
            Some("leave") => Command::LeaveCampaign { player: player(typed)?, abandon: false },
            Some("return") => Command::ReturnToCampaign { player: player(typed)? },
            _ => return Err(Wrong::nonsense("Nothing was asked for.")),
        };
        Ok((vec![command], None))
    })
}
