//! Questions in words that follow the name of who decides.

use crate::battle::space_fleet::state::agenda::Question;
use crate::battle::space_fleet::state::roster::Roster;

/// A question in words.
#[must_use]
pub fn question(roster: &Roster, question: &Question) -> String {
    let name = |id| roster.name(id);
    match *question {
        Question::CarryOn(id) => format!("goes on with the path of {}, or not", name(id)),
        Question::Dodge { ship, by } => format!("shifts {} out of the way of {}, or not", name(ship), name(by)),
        Question::ReRoll(id) => format!("rolls a missed die of {} again, or not", name(id)),
        Question::Skilful(id) => format!("turns a missed die of {} into a hit, or not", name(id)),
        Question::Evade(id) => format!("takes Evasive Action with {}, or not", name(id)),
        Question::Inspire(id) => format!("calls on Inspired Shooting for {}, or not", name(id)),
        Question::Desperate { ship, row, .. } => {
            format!("makes a Desperate Manoeuvre with {} against critical row {}, or not", name(ship), row + 1)
        }
        Question::Row { face, free: false, .. } => format!("reads the plasma hit of {face} one row up or down, or not"),
        Question::Row { face, free: true, .. } => format!("picks a row for the second plasma hit of {face}"),
        Question::Drop(id) => format!("drops half the fuel of {}, or lets it explode", name(id)),
        Question::Counter(id) => format!("counter-attacks with {}, or not", name(id)),
        Question::Grip(id) => format!("lets the prey of {} go, keeps it, or tears it", name(id)),
        Question::Which(id) => format!("picks the critical of {} that is repaired", name(id)),
        Question::Place { ship, shields } => format!("places {shields} shields of {}", name(ship)),
        Question::Creep(id) => format!("moves {} slowly", name(id)),
        Question::Salvo(id) => format!("fires once with {}, or is done", name(id)),
        Question::Infect(id) => format!("infects {}, or not", name(id)),
        Question::Defend(id) => format!("plays a Board card for {}, or not", name(id)),
        Question::Spawn(id) => format!("picks the vessel that {} brings", name(id)),
        Question::SpawnAt { hive, number, .. } => format!("places {number} vessels before {}", name(hive)),
    }
}
