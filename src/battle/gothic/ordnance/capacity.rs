//! How many attack craft a fleet may have in play, and recalling some to make room (ORD-05 to ORD-08).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::ordnance::{Band, FlightId, FlightKind};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::{Gun, Mount};
use crate::table::side::Side;
use crate::text::count;

impl Battle {
    /// Launch bays of a ship that count for its fleet: halved when crippled, whatever else keeps it from launching
    /// (ORD-05); twice as many where they never run empty (ORD-06).
    fn bays_counted(&self, roster: &Roster, id: ShipId) -> u16 {
        let crippled = self.crippled(roster, id);
        let profile = &roster[id].profile;
        // Bays that carry mines send out no craft (MINE-09).
        if profile.mines {
            return 0;
        }
        let doubled = profile.endless_craft || profile.odd.double_craft;
        let hangar = u16::from(self.ship(id).done.hangar);
        let rolled = |weapon: &Mount| weapon.gun == Gun::Bays && weapon.rolled.is_some();
        // What was rolled this turn counts; before the first roll, the most there may be.
        if hangar > 0 && profile.weapons.iter().any(rolled) {
            return if doubled { 2 * hangar } else { hangar + self.beyond(profile.odd.karrier, id) };
        }
        let bays = profile.weapons.iter().filter(|weapon| weapon.gun == Gun::Bays);
        let left = |weapon: &Mount| self.weakened(weapon, id, weapon.strength);
        let total: u16 =
            bays.map(|weapon| u16::from(if crippled { left(weapon).div_ceil(2) } else { left(weapon) })).sum();
        if doubled { 2 * total } else { total + self.beyond(profile.odd.karrier, id) }
    }

    /// What a ship may have in play beyond its bays: flushed ones, the boat of an assault karrier.
    fn beyond(&self, karrier: bool, id: ShipId) -> u16 {
        u16::from(self.ship(id).done.feats.flush) + u16::from(karrier)
    }

    /// Markers of attack craft that a fleet may have in play now (ORD-05).
    #[must_use]
    pub fn craft_limit(&self, roster: &Roster, side: Side) -> u16 {
        self.fleet(side).map(|(id, _)| self.bays_counted(roster, id)).sum()
    }

    /// Markers of attack craft that a fleet has in play.
    #[must_use]
    pub fn craft_in_play(&self, side: Side) -> u16 {
        let waves = self.flights_of(side).filter(|flight| flight.id.kind == FlightKind::Wave);
        waves.map(|flight| flight.craft.len() as u16).sum()
    }

    /// Markers that a fleet must give up before it has done launching: those beyond what its bays, rolled for this
    /// turn, can hold.
    #[must_use]
    pub fn craft_in_excess(&self, roster: &Roster, side: Side) -> u16 {
        let weapons = |id: ShipId| roster[id].profile.weapons.iter();
        let varies = |id: ShipId| weapons(id).any(|weapon| weapon.gun == Gun::Bays && weapon.rolled.is_some());
        let rolled = self.fleet(side).any(|(id, ship)| ship.done.hangar > 0 && varies(id));
        let excess = self.craft_in_play(side).saturating_sub(self.craft_limit(roster, side));
        // What has just been launched was within the limit.
        let there =
            self.flights_of(side).filter(|flight| flight.id.kind == FlightKind::Wave && flight.aboard.is_none());
        if rolled { excess.min(there.map(|flight| flight.craft.len() as u16).sum()) } else { 0 }
    }

    /// Markers that a fleet may still bring into play (ORD-07).
    #[must_use]
    pub fn craft_room(&self, roster: &Roster, side: Side) -> u8 {
        let room = self.craft_limit(roster, side).saturating_sub(self.craft_in_play(side));
        u8::try_from(room).unwrap_or(u8::MAX)
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Whether so many markers more keep within the limit.
    pub(crate) fn within_limit(&self, wanted: u8) -> Result<(), Refusal> {
        let side = self.battle.active;
        let (limit, there) = (self.battle.craft_limit(self.roster, side), self.battle.craft_in_play(side));
        if there + u16::from(wanted) <= limit {
            return Ok(());
        }
        let name = &self.roster.sides[side as usize];
        let limit = count(limit, "marker");
        let message = format!("{name} may have {limit} of attack craft in play, has {there} and adds {wanted}");
        Err(Refusal::new("ORD-07", message))
    }

    /// Takes craft out of play at once, without an attack, to make room for new ones (ORD-08).
    pub(crate) fn recall(&mut self, id: FlightId, band: &Band) -> Judged<()> {
        let side = self.battle.active;
        let Some(flight) = self.battle.flight(id).copied().filter(|flight| flight.side == side) else {
            return Err(Refusal::new("ORD-08", format!("{id} is not his to recall")).into());
        };
        if flight.id.kind != FlightKind::Wave || flight.aboard.is_some() {
            return Err(Refusal::new("ORD-08", format!("{id} cannot be recalled")).into());
        }
        let excess = self.battle.craft_in_excess(self.roster, side) > 0;
        if !excess && !self.battle.fleet(side).any(|(ship, _)| self.battle.bays_ready(self.roster, ship) > 0) {
            let message = format!("no launch bay is loaded, so that nothing is recalled for it: {id}");
            return Err(Refusal::new("ORD-08", message).into());
        }
        let mut left = flight.craft;
        if band.is_empty() {
            left.clear();
        }
        self.take_out(id, &mut left, band)?;
        let gone = flight.craft.len() as u8 - left.len() as u8;
        self.tell(|| Event::Recalled(id, gone));
        if left.is_empty() {
            self.battle.flights.remove(self.flight_place(id));
        } else if let Some(flight) = self.battle.flight_mut(id) {
            flight.craft = left;
        }
        Ok(())
    }

    fn flight_place(&self, id: FlightId) -> usize {
        self.battle.flights.iter().position(|flight| flight.id == id).unwrap_or(0)
    }
}
