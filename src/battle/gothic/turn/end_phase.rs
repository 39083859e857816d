//! The End Phase: repairs, fires, blast markers (END-01).

use super::play::Play;
use crate::battle::gothic::damage::blast_markers;
use crate::battle::gothic::decisions::answer::{Judged, PICKS};
use crate::battle::gothic::decisions::question::EndQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Cause, Event, Log};
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, Fate, ShipId};
use crate::dice::Dice;
use crate::ships::profile::{LARGE, Size};
use crate::ships::traits::Trait;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Point, TOUCH, about};
use crate::text::count;

/// The order in which repairs are made unless the owner says otherwise: fires first, then what stops a ship.
pub(in crate::battle::gothic) const REPAIRS: [Critical; Critical::ALL.len()] = [
    Critical::Fire,
    Critical::Wound,
    Critical::Orbit,
    Critical::Reactors,
    Critical::MainArmament,
    Critical::Lances,
    Critical::OrdnanceBays,
    Critical::HalfBatteries,
    Critical::HalfPower,
    Critical::Weapons,
    Critical::Arcs,
    Critical::PortArc,
    Critical::StarboardArc,
    Critical::Sepulchre,
    Critical::Spores,
    Critical::Synapse,
    Critical::Gellar,
    Critical::Adrift,
    Critical::Cracks,
    Critical::Struts,
    Critical::Engine,
    Critical::Thrusters,
    Critical::Leech,
    Critical::Drives,
    Critical::Surge,
    Critical::Manoeuvring,
    Critical::Fins,
    Critical::Shredded,
    Critical::Superstructure,
    Critical::Mainsail,
    Critical::Mast,
    Critical::Circuit,
    Critical::Prow,
    Critical::Stern,
    Critical::Keel,
    Critical::Dorsal,
    Critical::Port,
    Critical::Starboard,
    Critical::Hordes,
    Critical::Shield,
    Critical::Turret,
    Critical::PortBay,
    Critical::StarboardBay,
    Critical::ProwTube,
    Critical::PortTube,
    Critical::StarboardTube,
    Critical::Basilica,
];

/// How many markers go, in words.
pub(in crate::battle::gothic) fn going(markers: u8) -> String {
    format!("{} {}", count(markers, "marker"), if markers == 1 { "goes" } else { "go" })
}

impl Battle {
    /// Whether a marker touches no ship's base.
    fn is_loose(&self, roster: &Roster, index: u8) -> bool {
        let marker = self.markers[usize::from(index)];
        let near = |at: Point| about(at, marker, LARGE + blast_markers::RADIUS + TOUCH);
        !self.standing().iter().any(|id| near(self.ship(id).at) && self.touches_marker(roster, id, marker))
    }

