//! Judges what units do in one move, on a copy of the battle: all of it is allowed, or nothing happens.

use super::legs;
use crate::battle::ground::answer::{Leg, Refusal, Step, refuse};
use crate::battle::ground::charts::{FIVE, counter_charge, most_in_contact};
use crate::battle::ground::kinds::Ability;
use crate::battle::ground::measure::{contact_place, gap, overlap, touch, within};
use crate::battle::ground::roster::{FormationId, Roster, UnitId};
use crate::battle::ground::sight::{along_road, on_road};
use crate::battle::ground::state::{Battle, Place};
use crate::table::geometry::{Length, Point, SLACK};

/// How units move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// A move of an action.
    Move,
    /// A move of a march along a road (EP-ACT-15).
    Road,
    /// EP-ASLT-02.
    Charge,
    /// EP-ASLT-04.
    CounterCharge,
    /// EP-BREAK-03.
    Withdraw,
    /// EP-ASLT-15.
    Consolidate,
}

impl Manner {
    /// Whether zones of control are kept out of (EP-MOVE-03).
    pub(super) const fn minds_zones(self) -> bool {
        match self {
            Self::Move | Self::Road | Self::Consolidate => true,
            Self::Charge | Self::CounterCharge | Self::Withdraw => false,
        }
    }
}

/// A move that was judged.
#[derive(Clone, Debug)]
pub struct Course {
    /// The battle after it.
    pub battle: Battle,
    /// Who must test for dangerous terrain, by id (EP-MOVE-10).
    pub tested: Vec<UnitId>,
    /// Whether anybody moved.
    pub moved: bool,
    /// Formations whose units got in or out of another's transport (EP-WE-03).
    pub shifted: Vec<FormationId>,
    /// Units pushed aside by engines (EP-WE-10).
    pub barged: Vec<UnitId>,
}

/// What a unit has done so far in this move.
#[derive(Clone, Debug, Default)]
struct Track {
    spent: Length,
    off_road: bool,
    slowly: bool,
    shifted: bool,
    named: bool,
    tested: bool,
}

/// A move while it is judged.
struct Judge<'j> {
    roster: &'j Roster,
    formation: FormationId,
    manner: Manner,
    before: &'j Battle,
    after: Battle,
    tracks: Vec<Track>,
    shifted: Vec<FormationId>,
    barged: Vec<UnitId>,
}

/// Judges the steps of a formation.
///
/// # Errors
/// The first step that the rules do not allow.
pub fn judge(
    battle: &Battle,
    roster: &Roster,
    formation: FormationId,
    manner: Manner,
    steps: &[Step],
) -> Result<Course, Refusal> {
    let mut judge = Judge {
        roster,
        formation,
        manner,
        before: battle,
        after: battle.clone(),
        tracks: vec![Track::default(); battle.units.len()],
        shifted: Vec::new(),
        barged: Vec::new(),
    };
    for step in steps {
        judge.step(step)?;
    }
    judge.ends()?;
    let tested = (0..battle.units.len()).map(UnitId).filter(|unit| judge.tracks[unit.0].tested).collect();
    Ok(Course { tested, moved: !steps.is_empty(), battle: judge.after, shifted: judge.shifted, barged: judge.barged })
}

