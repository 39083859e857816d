//! How many lesser commanders a register may have (CMDR-09).

use super::limit::Register;
use super::{Breach, Entry, Library};
use crate::campaign::hint::Hint;
use crate::campaign::limits::Counted;
use crate::campaign::lists::{CommanderKind, CommanderRole, FleetList};
use crate::campaign::state::Player;
use crate::text::a;

pub(super) fn check(
    player: &Player,
    list: &FleetList,
    entries: &[Entry<'_>],
    library: &dyn Library,
    found: &mut Vec<Breach>,
) {
    let register = Register::new(list, player, entries);
    let all: Vec<&Entry<'_>> = entries.iter().collect();
    for kind in library.commanders(&player.list) {
        let aboard = |entry: &&Entry<'_>| entry.vessel.officer.as_ref().is_some_and(|officer| officer.kind == kind.id);
        let number = u32::try_from(entries.iter().filter(aboard).count()).unwrap_or(u32::MAX);
        let allowed = most(kind, &register, &all);
        // A list that says exactly how many is not in order with fewer, once the fleet is complete.
        if let Some(least) = allowed.filter(|least| kind.exact && number < *least) {
            let says = format!("{number} of the kind \"{}\" are too few: {least} needed", kind.rank);
            let hint = Hint::BuyOfficers;
            found.push(Breach { rule: "CMDR-09", says, hint, unfinished: true });
        }
        if number == 0 {
            continue;
        }
        let mut breach = |says: String, hint: Hint| {
            found.push(Breach { rule: "CMDR-09", says, hint, unfinished: false });
        };
        if let Some(most) = allowed.filter(|most| number > *most) {
            breach(
                format!("commanders of the kind \"{}\": {number} taken, {most} allowed", kind.rank),
                "leave one out".into(),
            );
        }
        if let Some(least) = kind.fleet_points.filter(|least| register.worth < *least) {
            let says = format!("{} serves in a fleet of {least} points or more", a(&kind.rank));
            breach(says, "buy other ships first, or import the whole fleet at once".into());
        }
    }
}

/// The most of a kind that may be bought. The player's own commander stands for one that leads fleets (CMDR-08).
fn most(kind: &CommanderKind, register: &Register<'_>, entries: &[&Entry<'_>]) -> Option<u32> {
    let leads = u32::from(kind.role == CommanderRole::FleetCommander);
    let once = kind.max.map(|most| most.saturating_sub(leads));
    let by_points = kind.max_per_points.map(|points| register.worth.div_ceil(points).saturating_sub(leads));
    let by_ships = kind
        .per_ships
        .iter()
        .filter(|per| per.lists.is_empty() || per.lists.contains(&register.list.id))
        .map(|per| {
            let ships = register.tally(&per.of, Counted::Ships, entries);
            let most = (ships / per.per * per.count).max(per.least);
            per.most.map_or(most, |cap| most.min(cap)).saturating_sub(leads)
        })
        .min();
    [once, by_points, by_ships].into_iter().flatten().min()
}
