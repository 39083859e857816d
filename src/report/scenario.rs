//! Scenarios and set-ups as text: what the rulebook's parts say, and what lies on the table.

use std::fmt::Write as _;

use serde::Serialize;

use super::listing::{Listing, figures, words};
use super::rules::{draw, push_wrapped};
use super::style::Style;
use crate::campaign::extras::DefenceKind;
use crate::catalog::rules::{Rule, Rules};
use crate::scenario::Scenario;
use crate::scenario::battlefield::{Kind, Thing, name_of};
use crate::scenario::set_up::SetUp;

/// One scenario with its rules.
#[derive(Clone, Debug, Serialize)]
pub struct ScenarioView {
    /// Number in the rulebook.
    pub number: usize,
    /// Name.
    pub scenario: Scenario,
    /// Raid or battle (SCEN-01).
    pub class: &'static str,
    /// Attacker and defender have different parts in it (ATT-08).
    pub has_roles: bool,
    /// Its parts in order.
    pub parts: Vec<PartView>,
}

/// A part of a scenario.
#[derive(Clone, Debug, Serialize)]
pub struct PartView {
    /// Which.
    pub part: &'static str,
    /// What the rules say.
    pub rules: Vec<Rule>,
}

impl ScenarioView {
    /// Draws up a scenario from the rules.
    #[must_use]
    pub fn new(scenario: Scenario) -> Self {
        let parts = scenario.rules().parts();
        let named = [
            ("Forces", parts.forces),
            ("Battlezone", parts.battlezone),
            ("Set-up", parts.set_up),
            ("First turn", parts.first_turn),
            ("Special rules", parts.special),
            ("Game length", parts.length),
            ("Victory", parts.victory),
            ("Record", parts.record),
        ];
        let part = |(part, ids): (&'static str, &[&str])| PartView {
            part,
            rules: ids.iter().filter_map(|id| Rules::embedded().get(id).cloned()).collect(),
        };
        Self {
            number: Scenario::ALL.iter().position(|other| *other == scenario).map_or(0, |index| index + 1),
            scenario,
            class: if scenario.is_raid() { "raid" } else { "battle" },
            has_roles: scenario.rules().roles().is_some(),
            parts: named.into_iter().map(part).collect(),
        }
    }

    /// The scenario as people read it.
    #[must_use]
    pub fn text(&self, style: Style) -> String {
        let mut out = style.heading(&format!("Scenario {}: {}", self.number, self.scenario));
        let roles = self.scenario.rules().roles().unwrap_or("no attacker or defender of its own");
        let _ = writeln!(out, "\nA {}; {roles} (SCEN-01, ATT-08).", self.class);
        for part in &self.parts {
            let _ = writeln!(out, "\n{}", style.heading(part.part));
            if part.rules.is_empty() {
                out.push_str("None.\n");
            }
            for rule in &part.rules {
                let optional = if rule.optional { " [optional]" } else { "" };
                push_wrapped(&mut out, &format!("{}{optional}  {}", rule.id, rule.says), style);
                if let Some(table) = &rule.table {
                    let _ = writeln!(out, "{}", draw(table, style));
                }
                if let Some(ruling) = &rule.ruling {
                    push_wrapped(&mut out, &format!("Our ruling: {ruling}"), style);
                }
            }
        }
        out
    }
}

/// The scenarios as a list.
#[must_use]
pub fn listing(views: &[ScenarioView]) -> Listing<'_> {
    Listing::new(
        views,
        &[
            figures("No", &|row: &ScenarioView| row.number.to_string()),
            words("Scenario", &|row: &ScenarioView| row.scenario.to_string()),
            words("Class", &|row: &ScenarioView| row.class.to_owned()),
            words("Roles", &|row: &ScenarioView| if row.has_roles { "yes" } else { "no" }.to_owned()),
            words("Length", &|row: &ScenarioView| row.scenario.rules().briefing().length.to_owned()),
        ],
    )
}

/// Planetary defences as a list (MISSION-17, COMP-02, COMP-04).
#[must_use]
pub fn defences(kinds: &[DefenceKind]) -> Listing<'_> {
    let number = |number: Option<u32>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    Listing::new(
        kinds,
        &[
            words("Defence", &|row: &DefenceKind| row.name.clone()),
            figures("Points", &|row: &DefenceKind| row.points.to_string()),
            figures("Most", &move |row: &DefenceKind| number(row.max)),
            figures("Hits", &|row: &DefenceKind| row.hits.to_string()),
            words("Stands in", &|row: &DefenceKind| row.place.clone()),
            figures("Squadron", &move |row: &DefenceKind| number(row.squadron)),
            figures("Tests on", &move |row: &DefenceKind| number(row.leadership)),
        ],
    )
}

/// What holds for all of them at the table.
#[must_use]
pub fn defence_notes(kinds: &[DefenceKind]) -> String {
    let still = kinds.iter().filter(|kind| kind.stationary).count();
    format!(
        "They test for Reload Ordnance and Brace for Impact alone (COMP-04). The {still} that cannot move remove D6 \
         blast markers in contact\nat the end of each End Phase (COMP-05). None stands within 30 cm of a warp rift \
         (COMP-06)."
    )
}

/// A set-up as people read it.
#[must_use]
pub fn set_up(set_up: &SetUp, style: Style) -> String {
    let field = &set_up.field;
    let mut out = style.heading(&format!("{}: the table", set_up.scenario));
    let zone =
        field.zone.map_or_else(|| "no battlezone rolled".to_owned(), |zone| format!("{zone} ({})", zone.number()));
    let sunward = field.sunward.map_or_else(String::new, |edge| format!(", sunward: {edge}"));
    let _ = writeln!(out, "\n{} × {} cm, {zone}{sunward}", field.table.width, field.table.depth);
    if field.things.is_empty() {
        out.push_str("Nothing lies on it.\n");
    } else {
        out.push_str("Middles are measured from the left short edge and the far long edge.\n");
        let rows = field.things.iter().map(|thing| {
            vec![
                name_of(&thing.kind).to_owned(),
                thing.x.to_string(),
                thing.y.to_string(),
                format!("{} × {}", thing.width, thing.depth),
                remarks(thing),
            ]
        });
        let _ = writeln!(out, "{}", style.table(&["What", "x", "y", "cm", "Remarks"], &[1, 2], rows));
    }
    for left in &field.left_out {
        let _ = writeln!(out, "No room for {left}.");
    }
    for line in &set_up.lines {
        let _ = writeln!(out, "{} ({})", capital(&line.says), line.rule);
    }
    out
}

fn remarks(thing: &Thing) -> String {
    match &thing.kind {
        Kind::Planet { gravity_well, rings, .. } => {
            let rings = rings.iter().map(|ring| {
                let what = if ring.asteroids { "asteroids" } else { "gas and dust" };
                format!("ring of {what} {} cm wide from {} cm", ring.width, ring.from)
            });
            let all: Vec<String> = std::iter::once(format!("gravity well {gravity_well} cm")).chain(rings).collect();
            all.join(", ")
        }
        Kind::Moon { gravity_well } => format!("gravity well {gravity_well} cm"),
        Kind::Asteroids | Kind::Cloud | Kind::WarpRift => String::new(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
