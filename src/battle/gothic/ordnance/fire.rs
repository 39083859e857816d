//! Direct fire at ordnance and minefields (ORD-13, ORD-14, MINE-07).

use super::outlines::Form;
use crate::battle::gothic::damage::blast_markers;
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::shooting::combined_fire::{Group, settle};
use crate::battle::gothic::shooting::gunnery_table::{Shifts, shifted};
use crate::battle::gothic::state::ordnance::Mark;
use crate::battle::gothic::state::ordnance::MarkShot;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, FeatureKind, Order, ShipId, Unit, Volley};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::Gun;
use crate::table::geometry::{Length, Point, SLACK};
use crate::table::side::Side;

impl Battle {
    /// Everything of a player that can be fired at as ordnance; what is still aboard cannot (ORD-01).
    pub fn marks_of(&self, side: Side) -> impl Iterator<Item = Mark> {
        let flights = self.flights_of(side).filter(|flight| flight.aboard.is_none());
        let fields = (0_u8..).zip(self.features.iter());
        let fields = fields.filter(move |(_, field)| field.kind == FeatureKind::Minefield && field.owner == side);
        flights.map(|flight| Mark::Flight(flight.id)).chain(fields.map(|(index, _)| Mark::Minefield(index)))
    }

    /// How far the nearest edge of ordnance is from a place (ORD-13).
    #[must_use]
    pub fn mark_gap(&self, roster: &Roster, at: Point, mark: Mark) -> Length {
        match mark {
            Mark::Flight(id) => self.flight(id).map_or(Length(i32::MAX), |flight| {
                Form::Disc(Length::ZERO).gap(at, self.form(roster, flight), flight.at)
            }),
            Mark::Minefield(index) => self.features[usize::from(index)].shape.gap(at),
        }
    }

    /// Its centre, and the place that must be in sight: a field does not hide itself.
    fn mark_place(&self, from: Point, mark: Mark) -> Option<(Point, Point)> {
        match mark {
            Mark::Flight(id) => self.flight(id).map(|flight| (flight.at, flight.at)),
            Mark::Minefield(index) => {
                let shape = self.features[usize::from(index)].shape;
                Some((shape.centre(), shape.nearest(from)))
            }
        }
    }

    /// Why a weapon cannot be fired at ordnance: rule and reason.
    #[must_use]
    pub fn misses_mark(
        &self,
        roster: &Roster,
        id: ShipId,
        weapon: u8,
        mark: Mark,
    ) -> Option<(&'static str, &'static str)> {
        let mount = &roster[id].profile.weapons[usize::from(weapon)];
        let ship = self.ship(id);
        let Some((centre, seen)) = self.mark_place(ship.at, mark) else { return Some(("ORD-13", "is gone")) };
        if !self.marks_of(ship.side.other()).any(|known| known == mark) {
            return Some(("ORD-13", "is no enemy ordnance in play"));
        }
        if self.mark_gap(roster, ship.at, mark) > mount.range + SLACK {
            return Some(("SHOOT-02", "is out of its range"));
        }
        if !mount.arcs.bear(ship.at, ship.heading, centre) {
            return Some(("SHOOT-03", "is not in its fire arc"));
        }
        if !self.sees_place(roster, ship.at, seen, None) {
            return Some(("SHOOT-12", "is out of sight"));
        }
        let inside = self.shared_field(ship.at, seen);
        let hampered = ship.order == Some(Order::Brace) || self.crippled(roster, id);
        match mark {
            Mark::Flight(_) if inside && self.mark_gap(roster, ship.at, mark) > Length::cm(10) + SLACK => {
                Some(("TERRAIN-21", "is more than 10 cm away in the asteroid field"))
            }
            Mark::Flight(_) if inside && hampered => {
                Some(("TERRAIN-23", "cannot be fired at in an asteroid field by a braced or crippled ship"))
            }
            Mark::Flight(_) | Mark::Minefield(_) => None,
        }
    }

    /// The enemy ordnance nearest to a unit, among what any of its weapons can be fired at (ORD-13).
    #[must_use]
    pub fn closest_mark(&self, roster: &Roster, unit: Unit) -> Option<Mark> {
        let members = self.members(unit);
        let bears = |mark: Mark| {
            let able = |ship: ShipId, weapon: u8| {
                self.strength(roster, unit, ship, weapon) > 0 && self.misses_mark(roster, ship, weapon, mark).is_none()
            };
            members.iter().any(|ship| Self::guns(roster, *ship).any(|weapon| able(*ship, weapon)))
        };
        let marks = self.marks_of(self.side_of(unit).other()).filter(|mark| bears(*mark));
        marks.min_by_key(|mark| (self.mark_gap_from(roster, unit, *mark), *mark))
    }

    /// How far the nearest edge of ordnance is from the nearest ship of a unit.
    fn mark_gap_from(&self, roster: &Roster, unit: Unit, mark: Mark) -> Length {
        let gaps = self.members(unit);
        gaps.iter().map(|ship| self.mark_gap(roster, self.ship(*ship).at, mark)).min().unwrap_or(Length(i32::MAX))
    }

