//! What the players roll when they set up a battle: battlezone, phenomena, and the scenario's own dice
//! (ZONE-02 to ZONE-28, SCEN-09, SCEN-20 to SCEN-126).

mod formations;
mod party;
mod recorded;

pub use formations::{Formation, form_up};
pub use party::{Hazards, Party, party};
pub(in crate::campaign) use recorded::set_up;
pub use recorded::{Choices, plan};

use formations::formations;
use serde::{Deserialize, Serialize};

use super::BySide;
use super::report::Role;
use super::scenario::Scenario;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::dice::{Dice, DiceError, Why, d6};
use crate::scenario::battlefield::{Battlefield, Kind, Roller, Table};
use crate::scenario::zone::{HouseRules, PlanetSize, Zone};
use crate::text::count;
use crate::text::words;

words! {
    /// How phenomena are placed (ZONE-02, ZONE-03, ZONE-05).
    Method {
        /// One player places, the other chooses his edge.
        ByHand = "1",
        /// A die for every square, one generator.
        BySquares = "2",
        /// As before, in the zone of the higher sum.
        ByChoice = "3",
        /// None at all.
        Nothing = "none",
    }
}

impl Method {
    /// How phenomena are placed where nobody says: whether a zone is agreed on, and whether each chose one in secret.
    #[must_use]
    pub const fn usual(scenario: Scenario, agreed: bool, chosen: bool) -> Self {
        match scenario {
            _ if chosen => Self::ByChoice,
            // The basic Cruiser Clash has no phenomena (SCEN-19).
            Scenario::CruiserClash if !agreed => Self::Nothing,
            _ => Self::BySquares,
        }
    }
}

/// What is set up.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The scenario.
    pub scenario: Scenario,
    /// The table.
    pub table: Table,
    /// How phenomena are placed.
    pub method: Method,
    /// The zone both agreed on.
    pub zone: Option<Zone>,
    /// Agreed points.
    pub size: u32,
    /// Both sides.
    pub sides: BySide<Party>,
    /// House rules about phenomena.
    pub house: HouseRules,
    /// Surprised defenders in a Fleet Engagement (SCEN-127).
    pub surprised: bool,
}

/// A battle that is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SetUp {
    /// What is played.
    pub scenario: Scenario,
    /// The table and what lies on it.
    pub field: Battlefield,
    /// What else was rolled or follows, with its rule.
    pub lines: Vec<Line>,
    /// The same as figures, for who deploys by it.
    pub dealt: Dealt,
}

/// What the dice of a set-up decided.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Dealt {
    /// Who chooses to go first or second; `None` where the scenario says who goes first (SCEN-09).
    pub chooses_turn: Option<Role>,
    /// Who places first.
    pub places_first: Option<Role>,
    /// The attacker has zone A, the near long edge (SCEN-20).
    pub zone_a: bool,
    /// Turns for which defenders are surprised (SCEN-43, SCEN-127).
    pub alarm: u8,
    /// Units on full alert (SCEN-49).
    pub alert: u8,
    /// The third of each blockading unit, 0 to 2 from the attacker's left (SCEN-59).
    pub thirds: Vec<u8>,
    /// The convoy enters, or the planet lies, at the left short edge (SCEN-70, SCEN-83).
    pub left: bool,
    /// Who places each unit on patrol (SCEN-84).
    pub patrols_by: Vec<Role>,
    /// The division each side starts with, from 0 (SCEN-96).
    pub divisions: BySide<u8>,
    /// Map and whether the attacker is white (SCEN-121).
    pub map: Option<(char, bool)>,
}

/// One thing the players must know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Line {
    /// What.
    pub says: String,
    /// The rule.
    pub rule: String,
    /// Whose vessels it names, where it names any: with secret lists they are his secret (CAMP-15).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Role>,
}

/// Rolls a set-up.
///
/// # Errors
/// What forbids it, or a die that cannot be had.
pub fn roll(plan: &Plan, dice: &mut dyn Dice) -> Result<SetUp, Refusals> {
    let mut lines = Lines::default();
    let mut roller = Roller::new(dice, plan.table, plan.house);
    let zone = zone(plan, &mut roller, &mut lines)?;
    roller.sunward()?;
    let mut dealt = Dealt::default();
    if let Some((size, x, y)) = planet(plan, &mut roller, &mut lines, &mut dealt)? {
        roller.planet(size, x, y)?;
    }
    if let Some(zone) = zone {
        roller.phenomena(zone)?;
    }
    own_dice(plan, roller.dice(), &mut lines, &mut dealt)?;
    notes(plan, roller.field(), &mut lines);
    hazards(plan, &mut roller, &mut lines)?;
    Ok(SetUp { scenario: plan.scenario, field: roller.finish(), lines: lines.0, dealt })
}

