//! A sensible answer to whatever is due.

use super::due::{Decision, pending};
use crate::battle::ground::agenda::{Moving, Question};
use crate::battle::ground::air::combat;
use crate::battle::ground::air::landing::gets_out_within;
use crate::battle::ground::answer::{Act, Answer, Declined, Flight, FlightLeg, Going, Leg, Placing, Step, Word};
use crate::battle::ground::assault::support::may_support;
use crate::battle::ground::manoeuvre::{along, at_edge, away, charge, deployment, loaded, middle, towards};
use crate::battle::ground::measure::{free_place, within};
use crate::battle::ground::movement::course::Manner;
use crate::battle::ground::movement::legs::can_stand;
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::shooting::fire;
use crate::battle::ground::state::{Action, Battle, Fire, Keeps, Place};
use crate::battle::ground::turn::set_up::{APART, undeployed};
use crate::battle::ground::turn::{eligible, overwatch};
use crate::table::edge::Edge;
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;

/// The usual answer; `None` when it is over.
#[must_use]
pub fn usual(battle: &Battle, roster: &Roster) -> Option<Answer> {
    let Decision::Asked(question) = pending(battle) else { return None };
    Some(match question {
        Question::Objectives(_)
        | Question::Plan(_)
        | Question::Exit(_)
        | Question::Deploy(_)
        | Question::Arrive(_)
        | Question::First(_) => set_up(battle, roster, &question),
        Question::Activate(side) => activation(battle, roster, side),
        Question::Reroll(..) => Answer::Word(Word::Reroll),
        Question::Retain(_) => Answer::Decline(Declined::Retain),
        Question::Move(formation, Moving::Charge, _) => {
            let targets = battle.assault.as_ref().map(|assault| assault.defenders.clone()).unwrap_or_default();
            let steps = charge(battle, roster, formation, &targets, true);
            charge_or_not(battle, roster, formation, steps, &targets)
        }
        Question::Move(formation, ..) => closer(battle, roster, formation),
        Question::Shoot(formation, _) => shooting(battle, roster, formation, Declined::Fire),
        Question::Hold(formation) if battle[formation].markers > 1 => Answer::Word(Word::Regroup),
        Question::Marshal(formation) | Question::Hold(formation) => shooting(battle, roster, formation, Declined::Move),
        Question::Overwatch(side, mover) => match overwatch::waiting(battle, roster, side, mover).next() {
            Some(formation) => Answer::Overwatch(formation, Fire::at(mover)),
            None => Answer::Decline(Declined::Overwatch),
        },
        Question::Sniper(_) => sniper(battle),
        Question::CounterCharge(_) => Answer::Decline(Declined::CounterCharge),
        Question::Split(unit) => {
            let kind = roster.kind(unit);
            Answer::Split(unit, if kind.close_combat <= kind.firefight { kind.capacity } else { 0 })
        }
        Question::Support(side) => {
            let all: Vec<FormationId> =
                roster.formations_of(side).filter(|formation| may_support(battle, roster, *formation)).collect();
            if all.is_empty() { Answer::Decline(Declined::Support) } else { Answer::Support(all) }
        }
        Question::Withdraw(formation, _) => match away(battle, roster, formation) {
            Some(steps) => Answer::Go(Going::Withdraw, steps),
            None => Answer::Decline(Declined::Withdraw),
        },
        Question::Consolidate(_) => Answer::Decline(Declined::Consolidate),
        Question::Approach(_)
        | Question::Interception(..)
        | Question::Jink(_)
        | Question::Flak(..)
        | Question::AirAttack(_)
        | Question::Leave(_)
        | Question::Pinpoint(..)
        | Question::Land(_)
        | Question::Disembark(_) => aloft(battle, roster, &question),
    })
}

fn charge_or_not(
    battle: &Battle,
    roster: &Roster,
    formation: FormationId,
    steps: Vec<Step>,
    targets: &[FormationId],
) -> Answer {
    use crate::battle::ground::assault::charge::in_reach;
    use crate::battle::ground::movement::course::judge;
    let fits = judge(battle, roster, formation, Manner::Charge, &steps)
        .is_ok_and(|course| !steps.is_empty() && in_reach(&course.battle, roster, formation, targets));
    if fits { Answer::Go(Going::Move, steps) } else { Answer::Decline(Declined::Move) }
}

