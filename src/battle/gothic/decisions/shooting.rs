//! Shooting (SHOOT-01): who fires what at whom, and weapons whose strength is rolled again.

use super::answer::{Aim, Answer, Judged};
use super::fields::Fields;
use super::question::ShootingQuestion;
use super::words::{flight, point, strip};
use super::{Asked, feats, movement, words};
use crate::battle::gothic::event::Log;
use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::state::ordnance::{MARKS, Mark, MarkShot};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, FeatureKind, KINDS, Phase, SHELLS, SHOTS, Shell, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::{Gun, Location};
use crate::table::fixed_list::FixedList;
use crate::table::side::Side;

/// Every weapon at its nearest target, unit by unit.
pub(super) fn usual(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    broadside(battle, roster, side).unwrap_or(Answer::End)
}

/// The usual fire; when nobody has any left, shells, fire at ordnance and at fields, and what ships fire by rules of
/// their own.
pub(super) fn options(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    if let Some(answer) = broadside(battle, roster, side) {
        return found.push(answer);
    }
    shells(battle, roster, side, found);
    at_ordnance(battle, roster, side, found);
    at_fields(battle, side, found);
    feats::shots(battle, roster, side, found);
    found.push(Answer::End);
}

/// Every weapon of the first unit that has not fired, at its nearest target.
fn broadside(battle: &Battle, roster: &Roster, side: Side) -> Option<Answer> {
    let ready = battle.fleet(side).filter(|(_, ship)| !ship.done.fired);
    ready.map(|(id, _)| battle.unit_of(id)).find_map(|unit| volley(battle, roster, unit))
}

/// Every weapon of a unit at its nearest target, if any has one.
#[must_use]
pub fn volley(battle: &Battle, roster: &Roster, unit: Unit) -> Option<Answer> {
    // A straggler that fired by itself may have come back into formation since: then nobody of it fires again (SHOOT-01).
    if battle.members(unit).iter().any(|member| battle.ship(*member).done.fired) {
        return None;
    }
    let mut aims: FixedList<Aim, 40> = FixedList::new();
    let bearings = battle.bearings(roster, unit);
    let closest = battle.closest(roster, unit, &bearings, |_| false)?;
    for bearing in &bearings {
        let Some(enemy) = battle.due_target(bearing, &closest) else { continue };
        if battle.silenced(bearing.ship).is_none() && battle.strength(roster, unit, bearing.ship, bearing.weapon) > 0 {
            let target = battle.unit_of(enemy);
            aims.push(Aim { ship: bearing.ship, weapon: bearing.weapon, target, share: 0 }).expect("one for each gun");
        }
    }
    let some = !aims.is_empty();
    some.then_some(Answer::Fire {
        unit,
        aims,
        first: FixedList::new(),
        column: None,
        shells: FixedList::new(),
        marks: FixedList::new(),
    })
}

/// Each weapon of ships that have not fired at the nearest enemy ordnance it can reach.
fn at_ordnance(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    for (id, _) in battle.fleet(side).filter(|(_, ship)| !ship.done.fired) {
        let unit = battle.unit_of(id);
        let Some(mark) = battle.closest_mark(roster, unit) else { continue };
        for weapon in Battle::guns(roster, id).filter(|gun| battle.misses_mark(roster, id, *gun, mark).is_none()) {
            let marks = FixedList::one(MarkShot { ship: id, weapon, mark, share: 0 });
            let (aims, first, shells) = (FixedList::new(), FixedList::new(), FixedList::new());
            found.push(Answer::Fire { unit, aims, first, column: None, shells, marks });
        }
    }
}

/// Tests and fire at asteroid fields (TERRAIN-24).
fn at_fields(battle: &Battle, side: Side, found: &mut Vec<Answer>) {
    for (field, _) in (0..).zip(battle.features.iter()).filter(|(_, feature)| feature.kind == FeatureKind::Asteroids) {
        for (id, ship) in battle.fleet(side).filter(|(_, ship)| !ship.done.fired) {
            let unit = battle.unit_of(id);
            found.push(if ship.done.aim.is_none() { Answer::Test(unit) } else { Answer::Field(unit, field) });
        }
    }
}

