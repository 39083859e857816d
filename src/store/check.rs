//! Conservation: what the tables say is what the journal adds up to.

use std::collections::BTreeMap;

use super::{Result, Store, StoreError};
use crate::campaign::event::Event;
use crate::campaign::state::{PlayerId, VesselId, VesselState};

/// One sum that does not come out.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Imbalance {
    /// What was counted.
    pub what: String,
    /// What the tables say.
    pub table: String,
    /// What the journal adds up to.
    pub journal: String,
}

/// Adds up the journal's events that are in force, on its own, and compares with the tables.
///
/// # Errors
/// When the file cannot be read.
pub fn check(store: &Store) -> Result<Vec<Imbalance>> {
    let (snapshot, history) = store.at_one_moment(|store| Ok::<_, StoreError>((store.whole()?, store.history(1)?)))?;
    let campaign = &snapshot.campaign;
    let mut books = Books::default();
    for recorded in history {
        recorded.entry.events().iter().flatten().for_each(|event| books.post(event));
    }
    let mut found = Vec::new();
    let mut compare = |what: String, table: String, journal: String| {
        if table != journal {
            found.push(Imbalance { what, table, journal });
        }
    };
    for player in campaign.players.values() {
        let renown = books.renown.get(&player.id).copied().unwrap_or_default();
        compare(format!("renown of {}", player.name), player.renown.to_string(), renown.to_string());
        let points: u64 =
            campaign.vessels.values().filter(|v| v.player == player.id).map(|v| u64::from(v.points)).sum();
        let booked: u64 =
            books.vessels.values().filter(|(owner, _)| *owner == player.id).map(|(_, points)| u64::from(*points)).sum();
        compare(format!("points of {}", player.name), points.to_string(), booked.to_string());
        let flagship =
            player.flagship.is_none_or(|id| campaign.vessels.get(&id).is_some_and(|v| v.player == player.id));
        compare(format!("flagship of {}", player.name), flagship.to_string(), "true".to_owned());
    }
    let ids = |ids: Vec<u32>| ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let vessels = campaign.vessels.keys().map(|id| id.0).collect();
    compare("vessels on the registers".to_owned(), ids(vessels), ids(books.vessels.keys().map(|id| id.0).collect()));
    let players = campaign.players.keys().map(|id| id.0).collect();
    compare("players".to_owned(), ids(players), ids(books.renown.keys().map(|id| id.0).collect()));
    for vessel in campaign.vessels.values() {
        // One owner, one state: a lost vessel has its day, another has none (FLEET-11).
        let owned = campaign.players.contains_key(&vessel.player);
        compare(format!("owner of \"{}\"", vessel.name), owned.to_string(), "true".to_owned());
        let lost = vessel.state == VesselState::Lost;
        compare(format!("state of \"{}\"", vessel.name), lost.to_string(), vessel.lost.is_some().to_string());
    }
    Ok(found)
}

/// Ledgers kept from the events alone.
#[derive(Default)]
struct Books {
    renown: BTreeMap<PlayerId, i32>,
    vessels: BTreeMap<VesselId, (PlayerId, u32)>,
}

impl Books {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others post no renown")]
    fn post(&mut self, event: &Event) {
        match event {
            Event::PlayerJoined { player } => {
                self.renown.insert(player.id, player.renown);
            }
            Event::RenownChanged { player, by, .. } => {
                let renown = self.renown.entry(*player).or_default();
                *renown = renown.saturating_add(*by);
            }
            Event::PlayerRemoved { player } => {
                self.renown.remove(player);
                self.vessels.retain(|_, (owner, _)| owner != player);
            }
            Event::VesselCommissioned { vessel } | Event::VesselReplaced { vessel, .. } => {
                self.vessels.insert(vessel.id, (vessel.player, vessel.points));
            }
            // A refit that is lost again came with a rank and cost nothing (RANK-05).
            Event::RefitGained { vessel, points, .. }
            | Event::OfficerJoined { vessel, points, .. }
            | Event::ShipConverted { vessel, points, .. } => {
                if let Some((_, booked)) = self.vessels.get_mut(vessel) {
                    *booked = *points;
                }
            }
            Event::VesselSold { vessel, .. } => {
                self.vessels.remove(vessel);
            }
            Event::FiguresAccepted { vessel, from, to, .. } => {
                if let Some((_, points)) = self.vessels.get_mut(vessel) {
                    *points = points.saturating_add(*to).saturating_sub(*from);
                }
            }
            _ => {}
        }
    }
}
