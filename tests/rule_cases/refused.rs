//! What the battle engine refuses of the peoples that it plays: every class, option, upgrade and commander of their files.

use renown::catalog::Catalog;
use renown::ships::armament::slots;
use renown::ships::class::ShipClass;
use renown::ships::fitting::Fitting;
use renown::ships::profile::Profile;

const PEOPLES: [&str; 10] = [
    "imperial-navy",
    "chaos",
    "orks",
    "eldar-corsairs",
    "eldar-craftworld",
    "space-marines",
    "adeptus-mechanicus",
    "rogue-traders",
    "tau",
    "planetary-defences",
];

/// A fitting with the first armament of every slot that must be filled; a Ghostship has no launch bays, which come first.
fn armed(class: &ShipClass, upgrades: Vec<String>) -> Fitting {
    let ghost = upgrades.iter().any(|id| id == "ghostship");
    let slots = slots(class);
    // A launcha is one mount for two weapons, not a choice.
    let must = slots.iter().filter(|slot| slot.must_be_filled() && slot.id != "prow-launcha");
    let armament = must
        .filter_map(|slot| if ghost { slot.choices.last() } else { slot.choices.first() })
        .map(|choice| choice.id.clone())
        .collect();
    Fitting { armament, upgrades, ..Fitting::default() }
}

#[test]
fn every_class_of_these_peoples_is_played_with_every_option() {
    let catalog = Catalog::embedded();
    let files = catalog.fleets.files();
    let mut refused = Vec::new();
    for file in files.iter().filter(|file| PEOPLES.contains(&file.fleet.id.as_str())) {
        for class in &file.classes {
            let judge = |what: &str, upgrades: Vec<String>| {
                let why = Profile::of(class, &armed(class, upgrades), &catalog).err().unwrap_or_default();
                why.into_iter().map(|why| format!("{}{what}: {why}", class.id)).collect::<Vec<_>>()
            };
            refused.extend(judge("", Vec::new()));
            for option in &class.options {
                let has = |id: &str| class.options.iter().any(|known| known.id == id);
                let first = match option.id.as_str() {
                    "boarding-torpedoes" if has("prow-torpedoes") => Some("prow-torpedoes"),
                    "chosen-terminators" => Some("chaos-space-marines"),
                    _ => None,
                };
                let upgrades = first.into_iter().chain([option.id.as_str()]).map(str::to_owned).collect();
                refused.extend(judge(&format!(" with {}", option.id), upgrades));
            }
        }
    }
    // No profile of its own: another hull is taken for it.
    refused.retain(|why| !why.starts_with("sm-venerable-battle-barge"));
    // A people of their own, whose beam and whose flight are not played yet; and a core whose modules repeat.
    let demiurg = ["stronghold", "bastion", "citadel"];
    refused.retain(|why| !demiurg.iter().any(|class| why.starts_with(class)) && !why.starts_with("orbital-core"));
    // Fitted by agreement alone (ROGUE-24).
    assert_eq!(refused, ["fraal-battleship with ether-cannon: its upgrade \"ether-cannon\" is not played"]);
}

#[test]
fn all_upgrades_and_commanders_of_these_peoples_but_abaddon_are_played() {
    let catalog = Catalog::embedded();
    let mut refused = Vec::new();
    for file in catalog.fleets.files().iter().filter(|file| PEOPLES.contains(&file.fleet.id.as_str())) {
        let mut ids: Vec<Vec<String>> = Vec::new();
        for list in &file.lists {
            for upgrade in catalog.fleets.upgrades_of(&list.id) {
                ids.push(upgrade.needs.iter().chain([&upgrade.id]).cloned().collect());
            }
        }
        ids.extend(file.commanders.iter().map(|commander| vec![commander.id.clone()]));
        ids.sort();
        ids.dedup();
        for upgrades in ids {
            let plays = |class: &ShipClass| Profile::of(class, &armed(class, upgrades.clone()), &catalog).is_ok();
            if !file.classes.iter().any(plays) {
                refused.push(format!("{}: {}", file.fleet.id, upgrades.join(" and ")));
            }
        }
    }
    assert_eq!(refused, ["chaos: abaddon"]);
}