fn shells(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    for (id, _) in battle.fleet(side).filter(|(_, ship)| !ship.done.fired) {
        if !roster[id].profile.weapons.iter().any(|weapon| weapon.gun == Gun::Nova) {
            continue;
        }
        let targets = battle.fighting(side.other()).or(battle.hulks());
        for enemy in targets.iter().map(|enemy| battle.ship(enemy)).filter(|enemy| enemy.side != side) {
            let shells = FixedList::one(Shell { ship: id, at: enemy.at });
            let unit = battle.unit_of(id);
            found.push(Answer::Fire {
                unit,
                aims: FixedList::new(),
                first: FixedList::new(),
                column: None,
                shells,
                marks: FixedList::new(),
            });
        }
    }
}

/// Tests, fire, and the end of the Shooting Phase.
pub(super) fn answer<D: Dice + ?Sized, L: Log>(play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
    if let Answer::Test(unit) = *given {
        return Some(play.test_aim(unit));
    }
    if let Answer::Fire { unit, .. } = *given {
        return Some(play.with_own(unit, |play| play.fire(given)));
    }
    if let Answer::Field(unit, field) = *given {
        return Some(play.with_own(unit, |play| play.fire_at_field(unit, field)));
    }
    if *given == Answer::End {
        play.begin(Phase::Launching);
        return Some(Ok(()));
    }
    movement::reveal(play, given)
}

impl Asked for ShootingQuestion {
    fn side(&self, battle: &Battle) -> Side {
        let Self::Gunners { ship, .. } = self;
        battle.ship(*ship).side
    }

    fn words(&self, roster: &Roster) -> String {
        let Self::Gunners { ship, weapon } = self;
        let mount = &roster[*ship].profile.weapons[usize::from(*weapon)].name;
        let name = roster.unit_name(Unit::Ship(*ship));
        format!("rolls the {} of {name} again, or keeps the roll", mount.to_lowercase())
    }

    fn usual(&self, battle: &Battle, roster: &Roster) -> Answer {
        let Self::Gunners { ship, weapon } = self;
        let powers = battle.volley.powers;
        let power = powers.iter().find(|power| (power.ship, power.weapon) == (*ship, *weapon));
        let salvo = battle.flights.iter().find(|flight| flight.id.number == battle.last_flight);
        let rolled = power.map(|power| power.strength).or(salvo.map(|flight| flight.strength));
        let most = roster[*ship].profile.weapons[usize::from(*weapon)].strength;
        // Below the middle of the dice a second roll is likely to be better.
        if rolled.is_some_and(|strength| strength + 2 < most) { Answer::Yes } else { Answer::No }
    }

    fn options(&self, _: &Battle, _: &Roster, found: &mut Vec<Answer>) {
        found.extend([Answer::Yes, Answer::No]);
    }

    fn answer<D: Dice + ?Sized, L: Log>(self, play: &mut Play<'_, D, L>, given: &Answer) -> Option<Judged<()>> {
        let Self::Gunners { ship, weapon } = self;
        play.yes_or_no(given).map(|yes| play.gunners(ship, weapon, yes))
    }

    fn word(&self) -> &'static str {
        let Self::Gunners { .. } = self;
        "gunners"
    }

    fn blank(word: &str) -> Option<Self> {
        (word == "gunners").then(|| Self::Gunners { ship: ShipId::default(), weapon: 0 })
    }

    fn fields(&mut self, row: &mut impl Fields) {
        let Self::Gunners { ship, weapon } = self;
        row.ship("ship", ship);
        row.weapon("weapon", *ship, weapon);
    }
}

/// Reads a test for targets, or who fires what at whom.
pub(super) fn act(battle: &Battle, roster: &Roster, unit: Unit, what: &str) -> Option<Result<Answer, String>> {
    let lower = what.to_lowercase();
    if lower == "test" {
        return Some(Ok(Answer::Test(unit)));
    }
    if let Some(number) = strip(what, "fire at field ") {
        let place = number.parse().map_err(|_| format!("\"{number}\" is not the number of a phenomenon"));
        let field = |place: u8| place.checked_sub(1).ok_or("phenomena are counted from 1".to_owned());
        return Some(place.and_then(field).map(|field| Answer::Field(unit, field)));
    }
    lower.contains(" at ").then(|| fire(battle, roster, unit, what))
}

