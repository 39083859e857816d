//! What the players roll when they set up a battle: battlezone, phenomena, and the scenario's own dice
//! (ZONE-02 to ZONE-28, SCEN-09, SCEN-20 to SCEN-126).

use serde::{Deserialize, Serialize};

use super::Scenario;
use super::battlefield::{Battlefield, Kind, Roller, Table};
use super::fault::{Fault, NotSetUp};
use super::party::{Formation, Hazards, Party};
use super::role::{BySide, Role};
use super::zone::{HouseRules, PlanetSize, Zone};
use crate::dice::{Dice, DiceError, Why, d6};
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
    pub fn usual(scenario: Scenario, agreed: bool, chosen: bool) -> Self {
        if chosen {
            Self::ByChoice
        } else if agreed || scenario.rules().rolls_phenomena() {
            Self::BySquares
        } else {
            Self::Nothing
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

/// Rolls the formations that nobody has chosen (SCEN-121).
///
/// # Errors
/// When a die cannot be had.
pub fn form_up(plan: &mut Plan, dice: &mut dyn Dice) -> Result<(), DiceError> {
    if !plan.scenario.rules().has_formations() {
        return Ok(());
    }
    for role in Role::BOTH {
        let party = plan.sides.of_mut(role);
        if party.formation.is_none() {
            let face = d6(dice, Why::new("formation", &party.name))?;
            party.formation = Some(Formation::ALL[usize::from((face - 1) / 2)]);
        }
    }
    Ok(())
}

/// Rolls a set-up.
///
/// # Errors
/// What forbids it, or a die that cannot be had.
pub fn roll(plan: &Plan, dice: &mut dyn Dice) -> Result<SetUp, NotSetUp> {
    let rules = plan.scenario.rules();
    let mut lines = Lines::default();
    let mut roller = Roller::new(dice, plan.table, plan.house);
    let zone = zone(plan, &mut roller, &mut lines)?;
    roller.sunward()?;
    let mut dealt = Dealt::default();
    if let Some(Placed { size, x, y }) = rules.planet(plan, roller.dice(), &mut lines, &mut dealt)? {
        roller.planet(size, x, y)?;
    }
    if let Some(zone) = zone {
        roller.phenomena(zone)?;
    }
    rules.dice(plan, roller.dice(), &mut lines, &mut dealt)?;
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

/// What the players must be told of a set-up, as it is rolled.
#[derive(Default)]
pub struct Lines(Vec<Line>);

impl Lines {
    /// Says something by a rule.
    pub fn say(&mut self, rule: &str, says: impl Into<String>) {
        self.0.push(Line { says: says.into(), rule: rule.to_owned(), of: None });
    }

    /// Says something that names a vessel of a side.
    pub fn say_of(&mut self, role: Role, rule: &str, says: String) {
        self.0.push(Line { says, rule: rule.to_owned(), of: Some(role) });
    }
}

/// The zone, where phenomena are rolled.
fn zone(plan: &Plan, roller: &mut Roller<'_>, lines: &mut Lines) -> Result<Option<Zone>, NotSetUp> {
    let scenario = plan.scenario;
    let allowed = scenario.rules().zones();
    let forbidden = |zone: Zone| {
        let names: Vec<&str> = allowed.iter().map(|zone| zone.word()).collect();
        Fault::by("ZONE-04", format!("{scenario} is not fought in the {zone}"))
            .hint(format!("choose {}", crate::text::or_list(&names)))
    };
    let fits = |zone: Zone| allowed.contains(&zone) || scenario.rules().any_zone();
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
            let chosen = |party: &Party| party.zone.ok_or_else(|| NotSetUp::NoZone(party.name.clone()));
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

/// A planet that a scenario places: its size and middle, in centimetres.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its size.
    pub size: PlanetSize,
    /// From the left short edge.
    pub x: u32,
    /// From the far long edge.
    pub y: u32,
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

/// Rolls who chooses the first or the second turn (SCEN-09).
///
/// # Errors
/// When a die cannot be had.
pub fn first_turn(
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

/// Rolls who places first: the lower.
///
/// # Errors
/// When a die cannot be had.
pub fn first_to_deploy(
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

/// Rolls for how many turns defenders are surprised (SCEN-43, SCEN-127).
///
/// # Errors
/// When a die cannot be had.
pub fn surprised(
    plan: &Plan,
    dice: &mut dyn Dice,
    rule: &'static str,
    lines: &mut Lines,
    dealt: &mut Dealt,
) -> Result<(), DiceError> {
    let name = &plan.sides.defender.name;
    dealt.alarm = d6(dice, Why::new("surprised defenders", name))?;
    let turns = u32::from(dealt.alarm);
    lines.say(rule, format!("{name}'s ships have -1 Leadership for {}", count(turns, "turn")));
    Ok(())
}

/// A number of ships or squadrons in words.
#[must_use]
pub fn units(number: u32) -> String {
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
    if plan.scenario.rules().low_orbit() {
        lines.say("ZONE-27", "a low orbit table of 45-60 by 90-135 cm is needed");
    }
    if let Some(zone) = field.zone {
        let effect = if zone.sunward_shooting() { "is affected" } else { "is as usual" };
        lines.say("ZONE-25", format!("shooting towards the sunward edge {effect} in this zone"));
    }
}
