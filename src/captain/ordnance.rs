//! Ordnance: when to launch, where to, and whom attack craft go for.

use super::Standing;
use super::feats;
use super::goals::prey;
use super::gunnery::Idle;
use super::note;
use super::waves::{enough, route};
use super::worth::{HIT, Rated};
use crate::battle::gothic::decisions::answer::{Answer, Flying, Load};
use crate::battle::gothic::ordnance::outlines::HALF_SALVO;
use crate::battle::gothic::state::ordnance::{Band, Flight, FlightKind, LAUNCHERS, WAVE};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, FeatureKind, SHIPS, Ship, ShipId};
use crate::ships::craft::{CraftId, Role};
use crate::ships::gun::Gun;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

/// A salvo flies so far before its target can move, and so far again after it has.
const RUN: Length = Length::cm(30);
/// Craft are launched when an enemy is so near: three moves of a bomber.
const SORTIE: Length = Length::cm(75);
/// So many torpedoes go in one salvo at least (TORP-09).
const UNSPLIT: u8 = 6;
/// Degrees between two salvoes of one ship, so that no enemy lies in both their paths (TORP-09).
const APART: i32 = 20;
/// Salvoes whose middles are nearer than this side by side meet.
const SALVO_GAP: Length = Length(2_600);
/// How finely the ground ahead of a salvo is looked at.
const STEP: Length = Length::cm(5);
/// What a salvo must promise, in 16ths of victory points.
const LEAST_SALVO: i32 = 8 * 16;

/// A salvo or a wave worth launching, or the end of the phase.
pub(super) fn launch(battle: &Battle, roster: &Roster, side: Side, standing: &Standing, idle: &mut Idle) -> Answer {
    if battle.no_ordnance || battle.flights.is_full() {
        return Answer::End;
    }
    if let Some(answer) = feats::launched(battle, roster, side) {
        return answer;
    }
    let prey = prey(battle, roster, standing, side);
    let idle = idle.turn_to(battle);
    for (id, ship) in battle.fleet(side) {
        let profile = &roster[id].profile;
        if !profile.has_ordnance() {
            continue;
        }
        let torpedoes = battle.torpedoes_ready(roster, id);
        if torpedoes > 0 && !idle.ships.contains(id) {
            if let Some((ships, heading)) = together(battle, roster, id, prey) {
                let load = Load::Torpedoes { strength: 0, heading, boarding: false, special: false };
                return Answer::Launch(ships, load);
            }
            if let Some((strength, (heading, boarding))) = salvo(battle, roster, id, torpedoes, prey) {
                let ships = FixedList::one(id);
                // Only barrage bombs are launched in low orbit (ORBIT-06).
                let special = battle.air_bars(roster, id);
                let boarding = boarding && !special;
                return Answer::Launch(ships, Load::Torpedoes { strength, heading, boarding, special });
            }
            // What others launch moves no target, and is no reason to look again.
            idle.ships.insert(id);
        }
        let ready = battle.bays_ready(roster, id).min(battle.craft_room(roster, side)).min(WAVE as u8);
        let near = || battle.fleet(side.other()).any(|(_, enemy)| ship.at.within(enemy.at, SORTIE));
        if ready > 0 && !profile.mines && near() {
            let band = muster(battle, roster, id, ready);
            if !band.is_empty() {
                return Answer::Launch(FixedList::one(id), Load::Craft(band));
            }
        }
    }
    Answer::End
}

/// A ship that a salvo might meet.
#[derive(Clone, Copy, Default)]
struct Met {
    id: ShipId,
    at: Point,
    /// Where an enemy is likely to be when the salvo runs on; a friend does not move out of the way.
    then: Point,
    base: Length,
    friend: bool,
    /// What the salvo does to it, once that is worked out.
    harm: Option<i32>,
}

