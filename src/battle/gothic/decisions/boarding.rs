//! Boarding and hit-and-run attacks (BOARD-13, TELE-01): who boards together, who takes the damage, which dice count.

use super::Asked;
use super::answer::{Answer, Judged};
use super::fields::Fields;
use super::question::BoardingQuestion;
use super::words::{alone, ship, strip, strip_end};
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::agenda::Struggle;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::table::side::Side;
use crate::text::count;

impl Asked for BoardingQuestion {
    fn side(&self, battle: &Battle) -> Side {
        match self {
            Self::Boarders(target) | Self::Share { target, .. } => battle.ship(*target).side.other(),
            Self::Pick { ship, .. } | Self::BoardAgain { ship, .. } => battle.ship(*ship).side,
        }
    }

    fn words(&self, roster: &Roster) -> String {
        let name = |ship: &ShipId| roster.unit_name(Unit::Ship(*ship));
        match self {
            Self::Boarders(target) => format!("boards {} together, or ship by ship", name(target)),
            Self::Share { target, points, .. } => {
                let points = count(*points, "point");
                format!("chooses who takes the next of {points} of damage in boarding {}", name(target))
            }
            Self::Pick { ship, first, second, .. } => format!("takes {first} or {second} for {}", name(ship)),
            Self::BoardAgain { ship, struggle } => {
                let face = struggle.faces[usize::from(*ship == struggle.target)];
                format!("rolls the boarding die of {}, a {face}, again, or keeps it", name(ship))
            }
        }
    }

    fn usual(&self, battle: &Battle, _: &Roster) -> Answer {
        match self {
            Self::Boarders(_) => Answer::Yes,
            Self::Share { target, .. } => {
                let boarders = battle.all().filter(|(_, ship)| ship.boards == Some(*target) && ship.fights());
                let taker = boarders.max_by_key(|(id, ship)| (ship.hits, std::cmp::Reverse(*id)));
                Answer::Takes(taker.map_or(*target, |(id, _)| id))
            }
            Self::Pick { first, second, .. } => Answer::Pick(*first.max(second)),
            // Whoever does not win rolls a low die again.
            Self::BoardAgain { ship, struggle } => {
                let place = usize::from(*ship == struggle.target);
                let wins = struggle.scores[place] > struggle.scores[1 - place];
                if !wins && struggle.faces[place] <= 3 { Answer::Yes } else { Answer::No }
            }
        }
    }

    fn options(&self, _: &Battle, _: &Roster, found: &mut Vec<Answer>) {
        match self {
            Self::Boarders(_) | Self::BoardAgain { .. } => found.extend([Answer::Yes, Answer::No]),
            Self::Pick { first, second, .. } => found.extend([Answer::Pick(*first), Answer::Pick(*second)]),
            Self::Share { .. } => {}
        }
    }

    fn answer<D: Dice + ?Sized, L: Log>(self, play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
        // Any answer to something else is none to this.
        match (self, *given) {
            (Self::Boarders(target), _) => play.yes_or_no(given).map(|yes| {
                play.answer_boarders(target, yes);
                Ok(())
            }),
            (Self::Share { target, boarder, points, margin }, Answer::Takes(ship)) => {
                Some(play.share((target, boarder, points, margin), ship))
            }
            (Self::Pick { ship, target, first, second }, Answer::Pick(face)) => {
                Some(play.pick((ship, target), [first, second], face))
            }
            (Self::BoardAgain { ship, struggle }, _) => {
                play.yes_or_no(given).map(|yes| play.board_again(ship, struggle, yes))
            }
            _ => None,
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Boarders(_) => "boarders",
            Self::Share { .. } => "share",
            Self::Pick { .. } => "pick",
            Self::BoardAgain { .. } => "board again",
        }
    }

    fn blank(word: &str) -> Option<Self> {
        let ship = ShipId::default();
        match word {
            "boarders" => Some(Self::Boarders(ship)),
            "share" => Some(Self::Share { target: ship, boarder: None, points: 0, margin: 0 }),
            "pick" => Some(Self::Pick { ship, target: ship, first: 0, second: 0 }),
            "board again" => Some(Self::BoardAgain { ship, struggle: Struggle::default() }),
            _ => None,
        }
    }

    fn fields(&mut self, row: &mut impl Fields) {
        match self {
            Self::Boarders(target) => row.ship("target", target),
            Self::Share { target, boarder, points, margin } => {
                row.ship("target", target);
                row.opt_ship("boarder", boarder);
                row.number("points", points);
                row.number("margin", margin);
            }
            Self::Pick { ship, target, first, second } => {
                row.ship("ship", ship);
                row.ship("target", target);
                row.number("first", first);
                row.number("second", second);
            }
            Self::BoardAgain { ship, struggle } => {
                row.ship("ship", ship);
                row.ship("target", &mut struggle.target);
                row.opt_ship("boarder", &mut struggle.boarder);
                row.number("first", &mut struggle.faces[0]);
                row.number("second", &mut struggle.faces[1]);
                row.signed("attack", &mut struggle.scores[0]);
                row.signed("defence", &mut struggle.scores[1]);
            }
        }
    }
}

/// Reads whom a ship boards, or attacks by teleport.
pub(super) fn act(roster: &Roster, unit: Unit, what: &str) -> Option<Result<Answer, String>> {
    let read = |target, answer: fn(ShipId, ShipId) -> Answer| {
        let boarder = alone(roster, unit)?;
        Ok(answer(boarder, ship(roster, target)?))
    };
    if let Some(target) = strip(what, "board ") {
        return Some(read(target, Answer::Board));
    }
    strip(what, "teleport ").map(|target| read(target, Answer::Teleport))
}

/// Reads who takes the damage, or which die counts.
pub(super) fn read(roster: &Roster, text: &str) -> Option<Result<Answer, String>> {
    if let Some(name) = strip_end(text, " takes it") {
        return Some(ship(roster, name).map(Answer::Takes));
    }
    let face = strip(text, "take ")?;
    Some(face.parse().map(Answer::Pick).map_err(|_| format!("\"{face}\" is no die")))
}
