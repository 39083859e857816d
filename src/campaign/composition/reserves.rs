//! Reserves: ships of another list of the same race (RESV-01 to RESV-06).

use super::limit::Register;
use super::{Breach, Entry, Library, of_type, one_in_three};
use crate::campaign::hint::Hint;
use crate::campaign::limits::Counted;
use crate::campaign::lists::{FleetList, ReserveRule};
use crate::campaign::state::{Origin, Player};
use crate::ships::class::ReserveType;
use crate::text::{a, thousands};

pub(super) fn check(
    player: &Player,
    list: &FleetList,
    entries: &[Entry<'_>],
    library: &dyn Library,
    found: &mut Vec<Breach>,
) {
    let taken: Vec<&Entry<'_>> =
        entries.iter().filter(|entry| matches!(entry.vessel.origin, Origin::Reserve(_))).collect();
    if taken.is_empty() {
        return;
    }
    // Rules of the list itself go before the general one (RESV-04).
    let special = |entry: &&&Entry<'_>| entry.classes.iter().all(|(class, _)| rule_for(list, &class.id).is_some());
    let by_list: Vec<&Entry<'_>> = taken.iter().filter(special).copied().collect();
    let ordinary: Vec<&Entry<'_>> = taken.iter().filter(|entry| !special(entry)).copied().collect();
    for entry in &ordinary {
        if let Some(breach) = wrong_source(player, list, entry, library) {
            found.push(breach);
        }
        if let Some((class, _)) = entry.classes.iter().find(|(class, _)| class.kind.reserve_type().is_none()) {
            found.push(Breach {
                rule: "RESV-02",
                says: format!("{} cannot be taken as a reserve: it is a {}", a(&class.name), class.kind),
                hint: Hint::from("reserves are battleships, cruisers of every kind and escorts"),
                unfinished: false,
            });
        }
    }
    for kind in ReserveType::ALL {
        // Ruling: only ships of the main list count towards the three (RESV-01).
        let own = of_type(entries.iter().filter(|entry| entry.vessel.origin == Origin::Main), *kind);
        let other = of_type(ordinary.iter().copied(), *kind);
        if other > own / 3 {
            found.push(Breach {
                rule: "RESV-01",
                says: one_in_three("reserve", *kind, other, own),
                hint: Hint::Advice(format!(
                    "buy more {kind}s of the main list first, or import the whole fleet at once"
                )),
                unfinished: false,
            });
        }
    }
    by_rule(player, list, &by_list, entries, found);
}

fn rule_for<'l>(list: &'l FleetList, class: &str) -> Option<&'l ReserveRule> {
    list.reserve_rules.iter().find(|rule| rule.classes.iter().any(|id| id == class))
}

/// A reserve comes from another list of the same race, or of a race the list names (RESV-01, RESV-03, RESV-04).
fn wrong_source(player: &Player, list: &FleetList, entry: &Entry<'_>, library: &dyn Library) -> Option<Breach> {
    let Origin::Reserve(id) = &entry.vessel.origin else { return None };
    let other = library.list(id)?;
    let race = |list: &FleetList| library.fleet(&list.fleet).map(|fleet| fleet.race.clone()).unwrap_or_default();
    let from = list.reserves_from.as_ref();
    let kin = race(other) == race(list) || from.is_some_and(|from| from.races.contains(&race(other)));
    let alien = entry.classes.iter().any(|(class, _)| class.xenos);
    let (rule, says) = if other.id == player.list {
        ("RESV-01", format!("\"{}\" is the player's own list, not a reserve", other.name))
    } else if !list.reserves || !other.reserves {
        let closed = if list.reserves { other } else { list };
        ("RESV-04", format!("the list \"{}\" neither gives nor takes reserves", closed.name))
    } else if !kin {
        ("RESV-03", format!("\"{}\" is of another race than \"{}\": not a reserve", other.name, list.name))
    } else if alien && race(other) != race(list) && !from.is_some_and(|from| from.xenos) {
        ("RESV-04", format!("the list \"{}\" takes no alien vessels as reserves", list.name))
    } else {
        return None;
    };
    let hint = Hint::TakeAsAlly;
    Some(Breach { rule, says, hint, unfinished: false })
}

fn by_rule(player: &Player, list: &FleetList, taken: &[&Entry<'_>], entries: &[Entry<'_>], found: &mut Vec<Breach>) {
    let register = Register::new(list, player, entries);
    for rule in &list.reserve_rules {
        let classes = taken.iter().flat_map(|entry| &entry.classes);
        let number: u32 = classes.filter(|(class, _)| rule.classes.contains(&class.id)).map(|(_, count)| count).sum();
        if number == 0 {
            continue;
        }
        // What one rule lets in may be what another counts: Corsair cruisers open the Void Stalker.
        let takes = |entry: &&Entry<'_>| entry.classes.iter().any(|(class, _)| rule.classes.contains(&class.id));
        let others: Vec<&Entry<'_>> = entries.iter().filter(|entry| !takes(entry)).collect();
        let among = register.tally(&rule.others, Counted::Ships, &others);
        let allowed = among.checked_div(rule.per).map_or(rule.count, |groups| groups * rule.count);
        let most = rule.max.map_or(allowed, |max| allowed.min(max));
        let mut breach = |says: String, hint: Hint| {
            found.push(Breach { rule: "RESV-04", says, hint, unfinished: false });
        };
        if number > most {
            let says = format!("{}: {number} taken, {among} of the others allow {most}", rule.says);
            breach(says, "buy other ships first, or import the whole fleet at once".into());
        }
        if let Some(least) = rule.fleet_points.filter(|least| register.worth < *least) {
            let says =
                format!("{}: the register is worth {} of {}", rule.says, thousands(register.worth), thousands(least));
            breach(says, "buy other ships first, or import the whole fleet at once".into());
        }
        if !rule.commander.is_empty() && !register.led_by(&rule.commander) {
            let hint = Hint::EnterCommander(rule.commander.clone());
            breach(rule.says.clone(), hint);
        }
    }
}
