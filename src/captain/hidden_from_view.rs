//! What a side may see: the battle without the enemy's secrets.
//!
//! A captain is shown this and nothing else. What is hidden is not marked as hidden but replaced by what it pretends to
//! be, so that no answer can depend on it: Q-ships in disguise, decoys and secret sub-plots, and what lies under contact
//! markers.

use std::borrow::Cow;

use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, Ship};
use crate::ships::gun::Gun;
use crate::ships::profile::Profile;
use crate::table::fixed_list::FixedList;
use crate::table::side::Side;

/// The figures that everybody expects of an armed freighter: points, shields, turrets.
const FREIGHTER: (u32, u8, u8) = (20, 1, 1);

/// Shows a battle as a side sees it. When nothing is hidden it is shown as it is, and so is a roster of which nothing is.
pub fn seen<T>(battle: &Battle, roster: &Roster, side: Side, look: impl FnOnce(&Battle, &Roster) -> T) -> T {
    let enemy = side.other();
    let posing = |ship: &Ship| ship.side == enemy && ship.done.disguise > 0;
    let disguised = battle.masked.iter().any(|id| posing(battle.ship(id)));
    let contacts = battle.contacts(enemy).next().is_some();
    if !disguised && !contacts && !battle.hides_plots_from(side) {
        return look(battle, roster);
    }
    let (mut shown, mut figures) = (*battle, Cow::Borrowed(roster));
    shown.hide_plots_from(&mut figures, side);
    for (index, ship) in shown.ships.iter_mut().enumerate().filter(|(_, ship)| posing(ship)) {
        ship.done.disguise = 0;
        let entry = &mut figures.to_mut().ships[index];
        entry.class = String::from("armed-freighter");
        disguise(&mut entry.profile);
    }
    // A marker shows where it lies, not what it is.
    for index in battle.contacts(enemy) {
        let group = &mut shown.mission.groups[usize::from(index)];
        (group.ships, group.cluster, group.craft) = (Crowd::default(), None, FixedList::new());
    }
    look(&shown, &figures)
}

/// Makes an armed freighter of a Q-ship: its hull is one, its lances and half its shields are out of sight.
fn disguise(profile: &mut Profile) {
    (profile.worth, profile.shields, profile.turrets) = FREIGHTER;
    profile.q_ship = false;
    profile.class = String::from("Armed freighter");
    profile.weapons.retain(|weapon| weapon.gun == Gun::Battery);
}
