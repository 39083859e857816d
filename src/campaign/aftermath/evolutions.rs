//! Tyranid evolutions, rolled on 2D6 where others are refitted (REFIT-29).

use super::refits::Rolled;
use crate::campaign::Circumstances;
use crate::campaign::extras::Evolution;
use crate::campaign::figures;
use crate::campaign::refusal::Refusals;
use crate::campaign::state::improvement::{Improvement, Price};
use crate::campaign::state::{Campaign, Vessel};
use crate::dice::{Why, d6};
use crate::ships::class::{ShipType, WeaponKind};

/// Rolls an evolution; one that the ship may not have is rolled again. `None` when none is open to it.
pub(super) fn roll_evolution(
    campaign: &Campaign,
    vessel: &Vessel,
    fleet: &str,
    with: &mut Circumstances<'_>,
) -> Result<Option<Rolled>, Refusals> {
    let table = with.library.evolutions(fleet);
    let hive = campaign.class(vessel.hulls[0].design).kind == ShipType::Battleship;
    let bays = launch_bays(campaign, vessel);
    let open = |evolution: &&&Evolution| may_have(vessel, evolution, hive, bays);
    if !table.iter().any(|evolution| open(&evolution)) {
        return Ok(None);
    }
    loop {
        let dice =
            [d6(with.dice, Why::new("evolution", &vessel.name))?, d6(with.dice, Why::new("evolution", &vessel.name))?];
        let rolled = u32::from(dice[0] + dice[1]);
        if let Some(evolution) = table.iter().find(|evolution| evolution.roll == rolled).filter(open) {
            // Mega-spore mines are paid for each launch bay.
            let each = if evolution.id == MINES { bays } else { 1 };
            let refit = Improvement {
                price: Price::Points(evolution.points * each),
                ..Improvement::plain(&evolution.id, &evolution.effect)
            };
            return Ok(Some(Rolled { refit, dice }));
        }
    }
}

const MINES: &str = "mega-spore-mines";

fn launch_bays(campaign: &Campaign, vessel: &Vessel) -> u32 {
    let own = figures::weapons(campaign.class(vessel.hulls[0].design), &vessel.hulls[0]);
    u32::try_from(own.iter().filter(|row| row.weapon.kind == WeaponKind::LaunchBay).count()).unwrap_or(0)
}

/// Three different ones on a hive ship, two on a cruiser; only carapace and spore cysts may repeat, within limits.
fn may_have(vessel: &Vessel, evolution: &Evolution, hive: bool, bays: u32) -> bool {
    let held = vessel.refits.iter().filter(|refit| refit.id == evolution.id).count();
    let most = match evolution.id.as_str() {
        "reinforced-carapace" if hive => 4,
        "reinforced-carapace" => 3,
        "extra-spore-cyst" => 2,
        "psychic-scream" if !hive => 0,
        MINES if bays == 0 => 0,
        _ => 1,
    };
    let mut kinds: Vec<&str> = vessel.refits.iter().map(|refit| refit.id.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    held < most && (held > 0 || kinds.len() < if hive { 3 } else { 2 })
}
