//! Allies: ships of another people beside one's own (ALLY-01 to ALLY-24).

use super::limit::Register;
use super::{Breach, Entry, Library, of_type, one_in_three, section_of, worth};
use crate::campaign::hint::Hint;
use crate::campaign::lists::FleetList;
use crate::campaign::state::{Origin, Player};
use crate::ships::class::{People, ReserveType};
use crate::text::{a, thousands};

/// Whom a people refuses, one people at a time as the source lists them (ALLY-11 to ALLY-22).
const fn refuses(people: People, other: People) -> bool {
    use People::{
        Any, Chaos, CorsairEldar, CraftworldEldar, DarkEldar, Demiurg, Imperial, Kroot, Necrons, Orks, RogueTraders,
        SpaceMarines, Tau, Tyranids,
    };
    match people {
        Necrons | Tyranids => true,
        Imperial => matches!(other, Chaos | DarkEldar | CraftworldEldar | Orks),
        Chaos => matches!(other, Imperial | SpaceMarines | CorsairEldar | CraftworldEldar | Tau),
        Tau => matches!(other, SpaceMarines | Chaos | Orks | DarkEldar),
        DarkEldar => matches!(other, Imperial | SpaceMarines | Tau),
        CraftworldEldar => matches!(other, Imperial | SpaceMarines | Chaos | Orks),
        CorsairEldar => matches!(other, SpaceMarines | Chaos | Orks),
        SpaceMarines => !matches!(other, Imperial | RogueTraders),
        RogueTraders => matches!(other, Tyranids | Necrons),
        Orks => !matches!(other, Chaos | DarkEldar | RogueTraders),
        Demiurg | Kroot => matches!(other, SpaceMarines),
        Any => false,
    }
}

/// Whether two peoples may be allied: neither refuses the other (ALLY-10).
#[must_use]
pub const fn may_ally(people: People, other: People) -> bool {
    !refuses(people, other) && !refuses(other, people)
}

/// The people of a list: its own, or its fleet's.
fn people_of(list: &FleetList, library: &dyn Library) -> People {
    let fleet = || library.fleet(&list.fleet).map_or(People::Any, |fleet| fleet.people);
    list.people.unwrap_or_else(fleet)
}

