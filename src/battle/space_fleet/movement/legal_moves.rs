//! Whether a ship may move as it is told: distance and turns (SF-MOVE-01 to 05).

use crate::battle::space_fleet::bonus::Bonus;
use crate::battle::space_fleet::class::Manoeuvre;
use crate::battle::space_fleet::decisions::answer::Refusal;
use crate::battle::space_fleet::measures::inches;
use crate::battle::space_fleet::state::answers_under_way::Step;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, Leg, ShipId};
use crate::table::geometry::{Heading, Length, Point};

/// Where a path leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The last place.
    pub at: Point,
    /// The last heading.
    pub heading: Heading,
    /// How far.
    pub distance: Length,
    /// How many turns.
    pub turns: u8,
}

/// How far legs lead ahead in all.
#[must_use]
pub fn distance(legs: &[Leg]) -> Length {
    legs.iter().fold(Length::ZERO, |sum, leg| match leg.step() {
        Step::Ahead(by) => sum + by,
        Step::Turn(_) => sum,
    })
}

impl Battle {
    /// Where legs lead, whether they are allowed or not.
    #[must_use]
    pub fn walked(&self, id: ShipId, legs: &[Leg]) -> Walk {
        let ship = self.ship(id);
        let mut walk = Walk { at: ship.at, heading: ship.heading, distance: Length::ZERO, turns: 0 };
        for leg in legs {
            match leg.step() {
                Step::Ahead(by) => {
                    walk.at = walk.at.ahead(walk.heading, by);
                    walk.distance += by;
                }
                Step::Turn(degrees) => {
                    walk.heading = walk.heading.turned(degrees);
                    walk.turns += 1;
                }
            }
        }
        walk
    }

    /// Judges the legs of one ship.
    ///
    /// # Errors
    /// The rule they break.
    pub fn judge_path(&self, roster: &Roster, id: ShipId, legs: &[Leg]) -> Result<Walk, Refusal> {
        let name = roster.name(id);
        let whole = distance(legs);
        let limit = self.speed(roster, id);
        if whole > limit {
            let rule = if limit < inches(i32::from(self.undamaged_speed(roster, id))) {
                if self.scenario_cap(roster, id).is_some() { "SF-SCEN-16" } else { "SF-MOVE-07" }
            } else if roster.class(self, id).wind.is_some() {
                "SF-MOVE-09"
            } else {
                "SF-MOVE-01"
            };
            return Err(Refusal::new(rule, format!("{name} may move {limit} at most, not {whole}")));
        }
        if whole == Length::ZERO {
            return self.judge_stop(roster, id, legs);
        }
        let manoeuvre = self.manoeuvre(roster, id);
        let each = if manoeuvre == Manoeuvre::Super { inches(1) } else { inches(2) };
        let helmsman = roster.bonus(id, Bonus::ExpertHelmsman) > 0;
        let (mut gone, mut turned_at) = (Length::ZERO, 0);
        for (at, leg) in legs.iter().enumerate() {
            let degrees = match leg.step() {
                Step::Ahead(by) => {
                    gone += by;
                    continue;
                }
                Step::Turn(degrees) => degrees,
            };
            if helmsman && at + 1 == legs.len() && degrees.abs() == 90 {
                continue;
            }
            if manoeuvre == Manoeuvre::Unmanoeuvrable && whole > inches(2) {
                let message = format!("{name} cannot turn when it moves {whole}: it is unmanoeuvrable above 2");
                return Err(Refusal::new("SF-MOVE-04", message));
            }
            let rule = if manoeuvre == Manoeuvre::Super { "SF-MOVE-05" } else { "SF-MOVE-02" };
            if degrees.abs() != 45 {
                let rule = if helmsman { "SF-FLAG-52" } else { "SF-MOVE-03" };
                return Err(Refusal::new(
                    rule,
                    format!("{name} turns 45 degrees at a time while it moves, not {}", degrees.abs()),
                ));
            }
            // Ruling: a turn is due when another full step of 2 (or 1) is complete, and is not saved up.
            let completed = gone.0 / each.0;
            if completed <= turned_at {
                let message = format!("{name} may turn once for each {each} moved; at {gone} no further turn is due");
                return Err(Refusal::new(rule, message));
            }
            turned_at = completed;
        }
        Ok(self.walked(id, legs))
    }

    /// A ship at a dead stop turns once, 45 or 90 degrees (SF-MOVE-03).
    fn judge_stop(&self, roster: &Roster, id: ShipId, legs: &[Leg]) -> Result<Walk, Refusal> {
        let turns = legs.iter().filter(|leg| matches!(leg.step(), Step::Turn(_))).count();
        let most = 1 + usize::from(roster.bonus(id, Bonus::ExpertHelmsman) > 0);
        if turns > most {
            let name = roster.name(id);
            return Err(Refusal::new(
                "SF-MOVE-03",
                format!("{name} may turn {most} times at a dead stop, not {turns}"),
            ));
        }
        Ok(self.walked(id, legs))
    }
}
