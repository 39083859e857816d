//! What is asked of a campaign everywhere.

use super::{BattleId, Campaign, DesignId, Hulls, Ids, Phase, PlayerId, System, Vessel, VesselId, VesselState};
use crate::campaign::bounds::total;
use crate::campaign::figures;
use crate::ships::class::ShipClass;

impl Campaign {
    /// What the campaign is called; every command but the first needs it open.
    #[must_use]
    pub fn phase(&self) -> Option<Phase> {
        self.about.as_ref().map(|about| about.phase)
    }

    /// Leaves out what no decision needs again: battles that ended and vessels that are lost.
    pub fn forget(&mut self) {
        self.battles.retain(|_, battle| battle.open);
        self.vessels.retain(|_, vessel| vessel.state != VesselState::Lost);
    }

    /// The vessels of a player that are not lost, in register order.
    pub fn register(&self, player: PlayerId) -> impl Iterator<Item = &Vessel> {
        let mut vessels: Vec<&Vessel> =
            self.vessels.values().filter(|v| v.player == player && v.state != VesselState::Lost).collect();
        vessels.sort_by_key(|vessel| (vessel.place, vessel.id));
        vessels.into_iter()
    }

    /// Points of a player's register.
    #[must_use]
    pub fn register_points(&self, player: PlayerId) -> u32 {
        total(self.register(player).map(|vessel| vessel.points))
    }

    /// The class of a design.
    ///
    /// # Panics
    /// When the design is not of this campaign: vessels name only designs filed before them.
    #[must_use]
    pub fn class(&self, design: DesignId) -> &ShipClass {
        &self.designs.get(&design).expect("a vessel's design is filed before it").class
    }

    /// Whether the vessel is a squadron of escorts rather than a capital ship.
    #[must_use]
    pub fn is_squadron(&self, vessel: &Vessel) -> bool {
        vessel.strength() > 1 || vessel.hulls.iter().any(|hulls| self.class(hulls.design).is_escort())
    }

    /// What a vessel is worth with the ships it has at present (MISSION-14).
    #[must_use]
    pub fn present_points(&self, vessel: &Vessel) -> u32 {
        let price = |hulls: &Hulls| self.class(hulls.design).points.unwrap_or(1);
        let of = |number: fn(&Hulls) -> u32| {
            vessel.hulls.iter().map(|hulls| u64::from(number(hulls)) * u64::from(price(hulls))).sum::<u64>()
        };
        let (present, registered) = (of(|hulls| hulls.count - hulls.lost.min(hulls.count)), of(|hulls| hulls.count));
        let worth = (u64::from(vessel.points) * present).div_ceil(registered.max(1));
        u32::try_from(worth).unwrap_or(u32::MAX)
    }

    /// Full hits of a capital ship, options, refits and marks included.
    #[must_use]
    pub fn full_hits(&self, vessel: &Vessel) -> u32 {
        figures::full_hits(self, vessel)
    }

    /// Systems a player controls.
    pub fn systems_of(&self, player: PlayerId) -> impl Iterator<Item = &System> {
        self.systems.values().filter(move |system| system.owner == Some(player))
    }

    /// The next unused player id.
    #[must_use]
    pub fn next_player(&self) -> PlayerId {
        PlayerId(self.ids().player + 1)
    }

    /// The next unused vessel id.
    #[must_use]
    pub fn next_vessel(&self) -> VesselId {
        VesselId(self.ids().vessel + 1)
    }

    /// The next unused design id.
    #[must_use]
    pub fn next_design(&self) -> DesignId {
        DesignId(self.ids().design + 1)
    }

    /// The next unused battle id.
    #[must_use]
    pub fn next_battle(&self) -> BattleId {
        BattleId(self.ids().battle + 1)
    }

    fn ids(&self) -> Ids {
        self.about.as_ref().map_or_else(Ids::default, |about| about.ids)
    }
}