pub(super) fn check(
    player: &Player,
    list: &FleetList,
    entries: &[Entry<'_>],
    library: &dyn Library,
    found: &mut Vec<Breach>,
) {
    let mut lists: Vec<&FleetList> = entries
        .iter()
        .filter_map(|entry| match &entry.vessel.origin {
            Origin::Ally(id) => library.list(id),
            Origin::Main | Origin::Reserve(_) => None,
        })
        .collect();
    if lists.is_empty() {
        return;
    }
    lists.sort_by_key(|list| &list.id);
    lists.dedup_by_key(|list| &list.id);
    let mut breach = |rule, says: String, hint: Hint| {
        found.push(Breach { rule, says, hint, unfinished: false });
    };
    let own_people = people_of(list, library);
    if !list.allies {
        breach("ALLY-19", format!("the list \"{}\" allies with nobody", list.name), "leave the allies out".into());
    }
    let marines = own_people == People::SpaceMarines
        || entries.iter().flat_map(|entry| &entry.classes).any(|(class, _)| class.people == People::SpaceMarines);
    let register = Register::new(list, player, entries);
    for entry in entries {
        let Origin::Ally(id) = &entry.vessel.origin else { continue };
        let Some(other) = library.list(id) else { continue };
        let name = &entry.vessel.name;
        for (class, _) in &entry.classes {
            // Ruling: a ship follows the line of its own people, Demiurg and Kroot theirs, not the Tau's (ALLY-24).
            let people = class.people;
            if people == own_people {
                breach(
                    "RESV-06",
                    format!("\"{name}\" is of the fleet's own people: a reserve, not an ally"),
                    Hint::TakeAsReserve,
                );
            } else if !other.allies {
                let says = format!("the list \"{}\" allies with nobody: \"{name}\"", other.name);
                breach("ALLY-19", says, "leave it out".into());
            } else if !may_ally(own_people, people) {
                let rule = if marines { "ALLY-19" } else { "ALLY-10" };
                breach(rule, format!("{own_people} and {people} never ally: \"{name}\""), Hint::ShowAllies);
            } else if marines && !matches!(people, People::RogueTraders | People::Imperial | People::SpaceMarines) {
                let says =
                    format!("a fleet with Space Marines allies with Rogue Traders only, not with {people}: \"{name}\"");
                breach("ALLY-13", says, "leave one of them out".into());
            } else if marines && class.xenos {
                breach(
                    "ALLY-20",
                    format!("no alien vessels beside Space Marines: \"{name}\""),
                    "leave one of them out".into(),
                );
            }
            // A commander whom the list asks for before it takes a class is not got round by calling it an ally.
            let rule = list.reserve_rules.iter().find(|rule| rule.classes.contains(&class.id));
            if let Some(rule) = rule.filter(|rule| !rule.commander.is_empty() && !register.led_by(&rule.commander)) {
                let hint = Hint::EnterCommander(rule.commander.clone());
                breach("ALLY-05", format!("{}: \"{name}\"", rule.says), hint);
            }
            if section_of(list, &class.id).is_some() {
                let says =
                    format!("the list \"{}\" has the {} itself: \"{name}\" cannot be an ally", list.name, class.name);
                breach("ALLY-02", says, "buy it from the own list".into());
            }
            if class.kind.reserve_type().is_none() {
                let says = format!("{} cannot be an ally: it is a {}", a(&class.name), class.kind);
                breach("ALLY-03", says, "allies are battleships, cruisers of every kind and escorts".into());
            }
        }
    }
    one_per_three(entries, found);
    own_limits(player, &lists, entries, library, found);
}

/// One allied vessel for every three of the main list of the same type (ALLY-03).
fn one_per_three(entries: &[Entry<'_>], found: &mut Vec<Breach>) {
    for kind in ReserveType::ALL {
        let own = of_type(entries.iter().filter(|entry| entry.vessel.origin == Origin::Main), *kind);
        let allied = of_type(entries.iter().filter(|entry| matches!(entry.vessel.origin, Origin::Ally(_))), *kind);
        if allied > own / 3 {
            found.push(Breach {
                rule: "ALLY-03",
                says: one_in_three("allied", *kind, allied, own),
                hint: Hint::Advice(format!(
                    "buy more {kind}s of the main list first, or import the whole fleet at once"
                )),
                unfinished: false,
            });
        }
    }
}

/// Allies obey the limits of their own list among themselves (ALLY-04, ALLY-06), and a list that accompanies others
/// says how many of it come along.
fn own_limits(
    player: &Player,
    lists: &[&FleetList],
    entries: &[Entry<'_>],
    library: &dyn Library,
    found: &mut Vec<Breach>,
) {
    let own_people = library.list(&player.list).map_or(People::Any, |list| people_of(list, library));
    for list in lists {
        let theirs: Vec<&Entry<'_>> =
            entries.iter().filter(|entry| matches!(&entry.vessel.origin, Origin::Ally(id) if *id == list.id)).collect();
        // Ruling: the player's commander opens to his allies what he opens to his own list (ALLY-05).
        let register = Register::new(list, player, entries);
        let mut breaches = Vec::new();
        for limit in &list.limits {
            register.check(limit, &theirs, &mut breaches);
        }
        found.extend(breaches.into_iter().map(|breach| Breach { rule: "ALLY-06", ..breach }));
        let Some(company) = &list.accompanies else { continue };
        let section = list.sections.iter().find(|section| section.id == company.section);
        let number = theirs
            .iter()
            .flat_map(|entry| &entry.classes)
            .filter(|(class, _)| section.is_some_and(|section| section.classes.contains(&class.id)))
            .map(|(_, count)| count)
            .sum::<u32>();
        let by_points = company.hosts.contains(&own_people);
        let most = if by_points { worth(entries).div_ceil(company.per_points.max(1)) } else { company.at_most };
        let never = company.never.contains(&player.fleet);
        if never || number > most {
            let most = if never { 0 } else { most };
            let says = format!(
                "{number} capital ships of \"{}\" accompany a fleet of {} points: {most} may",
                list.name,
                thousands(worth(entries))
            );
            found.push(Breach { rule: "ALLY-06", says, hint: Hint::from("take fewer of them"), unfinished: false });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of ALLY-24, one letter a pair; `-` for a people with itself.
    #[test]
    fn partners_are_those_of_the_table() {
        use People::*;
        let order = [
            Imperial,
            SpaceMarines,
            Chaos,
            Orks,
            CorsairEldar,
            CraftworldEldar,
            DarkEldar,
            Tau,
            Demiurg,
            Kroot,
            RogueTraders,
            Necrons,
            Tyranids,
        ];
        let table = [
            "-x..x..xxxx..",
            "x-........x..",
            "..-x..x.xxx..",
            "..x-..x...x..",
            "x...-xxxxxx..",
            "....x-xxxxx..",
            "..xxxx-.xxx..",
            "x...xx.-xxx..",
            "x.x.xxxx-xx..",
            "x.x.xxxxx-x..",
            "xxxxxxxxxx-..",
            "...........-.",
            "............-",
        ];
        for (people, row) in order.iter().zip(table) {
            for (other, mark) in order.iter().zip(row.chars()).filter(|(_, mark)| *mark != '-') {
                assert_eq!(may_ally(*people, *other), mark == 'x', "{people} with {other}");
            }
        }
    }
}
