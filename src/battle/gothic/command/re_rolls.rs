//! What a ship's own crew and commander bring to a roll against Leadership: bonuses, spare dice, re-rolls, and tests
//! passed without rolling (SKILL-03 to SKILL-09, CMDR-03, CMDR-04).

use crate::battle::gothic::decisions::answer::{Answer, Judged};
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Cause, Event, Log};
use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::state::agenda::{Check, Test};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Done, Order, ShipId, Unit};
use crate::battle::gothic::sub_plots::Plot;
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::effects::Test as Kind;
use crate::ships::profile::Size;
use crate::table::side::Side;

impl Test {
    /// The kind under which improvements know it.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Order(Order::AllAheadFull) => Kind::AllAheadFull,
            Self::Order(Order::ComeToNewHeading) => Kind::ComeToNewHeading,
            Self::Order(Order::BurnRetros) => Kind::BurnRetros,
            Self::Order(Order::LockOn) => Kind::LockOn,
            Self::Order(Order::ReloadOrdnance) => Kind::ReloadOrdnance,
            Self::Order(Order::Brace) => Kind::BraceForImpact,
            Self::Ram(_) => Kind::Ram,
            Self::Disengage => Kind::Disengage,
            Self::Aim
            | Self::Asteroids
            | Self::Rift
            | Self::Clouds
            | Self::Flare
            | Self::Evade(_)
            | Self::Rouse
            | Self::Guide(..)
            | Self::Jam(_) => Kind::Other,
        }
    }
}

impl Battle {
    /// A ship's Leadership in a test, with what is peculiar to it (SQUAD-04).
    fn tests_with(&self, roster: &Roster, id: ShipId, kind: Kind) -> i8 {
        let improved = &roster[id].profile.improved;
        let ship = self.ship(id);
        let drilled = match kind {
            Kind::LockOn => ship.drill.lock_on,
            Kind::ReloadOrdnance => ship.drill.reload,
            Kind::AllAheadFull
            | Kind::BurnRetros
            | Kind::ComeToNewHeading
            | Kind::BraceForImpact
            | Kind::Disengage
            | Kind::Ram
            | Kind::Other => 0,
        };
        let own = self.own_leadership(id).saturating_add(improved.bonus(kind)) + drilled;
        if improved.no_penalties {
            let bridge = if ship.criticals.bridge_smashed { 3 } else { 0 };
            let drill = ship.drill.leadership.min(0) + drilled.min(0);
            own + self.burst.cast_signed() + bridge - drill + if self.shaken(id) { 2 } else { 0 }
        } else {
            own
        }
    }

    /// What improvements make of a unit's Leadership in a test.
    #[must_use]
    pub fn test_bonus(&self, roster: &Roster, unit: Unit, kind: Kind) -> i8 {
        let members = self.members(unit);
        let best = members.iter().map(|ship| self.tests_with(roster, *ship, kind)).max().unwrap_or(0);
        best - self.leadership(unit)
    }

    /// The ships whose value a unit tests with.
    ///
    /// Ruling: a skill is the crew's own, so that in a squadron it serves the tests taken with its own value.
    fn testers(&self, roster: &Roster, unit: Unit, kind: Kind) -> Members {
        let members = self.members(unit);
        let best = members.iter().map(|ship| self.tests_with(roster, *ship, kind)).max().unwrap_or(0);
        let mut found = Members::new();
        for ship in members.iter().filter(|ship| self.tests_with(roster, **ship, kind) == best) {
            found.push(*ship).expect("each ship once");
        }
        found
    }

    /// Whether a unit may still pass a test without rolling (SKILL-09).
    #[must_use]
    pub fn passer(&self, roster: &Roster, unit: Unit, kind: Kind) -> Option<ShipId> {
        let able = |ship: &&ShipId| roster[**ship].profile.improved.passes > 0 && !self.ship(**ship).done.pass_spent;
        self.testers(roster, unit, kind).iter().find(able).copied()
    }

    /// The ship of a unit that has a re-roll of its own left: its crew's (SKILL-08) or its commander's (CMDR-09).
    #[must_use]
    pub fn reroller(&self, roster: &Roster, unit: Unit, kind: Kind) -> Option<ShipId> {
        let crew = |ship: &&ShipId| roster[**ship].profile.improved.rerolls > 0 && !self.ship(**ship).done.reroll_spent;
        // A lesser commander's re-rolls serve his own ship or squadron.
        let commander = |ship: &&ShipId| self.ship(**ship).rerolls > 0;
        let testers = self.testers(roster, unit, kind);
        let own = testers.iter().find(crew).copied().or_else(|| self.members(unit).iter().find(commander).copied());
        own.or_else(|| self.fort_reroller(roster, unit))
    }

