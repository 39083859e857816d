//! Writes an answer as it is read.

use super::answer::{Answer, Berth, Target};
use crate::battle::space_fleet::state::answers_under_way::Step;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Facing, Leg, Mover, ShipId};
use crate::table::geometry::Length;

/// Legs as words: `ahead 2 left ahead 2`.
#[must_use]
pub fn legs(legs: &[Leg]) -> String {
    let words: Vec<String> = legs
        .iter()
        .map(|leg| match leg.step() {
            Step::Ahead(by) => format!("ahead {by}"),
            Step::Turn(45) => "right".to_owned(),
            Step::Turn(-45) => "left".to_owned(),
            Step::Turn(degrees) if degrees > 0 => format!("right {degrees}"),
            Step::Turn(degrees) => format!("left {}", -degrees),
        })
        .collect();
    if words.is_empty() { "stay".to_owned() } else { words.join(" ") }
}

fn mover(roster: &Roster, mover: &Mover) -> String {
    format!("{} {}", roster.name(mover.ship), legs(&mover.legs))
}

fn berth(roster: &Roster, berth: &Berth) -> String {
    let mut text = roster.name(berth.ship).into_owned();
    if let Some(at) = berth.at {
        text = format!("{text} to {at}");
    }
    if let Some(heading) = berth.heading {
        text = format!("{text} heading {}", heading.degrees());
    }
    text
}

/// An answer as a player writes it.
#[must_use]
pub fn write(roster: &Roster, given: &Answer) -> String {
    let name = |id: &ShipId| roster.name(*id);
    let system = |id: &ShipId, system: &u8| roster.system_name(*id, *system);
    match given {
        Answer::Done => "done".to_owned(),
        Answer::Yes => "yes".to_owned(),
        Answer::No => "no".to_owned(),
        Answer::Shield(id, on) => format!("{}: shield {}", name(id), if *on { "on" } else { "off" }),
        Answer::Jettison(id, megatons) => format!("{}: jettison {megatons}", name(id)),
        Answer::Reform(squadron, berths) => {
            let parts: Vec<String> = berths.iter().map(|one| berth(roster, one)).collect();
            format!("reform {}: {}", roster.squadron_name(*squadron), parts.join("; "))
        }
        Answer::Move(squadron, movers) => {
            let parts: Vec<String> = movers.iter().map(|one| mover(roster, one)).collect();
            let parts = if parts.is_empty() { "stay".to_owned() } else { parts.join("; ") };
            format!("{}: {parts}", roster.squadron_name(*squadron))
        }
        Answer::Fire(id, weapon, Target::Ship(target)) => {
            format!("{}: {} at {}", name(id), system(id, weapon), name(target))
        }
        Answer::Fire(id, weapon, Target::Asteroid(rock)) => {
            format!("{}: {} at asteroid {}", name(id), system(id, weapon), rock + 1)
        }
        Answer::Split(id, weapon, shares) => {
            let parts: Vec<String> = shares.iter().map(|(target, dice)| format!("{} {dice}", name(target))).collect();
            format!("{}: {} at {}", name(id), system(id, weapon), parts.join(", "))
        }
        Answer::Turn(id, to) => format!("{}: turret {to}", name(id)),
        Answer::Gunnery(id) => format!("{}: gunnery crews", name(id)),
        Answer::HoldFire(squadron) => format!("{}: hold fire", roster.squadron_name(*squadron)),
        Answer::Board(target, boarders) => {
            let parts: Vec<String> = boarders.iter().map(|id| name(id).into_owned()).collect();
            format!("{}: board {}", parts.join(", "), name(target))
        }
        Answer::Claw(id, target) => format!("{}: claw {}", name(id), name(target)),
        Answer::Counter(id) => format!("counter-attack {}", name(id)),
        Answer::LetGo => "let go".to_owned(),
        Answer::Keep => "keep".to_owned(),
        Answer::Tear => "tear".to_owned(),
        Answer::Repair(id) => format!("{}: repair", name(id)),
        Answer::Critical(row) => format!("critical {row}"),
        Answer::Shields(given) => shields(*given),
        Answer::Creep(by, turn) => {
            let mut parts = Vec::new();
            if *by != Length::ZERO {
                parts.push(Leg::ahead(*by));
            }
            if *turn != 0 {
                parts.push(Leg::turn(*turn));
            }
            legs(&parts)
        }
        Answer::Row(row) => format!("row {row}"),
        Answer::Shift(heading) => format!("shift {}", heading.degrees()),
        _ => hive(roster, given),
    }
}

fn shields(given: [u8; 4]) -> String {
    let parts: Vec<String> = Facing::ALL
        .iter()
        .zip(given)
        .filter(|(_, number)| *number > 0)
        .map(|(facing, number)| format!("{facing} {number}"))
        .collect();
    parts.join(", ")
}

/// Answers of the hive fleet.
fn hive(roster: &Roster, given: &Answer) -> String {
    let name = |id: &ShipId| roster.name(*id);
    match given {
        Answer::Play(card) => format!("play {card}"),
        Answer::PlayOnSwarm(card, squadron) => format!("play {card} on {}", roster.squadron_name(*squadron)),
        Answer::PlayOn(card, id, 0) => format!("play {card} on {}", name(id)),
        Answer::PlayOn(card, id, row) => format!("play {card} on {} row {row}", name(id)),
        Answer::PlayBoard(card, id, target) => format!("play {card} on {} against {}", name(id), name(target)),
        Answer::Steer(one) => format!("{}: {}", name(&one.ship), legs(&one.legs)),
        Answer::Strike(id, weapon, target, times) => {
            let what = roster.system_name(*id, *weapon);
            let at = if matches!(what.as_str(), "bite" | "shock" | "boneram") { " " } else { " at " };
            format!("{}: {what}{at}{} {times}", name(id), name(target))
        }
        Answer::Drift(id, heading) => format!("{}: drift {}", name(id), heading.degrees()),
        Answer::Explode(id) => format!("{}: explode", name(id)),
        Answer::Finish(id) => format!("{}: done", name(id)),
        Answer::FinishSwarm(squadron) => format!("swarm {}: done", roster.squadron_name(*squadron)),
        Answer::Spawn(class) => {
            roster.classes.get(usize::from(*class)).map(|class| class.id.clone()).unwrap_or_default()
        }
        Answer::SpawnAt(at, heading) => format!("at {at} heading {}", heading.degrees()),
        Answer::Discard(cards) => {
            let parts: Vec<&str> = cards.iter().map(|card| card.word()).collect();
            if parts.is_empty() { "done".to_owned() } else { format!("discard {}", parts.join(", ")) }
        }
        _ => String::new(),
    }
}