    /// The markers that touch no ship's base, by their place in the list (END-05).
    pub fn loose_markers<'b>(&'b self, roster: &'b Roster) -> impl Iterator<Item = u8> + 'b {
        (0..self.markers.len() as u8).filter(|index| self.is_loose(roster, *index))
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The End Phase after boarding and teleports: repairs, fires, markers, then the next turn.
    pub(in crate::battle::gothic) fn finish_turn(&mut self) {
        self.then(Task::NextTurn);
        if let Some(id) = self.battle.daemons.iter().find(|id| self.battle.ship(*id).done.feats.manifests) {
            self.then_stage(crate::battle::gothic::special::Stage::Translate(id));
        }
        if !self.battle.mission.groups.is_empty() {
            self.then(Task::Draw);
        }
        self.then(Task::Dispel(0));
        self.then(Task::Settle);
        self.then(Task::Unbrace);
        self.then(Task::Clear);
        self.then(Task::Burn);
        self.then(Task::Mend(0));
    }

    /// The repair roll of one ship: the active player's by id, then the other's (END-02, END-03).
    pub(in crate::battle::gothic) fn mend(&mut self, place: u8) -> Judged<()> {
        let count = self.battle.ships.len() as u8;
        let Some(place) = (place..2 * count).find(|place| self.mends(*place)) else { return Ok(()) };
        self.then(Task::Mend(place + 1));
        let id = ShipId(place % count);
        if place < count && self.regrows(id) {
            return self.regrow(id);
        }
        let hits = self.battle.ship(id).hits;
        let away = self.battle.ship(id).fate == Fate::Haunting;
        let halved = !away && self.battle.markers_on(self.roster, id) > 0 && !self.battle.repels(self.roster, id);
        let profile = self.profile(id);
        // The dead repair half as well, and markers halve it again (ELDAR-23).
        let hits = if profile.is(Trait::Ghostship) { hits.div_ceil(2) } else { hits } + profile.traits.damage_control;
        let dice = if halved { hits.div_ceil(2) } else { hits };
        // What refits add comes after the halving (REFIT-16).
        let improved = &self.profile(id).improved;
        let dockyard =
            if self.battle.docked(self.roster, id) { crate::battle::gothic::defences::star_forts::DOCKYARD } else { 0 };
        let dice = dice + improved.repair_dice + dockyard;
        let faces = self.roll("repairs", self.name(id), dice)?;
        // Daemons in the warp mend with less than a 6.
        let least = if away { 4 } else { profile.traits.repairs_on };
        let sixes = faces.iter().filter(|face| **face >= least).count() as u8;
        let mut sixes = if improved.sure_repair { sixes.max(1) } else { sixes };
        self.tell(|| Event::Repairs(id, faces, sixes, "END-02"));
        // Fire grots put out fires with less than a 6; the sixes are left for what the owner chooses.
        for _ in faces.iter().filter(|face| **face >= improved.fires_out && **face < 6) {
            if self.battle.ship(id).criticals.count(Critical::Fire) > 0 {
                self.repaired(id, Critical::Fire);
            }
        }
        let broken = self.battle.ship(id).criticals.repairable();
        if self.profile(id).crew.meks && !self.profile(id).odd.space_hulk && sixes < dice.min(broken) {
            let again = self.roll("repairs", self.name(id), dice - sixes)?;
            let more = again.iter().filter(|face| **face >= 6).count() as u8;
            self.tell(|| Event::Repairs(id, again, more, "ORK-12"));
            sixes += more;
        }
        if sixes >= broken {
            for critical in REPAIRS.into_iter().filter(|critical| critical.is_repairable()) {
                while self.battle.ship(id).criticals.count(critical) > 0 {
                    self.repaired(id, critical);
                }
            }
        } else if sixes > 0 {
            self.ask(EndQuestion::Repair { ship: id, sixes });
        }
        Ok(())
    }

    /// Whether the ship at a place of the order of repairs has anything to roll for.
    fn mends(&self, place: u8) -> bool {
        let count = self.battle.ships.len() as u8;
        let id = ShipId(place % count);
        let side = if place < count { self.battle.active } else { self.battle.active.other() };
        let ship = self.battle.ship(id);
        let there = ship.fights() || ship.fate == Fate::Haunting;
        // A space hulk repairs nothing (HULK-05).
        let able = there && !self.profile(id).odd.space_hulk;
        let broken = ship.side == side && able && ship.criticals.repairable() > 0;
        broken && self.profile(id).size != Size::Escort || place < count && self.regrows(id)
    }

    /// Whether a ship that heals by itself may roll for it: hits lost, and nothing broken (REFIT-27).
    fn regrows(&self, id: ShipId) -> bool {
        let (ship, profile) = (self.battle.ship(id), self.profile(id));
        let whole = ship.criticals == crate::battle::gothic::state::Criticals::default();
        let due = ship.side == self.battle.active && ship.fights();
        profile.improved.regrows && due && whole && ship.hits < profile.hits
    }

    /// A die for each hit left; any 6 restores one hit.
    fn regrow(&mut self, id: ShipId) -> Judged<()> {
        let hits = self.battle.ship(id).hits;
        let faces = self.roll("crystal web", self.name(id), hits)?;
        let healed = faces.contains(&6);
        self.tell(|| Event::Regrown(id, faces, healed));
        if healed {
            self.battle.regain(self.roster, id, 1);
        }
        Ok(())
    }

    fn repaired(&mut self, id: ShipId, critical: Critical) {
        *self.battle.ship_mut(id).criticals.count_mut(critical) -= 1;
        self.tell(|| Event::Repaired(id, critical));
    }

    /// The answer to [`EndQuestion::Repair`].
    pub(in crate::battle::gothic) fn repair(
        &mut self,
        (id, sixes): (ShipId, u8),
        chosen: FixedList<Critical, PICKS>,
    ) -> Judged<()> {
        if chosen.len() != usize::from(sixes).min(PICKS) {
            let message = format!("{} repairs {sixes} of its criticals, not {}", self.name(id), chosen.len());
            return Err(Refusal::new("END-02", message).into());
        }
        let criticals = self.battle.ship(id).criticals;
        for critical in &chosen {
            let named = chosen.iter().filter(|other| *other == critical).count();
            if named > usize::from(criticals.count(*critical)) {
                let message = format!("{} has no such damage to repair: {critical}", self.name(id));
                return Err(Refusal::new("END-02", message).into());
            }
        }
        self.battle.agenda.pop();
        for critical in &chosen {
            self.repaired(id, *critical);
        }
        Ok(())
    }

    /// Each fire still burning does 1 damage (END-04, CRIT-07).
    pub(in crate::battle::gothic) fn burn(&mut self) {
        for id in (0..self.battle.ships.len() as u8).map(ShipId) {
            let fires = self.battle.ship(id).criticals.count(Critical::Fire);
            if fires > 0 && self.battle.ship(id).fights() {
                let crippled = self.battle.crippled(self.roster, id);
                self.lose(id, fires, Cause::Fire);
                self.tell_crippled(id, crippled);
            } else if fires > 0 && matches!(self.battle.ship(id).fate, Fate::Haunting | Fate::Spectral) {
                self.burn_in_the_warp(id, fires);
            }
        }
        self.resolve_dying();
    }

    /// The active player rolls for the markers he removes (END-05).
    pub(in crate::battle::gothic) fn clear(&mut self) -> Judged<()> {
        let loose = self.battle.loose_markers(self.roster).count();
        if loose == 0 {
            return Ok(());
        }
        let side = self.roster.sides[self.battle.active as usize].as_str();
        let face = self.d6("blast marker removal", side)?;
        let there = u8::try_from(loose).unwrap_or(u8::MAX);
        self.tell(|| Event::Sweep(face, there));
        if there > face {
            self.ask(EndQuestion::Sweep(face));
            return Ok(());
        }
        for index in (0..self.battle.markers.len() as u8).rev() {
            if self.battle.is_loose(self.roster, index) {
                self.remove_marker(index, "END-05");
            }
        }
        Ok(())
    }

    pub(in crate::battle::gothic) fn remove_marker(&mut self, index: u8, rule: &'static str) {
        let at = self.battle.markers.remove(usize::from(index));
        self.tell(|| Event::MarkerRemoved(at, rule));
    }

    /// The answer to [`EndQuestion::Sweep`]: markers by their place in the list.
    pub(in crate::battle::gothic) fn sweep(&mut self, count: u8, chosen: FixedList<u8, PICKS>) -> Judged<()> {
        if chosen.len() != usize::from(count) {
            return Err(Refusal::new("END-05", format!("{}, not {}", going(count), chosen.len())).into());
        }
        let mut sorted = chosen;
        sorted.sort_unstable();
        for (place, index) in sorted.iter().enumerate() {
            let twice = place > 0 && sorted[place - 1] == *index;
            let there = usize::from(*index) < self.battle.markers.len();
            if twice || !there || !self.battle.is_loose(self.roster, *index) {
                let message = format!("marker {} cannot be removed: it touches a base or is none", index + 1);
                return Err(Refusal::new("END-05", message).into());
            }
        }
        self.battle.agenda.pop();
        for index in sorted.iter().rev() {
            self.remove_marker(*index, "END-05");
        }
        Ok(())
    }
}
