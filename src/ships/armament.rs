//! The weapons that a class leaves to its buyer: slots, and what may fill them.

use super::class::{ShipClass, Weapon};
use crate::text::slug;

/// A slot of a class and the alternatives for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot<'c> {
    /// Slug, such as `prow`.
    pub id: String,
    /// How many choices may be taken.
    pub most: u32,
    /// The alternatives.
    pub choices: Vec<Choice<'c>>,
}

/// One alternative: a weapon, or several that come together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<'c> {
    /// Slug, such as `prow-torpedoes`.
    pub id: String,
    /// Extra price.
    pub points: u32,
    /// The weapons.
    pub weapons: Vec<&'c Weapon>,
}

impl Slot<'_> {
    /// A slot whose alternatives are all free must be filled; one with prices may stay empty.
    #[must_use]
    pub fn must_be_filled(&self) -> bool {
        self.choices.iter().all(|choice| choice.points == 0)
    }
}

/// The slots of a class in the order of its data sheet.
#[must_use]
pub fn slots(class: &ShipClass) -> Vec<Slot<'_>> {
    let mut slots: Vec<Slot<'_>> = Vec::new();
    for weapon in &class.weapons {
        let Some(named) = weapon.choice_slot.as_deref() else { continue };
        let (slot, most, choice) = read_slot(named, weapon);
        let index = slots.iter().position(|known| known.id == slot).unwrap_or_else(|| {
            slots.push(Slot { id: slot, most, choices: Vec::new() });
            slots.len() - 1
        });
        let choices = &mut slots[index].choices;
        let points = weapon.points.unwrap_or(0);
        match choices.iter_mut().find(|known| known.id == choice) {
            // The price of a pair or a set stands with one of its weapons, or with each of them alike.
            Some(known) => {
                known.points = known.points.max(points);
                known.weapons.push(weapon);
            }
            None => choices.push(Choice { id: choice, points, weapons: vec![weapon] }),
        }
    }
    slots
}

/// `side-up-to-3` takes three pairs of port and starboard weapons; `prow-feeder-and-claws` is one choice for the prow.
fn read_slot(named: &str, weapon: &Weapon) -> (String, u32, String) {
    if let Some((slot, most)) = named.split_once("-up-to-") {
        let name = weapon.name.trim_start_matches("Port ").trim_start_matches("Starboard ");
        return (slot.to_owned(), most.parse().unwrap_or(1), format!("{slot}-{}", slug(name)));
    }
    match named.strip_suffix("-feeder-and-claws") {
        Some(slot) => (slot.to_owned(), 1, named.to_owned()),
        None => (named.to_owned(), 1, slug(&weapon.name)),
    }
}
