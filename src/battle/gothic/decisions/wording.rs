//! Decisions and answers as text: `Agrippa: ahead 10, right 45, ahead 5`.

use super::answer::{Aim, Answer, Decision, PICKS};
use crate::battle::gothic::decisions::words::degrees;
use crate::battle::gothic::decisions::words::point;
use crate::battle::gothic::decisions::words::strip;
use crate::battle::gothic::missions::wording;
use crate::battle::gothic::movement::moving::FULL;
use crate::battle::gothic::ordnance::wording as flights;
use crate::battle::gothic::special::wording as feats;
use crate::battle::gothic::state::agenda::{Task, Test};
use crate::battle::gothic::state::ordnance::MarkShot;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, Leg, Order, Shell, ShipId, SquadronId, Unit};
use crate::battle::gothic::story;
use crate::ships::profile::{Gun, Location};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Heading;
use crate::table::side::Side;
use crate::text::{count, did_you_mean};

/// A decision in words: who must decide what.
#[must_use]
pub fn due(roster: &Roster, decision: &Decision) -> String {
    let side = |side: &Side| roster.sides[*side as usize].as_str();
    match decision {
        Decision::Move(who) => format!("{} gives an order or moves a ship", side(who)),
        Decision::Continue(who, unit) => format!("{} moves {}", side(who), roster.unit_name(*unit)),
        Decision::Close(who) => format!("{} disengages, declares boarding or ends the Movement Phase", side(who)),
        Decision::Shoot(who) => format!("{} fires or ends the Shooting Phase", side(who)),
        Decision::Launch(who) => format!("{} launches ordnance or ends the Shooting Phase", side(who)),
        Decision::Convert(who) => format!("{} makes torpedoes of torpedo bombers, or not", side(who)),
        Decision::Fly(who) => format!("{} moves ordnance or lets it fly on", side(who)),
        Decision::Sail(who) => format!("{} moves a ship again, declares boarding or ends the second move", side(who)),
        Decision::End(who) => format!("{} teleports or ends the turn", side(who)),
        Decision::Over => "the battle is over".to_owned(),
        Decision::Asked(who, task) => format!("{} {}", side(who), asked(roster, task)),
    }
}

fn asked(roster: &Roster, task: &Task) -> String {
    let name = |ship: &ShipId| roster.unit_name(Unit::Ship(*ship));
    match task {
        Task::Reroll(check) => {
            let what = match check.test {
                Test::Order(_) => "command check",
                _ => "test",
            };
            format!("spends a re-roll on the failed {what} of {}, or keeps it", roster.unit_name(check.unit))
        }
        Task::Pass(check) => format!("lets {} pass without rolling, or rolls", roster.unit_name(check.unit)),
        Task::Brace { unit, threat } => {
            format!("braces {} against {}, or not", roster.unit_name(*unit), story::threat(roster, *threat))
        }
        Task::Double(ship) => format!("doubles what All Ahead Full adds to {}, or not", name(ship)),
        Task::Evade(ship) => format!("turns {} 45 degrees by a test before the enemy fires, or not", name(ship)),
        Task::NameRam(ship) => format!("names a ship for {} to ram, or none", name(ship)),
        Task::Repair { ship, sixes } => format!("chooses {} on {}", count(*sixes, "repair"), name(ship)),
        Task::Sweep(face) => format!("removes {}", count(*face, "loose blast marker")),
        Task::Free { ship, count } => format!("removes {count} of the blast markers that touch {}", name(ship)),
        Task::Enter => "puts ships into low orbit, or goes on".to_owned(),
        Task::Depart(ship) => format!("says where round the planet {} comes back", name(ship)),
        Task::Boarders(target) => format!("boards {} together, or ship by ship", name(target)),
        Task::Share { target, points, .. } => {
            let points = count(*points, "point");
            format!("chooses who takes the next of {points} of damage in boarding {}", name(target))
        }
        Task::Turrets { flight, ship } => {
            format!("fires the turrets of {} at {flight} and at all such ordnance of this phase, or not", name(ship))
        }
        Task::Pick { ship, first, second, .. } => format!("takes {first} or {second} for {}", name(ship)),
        Task::BoardAgain { ship, struggle } => {
            let face = struggle.faces[usize::from(*ship == struggle.target)];
            format!("rolls the boarding die of {}, a {face}, again, or keeps it", name(ship))
        }
        Task::Gunners { ship, weapon } => {
            let mount = &roster[*ship].profile.weapons[usize::from(*weapon)].name;
            format!("rolls the {} of {} again, or keeps the roll", mount.to_lowercase(), name(ship))
        }
        Task::Pair { flight, other } => format!("chooses which markers of {flight} and {other} fight next"),
        Task::RunsAgain { flight, .. } => format!("chooses which attack runs of {flight} are rolled again"),
        Task::Single { flight, ship } => format!("chooses whether {flight} attacks {} or a ship beside it", name(ship)),
        Task::Emerge { ship, reach, .. } => format!("puts {} at most {reach} cm from the rift", name(ship)),
        Task::Feat(stage) => feats::asked(roster, *stage),
        Task::Ride(unit) => format!("has {} try to ride the solar flare, or not", roster.unit_name(*unit)),
        task => wording::asked(roster, task),
    }
}

