//! Sub-plots in a situation: what each player has, and what they make of ships.

use super::rows::{Row, names, rows};
use super::told::Told;
use super::values::{opt_ship, ships};
use super::values::{side, small};
use crate::battle::gothic::state::roster::Pose;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, SHIPS, Ship};
use crate::battle::gothic::sub_plots::{Drill, Plot, SubPlot};
use crate::catalog::fleets::Fleets;
use crate::catalog::reader::Node;
use crate::ships::class::{ShipClass, ShipType};
use crate::ships::experiment::{Cost, Experiment, Gain};
use crate::ships::fitting::Fitting;
use crate::ships::profile::Profile;
use crate::table::side::Side;
use crate::text::did_you_mean;

/// Reads the sub-plots, once all ships are known.
pub(super) fn read(root: &Node<'_>, roster: &Roster, battle: &mut Battle) {
    // Too many ships to name one of them, which is told already.
    if root.has("sub_plot") && roster.ships.len() > SHIPS {
        return;
    }
    for (owner, plot) in root.tables("sub_plot", |node| sub_plot(node, roster, battle)) {
        let Some(plot) = plot else { continue };
        let player = battle.player_mut(owner);
        if player.plot.replace(plot).is_some() {
            let name = &roster.sides[owner as usize];
            root.problem_at("sub_plot", format_args!("{name} has two sub-plots; each player has one (PLOT-01)"));
        }
    }
    check_poses(root, roster, battle);
}

/// Only a sub-plot lets a ship pose (PLOT-40).
pub(super) fn check_poses(told: &impl Told, roster: &Roster, battle: &Battle) {
    for (entry, ship) in roster.ships.iter().zip(battle.ships.iter()) {
        if entry.fitting.poses.is_some() && battle.plot(ship.side, Plot::Decoy).is_none() {
            let owner = &roster.sides[ship.side as usize];
            told.problem(format_args!("{} poses, but {owner} has no sub-plot Decoy (PLOT-40)", entry.name));
        }
    }
}

fn sub_plot(node: &mut Node<'_>, roster: &Roster, battle: &Battle) -> (Side, Option<SubPlot>) {
    let owner = side(node, "side", roster);
    let Some(plot) = node.word("plot", Plot::ALL, Plot::word) else { return (owner, None) };
    node.call(format!("sub-plot {plot}"));
    let found = SubPlot {
        plot,
        ship: opt_ship(node, "ship", roster),
        turns: small(node, "turns").unwrap_or(0),
        secret: node.flag("secret"),
        happened: node.flag("happened"),
        tally: ships(node, "tally", roster),
        beside: ships(node, "beside", roster),
    };
    check(node, roster, battle, owner, &found);
    (owner, Some(found))
}

/// What is wrong with a player's sub-plot.
pub(super) fn check(told: &impl Told, roster: &Roster, battle: &Battle, owner: Side, found: &SubPlot) {
    let plot = found.plot;
    check_ship(told, roster, battle, owner, found);
    let least_and_most = match plot {
        Plot::SurpriseAttack => (1, 3),
        Plot::HitAndRun => (2, 12),
        Plot::GunneryPractice
        | Plot::ExtendedDuty
        | Plot::BloodBond
        | Plot::FleetExperience
        | Plot::NoQuarter
        | Plot::Vendetta
        | Plot::MeteorStorm
        | Plot::SignallingProblems
        | Plot::UnexpectedHelp
        | Plot::NavigationalHazards
        | Plot::FreshCaptain
        | Plot::EnemyPlans
        | Plot::SecretIntelligence
        | Plot::ExperimentalShip
        | Plot::DesperateMission
        | Plot::Decoy => (0, 0),
    };
    let (least, most) = least_and_most;
    if !(least..=most).contains(&found.turns) {
        told.problem_at("turns", format_args!("`turns` of {plot} must be {least} to {most}, not {}", found.turns));
    }
    let flagship = battle.ships.iter().any(|ship| ship.side == owner && ship.flagship);
    if plot == Plot::FleetExperience && !flagship {
        told.problem(format_args!("{plot} needs the flagship in the battle (PLOT-44)"));
    }
}

/// Who must be named, and whose he must be (PLOT-44).
fn check_ship(told: &impl Told, roster: &Roster, battle: &Battle, owner: Side, plot: &SubPlot) {
    let whose = match plot.plot {
        Plot::Vendetta | Plot::SecretIntelligence => Some(owner.other()),
        Plot::FreshCaptain | Plot::ExperimentalShip | Plot::DesperateMission => Some(owner),
        Plot::GunneryPractice
        | Plot::ExtendedDuty
        | Plot::BloodBond
        | Plot::FleetExperience
        | Plot::NoQuarter
        | Plot::MeteorStorm
        | Plot::SignallingProblems
        | Plot::UnexpectedHelp
        | Plot::NavigationalHazards
        | Plot::EnemyPlans
        | Plot::SurpriseAttack
        | Plot::Decoy
        | Plot::HitAndRun => None,
    };
    let (kind, of) = (plot.plot, |side: Side| &roster.sides[side as usize]);
    match (plot.ship, whose) {
        (None, Some(side)) => told.problem(format_args!("{kind} needs `ship`: a capital ship of {}", of(side))),
        (Some(_), None) => told.problem_at("ship", format_args!("{kind} is about no single ship")),
        (Some(id), Some(side)) => {
            let index = usize::from(id.0);
            let line = roster.ships.get(index).is_some_and(|entry| entry.profile.of_the_line());
            if !line || battle.ships.get(index).is_none_or(|ship| ship.side != side) {
                told.problem_at("ship", format_args!("{kind} is about a capital ship of {} (PLOT-44)", of(side)));
            }
        }
        (None, None) => {}
    }
}

