//! What a register may hold: points, fleet-list limits, squadrons, reserves and allies
//! (FLEET-01, FLEET-09, COMP-08 to COMP-12, RESV-01 to RESV-06, ALLY-01 to ALLY-24).
//!
//! The register is judged as a whole. A buyer is stopped only by what his purchase makes worse, and what a list
//! demands at least is asked for when the mustering closes.

mod allies;
mod limit;
mod officers;
mod reserves;
mod upgrades;

pub use allies::may_ally;
pub(super) use limit::selects;

use super::Library;
use super::bounds::total;
use super::lists::{FleetList, Section};
use super::refusal::Refusal;
use super::state::{Campaign, Origin, Player, Vessel};
use crate::campaign::hint::Hint;
use crate::ships::class::{ReserveType, ShipClass, ShipType};
use crate::text::{count, thousands};

/// One rule that a register breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The rule.
    pub rule: &'static str,
    /// What is wrong.
    pub says: String,
    /// What to do.
    pub hint: Hint,
    /// More ships can mend it, so it matters only when the mustering closes.
    pub unfinished: bool,
}

impl Breach {
    /// What a ruling about it covers: the rule, and of a list's limits the one that is broken.
    #[must_use]
    pub fn key(&self) -> String {
        key(self.rule, &self.says)
    }

    /// The breach as a refusal that the arbitrator may overrule.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        Refusal::by(self.rule, self.says.clone()).hint(self.hint.clone()).allowable()
    }
}

/// The key of a breach told by its rule and sentence, whose figures stand after a colon.
#[must_use]
pub fn key(rule: &str, says: &str) -> String {
    let limit = says.split_once(": ").map_or("", |(limit, _)| limit);
    format!("{rule} {limit}").trim_end().to_owned()
}

/// A vessel with what the limits look at.
struct Entry<'a> {
    vessel: &'a Vessel,
    classes: Vec<(&'a ShipClass, u32)>,
}

impl Entry<'_> {
    fn ships(&self) -> u32 {
        self.classes.iter().map(|(_, count)| count).sum()
    }

    fn is_escort(&self) -> bool {
        self.classes.iter().any(|(class, _)| class.kind == ShipType::Escort)
    }
}

/// Every rule that a player's register breaks.
#[must_use]
pub fn breaches(campaign: &Campaign, player: &Player, library: &dyn Library) -> Vec<Breach> {
    let entries: Vec<Entry<'_>> = campaign
        .register(player.id)
        .map(|vessel| Entry {
            vessel,
            classes: vessel.hulls.iter().map(|hulls| (campaign.class(hulls.design), hulls.count)).collect(),
        })
        .collect();
    let mut found = Vec::new();
    points(campaign, player, &entries, &mut found);
    house_rules(campaign, &entries, &mut found);
    let Some(list) = library.list(&player.list) else { return found };
    let own: Vec<&Entry<'_>> = entries.iter().filter(|entry| !matches!(entry.vessel.origin, Origin::Ally(_))).collect();
    let register = limit::Register::new(list, player, &entries);
    for limit in &list.limits {
        register.check(limit, &own, &mut found);
    }
    squadrons(list, &entries, library, &mut found);
    named_ships(&entries, &mut found);
    officers::check(player, list, &entries, library, &mut found);
    upgrades::check(player, &entries, library, &mut found);
    reserves::check(player, list, &entries, library, &mut found);
    allies::check(player, list, &entries, library, &mut found);
    found
}

