//! The set-up of a battle of the campaign: rolled once, recorded, and the same for everybody.

use serde::{Deserialize, Serialize};

use super::party;
use crate::campaign::event::Event;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::turn::report::Role;
use crate::campaign::turn::{Battle, BySide, Step, at_step, sides};
use crate::campaign::{Circumstances, Library};
use crate::scenario::Scenario;
use crate::scenario::battlefield::Table;
use crate::scenario::party::Formation;
use crate::scenario::set_up::{Method, Plan, form_up, roll};
use crate::scenario::zone::{HouseRules, Zone};

/// What the players of a battle have agreed on or chosen before its set-up is rolled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Choices {
    /// How phenomena are placed; by squares when absent, or in the zone that is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<Method>,
    /// The battlezone both agreed on (ZONE-04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Zone>,
    /// The table; the usual one when absent (ZONE-28).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
    /// The battlezone that each chose in secret (ZONE-05).
    #[serde(default)]
    pub zones: BySide<Option<Zone>>,
    /// The formation that each chose in secret; a die decides for who chose none (SCEN-121).
    #[serde(default)]
    pub formations: BySide<Option<Formation>>,
}

/// What is to be rolled for a battle, once its sides and scenario are known.
#[must_use]
pub fn plan(campaign: &Campaign, battle: &Battle, library: &dyn Library, choices: &Choices) -> Option<Plan> {
    let (scenario, both) = (battle.scenario?, battle.sides.as_ref()?);
    let options = campaign.about.as_ref().map(|about| &about.options);
    let flag = |name: &str| options.is_some_and(|options| options.flag(name));
    let chosen = choices.zones.both().into_iter().any(Option::is_some);
    let usual = Method::usual(scenario, choices.zone.is_some(), chosen);
    let mut parties = BySide {
        attacker: party(campaign, &both.attacker, library),
        defender: party(campaign, &both.defender, library),
    };
    for role in [Role::Attacker, Role::Defender] {
        let party = parties.of_mut(role);
        (party.zone, party.formation) = (*choices.zones.of(role), *choices.formations.of(role));
    }
    Some(Plan {
        scenario,
        table: choices.table.unwrap_or(Table::USUAL),
        method: choices.method.unwrap_or(usual),
        zone: choices.zone,
        size: battle.size.unwrap_or(1000),
        sides: parties,
        house: HouseRules { rings_on_4: flag("rings-on-4"), large_outer_planets: flag("large-outer-planets") },
        surprised: flag("surprised-engagement"),
    })
}

/// Rolls the set-up of a battle, once.
pub(in crate::campaign) fn set_up(
    campaign: &Campaign,
    id: BattleId,
    choices: &Choices,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Battle)?;
    if battle.set_up.is_some() {
        return Err(Refusal::by("ZONE-03", format!("battle {} is set up already", id.0))
            .hint(Hint::ShowOrUndoSetUp(id))
            .into());
    }
    if battle.confirmation.is_some() {
        return Err(Refusal::by("SCEN-15", format!("battle {} is reported already", id.0)).into());
    }
    let formed = choices.formations.both().into_iter().any(Option::is_some);
    if formed && !battle.scenario.is_some_and(|scenario| scenario.rules().has_formations()) {
        let scenario = battle.scenario.map(Scenario::word).unwrap_or_default();
        return Err(Refusal::by("SCEN-121", format!("nobody chooses a formation in {scenario}")).into());
    }
    let Some(mut plan) = plan(campaign, battle, with.library, choices) else {
        return Err(Refusal::by("CAMP-12", "the battle is not ready to be set up").into());
    };
    let table = plan.table;
    if !(60..=600).contains(&table.depth) || !(table.depth..=600).contains(&table.width) {
        let says = format!("a table of {} by {} cm cannot be set up", table.width, table.depth);
        return Err(Refusal::by("ZONE-28", says).hint("give the long edge first, each of 60 to 600 cm").into());
    }
    form_up(&mut plan, with.dice)?;
    let mut rolled = roll(&plan, with.dice)?;
    // What names vessels is told by itself, so that it can be kept secret.
    let named: Vec<_> = rolled.lines.extract_if(.., |line| line.of.is_some()).collect();
    let both = sides(battle)?;
    let mut events = vec![Event::BattleSetUp { battle: id, set_up: Box::new(rolled) }];
    for role in [Role::Attacker, Role::Defender] {
        let lines: Vec<_> = named.iter().filter(|line| line.of == Some(role)).cloned().collect();
        if !lines.is_empty() {
            events.push(Event::UnitsDealt { battle: id, player: both.of(role).player, lines });
        }
    }
    Ok(events)
}