impl Judge<'_> {
    fn step(&mut self, step: &Step) -> Result<(), Refusal> {
        let name = self.roster.unit_name(step.unit);
        let own = self.roster.formation_of(step.unit) == self.formation;
        if !own && !step.out {
            return refuse("EP-MOVE-01", format!("{name} is no unit of {}", self.roster[self.formation].name));
        }
        self.tracks[step.unit.0].named = true;
        self.tracks[step.unit.0].slowly |= step.slowly;
        if step.out {
            return self.gets_out(step, &name);
        }
        let Some(mut from) = self.after.at(step.unit) else {
            return refuse("EP-MOVE-06", format!("{name} is not on the table; it must get out first: \"out to X Y\""));
        };
        for leg in &step.legs {
            let to = self.place_of(step.unit, from, *leg)?;
            self.leg(step.unit, from, to)?;
            from = to;
        }
        if let Some(carrier) = step.into {
            self.gets_in(step.unit, carrier, from, &name)?;
        }
        self.length(step.unit, &name)
    }

    fn place_of(&self, unit: UnitId, from: Point, leg: Leg) -> Result<Point, Refusal> {
        match leg {
            Leg::To(place) => Ok(place),
            Leg::Touch(other) => match self.after.at(other) {
                Some(at) => Ok(contact_place(self.roster, (unit, from), (other, at))),
                None => refuse("EP-ASLT-03", format!("{} is not on the table", self.roster.unit_name(other))),
            },
        }
    }

    /// One straight part of a way.
    fn leg(&mut self, unit: UnitId, from: Point, to: Point) -> Result<(), Refusal> {
        let barges = self.manner == Manner::Charge && self.roster.kind(unit).is_engine();
        legs::over_units(&self.after, self.roster, unit, (from, to), barges, &mut self.barged)?;
        if self.manner.minds_zones() {
            legs::zones(self.before, self.roster, unit, (from, to))?;
        }
        let dangerous = legs::terrain(self.roster, unit, (from, to), self.manner == Manner::Withdraw)?;
        let track = &mut self.tracks[unit.0];
        track.tested |= dangerous && !track.slowly;
        track.spent += from.distance(to);
        track.off_road |= !along_road(self.roster, from, to);
        self.after[unit].place = if self.roster.on_table(to) { Place::At(to) } else { Place::Lost };
        Ok(())
    }

    /// How far a unit may go in this move.
    fn allowance(&self, unit: UnitId) -> Length {
        let kind = self.roster.kind(unit);
        match self.manner {
            Manner::Move | Manner::Road | Manner::Withdraw => {
                let bonus = if self.tracks[unit.0].off_road { Length::ZERO } else { FIVE };
                kind.speed + bonus
            }
            Manner::Charge if kind.has(Ability::Infiltrator) => kind.speed + kind.speed,
            Manner::Charge => kind.speed + if self.tracks[unit.0].off_road { Length::ZERO } else { FIVE },
            Manner::CounterCharge => counter_charge(kind.speed),
            Manner::Consolidate => FIVE,
        }
    }

    fn length(&self, unit: UnitId, name: &str) -> Result<(), Refusal> {
        let track = &self.tracks[unit.0];
        let most = if track.slowly { FIVE } else { self.allowance(unit) };
        if track.spent <= most + SLACK {
            return Ok(());
        }
        let rule = match self.manner {
            _ if track.slowly => "EP-MOVE-10",
            Manner::Move | Manner::Road | Manner::Withdraw => "EP-MOVE-01",
            Manner::Charge => "EP-ASLT-02",
            Manner::CounterCharge => "EP-ASLT-04",
            Manner::Consolidate => "EP-ASLT-15",
        };
        refuse(rule, format!("{name} would move {} cm; it may move {most}", track.spent))
    }

    fn gets_in(&mut self, unit: UnitId, carrier: UnitId, from: Point, name: &str) -> Result<(), Refusal> {
        let carrier_name = self.roster.unit_name(carrier);
        let Some(at) = self.after.at(carrier) else {
            return refuse("EP-MOVE-06", format!("{carrier_name} is not on the table"));
        };
        if !touch(self.roster, (unit, from), (carrier, at)) {
            let place = contact_place(self.roster, (unit, from), (carrier, at));
            self.leg(unit, from, place)?;
        }
        if self.tracks[unit.0].shifted {
            return refuse("EP-MOVE-06", format!("{name} gets in or out once in a move, not both"));
        }
        room(&self.after, self.roster, unit, carrier)?;
        self.tracks[unit.0].shifted = true;
        if self.roster.formation_of(carrier) != self.formation && !self.shifted.contains(&self.formation) {
            self.shifted.push(self.formation);
        }
        self.after[unit].place = Place::In(carrier);
        Ok(())
    }

    fn gets_out(&mut self, step: &Step, name: &str) -> Result<(), Refusal> {
        let Place::In(carrier) = self.after[step.unit].place else {
            return refuse("EP-MOVE-06", format!("{name} is aboard nothing"));
        };
        let formation = self.roster.formation_of(step.unit);
        if self.roster.formation_of(carrier) != self.formation && formation != self.formation {
            return refuse("EP-WE-03", format!("{name} is aboard {}", self.roster.unit_name(carrier)));
        }
        if self.tracks[step.unit.0].shifted {
            return refuse("EP-MOVE-06", format!("{name} gets in or out once in a move, not both"));
        }
        let ([Leg::To(place)], None, Some(at)) = (step.legs.as_slice(), step.into, self.after.at(carrier)) else {
            return refuse("EP-MOVE-06", format!("{name} gets out to one place, within 5 of its transport"));
        };
        legs::put_down(&self.after, self.roster, step.unit, *place, self.manner.minds_zones())?;
        if !within(self.roster, (step.unit, *place), (carrier, at), FIVE) {
            let found = gap(self.roster, (step.unit, *place), (carrier, at));
            return refuse("EP-MOVE-06", format!("{name} would get out {found} cm from its transport; 5 are allowed"));
        }
        self.tracks[step.unit.0].shifted = true;
        self.after[step.unit].place = Place::At(*place);
        if formation != self.roster.formation_of(carrier) && !self.shifted.contains(&formation) {
            self.shifted.push(formation);
        }
        Ok(())
    }

    /// What must hold when all have moved.
    fn ends(&mut self) -> Result<(), Refusal> {
        if self.tracks.iter().all(|track| !track.named) {
            return Ok(());
        }
        super::barging::push_aside(&mut self.after, self.roster, &self.barged)?;
        let standing: Vec<(UnitId, Point)> = self.after.standing(self.roster, self.formation).collect();
        for (unit, at) in standing {
            let name = self.roster.unit_name(unit);
            if self.tracks[unit.0].named {
                legs::stands_alone(&self.after, self.roster, (unit, at))?;
            }
            if matches!(self.manner, Manner::Move | Manner::Road) {
                legs::leaves_zones(&self.after, self.roster, (unit, at))?;
            }
            let started = self.before.at(unit);
            let started_on = started.is_some_and(|start| on_road(self.roster, start));
            let road = started_on && on_road(self.roster, at) && !self.tracks[unit.0].off_road;
            if self.manner == Manner::Road && !road {
                return refuse("EP-ACT-15", format!("{name} would leave the road; it marches along it"));
            }
            if let (Manner::CounterCharge, true, Some(start)) = (self.manner, self.tracks[unit.0].named, started) {
                self.goes_nearer(unit, start, at, &name)?;
            }
        }
        if matches!(self.manner, Manner::Charge | Manner::CounterCharge) { self.contacts() } else { Ok(()) }
    }

    /// A counter-charge goes towards the nearest enemy (EP-ASLT-04).
    fn goes_nearer(&self, unit: UnitId, from: Point, to: Point, name: &str) -> Result<(), Refusal> {
        let enemy = self.roster.side_of(unit).other();
        let nearest = self
            .before
            .ground(self.roster, enemy)
            .min_by_key(|(other, at)| (gap(self.roster, (unit, from), (*other, *at)), *other));
        let Some(nearest) = nearest else { return Ok(()) };
        if gap(self.roster, (unit, to), nearest) >= gap(self.roster, (unit, from), nearest) {
            let enemy = self.roster.unit_name(nearest.0);
            return refuse("EP-ASLT-04", format!("{name} must counter-charge towards {enemy}, the nearest enemy"));
        }
        Ok(())
    }

    /// At most two units touch a defender (EP-ASLT-03).
    fn contacts(&self) -> Result<(), Refusal> {
        let side = self.roster[self.formation].side;
        let own: Vec<(UnitId, Point)> = self.after.ground(self.roster, side).collect();
        for enemy in self.after.ground(self.roster, side.other()) {
            let touching = own.iter().filter(|unit| touch(self.roster, **unit, enemy)).count();
            let kind = self.roster.kind(enemy.0);
            let most = usize::from(most_in_contact(kind));
            if touching > most && self.manner == Manner::Charge {
                let name = self.roster.unit_name(enemy.0);
                return refuse("EP-ASLT-03", format!("{touching} units would touch {name}; {most} may"));
            }
        }
        Ok(())
    }
}