/// Reads an answer as a player writes it.
///
/// # Errors
/// What could not be understood.
pub fn read(battle: &Battle, roster: &Roster, text: &str) -> Result<Answer, String> {
    let text = text.trim();
    if let Some((who, what)) = text.split_once(':') {
        if let Some(found) = flights::flight(battle, who) {
            return flights::fly(battle, roster, found?, what);
        }
        if let Some(load) = strip(what.trim(), "launch ") {
            return flights::launch(battle, roster, who, load);
        }
        let unit = find(battle, roster, who.trim())?;
        return act(battle, roster, unit, what.trim());
    }
    let lower = text.to_lowercase();
    match lower.as_str() {
        "yes" | "brace" | "re-roll" | "together" | "fire" => return Ok(Answer::Yes),
        "no" | "no brace" | "keep" | "no ram" | "separately" | "hold fire" => return Ok(Answer::No),
        "end" => return Ok(Answer::End),
        "fleet re-roll" => return Ok(Answer::Fleet),
        _ => {}
    }
    if let Some(answer) = wording::read(roster, text) {
        return answer;
    }
    if let Some(answer) = flights::choice(roster, &lower) {
        return answer;
    }
    if let Some(found) = flights::mass(battle, roster, text) {
        return found;
    }
    if let Some(target) = strip(text, "attack ") {
        return Ok(Answer::Attack(ship(battle, roster, target)?));
    }
    if let Some(target) = strip(text, "ram ") {
        return Ok(Answer::Ram(ship(battle, roster, target)?));
    }
    if let Some(turn) = strip(text, "turn ") {
        let Leg::Turn(degrees) = leg(&turn.to_lowercase())? else {
            return Err("write an evasive turn as `turn right 45`".to_owned());
        };
        return Ok(Answer::Evade(degrees));
    }
    if let Some(list) = strip(text, "repair ") {
        let mut chosen = FixedList::new();
        for word in list.split(',').map(str::trim) {
            let critical = Critical::from_word(&word.to_lowercase()).ok_or_else(|| {
                let known = Critical::ALL.iter().map(|critical| critical.word());
                format!("there is no damage \"{word}\"{}", did_you_mean(word, known))
            })?;
            chosen.push(critical).map_err(|_| format!("at most {PICKS} repairs are named at once"))?;
        }
        return Ok(Answer::Repair(chosen));
    }
    if let Some(list) = strip(text, "remove ") {
        let mut chosen = FixedList::new();
        for word in list.split([',', ' ']).filter(|word| !word.is_empty()) {
            let place: u8 = word.parse().map_err(|_| format!("\"{word}\" is not the number of a marker"))?;
            let index = place.checked_sub(1).ok_or("markers are counted from 1")?;
            chosen.push(index).map_err(|_| format!("at most {PICKS} markers are named at once"))?;
        }
        return Ok(Answer::Remove(chosen));
    }
    if let Some(name) = strip_end(text, " takes it") {
        return Ok(Answer::Takes(ship(battle, roster, name)?));
    }
    if let Some(face) = strip(text, "take ") {
        return Ok(Answer::Pick(face.parse().map_err(|_| format!("\"{face}\" is no die"))?));
    }
    if let Some(place) = strip(text, "bearing ") {
        let (bearing, heading) = place.split_once(" heading ").ok_or("write `bearing DEGREES heading DEGREES`")?;
        return Ok(Answer::Depart(Heading::new(degrees(bearing)?), Heading::new(degrees(heading)?)));
    }
    if let Some(place) = strip(text, "at ") {
        let (at, heading) = place.split_once(" heading ").ok_or("write `at X Y heading DEGREES`")?;
        return Ok(Answer::Emerge(point(at)?, Heading::new(degrees(heading)?)));
    }
    Err(format!("\"{text}\" is not understood"))
}

