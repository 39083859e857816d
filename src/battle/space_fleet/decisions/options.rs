//! A spread of answers to what is due, most of them legal: for programs that try them out.

use super::answer::{Answer, Berth, Decision, Target};
use crate::battle::space_fleet::bonus::Bonus;
use crate::battle::space_fleet::cards::Card;
use crate::battle::space_fleet::measures::{ADJACENT, inches};
use crate::battle::space_fleet::movement::paths::{path, paths};
use crate::battle::space_fleet::state::agenda::Question;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, Fate, MOVERS, Mover, ShipId, SquadronId, Turret};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length};
use crate::table::side::Side;

/// Answers to what is due.
pub fn options(battle: &Battle, roster: &Roster, found: &mut Vec<Answer>) {
    match battle.pending() {
        Decision::Over => {}
        Decision::Prepare(side) => prepare(battle, side, found),
        Decision::Reform(side) => reform(battle, side, found),
        Decision::Move(side) => moves(battle, roster, side, found),
        Decision::Shoot(side, current) => shots(battle, roster, side, current, found),
        Decision::Board(side) => boarding(battle, roster, side, found),
        Decision::Repair(side) => {
            found.push(Answer::Done);
            found.extend(battle.fleet(side).map(|(id, _)| Answer::Repair(id)));
        }
        Decision::Swarm(side) => swarm(battle, roster, side, found),
        Decision::Discard(_) => {
            found.push(Answer::Done);
            found.extend(battle.cards.hand.iter().map(|card| Answer::Discard(FixedList::one(*card))));
        }
        Decision::Asked(_, question) => questions(battle, roster, question, found),
    }
    found.extend(super::usual::usual(battle, roster));
}

fn prepare(battle: &Battle, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::Done);
    for (id, ship) in battle.fleet(side) {
        found.push(Answer::Shield(id, !ship.shield_on));
        if ship.fuel > 0 {
            found.push(Answer::Jettison(id, 1));
            found.push(Answer::Jettison(id, ship.fuel));
        }
    }
}

fn reform(battle: &Battle, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::Done);
    for squadron in battle.squadrons(side) {
        for turn in [90, 180, 270] {
            let mut berths = FixedList::<Berth, MOVERS>::new();
            for (id, ship) in battle.members(squadron).filter(|(_, ship)| ship.in_formation()) {
                let berth = Berth { ship: id, at: None, heading: Some(ship.heading.turned(turn)) };
                if berths.push(berth).is_err() {
                    return;
                }
            }
            found.push(Answer::Reform(squadron, berths));
        }
    }
}

/// Every squadron that can move, its ships in step along the same path.
fn moves(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    for squadron in battle.squadrons(side).filter(|squadron| !battle.squads[*squadron].moved) {
        let movers: Vec<ShipId> = movable(battle, squadron);
        let Some(slowest) = movers.iter().copied().min_by_key(|id| battle.speed(roster, *id)) else { continue };
        for legs in paths(battle, roster, slowest) {
            let mut together = FixedList::<Mover, MOVERS>::new();
            if movers.iter().all(|ship| together.push(Mover { ship: *ship, legs }).is_ok()) {
                found.push(Answer::Move(squadron, together));
            }
        }
    }
}

/// Ships of a squadron that can be told to move.
#[must_use]
pub fn movable(battle: &Battle, squadron: SquadronId) -> Vec<ShipId> {
    let free = battle
        .members(squadron)
        .filter(|(_, ship)| !ship.engines_out() && !ship.locked && !ship.done.moved && !ship.standby);
    free.map(|(id, _)| id).collect()
}

fn shots(battle: &Battle, roster: &Roster, side: Side, current: Option<SquadronId>, found: &mut Vec<Answer>) {
    if current.is_some() {
        found.push(Answer::Done);
    }
    for (id, ship) in
        battle.all().filter(|(_, ship)| ship.side == side && matches!(ship.fate, Fate::Fighting | Fate::Doomed))
    {
        if battle.squads[ship.squadron].fired || current.is_some_and(|current| current != ship.squadron) {
            continue;
        }
        found.push(Answer::HoldFire(ship.squadron));
        for system in 0..roster.class(battle, id).systems.len() {
            if ship.shots[system] == 0 {
                continue;
            }
            let targets = battle.ids().filter(|target| battle.dice_against(roster, id, system, *target) > 0);
            found.extend(targets.map(|target| Answer::Fire(id, system as u8, Target::Ship(target))));
        }
        if battle.can_turn_turret(roster, id) {
            found.extend(Turret::ALL.iter().map(|to| Answer::Turn(id, *to)));
        }
        if roster.bonus(id, Bonus::EliteGunneryCrews) > 0 && battle.can_fire_twice(roster, id) {
            found.push(Answer::Gunnery(id));
        }
    }
}

