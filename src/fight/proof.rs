//! A battle that the engine fought, played again from its set-up, answers and dice: a report is believed if they lead to
//! it.

use serde_json::Value;

use super::stations::Stations;
use super::war::placing;
use super::{Fight, MOST, replay, under_way};
use crate::battle::gothic::decisions::answer::Decision;
use crate::battle::gothic::event::Event;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::turn::Battle;
use crate::campaign::turn::report::{Fought, Report};
use crate::campaign::turn::under_way::{PERSON, Row};
use crate::campaign::umpire::{Proof, Umpire};
use crate::catalog::Catalog;
use crate::dice::Kept;
use crate::notation;
use crate::notation::BattleFile;

/// When a record is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// As it is recorded: everything must be proven.
    Now,
    /// As it was recorded, perhaps before there was a set-up, a digest or a purpose of a die.
    Then,
    /// In a past that was amended, in which ships or table may be others than those that fought.
    Amended,
}

/// Plays battles again.
#[derive(Clone, Copy)]
pub struct Engine<'c> {
    catalog: &'c Catalog,
    when: When,
}

impl<'c> Engine<'c> {
    /// For a battle that is being recorded: everything must be proven.
    #[must_use]
    pub const fn now(catalog: &'c Catalog) -> Self {
        Self { catalog, when: When::Now }
    }

    /// For a battle that was recorded, by whatever program.
    #[must_use]
    pub const fn then(catalog: &'c Catalog) -> Self {
        Self { catalog, when: When::Then }
    }

    /// For a battle in a past that was amended: its record stands by itself where it no longer fits.
    #[must_use]
    pub const fn amended(catalog: &'c Catalog) -> Self {
        Self { catalog, when: When::Amended }
    }

    /// The battle as it was written down.
    fn record(self, fought: &Fought) -> Result<BattleFile, String> {
        notation::read_battle("its record", &fought.file, &self.catalog.fleets)
            .map_err(|problems| problems.first().map(ToString::to_string).unwrap_or_default())
    }

    fn played(self, campaign: &Campaign, battle: &Battle, report: &Report, fought: &Fought) -> Result<Proof, String> {
        let file = self.record(fought)?;
        let mut open = missing(&file, fought, battle);
        let people = fought.captains.both().into_iter().any(|rank| rank == PERSON);
        if self.when == When::Now && people && fought.kept.is_none() {
            open.push("its answers were not kept as they were given".to_owned());
        }
        if self.when == When::Now && !open.is_empty() {
            return Err(open.join(", "));
        }
        let fight = Fight::of(campaign, battle, self.catalog).map_err(|refusals| refusals.to_string());
        let fits = fight.and_then(|fight| match begins_otherwise(&fight, &file, fought, battle) {
            None => Ok(fight),
            Some(why) => Err(why),
        });
        let fight = match fits {
            Ok(fight) => Some(fight),
            Err(_) if self.when == When::Amended => {
                open.push("what came before it was amended, and ships or table are those of then".to_owned());
                None
            }
            Err(why) => return Err(why),
        };
        let mut events: Vec<Event> = Vec::new();
        let end = replay::again(&file, &mut |_, _, _, told| events.extend_from_slice(told))?;
        if end.pending() != Decision::Over && file.actions.len() < MOST as usize {
            return Err("it is not over after its last answer".to_owned());
        }
        let digest = notation::digest(&file.situation.roster, &end);
        if fought.digest.as_ref().is_some_and(|recorded| *recorded != digest) {
            return Err("answers and dice lead to another end than the digest names".to_owned());
        }
        let told = fight.map(|fight| fight.report_told(campaign, &end, &events));
        if let Some(what) = told.and_then(|told| differs(report, &told)) {
            return Err(format!("the report is another: {what}"));
        }
        Ok(if open.is_empty() { Proof::Whole } else { Proof::Partly(open) })
    }
}