/// Answers `measure Agrippa Unclean` or `measure Agrippa 60 40`, which anybody may ask at any time (SHIP-15); `None` for
/// any other text.
#[must_use]
pub fn measure(battle: &Battle, roster: &Roster, text: &str) -> Option<Result<String, String>> {
    let what = strip(text.trim(), "measure ")?;
    let from = roster.ships.iter().filter(|entry| strip(what, &format!("{} ", entry.name)).is_some());
    let Some(from) = from.max_by_key(|entry| entry.name.len()) else {
        return Some(Err("write `measure SHIP SHIP` or `measure SHIP X Y`".to_owned()));
    };
    let to = what[from.name.len()..].trim();
    let at = |name: &str| ship(battle, roster, name).map(|id| battle.ship(id).at);
    let place = point(to).or_else(|_| at(to));
    Some(place.and_then(|place| {
        let distance = at(&from.name)?.distance(place);
        Ok(format!("{} is {distance} cm from {to} (SHIP-15)", from.name))
    }))
}

/// As [`strip`], from the end. The lower-case text is no measure: some letters change their length with their case.
fn strip_end<'t>(text: &'t str, end: &str) -> Option<&'t str> {
    let (name, tail) = text.split_at_checked(text.len().checked_sub(end.len())?)?;
    tail.eq_ignore_ascii_case(end).then_some(name)
}

fn act(battle: &Battle, roster: &Roster, unit: Unit, what: &str) -> Result<Answer, String> {
    let lower = what.to_lowercase();
    if let Some(order) = Order::from_word(&lower) {
        return Ok(Answer::Order(unit, order));
    }
    let alone = || match unit {
        Unit::Ship(ship) => Ok(ship),
        Unit::Squadron(_) => Err(format!("name one ship of {}", roster.unit_name(unit))),
    };
    match lower.as_str() {
        "test" => return Ok(Answer::Test(unit)),
        "detonate" => return Ok(Answer::Detonate(alone()?)),
        "reveal" => return Ok(Answer::Reveal(alone()?)),
        "disengage" => return Ok(Answer::Disengage(unit)),
        _ => {}
    }
    if let Unit::Ship(id) = unit {
        let feat = || feats::read(id, what, |name| ship(battle, roster, name));
        if let Some(answer) = wording::act(id, what).or_else(feat) {
            return answer;
        }
    }
    if let Some(place) = strip(what, "enter low orbit ") {
        let (x, heading) = place.split_once(" heading ").ok_or("write `enter low orbit X heading DEGREES`")?;
        return Ok(Answer::Enter(alone()?, x.trim().parse()?, Heading::new(degrees(heading)?)));
    }
    if let Some(target) = strip(what, "board ") {
        return Ok(Answer::Board(alone()?, ship(battle, roster, target)?));
    }
    if let Some(target) = strip(what, "teleport ") {
        return Ok(Answer::Teleport(alone()?, ship(battle, roster, target)?));
    }
    if let Some(number) = strip(what, "fire at field ") {
        let place: u8 = number.parse().map_err(|_| format!("\"{number}\" is not the number of a phenomenon"))?;
        return Ok(Answer::Field(unit, place.checked_sub(1).ok_or("phenomena are counted from 1")?));
    }
    if lower.contains(" at ") {
        return fire(battle, roster, unit, what);
    }
    let mut legs = FixedList::new();
    for word in lower.split(',').map(str::trim).filter(|word| *word != "stay") {
        legs.push(leg(word)?).map_err(|_| "a move has at most 8 legs".to_owned())?;
    }
    Ok(Answer::Move(alone()?, legs))
}

