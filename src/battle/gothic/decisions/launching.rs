//! Launching and recalling ordnance at the end of the Shooting Phase (ORD-01), and making torpedoes of torpedo bombers
//! (TBOMBER-03).

use super::answer::{Answer, Judged, Load};
use super::words::{band, degrees, number, unit, write_band};
use super::{feats, movement};
use crate::battle::gothic::event::Log;
use crate::battle::gothic::state::ordnance::{Band, Flight, FlightId, FlightKind, LAUNCHERS, WAVE};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::craft::{CraftId, Role};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

/// Where a launch is worth it: two moves of a torpedo.
const NEAR: Length = Length::cm(60);
/// The nearest enemy of a place.
pub(super) fn prey(battle: &Battle, side: Side, at: Point) -> Option<Point> {
    let enemies = battle.fleet(side.other()).map(|(id, enemy)| (at.squared(enemy.at), id, enemy.at));
    enemies.min().map(|(_, _, place)| place)
}

/// A salvo, or a wave of bombers with fighters for its escort, at an enemy that is near.
pub(super) fn usual(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    if battle.craft_in_excess(roster, side) > 0
        && let Some(wave) =
            battle.flights_of(side).find(|flight| flight.id.kind == FlightKind::Wave && flight.aboard.is_none())
    {
        return Answer::Recall(wave.id, one_of(wave));
    }
    for (id, ship) in battle.fleet(side) {
        let Some(enemy) = prey(battle, side, ship.at).filter(|enemy| ship.at.within(*enemy, NEAR)) else { continue };
        let ships = FixedList::one(id);
        if battle.torpedoes_ready(roster, id) > 0
            && let Some(heading) = ship.at.heading_to(enemy)
            && battle.in_tube_arc(roster, id, ship.at, heading)
        {
            // Only barrage bombs are launched in low orbit (ORBIT-06).
            let special = battle.air_bars(roster, id);
            return Answer::Launch(ships, Load::Torpedoes { strength: 0, heading, boarding: false, special });
        }
        let ready = battle.bays_ready(roster, id).min(battle.craft_room(roster, side)).min(WAVE as u8);
        if ready > 0 && !battle.flights.is_full() {
            let band = mixed(roster, id, ready);
            if !band.is_empty() {
                return Answer::Launch(ships, Load::Craft(band));
            }
        }
    }
    Answer::End
}

/// Three bombers or boats for each fighter, as far as the ship carries both.
fn mixed(roster: &Roster, id: ShipId, count: u8) -> Band {
    let craft = &roster[id].craft;
    let role = |craft: &CraftId| roster.craft[usize::from(craft.0)].role;
    let fighter = craft.iter().find(|craft| role(craft) == Role::Fighter);
    let striker = craft.iter().find(|craft| role(craft).bombs()).or(craft.iter().find(|craft| role(craft).strikes()));
    let mut band = Band::new();
    let escort = match (fighter, striker) {
        (Some(_), Some(_)) => count.div_ceil(4).min(count - 1),
        (Some(_), None) => count,
        (None, _) => 0,
    };
    if let Some(fighter) = fighter.filter(|_| escort > 0) {
        band.push((*fighter, escort)).expect("two kinds at most");
    }
    if let Some(striker) = striker.filter(|_| count > escort) {
        band.push((*striker, count - escort)).expect("two kinds at most");
    }
    band
}

/// Torpedo bombers convert when an enemy is within the run of a torpedo.
pub(super) fn usual_conversion(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    for flight in battle.flights_of(side) {
        let count = flight.convertible(roster);
        let enemy = prey(battle, side, flight.at).filter(|enemy| flight.at.within(*enemy, Length::cm(30)));
        if let (true, Some(heading)) = (count > 0, enemy.and_then(|enemy| flight.at.heading_to(enemy))) {
            return Answer::Convert(flight.id, count, heading);
        }
    }
    Answer::End
}

/// A spread of launches and recalls.
pub(super) fn options(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::End);
    found.push(usual(battle, roster, side));
    for (id, ship) in battle.fleet(side) {
        let ships = FixedList::one(id);
        let ready = battle.torpedoes_ready(roster, id);
        if ready > 0 {
            let wide = roster[id].profile.odd.space_hulk;
            let turns: &[i32] = if wide { &[-90, -40, 0, 40, 90, 180] } else { &[-40, -20, 0, 20, 40] };
            for turn in turns.iter().copied() {
                let heading = ship.heading.turned(turn);
                let special = battle.warheads_left(&roster[id].profile, id) && turn != 0;
                let special = special || battle.air_bars(roster, id);
                found.push(Answer::Launch(ships, Load::Torpedoes { strength: 0, heading, boarding: false, special }));
            }
        }
        let ready = battle.bays_ready(roster, id);
        if ready == 0 {
            continue;
        }
        let craft = &roster[id].craft;
        for craft in craft {
            for count in [1, ready.div_ceil(2), ready] {
                let band = Band::one((*craft, count));
                found.push(Answer::Launch(ships, Load::Craft(band)));
            }
        }
        if battle.craft_room(roster, side) < ready {
            let waves = battle.flights_of(side).filter(|flight| flight.id.kind == FlightKind::Wave);
            for flight in waves.take(4) {
                found.push(Answer::Recall(flight.id, Band::new()));
                found.push(Answer::Recall(flight.id, one_of(flight)));
            }
        }
    }
    feats::launches(battle, roster, side, found);
}

