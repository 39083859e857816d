//! The further dice of a sub-plot, and what they do to the ships (PLOT-10 to PLOT-42).

use super::{Fleets, Plot};
use crate::battle::gothic::damage::critical_hits::befalls;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::battle::sub_plot::{Outcome, SubPlot};
use crate::campaign::state::{Vessel, VesselId};
use crate::campaign::{Circumstances, Library};
use crate::dice::{Why, d6};
use crate::ships::class::ShipClass;
use crate::ships::experiment::Experiment;
use crate::ships::fitting::Fitting;
use crate::ships::profile::{CriticalTable, Profile};
use crate::text::count;

impl Fleets<'_> {
    /// Rolls the further dice of a sub-plot.
    pub(super) fn effects(&self, plot: Plot, who: &str, with: &mut Circumstances<'_>) -> Result<SubPlot, Refusals> {
        let mut rolled = SubPlot {
            plot,
            ship: None,
            effects: Vec::new(),
            outcomes: Vec::new(),
            number: None,
            damage: Vec::new(),
            hits: 0,
            secret: false,
        };
        match plot {
            Plot::GunneryPractice => {
                for id in self.capitals(self.own) {
                    if d6(with.dice, Why::new("gunnery practice", self.name(id)))? >= 4 {
                        rolled.effects.push(format!("{}: +1 Leadership to Lock On", self.name(id)));
                        rolled.outcomes.push(Outcome::LockOn { ship: id, by: 1 });
                    }
                }
            }
            Plot::ExtendedDuty => {
                for id in self.capitals(self.own) {
                    match d6(with.dice, Why::new("extended duty", self.name(id)))? {
                        1 => {
                            let lost = d6(with.dice, Why::new("extended duty, hits (D3)", self.name(id)))?.div_ceil(2);
                            let lost = self.spare(id).min(u32::from(lost));
                            rolled.damage.push((id, lost));
                            rolled.effects.push(format!("{}: starts {} short", self.name(id), count(lost, "hit")));
                        }
                        2 => {
                            let says = format!("{}: -1 Leadership to Lock On and Reload Ordnance", self.name(id));
                            rolled.effects.push(says);
                            let (lock_on, reload) =
                                (Outcome::LockOn { ship: id, by: -1 }, Outcome::Reload { ship: id, by: -1 });
                            rolled.outcomes.extend([lock_on, reload]);
                        }
                        _ => {}
                    }
                }
            }
            Plot::MeteorStorm => {
                for id in self.capitals(self.own) {
                    self.meteors(id, &mut rolled, with)?;
                }
            }
            Plot::UnexpectedHelp => {
                let points = u32::from(d6(with.dice, Why::new("unexpected help (D3)", who))?.div_ceil(2)) * 50;
                rolled.effects.push(format!("a guest of up to {points} points"));
                rolled.outcomes.push(Outcome::Help { points });
            }
            Plot::NavigationalHazards => {
                let (says, outcome) = hazards(who, with)?;
                rolled.effects.push(says);
                rolled.outcomes.push(outcome);
            }
            Plot::FreshCaptain => {
                let eligible: Vec<VesselId> =
                    self.capitals(self.own).into_iter().filter(|id| Some(*id) != self.flagship()).collect();
                let ship = draw(&eligible, "fresh captain", who, with)?;
                rolled.ship = Some(ship);
                rolled.effects.push("-1 Leadership".to_owned());
                rolled.outcomes.push(Outcome::Leadership { ship, by: -1 });
            }
            Plot::SurpriseAttack => {
                let turns = d6(with.dice, Why::new("surprise attack (D3)", who))?.div_ceil(2);
                rolled.effects.push(format!("the enemy has no special orders for {}", count(turns, "turn")));
                rolled.outcomes.push(Outcome::NoOrders { turns });
            }
            Plot::ExperimentalShip => {
                let ship = draw(&self.capitals(self.own), "experimental ship", who, with)?;
                rolled.ship = Some(ship);
                let (gain, cost) = experiment(who, with)?;
                let says = [GAINS[usize::from(gain) - 1], COSTS[usize::from(cost) - 1]];
                rolled.effects.extend(says.map(str::to_owned));
                rolled.outcomes.push(Outcome::Experiment { ship, gain, cost });
                rolled.hits = i32::from(gain == 4) * 2 - i32::from(cost == 3) * 2;
            }
            Plot::HitAndRun => {
                let first = d6(with.dice, Why::new("hit-and-run", who))?;
                let second = d6(with.dice, Why::new("hit-and-run", who))?;
                rolled.number = Some(u32::from(first + second));
                rolled.effects.push(format!("must win within {} turns", first + second));
            }
            Plot::BloodBond
            | Plot::FleetExperience
            | Plot::NoQuarter
            | Plot::Vendetta
            | Plot::SignallingProblems
            | Plot::EnemyPlans
            | Plot::SecretIntelligence
            | Plot::DesperateMission
            | Plot::Decoy => {}
        }
        Ok(rolled)
    }

    /// Hits a ship can lose before the battle: it never starts below one (PLOT-12).
    fn spare(&self, id: VesselId) -> u32 {
        let left = |vessel| self.campaign.full_hits(vessel).saturating_sub(vessel.damage);
        self.campaign.vessels.get(&id).map_or(0, |vessel| left(vessel).saturating_sub(1))
    }

    /// The table of a ship's criticals, the result on it that can befall the ship, and whether it ignores that (CRIT-08).
    fn struck(&self, vessel: &Vessel, rolled: u8, library: &dyn Library) -> (CriticalTable, u8, bool) {
        let (hulls, class) = (&vessel.hulls[0], self.campaign.class(vessel.hulls[0].design));
        let armament = hulls.weapons.clone();
        match Profile::of(class, &Fitting { armament, ..Fitting::default() }, library) {
            Ok(profile) => {
                let (table, result) = (profile.criticals, befalls(&profile, rolled));
                (table, result, profile.hard_prow && (table, result) == (CriticalTable::Common, 5))
            }
            // What the battle engine does not know is judged by its data sheet.
            Err(_) => (CriticalTable::Common, applied(class, rolled), false),
        }
    }

    /// On 1 to 3 the ship begins with a critical hit, its extra damage taken for good (PLOT-20).
    fn meteors(&self, id: VesselId, rolled: &mut SubPlot, with: &mut Circumstances<'_>) -> Result<(), Refusals> {
        let name = self.name(id);
        if d6(with.dice, Why::new("meteor storm", name))? > 3 {
            return Ok(());
        }
        let first = d6(with.dice, Why::new("meteor storm, critical hit", name))?;
        let second = d6(with.dice, Why::new("meteor storm, critical hit", name))?;
        let Some(vessel) = self.campaign.vessels.get(&id) else { return Ok(()) };
        let (table, total, ignored) = self.struck(vessel, first + second, with.library);
        if ignored {
            rolled.effects.push(format!("{name}: {} {total}", crate::campaign::state::battle::sub_plot::IGNORED));
            return Ok(());
        }
        let extra = match table.row(total).extra {
            [one] => *one,
            [_, _, _] => d6(with.dice, Why::new("meteor storm, hull breach (D3)", name))?.div_ceil(2),
            _ => d6(with.dice, Why::new("meteor storm, bulkhead collapse", name))?,
        };
        let lost = u32::from(extra).min(self.spare(id));
        let says = table.row(total).title;
        let short = if lost > 0 { format!(", {} short", count(lost, "hit")) } else { String::new() };
        if lost > 0 {
            rolled.damage.push((id, lost));
        }
        rolled.effects.push(format!("{name}: starts with critical hit {total}, {says}{short}"));
        rolled.outcomes.push(Outcome::Critical { ship: id, result: total });
        Ok(())
    }
}