pub(crate) fn leg(word: &str) -> Result<Leg, String> {
    let (kind, figure) = word.split_once(' ').unwrap_or((word, ""));
    let turn = |sign: i32| degrees(figure).map(|turn| turn * sign);
    match kind {
        "ahead" if figure.is_empty() => Ok(Leg::Ahead(FULL)),
        "ahead" => Ok(Leg::Ahead(figure.parse()?)),
        "mark" => Ok(Leg::Trail),
        "right" => turn(1).map(Leg::Turn),
        "left" => turn(-1).map(Leg::Turn),
        "drawn" => match figure.split_once(' ') {
            Some(("right", figure)) => degrees(figure).map(Leg::Drawn),
            Some(("left", figure)) => degrees(figure).map(|turn| Leg::Drawn(-turn)),
            _ => Err("write a free turn as `drawn right 30`".to_owned()),
        },
        _ => Err(format!("\"{word}\" is no part of a move: ahead 10, right 45, left 45, drawn right 30, stay")),
    }
}

/// The unit of a name: a ship that acts with its squadron stands for it only when the squadron is named.
pub(in crate::battle::gothic) fn find(battle: &Battle, roster: &Roster, name: &str) -> Result<Unit, String> {
    if let Some(index) = roster.squadrons.iter().position(|known| known.eq_ignore_ascii_case(name)) {
        return Ok(Unit::Squadron(SquadronId(index as u8)));
    }
    ship(battle, roster, name).map(Unit::Ship)
}

pub(in crate::battle::gothic) fn ship(_: &Battle, roster: &Roster, name: &str) -> Result<ShipId, String> {
    let found = roster.ships.iter().position(|known| known.name.eq_ignore_ascii_case(name));
    found.map(|index| ShipId(index as u8)).ok_or_else(|| {
        let known =
            roster.ships.iter().map(|ship| ship.name.as_str()).chain(roster.squadrons.iter().map(String::as_str));
        format!("there is no ship \"{name}\"{}", did_you_mean(name, known))
    })
}

/// A target: the squadron of a ship in formation, since no ship of it can be picked out (SQUAD-12).
fn target(battle: &Battle, roster: &Roster, name: &str) -> Result<Unit, String> {
    match find(battle, roster, name)? {
        Unit::Ship(ship) => Ok(battle.unit_of(ship)),
        squadron @ Unit::Squadron(_) => Ok(squadron),
    }
}

fn fire(battle: &Battle, roster: &Roster, unit: Unit, what: &str) -> Result<Answer, String> {
    let (mut aims, mut shells): (FixedList<Aim, 40>, FixedList<Shell, 4>) = (FixedList::new(), FixedList::new());
    let (mut first, mut column, mut marks) = (FixedList::new(), None, FixedList::new());
    for item in what.split(',').map(str::trim) {
        // What is fired at somebody is no order of weapons, however the target is called.
        if let Some(name) = item.to_lowercase().strip_suffix(" first").filter(|name| !name.contains(" at ")) {
            let gun = Gun::DIRECT.iter().find(|gun| gun.names().contains(&name));
            let gun = gun.ok_or_else(|| format!("\"{name}\" is no kind of weapon"))?;
            first.push(*gun).map_err(|_| "too many kinds of weapon at once")?;
            continue;
        }
        if let Some(number) = strip(item, "as column ") {
            let known = number.parse().ok().filter(|column| (1..=5).contains(column));
            column = Some(known.ok_or_else(|| format!("\"{number}\" is no column"))?);
            continue;
        }
        let (gun, aim) = aimed(battle, roster, item).ok_or_else(|| format!("\"{item}\" names no target"))?;
        let (members, gun) = firers(battle, roster, unit, gun.trim())?;
        if gun.to_lowercase().starts_with("nova") {
            let ship = members.first().copied().ok_or("nobody fires")?;
            shells.push(Shell { ship, at: point(aim)? }).map_err(|_| "too many shells at once")?;
            continue;
        }
        let mark = flights::mark(battle, aim.trim()).transpose()?;
        let against = if mark.is_none() { target(battle, roster, aim.trim())? } else { unit };
        let (gun, share) = share_of(roster, &members, gun);
        let mut found = false;
        for ship in &members {
            let all = gun.eq_ignore_ascii_case("all");
            for weapon in Battle::guns(roster, *ship) {
                let named = all || is_called(roster, *ship, weapon, gun);
                let sighted = match mark {
                    Some(mark) => battle.misses_mark(roster, *ship, weapon, mark).is_none(),
                    None => !battle.in_sight(roster, *ship, weapon, against).is_empty(),
                };
                let able = battle.strength(roster, unit, *ship, weapon) > 0 && sighted;
                // A shorthand for several weapons means those that can fire; a weapon named by itself is judged.
                if named && (able || (!all && members.len() == 1)) {
                    found = true;
                    if let Some(mark) = mark {
                        let shot = MarkShot { ship: *ship, weapon, mark, share };
                        marks.push(shot).map_err(|_| "too many shots at once")?;
                        continue;
                    }
                    let aim = Aim { ship: *ship, weapon, target: against, share };
                    aims.push(aim).map_err(|_| "too many shots at once")?;
                }
            }
        }
        if !found {
            return Err(format!("{} has no \"{gun}\" that can fire at {}", roster.unit_name(unit), aim.trim()));
        }
    }
    Ok(Answer::Fire { unit, aims, first, column, shells, marks })
}

