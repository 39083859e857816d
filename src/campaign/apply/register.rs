//! Events that change a register: its vessels and their figures.

use super::note_ids;
use crate::campaign::event::Event;
use crate::campaign::state::battle::report::Report;
use crate::campaign::state::{Campaign, DesignId, Vessel, VesselId, VesselState};

#[expect(clippy::wildcard_enum_match_arm, reason = "the table sends only these here")]
pub(super) fn apply(campaign: &mut Campaign, event: &Event) {
    match event {
        Event::DesignFiled { design, .. } => {
            note_ids(campaign, |ids| ids.design = ids.design.max(design.id.0));
            campaign.designs.insert(design.id, design.clone());
        }
        Event::VesselCommissioned { vessel } => {
            note_ids(campaign, |ids| ids.vessel = ids.vessel.max(vessel.id.0));
            campaign.vessels.insert(vessel.id, vessel.clone());
        }
        Event::VesselSold { vessel, .. } => {
            if let Some(sold) = campaign.vessels.remove(vessel)
                && let Some(player) = campaign.players.get_mut(&sold.player)
                && player.flagship == Some(*vessel)
            {
                player.flagship = None;
            }
        }
        Event::VesselRenamed { vessel, from, to, .. } => change(campaign, *vessel, |vessel| {
            vessel.former_names.push(from.clone());
            vessel.name.clone_from(to);
        }),
        Event::FlagshipChosen { player, vessel } => {
            if let Some(player) = campaign.players.get_mut(player) {
                player.flagship = Some(*vessel);
            }
        }
        Event::LeadershipRolled { vessel, leadership, .. } | Event::LeadershipFixed { vessel, leadership, .. } => {
            change(campaign, *vessel, |vessel| vessel.leadership = Some(*leadership));
        }
        Event::TrialsCompleted { vessel, on, .. } => change(campaign, *vessel, |vessel| vessel.trials = Some(*on)),
        Event::VesselLost { vessel, on, .. } => change(campaign, *vessel, |vessel| {
            vessel.state = VesselState::Lost;
            vessel.lost = Some(*on);
        }),
        // Its id follows from the lost one's and is not given out.
        Event::VesselReplaced { vessel, .. } => {
            campaign.vessels.insert(vessel.id, vessel.clone());
        }
        Event::LeadershipChanged { vessel, to, .. } => {
            change(campaign, *vessel, |vessel| vessel.leadership = Some(*to));
        }
        Event::SkillLearnt { vessel, skill, .. } => {
            change(campaign, *vessel, |vessel| vessel.skills.push(skill.clone()));
        }
        Event::RefitGained { vessel, refit, points, .. } => change(campaign, *vessel, |vessel| {
            vessel.refits.push(refit.clone());
            vessel.points = *points;
        }),
        Event::RefitLost { vessel, refit, .. } => change(campaign, *vessel, |vessel| {
            // The last of that name: only carapace and spores may be there twice, and those are never taken back.
            if let Some(index) = vessel.refits.iter().rposition(|own| own.id == *refit) {
                vessel.refits.remove(index);
                vessel.points = vessel.points_with(&vessel.refits);
            }
        }),
        Event::OfficerJoined { vessel, officer, points, .. } => change(campaign, *vessel, |vessel| {
            vessel.officer = Some(officer.clone());
            vessel.points = *points;
        }),
        Event::ShipConverted { vessel, hulls, upgrades, list_points, points, .. } => {
            change(campaign, *vessel, |vessel| {
                vessel.hulls.clone_from(hulls);
                vessel.upgrades.clone_from(upgrades);
                vessel.list_points = *list_points;
                vessel.points = *points;
            });
        }
        Event::VesselRepaired { vessel, by, .. } => change(campaign, *vessel, |vessel| repair(vessel, *by)),
        Event::VesselWithdrawn { vessel, battle, .. } => change(campaign, *vessel, |vessel| {
            vessel.state = VesselState::Withdrawn;
            vessel.withdrawn = Some(*battle);
        }),
        Event::VesselReturned { vessel, .. } => change(campaign, *vessel, |vessel| {
            vessel.state = VesselState::Ready;
            vessel.withdrawn = None;
            vessel.damage = 0;
            vessel.hulls.iter_mut().for_each(|hulls| hulls.lost = 0);
        }),
        Event::UpgradeGained { vessel, upgrade, .. } => {
            change(campaign, *vessel, |vessel| vessel.upgrades.push(upgrade.clone()));
        }
        Event::FiguresAccepted { vessel, hulls, upgrades, list_points, to, .. } => {
            change(campaign, *vessel, |vessel| {
                vessel.hulls.clone_from(hulls);
                vessel.upgrades.clone_from(upgrades);
                vessel.list_points = *list_points;
                vessel.points = *to;
            });
        }
        _ => {}
    }
}

/// Restores hits, or escorts of a squadron in the order of their classes.
fn repair(vessel: &mut Vessel, by: u32) {
    let mut left = by;
    for hulls in &mut vessel.hulls {
        let back = hulls.lost.min(left);
        hulls.lost -= back;
        left -= back;
    }
    vessel.damage = vessel.damage.saturating_sub(left);
}

/// Writes the losses of a battle into the registers.
pub(super) fn damage(campaign: &mut Campaign, report: &Report) {
    let designs = &campaign.designs;
    for entry in &report.vessels {
        let Some(vessel) = campaign.vessels.get_mut(&entry.vessel) else { continue };
        vessel.damage += entry.hits_lost - entry.lent.min(entry.hits_lost);
        for (class, number) in &entry.lost {
            let mut left = *number;
            let same = |design: &DesignId| designs.get(design).is_some_and(|design| design.class.id == *class);
            for hulls in vessel.hulls.iter_mut().filter(|hulls| same(&hulls.design)) {
                let lost = left.min(hulls.count - hulls.lost);
                hulls.lost += lost;
                left -= lost;
            }
        }
    }
}

pub(super) fn change(campaign: &mut Campaign, vessel: VesselId, change: impl FnOnce(&mut Vessel)) {
    if let Some(vessel) = campaign.vessels.get_mut(&vessel) {
        change(vessel);
    }
}