/// Whether a transport has room for a unit (EP-MOVE-06).
///
/// # Errors
/// Why not.
pub fn room(battle: &Battle, roster: &Roster, unit: UnitId, carrier: UnitId) -> Result<(), Refusal> {
    let (kind, holds) = (roster.kind(unit), roster.kind(carrier));
    let (name, carrier_name) = (roster.unit_name(unit), roster.unit_name(carrier));
    let other = roster.formation_of(unit) != roster.formation_of(carrier);
    if roster.side_of(unit) != roster.side_of(carrier) || other && !holds.carries_others {
        return refuse("EP-MOVE-06", format!("{carrier_name} carries units of its own formation only"));
    }
    let Some((_, most)) = holds.transports.iter().find(|(id, _)| *id == kind.id) else {
        return refuse("EP-MOVE-06", format!("{carrier_name} does not carry {name}, {}", kind.name));
    };
    let aboard = battle.passengers(carrier).filter(|found| roster.kind(*found).id == kind.id && *found != unit).count();
    if aboard >= usize::from(*most) {
        return refuse("EP-MOVE-06", format!("{carrier_name} holds {most} of {}, and they are aboard", kind.name));
    }
    Ok(())
}

/// Whether two units of one answer stand in one place.
#[must_use]
pub fn collide(roster: &Roster, one: (UnitId, Point), other: (UnitId, Point)) -> bool {
    one.0 != other.0 && overlap(roster, one, other)
}