/// The result that can be applied to a ship: one that cannot becomes the next higher (CRIT-08).
fn applied(class: &ShipClass, rolled: u8) -> u8 {
    let mounted = |at: &str| class.weapons.iter().any(|weapon| weapon.mount == at);
    let applies = |total: u8| match total {
        // A keel or unnamed mount counts as dorsal (CRIT-10).
        2 => class
            .weapons
            .iter()
            .any(|weapon| !matches!(weapon.mount.as_str(), "prow" | "port" | "starboard" | "stern" | "aft")),
        3 => mounted("starboard"),
        4 => mounted("port"),
        5 => mounted("prow"),
        6 => class.turn_degrees != Some(0),
        8 => class.speed_cm > 0,
        10 => class.shields > 0,
        _ => true,
    };
    (rolled..12).find(|total| applies(*total)).unwrap_or(12)
}

/// Improvements of an experimental ship by face (PLOT-36).
const GAINS: [&str; 6] =
    ["batteries and lances +50% range", "+1 shield", "+5 cm speed", "+2 hits", "90 degree turns", "+1 Leadership"];

/// Its side effects by face (PLOT-37).
const COSTS: [&str; 6] = [
    "-1 shield",
    "batteries and lances at half range",
    "-2 hits",
    "-5 cm speed",
    "-1 Leadership",
    "batteries and lances at half strength, rounding up",
];

fn hazards(who: &str, with: &mut Circumstances<'_>) -> Result<(String, Outcome), Refusals> {
    let (says, clouds, asteroids) = match d6(with.dice, Why::new("navigational hazards", who))? {
        1 | 2 => ("one more gas or dust cloud".to_owned(), 1, 0),
        3 | 4 => ("two more gas or dust clouds".to_owned(), 2, 0),
        5 => ("one more asteroid field".to_owned(), 0, 1),
        _ => {
            let clouds = d6(with.dice, Why::new("navigational hazards, clouds (D3)", who))?.div_ceil(2);
            (format!("one more asteroid field and {}", count(clouds, "more gas or dust cloud")), clouds, 1)
        }
    };
    Ok((says, Outcome::Hazards { clouds, asteroids }))
}

/// An improvement and a side effect that does not contradict it, by their faces (PLOT-36, PLOT-37).
fn experiment(who: &str, with: &mut Circumstances<'_>) -> Result<(u8, u8), Refusals> {
    let gain = d6(with.dice, Why::new("experimental ship, improvement", who))?;
    loop {
        let cost = d6(with.dice, Why::new("experimental ship, side effect", who))?;
        if Experiment::rolled(gain, cost).is_some() {
            return Ok((gain, cost));
        }
    }
}

/// One of several with the same chance each: a die, or two read as a number of 36, rolled again when it falls outside.
fn draw(from: &[VesselId], what: &'static str, who: &str, with: &mut Circumstances<'_>) -> Result<VesselId, Refusals> {
    let number = from.len();
    loop {
        let (drawn, sides) = if number <= 6 {
            (usize::from(d6(with.dice, Why::new(what, who))?) - 1, 6)
        } else {
            let first = usize::from(d6(with.dice, Why::new(what, who))?) - 1;
            (first * 6 + usize::from(d6(with.dice, Why::new(what, who))?) - 1, 36)
        };
        if drawn < sides - sides % number {
            return Ok(from[drawn % number]);
        }
    }
}