/// Places the hazards that sub-plots add, before anybody deploys (PLOT-26).
///
/// Ruling: those of a secret sub-plot lie among the others, and nobody is told whose they are (PLOT-06).
fn hazards(plan: &Plan, roller: &mut Roller<'_>, lines: &mut Lines) -> Result<(), DiceError> {
    for party in plan.sides.both() {
        let Hazards { clouds, asteroids, secret } = party.hazards;
        for kind in (0..clouds).map(|_| Kind::Cloud).chain((0..asteroids).map(|_| Kind::Asteroids)) {
            roller.more(&kind)?;
        }
        if !secret && (clouds, asteroids) != (0, 0) {
            let (clouds, fields) = (count(u32::from(clouds), "cloud"), count(u32::from(asteroids), "asteroid field"));
            lines.say("PLOT-26", format!("{} adds {clouds} and {fields}", party.name));
        }
    }
    Ok(())
}

#[derive(Default)]
struct Lines(Vec<Line>);

impl Lines {
    fn say(&mut self, rule: &str, says: impl Into<String>) {
        self.0.push(Line { says: says.into(), rule: rule.to_owned(), of: None });
    }

    /// Says something that names a vessel of a side.
    fn say_of(&mut self, role: Role, rule: &str, says: String) {
        self.0.push(Line { says, rule: rule.to_owned(), of: Some(role) });
    }
}

/// The zone, where phenomena are rolled.
fn zone(plan: &Plan, roller: &mut Roller<'_>, lines: &mut Lines) -> Result<Option<Zone>, Refusals> {
    let scenario = plan.scenario;
    let allowed = scenario.zones();
    let forbidden = |zone: Zone| {
        let names: Vec<&str> = allowed.iter().map(|zone| zone.word()).collect();
        Refusal::by("ZONE-04", format!("{scenario} is not fought in the {zone}"))
            .hint(format!("choose {}", crate::text::or_list(&names)))
    };
    let fits = |zone: Zone| allowed.contains(&zone) || scenario.any_zone();
    if let Some(zone) = plan.zone.filter(|zone| !fits(*zone)) {
        return Err(forbidden(zone).into());
    }
    match plan.method {
        Method::Nothing => return Ok(None),
        Method::ByHand => {
            lines.say("ZONE-02", "one player places all phenomena, the other then chooses his table edge");
            return Ok(None);
        }
        Method::ByChoice => {
            let chosen = |party: &Party| {
                party.zone.ok_or_else(|| {
                    Refusal::by("ZONE-05", format!("{} has chosen no battlezone", party.name)).hint(Hint::PickZones)
                })
            };
            let zones = [chosen(&plan.sides.attacker)?, chosen(&plan.sides.defender)?];
            if let Some(zone) = zones.into_iter().find(|zone| !fits(*zone)) {
                return Err(forbidden(zone).into());
            }
            let names = [plan.sides.attacker.name.as_str(), plan.sides.defender.name.as_str()];
            let ratings = [plan.sides.attacker.rating, plan.sides.defender.rating];
            let zone = Zone::contested(roller.dice(), names, zones, ratings)?;
            let sums = [zones[0].number() + ratings[0], zones[1].number() + ratings[1]];
            lines.say("ZONE-05", format!("{} to {}: the {zone}", sums[0], sums[1]));
            return Ok(Some(zone));
        }
        Method::BySquares => {}
    }
    if let Some(zone) = plan.zone {
        return Ok(Some(zone));
    }
    let face = d6(roller.dice(), Why::new("battlezone", ""))?;
    Ok(Some(match allowed {
        [first, second] => {
            if face <= 3 {
                *first
            } else {
                *second
            }
        }
        _ => Zone::rolled(face),
    }))
}