/// The enemy formation on the ground nearest to a place.
#[must_use]
pub fn nearest_enemy(battle: &Battle, roster: &Roster, side: Side, place: Point) -> Option<(FormationId, Point)> {
    battle
        .ground(roster, side.other())
        .min_by_key(|(unit, at)| (at.squared(place), *unit))
        .map(|(unit, at)| (roster.formation_of(unit), at))
}

/// How a formation moves that is asked for an ordinary move: along the road where it marches by it (EP-ACT-15).
#[must_use]
pub fn manner(battle: &Battle) -> Manner {
    if battle.declared.as_ref().is_some_and(|declared| declared.by_road) { Manner::Road } else { Manner::Move }
}

fn closer(battle: &Battle, roster: &Roster, formation: FormationId) -> Answer {
    let steps = middle(battle, roster, formation)
        .and_then(|here| nearest_enemy(battle, roster, roster[formation].side, here))
        .and_then(|(_, there)| towards(battle, roster, formation, manner(battle), there, Length::cm(25)));
    match steps {
        Some(steps) => Answer::Go(Going::Move, steps),
        None => Answer::Decline(Declined::Move),
    }
}

/// The best target of a formation: most shots, then fewest enemies to break.
#[must_use]
pub fn best_target(battle: &Battle, roster: &Roster, formation: FormationId) -> Option<Fire> {
    let enemies = roster.formations_of(roster[formation].side.other());
    enemies
        .filter_map(|target| {
            let (indirect, judged) = [false, true].into_iter().find_map(|indirect| {
                let fire = Fire { indirect, ..Fire::at(target) };
                fire::judge(battle, roster, formation, &fire).ok().map(|judged| (indirect, judged))
            })?;
            let need = battle.strength(roster, target).saturating_sub(battle[target].markers);
            let worth = judged.shots.len() as i64 * 10 - i64::from(need);
            Some((worth, std::cmp::Reverse(target), Fire { indirect, ..Fire::at(target) }))
        })
        .max_by_key(|(worth, target, _)| (*worth, *target))
        .map(|(_, _, fire)| fire)
}

fn shooting(battle: &Battle, roster: &Roster, formation: FormationId, otherwise: Declined) -> Answer {
    match best_target(battle, roster, formation) {
        Some(fire) => Answer::Fire(fire),
        None => Answer::Decline(otherwise),
    }
}

fn sniper(battle: &Battle) -> Answer {
    let hit = battle.volley.as_ref().and_then(|volley| volley.snipers.first());
    let unit = hit.and_then(|hit| hit.reach.iter().find(|unit| battle.at(**unit).is_some()));
    unit.map_or(Answer::Decline(Declined::Fire), |unit| Answer::Snipe(*unit))
}

fn activation(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    if let Some(craft) = roster
        .craft_ids()
        .find(|craft| roster[*craft].side == side && eligible::craft(battle, *craft) && !battle[*craft].delayed)
    {
        return Answer::Arrive(craft);
    }
    let act = |formation: FormationId, action: Action| {
        Answer::Act(Act { formation, action, targets: Vec::new(), with: Vec::new(), pop_up: false, across: false })
    };
    let mut waiting = roster.formations_of(side).filter(|formation| eligible::formation(battle, roster, *formation));
    let Some(formation) = waiting.next() else {
        let craft = roster.craft_ids().find(|craft| roster[*craft].side == side && eligible::craft(battle, *craft));
        return craft.map_or(Answer::Decline(Declined::Retain), Answer::Arrive);
    };
    if battle.airborne(roster, formation) {
        let any = battle.ground(roster, side.other()).next().is_some();
        return act(formation, if any { Action::GroundAttack } else { Action::StandDown });
    }
    let strength = battle.strength(roster, formation);
    if battle[formation].markers * 2 >= strength.max(2) {
        return act(formation, Action::Marshal);
    }
    if best_target(battle, roster, formation).is_some() {
        return act(formation, Action::Sustained);
    }
    act(formation, Action::Double)
}

