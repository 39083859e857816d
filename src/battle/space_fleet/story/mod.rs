//! What happened, in words, with its rule.

use super::event::{Event, Faces, RamEffect, What};
use super::state::roster::Roster;
use super::state::{Facing, ShipId};
use crate::text::count;

mod cards;

fn dice(faces: &Faces) -> String {
    let faces: Vec<String> = faces.all().iter().map(u8::to_string).collect();
    faces.join(", ")
}

fn signed(modifier: i16) -> String {
    match modifier {
        0 => String::new(),
        1.. => format!(" + {modifier}"),
        ..0 => format!(" - {}", -modifier),
    }
}

impl Event {
    /// As a sentence, with its rule.
    #[must_use]
    pub fn tell(&self, roster: &Roster) -> String {
        format!("{} ({})", sentence(roster, &self.what), self.rule)
    }
}

fn critical(roster: &Roster, id: ShipId, row: u8) -> String {
    let class = roster.ships.get(usize::from(id.0)).map(|entry| &roster.classes[usize::from(entry.class)]);
    let known = class.and_then(|class| class.criticals.get(usize::from(row)));
    known.map_or_else(|| format!("critical row {}", row + 1), |row| row.name.clone())
}

fn sentence(roster: &Roster, what: &What) -> String {
    let name = |id: ShipId| roster.name(id);
    match *what {
        What::Turn(turn) => format!("Turn {turn} begins"),
        What::Initiative(one, two, side) => {
            format!(
                "{} rolls {one}, {} rolls {two}: {} has the initiative",
                roster.sides[0],
                roster.sides[1],
                roster.side(side)
            )
        }
        What::Wind(die, edge) => format!("A {die}: the solar wind blows from the {edge} edge"),
        What::Shield(id, on) => format!("{} switches its shield {}", name(id), if on { "on" } else { "off" }),
        What::Overlap(one, two, first, second) => {
            format!("The shields of {} and {} overlap: {first} and {second}", name(one), name(two))
        }
        What::Stored(id, more, now) => {
            format!("The shield of {} stores {}: {now}", name(id), count(u32::from(more), "point"))
        }
        What::Burst(id) => format!("The shield of {} bursts", name(id)),
        What::Reforms(squadron) => format!("{} reforms", roster.squadron_name(squadron)),
        What::Moves(id, far, at, heading) => format!("{} moves {far} to {at}, heading {}", name(id), heading.degrees()),
        What::Turns(id, heading) => format!("{} turns to heading {}", name(id), heading.degrees()),
        What::Leaves(id, edge) => format!("{} leaves the table by the {edge} edge", name(id)),
        What::Overdrive(id, die) => format!("{} strains its engines: {die}", name(id)),
        What::Ram(by, on, die, roll, head_on) => {
            let table = if head_on { "head to head" } else { "on the side or rear" };
            let whom = if by == on { "an asteroid".into() } else { name(on) };
            format!("{} rams {whom} {table}: {die}{} = {roll}", name(by), signed(roll - i16::from(die)))
        }
        What::RamEffect(id, effect) => {
            let word = match effect {
                RamEffect::None => "is unharmed",
                RamEffect::Minor => "takes minor damage",
                RamEffect::Serious => "takes serious damage",
                RamEffect::Destroyed => "is destroyed by the ram",
            };
            format!("{} {word}", name(id))
        }
        What::Dodges(id, at) => format!("{} shifts to {at}", name(id)),
        What::Volley(by, system, on, faces) => {
            format!("{} fires its {} at {}: {}", name(by), roster.system_name(by, system), name(on), dice(&faces))
        }
        What::Blast(id, faces) => format!("The blast rolls {} against {}", dice(&faces), name(id)),
        What::Claws(by, on, faces) => format!("The claws of {} strike {}: {}", name(by), name(on), dice(&faces)),
        What::AtAsteroid(by, system, rock, faces) => {
            format!(
                "{} fires its {} at asteroid {}: {}",
                name(by),
                roster.system_name(by, system),
                rock + 1,
                dice(&faces)
            )
        }
        What::Asteroid(rock, left) => format!("Asteroid {} has {left} points left", rock + 1),
        What::Shatters(rock, radius) => format!("Asteroid {} blows up: radius {radius}", rock + 1),
        What::ReRolled(id, was, is) => format!("{} rolls a {was} again: {is}", name(id)),
        What::Uses(id, bonus) => format!("{} uses {bonus}", name(id)),
        What::Effects(id, faces) => format!("Hits on {} roll {}", name(id), dice(&faces)),
        What::ShieldsLost(id, facing, lost) => shields_lost(roster, id, facing, lost),
        What::Saves(id, faces, saved) => format!("{} saves {saved}: {}", name(id), dice(&faces)),
        What::DamageLost(id, lost, left) => {
            format!("{} loses {}: {left} left", name(id), count(u32::from(lost), "damage point"))
        }
        What::Critical(id, die, row) => {
            format!("{} suffers a critical: {die}, {}", name(id), critical(roster, id, row))
        }
        What::Repeated(id, row) => format!("{} has suffered {} already", name(id), critical(roster, id, row)),
        What::Fatal(id) => format!("A critical is fatal to {}", name(id)),
        What::CriticalDie(id, die) => format!("The critical of {} rolls {die}", name(id)),
        What::CrippledRoll(id, die, criticals) => {
            format!("{} is at 0 and rolls {die}{}", name(id), signed(i16::from(criticals)))
        }
        What::Crippled(id, engines) => format!("{} is crippled: {engines}", name(id)),
        What::CrippledHit(id, die, sixes) => {
            format!("The cripple {} is hit and rolls {die}{}", name(id), signed(i16::from(sixes)))
        }
        What::NoEffect(id) => format!("Nothing happens to {}", name(id)),
        What::Destroyed(id) => format!("{} is destroyed", name(id)),
        What::Crash(id) => format!("The wreck of {} runs straight ahead", name(id)),
        What::Struck(id, on, die) => format!("The wreck of {} strikes {}: {die}", name(id), name(on)),
        What::Explodes(id) => format!("{} blows up in a spectacular explosion", name(id)),
        What::Blown(id, points) => format!("{} is struck by {}", name(id), count(u32::from(points), "point")),
        What::Veers(id, die, heading) => format!("{} drifts: {die}, heading {}", name(id), heading.degrees()),
        _ => cards::sentence(roster, what),
    }
}

fn shields_lost(roster: &Roster, id: ShipId, facing: Facing, lost: u8) -> String {
    format!("{} loses {} on its {facing}", roster.name(id), count(u32::from(lost), "shield"))
}