/// The planet that a scenario places: its size and middle (SCEN-48, SCEN-83, SCEN-108).
fn planet(
    plan: &Plan,
    roller: &mut Roller<'_>,
    lines: &mut Lines,
    dealt: &mut Dealt,
) -> Result<Option<(PlanetSize, u32, u32)>, DiceError> {
    let middle = plan.table.depth / 2;
    match plan.scenario {
        Scenario::SurpriseAttack => {
            let size = match plan.size {
                ..=500 => PlanetSize::Small,
                501..=1500 => PlanetSize::Medium,
                _ => PlanetSize::Large,
            };
            lines.say("SCEN-48", format!("a {size} planet in the middle of the table"));
            Ok(Some((size, plan.table.width / 2, middle)))
        }
        Scenario::PlanetaryAssault | Scenario::Exterminatus => {
            let size = match d6(roller.dice(), Why::new("size of the planet", ""))? {
                1 => PlanetSize::Small,
                2..=5 => PlanetSize::Medium,
                _ => PlanetSize::Large,
            };
            // Ruling: a D6 for the short edge it is near, and a quarter of the table from it.
            let left = d6(roller.dice(), Why::new("edge of the planet", ""))? <= 3;
            dealt.left = left;
            let from = plan.table.width / 4;
            let (near, far) = if left { ("left", "right") } else { ("right", "left") };
            let rule = if plan.scenario == Scenario::Exterminatus { "SCEN-108" } else { "SCEN-83" };
            lines.say(rule, format!("a {size} planet {from} cm from the {near} short edge"));
            let rule = if plan.scenario == Scenario::Exterminatus { "SCEN-110" } else { "SCEN-85" };
            let attacker = &plan.sides.attacker.name;
            lines.say(rule, format!("{attacker} deploys within 15 cm of the {far} short edge"));
            Ok(Some((size, if left { from } else { plan.table.width - from }, middle)))
        }
        _ => Ok(None),
    }
}

/// Both roll until they differ; the role of the higher, and both faces (SCEN-09).
fn roll_off(plan: &Plan, dice: &mut dyn Dice, what: &'static str) -> Result<(Role, u8, u8), DiceError> {
    loop {
        let attacker = d6(dice, Why::new(what, &plan.sides.attacker.name))?;
        let defender = d6(dice, Why::new(what, &plan.sides.defender.name))?;
        match attacker.cmp(&defender) {
            std::cmp::Ordering::Greater => return Ok((Role::Attacker, attacker, defender)),
            std::cmp::Ordering::Less => return Ok((Role::Defender, attacker, defender)),
            std::cmp::Ordering::Equal => {}
        }
    }
}

fn first_turn(
    plan: &Plan,
    dice: &mut dyn Dice,
    rule: &'static str,
    lines: &mut Lines,
    dealt: &mut Dealt,
) -> Result<(), DiceError> {
    let (higher, attacker, defender) = roll_off(plan, dice, "first turn")?;
    dealt.chooses_turn = Some(higher);
    let name = &plan.sides.of(higher).name;
    lines.say(rule, format!("first turn, {attacker} to {defender}: {name} chooses to go first or second"));
    Ok(())
}

fn first_to_deploy(
    plan: &Plan,
    dice: &mut dyn Dice,
    rule: &'static str,
    lines: &mut Lines,
    dealt: &mut Dealt,
) -> Result<(), DiceError> {
    let (higher, attacker, defender) = roll_off(plan, dice, "deployment")?;
    dealt.places_first = Some(higher.other());
    let name = &plan.sides.of(higher.other()).name;
    lines.say(rule, format!("deployment, {attacker} to {defender}: {name} places first"));
    Ok(())
}

