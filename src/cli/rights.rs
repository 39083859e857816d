//! What each verb needs. Every verb has its line here; the club judges whoever runs it before anything is read or looked up.

use super::args::{BattleVerb, FleetVerb, MapVerb, PlayerVerb, ScenarioVerb, Verb};
use super::session::{Result, Session};
use crate::campaign::view::Viewer;
use crate::club::Right;

const fn right(verb: &Verb) -> Right {
    match verb {
        Verb::New(_)
        | Verb::Import { .. }
        | Verb::Rules(_)
        | Verb::Skirmish(_)
        | Verb::Tutorial
        | Verb::Ground(_)
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
        | Verb::Standings(_)
        | Verb::Register(_)
        | Verb::Ship(_)
        | Verb::Promotions
        | Verb::Log(_)
        | Verb::Show(_)
        | Verb::Export { .. }
        | Verb::Forecast(_) => Right::Looks,
        Verb::Flagship(_)
        | Verb::Start(_)
        | Verb::Challenge(_)
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
            | FleetVerb::Template { .. }
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
        Verb::Restore { .. } => Right::Restores,
        Verb::Undo(_) | Verb::Redo => Right::Undoes,
        Verb::Amend(_) => Right::Amends,
        Verb::Verify { .. } => Right::Verifies,
        Verb::Check => Right::Checks,
        Verb::Backup { .. } => Right::BacksUp,
        Verb::Serve(_) | Verb::Member(_) => Right::Admits,
    }
}

/// Has the club judge whoever runs a verb.
///
/// # Errors
/// When it is not for him.
pub(super) fn judge(session: &mut Session<'_>, verb: &Verb) -> Result<()> {
    let right = right(verb);
    if !right.is_more_than_looking() {
        return Ok(());
    }
    let viewer = match (session.common.who(), verb) {
        // A damaged file need not be read to know the arbitrator.
        ("arbitrator", _) => Viewer::Arbitrator,
        // A campaign to be restored may be gone, and cannot say who plays in it.
        (_, Verb::Restore { .. }) => session.viewer_of_nothing(),
        _ => session.as_member(|_, member| Ok(member.viewer()))?,
    };
    // What the public may not do it is told when it does it.
    if right != Right::Acts {
        right.judge(viewer)?;
    }
    Ok(right.judge_time(viewer, session.time())?)
}
