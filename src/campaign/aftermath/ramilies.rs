//! Bases that are structures: hulks, Havens and the Ramilies star fort, which is asked for, moved, and brings
//! withdrawn ships back (APPEAL-16, PIRATE-14, PIRATE-15, REPAIR-18).

use super::appealing;
use super::appeals::{taken, waiting};
use crate::campaign::appeal_tables::HulkBase;
use crate::campaign::chart::WorldType;
use crate::campaign::event::Event;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::grant::AppealKind;
use crate::campaign::state::{BattleId, Campaign, PirateBase, Player, PlayerId, SystemId};
use crate::campaign::{Circumstances, Library, player, system};
use crate::dice::{Why, d6};
use crate::ships::class::ClassUse;
use crate::text::a;

/// The class of the star fort, and the structure of a base that is one.
pub const RAMILIES: &str = "ramilies";

/// Why a player may have no Ramilies (APPEAL-16).
pub(super) fn not_for(campaign: &Campaign, owner: &Player, library: &dyn Library) -> Option<Refusal> {
    let name = &owner.name;
    let Some(rules) = library.ramilies().filter(|rules| rules.fleets.contains(&owner.fleet)) else {
        return Some(Refusal::by("APPEAL-16", format!("{name}'s fleet cannot ask for a Ramilies")));
    };
    if i64::from(owner.renown) < i64::from(rules.min_renown) {
        let says = format!("{name} has {} renown: a Ramilies needs {}", owner.renown, rules.min_renown);
        return Some(Refusal::by("APPEAL-16", says));
    }
    // Ruling: one at a time, and it is kept like a base, of which a player has one.
    campaign.bases.get(&owner.id).map(|_| Refusal::by("APPEAL-16", format!("{name} has a base already")))
}

/// Takes a granted Ramilies, or one for a forge or hive world that is given up, and hides it (APPEAL-16). Secret.
pub(in crate::campaign) fn take(
    campaign: &Campaign,
    id: BattleId,
    owner: PlayerId,
    hidden: SystemId,
    give_up: Option<SystemId>,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let commander = player(campaign, owner)?;
    system(campaign, hidden)?;
    if let Some(refusal) = not_for(campaign, commander, with.library) {
        return Err(refusal.into());
    }
    let base = PirateBase { player: owner, system: hidden, known_to: Vec::new(), structure: Some(RAMILIES.to_owned()) };
    let won = Event::BaseHidden { base };
    let Some(world) = give_up else {
        let battle = waiting(campaign, id, owner, AppealKind::Ramilies)?;
        return Ok([vec![won], taken(campaign, battle, owner, AppealKind::Ramilies)].concat());
    };
    let battle = appealing(campaign, id, owner)?;
    let world = system(campaign, world)?;
    if !battle.involves(owner) {
        return Err(Refusal::plain(format!("{} takes no part in battle {}", commander.name, id.0)).into());
    }
    if world.owner != Some(owner) || !matches!(world.kind, WorldType::Forge | WorldType::Hive) {
        let says = format!("{} is no forge or hive world of {}", world.name, commander.name);
        return Err(Refusal::by("APPEAL-16", says).hint("give up one that he controls, or appeal").into());
    }
    Ok(vec![Event::SystemGivenUp { player: owner, system: world.id }, won])
}

/// Moves a Ramilies that was found: on a 1 it is lost, else it is hidden again (PIRATE-15). Secret.
pub(in crate::campaign) fn relocate(
    campaign: &Campaign,
    id: BattleId,
    owner: PlayerId,
    to: SystemId,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = appealing(campaign, id, owner)?;
    let commander = player(campaign, owner)?;
    let name = &commander.name;
    system(campaign, to)?;
    let base = campaign.bases.get(&owner).filter(|base| base.structure.as_deref() == Some(RAMILIES));
    let Some(base) = base.filter(|_| battle.involves(owner)) else {
        return Err(Refusal::by("PIRATE-15", format!("{name} has no Ramilies to move after battle {}", id.0)).into());
    };
    if base.known_to.is_empty() {
        return Err(Refusal::by("PIRATE-15", format!("{name}'s Ramilies was not found and stays where it is")).into());
    }
    let face = d6(with.dice, Why::new("moving the Ramilies", name))?;
    let mut events = vec![Event::RamiliesMoved { player: owner, face, lost: face == 1 }];
    if face > 1 {
        let structure = base.structure.clone();
        events.push(Event::BaseHidden {
            base: PirateBase { player: owner, system: to, known_to: Vec::new(), structure },
        });
    }
    Ok(events)
}

/// Why a structure cannot be a base of this fleet (PIRATE-14).
pub(in crate::campaign) fn no_structure(owner: &Player, structure: &str, library: &dyn Library) -> Option<Refusal> {
    let own = |base: &HulkBase| base.fleet == owner.fleet && base.class == structure;
    let class = library.class(structure);
    let haven = class.is_some_and(|class| class.uses.contains(&ClassUse::PirateBase))
        && matches!(owner.fleet.as_str(), "eldar-corsairs" | "eldar-craftworld" | "dark-eldar");
    if library.appeals().hulk_bases.iter().any(own) || haven {
        return None;
    }
    let says = match class {
        Some(class) => format!("{} cannot have {} as a base", owner.name, a(&class.name)),
        None => format!("there is no class \"{structure}\""),
    };
    Some(Refusal::by("PIRATE-14", says))
}
