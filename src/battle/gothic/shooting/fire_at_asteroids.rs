//! Fire at an asteroid field, to leave blast markers before it (TERRAIN-24).

use super::combined_fire::{Group, settle};
use super::gunnery_table::{Shifts, shifted};
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::state::{Battle, FeatureKind, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::gun::Gun;
use crate::table::geometry::{Length, Point};

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A unit that has passed its Leadership test fires all that bears at a field; each 6 is a marker.
    ///
    /// Ruling: such a unit fires at nothing else in that phase.
    pub(in crate::battle::gothic) fn fire_at_field(&mut self, unit: Unit, field: u8) -> Judged<()> {
        self.may_fire(unit)?;
        let name = self.unit_name(unit);
        let refuse = |message: String| Err(Refusal::new("TERRAIN-24", message).into());
        let Some(feature) = self.battle.features.get(usize::from(field)).copied() else {
            return refuse(format!("there is no phenomenon {}", field + 1));
        };
        if feature.kind != FeatureKind::Asteroids {
            return refuse(format!("phenomenon {} is no asteroid field", field + 1));
        }
        let members = self.battle.members(unit);
        if members.iter().any(|ship| self.battle.ship(*ship).done.aim != Some(true)) {
            return refuse(format!("{name} must pass a Leadership test first: `{name}: test`"));
        }
        // Lances are no gunnery: the last group is theirs.
        let mut groups = [Group::default(); 7];
        for ship in &members {
            let at = self.battle.ship(*ship).at;
            let edge = feature.shape.rim(at);
            let column = usize::from(self.column_at(*ship, edge));
            let stance = self.battle.firing_stance(self.roster, unit, *ship);
            for weapon in Battle::guns(self.roster, *ship).filter(|weapon| self.reaches(*ship, *weapon, edge, field)) {
                let strength = self.battle.strength(self.roster, unit, *ship, weapon);
                let gunnery = self.profile(*ship).weapons[usize::from(weapon)].gun.is_gunnery();
                groups[if gunnery { column } else { 6 }].add(*ship, strength, stance);
            }
        }
        let (columns, lances) = groups.split_at_mut(6);
        let nearest = columns.iter().position(|group| group.firepower > 0).unwrap_or(0);
        settle(columns, nearest);
        settle(lances, 0);
        let (mut dice, mut locked) = lances[0].dice(Gun::Lance);
        for (column, group) in (0_u8..).zip(columns) {
            group.column = column;
            let (count, again) = group.dice(Gun::Battery);
            (dice, locked) = (dice.saturating_add(count), locked.saturating_add(again));
        }
        if dice == 0 {
            return refuse(format!("{name} has nothing that can fire at the field"));
        }
        self.rake(unit, field, (dice, locked))
    }

    /// Rolls the dice; of these so many are of ships on Lock On, counted first.
    fn rake(&mut self, unit: Unit, field: u8, (dice, locked): (u8, u8)) -> Judged<()> {
        let members = self.battle.members(unit);
        for ship in &members {
            self.battle.ship_mut(*ship).done.fired = true;
            self.see_decoy(*ship);
        }
        let faces = self.roll("fire at a field", self.unit_name(unit), dice)?;
        let count = |faces: &[u8]| faces.iter().filter(|face| **face >= 6).count() as u8;
        let mut sixes = count(&faces);
        let again = &faces[..usize::from(locked).min(faces.len())];
        let missed = again.len() as u8 - count(again);
        self.tell(|| Event::Raked(unit, faces, sixes));
        if missed > 0 {
            let again = self.roll("lock on", self.unit_name(unit), missed)?;
            let more = count(&again);
            self.tell(|| Event::LockedOn(unit, again, more));
            sixes += more;
        }
        if let Some(lead) = members.first() {
            self.mark_rim(field, self.battle.ship(*lead).at, sixes, "TERRAIN-24");
        }
        Ok(())
    }

    /// Batteries fire in column 5, with the shifts for range and blast markers.
    fn column_at(&self, ship: ShipId, edge: Point) -> u8 {
        let at = self.battle.ship(ship).at;
        let long = !at.within(edge, Length::cm(30)) && !self.profile(ship).long_sighted;
        let range = if at.within(edge, Length::cm(15)) { -1 } else { i8::from(long) };
        // Towards the sun the range shifts count double (TERRAIN-38).
        let range = if self.battle.towards_sun(ship, edge) { 2 * range } else { range };
        let improved = &self.profile(ship).improved;
        let blast = !improved.clear_sight
            && (self.battle.shrouded(self.roster, ship) || self.battle.hidden(self.roster, ship, edge));
        // A targeting matrix comes before any other shift (REFIT-22).
        shifted((5 - improved.left_shift).max(1), Shifts { range, blast: i8::from(blast), ..Shifts::default() })
    }

    fn reaches(&self, id: ShipId, weapon: u8, edge: Point, field: u8) -> bool {
        let (ship, mount) = (self.battle.ship(id), &self.profile(id).weapons[usize::from(weapon)]);
        // From inside a field only ships that are in it too are fired at (TERRAIN-21).
        self.battle.silenced(id).is_none()
            && !self.battle.in_field(ship.at)
            && ship.at.within(edge, mount.range)
            && mount.arcs.bear(ship.at, ship.heading, edge)
            && self.battle.sees_past(self.roster, ship.at, edge, None, Some(field))
    }
}