fn set_up(battle: &Battle, roster: &Roster, question: &Question) -> Answer {
    let width = along(roster);
    match question {
        Question::Objectives(side) => {
            let third = Length(width.0 / 3);
            Answer::Objectives([third, third + third].map(|x| at_edge(roster, side.other(), x, APART)).to_vec())
        }
        Question::Plan(side) => plan(battle, roster, *side),
        Question::Exit(formation) => {
            Answer::Exit(*formation, at_edge(roster, roster[*formation].side, width.half(), Length::cm(40)))
        }
        Question::Deploy(side) => deploy(battle, roster, *side),
        Question::Arrive(formation) if battle[*formation].keeps == Some(Keeps::Underground) => {
            Answer::Surface(*formation)
        }
        Question::Arrive(formation) => Answer::Wait(*formation),
        _ => Answer::Word(Word::First),
    }
}

fn plan(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    let mut own = roster
        .craft_ids()
        .filter(|craft| roster[*craft].side == side && battle[*craft].arrives == 0 && !battle[*craft].gone);
    let Some(craft) = own.next() else { return Answer::Decline(Declined::Move) };
    let entry = &roster[craft];
    let taken = |turn: u8| roster.craft_ids().any(|other| battle[other].arrives == turn && !battle[other].gone);
    let first = if entry.slow { 3 } else { 1 };
    let Some(turn) = (first..=3).find(|turn| !taken(*turn)) else { return Answer::StayAway(craft) };
    let width = along(roster);
    let aims = (0..i32::from(entry.bombardments))
        .map(|index| at_edge(roster, side.other(), Length(width.0 / (2 + index)), Length::cm(15)))
        .collect();
    let drops = roster
        .formation_ids()
        .filter(|formation| roster[*formation].carrier == Some(craft))
        .map(|formation| (formation, at_edge(roster, side.other(), width.half(), Length::cm(45))))
        .collect();
    Answer::Plan(craft, turn, aims, drops)
}

fn deploy(battle: &Battle, roster: &Roster, side: Side) -> Answer {
    let own: Vec<FormationId> = roster.formations_of(side).collect();
    let Some(index) = own.iter().position(|formation| undeployed(battle, roster, *formation)) else {
        return Answer::Decline(Declined::Move);
    };
    let formation = own[index];
    let wished = Length(along(roster).0 / (own.len() as i32 + 1) * (index as i32 + 1));
    match deployment(battle, roster, formation, wished, true) {
        Some(placed) => Answer::Deploy(formation, placed),
        None => Answer::Reserve(formation),
    }
}

/// A straight flight from the own edge over a place.
#[must_use]
pub fn straight_in(roster: &Roster, side: Side, goal: Point, stop: Length) -> Flight {
    let edge = roster.sides[side as usize].edge;
    let (low, high) = (roster.table.low, roster.table.high);
    let goal = roster.table.nearest(goal);
    let from = match edge {
        Edge::Near => Point { x: goal.x, y: low.y },
        Edge::Far => Point { x: goal.x, y: high.y },
        Edge::Left => Point { x: low.x, y: goal.y },
        Edge::Right => Point { x: high.x, y: goal.y },
    };
    let by = (from.distance(goal) - stop).max(Length::cm(1));
    Flight { from: Some(from), heading: edge.inward(), legs: vec![FlightLeg::Ahead(by)] }
}