/// A weapon and what it is fired at, names with an "at" in them among both: the longest target that there is.
fn aimed<'t>(battle: &Battle, roster: &Roster, item: &'t str) -> Option<(&'t str, &'t str)> {
    let parts = item.match_indices(" at ").map(|(place, at)| (&item[..place], &item[place + at.len()..]));
    let mut known = parts.filter(|(_, aim)| target(battle, roster, aim.trim()).is_ok());
    known.next().or_else(|| item.rsplit_once(" at "))
}

/// A weapon, and how much of it fires where a number says so: that of `pulsar lance no. 2` is a part of the name.
fn share_of<'t>(roster: &Roster, members: &[ShipId], gun: &'t str) -> (&'t str, u8) {
    let known = |ship: &ShipId| Battle::guns(roster, *ship).any(|weapon| is_called(roster, *ship, weapon, gun));
    match gun.rsplit_once(' ').and_then(|(name, share)| Some((name, share.parse().ok()?))) {
        Some((name, share)) if !members.iter().any(known) => (name, share),
        _ => (gun, 0),
    }
}

/// Who fires an item: a member named first, the ship itself, or all of a squadron.
fn firers<'t>(
    battle: &Battle,
    roster: &Roster,
    unit: Unit,
    gun: &'t str,
) -> Result<(crate::battle::gothic::movement::squadrons::Members, &'t str), String> {
    let members = battle.members(unit);
    let named = members.iter().filter_map(|member| {
        let rest = strip(gun, &format!("{} ", roster.unit_name(Unit::Ship(*member))))?;
        Some((*member, rest))
    });
    // "Vigil" is the beginning of "Vigil of Orar": the longest name is meant.
    if let Some((member, rest)) = named.min_by_key(|(_, rest)| rest.len()) {
        return Ok((crate::battle::gothic::movement::squadrons::Members::one(member), rest));
    }
    if members.is_empty() {
        return Err(format!("{} can do nothing more", roster.unit_name(unit)));
    }
    Ok((members, gun))
}

/// Whether a weapon is meant by a name: its name on the data sheet, or its place and kind as in `port battery`.
fn is_called(roster: &Roster, ship: ShipId, weapon: u8, name: &str) -> bool {
    let mount = &roster[ship].profile.weapons[usize::from(weapon)];
    let place = mount.location.word();
    let kinds = mount.gun.names();
    let short = mount.location != Location::Stern
        && kinds.iter().any(|kind| name.eq_ignore_ascii_case(&format!("{place} {kind}")));
    mount.name.eq_ignore_ascii_case(name) || short || kinds.iter().any(|kind| name.eq_ignore_ascii_case(kind))
}

