//! Who may use which verb. Every verb has its line here, and is judged by it before anything is read or looked up.

use super::args::{BattleVerb, FleetVerb, MapVerb, PlayerVerb, ScenarioVerb, Verb};
use super::error::CliError;
use super::session::{Result, Session};
use crate::campaign::view::Viewer;

/// What a verb does, and so who may use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Right {
    /// It reads no campaign, or makes one of its own.
    Free,
    /// It shows the campaign: everybody may, and sees what he may know.
    Looks,
    /// It changes the campaign: players and the arbitrator may; the rules say which of them for each command.
    Acts,
    /// It is the arbitrator's, for this reason (CAMP-04).
    Arbitrator(&'static str),
}

const fn right(verb: &Verb) -> Right {
    match verb {
        Verb::New(_)
        | Verb::Import { .. }
        | Verb::Rules(_)
        | Verb::Play(_)
        | Verb::Replay { .. }
        | Verb::Odds { .. }
        | Verb::Demo(_)
        | Verb::Completions { .. }
        | Verb::Man { .. } => Right::Free,
        Verb::Status
        | Verb::Report { .. }
        | Verb::Publish { .. }
        | Verb::Print(_)
        | Verb::Standings { .. }
        | Verb::Register { .. }
        | Verb::Ship { .. }
        | Verb::Promotions
        | Verb::Log(_)
        | Verb::Show { .. }
        | Verb::Export { .. }
        | Verb::Forecast(_) => Right::Looks,
        Verb::Flagship(_)
        | Verb::Start(_)
        | Verb::Challenge { .. }
        | Verb::Week { .. }
        | Verb::Finish { .. }
        | Verb::Pairings { .. }
        | Verb::Option(_) => Right::Acts,
        Verb::Player(verb) => match verb {
            PlayerVerb::List => Right::Looks,
            PlayerVerb::Add { .. }
            | PlayerVerb::Remove { .. }
            | PlayerVerb::Renown { .. }
            | PlayerVerb::Base { .. }
            | PlayerVerb::Mark { .. }
            | PlayerVerb::Side { .. }
            | PlayerVerb::Away { .. }
            | PlayerVerb::Leave { .. }
            | PlayerVerb::Return { .. }
            | PlayerVerb::Tell { .. }
            | PlayerVerb::Join { .. } => Right::Acts,
        },
        Verb::Fleet(verb) => match verb {
            FleetVerb::Lists
            | FleetVerb::List { .. }
            | FleetVerb::Classes { .. }
            | FleetVerb::Class { .. }
            | FleetVerb::CheckData => Right::Free,
            FleetVerb::Show { .. } => Right::Looks,
            FleetVerb::Buy(_)
            | FleetVerb::Sell(_)
            | FleetVerb::Rename { .. }
            | FleetVerb::Import { .. }
            | FleetVerb::Trials(_)
            | FleetVerb::Accept(_) => Right::Acts,
        },
        Verb::Map(verb) => match verb {
            MapVerb::List | MapVerb::Show { map: Some(_), .. } | MapVerb::Generate { .. } => Right::Free,
            MapVerb::Show { map: None, .. } => Right::Looks,
            MapVerb::Assign { .. } => Right::Acts,
        },
        Verb::Scenario(verb) => match verb {
            ScenarioVerb::List | ScenarioVerb::Roll(_) | ScenarioVerb::Crews { .. } => Right::Free,
            // A set-up that is rolled is shown to everybody; to roll it is for those who play.
            ScenarioVerb::Show { .. } | ScenarioVerb::Setup(_) | ScenarioVerb::Defences { .. } => Right::Looks,
        },
        Verb::Battle(verb) => match verb {
            BattleVerb::List { .. }
            | BattleVerb::Status { .. }
            | BattleVerb::Replay { .. }
            | BattleVerb::Forecast { .. }
            | BattleVerb::Template { .. } => Right::Looks,
            BattleVerb::Next(_)
            | BattleVerb::Record(_)
            | BattleVerb::Fight(_)
            | BattleVerb::Confirm { .. }
            | BattleVerb::Dispute { .. }
            | BattleVerb::Forfeit { .. }
            | BattleVerb::Abandon { .. } => Right::Acts,
        },
        Verb::Restore { .. } => Right::Arbitrator("only the arbitrator restores a campaign (CAMP-04)"),
        Verb::Undo { .. } | Verb::Redo => Right::Arbitrator("only the arbitrator undoes and redoes (CAMP-04)"),
        Verb::Amend(_) => Right::Arbitrator("only the arbitrator amends the history (CAMP-04)"),
        // The digest gives a hidden base away to whoever tries every system.
        Verb::Verify { .. } => Right::Arbitrator("a proof tells of secrets: only the arbitrator makes it"),
        Verb::Check => Right::Arbitrator("what does not add up tells of secrets: only the arbitrator checks it"),
        Verb::Backup { .. } => Right::Arbitrator("a backup holds every secret: only the arbitrator makes it"),
    }
}

/// Judges whoever runs a verb.
///
/// # Errors
/// When it is not for him.
pub(super) fn judge(session: &mut Session<'_>, verb: &Verb) -> Result<()> {
    let right = right(verb);
    // A damaged file need not be read to know the arbitrator.
    if matches!(right, Right::Free | Right::Looks) || session.common.who() == "arbitrator" {
        return match right {
            Right::Acts | Right::Arbitrator(_) => in_time(session),
            Right::Free | Right::Looks => Ok(()),
        };
    }
    // A campaign to be restored may be gone, and cannot say who plays in it.
    let viewer = match verb {
        Verb::Restore { .. } => Viewer::Public,
        _ => session.with_store(|session, store| session.viewer(&store.load()?))?,
    };
    match (right, viewer) {
        (Right::Arbitrator(why), Viewer::Public | Viewer::Player(_)) => Err(CliError::new(why).hint("leave out --as")),
        // Ruling: when something happened is the clock's to say, or the arbitrator's. A player who could choose would let
        // limits pass that others wait for.
        (Right::Acts, Viewer::Player(_)) if session.common.at.is_some() => {
            Err(CliError::new("only the arbitrator says when something happened (CAMP-04)")
                .hint("leave out --at: it counts from now; or ask the arbitrator to enter it"))
        }
        _ => Ok(()),
    }
}

/// Ruling: the arbitrator tells what happened, not what is to come: no limit passes, of silence, of a week or of the
/// campaign, that has not passed by the clock. Where it must, his ruling says why, and the journal keeps it.
pub(super) fn in_time(session: &Session<'_>) -> Result<()> {
    let ahead = session.common.at.filter(|at| *at > session.clock());
    match ahead {
        // A campaign in memory is a case: its lines tell a whole month.
        Some(at) if session.memory.is_none() && session.common.ruling.is_none() => {
            Err(CliError::new(format!("{} is still to come (CAMP-04)", at.format("%Y-%m-%d %H:%M")))
                .hint("--at tells of what has happened; a time ahead of the clock needs --ruling \"REASON\""))
        }
        _ => Ok(()),
    }
}