/// Reads an experiment: improvement and side effect.
pub(super) fn experiment(node: &Node<'_>) -> Option<Experiment> {
    let words = node.texts("experiment");
    if words.is_empty() && !node.has("experiment") {
        return None;
    }
    let [gain, cost] = words.as_slice() else {
        node.problem_at("experiment", "`experiment` must be an improvement and a side effect (PLOT-36)");
        return None;
    };
    let (found, price) = (Gain::from_word(gain), Cost::from_word(cost));
    if found.is_none() {
        let near = did_you_mean(gain, Gain::ALL.iter().map(|known| known.word()));
        node.problem_at("experiment", format_args!("there is no improvement \"{gain}\"{near}"));
    }
    if price.is_none() {
        let near = did_you_mean(cost, Cost::ALL.iter().map(|known| known.word()));
        node.problem_at("experiment", format_args!("there is no side effect \"{cost}\"{near}"));
    }
    Some(Experiment { gain: found?, cost: price? })
}

/// What is wrong with an experiment.
pub(super) fn check_experiment(told: &impl Told, class: Option<&ShipClass>, experiment: Option<Experiment>) {
    let Some(experiment) = experiment else { return };
    if experiment.contradicts_itself() {
        let Experiment { gain, cost } = experiment;
        told.problem_at("experiment", format_args!("{gain} and {cost} contradict each other (PLOT-37)"));
    }
    if class.is_some_and(|class| !class.kind.is_of_the_line()) {
        told.problem_at("experiment", "only a capital ship is experimental (PLOT-36)");
    }
}

/// What a ship looks like to the enemy, where that is not what it is.
pub(super) fn pose(told: &impl Told, fleets: &Fleets, class: &ShipClass, fitting: &Fitting) -> Option<Box<Pose>> {
    if let Some(id) = &fitting.poses {
        if class.kind != ShipType::Transport {
            told.problem_at("poses", format_args!("{}: a decoy has the figures of a transport (PLOT-40)", class.name));
        }
        let Some(shown) = fleets.class(id).filter(|class| class.kind.is_of_the_line()) else {
            told.problem_at("poses", format_args!("a decoy poses as a capital ship, not \"{id}\" (PLOT-40)"));
            return None;
        };
        return match Profile::of(shown, &Fitting::default(), fleets) {
            Ok(profile) => Some(Box::new(Pose { class: id.clone(), profile })),
            Err(reasons) => {
                told.problem_at("poses", format_args!("{}: {}", shown.name, reasons.join("; ")));
                None
            }
        };
    }
    fitting.experiment?;
    let plain = Fitting { experiment: None, ..fitting.clone() };
    Some(Box::new(Pose { class: class.id.clone(), profile: Profile::of(class, &plain, fleets).ok()? }))
}

/// Reads what sub-plots add to a ship's Leadership; an experiment with Leadership need not be told twice.
pub(super) fn drill(node: &Node<'_>) -> Option<Drill> {
    node.opt_table("drill", |node| {
        let modifier = |key| {
            let by = node.opt_signed(key).unwrap_or(0);
            if !(-1..=1).contains(&by) {
                node.problem_at(key, format_args!("`{key}` is {by}, but must be -1 to 1"));
            }
            i8::try_from(by.clamp(-1, 1)).unwrap_or(0)
        };
        Drill { leadership: modifier("leadership"), lock_on: modifier("lock_on"), reload: modifier("reload") }
    })
}

/// Writes what sub-plots make of a ship.
pub(super) fn write_ship(row: &mut Row, fitting: &Fitting, ship: &Ship) {
    if let Some(Experiment { gain, cost }) = fitting.experiment {
        row.list("experiment", &[gain.to_string(), cost.to_string()]);
    }
    row.opt("poses", fitting.poses.as_deref()).flag("guest", fitting.guest);
    let Drill { leadership, lock_on, reload } = ship.drill;
    let usual = fitting.experiment.map_or(0, |found| found.leadership());
    if ship.drill == (Drill { leadership: usual, ..Drill::default() }) {
        return;
    }
    let mut drill = Row::default();
    for (key, by) in [("leadership", leadership), ("lock_on", lock_on), ("reload", reload)] {
        if by != 0 {
            drill.raw(key, by);
        }
    }
    row.raw("drill", drill.inline());
}

/// Writes the sub-plots.
pub(super) fn write(out: &mut String, roster: &Roster, battle: &Battle) {
    let mut found = Vec::new();
    for (name, player) in roster.sides.iter().zip(&battle.players) {
        let Some(plot) = &player.plot else { continue };
        let mut row = Row::default();
        row.text("side", name).text("plot", plot.plot.word());
        row.opt("ship", plot.ship.map(|id| roster[id].name.as_str()));
        row.number("turns", plot.turns).flag("secret", plot.secret).flag("happened", plot.happened);
        row.list("tally", &names(roster, plot.tally)).list("beside", &names(roster, plot.beside));
        found.push(row);
    }
    rows(out, "sub_plot", &found);
}