/// The dice of the scenario itself.
fn own_dice(plan: &Plan, dice: &mut dyn Dice, lines: &mut Lines, dealt: &mut Dealt) -> Result<(), DiceError> {
    let (attacker, defender) = (&plan.sides.attacker, &plan.sides.defender);
    match plan.scenario {
        Scenario::CruiserClash => {
            let face = d6(dice, Why::new("deployment zone", &attacker.name))?;
            dealt.zone_a = face <= 3;
            let (first, second) = if face <= 3 { ('A', 'B') } else { ('B', 'A') };
            lines.say(
                "SCEN-20",
                format!("{} deploys in zone {first}, {} in zone {second}", attacker.name, defender.name),
            );
            first_to_deploy(plan, dice, "SCEN-21", lines, dealt)?;
            first_turn(plan, dice, "SCEN-22", lines, dealt)?;
        }
        Scenario::TheBait => lines.say("SCEN-34", format!("{} has the first turn", attacker.name)),
        Scenario::TheRaiders => {
            dealt.alarm = d6(dice, Why::new("surprised defenders", &defender.name))?;
            let turns = u32::from(dealt.alarm);
            let name = &defender.name;
            lines.say("SCEN-43", format!("{name}'s ships have -1 Leadership for {}", count(turns, "turn")));
            lines.say("SCEN-42", format!("{} has the first turn and moves on from one edge", attacker.name));
        }
        Scenario::SurpriseAttack => {
            dealt.alert = d6(dice, Why::new("ships on alert (D3)", &defender.name))?.div_ceil(2);
            let alert = u32::from(dealt.alert);
            lines.say("SCEN-49", format!("{} has {} on alert", defender.name, units(alert)));
            lines.say("SCEN-51", format!("{} has the first turn and moves on from an edge", attacker.name));
        }
        Scenario::BlockadeRun => {
            for unit in &defender.units {
                let face = d6(dice, Why::new("third of the table", unit))?;
                dealt.thirds.push((face - 1) / 2);
                let third = match face {
                    1 | 2 => "first",
                    3 | 4 => "middle",
                    _ => "last",
                };
                let says = format!("{unit} deploys in the {third} third, from the attacker's left");
                lines.say_of(Role::Defender, "SCEN-59", says);
            }
            first_turn(plan, dice, "SCEN-61", lines, dealt)?;
        }
        Scenario::Convoy => {
            dealt.left = d6(dice, Why::new("edge of the convoy", &defender.name))? <= 3;
            let edge = if dealt.left { "left" } else { "right" };
            lines.say("SCEN-70", format!("{} enters from the {edge} short edge", defender.name));
            lines.say("SCEN-71", format!("{} has the first turn", defender.name));
        }
        Scenario::PlanetaryAssault => {
            for unit in &defender.units {
                let role = if d6(dice, Why::new("patrol", unit))? <= 3 { Role::Attacker } else { Role::Defender };
                dealt.patrols_by.push(role);
                let by = &plan.sides.of(role).name;
                lines.say_of(Role::Defender, "SCEN-84", format!("{unit}, if on patrol, is placed by {by}"));
            }
            first_turn(plan, dice, "SCEN-86", lines, dealt)?;
        }
        Scenario::EscalatingEngagement => {
            for role in [Role::Attacker, Role::Defender] {
                let party = plan.sides.of(role);
                // One of five with the same chance each.
                let division = loop {
                    let face = d6(dice, Why::new("starting division", &party.name))?;
                    if face < 6 {
                        break face;
                    }
                };
                *dealt.divisions.of_mut(role) = division - 1;
                lines.say("SCEN-96", format!("{} starts with division {division}", party.name));
            }
            first_to_deploy(plan, dice, "SCEN-96", lines, dealt)?;
            first_turn(plan, dice, "SCEN-97", lines, dealt)?;
        }
        Scenario::Exterminatus => {
            let patrols = units(defender.points / 500);
            lines.say("SCEN-109", format!("{} puts {patrols} on patrol", defender.name));
            let most = count(attacker.points.div_ceil(1000), "Exterminator");
            lines.say("SCEN-105", format!("{} may convert {most}", attacker.name));
            first_turn(plan, dice, "SCEN-111", lines, dealt)?;
        }
        Scenario::FleetEngagement => {
            formations(plan, dice, lines, dealt)?;
            first_to_deploy(plan, dice, "SCEN-123", lines, dealt)?;
            first_turn(plan, dice, "SCEN-126", lines, dealt)?;
            if plan.surprised {
                dealt.alarm = d6(dice, Why::new("surprised defenders", &defender.name))?;
                let turns = u32::from(dealt.alarm);
                let name = &defender.name;
                lines.say("SCEN-127", format!("{name}'s ships have -1 Leadership for {}", count(turns, "turn")));
            }
        }
    }
    Ok(())
}

fn units(number: u32) -> String {
    if number == 1 { "1 ship or squadron".to_owned() } else { format!("{number} ships or squadrons") }
}

/// What follows from the table.
fn notes(plan: &Plan, field: &Battlefield, lines: &mut Lines) {
    if field.solar_flares > 0 {
        let dice = field.solar_flares;
        lines.say("ZONE-26", format!("solar flares: {dice}D6 each turn, once a game on a 6"));
    }
    if field.radiation_bursts > 0 {
        let dice = field.radiation_bursts;
        lines.say("ZONE-26", format!("radiation bursts: {dice}D6 each turn, at most one, on 5 or 6"));
    }
    if field.things.iter().any(|thing| thing.kind == Kind::WarpRift) {
        lines.say("ZONE-24", "no planetary defence within 30 cm of a warp rift");
    }
    if plan.scenario.low_orbit() {
        lines.say("ZONE-27", "a low orbit table of 45-60 by 90-135 cm is needed");
    }
    if let Some(zone) = field.zone {
        let effect = if zone.sunward_shooting() { "is affected" } else { "is as usual" };
        lines.say("ZONE-25", format!("shooting towards the sunward edge {effect} in this zone"));
    }
}