    /// How far the nearest ordnance that a weapon can fire at is.
    fn nearest_mark(&self, roster: &Roster, id: ShipId, weapon: u8) -> Option<Length> {
        let ship = self.ship(id);
        let marks = self.marks_of(ship.side.other());
        let seen = marks.filter(|mark| self.misses_mark(roster, id, weapon, *mark).is_none());
        seen.map(|mark| self.mark_gap(roster, ship.at, mark)).min()
    }

    /// The column of ordnance, with shifts for range and blast markers (ORD-14).
    fn mark_column(&self, roster: &Roster, id: ShipId, gun: Gun, mark: Mark) -> u8 {
        let ship = self.ship(id);
        let (gap, profile) = (self.mark_gap(roster, ship.at, mark), &roster[id].profile);
        let mut range = if !gun.minds_range() {
            0
        } else if gap <= Length::cm(15) + SLACK {
            -1
        } else {
            i8::from(gap > Length::cm(30) + SLACK && !profile.long_sighted)
        };
        let Some((_, place)) = self.mark_place(ship.at, mark) else { return 5 };
        // Towards the sun the range shifts count double (TERRAIN-38).
        if self.towards_sun(id, place) {
            range *= 2;
        }
        let touched = match mark {
            Mark::Flight(id) => self.flight(id).is_some_and(|flight| {
                let form = self.form(roster, flight);
                self.markers.iter().any(|marker| form.touches(flight.at, Form::Disc(blast_markers::RADIUS), *marker))
                    || self.clouds().any(|cloud| cloud.meets(form, flight.at, flight.at).is_some())
            }),
            Mark::Minefield(index) => {
                let shape = self.features[usize::from(index)].shape;
                self.markers.iter().any(|marker| shape.touches(*marker, blast_markers::RADIUS))
            }
        };
        let blast = touched || self.shrouded(roster, id) || self.hidden(roster, id, place);
        let blast = i8::from(blast && !profile.improved.clear_sight);
        let atmosphere = i8::from(self.is_low(id) && !profile.ground);
        // A targeting matrix comes before any other shift (REFIT-22).
        let column = (5 - profile.improved.left_shift).max(1);
        shifted(column, Shifts { range, blast, atmosphere, ..Shifts::default() })
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// One shot at ordnance as declared, with its share filled in.
    pub(crate) fn mark_shot(&self, unit: Unit, shot: MarkShot, volley: &Volley) -> Result<MarkShot, Refusal> {
        let MarkShot { ship, weapon, mark, share } = shot;
        let mount = &self.profile(ship).weapons[usize::from(weapon)];
        let (name, gun) = (self.name(ship), mount.name.to_lowercase());
        self.may_use(unit, ship, weapon)?;
        if let Some((rule, why)) = self.battle.misses_mark(self.roster, ship, weapon, mark) {
            return Err(Refusal::new(rule, format!("the {gun} of {name} cannot fire at {mark}: it {why}")));
        }
        let own = || volley.marks.iter().filter(|other| (other.ship, other.weapon) == (ship, weapon));
        if own().any(|other| other.mark == mark) {
            return Err(Refusal::new("SHOOT-11", format!("the {gun} of {name} cannot attack {mark} twice")));
        }
        let whole = self.battle.strength(self.roster, unit, ship, weapon);
        let ships = volley.shots.iter().filter(|other| (other.ship, other.weapon) == (ship, weapon));
        if mount.rolled.is_some() && (share > 0 || own().next().is_some() || ships.clone().next().is_some()) {
            let message = format!("the {gun} of {name}, whose strength is rolled, fires at {mark} alone or not at it");
            return Err(Refusal::new("SHOOT-09", message));
        }
        let left = whole - ships.map(|other| other.share).chain(own().map(|other| other.share)).sum::<u8>();
        let share = if share == 0 { left } else { share };
        if share > left || share == 0 {
            let message = format!("the {gun} of {name} has {left} of {whole} left, not {share}");
            return Err(Refusal::new("SHOOT-09", message));
        }
        Ok(MarkShot { share, ..shot })
    }

    /// Without a passed test a ship fires at one piece of ordnance, the nearest (ORD-13); a squadron at the nearest to
    /// any of its ships, and those that have nothing that bears on it at another (SQUAD-18).
    pub(crate) fn keeps_mark_priority(&self, unit: Unit, marks: &[MarkShot]) -> Result<(), Refusal> {
        let bound = |shot: &&MarkShot| self.battle.ship(shot.ship).done.aim != Some(true);
        if !marks.iter().any(|shot| bound(&shot)) {
            return Ok(());
        }
        let closest = self.battle.closest_mark(self.roster, unit);
        for shot in marks.iter().filter(bound) {
            let name = self.name(shot.ship);
            if marks.iter().any(|other| other.ship == shot.ship && other.mark != shot.mark) {
                let message = format!("{name} must pass a Leadership test to split its fire between ordnance");
                return Err(Refusal::new("ORD-13", message));
            }
            let gap = |mark: Mark| self.battle.mark_gap_from(self.roster, unit, mark);
            let Some(closest) = closest.filter(|closest| gap(*closest) < gap(shot.mark)) else { continue };
            let bears = |weapon: u8| self.battle.misses_mark(self.roster, shot.ship, weapon, closest).is_none();
            let own = || self.battle.mark_gap(self.roster, self.battle.ship(shot.ship).at, shot.mark);
            let nearer = || self.battle.nearest_mark(self.roster, shot.ship, shot.weapon) < Some(own());
            if bears(shot.weapon) || nearer() {
                let message = format!("{} is not the nearest ordnance to {name}; test Leadership first", shot.mark);
                return Err(Refusal::new("ORD-13", message));
            }
        }
        Ok(())
    }

    /// Works out the fire at the next piece of ordnance of the volley: 6s hit, and any hit removes it (ORD-14).
    pub(crate) fn strike_mark(&mut self) -> Judged<()> {
        let volley = self.battle.volley;
        let Some(mark) = volley.marks.first().map(|shot| shot.mark) else { return Ok(()) };
        self.battle.volley.marks.clear();
        for shot in volley.marks.iter().filter(|shot| shot.mark != mark) {
            self.battle.volley.marks.push(*shot).expect("some of those there were");
        }
        let mut hits = 0;
        for gun in Gun::DIRECT {
            let dice = self.mark_dice(&volley, mark, *gun);
            if dice.0 > 0 {
                hits += self.roll_at_mark(volley.unit, mark, *gun, dice)?;
            }
        }
        let from = volley.marks.iter().filter(|shot| shot.mark == mark).map(|shot| self.battle.ship(shot.ship).at);
        let from = from.min_by_key(|at| self.battle.mark_gap(self.roster, *at, mark)).unwrap_or_default();
        match mark {
            Mark::Flight(id) if hits > 0 => self.remove_flight(id, "ORD-14"),
            Mark::Flight(_) => {}
            Mark::Minefield(index) => {
                for _ in 0..hits {
                    self.mark_minefield(index, from);
                }
            }
        }
        Ok(())
    }

    /// Dice of one kind of weapon at ordnance, and how many of them are of ships on Lock On.
    fn mark_dice(&mut self, volley: &Volley, mark: Mark, gun: Gun) -> (u8, u8) {
        let mut groups = [Group::default(); 6];
        for shot in volley.marks.iter().filter(|shot| shot.mark == mark) {
            if self.profile(shot.ship).weapons[usize::from(shot.weapon)].gun != gun {
                continue;
            }
            let power = volley.powers.iter().find(|power| (power.ship, power.weapon) == (shot.ship, shot.weapon));
            let share = power.map_or(shot.share, |power| {
                self.battle.strength_of(self.roster, volley.unit, shot.ship, shot.weapon, power.strength)
            });
            let column = self.battle.mark_column(self.roster, shot.ship, gun, mark);
            let stance = self.battle.firing_stance(self.roster, volley.unit, shot.ship);
            groups[usize::from(column)].add(shot.ship, share, stance);
        }
        self.total(volley.unit, mark, gun, &mut groups)
    }

    /// What groups by column come to at a mark; fractions go to the nearer ships (SQUAD-19).
    fn total(&mut self, unit: Unit, mark: Mark, gun: Gun, groups: &mut [Group; 6]) -> (u8, u8) {
        let nearest = groups.iter().position(|group| group.firepower > 0).unwrap_or(0);
        settle(groups, nearest);
        let (mut dice, mut locked) = (0_u8, 0_u8);
        for (column, group) in (0_u8..).zip(groups).filter(|(_, group)| group.firepower > 0) {
            group.column = column;
            let (count, again) = group.dice(gun);
            dice = dice.saturating_add(count);
            locked = locked.saturating_add(again);
            if gun.is_gunnery() {
                let firepower = group.firepower;
                self.tell(|| Event::MarkGunnery(unit, mark, firepower, column, count));
            }
        }
        (dice, locked)
    }

    /// Rolls dice that hit on 6, misses of ships on Lock On again; how many hit.
    fn roll_at_mark(&mut self, unit: Unit, mark: Mark, gun: Gun, (dice, locked): (u8, u8)) -> Judged<u8> {
        if dice == 0 {
            return Ok(0);
        }
        let sixes = |faces: &[u8]| faces.iter().filter(|face| **face >= 6).count() as u8;
        let what = gun.names().last().copied().unwrap_or_default();
        let faces = self.roll(what, self.unit_name(unit), dice)?;
        let mut hits = sixes(&faces);
        let again = &faces[..usize::from(locked).min(faces.len())];
        let missed = again.len() as u8 - sixes(again);
        let rule = if gun == Gun::Lance { "LANCE-03" } else { "ORD-14" };
        self.tell(|| Event::AtOrdnance(unit, mark, faces, hits, rule));
        if missed > 0 {
            let again = self.roll("lock on", self.unit_name(unit), missed)?;
            let more = sixes(&again);
            hits += more;
            self.tell(|| Event::LockedOn(unit, again, more));
        }
        Ok(hits)
    }
}
