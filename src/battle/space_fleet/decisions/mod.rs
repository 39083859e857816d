//! Decisions: who is asked, what may be answered, the usual answer, its words and its notation.

pub mod answer;
pub mod options;
pub mod reading;
pub mod taking;
pub mod usual;
pub mod words;
pub mod writing;

use super::state::agenda::Question;
use super::state::roster::Roster;
use super::state::{Battle, ShipId};
use crate::table::side::Side;
use answer::Decision;

impl Battle {
    /// Whose decision a question is.
    #[must_use]
    pub fn asked(&self, question: &Question) -> Side {
        let of = |id: ShipId| self.ship(id).side;
        match *question {
            Question::CarryOn(id)
            | Question::Dodge { ship: id, .. }
            | Question::ReRoll(id)
            | Question::Skilful(id)
            | Question::Evade(id)
            | Question::Inspire(id)
            | Question::Desperate { ship: id, .. }
            | Question::Row { ship: id, .. }
            | Question::Drop(id)
            | Question::Counter(id)
            | Question::Grip(id)
            | Question::Which(id)
            | Question::Place { ship: id, .. }
            | Question::Creep(id)
            | Question::Salvo(id)
            | Question::Defend(id)
            | Question::Spawn(id)
            | Question::SpawnAt { hive: id, .. } => of(id),
            // The hive fleet infects whom it has hurt.
            Question::Infect(id) => of(id).other(),
        }
    }
}

/// A decision in words: who must decide what.
#[must_use]
pub fn due(roster: &Roster, decision: &Decision) -> String {
    let Some(side) = decision.side() else { return "the battle is over".to_owned() };
    let what = match decision {
        Decision::Prepare(_) => "switches shields, jettisons fuel, or is done".to_owned(),
        Decision::Reform(_) => "reforms a squadron, or is done".to_owned(),
        Decision::Move(_) => "moves a squadron".to_owned(),
        Decision::Shoot(_, None) => "fires with a squadron, or holds its fire".to_owned(),
        Decision::Shoot(_, Some(squadron)) => format!("fires with {}, or is done", roster.squadron_name(*squadron)),
        Decision::Board(_) => "boards, or is done".to_owned(),
        Decision::Repair(_) => "repairs a ship, or is done".to_owned(),
        Decision::Swarm(_) => "plays a card, acts with a vessel, or is done".to_owned(),
        Decision::Discard(_) => "discards up to two cards, or is done".to_owned(),
        Decision::Asked(_, question) => words::question(roster, question),
        Decision::Over => String::new(),
    };
    format!("{} {what}", roster.side(side))
}