    /// Whether the fleet commander's re-rolls reach a unit: during a radiation burst only his own ship or squadron
    /// (TERRAIN-46), with signalling problems only those near him (PLOT-22), never allies (ALLY-08).
    #[must_use]
    pub fn fleet_reroll(&self, unit: Unit) -> bool {
        let side = self.side_of(unit);
        self.players[side as usize].rerolls > 0
            && !self.members(unit).iter().any(|ship| self.ship(*ship).ally)
            && (self.burst == 0 || self.members(unit).iter().any(|ship| self.leads(*ship)))
            && self.signalled(unit)
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// What a unit tests against with its improvements; a command check never above 10 (LEAD-08).
    pub(in crate::battle::gothic) fn needed(&self, unit: Unit, test: Test, needed: i8) -> i8 {
        let needed = needed.saturating_add(self.battle.test_bonus(self.roster, unit, test.kind()));
        let unruly = self.battle.members(unit).iter().any(|ship| self.profile(*ship).odd.unruly);
        (if matches!(test, Test::Order(_)) { needed.min(10) } else { needed }) - i8::from(unruly)
    }

    /// How many dice are rolled and how many of the highest are dropped (SKILL-03).
    pub(in crate::battle::gothic) fn dice_of(&self, unit: Unit, test: Test, dice: u8) -> (u8, u8) {
        let infested = self.battle.members(unit).iter().any(|ship| self.battle.infested(*ship));
        let dice = dice + u8::from(infested);
        let testers = self.battle.testers(self.roster, unit, test.kind());
        if testers.iter().any(|ship| self.profile(*ship).improved.extra_die(test.kind())) {
            return (dice + 1, 1);
        }
        let pilots = testers.iter().any(|ship| self.profile(*ship).improved.asteroid_pilots);
        if pilots && test == Test::Asteroids && dice >= 3 { (dice, 1) } else { (dice, 0) }
    }

    /// The answer to `ReRollQuestion::Pass`: the test is passed without rolling, or rolled.
    pub(in crate::battle::gothic) fn answer_pass(&mut self, check: Check, pass: bool) -> Judged<()> {
        let Some(ship) = self.battle.passer(self.roster, check.unit, check.test.kind()).filter(|_| pass) else {
            return self.roll_test(check);
        };
        self.spend(ship, |done| done.pass_spent = true);
        self.tell(|| Event::Passed(check.unit, check.test, "SKILL-09"));
        self.tested(check.unit, check.test, true)
    }

    /// The answer to `ReRollQuestion::Spend`: the crew's own re-roll where it has one, the fleet's, or neither.
    pub(in crate::battle::gothic) fn reroll(&mut self, check: Check, given: &Answer) -> Judged<()> {
        let own = self.battle.reroller(self.roster, check.unit, check.test.kind());
        let side = self.battle.side_of(check.unit);
        match (*given, own) {
            (Answer::No, _) => {
                self.battle.agenda.pop();
                return self.tested(check.unit, check.test, false);
            }
            (Answer::Yes, Some(ship)) => {
                let crew = self.profile(ship).improved.rerolls > 0 && !self.battle.ship(ship).done.reroll_spent;
                if crew {
                    self.spend(ship, |done| done.reroll_spent = true);
                } else {
                    self.battle.ship_mut(ship).rerolls -= 1;
                }
                self.tell(|| Event::OwnReroll(ship, crew));
            }
            _ if !self.battle.fleet_reroll(check.unit) => {
                let message = format!(
                    "{} has no fleet re-roll for {}",
                    self.roster.sides[side as usize],
                    self.unit_name(check.unit)
                );
                return Err(Refusal::new("DICE-08", message).into());
            }
            _ => {
                let player = self.battle.player_mut(side);
                player.rerolls -= 1;
                let left = player.rerolls;
                self.tell(|| Event::RerollSpent(side, left));
            }
        }
        self.battle.agenda.pop();
        // The second result stands, whatever other re-rolls there are (DICE-05, DICE-06).
        let (passed, _) = self.throw(&check)?;
        self.tested(check.unit, check.test, passed)?;
        if !passed {
            self.backlash(side, own.filter(|_| *given == Answer::Yes));
        }
        Ok(())
    }

    /// A re-roll of its own, or of the commander it bears, that fails costs some ships a hit.
    fn backlash(&mut self, side: Side, own: Option<ShipId>) {
        let angered =
            |id: ShipId, flagship: bool| self.profile(id).odd.backlash && own.map_or(flagship, |own| own == id);
        let found = self.battle.fleet(side).find(|(id, ship)| angered(*id, ship.flagship)).map(|(id, _)| id);
        if let Some(id) = found {
            let crippled = self.battle.crippled(self.roster, id);
            self.lose(id, 1, Cause::Backlash);
            self.tell_crippled(id, crippled);
            self.resolve_dying();
        }
    }

    /// Marks what a crew has spent; an escort squadron's skills are those of all its ships (SKILL-10).
    fn spend(&mut self, id: ShipId, mark: fn(&mut Done)) {
        let squadron = self.battle.ship(id).squadron.filter(|_| self.profile(id).size == Size::Escort);
        for other in (0..self.battle.ships.len() as u8).map(ShipId) {
            let ship = self.battle.ship_mut(other);
            if other == id || squadron.is_some() && ship.squadron == squadron {
                mark(&mut ship.done);
            }
        }
    }

    /// With the flagship the fleet commander is out of the battle, and his re-rolls with him (CMDR-04). What Secret
    /// Intelligence gave is the fleet's, and is spent last (PLOT-34).
    pub(in crate::battle::gothic) fn commander_lost(&mut self, id: ShipId) {
        let side = self.battle.ship(id).side;
        let rerolls = self.battle.players[side as usize].rerolls;
        let left = rerolls.min(u8::from(self.battle.plot(side, Plot::SecretIntelligence).is_some()));
        if self.battle.ship(id).flagship && rerolls > left {
            self.battle.player_mut(side).rerolls = left;
            self.tell(|| Event::CommanderLost(id, left));
        }
    }
}