/// The first marker of a wave, as a part of it.
pub(super) fn one_of(flight: &Flight) -> Band {
    let mut band = Band::new();
    if let Some(marker) = flight.craft.first() {
        band.push((marker.craft, 1)).expect("two kinds at most");
    }
    band
}

/// A spread of conversions.
pub(super) fn conversions(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::End);
    found.push(usual_conversion(battle, roster, side));
    for flight in battle.flights_of(side).filter(|flight| flight.convertible(roster) > 0) {
        found.push(Answer::Convert(flight.id, 1, Heading::new(90)));
    }
}

/// Launches, recalls, and the end of the Shooting Phase.
pub(super) fn answer<D: Dice + ?Sized, L: Log>(play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
    if let Answer::Launch(ships, load) = given {
        return Some(play.launch(ships, load));
    }
    if let Answer::Recall(flight, band) = given {
        return Some(play.recall(*flight, band));
    }
    if *given == Answer::End {
        return Some(play.end_launching());
    }
    movement::reveal(play, given)
}

/// Torpedo bombers convert, or no more do.
pub(super) fn answer_conversion<D: Dice + ?Sized, L: Log>(
    play: &mut Play<'_, D, L>,
    given: &Answer,
) -> Option<Judged<()>> {
    if let Answer::Convert(flight, count, heading) = *given {
        return Some(play.convert(flight, count, heading));
    }
    (*given == Answer::End).then(|| {
        play.end_conversion();
        Ok(())
    })
}

/// Reads a launch: `torpedoes heading 90`, `5 torpedoes heading 90`, `boarding torpedoes heading 90`,
/// `2 fury, 4 starhawk`.
///
/// # Errors
/// What could not be understood.
pub(super) fn read(battle: &Battle, roster: &Roster, who: &str, what: &str) -> Result<Answer, String> {
    let mut ships: FixedList<ShipId, LAUNCHERS> = FixedList::new();
    for name in who.split(" + ") {
        match unit(roster, name.trim())? {
            Unit::Ship(ship) => ships.push(ship).map_err(|_| format!("at most {LAUNCHERS} ships launch together"))?,
            squadron @ Unit::Squadron(_) => {
                for ship in &battle.members(squadron) {
                    ships.push(*ship).map_err(|_| format!("at most {LAUNCHERS} ships launch together"))?;
                }
            }
        }
    }
    if ships.is_empty() {
        return Err(format!("{} has no ship left to launch", who.trim()));
    }
    if let Some((torpedoes, heading)) = what.to_lowercase().rsplit_once(" heading ") {
        let words: Vec<&str> = torpedoes.split_whitespace().collect();
        let (strength, boarding, special) = match words[..] {
            ["torpedoes"] => (0, false, false),
            ["boarding", "torpedoes"] => (0, true, false),
            ["special", "torpedoes"] => (0, false, true),
            [count, "torpedoes"] => (number(count)?, false, false),
            [count, "boarding", "torpedoes"] => (number(count)?, true, false),
            [count, "special", "torpedoes"] => (number(count)?, false, true),
            _ => return Err(format!("\"{torpedoes}\" cannot be launched: write `5 torpedoes heading 90`")),
        };
        let heading = Heading::new(degrees(heading)?);
        return Ok(Answer::Launch(ships, Load::Torpedoes { strength, heading, boarding, special }));
    }
    if let Some((count, "mine" | "mines")) = what.trim().split_once(' ') {
        return Ok(Answer::Launch(ships, Load::Mines(number(count)?)));
    }
    Ok(Answer::Launch(ships, Load::Craft(band(roster, what)?)))
}

/// Writes a launch.
pub(super) fn write(roster: &Roster, ships: &[ShipId], load: &Load) -> String {
    let names: Vec<&str> = ships.iter().map(|ship| roster.unit_name(Unit::Ship(*ship))).collect();
    let what = match load {
        Load::Torpedoes { strength, heading, boarding, special } => {
            let count = if *strength == 0 { String::new() } else { format!("{strength} ") };
            let kind = match (boarding, special) {
                (true, _) => "boarding ",
                (false, true) => "special ",
                (false, false) => "",
            };
            format!("{count}{kind}torpedoes heading {}", heading.degrees())
        }
        Load::Mines(count) => format!("{count} {}", if *count == 1 { "mine" } else { "mines" }),
        Load::Craft(band) => write_band(roster, band),
    };
    format!("{}: launch {what}", names.join(" + "))
}

/// Writes a recall.
pub(super) fn write_recall(roster: &Roster, flight: FlightId, band: &Band) -> String {
    if band.is_empty() { format!("{flight}: recall") } else { format!("{flight}: recall {}", write_band(roster, band)) }
}