/// Ordnance that is fired at: a flight, or `minefield 2`; `None` when the name is that of neither.
fn mark(battle: &Battle, name: &str) -> Option<Result<Mark, String>> {
    if let Some(number) = strip(name, "minefield ") {
        let index = number.parse::<u8>().ok().and_then(|place| place.checked_sub(1));
        let known = index.filter(|index| {
            battle.features.get(usize::from(*index)).is_some_and(|feature| feature.kind == FeatureKind::Minefield)
        });
        return Some(known.map(Mark::Minefield).ok_or_else(|| format!("phenomenon {number} is no minefield")));
    }
    flight(battle, name).map(|found| found.map(Mark::Flight))
}

/// A target: the squadron of a ship in formation, since no ship of it can be picked out (SQUAD-12).
fn target(battle: &Battle, roster: &Roster, name: &str) -> Result<Unit, String> {
    match words::unit(roster, name)? {
        Unit::Ship(ship) => Ok(battle.unit_of(ship)),
        squadron @ Unit::Squadron(_) => Ok(squadron),
    }
}

/// Reads who fires what at whom: `port battery at Unclean, dorsal lance 2 at Iron Duke`.
fn fire(battle: &Battle, roster: &Roster, unit: Unit, what: &str) -> Result<Answer, String> {
    let (mut aims, mut shells): (FixedList<Aim, 40>, FixedList<Shell, 4>) = (FixedList::new(), FixedList::new());
    let (mut first, mut column, mut marks) = (FixedList::new(), None, FixedList::new());
    for item in what.split(',').map(str::trim) {
        // What is fired at somebody is no order of weapons, however the target is called.
        if let Some(name) =
            item.to_lowercase().strip_suffix(" first").filter(|name| !format!("{name} ").contains(" at "))
        {
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
        let mark = mark(battle, aim.trim()).transpose()?;
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
fn firers<'t>(battle: &Battle, roster: &Roster, unit: Unit, gun: &'t str) -> Result<(Members, &'t str), String> {
    let members = battle.members(unit);
    let named = members.iter().filter_map(|member| {
        let rest = strip(gun, &format!("{} ", roster.unit_name(Unit::Ship(*member))))?;
        Some((*member, rest))
    });
    // "Vigil" is the beginning of "Vigil of Orar": the longest name is meant.
    if let Some((member, rest)) = named.min_by_key(|(_, rest)| rest.len()) {
        return Ok((Members::one(member), rest));
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

/// Writes who fires what at whom.
pub(super) fn write(
    roster: &Roster,
    unit: Unit,
    (aims, first, column): (&FixedList<Aim, SHOTS>, &FixedList<Gun, KINDS>, Option<u8>),
    (shells, marks): (&FixedList<Shell, SHELLS>, &FixedList<MarkShot, MARKS>),
) -> String {
    let at = |aim: &Aim| write_aim(roster, unit, *aim, &roster.unit_name(aim.target));
    let mut items: Vec<String> = aims.iter().map(at).collect();
    items.extend(marks.iter().map(|shot| {
        let MarkShot { ship, weapon, share, mark } = *shot;
        write_aim(roster, unit, Aim { ship, weapon, share, ..Aim::default() }, &mark)
    }));
    items.extend(shells.iter().map(|shell| {
        let name = roster.unit_name(Unit::Ship(shell.ship));
        let who = if matches!(unit, Unit::Squadron(_)) { format!("{name} ") } else { String::new() };
        format!("{who}nova cannon at {}", shell.at)
    }));
    items.extend(first.iter().filter_map(|gun| gun.names().last().map(|name| format!("{name} first"))));
    items.extend(column.map(|column| format!("as column {column}")));
    format!("{}: {}", roster.unit_name(unit), items.join(", "))
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