/// The ships of a squadron that touch one another and have torpedoes launch one salvo where it promises enough: turrets
/// fire at it once (SQUAD-21). In low orbit, and where a class never does, each launches for itself.
fn together(
    battle: &Battle,
    roster: &Roster,
    id: ShipId,
    prey: Crowd,
) -> Option<(FixedList<ShipId, LAUNCHERS>, Heading)> {
    battle.ship(id).squadron?;
    let ready = |id: ShipId| {
        let profile = &roster[id].profile;
        let alone = profile.odd.lone_salvos || profile.odd.space_hulk || battle.air_bars(roster, id);
        let rolled = profile.weapons.iter().any(|weapon| weapon.gun == Gun::Torpedoes && weapon.rolled.is_some());
        !alone && !rolled && battle.ship(id).done.tubes == 0 && battle.torpedoes_ready(roster, id) > 0
    };
    let mut ships = FixedList::one(id);
    let members = battle.members(battle.unit_of(id));
    // Each ship that joins may bring the next into contact.
    for _ in 0..members.len() {
        for other in members.iter().filter(|other| ready(**other)) {
            let joins = ships.iter().any(|ship| battle.in_contact(roster, *ship, *other));
            if joins && !ships.contains(other) {
                note(&mut ships, *other);
            }
        }
    }
    if ships.len() < 2 || !ready(id) {
        return None;
    }
    let torpedoes = battle.combined_ready(roster, &ships, Gun::Torpedoes);
    let (_, (heading, boarding)) = aim(battle, roster, id, torpedoes, prey, None)?;
    let bears = |id: &ShipId| battle.in_tube_arc(roster, *id, battle.ship(*id).at, heading);
    (!boarding && ships.iter().all(bears)).then_some((ships, heading))
}

/// A salvo of all torpedoes, given as 0, or the larger part of them, where two targets promise more than one (TORP-09).
fn salvo(battle: &Battle, roster: &Roster, id: ShipId, torpedoes: u8, prey: Crowd) -> Option<(u8, (Heading, bool))> {
    // The rest goes another way than what has just left.
    let sent = battle.flights.iter().find(|flight| flight.aboard == Some(id) && flight.id.kind.is_salvo());
    if let Some(sent) = sent {
        return aim(battle, roster, id, torpedoes, prey, Some(sent.heading)).map(|(_, course)| (0, course));
    }
    if battle.ship(id).done.tubes > 0 {
        return None;
    }
    let (whole, course) = aim(battle, roster, id, torpedoes, prey, None)?;
    let profile = &roster[id].profile;
    let whole_only = profile.odd.space_hulk || profile.weapons.iter().any(|weapon| weapon.rolled.is_some());
    if torpedoes > UNSPLIT && !whole_only {
        let (larger, smaller) = (torpedoes.div_ceil(2), torpedoes / 2);
        let first = aim(battle, roster, id, larger, prey, None);
        let second = first.and_then(|(_, (heading, _))| aim(battle, roster, id, smaller, prey, Some(heading)));
        if let (Some((one, course)), Some((other, _))) = (first, second)
            && 4 * (one + other) > 5 * whole
        {
            return Some((larger, course));
        }
    }
    Some((0, course))
}

/// The heading on which a salvo promises most, if it promises enough, and whether it is one of boarding torpedoes: they
/// do less, but harm no friend (BTORP-03, BTORP-04). Another salvo of the ship is kept clear of.
fn aim(
    battle: &Battle,
    roster: &Roster,
    id: ShipId,
    torpedoes: u8,
    prey: Crowd,
    other: Option<Heading>,
) -> Option<(i32, (Heading, bool))> {
    let boards = roster[id].profile.boarding_torpedoes;
    let ship = battle.ship(id);
    let mut near = about(battle, roster, id);
    let mut best: Option<(i32, (Heading, bool))> = None;
    for index in 0..near.len() {
        let Met { at, then, friend, .. } = near[index];
        if friend || !ship.at.within(at, RUN + RUN) {
            continue;
        }
        for place in [at, then] {
            let Some(heading) = ship.at.heading_to(place) else { continue };
            if other.is_some_and(|other| other.turn_to(heading).abs() < APART) {
                continue;
            }
            if best.is_some_and(|(_, (known, _))| known == heading) || !battle.in_tube_arc(roster, id, ship.at, heading)
            {
                continue;
            }
            if meets_own(battle, (ship.side, id), heading) {
                continue;
            }
            let clear = clear_run(battle, id, heading);
            for boarding in [false, true].into_iter().filter(|boarding| boards || !boarding) {
                let harm = |id: ShipId| salvo_harm(battle, roster, id, ship.at, torpedoes, prey);
                let promise = run(ship.at, (heading, boarding), clear, &mut near, harm);
                if promise >= LEAST_SALVO && best.is_none_or(|(known, _)| promise > known) {
                    best = Some((promise, (heading, boarding)));
                }
            }
        }
    }
    best
}

