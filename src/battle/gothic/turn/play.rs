//! A battle at work: the battle, its roster, its dice and its log, and what every chapter does with them.

use crate::battle::gothic::decisions::question::Question;
use crate::battle::gothic::event::{Event, Faces, Log};
use crate::battle::gothic::state::agenda::Task;
use crate::battle::gothic::state::ordnance::Flight;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId, Unit};
use crate::battle::gothic::sub_plots::Blame;
use crate::dice::{Dice, DiceError, Pip, Why};
use crate::ships::profile::Profile;
use crate::table::fixed_list::{Full, Outgrown};
use crate::table::geometry::Point;
use crate::table::side::Side;

/// What is peculiar to an attack.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::battle::gothic) struct Attack {
    /// Lance dice of 6 count two hits (MECH-11).
    pub(in crate::battle::gothic) relays: bool,
    /// It causes no criticals (ROGUE-25).
    pub(in crate::battle::gothic) mild: bool,
    /// Each critical brings a fire besides (HIVE-31).
    pub(in crate::battle::gothic) acid: bool,
    /// Reactive hulls do not save from it (NEC-08).
    pub(in crate::battle::gothic) warp: bool,
}

/// A battle at work, with what it needs.
pub(in crate::battle::gothic) struct Play<'a, D: ?Sized, L> {
    pub(in crate::battle::gothic) battle: &'a mut Battle,
    pub(in crate::battle::gothic) roster: &'a Roster,
    pub(in crate::battle::gothic) dice: &'a mut D,
    pub(in crate::battle::gothic) log: &'a mut L,
    /// Who is behind the damage that is being worked out (PLOT-11, PLOT-29).
    pub(in crate::battle::gothic) blame: Blame,
    /// What is peculiar to the attack that is being worked out.
    pub(in crate::battle::gothic) attack: Attack,
    /// Where the attack that is being worked out comes from.
    pub(in crate::battle::gothic) from: Point,
    /// What there was no room for, which stops the answer before anything more is done.
    pub(in crate::battle::gothic) outgrown: Option<Outgrown>,
}

impl<'a, D: Dice + ?Sized, L: Log> Play<'a, D, L> {
    pub(in crate::battle::gothic) fn profile(&self, ship: ShipId) -> &'a Profile {
        &self.roster[ship].profile
    }

    pub(in crate::battle::gothic) fn name(&self, ship: ShipId) -> &'a str {
        &self.roster[ship].name
    }

    pub(in crate::battle::gothic) fn unit_name(&self, unit: Unit) -> &'a str {
        self.roster.unit_name(unit)
    }

    pub(in crate::battle::gothic) fn side_name(&self, side: Side) -> &'a str {
        &self.roster.sides[side as usize]
    }

    /// Tells the log, if it listens.
    pub(in crate::battle::gothic) fn tell(&mut self, event: impl FnOnce() -> Event) {
        if L::ON {
            self.log.tell(event());
        }
    }

    /// Rolls dice for a ship or squadron. A roll of no dice is no roll: who might have none tells nothing of it.
    pub(in crate::battle::gothic) fn roll(
        &mut self,
        what: &'static str,
        who: &str,
        count: u8,
    ) -> Result<Faces, DiceError> {
        if count == 0 {
            return Ok(Faces::new());
        }
        let mut pips = [Pip::ONE; Faces::CAPACITY];
        let count = usize::from(count);
        if count > pips.len() {
            self.outgrown = Some(Full { most: pips.len() }.of("dice in one roll"));
            return Ok(Faces::new());
        }
        self.dice.roll(Why::new(what, who), &mut pips[..count])?;
        let mut faces = Faces::new();
        for pip in &pips[..count] {
            faces.push(pip.face()).expect("they were counted");
        }
        Ok(faces)
    }

    pub(in crate::battle::gothic) fn d6(&mut self, what: &'static str, who: &str) -> Result<u8, DiceError> {
        let mut pip = [Pip::ONE];
        self.dice.roll(Why::new(what, who), &mut pip)?;
        Ok(pip[0].face())
    }

    /// Puts a task on top.
    pub(in crate::battle::gothic) fn then(&mut self, task: Task) {
        if let Err(full) = self.battle.agenda.push(task) {
            self.outgrown = Some(full.of("things to do or to decide at once"));
        }
    }

    /// Puts a flight into play.
    pub(in crate::battle::gothic) fn enter_flight(&mut self, flight: Flight) {
        if let Err(full) = self.battle.flights.push(flight) {
            self.outgrown = Some(full.of("salvoes, waves and mines in play"));
        }
    }

    /// Asks somebody, and waits for the answer.
    pub(in crate::battle::gothic) fn ask(&mut self, question: impl Into<Question>) {
        self.then(Task::Ask(question.into()));
    }
}
