//! The Armageddon gun of the Planet Killer.
//!
//! Ruling: its template goes ahead with its edge at the stem first, so that its centre runs from 2.5 to 92.5 cm. Its
//! overcharge destroys the first planet or moon that it touches, and ends there.

use super::{Deed, Peril, Stage};
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::Log;
use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::ordnance::outlines::Form;
use crate::battle::gothic::shooting::nova_cannon::{HOLE, TEMPLATE};
use crate::battle::gothic::state::agenda::Threat;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Critical, FeatureKind, Order, SHIPS, ShipId, Unit};
use crate::battle::gothic::turn::sequence::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point, TOUCH, line_touches};

const RANGE: Length = Length::cm(90);
const OVERCHARGED: Length = Length::cm(60);
/// Turns of charging before the overcharged shot.
const CHARGED: u8 = 3;
/// Reloads after it before anything fires.
const COOLING: u8 = 2;

/// States of the gun.
const READY: u8 = 0;
const SPENT: u8 = 1;
const GONE: u8 = 2;

/// The way of the template.
struct Beam {
    from: Point,
    to: Point,
}

impl Beam {
    fn touches(&self, at: Point, radius: Length) -> bool {
        line_touches(self.from, self.to, at, radius + TOUCH)
    }
}

impl Battle {
    /// Why a ship may not fire the gun now: rule and reason.
    pub(in crate::battle::gothic) fn may_annihilate(
        &self,
        roster: &Roster,
        id: ShipId,
    ) -> Option<(&'static str, &'static str)> {
        let ship = self.ship(id);
        if !roster[id].profile.odd.armageddon {
            return Some(("KILLER-01", "has no Armageddon gun"));
        }
        if ship.done.feats.gun != READY || ship.criticals.count(Critical::Dorsal) > 0 {
            return Some(("KILLER-02", "has not reloaded its Armageddon gun, or it is out of order"));
        }
        let barred = matches!(ship.order, Some(Order::BurnRetros | Order::AllAheadFull | Order::Brace));
        let hampered = barred || self.crippled(roster, id) || self.silenced(id).is_some();
        hampered.then_some(("KILLER-01", "may not fire its Armageddon gun: crippled, silenced, or under such orders"))
    }

