//! A sensible answer to whatever is due.

use super::answer::{Answer, Decision, Target};
use crate::battle::space_fleet::cards::Card;
use crate::battle::space_fleet::measures::inches;
use crate::battle::space_fleet::movement::paths::paths;
use crate::battle::space_fleet::state::agenda::Question;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, Leg, MOVERS, Mover, ShipId, SquadronId};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Length;
use crate::table::side::Side;

/// The usual answer; `None` when the battle is over.
#[must_use]
pub fn usual(battle: &Battle, roster: &Roster) -> Option<Answer> {
    Some(match battle.pending() {
        Decision::Over => return None,
        Decision::Prepare(_) | Decision::Reform(_) | Decision::Board(_) => Answer::Done,
        Decision::Swarm(side) => swarm(battle, roster, side),
        Decision::Discard(side) => discards(battle, roster, side),
        Decision::Move(side) => ahead(battle, roster, side),
        Decision::Shoot(side, current) => fire(battle, roster, side, current),
        Decision::Repair(side) => repair(battle, roster, side),
        Decision::Asked(_, question) => to_question(battle, roster, question),
    })
}

/// Done, but for an enraged Doomripper (SF-SHIP-25); mines come before it (SF-TYR-32).
fn swarm(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    let frenzy = [Card::Frenzy5, Card::Frenzy7].into_iter().find(|card| battle.cards.hand.contains(card));
    let raging = battle.fleet(side).find(|(id, ship)| !ship.urge.newborn && battle.must_rage(roster, *id));
    match (frenzy, raging) {
        (Some(card), Some((id, _))) => Answer::PlayOn(card, id, 0),
        (None, _) | (_, None) => Answer::Done,
    }
}

/// Surplus cards go from the end of the hand.
fn discards(battle: &Battle, roster: &Roster, hive: Side) -> Answer {
    let surplus = battle.cards.hand.len().saturating_sub(battle.hand_limit(roster, hive));
    if surplus == 0 {
        return Answer::Done;
    }
    let mut cards = FixedList::new();
    for card in battle.cards.hand.iter().rev().take(surplus) {
        if cards.push(*card).is_err() {
            break;
        }
    }
    Answer::Discard(cards)
}

/// The first squadron that can move stays together: straight ahead at the pace of its slowest, as far as it keeps the table and
/// rams nobody; at worst it stays.
fn ahead(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    let squadron = battle
        .squadrons(side)
        .find(|squadron| {
            !battle.squads[*squadron].moved
                && battle
                    .members(*squadron)
                    .any(|(_, ship)| !ship.engines_out() && !ship.locked && !ship.done.moved && !ship.standby)
        })
        .unwrap_or_default();
    let ahead = straight(battle, roster, squadron);
    if battle.judge_move(roster, squadron, &ahead).is_ok() {
        return Answer::Move(squadron, ahead);
    }
    Answer::Move(squadron, closing(battle, roster, squadron))
}

/// A squadron that is apart: the first ship that can closes up; else all stay.
fn closing(battle: &Battle, roster: &Roster, squadron: SquadronId) -> FixedList<Mover, MOVERS> {
    let stay = FixedList::new();
    if battle.judge_move(roster, squadron, &stay).is_ok() {
        return stay;
    }
    for (id, _) in battle.members(squadron).filter(|(id, _)| battle.may_move(*id)) {
        for legs in paths(battle, roster, id) {
            let alone = FixedList::one(Mover { ship: id, legs });
            if battle.judge_move(roster, squadron, &alone).is_ok() {
                return alone;
            }
        }
    }
    stay
}

fn straight(battle: &Battle, roster: &Roster, squadron: SquadronId) -> FixedList<Mover, MOVERS> {
    let free = || {
        battle
            .members(squadron)
            .filter(|(_, ship)| ship.in_formation() && !ship.locked && !ship.done.moved && !ship.standby)
    };
    let pace = free().map(|(id, _)| battle.speed(roster, id)).min().unwrap_or(Length::ZERO);
    let alone = battle.members(squadron).filter(|(_, ship)| ship.in_formation()).count() == free().count();
    let clear = free().all(|(id, ship)| {
        battle.holds(ship.at.ahead(ship.heading, pace))
            && battle.all().all(|(other, prey)| {
                other == id
                    || !prey.is_there()
                    || prey.squadron == squadron
                    || crate::table::geometry::first_within(ship.at, ship.heading, pace, prey.at, inches(1)).is_none()
            })
    });
    let mut movers = FixedList::new();
    // Ships of one squadron on several headings would part.
    let headings = free().map(|(_, ship)| ship.heading).collect::<Vec<_>>();
    let alike = headings.windows(2).all(|pair| pair[0] == pair[1]);
    if pace > Length::ZERO && clear && alone && alike {
        for (id, _) in free() {
            let mover = Mover { ship: id, legs: FixedList::one(Leg::ahead(pace)) };
            if movers.push(mover).is_err() {
                return FixedList::new();
            }
        }
    }
    movers
}