fn aloft(battle: &Battle, roster: &Roster, question: &Question) -> Answer {
    match question {
        Question::Approach(formation) => {
            let side = roster[*formation].side;
            let home = at_edge(roster, side, along(roster).half(), Length::ZERO);
            let goal = nearest_enemy(battle, roster, side, home).map_or(home, |(_, at)| at);
            Answer::Approach(straight_in(roster, side, goal, Length::cm(10)))
        }
        Question::Interception(side, target) => {
            let patrol = roster.formations_of(*side).find(|formation| battle[*formation].patrol);
            match (patrol, middle(battle, roster, *target)) {
                (Some(patrol), Some(goal)) => {
                    Answer::Interception(patrol, straight_in(roster, *side, goal, Length::cm(8)))
                }
                _ => Answer::Decline(Declined::Interception),
            }
        }
        Question::Jink(_) => Answer::Decline(Declined::Jink),
        Question::Flak(side, target, _) => {
            let guns: Vec<FormationId> = roster
                .formations_of(*side)
                .filter(|formation| !combat::flak_shots(battle, roster, *formation, *target).is_empty())
                .collect();
            if guns.is_empty() { Answer::Decline(Declined::Flak) } else { Answer::Flak(guns) }
        }
        Question::AirAttack(formation) => air_attack(battle, roster, *formation),
        Question::Leave(formation) => {
            let heading = battle[*formation].flying.unwrap_or_default();
            Answer::Leave(Flight { from: None, heading, legs: Vec::new() })
        }
        Question::Pinpoint(craft, _) => {
            let enemy = roster[*craft].side.other();
            let engine = battle.ground(roster, enemy).map(|(unit, _)| unit).find(|unit| roster.kind(*unit).is_engine());
            engine.map_or(Answer::Decline(Declined::Pinpoint), Answer::Pinpoint)
        }
        Question::Land(formation) => landing(battle, roster, *formation),
        Question::Disembark(formation) => disembark(battle, roster, *formation),
        _ => Answer::Decline(Declined::Move),
    }
}

fn air_attack(battle: &Battle, roster: &Roster, formation: FormationId) -> Answer {
    if battle[formation].did == Some(Action::Intercept) {
        let target = roster.formations_of(roster[formation].side.other()).find(|target| {
            battle.in_air(roster, *target) && !combat::air_shots(battle, roster, formation, *target).is_empty()
        });
        return target.map_or(Answer::Decline(Declined::Attack), |target| Answer::Fire(Fire::at(target)));
    }
    match best_target(battle, roster, formation).filter(|fire| !battle.in_air(roster, fire.target)) {
        Some(fire) => Answer::Fire(fire),
        None => Answer::Decline(Declined::Attack),
    }
}

fn landing(battle: &Battle, roster: &Roster, formation: FormationId) -> Answer {
    let drop = battle[formation].drop.unwrap_or_default();
    let mut placed = loaded(battle, roster, formation, true);
    let rides = |unit: &UnitId| placed.iter().any(|placing| matches!(placing, Placing::In(rider, _) if rider == unit));
    let down: Vec<UnitId> =
        battle.left(roster, formation).filter(|unit| battle[*unit].place == Place::Off && !rides(unit)).collect();
    for (index, unit) in down.into_iter().enumerate() {
        let by = Length((index as i32 % 4) * 4_000);
        let heading = crate::table::geometry::Heading::new(90 * (index as i32 / 4));
        placed.push(Placing::At(unit, drop.ahead(heading, by.min(Length(14_000)))));
    }
    Answer::Planetfall(placed)
}

fn disembark(battle: &Battle, roster: &Roster, formation: FormationId) -> Answer {
    let mut after = battle.clone();
    let mut steps = Vec::new();
    for (carrier, at) in battle.standing(roster, formation) {
        for unit in battle.passengers(carrier) {
            let limit = gets_out_within(roster, unit);
            let fits = |place: Point| {
                can_stand(roster, unit, place)
                    && within(roster, (unit, place), (carrier, at), limit)
                    && crate::battle::ground::movement::legs::put_down(&after, roster, unit, place, true).is_ok()
            };
            if let Some(place) = free_place(&after, roster, unit, at, &fits) {
                after[unit].place = Place::At(place);
                steps.push(Step { unit, slowly: false, out: false, legs: vec![Leg::To(place)], into: None });
            }
        }
    }
    if steps.is_empty() { Answer::Decline(Declined::Disembark) } else { Answer::Go(Going::Disembark, steps) }
}