    /// Why a ship may not begin to charge the gun: rule and reason.
    pub(in crate::battle::gothic) fn may_charge(
        &self,
        roster: &Roster,
        id: ShipId,
    ) -> Option<(&'static str, &'static str)> {
        let ship = self.ship(id);
        if !roster[id].profile.odd.armageddon || ship.done.feats.gun != READY {
            return Some(("KILLER-03", "has no Armageddon gun that is ready"));
        }
        if ship.done.moved || ship.order.is_some() || ship.done.feats.charge > 0 || self.current.is_some() {
            return Some(("KILLER-03", "charges its gun before it moves, without an order"));
        }
        None
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// The way of the template up to what stands in it, and the phenomenon that does.
    fn beam(&self, id: ShipId, range: Length, through_rocks: bool) -> (Beam, Option<u8>) {
        let (at, heading): (Point, Heading) = (self.battle.ship(id).at, self.battle.ship(id).heading);
        let from = at.ahead(heading, TEMPLATE);
        let solid = |kind: FeatureKind| kind != FeatureKind::Cloud && !(through_rocks && kind.is_rocky());
        let met = (0_u8..).zip(self.battle.features.iter()).filter(|(_, feature)| solid(feature.kind));
        let met = met.filter_map(|(index, feature)| {
            feature.shape.first_touch(from, heading, range, TEMPLATE).map(|touch| (touch, index))
        });
        let first = met.min();
        let to = from.ahead(heading, first.map_or(range, |(touch, _)| touch));
        (Beam { from, to }, first.map(|(_, index)| index))
    }

    /// Ships and hulks under the template, in the order in which it comes to them.
    fn in_beam(&self, id: ShipId, beam: &Beam) -> Members {
        let mut found = Members::new();
        for (other, ship) in self.battle.all().filter(|(other, ship)| *other != id && ship.present()) {
            if beam.touches(ship.at, TEMPLATE + self.profile(other).base) {
                found.push(other).expect("each ship once");
            }
        }
        found.sort_unstable_by_key(|other| (beam.from.squared(self.battle.ship(*other).at), *other));
        found
    }

    fn sweep_flights(&mut self, beam: &Beam, rule: &'static str) {
        for flight in &self.battle.flights.clone() {
            let form = self.battle.form(self.roster, flight);
            let met = Form::Disc(TEMPLATE).meets(beam.from, beam.to, form, flight.at).is_some();
            if met && flight.aboard.is_none() {
                self.remove_flight(flight.id, rule);
            }
        }
    }

    /// Fires the gun straight ahead; everybody under it may brace first.
    pub(super) fn annihilate(&mut self, id: ShipId) -> Judged<()> {
        if let Some((rule, why)) = self.battle.may_annihilate(self.roster, id) {
            return Err(Refusal::new(rule, format!("{} {why}", self.name(id))).into());
        }
        let feats = &mut self.battle.ship_mut(id).done.feats;
        feats.gun = if feats.worn { GONE } else { SPENT };
        self.then_stage(Stage::Annihilate(id));
        let (beam, _) = self.beam(id, RANGE, false);
        let mut asked: FixedList<Unit, SHIPS> = FixedList::new();
        for other in self.in_beam(id, &beam).iter().rev() {
            let unit = self.battle.unit_of(*other);
            if self.battle.ship(*other).fights() && !asked.contains(&unit) {
                asked.push(unit).expect("each unit once");
                self.offer_brace(unit, Threat::Feat(Peril::Armageddon, id));
            }
        }
        Ok(())
    }

    /// D6 hits under the hole, one under the rest of the template, friend or foe; shields stop them.
    pub(super) fn armageddon(&mut self, id: ShipId) -> Judged<()> {
        let (beam, met) = self.beam(id, RANGE, false);
        let from = self.battle.ship(id).at;
        self.sweep_flights(&beam, "KILLER-01");
        self.blame(id);
        for other in &self.in_beam(id, &beam) {
            let mut marks = 0;
            if self.eludes(*other, from, &mut marks, "SHOOT-17")? {
                continue;
            }
            let hole = beam.touches(self.battle.ship(*other).at, HOLE + self.profile(*other).base);
            let hits = if hole { self.d6("armageddon gun", self.name(*other))? } else { 1 };
            self.tell_deed(Deed::Annihilates(id, *other, hits));
            self.batter(*other, from, hits, &mut marks)?;
        }
        if let Some(body) = met {
            let count = self.d6("armageddon gun on a phenomenon", self.name(id))?;
            self.mark_rim(body, from, count, "KILLER-01");
        }
        self.resolve_dying();
        Ok(())
    }

    /// Begins to charge: two turns of straight ahead and nothing else, behind two shields more.
    pub(super) fn charge(&mut self, id: ShipId) -> Judged<()> {
        if let Some((rule, why)) = self.battle.may_charge(self.roster, id) {
            return Err(Refusal::new(rule, format!("{} {why}", self.name(id))).into());
        }
        self.battle.ship_mut(id).done.feats.charge = 1;
        self.tell_deed(Deed::Charges(id, 1));
        Ok(())
    }

    /// After the Movement Phase of the third turn the charge goes off.
    pub(in crate::battle::gothic) fn discharge(&mut self) {
        let side = self.battle.active;
        for id in (0..self.battle.ships.len() as u8).map(ShipId) {
            let ship = self.battle.ship(id);
            if ship.side == side && ship.fights() && ship.done.feats.charge >= CHARGED {
                self.then_stage(Stage::Overcharge(id));
            }
        }
    }

    /// Whatever the template touches within 60 cm is destroyed.
    pub(super) fn overcharge(&mut self, id: ShipId) -> Judged<()> {
        let (beam, met) = self.beam(id, OVERCHARGED, true);
        let feats = &mut self.battle.ship_mut(id).done.feats;
        (feats.charge, feats.gun, feats.cooling) = (0, SPENT, COOLING);
        self.tell_deed(Deed::Charges(id, 0));
        self.sweep_flights(&beam, "KILLER-04");
        for other in &self.in_beam(id, &beam) {
            self.remove(*other, "KILLER-04");
        }
        match met.filter(|world| self.battle.features[usize::from(*world)].is_world()) {
            Some(world) => self.shatter(world, "KILLER-04"),
            None => Ok(()),
        }
    }

    /// Notes whether the dice of a check to reload are a double.
    pub(in crate::battle::gothic) fn note_doubles(&mut self, unit: Unit, faces: &[u8]) {
        for id in &self.battle.members(unit) {
            if self.profile(*id).odd.armageddon {
                let double = faces.len() == 2 && faces[0] == faces[1];
                self.battle.ship_mut(*id).done.feats.doubles = if double { faces[0] } else { 0 };
            }
        }
    }

    /// What a check to reload makes of the gun: a double 6 ruins it, another double leaves it one shot.
    pub(in crate::battle::gothic) fn reload_gun(&mut self, unit: Unit, passed: bool) -> Judged<()> {
        for id in &self.battle.members(unit) {
            if !self.profile(*id).odd.armageddon {
                continue;
            }
            let feats = &mut self.battle.ship_mut(*id).done.feats;
            if passed {
                feats.cooling = feats.cooling.saturating_sub(1);
                if feats.gun == SPENT && feats.cooling == 0 {
                    feats.gun = READY;
                }
            }
            let double = std::mem::take(&mut feats.doubles);
            if feats.gun == GONE {
                continue;
            }
            if double == 6 {
                feats.gun = GONE;
                self.tell_deed(Deed::GunRuined(*id));
                let crippled = self.battle.crippled(self.roster, *id);
                self.critical(*id)?;
                self.tell_crippled(*id, crippled);
                self.resolve_dying();
            } else if double > 0 {
                feats.worn = true;
                self.tell_deed(Deed::GunWorn(*id));
            }
        }
        Ok(())
    }
}