/// The attack with the most dice of the squadron that fires, or of the first that can.
fn fire(battle: &Battle, roster: &Roster, side: Side, current: Option<SquadronId>) -> Answer {
    let mut best: Option<(u8, Answer)> = None;
    for (id, ship) in battle.all().filter(|(_, ship)| ship.side == side) {
        if current.is_some_and(|current| ship.squadron != current) || battle.squads[ship.squadron].fired {
            continue;
        }
        if let Some((dice, system, target)) = best_attack(battle, roster, id)
            && best.is_none_or(|(most, _)| dice > most)
        {
            best = Some((dice, Answer::Fire(id, system, Target::Ship(target))));
        }
    }
    match (best, current) {
        (Some((_, answer)), _) => answer,
        (None, Some(_)) => Answer::Done,
        (None, None) => {
            let squadron = battle.squadrons(side).find(|squadron| {
                !battle.squads[*squadron].fired
                    && battle.all().any(|(id, ship)| {
                        ship.squadron == *squadron
                            && (battle.has_attack(roster, id) || battle.can_turn_turret(roster, id))
                    })
            });
            Answer::HoldFire(squadron.unwrap_or_default())
        }
    }
}

/// The attack of a ship with the most dice.
#[must_use]
pub fn best_attack(battle: &Battle, roster: &Roster, id: ShipId) -> Option<(u8, u8, ShipId)> {
    let mut best: Option<(u8, u8, ShipId)> = None;
    for system in 0..roster.class(battle, id).systems.len() {
        if battle.ship(id).shots[system] == 0 {
            continue;
        }
        for target in battle.ids() {
            let dice = battle.dice_against(roster, id, system, target);
            if dice > 0 && best.is_none_or(|(most, _, _)| dice > most) {
                best = Some((dice, system as u8, target));
            }
        }
    }
    best
}

fn repair(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    let due = battle.fleet(side).find(|(id, ship)| {
        battle.must_repair(*id)
            || !ship.done.repaired
                && !ship.locked
                && ship.cripple.is_none()
                && battle.agreed.plays(super::super::state::Module::Repair)
                && battle.repairable(roster, *id).next().is_some()
    });
    due.map_or(Answer::Done, |(id, _)| Answer::Repair(id))
}

fn to_question(battle: &Battle, roster: &Roster, question: Question) -> Answer {
    match question {
        Question::CarryOn(_)
        | Question::Dodge { .. }
        | Question::Evade(_)
        | Question::Inspire(_)
        | Question::Defend(_) => Answer::No,
        Question::ReRoll(_) | Question::Skilful(_) | Question::Desperate { .. } | Question::Drop(_) => Answer::Yes,
        Question::Row { face, .. } => Answer::Row(face),
        Question::Counter(id) => {
            let on = if id == battle.boarded { battle.boarders.first().copied() } else { Some(battle.boarded) };
            on.map_or(Answer::No, Answer::Counter)
        }
        Question::Grip(_) => Answer::Keep,
        Question::Which(id) => {
            let row = battle.repairable(roster, id).next().unwrap_or(0);
            Answer::Critical(roster.class(battle, id).criticals[row].low)
        }
        Question::Place { ship, shields } => Answer::Shields(spread(battle, roster, ship, shields)),
        Question::Creep(_) => Answer::Creep(Length::ZERO, 0),
        Question::Salvo(id) => best_attack(battle, roster, id)
            .map_or(Answer::Done, |(_, system, target)| Answer::Fire(id, system, Target::Ship(target))),
        Question::Infect(_) => Answer::Play(Card::Infect),
        Question::Spawn(_) => {
            Answer::Spawn(roster.classes.iter().position(|class| class.id == "dark_prowler").unwrap_or(0) as u8)
        }
        Question::SpawnAt { hive, .. } => {
            let mother = battle.ship(hive);
            // At the edge of the table it may have to be the Hiveship's own place.
            let ahead = [2, 1, 0].map(|far| mother.at.ahead(mother.heading, inches(far)));
            let place = ahead.into_iter().find(|place| battle.holds(*place)).unwrap_or(mother.at);
            Answer::SpawnAt(place, mother.heading)
        }
    }
}

/// Shields to the front first, then the flanks.
fn spread(battle: &Battle, roster: &Roster, id: ShipId, number: u8) -> [u8; 4] {
    let (full, now) = (roster.full_shields(battle, id), battle.ship(id).shields);
    let (mut given, mut left) = ([0; 4], number);
    for at in 0..4 {
        let more = left.min(full[at].saturating_sub(now[at]));
        given[at] = more;
        left -= more;
    }
    given
}
