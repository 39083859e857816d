//! A spread of answers to whatever is due, most of them legal.

use super::due::{Decision, pending};
use super::usual::{best_target, manner, nearest_enemy, straight_in, usual};
use crate::battle::ground::agenda::{Moving, Question};
use crate::battle::ground::answer::{Act, Answer, Declined, Going, Word};
use crate::battle::ground::assault::support::may_support;
use crate::battle::ground::kinds::Ability;
use crate::battle::ground::manoeuvre::{at_edge, charge, middle, towards};
use crate::battle::ground::roster::{FormationId, Roster};
use crate::battle::ground::shooting::fire;
use crate::battle::ground::state::{Action, Battle, Fire};
use crate::battle::ground::turn::eligible;
use crate::table::geometry::{Length, Point};
use crate::table::side::Side;

/// Adds answers to what is due; the usual one first.
pub fn options(battle: &Battle, roster: &Roster, found: &mut Vec<Answer>) {
    found.extend(usual(battle, roster));
    let Decision::Asked(question) = pending(battle) else { return };
    match question {
        Question::First(_) => found.push(Answer::Word(Word::Second)),
        Question::Retain(_) => found.push(Answer::Word(Word::Retain)),
        Question::Reroll(..) => found.push(Answer::Decline(Declined::Reroll)),
        Question::Jink(_) => found.push(Answer::Word(Word::Jink)),
        Question::Activate(side) => activations(battle, roster, side, found),
        Question::Move(formation, Moving::Charge, _) => {
            let targets = battle.assault.as_ref().map(|assault| assault.defenders.clone()).unwrap_or_default();
            let steps = charge(battle, roster, formation, &targets, false);
            if !steps.is_empty() {
                found.push(Answer::Go(Going::Move, steps));
            }
            found.push(Answer::Decline(Declined::Move));
        }
        Question::Move(formation, ..) => moves(battle, roster, formation, found),
        Question::Marshal(formation) | Question::Hold(formation) => {
            moves(battle, roster, formation, found);
            shots(battle, roster, formation, found);
            if matches!(pending(battle), Decision::Asked(Question::Hold(_))) {
                found.push(Answer::Word(Word::Regroup));
            }
        }
        Question::Shoot(formation, _) => {
            shots(battle, roster, formation, found);
            found.push(Answer::Decline(Declined::Fire));
        }
        Question::Overwatch(..) => found.push(Answer::Decline(Declined::Overwatch)),
        Question::Withdraw(..) => found.push(Answer::Decline(Declined::Withdraw)),
        Question::Support(side) => {
            let some = roster.formations_of(side).find(|formation| may_support(battle, roster, *formation));
            found.extend(some.map(|formation| Answer::Support(vec![formation])));
            found.push(Answer::Decline(Declined::Support));
        }
        Question::Split(unit) => {
            let capacity = roster.kind(unit).capacity;
            found.extend((0..=capacity).map(|close| Answer::Split(unit, close)));
        }
        Question::Interception(..) => found.push(Answer::Decline(Declined::Interception)),
        Question::Flak(..) => found.push(Answer::Decline(Declined::Flak)),
        Question::AirAttack(_) => found.push(Answer::Decline(Declined::Attack)),
        Question::Pinpoint(..) => found.push(Answer::Decline(Declined::Pinpoint)),
        Question::Disembark(_) => found.push(Answer::Decline(Declined::Disembark)),
        Question::Approach(formation) => approaches(battle, roster, formation, found),
        Question::Arrive(formation) => found.push(Answer::Wait(formation)),
        Question::Sniper(_) => {
            let hit = battle.volley.as_ref().and_then(|volley| volley.snipers.first());
            let reach = hit.map(|hit| hit.reach.clone()).unwrap_or_default();
            found.extend(reach.into_iter().filter(|unit| battle.at(*unit).is_some()).map(Answer::Snipe));
        }
        Question::Objectives(_)
        | Question::Plan(_)
        | Question::Exit(_)
        | Question::Deploy(_)
        | Question::CounterCharge(_)
        | Question::Consolidate(_)
        | Question::Leave(_)
        | Question::Land(_) => {}
    }
}

fn activations(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    let act = |formation: FormationId, action: Action, targets: Vec<FormationId>| {
        Answer::Act(Act { formation, action, targets, with: Vec::new(), pop_up: false, across: false })
    };
    found.extend(
        roster
            .craft_ids()
            .filter(|craft| roster[*craft].side == side && eligible::craft(battle, *craft))
            .map(Answer::Arrive),
    );
    for formation in roster.formations_of(side).filter(|formation| eligible::formation(battle, roster, *formation)) {
        if battle.airborne(roster, formation) {
            for action in [Action::GroundAttack, Action::Intercept, Action::Patrol, Action::StandDown] {
                found.push(act(formation, action, Vec::new()));
            }
            continue;
        }
        for action in
            [Action::Advance, Action::Double, Action::March, Action::Marshal, Action::Overwatch, Action::Sustained]
        {
            found.push(act(formation, action, Vec::new()));
        }
        let Some(here) = middle(battle, roster, formation) else { continue };
        if let Some((target, _)) = nearest_enemy(battle, roster, side, here) {
            found.push(act(formation, Action::Engage, vec![target]));
        }
        if roster.any(formation, Ability::Skimmer) {
            let popped = Act {
                formation,
                action: Action::Advance,
                targets: Vec::new(),
                with: Vec::new(),
                pop_up: true,
                across: false,
            };
            found.push(Answer::Act(popped));
        }
    }
}

/// Places worth going to: enemies, objectives, both edges.
fn goals(battle: &Battle, roster: &Roster, formation: FormationId) -> Vec<Point> {
    let side = roster[formation].side;
    let mut places: Vec<Point> = battle.objectives.iter().map(|objective| objective.at).collect();
    places.extend(roster.formations_of(side.other()).filter_map(|enemy| middle(battle, roster, enemy)));
    if let Some(here) = middle(battle, roster, formation) {
        places.push(at_edge(roster, side, here.x, Length::cm(5)));
        places.push(at_edge(roster, side.other(), here.x, Length::cm(5)));
    }
    places
}

fn moves(battle: &Battle, roster: &Roster, formation: FormationId, found: &mut Vec<Answer>) {
    for goal in goals(battle, roster, formation) {
        if let Some(steps) = towards(battle, roster, formation, manner(battle), goal, Length::cm(3)) {
            found.push(Answer::Go(Going::Move, steps));
        }
    }
    found.push(Answer::Decline(Declined::Move));
}

fn shots(battle: &Battle, roster: &Roster, formation: FormationId, found: &mut Vec<Answer>) {
    for target in roster.formations_of(roster[formation].side.other()) {
        for open in [false, true] {
            let fire = Fire { open, ..Fire::at(target) };
            if fire::judge(battle, roster, formation, &fire).is_ok() {
                found.push(Answer::Fire(fire));
            }
        }
    }
    found.extend(best_target(battle, roster, formation).map(Answer::Fire));
}

fn approaches(battle: &Battle, roster: &Roster, formation: FormationId, found: &mut Vec<Answer>) {
    let side = roster[formation].side;
    for enemy in roster.formations_of(side.other()) {
        if let Some(goal) = middle(battle, roster, enemy) {
            found.push(Answer::Approach(straight_in(roster, side, goal, Length::cm(8))));
        }
    }
}