/// Writes an answer as [`read`] reads it.
#[must_use]
pub fn write(roster: &Roster, given: &Answer) -> String {
    let name = |ship: ShipId| roster.unit_name(Unit::Ship(ship));
    match given {
        Answer::Order(unit, order) => format!("{}: {order}", roster.unit_name(*unit)),
        Answer::Move(ship, legs) if legs.is_empty() => format!("{}: stay", name(*ship)),
        Answer::Move(ship, legs) => {
            let legs: Vec<String> = legs.iter().map(|leg| write_leg(*leg)).collect();
            format!("{}: {}", name(*ship), legs.join(", "))
        }
        Answer::Disengage(unit) => format!("{}: disengage", roster.unit_name(*unit)),
        Answer::Board(ship, target) => format!("{}: board {}", name(*ship), name(*target)),
        Answer::Teleport(ship, target) => format!("{}: teleport {}", name(*ship), name(*target)),
        Answer::Launch(ships, load) => flights::write_launch(roster, ships, load),
        Answer::Recall(..)
        | Answer::Fly(_)
        | Answer::Leave(_)
        | Answer::Convert(..)
        | Answer::Pair(_)
        | Answer::Again(_) => flights::write(roster, given),
        Answer::Veer(flight, degrees) => format!("{flight}: {}", write_leg(Leg::Turn(*degrees))),
        Answer::Mass(lenders) => flights::write_mass(roster, lenders),
        Answer::Attack(ship) => format!("attack {}", name(*ship)),
        Answer::Field(unit, field) => format!("{}: fire at field {}", roster.unit_name(*unit), field + 1),
        Answer::Test(unit) => format!("{}: test", roster.unit_name(*unit)),
        Answer::Fire { unit, aims, first, column, shells, marks } => {
            let at = |aim: &Aim| write_aim(roster, *unit, *aim, &roster.unit_name(aim.target));
            let mut items: Vec<String> = aims.iter().map(at).collect();
            items.extend(marks.iter().map(|shot| {
                let MarkShot { ship, weapon, share, mark } = *shot;
                write_aim(roster, *unit, Aim { ship, weapon, share, ..Aim::default() }, &mark)
            }));
            items.extend(shells.iter().map(|shell| {
                let who =
                    if matches!(unit, Unit::Squadron(_)) { format!("{} ", name(shell.ship)) } else { String::new() };
                format!("{who}nova cannon at {}", shell.at)
            }));
            items.extend(first.iter().filter_map(|gun| gun.names().last().map(|name| format!("{name} first"))));
            items.extend(column.map(|column| format!("as column {column}")));
            format!("{}: {}", roster.unit_name(*unit), items.join(", "))
        }
        Answer::Arrive(..)
        | Answer::StayAway(_)
        | Answer::Assault(_)
        | Answer::Surrender
        | Answer::Activate(_)
        | Answer::Heading(_)
        | Answer::Scramble(_)
        | Answer::Shift(_)
        | Answer::Post(_) => wording::write(roster, given),
        Answer::Feat(feat) => feat.write(roster),
        Answer::Ram(ship) => format!("ram {}", name(*ship)),
        Answer::Yes => "yes".to_owned(),
        Answer::No => "no".to_owned(),
        Answer::Evade(degrees) => format!("turn {}", write_leg(Leg::Turn(*degrees))),
        Answer::Fleet => "fleet re-roll".to_owned(),
        Answer::End => "end".to_owned(),
        Answer::Repair(chosen) => {
            let chosen: Vec<&str> = chosen.iter().map(|critical| critical.word()).collect();
            format!("repair {}", chosen.join(", "))
        }
        Answer::Remove(chosen) => {
            let chosen: Vec<String> = chosen.iter().map(|index| (index + 1).to_string()).collect();
            format!("remove {}", chosen.join(" "))
        }
        Answer::Detonate(ship) => format!("{}: detonate", name(*ship)),
        Answer::Reveal(ship) => format!("{}: reveal", name(*ship)),
        Answer::Enter(ship, x, heading) => {
            format!("{}: enter low orbit {x} heading {}", name(*ship), heading.degrees())
        }
        Answer::Depart(bearing, heading) => format!("bearing {} heading {}", bearing.degrees(), heading.degrees()),
        Answer::Takes(ship) => format!("{} takes it", name(*ship)),
        Answer::Pick(face) => format!("take {face}"),
        Answer::Emerge(at, heading) => format!("at {at} heading {}", heading.degrees()),
    }
}

pub(crate) fn write_leg(leg: Leg) -> String {
    let turn = |degrees: i32| format!("{} {}", if degrees < 0 { "left" } else { "right" }, degrees.abs());
    match leg {
        Leg::Trail => "mark".to_owned(),
        Leg::Ahead(length) if length == FULL => "ahead".to_owned(),
        Leg::Ahead(length) => format!("ahead {length}"),
        Leg::Turn(degrees) => turn(degrees),
        Leg::Drawn(degrees) => format!("drawn {}", turn(degrees)),
    }
}

fn write_aim(roster: &Roster, unit: Unit, aim: Aim, at: &dyn std::fmt::Display) -> String {
    let gun = roster[aim.ship].profile.weapons[usize::from(aim.weapon)].name.to_lowercase();
    let who = if matches!(unit, Unit::Squadron(_)) {
        format!("{} ", roster.unit_name(Unit::Ship(aim.ship)))
    } else {
        String::new()
    };
    let share = if aim.share == 0 { String::new() } else { format!(" {}", aim.share) };
    format!("{who}{gun}{share} at {at}")
}
