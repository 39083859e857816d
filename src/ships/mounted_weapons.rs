//! The weapons that a ship of a class mounts: those without a choice, and those chosen.

use super::armament::slots;
use super::class::ShipClass;
use super::mount::{Mount, gun_of, mounted};
use super::weapon::{Weapon, WeaponKind};

/// The slot of a prow that holds a bombardment cannon and torpedoes at once.
const LAUNCHA: &str = "prow-launcha";

pub(super) fn weapons(class: &ShipClass, armament: &[String], eldar: bool, refused: &mut Vec<String>) -> Vec<Mount> {
    let mut slots = slots(class);
    // A launcha is one mount for both of its weapons, not a choice between them.
    slots.retain(|slot| slot.id != LAUNCHA);
    for choice in armament {
        if !slots.iter().any(|slot| slot.choices.iter().any(|known| known.id == *choice)) {
            refused.push(format!("there is no armament \"{choice}\" for it"));
        }
    }
    for slot in slots.iter().filter(|slot| slot.must_be_filled()) {
        let taken = slot.choices.iter().filter(|choice| armament.contains(&choice.id)).count();
        if taken == 0 {
            let known: Vec<&str> = slot.choices.iter().map(|choice| choice.id.as_str()).collect();
            refused.push(format!("`armament` must name its {}: {}", slot.id, known.join(", ")));
        }
        if taken as u32 > slot.most {
            refused.push(format!("`armament` names {taken} for its {}, more than {}", slot.id, slot.most));
        }
    }
    let chosen = |weapon: &Weapon| {
        weapon.choice_slot.as_deref().is_none_or(|slot| slot == LAUNCHA)
            || slots.iter().any(|slot| {
                slot.choices.iter().any(|choice| {
                    armament.contains(&choice.id) && choice.weapons.iter().any(|known| std::ptr::eq(*known, weapon))
                })
            })
    };
    let mut mounts: Vec<Mount> = class
        .weapons
        .iter()
        .filter(|weapon| chosen(weapon))
        .filter_map(|weapon| mount(weapon, eldar, refused))
        .collect();
    tell_apart(&mut mounts);
    mounts
}

/// Weapons of one name are told apart by their range, as the data sheet does: `Port weapons battery (45 cm)`.
fn tell_apart(mounts: &mut [Mount]) {
    let names: Vec<String> = mounts.iter().map(|mount| mount.name.clone()).collect();
    for mount in mounts.iter_mut() {
        if names.iter().filter(|name| **name == mount.name).count() > 1 {
            mount.name = format!("{} ({} cm)", mount.name, mount.range);
        }
    }
    for index in 1..mounts.len() {
        let before = mounts[..index].iter().filter(|known| known.name == mounts[index].name).count();
        if before > 0 {
            mounts[index].name = format!("{} no. {}", mounts[index].name, before + 1);
        }
    }
}

/// A weapon of a data sheet as it is mounted, or what of it is not played.
fn mount(weapon: &Weapon, eldar: bool, refused: &mut Vec<String>) -> Option<Mount> {
    // It is fired by a rule of its own; hooks do nothing in a battle (TAU-15).
    if matches!(weapon.kind, WeaponKind::ArmageddonGun | WeaponKind::GraviticHook) {
        return None;
    }
    let mount = mounted(weapon, eldar);
    if gun_of(weapon.kind).is_none() {
        refused.push(format!("its {} is not played", weapon.kind));
    } else if mount.is_none() {
        refused.push(format!("the strength {} of its {} is not played", weapon.strength, weapon.name));
    }
    mount
}
