//! Who must decide what.

use crate::battle::ground::agenda::{Moving, Question, Task};
use crate::battle::ground::roster::{FormationId, Roster};
use crate::battle::ground::state::{Battle, Winner};
use crate::table::side::Side;

/// What is due in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Somebody is asked.
    Asked(Question),
    /// It is over.
    Over(Option<Winner>),
}

/// The decision that is due.
#[must_use]
pub fn pending(battle: &Battle) -> Decision {
    match (battle.winner, battle.agenda.last()) {
        (None, Some(Task::Ask(question))) => Decision::Asked(question.clone()),
        (winner, _) => Decision::Over(winner),
    }
}

/// The formation that a question is about, whose units bare numbers mean.
#[must_use]
pub fn subject(question: &Question) -> Option<FormationId> {
    match question {
        Question::Exit(formation)
        | Question::Arrive(formation)
        | Question::Move(formation, ..)
        | Question::Shoot(formation, _)
        | Question::Marshal(formation)
        | Question::Hold(formation)
        | Question::Sniper(formation)
        | Question::CounterCharge(formation)
        | Question::Withdraw(formation, _)
        | Question::Consolidate(formation)
        | Question::Approach(formation)
        | Question::Jink(formation)
        | Question::AirAttack(formation)
        | Question::Leave(formation)
        | Question::Land(formation)
        | Question::Disembark(formation)
        | Question::Reroll(_, formation, _) => Some(*formation),
        Question::Objectives(_)
        | Question::Plan(_)
        | Question::Deploy(_)
        | Question::First(_)
        | Question::Activate(_)
        | Question::Overwatch(..)
        | Question::Split(_)
        | Question::Support(_)
        | Question::Retain(_)
        | Question::Interception(..)
        | Question::Flak(..)
        | Question::Pinpoint(..) => None,
    }
}

/// Who is asked.
#[must_use]
pub fn asked(roster: &Roster, question: &Question) -> Side {
    match question {
        Question::Objectives(side)
        | Question::Plan(side)
        | Question::Deploy(side)
        | Question::First(side)
        | Question::Activate(side)
        | Question::Reroll(side, ..)
        | Question::Overwatch(side, _)
        | Question::Support(side)
        | Question::Retain(side)
        | Question::Interception(side, _)
        | Question::Flak(side, ..) => *side,
        Question::Split(unit) => roster.side_of(*unit),
        Question::Pinpoint(craft, _) => roster[*craft].side,
        Question::Exit(formation)
        | Question::Arrive(formation)
        | Question::Move(formation, ..)
        | Question::Shoot(formation, _)
        | Question::Marshal(formation)
        | Question::Hold(formation)
        | Question::Sniper(formation)
        | Question::CounterCharge(formation)
        | Question::Withdraw(formation, _)
        | Question::Consolidate(formation)
        | Question::Approach(formation)
        | Question::Jink(formation)
        | Question::AirAttack(formation)
        | Question::Leave(formation)
        | Question::Land(formation)
        | Question::Disembark(formation) => roster[*formation].side,
    }
}

/// A question in words.
#[must_use]
pub fn words(roster: &Roster, question: &Question) -> String {
    let who = roster.player(asked(roster, question));
    let name = |formation: &FormationId| &roster[*formation].name;
    match question {
        Question::Objectives(side) => format!("{who} places two objectives in {}'s half", roster.player(side.other())),
        Question::Plan(_) => format!("{who} plans a spacecraft"),
        Question::Exit(formation) => format!("{who} writes down where {} will surface", name(formation)),
        Question::Deploy(_) => format!("{who} deploys a formation"),
        Question::Arrive(formation) => format!("{who} lets {} arrive, or not yet", name(formation)),
        Question::First(_) => format!("{who} acts first or second"),
        Question::Activate(_) => format!("{who} chooses a formation and its action"),
        Question::Reroll(_, formation, test) => match test {
            crate::battle::ground::agenda::Test::Craft(craft) => {
                format!("{who} lets {} test again, or not", roster[*craft].name)
            }
            _ => format!("{who} lets {} test again, or not", name(formation)),
        },
        Question::Move(formation, Moving::Charge, _) => format!("{who} charges with {}", name(formation)),
        Question::Move(formation, _, left) => format!("{who} moves {}; moves left after it: {left}", name(formation)),
        Question::Shoot(formation, _) => format!("{who} shoots with {}, or not", name(formation)),
        Question::Marshal(formation) => format!("{who} shoots or moves with {}, which then regroups", name(formation)),
        Question::Hold(formation) => format!("{who} moves, shoots or regroups with {}", name(formation)),
        Question::Overwatch(_, mover) => format!("{who} fires from overwatch at {}, or not", name(mover)),
        Question::Sniper(formation) => format!("{who} chooses whom a sniper of {} hits", name(formation)),
        Question::CounterCharge(formation) => format!("{who} counter-charges with {}, or not", name(formation)),
        Question::Split(unit) => format!("{who} divides the dice of {}", roster.unit_name(*unit)),
        Question::Support(_) => format!("{who} names who lends support, or nobody"),
        Question::Withdraw(formation, number) => format!("{who} withdraws {}, move {number} of 2", name(formation)),
        Question::Consolidate(formation) => format!("{who} consolidates {}, or not", name(formation)),
        Question::Retain(_) => format!("{who} retains the initiative, or hands it over"),
        Question::Approach(formation) => format!("{who} brings {} in", name(formation)),
        Question::Interception(_, target) => format!("{who} intercepts {}, or not", name(target)),
        Question::Jink(formation) => format!("{who} lets {} jink, or not", name(formation)),
        Question::Flak(_, target, _) => format!("{who} fires flak at {}, or not", name(target)),
        Question::AirAttack(formation) => format!("{who} attacks with {}, or not", name(formation)),
        Question::Leave(formation) => format!("{who} takes {} off the table", name(formation)),
        Question::Pinpoint(craft, _) => format!("{who} chooses a target of {}, or none", roster[*craft].name),
        Question::Land(formation) => format!("{who} lands {}", name(formation)),
        Question::Disembark(formation) => format!("{who} lets the troops of {} out, or not", name(formation)),
    }
}