fn boarding(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::Done);
    for (id, ship) in battle.fleet(side).filter(|(_, ship)| !ship.done.fired && !ship.done.boarded) {
        for (target, prey) in battle.all().filter(|(_, prey)| prey.is_there() && prey.at.within(ship.at, ADJACENT)) {
            if prey.side != side || prey.fate == Fate::Overrun {
                found.push(Answer::Board(target, FixedList::one(id)));
                if roster.class(battle, id).special.claws {
                    found.push(Answer::Claw(id, target));
                }
            }
        }
    }
}

fn swarm(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.push(Answer::Done);
    let hand = &battle.cards.hand;
    for (id, ship) in battle.fleet(side).filter(|(_, ship)| !ship.urge.finished) {
        let class = roster.class(battle, id);
        found.push(Answer::Finish(id));
        if class.special.mine {
            found.extend([0, 90, 180, 270].map(|degrees| Answer::Drift(id, Heading::new(degrees))));
            found.push(Answer::Explode(id));
            continue;
        }
        for card in hand {
            found.push(match card {
                Card::Fleet2 => Answer::Play(*card),
                Card::Swarm1 | Card::Swarm2 | Card::Swarm3 | Card::Swarm4 => Answer::PlayOnSwarm(*card, ship.squadron),
                Card::Infect => continue,
                Card::Board8 | Card::Board9 | Card::Board10 => {
                    let near = battle.fleet(side.other()).find(|(_, prey)| prey.at.within(ship.at, ADJACENT));
                    let Some((target, _)) = near else { continue };
                    Answer::PlayBoard(*card, id, target)
                }
                _ => {
                    let row = class
                        .criticals
                        .iter()
                        .enumerate()
                        .find(|(at, row)| ship.bears(*at) && row.healed_by.contains(card));
                    Answer::PlayOn(*card, id, row.map_or(0, |(_, row)| row.low))
                }
            });
        }
        if ship.urge.points == 0 {
            continue;
        }
        let reach = inches(2 * i32::from(ship.urge.points));
        for legs in
            [path(&[(reach.0 / 1000, 0)]), path(&[(2, 0)]), path(&[(0, 90)]), path(&[(0, -90)])].into_iter().flatten()
        {
            found.push(Answer::Steer(Mover { ship: id, legs }));
        }
        for system in 0..class.systems.len() {
            let price = class.weapon_of(system).points.max(1);
            let times = ship.urge.points / price;
            for target in
                battle.ids().filter(|target| times > 0 && battle.dice_against(roster, id, system, *target) > 0)
            {
                found.push(Answer::Strike(id, system as u8, target, 1));
                found.push(Answer::Strike(id, system as u8, target, times));
            }
        }
    }
}

fn questions(battle: &Battle, roster: &Roster, question: Question, found: &mut Vec<Answer>) {
    match question {
        Question::CarryOn(_)
        | Question::ReRoll(_)
        | Question::Skilful(_)
        | Question::Evade(_)
        | Question::Inspire(_)
        | Question::Desperate { .. }
        | Question::Drop(_) => found.extend([Answer::Yes, Answer::No]),
        Question::Dodge { .. } => {
            found.push(Answer::No);
            found.extend([0, 45, 90, 135, 180, 225, 270, 315].map(|degrees| Answer::Shift(Heading::new(degrees))));
        }
        Question::Row { .. } => found.extend((1..=6).map(Answer::Row)),
        Question::Counter(_) => {
            found.push(Answer::No);
            found.extend(battle.boarders.iter().map(|id| Answer::Counter(*id)));
            found.push(Answer::Counter(battle.boarded));
        }
        Question::Grip(_) => found.extend([Answer::LetGo, Answer::Keep, Answer::Tear]),
        Question::Which(id) => {
            let class = roster.class(battle, id);
            found.extend(battle.repairable(roster, id).map(|row| Answer::Critical(class.criticals[row].low)));
        }
        Question::Place { .. } => {}
        Question::Creep(_) => {
            found
                .extend([(0, 0), (2, 0), (2, 45), (2, -45), (1, 45)].map(|(by, turn)| Answer::Creep(inches(by), turn)));
        }
        Question::Salvo(id) => {
            found.push(Answer::Done);
            for system in 0..roster.class(battle, id).systems.len() {
                let able = battle.ship(id).shots[system] > 0;
                let targets =
                    battle.ids().filter(|target| able && battle.dice_against(roster, id, system, *target) > 0);
                found.extend(targets.map(|target| Answer::Fire(id, system as u8, Target::Ship(target))));
            }
        }
        Question::Infect(_) => found.push(Answer::No),
        Question::Defend(_) => {
            found.push(Answer::No);
            found.extend(
                battle.cards.hand.iter().filter(|card| card.strength().is_some()).map(|card| Answer::Play(*card)),
            );
        }
        Question::Spawn(_) => found.extend((0..roster.classes.len() as u8).map(Answer::Spawn)),
        Question::SpawnAt { hive, .. } => {
            let mother = battle.ship(hive);
            found.extend(
                [1500, 2000, 3000]
                    .map(|far| Answer::SpawnAt(mother.at.ahead(mother.heading, Length(far)), mother.heading)),
            );
        }
    }
}
