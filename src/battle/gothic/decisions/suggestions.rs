//! Answers to choose from: a sensible one, and a spread of legal ones for programs that try them.

use super::answer::{Aim, Answer, Decision, PICKS};
use crate::battle::gothic::boarding::boarding_re_rolls;
use crate::battle::gothic::missions::wording;
use crate::battle::gothic::movement::moving::FULL;
use crate::battle::gothic::ordnance::suggestions as flights;
use crate::battle::gothic::special;
use crate::battle::gothic::state::agenda::{Task, Threat};
use crate::battle::gothic::state::phenomena::LOW;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, FeatureKind, LEGS, Leg, Order, Phase, Ship, ShipId, Unit};
use crate::battle::gothic::turn::end_phase::REPAIRS;
use crate::ships::profile::{Gun, Size};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point, Quarter, in_quarter};
use crate::table::side::Side;

/// A sensible answer to the decision that is due; `None` when the battle is over.
#[must_use]
pub fn usual(battle: &Battle, roster: &Roster) -> Option<Answer> {
    Some(match battle.pending() {
        Decision::Over => return None,
        Decision::Move(side) => match battle.arrivals(side).find_map(|id| Some((id, battle.usual_arrival(id)?))) {
            Some((id, (at, heading))) => Answer::Arrive(id, at, heading),
            None => match battle.fleet(side).find(|(_, ship)| !ship.done.moved) {
                Some((ship, _)) => heading_in(battle, roster, ship),
                None => Answer::End,
            },
        },
        Decision::Continue(_, unit) => heading_in(battle, roster, battle.unmoved(unit).next()?),
        Decision::Sail(side) => match battle.fleet(side).find(|(_, ship)| !ship.done.moved) {
            Some((ship, _)) => heading_in(battle, roster, ship),
            None => Answer::End,
        },
        Decision::Close(_) => Answer::End,
        Decision::End(side) => special::usual_ending(battle, roster, side).unwrap_or(Answer::End),
        Decision::Shoot(side) => broadside(battle, roster, side).unwrap_or(Answer::End),
        Decision::Launch(side) => flights::usual_launch(battle, roster, side),
        Decision::Convert(side) => flights::usual_conversion(battle, roster, side),
        Decision::Fly(side) => flights::usual_flight(battle, roster, side),
        Decision::Asked(_, task) => asked(battle, roster, &task),
    })
}

