//! Planetary defences that the engine plays, bought as a careful player would: the dearest first.

use crate::campaign::Library;
use crate::campaign::state::Campaign;
use crate::campaign::turn::{Battle, Work, defences};
use crate::catalog::Catalog;
use crate::ships::fitting::Fitting;
use crate::ships::profile::Profile;

/// Most of one kind, and most kinds.
const EACH: u32 = 3;
const KINDS: usize = 3;

/// What the defender of a battle buys with the points that he has for defences.
#[must_use]
pub fn named(campaign: &Campaign, battle: &Battle, catalog: &Catalog) -> Vec<Work> {
    let Some(side) = battle.sides.as_ref().map(|sides| &sides.defender) else { return Vec::new() };
    let mut purse = side.defences_free + side.defences_bought;
    if purse == 0 {
        return Vec::new();
    }
    let mut kinds = defences::for_sale(campaign, battle, catalog);
    kinds.retain(|kind| {
        let plays = |class| Profile::of(class, &Fitting::default(), catalog).is_ok();
        kind.points > 0 && kind.stationary && catalog.class(&kind.id).is_some_and(plays)
    });
    kinds.sort_by_key(|kind| (std::cmp::Reverse(kind.points), kind.id.clone()));
    let mut works: Vec<Work> = Vec::new();
    for kind in kinds {
        let number = (purse / kind.points).min(kind.max.unwrap_or(u32::MAX)).min(EACH);
        if number > 0 && works.len() < KINDS {
            purse -= number * kind.points;
            works.push(Work { id: kind.id, name: kind.name, points: kind.points, number });
        }
    }
    works
}
