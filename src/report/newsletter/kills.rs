//! What every vessel has destroyed, as far as the reports say.

use std::collections::{BTreeMap, BTreeSet};

use crate::campaign::event::Event;
use crate::campaign::state::battle::report::{Destroyer, Fate, VesselReport};
use crate::campaign::state::{Campaign, PlayerId, VesselId};

/// Ships destroyed by each vessel.
#[derive(Clone, Debug, Default)]
pub struct Kills {
    known: BTreeMap<VesselId, u32>,
    /// Those who fought where something was lost and nobody said to whom.
    unsure: BTreeSet<VesselId>,
}

impl Kills {
    /// The number of ships a vessel has destroyed, where every report of its battles tells it.
    #[must_use]
    pub fn of(&self, vessel: VesselId) -> Option<u32> {
        (!self.unsure.contains(&vessel)).then(|| self.known.get(&vessel).copied().unwrap_or(0))
    }

    /// Counts what a report tells; `campaign` knows whose the vessels are.
    pub fn note(&mut self, campaign: &Campaign, event: &Event) {
        let Event::BattleReported { report, players, .. } = event else { return };
        let owner = |entry: &VesselReport| campaign.vessels.get(&entry.vessel).map(|vessel| vessel.player);
        let mut silent: Vec<PlayerId> = Vec::new();
        let mut losses = |player: Option<PlayerId>, lost: u32, to: &[Destroyer]| {
            for one in to {
                one.by.into_iter().for_each(|by| *self.known.entry(by).or_default() += one.number);
            }
            if lost > to.iter().map(|one| one.number).sum() {
                silent.extend(player);
            }
        };
        for entry in &report.vessels {
            losses(owner(entry), wrecks(entry), &entry.destroyed_by);
        }
        for guest in &report.guests {
            let lost = if is_wreck(guest.fate) { guest.number } else { 0 };
            losses(Some(*players.of(guest.side)), lost, &guest.destroyed_by);
        }
        // A loss that nobody explains may be the work of any enemy who was there.
        for entry in report.vessels.iter().filter(|entry| entry.fought()) {
            if silent.iter().any(|player| owner(entry) != Some(*player)) {
                self.unsure.insert(entry.vessel);
            }
        }
    }
}

const fn is_wreck(fate: Fate) -> bool {
    matches!(fate, Fate::Destroyed | Fate::Hulk | Fate::HulkGone)
}

/// Ships that an entry lost in battle.
pub(super) fn wrecks(entry: &VesselReport) -> u32 {
    if entry.lost.is_empty() { u32::from(is_wreck(entry.fate)) } else { entry.ships_lost() }
}
