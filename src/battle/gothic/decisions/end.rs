//! The End Phase (END-01): teleport attacks, repairs, blast markers that go.

use super::answer::{Answer, Judged, PICKS};
use super::fields::Fields;
use super::question::EndQuestion;
use super::words::strip;
use super::{Asked, feats, movement};
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, ShipId, Unit};
use crate::battle::gothic::turn::end_phase::REPAIRS;
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::side::Side;
use crate::text::{count, did_you_mean};

/// What ships do by rules of their own; then the turn ends.
pub(super) fn usual(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    feats::usual_ending(battle, roster, side).unwrap_or(Answer::End)
}

/// Everything that can be done before the turn ends.
pub(super) fn options(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::End);
    feats::endings(battle, roster, side, found);
    let reach = |id: ShipId| roster[id].profile.crew.teleporters;
    for (id, ship) in battle.fleet(side).filter(|(_, ship)| !ship.done.teleported) {
        let near = battle.fleet(side.other()).filter(|(_, enemy)| ship.at.within(enemy.at, reach(id)));
        found.extend(near.map(|(enemy, _)| Answer::Teleport(id, enemy)));
    }
}

/// Teleport attacks, and the end of the turn.
pub(super) fn answer<D: Dice + ?Sized, L: Log>(play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
    if let Answer::Teleport(ship, target) = *given {
        return Some(play.teleport(ship, target));
    }
    if *given == Answer::End {
        play.finish_turn();
        return Some(Ok(()));
    }
    movement::reveal(play, given)
}

impl Asked for EndQuestion {
    fn side(&self, battle: &Battle) -> Side {
        match self {
            Self::Repair { ship, .. } | Self::Free { ship, .. } => battle.ship(*ship).side,
            Self::Sweep(_) => battle.active,
        }
    }

    fn words(&self, roster: &Roster) -> String {
        let name = |ship: &ShipId| roster.unit_name(Unit::Ship(*ship));
        match self {
            Self::Repair { ship, sixes } => format!("chooses {} on {}", count(*sixes, "repair"), name(ship)),
            Self::Sweep(face) => format!("removes {}", count(*face, "loose blast marker")),
            Self::Free { ship, count } => format!("removes {count} of the blast markers that touch {}", name(ship)),
        }
    }

    fn usual(&self, battle: &Battle, roster: &Roster) -> Answer {
        match self {
            Self::Repair { ship, sixes } => {
                let criticals = battle.ship(*ship).criticals;
                let all = REPAIRS.into_iter().flat_map(|kind| (0..criticals.count(kind)).map(move |_| kind));
                Answer::Repair(first_of(*sixes, all))
            }
            Self::Sweep(count) => Answer::Remove(first_of(*count, battle.loose_markers(roster))),
            Self::Free { ship, count } => Answer::Remove(first_of(*count, battle.clinging(roster, *ship))),
        }
    }

    fn options(&self, _: &Battle, _: &Roster, _: &mut Vec<Answer>) {}

    fn answer<D: Dice + ?Sized, L: Log>(self, play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
        // Any answer to something else is none to this.
        match (self, *given) {
            (Self::Repair { ship, sixes }, Answer::Repair(chosen)) => Some(play.repair((ship, sixes), chosen)),
            (Self::Sweep(count), Answer::Remove(chosen)) => Some(play.sweep(count, chosen)),
            (Self::Free { ship, count }, Answer::Remove(chosen)) => Some(play.free(ship, count, chosen)),
            _ => None,
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Repair { .. } => "repair",
            Self::Sweep(_) => "sweep",
            Self::Free { .. } => "free",
        }
    }

    fn blank(word: &str) -> Option<Self> {
        match word {
            "repair" => Some(Self::Repair { ship: ShipId::default(), sixes: 0 }),
            "sweep" => Some(Self::Sweep(0)),
            "free" => Some(Self::Free { ship: ShipId::default(), count: 0 }),
            _ => None,
        }
    }

    fn fields(&mut self, row: &mut impl Fields) {
        match self {
            Self::Repair { ship, sixes } => {
                row.ship("ship", ship);
                row.number("sixes", sixes);
            }
            Self::Sweep(count) => row.number("count", count),
            Self::Free { ship, count } => {
                row.ship("ship", ship);
                row.number("count", count);
            }
        }
    }
}

/// The first so many, no more than an answer holds.
fn first_of<T: Copy + Default>(count: u8, all: impl Iterator<Item = T>) -> FixedList<T, PICKS> {
    let mut chosen = FixedList::new();
    for item in all.take(usize::from(count).min(PICKS)) {
        chosen.push(item).expect("no more than an answer holds");
    }
    chosen
}

/// Reads what is repaired, or which markers go.
pub(super) fn read(text: &str) -> Option<Result<Answer, String>> {
    if let Some(list) = strip(text, "repair ") {
        return Some(repairs(list).map(Answer::Repair));
    }
    strip(text, "remove ").map(|list| markers(list).map(Answer::Remove))
}

fn repairs(list: &str) -> Result<FixedList<Critical, PICKS>, String> {
    let mut chosen = FixedList::new();
    for word in list.split(',').map(str::trim) {
        let critical = Critical::from_word(&word.to_lowercase()).ok_or_else(|| {
            let known = Critical::ALL.iter().map(|critical| critical.word());
            format!("there is no damage \"{word}\"{}", did_you_mean(word, known))
        })?;
        chosen.push(critical).map_err(|_| format!("at most {PICKS} repairs are named at once"))?;
    }
    Ok(chosen)
}

fn markers(list: &str) -> Result<FixedList<u8, PICKS>, String> {
    let mut chosen = FixedList::new();
    for word in list.split([',', ' ']).filter(|word| !word.is_empty()) {
        let place: u8 = word.parse().map_err(|_| format!("\"{word}\" is not the number of a marker"))?;
        let index = place.checked_sub(1).ok_or("markers are counted from 1")?;
        chosen.push(index).map_err(|_| format!("at most {PICKS} markers are named at once"))?;
    }
    Ok(chosen)
}

/// Writes what is repaired.
pub(super) fn write_repairs(chosen: &[Critical]) -> String {
    let chosen: Vec<&str> = chosen.iter().map(|critical| critical.word()).collect();
    format!("repair {}", chosen.join(", "))
}

/// Writes which markers go, counted from 1.
pub(super) fn write_markers(chosen: &[u8]) -> String {
    let chosen: Vec<String> = chosen.iter().map(|index| (index + 1).to_string()).collect();
    format!("remove {}", chosen.join(" "))
}
