//! What Planetary Assault and Exterminatus share: a planet near a short edge, a low orbit table, and an attacker who comes
//! from the other end.

use super::deployment::{Deployment, EAST, WEST};
use super::places::rect;
use super::set_up::{Dealt, Lines, Placed, Plan};
use super::zone::PlanetSize;
use crate::battle::gothic::state::FeatureKind;
use crate::battle::gothic::state::phenomena::LowOrbit;
use crate::dice::{Dice, DiceError, Why, d6};
use crate::table::geometry::{Heading, Length};

/// Rolls the planet, near a short edge (SCEN-83, SCEN-108), and says where the attacker deploys (SCEN-85, SCEN-110).
pub(super) fn planet(
    plan: &Plan,
    dice: &mut dyn Dice,
    [lies, comes]: [&'static str; 2],
    lines: &mut Lines,
    dealt: &mut Dealt,
) -> Result<Option<Placed>, DiceError> {
    let size = match d6(dice, Why::new("size of the planet", ""))? {
        ..=1 => PlanetSize::Small,
        2..=5 => PlanetSize::Medium,
        6.. => PlanetSize::Large,
    };
    // Ruling: a D6 for the short edge it is near, and a quarter of the table from it.
    let left = d6(dice, Why::new("edge of the planet", ""))? <= 3;
    dealt.left = left;
    let from = plan.table.width / 4;
    let (near, far) = if left { ("left", "right") } else { ("right", "left") };
    lines.say(lies, format!("a {size} planet {from} cm from the {near} short edge"));
    let attacker = &plan.sides.attacker.name;
    lines.say(comes, format!("{attacker} deploys within 15 cm of the {far} short edge"));
    let x = if left { from } else { plan.table.width - from };
    Ok(Some(Placed { size, x, y: plan.table.depth / 2 }))
}

/// Lays the low orbit table out, and draws the attacker up along the short edge farthest from the planet (SCEN-85,
/// SCEN-110).
pub(super) fn attackers(deployment: &mut Deployment<'_>) {
    let (width, depth) = deployment.table();
    let planet = deployment.berths.battle.features.iter().position(|feature| feature.kind == FeatureKind::Planet);
    let planet = u8::try_from(planet.unwrap_or(0)).unwrap_or(0);
    deployment.berths.battle.ground.low = Some(LowOrbit { length: Length::cm(120), width: Length::cm(60), planet });
    let attackers = deployment.units[0].clone();
    let (zone, heading) = if deployment.dealt.left {
        (rect(width - 13, 8, width - 3, depth - 8), WEST)
    } else {
        (rect(3, 8, 13, depth - 8), EAST)
    };
    deployment.berths.line(&attackers, &zone, heading);
}

/// Between the planet and the attacker, seen along the long edges: the way, and the facing.
pub(super) fn outward(deployment: &Deployment<'_>) -> (i32, Heading) {
    if deployment.dealt.left { (1, EAST) } else { (-1, WEST) }
}

/// Where the planet's middle is along the long edges, in centimetres.
pub(super) fn middle(deployment: &Deployment<'_>) -> i32 {
    let (width, _) = deployment.table();
    deployment.berths.planet().map_or(width / 2, |(centre, _)| centre.x.0 / 1000)
}
