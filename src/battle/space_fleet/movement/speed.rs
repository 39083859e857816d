//! How fast a ship may go, and how it turns now (SF-MOVE-01, 07, 09).

use crate::battle::space_fleet::bonus::Bonus;
use crate::battle::space_fleet::class::{Effect, Manoeuvre, Wind};
use crate::battle::space_fleet::measures::inches;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, Edge, ShipId};
use crate::table::geometry::{Heading, Length};

impl Battle {
    /// Speed by the wind: where it comes from, seen from the bow (SF-MOVE-09).
    fn wind_speed(&self, heading: Heading, speeds: Wind) -> u8 {
        let from = self.wind.unwrap_or(Edge::Near).heading();
        match heading.turn_to(from).abs() {
            ..=45 => speeds.front,
            135.. => speeds.rear,
            _ => speeds.side,
        }
    }

    /// The speed of a ship whose criticals do not count (SF-CRIPPLE-07), in inches.
    #[must_use]
    pub fn undamaged_speed(&self, roster: &Roster, id: ShipId) -> u8 {
        let class = roster.class(self, id);
        let base = class.wind.map_or(class.speed, |speeds| self.wind_speed(self.ship(id).heading, speeds));
        base + 2 * (roster.bonus(id, Bonus::Overdrive) + roster.bonus(id, Bonus::SailClose))
    }

    /// The most a ship may move now.
    #[must_use]
    pub fn speed(&self, roster: &Roster, id: ShipId) -> Length {
        let (ship, class) = (self.ship(id), roster.class(self, id));
        let mut speed = self.undamaged_speed(roster, id);
        for (at, row) in class.criticals.iter().enumerate().filter(|(at, _)| ship.bears(*at)) {
            debug_assert!(ship.marks[at] > 0);
            speed = match row.effect {
                Effect::SpeedCap { inches, .. } => speed.min(inches),
                Effect::SpeedByWind(speeds) => {
                    speed.min(self.wind_speed(ship.heading, speeds) + 2 * roster.bonus(id, Bonus::SailClose))
                }
                _ => speed,
            };
        }
        let cap = self.scenario_cap(roster, id).unwrap_or(ship.speed_cap).min(ship.speed_cap);
        inches(i32::from(speed.saturating_sub(ship.speed_lost).min(cap)))
    }

    /// A lamed flagship goes at 2, and nothing repairs that (SF-SCEN-16).
    #[must_use]
    pub fn scenario_cap(&self, roster: &Roster, id: ShipId) -> Option<u8> {
        let lamed =
            self.scenario.number == 16 && roster.is_flagship(id) && self.ship(id).owner == self.scenario.defender();
        lamed.then_some(2)
    }

    /// How a ship turns now.
    #[must_use]
    pub fn manoeuvre(&self, roster: &Roster, id: ShipId) -> Manoeuvre {
        let (ship, class) = (self.ship(id), roster.class(self, id));
        let clumsy = class.criticals.iter().enumerate().any(|(at, row)| {
            ship.bears(at)
                && matches!(
                    row.effect,
                    Effect::SuperLost | Effect::SpeedByWind(_) | Effect::SpeedCap { clumsy: true, .. }
                )
        });
        match class.manoeuvre {
            Manoeuvre::Super if clumsy => Manoeuvre::Normal,
            manoeuvre @ (Manoeuvre::Super | Manoeuvre::Normal | Manoeuvre::Unmanoeuvrable) => manoeuvre,
        }
    }
}
