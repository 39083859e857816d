//! Scenario four, Surprise Attack (SCEN-47 to SCEN-56).

use super::deployment::{Deployment, NORTH};
use super::faults::Check;
use super::mission_class::MissionClass;
use super::places::rect;
use super::record::{Note, Part};
use super::role::Role;
use super::rules::{Briefing, Parts, Rules, TO_THE_END};
use super::set_up::{Dealt, Lines, Placed, Plan, units};
use super::zone::{PlanetSize, Zone};
use crate::battle::gothic::state::ShipId;
use crate::dice::{Dice, DiceError, Why, d6};
use crate::ships::profile::Size;
use crate::table::geometry::Point;
use crate::table::side::Side;

/// A fleet is caught at anchor about a planet.
pub struct SurpriseAttack;

impl Rules for SurpriseAttack {
    fn parts(&self) -> Parts {
        Parts {
            forces: &["SCEN-47"],
            battlezone: &["SCEN-48"],
            set_up: &["SCEN-49", "SCEN-50"],
            first_turn: &["SCEN-51"],
            special: &["SCEN-52", "SCEN-53"],
            length: &["SCEN-54"],
            victory: &["SCEN-55"],
            record: &["SCEN-56"],
        }
    }

    fn briefing(&self) -> Briefing {
        Briefing {
            set_up: "the defender first: D3 ships or squadrons on alert, the others on standby at the planet",
            first_turn: "the attacker",
            length: TO_THE_END,
            edges: "the attacker moves on from an edge of his choice",
        }
    }

    fn class(&self) -> MissionClass {
        MissionClass::Battle
    }

    fn faces(&self) -> &'static [u8] {
        &[2]
    }

    fn free_defences(&self) -> bool {
        true
    }

    /// Ruling: no die is printed for these; it is read as in The Bait.
    fn zones(&self) -> &'static [Zone] {
        &[Zone::InnerBiosphere, Zone::PrimaryBiosphere]
    }

    fn planet(
        &self,
        plan: &Plan,
        _dice: &mut dyn Dice,
        lines: &mut Lines,
        _dealt: &mut Dealt,
    ) -> Result<Option<Placed>, DiceError> {
        let size = match plan.size {
            ..=500 => PlanetSize::Small,
            501..=1500 => PlanetSize::Medium,
            1501.. => PlanetSize::Large,
        };
        lines.say("SCEN-48", format!("a {size} planet in the middle of the table"));
        Ok(Some(Placed { size, x: plan.table.width / 2, y: plan.table.depth / 2 }))
    }

    fn dice(&self, plan: &Plan, dice: &mut dyn Dice, lines: &mut Lines, dealt: &mut Dealt) -> Result<(), DiceError> {
        let (attacker, defender) = (&plan.sides.attacker.name, &plan.sides.defender.name);
        dealt.alert = d6(dice, Why::new("ships on alert (D3)", defender))?.div_ceil(2);
        lines.say("SCEN-49", format!("{defender} has {} on alert", units(u32::from(dealt.alert))));
        lines.say("SCEN-51", format!("{attacker} has the first turn and moves on from an edge"));
        Ok(())
    }

    /// SCEN-48 to SCEN-51.
    fn deploy(&self, deployment: &mut Deployment<'_>) -> Role {
        let (width, depth) = deployment.table();
        let zone = rect(30, 30, width - 30, depth - 30);
        let mut defenders = deployment.units[1].clone();
        // Escorts are lost where they lie, capital ships wake in time: so escorts are on alert first, within reach of
        // the rest.
        let capital = |unit: &Vec<ShipId>| deployment.roster[unit[0]].profile.size != Size::Escort;
        defenders.sort_by_key(|unit| (capital(unit), std::cmp::Reverse(deployment.worth(unit))));
        let alert = usize::from(deployment.dealt.alert);
        for (index, unit) in defenders.iter().enumerate() {
            let turn = i32::try_from(index).unwrap_or(0);
            if index < alert {
                let side = if index % 2 == 0 { 1 } else { -1 };
                let wish = Point::cm(width / 2 + 28 * side, depth / 2 + 10 * side);
                deployment.berths.unit(unit, &zone, wish, NORTH);
            } else {
                deployment.stand_by(unit, 60 * turn);
            }
        }
        deployment.raiders(Side::One);
        Role::Attacker
    }

    fn check(&self, check: &mut Check<'_>) {
        if check.side == Side::One {
            return;
        }
        for unit in check.own_units().into_iter().filter(|unit| !unit.is_empty()) {
            if unit[0].1.done.standby {
                check.in_orbit(&unit);
            } else {
                check.clear_of_edges("SCEN-49", &unit, 30);
            }
        }
    }

    fn told(&self, role: Role) -> Option<(&'static str, &'static str)> {
        match role {
            Role::Attacker => None,
            Role::Defender => Some((
                "on alert 30 cm from every edge; on standby within 15 cm of the planet, beam-on",
                "SCEN-49, SCEN-50",
            )),
        }
    }

    fn notes(&self) -> &'static [Note] {
        &[Note::Planet]
    }

    fn parts_of(&self, role: Role) -> &'static [Part] {
        match role {
            Role::Attacker => &[],
            Role::Defender => &[Part::Alert, Part::Standby],
        }
    }
}