impl Umpire for Engine<'_> {
    fn judge(&self, campaign: &Campaign, battle: &Battle, report: &Report, fought: &Fought) -> Result<Proof, Refusals> {
        self.played(campaign, battle, report, fought).map_err(|what| {
            let id = battle.id.0;
            Refusal::by("SCEN-15", format!("the record of battle {id} does not lead to its report: {what}"))
                .hint(Hint::FightOrReport(battle.id))
                .into()
        })
    }

    fn same(&self, before: &Campaign, after: &Campaign, battle: BattleId) -> bool {
        if self.when != When::Now {
            return true;
        }
        let begins = |campaign: &Campaign| {
            let battle = campaign.battles.get(&battle)?;
            let fight = Fight::of(campaign, battle, self.catalog).ok()?;
            let laid = fight.lay(battle.set_up.as_deref()?).ok()?;
            Some(notation::write(&fight.roster, &laid))
        };
        begins(before) == begins(after)
    }

    fn repeats(&self, kept: &[Row], fought: &Fought) -> Result<(), String> {
        let file = self.record(fought)?;
        under_way::otherwise(kept, &file, fought).map_or(Ok(()), Err)
    }

    fn leads_on(&self, campaign: &Campaign, battle: &Battle, kept: &[Row]) -> Result<(), String> {
        let Some(begun) = battle.under_way.as_deref() else { return Ok(()) };
        let fight = Fight::of(campaign, battle, self.catalog).map_err(|refusals| refusals.to_string())?;
        under_way::again(&fight, battle.id, &begun.captains, kept)
    }
}

/// What a record lacks that is needed to prove all of it.
fn missing(file: &BattleFile, fought: &Fought, battle: &Battle) -> Vec<String> {
    let purposes = matches!(file.dice, Kept::Rolls(_));
    let lacks = [
        (battle.set_up.is_none() || !file.opens, "the set-up is not recorded"),
        (!purposes, "the dice have no purposes"),
        (fought.digest.is_none(), "there is no digest of the end"),
    ];
    lacks.into_iter().filter(|(lacks, _)| *lacks).map(|(_, what)| what.to_owned()).collect()
}

/// Why a record does not begin with the fleets of the campaign as the set-up and the orders of their players deploy them.
fn begins_otherwise(fight: &Fight, file: &BattleFile, fought: &Fought, battle: &Battle) -> Option<String> {
    let Some(set_up) = battle.set_up.as_deref().filter(|_| file.opens) else {
        // An older record begins when the first turn is open: its ships can be compared, not where they stand.
        return (fight.roster != file.situation.roster).then(|| "its ships are not those of the battle".to_owned());
    };
    let mut laid = match fight.lay(set_up) {
        Ok(laid) => laid,
        Err(refusals) => return Some(refusals.to_string()),
    };
    for role in placing(set_up) {
        let orders = fought.deployed.of(role);
        if orders.is_empty() {
            continue;
        }
        let mut stations = Stations::new(fight, set_up, &laid, Fight::side(role));
        for (number, line) in (1..).zip(orders) {
            if let Err(why) = stations.order(line) {
                return Some(format!("order {number} of the {role}'s deployment, `{line}`: {why}"));
            }
        }
        if let Some(fault) = stations.faults().first() {
            return Some(format!("the {role}'s deployment: {fault}"));
        }
        laid = stations.battle;
    }
    let due = notation::write(&fight.roster, &laid);
    let found = notation::write(&file.situation.roster, &file.situation.battle);
    if due == found {
        return None;
    }
    let other = due.lines().zip(found.lines()).find(|(due, found)| due != found);
    Some(match other {
        Some((due, found)) => {
            format!("it begins otherwise than it was set up: `{}`, not `{}`", found.trim(), due.trim())
        }
        None => "it begins otherwise than it was set up".to_owned(),
    })
}

/// The first thing that one report says and the other does not.
fn differs(report: &Report, told: &Report) -> Option<String> {
    if report == told {
        return None;
    }
    let [said, due] = [report, told].map(|report| serde_json::to_value(report).unwrap_or_default());
    let (place, said, due) = other(String::new(), &said, &due)?;
    Some(format!("{place} is {said}, and would be {due}"))
}

fn other(place: String, said: &Value, due: &Value) -> Option<(String, Value, Value)> {
    if said == due {
        return None;
    }
    let under = |key: &str| if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") };
    match (said, due) {
        (Value::Object(one), Value::Object(two)) => {
            let keys = one.keys().chain(two.keys().filter(|key| !one.contains_key(*key)));
            let both = |key: &String| {
                let [one, two] = [one, two].map(|map| map.get(key).cloned().unwrap_or_default());
                other(under(key), &one, &two)
            };
            keys.into_iter().find_map(both)
        }
        (Value::Array(one), Value::Array(two)) if one.len() == two.len() => (1..)
            .zip(one.iter().zip(two))
            .find_map(|(number, (one, two)): (u32, _)| other(under(&number.to_string()), one, two)),
        _ => Some((place, said.clone(), due.clone())),
    }
}
