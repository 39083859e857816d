//! What is under way in a battle that was put down in the middle: kept as one value, and judged before it is believed.

use serde::{Deserialize, Serialize};

use crate::battle::ground::agenda::{Question, Task, Test};
use crate::battle::ground::roster::{CraftId, FormationId, Roster, UnitId};
use crate::battle::ground::state::{Assault, Battle, Declared, Volley, Winner};
use crate::catalog::reader::Node;
use crate::table::geometry::Point;

/// What a formation is in the middle of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Middle {
    formation: usize,
    popped: bool,
    jinking: bool,
    marked: [bool; 2],
    path: Vec<Point>,
    passed: bool,
}

/// Everything under way.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Progress {
    agenda: Vec<Task>,
    assault: Option<Assault>,
    declared: Option<Declared>,
    volley: Option<Volley>,
    rallied: Vec<FormationId>,
    winner: Option<Winner>,
    formations: Vec<Middle>,
    flak: Vec<(usize, Vec<FormationId>)>,
}

/// What is under way, as text.
pub(super) fn write(battle: &Battle) -> String {
    let middle = |(index, state): (usize, &crate::battle::ground::state::Formation)| Middle {
        formation: index,
        popped: state.popped,
        jinking: state.jinking,
        marked: state.marked,
        path: state.path.clone(),
        passed: state.passed,
    };
    let rest = |found: &Middle| *found != Middle { formation: found.formation, passed: false, ..Middle::default() };
    let progress = Progress {
        agenda: battle.agenda.clone(),
        assault: battle.assault.clone(),
        declared: battle.declared.clone(),
        volley: battle.volley.clone(),
        rallied: battle.rallied.clone(),
        winner: battle.winner,
        formations: battle.formations.iter().enumerate().map(middle).filter(rest).collect(),
        flak: battle
            .units
            .iter()
            .enumerate()
            .filter(|(_, unit)| !unit.flak.is_empty())
            .map(|(index, unit)| (index, unit.flak.clone()))
            .collect(),
    };
    serde_json::to_string(&progress).unwrap_or_default()
}

/// Reads what is under way into a battle; whether there was anything.
pub(super) fn read(root: &Node<'_>, roster: &Roster, battle: &mut Battle) -> bool {
    let Some(text) = root.opt_text("under_way") else { return false };
    let progress: Progress = match serde_json::from_str(&text) {
        Ok(progress) => progress,
        Err(error) => {
            root.problem_at("under_way", format_args!("`under_way` is not as the program writes it: {error}"));
            return false;
        }
    };
    let mut named = Named::default();
    named.progress(&progress);
    let fits = named.formations.iter().all(|id| id.0 < roster.formations.len())
        && named.units.iter().all(|id| id.0 < roster.units.len())
        && named.craft.iter().all(|id| id.0 < roster.craft.len())
        && progress.agenda.len() < 1000;
    if !fits {
        root.problem_at("under_way", "`under_way` names somebody who is not on the table");
        return false;
    }
    for state in &mut battle.formations {
        state.passed = false;
    }
    for middle in progress.formations {
        let state = &mut battle.formations[middle.formation];
        state.popped = middle.popped;
        state.jinking = middle.jinking;
        state.marked = middle.marked;
        state.path = middle.path;
        state.passed = middle.passed;
    }
    for (unit, flak) in progress.flak {
        battle.units[unit].flak = flak;
    }
    battle.agenda = progress.agenda;
    battle.assault = progress.assault;
    battle.declared = progress.declared;
    battle.volley = progress.volley;
    battle.rallied = progress.rallied;
    battle.winner = progress.winner;
    true
}

/// Everybody whom something names.
#[derive(Default)]
struct Named {
    formations: Vec<FormationId>,
    units: Vec<UnitId>,
    craft: Vec<CraftId>,
}

impl Named {
    fn progress(&mut self, progress: &Progress) {
        progress.agenda.iter().for_each(|task| self.task(task));
        if let Some(assault) = &progress.assault {
            self.formations.extend(assault.attackers.iter().chain(&assault.defenders).chain(&assault.supporters));
            self.formations.extend(assault.were_broken.iter().chain(assault.losses.iter().map(|(id, _)| id)));
            self.units.extend(assault.splits.iter().map(|(unit, _)| unit));
        }
        if let Some(declared) = &progress.declared {
            self.formations.push(declared.formation);
            self.formations.extend(declared.targets.iter().chain(&declared.with));
        }
        if let Some(volley) = &progress.volley {
            self.formations.extend([volley.formation, volley.fire.target]);
            self.formations.extend(volley.accounts.iter().map(|account| account.formation));
            self.units.extend(volley.fire.ap.iter().chain(&volley.fire.at).chain(&volley.fire.hold));
            self.units.extend(volley.snipers.iter().flat_map(|hit| &hit.reach));
            if volley.accounts.is_empty() {
                // A volley without an account cannot be settled.
                self.formations.push(FormationId(usize::MAX));
            }
        }
        self.formations.extend(&progress.rallied);
        self.formations.extend(progress.formations.iter().map(|middle| FormationId(middle.formation)));
        for (unit, flak) in &progress.flak {
            self.units.push(UnitId(*unit));
            self.formations.extend(flak);
        }
    }

    fn task(&mut self, task: &Task) {
        match task {
            Task::Ask(question) => self.question(question),
            Task::SetUp
            | Task::StartTurn
            | Task::Strategy
            | Task::NextActivation
            | Task::BeginAssault
            | Task::AssaultRound
            | Task::Attacks
            | Task::SupportingFire
            | Task::AssaultResult
            | Task::AssaultOver
            | Task::AircraftLeave
            | Task::Rally(_)
            | Task::Goals => {}
            Task::EndActivation(id)
            | Task::AfterMove(id)
            | Task::Regroup(id)
            | Task::Withdrawn(id)
            | Task::PopDown(id)
            | Task::Overhead(id)
            | Task::Gone(id) => self.formations.push(*id),
            Task::InterceptorsFire(who, at) => self.formations.extend([who, at]),
            Task::FlakFires(who, at, _) => {
                self.formations.extend(who);
                self.formations.push(*at);
            }
            Task::CraftGone(id) | Task::Bombard(id) | Task::Planetfall(id) => self.craft.push(*id),
        }
    }

    fn question(&mut self, question: &Question) {
        match question {
            Question::Objectives(_)
            | Question::Plan(_)
            | Question::Deploy(_)
            | Question::First(_)
            | Question::Activate(_)
            | Question::Support(_)
            | Question::Retain(_) => {}
            Question::Exit(id)
            | Question::Arrive(id)
            | Question::Move(id, ..)
            | Question::Shoot(id, _)
            | Question::Marshal(id)
            | Question::Hold(id)
            | Question::Overwatch(_, id)
            | Question::Sniper(id)
            | Question::CounterCharge(id)
            | Question::Withdraw(id, _)
            | Question::Consolidate(id)
            | Question::Approach(id)
            | Question::Interception(_, id)
            | Question::Jink(id)
            | Question::Flak(_, id, _)
            | Question::AirAttack(id)
            | Question::Leave(id)
            | Question::Land(id)
            | Question::Disembark(id) => self.formations.push(*id),
            Question::Reroll(_, id, test) => {
                self.formations.push(*id);
                match test {
                    Test::Craft(craft) => self.craft.push(*craft),
                    Test::Action | Test::Rally => {}
                }
            }
            Question::Split(unit) => self.units.push(*unit),
            Question::Pinpoint(craft, _) => self.craft.push(*craft),
        }
    }
}