/// The ships that two runs of a salvo could meet, now or after their next move.
fn about(battle: &Battle, roster: &Roster, from: ShipId) -> FixedList<Met, SHIPS> {
    let start = battle.ship(from);
    let mut near = FixedList::new();
    for (id, ship) in battle.all().filter(|(id, ship)| ship.fights() && *id != from) {
        let friend = ship.side == start.side;
        let then = if friend { ship.at } else { foreseen(roster, id, ship) };
        let base = roster[id].profile.base;
        // Beside the salvo as well as ahead of it.
        let reach = RUN + RUN + base + base + HALF_SALVO;
        let within = start.at.within(ship.at, reach) || start.at.within(then, reach);
        if within && !(friend && battle.in_contact(roster, from, id)) {
            near.push(Met { id, at: ship.at, then, base, friend, harm: None }).expect("each ship once");
        }
    }
    near
}

/// Where a ship is likely to be after its next move.
fn foreseen(roster: &Roster, id: ShipId, ship: &Ship) -> Point {
    let speed = roster[id].profile.speed;
    ship.at.ahead(ship.heading, Length(speed.0 * 3 / 4))
}

/// How far a salvo runs before it meets ground that ends it, as far as two runs: planets, moons, asteroids, and torpedoes
/// of the enemy that lie in its way (ORD-10, TERRAIN-20).
fn clear_run(battle: &Battle, from: ShipId, heading: Heading) -> Length {
    let (start, side) = (battle.ship(from).at, battle.ship(from).side);
    let tips = [start, start.ahead(heading.turned(-90), HALF_SALVO), start.ahead(heading.turned(90), HALF_SALVO)];
    let mut clear = RUN + RUN;
    for feature in &battle.features {
        let ends = match feature.kind {
            FeatureKind::Planet | FeatureKind::Moon | FeatureKind::Asteroids => true,
            FeatureKind::Cloud | FeatureKind::Rift | FeatureKind::Minefield => false,
        };
        let enters = |far: Length| tips.iter().any(|tip| feature.shape.line_enters(*tip, tip.ahead(heading, far)));
        while ends && clear > Length::ZERO && enters(clear) {
            clear -= STEP;
        }
    }
    for flight in battle.flights.iter().filter(|flight| flight.side != side && flight.id.kind.is_salvo()) {
        let (ahead, right) = start.seen_along(heading, flight.at);
        if ahead > 0 && ahead < i64::from(RUN.0) && right.abs() < i64::from(SALVO_GAP.0) {
            clear = clear.min(Length(i32::try_from(ahead).unwrap_or(i32::MAX)));
        }
    }
    clear
}

/// Whether a salvo would run into another of its own side, or be run into, in the next two Ordnance Phases (ORD-10).
fn meets_own(battle: &Battle, (side, from): (Side, ShipId), heading: Heading) -> bool {
    let start = battle.ship(from).at;
    let touches = |start: Point, heading: Heading, place: Point| {
        let (ahead, right) = start.seen_along(heading, place);
        let gap = i64::from(SALVO_GAP.0);
        (-gap..i64::from(RUN.0) + gap).contains(&ahead) && right.abs() < gap
    };
    let ends = [start.ahead(heading, RUN), start.ahead(heading, RUN + RUN)];
    battle.flights_of(side).filter(|flight| flight.id.kind.is_salvo()).any(|flight| {
        if flight.aboard == Some(from) {
            return false;
        }
        let at = flight.aboard.map_or(flight.at, |ship| battle.ship(ship).at);
        let theirs = [at.ahead(flight.heading, flight.speed), at.ahead(flight.heading, flight.speed + flight.speed)];
        flight.aboard.is_none() && touches(start, heading, at)
            || touches(start, heading, theirs[0])
            || touches(ends[0], heading, theirs[0])
            || touches(ends[0], heading, theirs[1])
            || touches(at, flight.heading, ends[0])
            || touches(theirs[0], flight.heading, ends[0])
            || touches(theirs[0], flight.heading, ends[1])
    })
}