fn worth(entries: &[Entry<'_>]) -> u32 {
    total(entries.iter().map(|entry| entry.vessel.points))
}

/// The starting register is worth at most so many points (FLEET-01).
fn points(campaign: &Campaign, player: &Player, entries: &[Entry<'_>], found: &mut Vec<Breach>) {
    let options = campaign.about.as_ref().map(|about| &about.options);
    let on = |name: &str| options.is_none_or(|options| options.flag(name));
    let worth: u32 = entries
        .iter()
        .filter(|entry| !player.ready || !entry.vessel.late)
        .map(|entry| {
            let mut points = entry.vessel.points;
            if !on("commanders-count") {
                points -= entry.vessel.officer.as_ref().map_or(0, |officer| officer.points).min(points);
            }
            if !on("upgrades-count") {
                let upgrades: i32 = entry.vessel.upgrades.iter().map(|upgrade| upgrade.points).sum();
                points = points.saturating_add_signed(-upgrades);
            }
            points
        })
        .fold(0, u32::saturating_add);
    if worth > player.start_points {
        found.push(Breach {
            rule: "FLEET-01",
            says: format!(
                "the register is worth {} points, {} more than the {} it may start with",
                thousands(worth),
                thousands(worth - player.start_points),
                thousands(player.start_points)
            ),
            hint: Hint::from("leave something out; a register below the limit is legal"),
            unfinished: false,
        });
    }
}

/// A club that plays without reserves or allies has none, even if it changed its mind after they were bought.
fn house_rules(campaign: &Campaign, entries: &[Entry<'_>], found: &mut Vec<Breach>) {
    let Some(about) = &campaign.about else { return };
    for entry in entries {
        let (option, rule) = match entry.vessel.origin {
            Origin::Main => continue,
            Origin::Reserve(_) => ("reserves", "RESV-01"),
            Origin::Ally(_) => ("allies", "ALLY-01"),
        };
        if !about.options.flag(option) {
            let says = format!("this campaign plays without {option}: \"{}\"", entry.vessel.name);
            found.push(Breach { rule, says, hint: Hint::from("sell it"), unfinished: false });
        }
    }
}

/// The section of a list that sells a class.
#[must_use]
pub fn section_of<'l>(list: &'l FleetList, class: &str) -> Option<&'l Section> {
    list.sections.iter().find(|section| section.classes.iter().any(|id| id == class))
}

/// Sizes of squadrons, and no escort alone beside others (COMP-09, COMP-11).
fn squadrons(list: &FleetList, entries: &[Entry<'_>], library: &dyn Library, found: &mut Vec<Breach>) {
    let escorts = entries.iter().filter(|entry| entry.is_escort()).count();
    for entry in entries.iter().filter(|entry| entry.ships() > 1 || entry.is_escort()) {
        let (class, _) = entry.classes[0];
        let origin = match &entry.vessel.origin {
            Origin::Main => Some(list),
            Origin::Reserve(id) | Origin::Ally(id) => library.list(id),
        };
        let section = origin.and_then(|list| section_of(list, &class.id));
        let least = section.and_then(|section| section.squadron_min).unwrap_or(2);
        let most = section.and_then(|section| section.squadron_max).unwrap_or(6);
        let ships = entry.ships();
        let name = &entry.vessel.name;
        if ships > most {
            found.push(Breach {
                rule: "COMP-11",
                says: format!("the squadron \"{name}\" has {ships} ships, at most {most} are allowed"),
                hint: Hint::from("split it in two"),
                unfinished: false,
            });
        }
        // Ruling: a list's usual minimum of 2 does not forbid the only escort of a fleet (COMP-09).
        let only_one = ships == 1 && escorts == 1 && least <= 2;
        if ships < least && !only_one {
            let says = if ships == 1 && escorts > 1 {
                format!("\"{name}\" is an escort alone beside others: squadrons have {least} to {most} ships")
            } else {
                format!("the squadron \"{name}\" has {}, at least {least} are needed", count(ships, "ship"))
            };
            let hint = Hint::from("join the escorts into one squadron");
            found.push(Breach { rule: "COMP-09", says, hint, unfinished: false });
        }
    }
}

/// A named ship is taken once (COMP-10).
fn named_ships(entries: &[Entry<'_>], found: &mut Vec<Breach>) {
    let mut seen: Vec<&str> = Vec::new();
    for (class, number) in entries.iter().flat_map(|entry| &entry.classes).filter(|(class, _)| class.unique) {
        if seen.contains(&class.id.as_str()) || *number > 1 {
            found.push(Breach {
                rule: "COMP-10",
                says: format!("there is only one {}", class.name),
                hint: Hint::from("take another class"),
                unfinished: false,
            });
        }
        seen.push(&class.id);
    }
}

/// Ships of a reserve type among entries.
fn of_type<'e>(entries: impl Iterator<Item = &'e Entry<'e>>, kind: ReserveType) -> u32 {
    entries
        .flat_map(|entry| &entry.classes)
        .filter(|(class, _)| class.kind.reserve_type() == Some(kind))
        .map(|(_, count)| count)
        .sum()
}

/// The sentence for too many ships beside the main list.
fn one_in_three(what: &str, kind: ReserveType, taken: u32, own: u32) -> String {
    format!(
        "{} too many: one {what} {kind} for every three {kind}s of the main list, and {own} allow {}",
        count(taken, &format!("{what} {kind}")) + if taken == 1 { " is" } else { " are" },
        own / 3
    )
}
