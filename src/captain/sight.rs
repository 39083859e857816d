//! What a side may see: the battle without the enemy's secrets.
//!
//! A captain is shown this and nothing else. What is hidden is not marked as hidden but replaced by what it pretends to
//! be, so that no answer can depend on it.

use crate::battle::gun::Gun;
use crate::battle::profile::{Profile, Roster};
use crate::battle::state::{Battle, ShipId, Side};

/// The figures that everybody expects of an armed freighter: points, shields, turrets.
const FREIGHTER: (u32, u8, u8) = (20, 1, 1);

/// Shows a battle as a side sees it. When nothing is hidden, which is nearly always, it is shown as it is.
pub fn seen<T>(battle: &Battle, roster: &Roster, side: Side, look: impl FnOnce(&Battle, &Roster) -> T) -> T {
    let secret = |id: ShipId| battle.ship(id).side != side && battle.ship(id).done.disguise > 0;
    let disguised = battle.fleet(side.other()).any(|(id, _)| secret(id));
    if !disguised && !battle.hides_plots_from(side) {
        return look(battle, roster);
    }
    let (mut shown, mut figures) = (*battle, roster.clone());
    shown.hide_plots_from(&mut figures, side);
    for (id, _) in battle.fleet(side.other()).filter(|(id, _)| secret(*id)) {
        shown.ship_mut(id).done.disguise = 0;
        let entry = &mut figures.ships[usize::from(id.0)];
        entry.class = String::from("armed-freighter");
        disguise(&mut entry.profile);
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