/// What two runs of a salvo along a heading promise. Torpedoes know neither friend nor foe (TORP-05).
fn run(
    start: Point,
    (heading, boarding): (Heading, bool),
    clear: Length,
    near: &mut [Met],
    harm: impl Fn(ShipId) -> i32,
) -> i32 {
    let met = |place: Point, base: Length, far: Length| {
        let (ahead, right) = start.seen_along(heading, place);
        ahead > 0 && ahead < i64::from((far.min(clear) + base).0) && right.abs() < i64::from((base + HALF_SALVO).0)
    };
    let mut promise = 0;
    for ship in near.iter_mut().filter(|ship| !ship.friend || !boarding) {
        // Friends do not move out of the way before the second run.
        let first = met(ship.at, ship.base, if ship.friend { RUN + RUN } else { RUN });
        if !first && (ship.friend || !met(ship.then, ship.base, RUN + RUN)) {
            continue;
        }
        let harm = *ship.harm.get_or_insert_with(|| harm(ship.id));
        // A raid costs about half of what a hit does.
        let harm = if boarding { harm / 2 } else { harm };
        promise += match (ship.friend, first) {
            (true, _) => -2 * harm,
            (false, true) => harm,
            (false, false) => harm / 3,
        };
    }
    promise
}

/// What a salvo does to a ship, in 16ths of victory points; shields do not stop it.
fn salvo_harm(battle: &Battle, roster: &Roster, id: ShipId, from: Point, torpedoes: u8, prey: Crowd) -> i32 {
    let rated = Rated::target(battle, roster, id, prey);
    let hits = salvo_hits(battle, roster, id, from, torpedoes, &rated);
    hits.min(rated.hits * HIT) * rated.value / HIT
}

/// Hits to be expected of a salvo on a ship, in 64ths.
pub(super) fn salvo_hits(
    battle: &Battle,
    roster: &Roster,
    id: ShipId,
    from: Point,
    torpedoes: u8,
    rated: &Rated,
) -> i32 {
    let left = i32::from(torpedoes) * 2 - i32::from(battle.turrets(roster, id));
    let pierce = i32::from(7 - rated.armour(rated.pose.quarter(from)));
    left.max(0) * HIT / 2 * pierce / 6
}

/// Hits to be expected of the strikers of a wave on a ship, in 64ths.
pub(super) fn wave_hits(battle: &Battle, roster: &Roster, flight: &Flight, id: ShipId, rated: &Rated) -> i32 {
    /// Attacks of a bomber against so many turrets, in 64ths: a D6 less turrets.
    const ATTACKS: [i32; 7] = [224, 160, 107, 64, 32, 11, 0];
    let turrets = usize::from(battle.turrets(roster, id));
    let fighters = usize::from(flight.fighters(roster));
    let (mut bombers, mut boats, mut halved) = (0, 0, false);
    for marker in &flight.craft {
        let kind = roster.kind(marker);
        bombers += i32::from(kind.role.bombs());
        boats += i32::from(kind.role.raids());
        halved |= flight.halved(roster, marker);
    }
    // Turrets shoot down half as many markers as they are; fighters among them fall first.
    let lost = (turrets as i32 - fighters as i32).max(0) / 2;
    let attacks = ATTACKS[turrets.min(6)] / if halved { 2 } else { 1 };
    // The rearmost armour is not looked for: attack craft come from every side.
    let pierce = i32::from(7 - rated.armour.iter().copied().min().unwrap_or(5));
    let bombs = (bombers - lost).max(0) * attacks * pierce / 6;
    bombs + (boats - lost).max(0) * HIT * 2 / 3
}