/// The move that stays on the table and comes nearest to 20 cm from an enemy: within reach of most weapons. Under sail
/// also one that ends bows on; the second move of a turn leads away.
fn heading_in(battle: &Battle, roster: &Roster, id: ShipId) -> Answer {
    let sails = roster[id].profile.sails.is_some();
    let wish = |end: Point, heading: Heading| {
        let enemies = || battle.fleet(battle.ship(id).side.other());
        let nearest = enemies().min_by_key(|(enemy, ship)| (ship.at.squared(end), *enemy));
        let gap = nearest.map_or(Length::ZERO, |(_, enemy)| enemy.at.distance(end));
        let bows_on = nearest.is_some_and(|(_, enemy)| in_quarter(end, heading, enemy.at, Quarter::Front));
        let wanted = Length::cm(if battle.phase == Phase::Sailing { 90 } else { 20 });
        (sails && battle.phase != Phase::Sailing && !bows_on, (gap.0 - wanted.0).abs())
    };
    let (conn, line) = (battle.conn(roster, id), battle.line(id));
    let (mut stays, mut leaves) = (None, None);
    moves(battle, roster, id, |legs| {
        let Ok(course) = battle.steer(&conn, &legs) else { return };
        let (mut at, mut heading) = (battle.ship(id).at, battle.ship(id).heading);
        for leg in &course.legs {
            match *leg {
                Leg::Ahead(length) => at = at.ahead(heading, length),
                Leg::Turn(degrees) | Leg::Drawn(degrees) => heading = heading.turned(degrees),
                Leg::Trail => {}
            }
        }
        // In low orbit the planet will pull before the next move.
        let crashes = battle.ground.is_low(at) && at.y < battle.pull() + battle.pull();
        let best = if battle.ground.holds(at) && !crashes { &mut stays } else { &mut leaves };
        let rating = wish(at, heading);
        let keeps = || line.as_ref().is_none_or(|line| !battle.leaves_line(&conn, line, &course));
        if best.is_none_or(|(known, _)| rating < known) && keeps() {
            *best = Some((rating, legs));
        }
    });
    let back = || battle.back_in_line(&conn, line.as_ref()?);
    let legs = stays.map(|(_, legs)| legs).or_else(back).or(leaves.map(|(_, legs)| legs));
    Answer::Move(id, legs.unwrap_or_default())
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
    let sights = battle.sights(roster, unit);
    let closest = battle.closest(roster, unit, &sights, |_| false)?;
    for sight in &sights {
        let Some(enemy) = battle.due_target(sight, &closest) else { continue };
        if battle.silenced(sight.ship).is_none() && battle.strength(roster, unit, sight.ship, sight.weapon) > 0 {
            let target = battle.unit_of(enemy);
            aims.push(Aim { ship: sight.ship, weapon: sight.weapon, target, share: 0 }).expect("one for each gun");
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

fn asked(battle: &Battle, roster: &Roster, task: &Task) -> Answer {
    match task {
        Task::Brace { unit, threat } => {
            if worth_bracing(battle, roster, *unit, *threat) {
                Answer::Yes
            } else {
                Answer::No
            }
        }
        Task::Boarders(_) | Task::Turrets { .. } | Task::Ride(_) => Answer::Yes,
        Task::Repair { ship, sixes } => {
            let mut chosen = FixedList::new();
            for critical in REPAIRS {
                for _ in 0..battle.ship(*ship).criticals.count(critical) {
                    if chosen.len() < usize::from(*sixes).min(PICKS) {
                        chosen.push(critical).expect("no more than an answer holds");
                    }
                }
            }
            Answer::Repair(chosen)
        }
        Task::Sweep(count) => {
            let mut chosen = FixedList::new();
            for index in battle.loose_markers(roster).take(usize::from(*count).min(PICKS)) {
                chosen.push(index).expect("no more than an answer holds");
            }
            Answer::Remove(chosen)
        }
        Task::Free { ship, count } => {
            let mut chosen = FixedList::new();
            for index in battle.clinging(roster, *ship).take(usize::from(*count).min(PICKS)) {
                chosen.push(index).expect("no more than an answer holds");
            }
            Answer::Remove(chosen)
        }
        Task::Depart(ship) => {
            let out = (0..36).map(|step| Heading::new(step * 10));
            let bearing = out.into_iter().find(|out| battle.above_planet(roster, *ship, *out).is_some());
            Answer::Depart(bearing.unwrap_or_default(), bearing.unwrap_or_default())
        }
        Task::Share { target, .. } => {
            let boarders = battle.all().filter(|(_, ship)| ship.boards == Some(*target) && ship.fights());
            let taker = boarders.max_by_key(|(id, ship)| (ship.hits, std::cmp::Reverse(*id)));
            Answer::Takes(taker.map_or(*target, |(id, _)| id))
        }
        Task::Pick { first, second, .. } => Answer::Pick(*first.max(second)),
        Task::BoardAgain { ship, struggle } => boarding_re_rolls::usual(*ship, *struggle),
        Task::Gunners { ship, weapon } => {
            let powers = battle.volley.powers;
            let power = powers.iter().find(|power| (power.ship, power.weapon) == (*ship, *weapon));
            let salvo = battle.flights.iter().find(|flight| flight.id.number == battle.last_flight);
            let rolled = power.map(|power| power.strength).or(salvo.map(|flight| flight.strength));
            let most = roster[*ship].profile.weapons[usize::from(*weapon)].strength;
            // Below the middle of the dice a second roll is likely to be better.
            if rolled.is_some_and(|strength| strength + 2 < most) { Answer::Yes } else { Answer::No }
        }
        Task::Single { ship, .. } => Answer::Attack(*ship),
        Task::Emerge { ship, reach, rift } => emerge(battle, roster, *ship, *reach, *rift),
        Task::Pair { flight, other } => flights::usual_pair(battle, roster, *flight, *other),
        Task::RunsAgain { faces, turrets, .. } => flights::usual_runs(faces, *turrets),
        Task::Feat(stage) => special::usual(battle, roster, *stage),
        task => wording::usual(battle, roster, task),
    }
}

/// Bracing is worth its halved fire when more than two hits are likely to come through.
fn worth_bracing(battle: &Battle, roster: &Roster, unit: Unit, threat: Threat) -> bool {
    match threat {
        Threat::Explosion | Threat::Ram(_) | Threat::Asteroids | Threat::Nova(_) | Threat::Flare | Threat::Feat(..) => {
            true
        }
        Threat::Markers | Threat::Raid(_) => false,
        Threat::Ordnance(flight) => {
            let members = battle.members(unit);
            members.iter().any(|ship| flights::worth_bracing(battle, roster, flight, *ship))
        }
        Threat::Fire(_) => {
            let strikes = battle.volley.strikes.iter().filter(|strike| strike.target == unit);
            let shields: u16 = battle.members(unit).iter().map(|ship| u16::from(battle.shields(roster, *ship))).sum();
            // Twelfths of hits: a die against armour hits about one time in three, one that needs a 4 one in two.
            let salvos = strikes.flat_map(|strike| strike.salvos.iter());
            let likely: u16 = salvos
                .map(|salvo| {
                    let odds: u16 = if salvo.gun.needed(6) == 4 { 6 } else { 4 };
                    odds * u16::from(salvo.dice) * u16::from(salvo.gun.hits())
                })
                .sum();
            likely >= 12 * (shields + 2)
        }
    }
}

/// The first place clear of the rift, all round, on the table.
fn emerge(battle: &Battle, roster: &Roster, ship: ShipId, reach: Length, rift: u8) -> Answer {
    let base = roster[ship].profile.base;
    let shape = battle.features[usize::from(rift)].shape;
    let from = battle.ship(ship).at;
    let spots = (1..=24).flat_map(|ring| (0..36).map(move |step| (ring, step)));
    let spot = spots
        .map(|(ring, step)| from.ahead(Heading::new(step * 10), Length::cm(ring * 5)))
        .find(|spot| battle.ground.holds(*spot) && !shape.touches(*spot, base) && shape.gap(*spot) <= reach);
    Answer::Emerge(spot.unwrap_or(Point::default()), battle.ship(ship).heading)
}

/// A spread of answers to the decision that is due, most of them legal: for programs that try them out.
pub fn options(battle: &Battle, roster: &Roster, found: &mut Vec<Answer>) {
    found.clear();
    match battle.pending() {
        Decision::Over => {}
        Decision::Move(side) => {
            wording::arrivals(battle, side, found);
            special::starts(battle, roster, side, found);
            if !battle.fleet(side).any(|(_, ship)| !ship.done.moved) {
                found.push(Answer::End);
            }
            for (id, ship) in battle.fleet(side).filter(|(_, ship)| !ship.done.moved) {
                found.extend(battle.patrols(id).map(|flight| Answer::Leave(flight.id)));
                moves(battle, roster, id, |legs| found.push(Answer::Move(id, legs)));
                let leads = battle.members(battle.unit_of(id)).first() == Some(&id);
                if leads && ship.order.is_none() && !battle.players[side as usize].check_failed {
                    let sails = roster[id].profile.sails.is_some();
                    let fit = |order: &&Order| match order {
                        Order::Brace => false,
                        Order::LockOn | Order::ReloadOrdnance => true,
                        _ => !sails,
                    };
                    let orders = Order::ALL.iter().filter(fit);
                    found.extend(orders.map(|order| Answer::Order(battle.unit_of(id), *order)));
                }
            }
        }
        Decision::Continue(_, unit) => {
            for id in battle.unmoved(unit) {
                moves(battle, roster, id, |legs| found.push(Answer::Move(id, legs)));
            }
        }
        Decision::Sail(side) => {
            found.push(Answer::End);
            for (id, ship) in battle.fleet(side) {
                if !ship.done.moved {
                    moves(battle, roster, id, |legs| found.push(Answer::Move(id, legs)));
                }
                if battle.boards_late(roster, id) {
                    let near = battle.fleet(side.other()).filter(|(enemy, _)| battle.in_contact(roster, id, *enemy));
                    found.extend(near.map(|(enemy, _)| Answer::Board(id, enemy)));
                }
            }
        }
        Decision::Close(side) => closings(battle, roster, side, found),
        Decision::Shoot(side) => match broadside(battle, roster, side) {
            Some(answer) => found.push(answer),
            None => {
                shells(battle, roster, side, found);
                flights::potshots(battle, roster, side, found);
                at_fields(battle, side, found);
                special::shots(battle, roster, side, found);
                found.push(Answer::End);
            }
        },
        Decision::Launch(side) => {
            flights::launches(battle, roster, side, found);
            special::launches(battle, roster, side, found);
        }
        Decision::Convert(side) => flights::conversions(battle, roster, side, found),
        Decision::Fly(side) => flights::flights(battle, roster, side, found),
        Decision::End(side) => endings(battle, roster, side, found),
        Decision::Asked(side, task) => {
            found.push(asked(battle, roster, &task));
            match task {
                Task::Pick { first, second, .. } => found.extend([Answer::Pick(first), Answer::Pick(second)]),
                Task::Reroll(_) => found.extend([Answer::Yes, Answer::No, Answer::Fleet]),
                Task::Evade(_) => found.extend([Answer::Evade(45), Answer::Evade(-45), Answer::No]),
                Task::Brace { .. }
                | Task::Pass(_)
                | Task::Double(_)
                | Task::Boarders(_)
                | Task::Turrets { .. }
                | Task::Ride(_)
                | Task::BoardAgain { .. }
                | Task::Gunners { .. } => {
                    found.extend([Answer::Yes, Answer::No]);
                    if matches!(task, Task::Turrets { .. }) {
                        found.push(Answer::Mass(FixedList::new()));
                    }
                }
                Task::Single { flight, ship } => {
                    found.extend(battle.met_with(roster, flight, ship).iter().map(|other| Answer::Attack(*other)));
                }
                Task::Enter => found.extend(enter(battle, roster, side)),
                Task::Depart(_) => {
                    found.extend((0..8).map(|step| Answer::Depart(Heading::new(step * 45), Heading::new(step * 90))));
                }
                Task::Pair { flight, other } => flights::pairs(battle, roster, flight, other, found),
                Task::RunsAgain { .. } => found.push(Answer::No),
                Task::NameRam(_) => {
                    found.extend(battle.fleet(side.other()).map(|(enemy, _)| Answer::Ram(enemy)));
                }
                Task::Feat(stage) => special::options(battle, roster, stage, found),
                task => wording::options(battle, roster, &task, found),
            }
        }
    }
}

/// Everything that can be done before the turn ends.
fn endings(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::End);
    special::endings(battle, roster, side, found);
    let reach = |id: ShipId| roster[id].profile.crew.teleporters;
    for (id, ship) in battle.fleet(side).filter(|(_, ship)| !ship.done.teleported) {
        let near = battle.fleet(side.other()).filter(|(_, enemy)| ship.at.within(enemy.at, reach(id)));
        found.extend(near.map(|(enemy, _)| Answer::Teleport(id, enemy)));
    }
}

/// Everything that can be done when all have moved.
fn closings(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::End);
    for (id, ship) in battle.fleet(side) {
        let stays = roster[id].profile.is_stationary();
        if battle.crippled(roster, id) && !ship.done.tried && !stays {
            let escort = roster[id].profile.size == Size::Escort;
            let unit = if escort { battle.unit_of(id) } else { Unit::Ship(id) };
            found.push(Answer::Disengage(unit));
        }
        let near = |(_, enemy): &(ShipId, &Ship)| ship.at.within(enemy.at, Length::cm(10));
        if roster[id].profile.fire_ship && battle.fleet(side.other()).any(|e| near(&e)) {
            found.push(Answer::Detonate(id));
        }
        if battle.mission.assault.is_some() && battle.is_low(id) && battle.assault_value(roster, id) > 0 {
            found.push(Answer::Assault(id));
        }
        if ship.done.disguise > 0 {
            found.push(Answer::Reveal(id));
        }
        let touching = battle.fleet(side.other()).filter(|(enemy, _)| battle.in_contact(roster, id, *enemy));
        found.extend(touching.map(|(enemy, _)| Answer::Board(id, enemy)));
    }
}

/// A spread of moves.
fn moves(battle: &Battle, roster: &Roster, id: ShipId, mut found: impl FnMut(FixedList<Leg, LEGS>)) {
    let profile = &roster[id].profile;
    let (reach, before) = (battle.reach(roster, id), profile.before_turn());
    let mut add = |legs: &[Leg]| {
        let mut few = FixedList::new();
        for leg in legs {
            few.push(*leg).expect("a few legs");
        }
        found(few);
    };
    if profile.sails.is_some() {
        add(&[]);
        for turn in (-150..=180).step_by(30) {
            add(&[Leg::Turn(turn), Leg::Ahead(FULL)]);
            add(&[
                Leg::Turn(turn),
                Leg::Ahead(battle.speed_on(roster, id, battle.ship(id).heading.turned(turn)).half()),
            ]);
        }
        if profile.improved.rigged {
            add(&[Leg::Ahead(reach.half()), Leg::Turn(45), Leg::Ahead(FULL)]);
        }
        if profile.improved.swings_last {
            add(&[Leg::Ahead(FULL), Leg::Turn(-90)]);
        }
        return add(&[Leg::Ahead(FULL)]);
    }
    if profile.odd.floats {
        add(&[]);
        (-150..=180).step_by(30).for_each(|turn| add(&[Leg::Turn(turn), Leg::Ahead(FULL)]));
        return;
    }
    add(&[Leg::Ahead(FULL)]);
    add(&[Leg::Ahead(reach.half().max(profile.speed.half()))]);
    if profile.odd.trails {
        add(&[Leg::Ahead(before), Leg::Trail, Leg::Ahead(FULL)]);
    }
    for turn in [-profile.turn, profile.turn] {
        add(&[Leg::Ahead(before), Leg::Turn(turn), Leg::Ahead(FULL)]);
        add(&[Leg::Ahead(FULL), Leg::Turn(turn)]);
        add(&[Leg::Turn(turn)]);
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
            let shells = FixedList::one(crate::battle::gothic::state::Shell { ship: id, at: enemy.at });
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

/// Each ship that may enter low orbit, in the middle of the edge and towards the planet or along it.
fn enter<'b>(battle: &'b Battle, roster: &'b Roster, side: Side) -> impl Iterator<Item = Answer> + 'b {
    let middle = battle.ground.low.map_or(LOW, |low| LOW + low.length.half());
    let ships = battle.may_enter(roster, side);
    ships.flat_map(move |ship| [90, 180, 270].map(|heading| Answer::Enter(ship, middle, Heading::new(heading))))
}
