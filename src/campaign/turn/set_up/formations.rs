//! Formations of a Fleet Engagement and the maps they are set up by (SCEN-121, SCEN-122, SCEN-133).

use super::{Dealt, Lines, Party, Plan};
use crate::campaign::turn::report::Role;
use crate::campaign::turn::scenario::Scenario;
use crate::dice::{Dice, DiceError, Why, d6};
use crate::text::words;

words! {
    /// Formations of a Fleet Engagement (SCEN-121).
    Formation {
        /// Sphere.
        Sphere = "sphere",
        /// Wedge.
        Wedge = "wedge",
        /// Cross.
        Cross = "cross",
    }
}

/// Rolls the formations that nobody has chosen (SCEN-121).
///
/// # Errors
/// When a die cannot be had.
pub fn form_up(plan: &mut Plan, dice: &mut dyn Dice) -> Result<(), DiceError> {
    if plan.scenario != Scenario::FleetEngagement {
        return Ok(());
    }
    for role in [Role::Attacker, Role::Defender] {
        let party = plan.sides.of_mut(role);
        if party.formation.is_none() {
            let face = d6(dice, Why::new("formation", &party.name))?;
            party.formation = Some(Formation::ALL[usize::from((face - 1) / 2)]);
        }
    }
    Ok(())
}

/// The set-up maps of a pair of formations, as the attacker's row has them (SCEN-121): map and his colour.
const fn maps(own: Formation, other: Formation) -> &'static [(char, &'static str)] {
    use Formation::{Cross, Sphere, Wedge};
    match (own, other) {
        (Sphere, Wedge) => &[('A', "dark grey"), ('C', "dark grey")],
        (Sphere, Cross) => &[('A', "dark grey"), ('D', "dark grey")],
        (Wedge, Sphere) => &[('A', "white"), ('C', "white")],
        (Wedge, Wedge) => &[('D', "dark grey"), ('D', "white")],
        (Cross, Sphere) => &[('A', "white"), ('D', "white")],
        (Sphere, Sphere) | (Wedge, Cross) | (Cross, Wedge | Cross) => &[('B', "white"), ('B', "dark grey")],
    }
}

/// The set-up map, and who chooses between two (SCEN-121, SCEN-122, SCEN-133).
pub(super) fn formations(
    plan: &Plan,
    dice: &mut dyn Dice,
    lines: &mut Lines,
    dealt: &mut Dealt,
) -> Result<(), DiceError> {
    let (attacker, defender) = (&plan.sides.attacker, &plan.sides.defender);
    let (Some(own), Some(other)) = (attacker.formation, defender.formation) else {
        lines.say("SCEN-121", "both choose a formation in secret: sphere, wedge or cross");
        return Ok(());
    };
    let choices: Vec<String> = maps(own, other).iter().map(|(map, colour)| format!("{map} {colour}")).collect();
    lines.say("SCEN-121", format!("{own} against {other}: map {}, seen from {}", choices.join(" or "), attacker.name));
    let better = |own: u32, other: u32| u32::from(own > other);
    let bonus = |own: &Party, other: &Party| {
        better(own.fastest, other.fastest)
            + better(own.leadership, other.leadership)
            + better(own.escorts, other.escorts)
    };
    let bonuses = [bonus(attacker, defender), bonus(defender, attacker)];
    let (chooser, totals) = loop {
        let first = u32::from(d6(dice, Why::new("set-up map", &attacker.name))?) + bonuses[0];
        let second = u32::from(d6(dice, Why::new("set-up map", &defender.name))?) + bonuses[1];
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => break (attacker, [first, second]),
            std::cmp::Ordering::Less => break (defender, [first, second]),
            std::cmp::Ordering::Equal => {}
        }
    };
    // Who chooses takes the first of the two as his own row has them, in the place of a wish that nobody has told.
    let mine = chooser.name == attacker.name;
    let all = maps(own, other);
    let (map, colour) = if mine { all[0] } else { all[all.len() - 1] };
    dealt.map = Some((map, colour == "white"));
    lines.say("SCEN-122", format!("{} to {}: {} chooses which", totals[0], totals[1], chooser.name));
    Ok(())
}
