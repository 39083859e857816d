//! The charged shot of an activated Blackstone Fortress.
//!
//! Ruling: a turn counts in which the fortress has neither moved nor fired. The shot is fired in place of its cannons.
//! Fortresses that fire as one do so from the stem of the one that fires, and are not harmed by who passes between them.

use super::{Deed, Peril, Stage};
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::ordnance::outlines::Form;
use crate::battle::gothic::shooting::nova_cannon::{HOLE, TEMPLATE};
use crate::battle::gothic::state::agenda::Threat;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, SHIPS, ShipId, Unit};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, TOUCH, line_touches};

const RANGE: Length = Length::cm(90);
/// How far the bases of fortresses that fire as one may be apart: the width of the nova template.
const JOINS: Length = Length(2 * TEMPLATE.0);
/// How many others may join a shot.
const MOST: u8 = 2;
/// Idle turns before the shot.
pub(in crate::battle::gothic) const CHARGED: u8 = 2;
/// Lance shots at each ship that the template touches.
const LANCES: u8 = 8;

impl Battle {
    /// Why a fortress may not fire its charged shot now: rule and reason.
    pub(in crate::battle::gothic) fn may_blast(
        &self,
        roster: &Roster,
        id: ShipId,
    ) -> Option<(&'static str, &'static str)> {
        let ship = self.ship(id);
        if !roster[id].profile.odd.charged_shot {
            return Some(("STONE-01", "has no charged shot"));
        }
        if ship.done.feats.idle < CHARGED || ship.done.feats.stirred || ship.done.fired {
            return Some(("STONE-01", "has moved or fired in this turn or the two before"));
        }
        let hampered = self.crippled(roster, id) || self.silenced(id).is_some();
        hampered.then_some(("STONE-01", "is crippled or silenced and may not fire"))
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Gives its shot to another fortress, which has not fired yet.
    pub(super) fn join(&mut self, id: ShipId, other: ShipId) -> Judged<()> {
        for fortress in [id, other] {
            if let Some((rule, why)) = self.battle.may_blast(self.roster, fortress) {
                return Err(Refusal::new(rule, format!("{} {why}", self.name(fortress))).into());
            }
        }
        let (ship, fires) = (self.battle.ship(id), self.battle.ship(other));
        let near = JOINS + self.profile(id).base + self.profile(other).base;
        let full = ship.done.feats.joined + fires.done.feats.joined >= MOST;
        if id == other || ship.side != fires.side || full || !ship.at.within(fires.at, near) {
            let message =
                format!("{} cannot join {}: not within {JOINS} cm, or three already", self.name(id), self.name(other));
            return Err(Refusal::new("STONE-02", message).into());
        }
        let ship = self.battle.ship_mut(id);
        ship.done.fired = true;
        let given = 1 + std::mem::take(&mut ship.done.feats.joined);
        self.battle.ship_mut(other).done.feats.joined += given;
        self.tell_deed(Deed::Joins(id, other));
        Ok(())
    }

    /// How far a charged shot reaches, and the lances of it: as much again for each that has joined (STONE-02).
    fn blast_of(&self, id: ShipId) -> (Length, u8) {
        let shots = 1 + self.battle.ship(id).done.feats.joined;
        (Length(RANGE.0 * i32::from(shots)), LANCES * shots)
    }

    /// Ships whose stems the template touches on its way, in the order in which it comes to them.
    fn in_blast(&self, id: ShipId, heading: Heading, radius: Length) -> Members {
        let from = self.battle.ship(id).at;
        let to = from.ahead(heading, self.blast_of(id).0);
        let mut found = Members::new();
        for (other, ship) in self.battle.all().filter(|(other, ship)| *other != id && ship.present()) {
            if line_touches(from, to, ship.at, radius + TOUCH) {
                found.push(other).expect("each ship once");
            }
        }
        found.sort_unstable_by_key(|other| (from.squared(self.battle.ship(*other).at), *other));
        found
    }

    /// Fires the charged shot any way; everybody under it may brace first.
    pub(super) fn blast(&mut self, id: ShipId, heading: Heading) -> Judged<()> {
        if let Some((rule, why)) = self.battle.may_blast(self.roster, id) {
            return Err(Refusal::new(rule, format!("{} {why}", self.name(id))).into());
        }
        let ship = self.battle.ship_mut(id);
        (ship.heading, ship.done.fired) = (heading, true);
        self.then_stage(Stage::Blast(id));
        let mut asked: FixedList<Unit, SHIPS> = FixedList::new();
        for other in self.in_blast(id, heading, TEMPLATE).iter().rev() {
            let unit = self.battle.unit_of(*other);
            if self.battle.ship(*other).fights() && !asked.contains(&unit) {
                asked.push(unit).expect("each unit once");
                self.offer_brace(unit, Threat::Feat(Peril::Blast, id));
            }
        }
        Ok(())
    }

    /// Under the centre ships are destroyed; the rest of the template is 8 lances that nothing but a Brace stops.
    pub(super) fn blasted(&mut self, id: ShipId) -> Judged<()> {
        let (from, heading) = (self.battle.ship(id).at, self.battle.ship(id).heading);
        let (range, lances) = self.blast_of(id);
        let to = from.ahead(heading, range);
        for flight in &self.battle.flights.clone() {
            let form = self.battle.form(self.roster, flight);
            let met = Form::Disc(TEMPLATE).meets(from, to, form, flight.at).is_some();
            if met && flight.aboard.is_none() {
                self.remove_flight(flight.id, "STONE-01");
            }
        }
        self.blame(id);
        let (touched, centre) = (self.in_blast(id, heading, TEMPLATE), self.in_blast(id, heading, HOLE));
        for other in &touched {
            if centre.contains(other) {
                self.remove(*other, "STONE-01");
                continue;
            }
            let faces = self.roll("charged shot", self.name(*other), lances)?;
            let hits = faces.iter().filter(|face| **face >= 4).count() as u8;
            self.tell_deed(Deed::Blasted(*other, hits));
            if self.battle.ship(*other).is_hulk() {
                // Any number of hits on a hulk is one roll, none is none (CATA-09).
                if hits > 0 {
                    self.dies(*other);
                }
                continue;
            }
            for _ in 0..hits {
                self.hull_hit(*other)?;
            }
        }
        self.resolve_dying();
        Ok(())
    }
}