/// Strikers with fighters to guard them: one in four, more when the enemy has craft in play.
fn muster(battle: &Battle, roster: &Roster, id: ShipId, count: u8) -> Band {
    let craft = &roster[id].craft;
    let role = |craft: &CraftId| roster.craft[usize::from(craft.0)].role;
    let fighter = craft.iter().find(|craft| role(craft) == Role::Fighter);
    let striker = craft.iter().find(|craft| role(craft).bombs()).or(craft.iter().find(|craft| role(craft).strikes()));
    let side = battle.ship(id).side;
    let contested = battle.craft_in_play(side.other()) > 0;
    let guards = if contested { count.div_ceil(2) } else { count.div_ceil(4) };
    let guards = match (fighter, striker) {
        (Some(_), Some(_)) => guards.min(count - 1),
        (Some(_), None) => count,
        (None, _) => 0,
    };
    let mut band = Band::new();
    if let Some(fighter) = fighter.filter(|_| guards > 0) {
        band.push((*fighter, guards)).expect("two kinds at most");
    }
    if let Some(striker) = striker.filter(|_| count > guards) {
        band.push((*striker, count - guards)).expect("two kinds at most");
    }
    band
}

/// Turns a salvo of boarding torpedoes to the enemy it is likeliest to meet (BTORP-02).
fn veer(battle: &Battle, roster: &Roster, side: Side) -> Option<Answer> {
    if battle.flights_of(side).any(|flight| flight.left.is_some()) {
        return None;
    }
    let salvo = battle
        .flights_of(side)
        .find(|flight| flight.id.kind == FlightKind::Boarding && battle.may_fly(roster, flight))?;
    let enemies = battle.fleet(side.other()).filter(|(_, enemy)| salvo.at.within(enemy.at, RUN + RUN));
    let turns = enemies.filter_map(|(id, enemy)| {
        let turn = salvo.heading.turn_to(salvo.at.heading_to(enemy.at)?);
        (turn.abs() <= 45).then_some((salvo.at.squared(enemy.at), id, turn))
    });
    let (_, _, turn) = turns.min()?;
    (turn != 0).then_some(Answer::Veer(salvo.id, turn))
}

/// Sends the next wave of strikers at the ship it does most harm to; fighters fly as usual.
pub(super) fn fly(battle: &Battle, roster: &Roster, side: Side, standing: &Standing) -> Option<Answer> {
    if let Some(answer) = veer(battle, roster, side) {
        return Some(answer);
    }
    let paused = battle.flights_of(side).any(|flight| flight.left.is_some());
    let flight = battle.flights_of(side).find(|flight| {
        let waits = battle.may_fly(roster, flight) && flight.id.kind == FlightKind::Wave && flight.patrol.is_none();
        waits && (!paused || flight.left.is_some())
    })?;
    if flight.strikers(roster) == 0 {
        return None;
    }
    let reach = battle.reach_of(roster, flight);
    let prey = prey(battle, roster, standing, side);
    let mut best: Option<(i32, ShipId, Point)> = None;
    for (id, enemy) in battle.fleet(side.other()) {
        if !battle.ground.on_one_table(flight.at, enemy.at) {
            continue;
        }
        let rated = Rated::target(battle, roster, id, prey);
        let hits = wave_hits(battle, roster, flight, id, &rated);
        let harm = hits.min(rated.hits * HIT) * rated.value / HIT;
        let base = roster[id].profile.base;
        let gap = (flight.at.distance(enemy.at) - base).max(Length::ZERO);
        // Every further move is a chance for the enemy to get away or to shoot it down.
        let moves = gap.0 / reach.0.max(1) + 1;
        let promise = (16 + harm) * 16 / (moves * moves);
        if best.is_none_or(|(known, ..)| promise > known) {
            best = Some((promise, id, enemy.at));
        }
    }
    let (_, id, place) = best?;
    let steps = route(battle, flight.at, place, reach - Length(1));
    let band = enough(battle, roster, flight, id, prey);
    Some(Answer::Fly(Flying { flight: flight.id, band, steps, ..Flying::default() }))
}
