//! Hit-and-run attacks: by teleport, and what every raid does (TELE, HITRUN).

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::BoardingQuestion;
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::special::Wonder;
use crate::battle::gothic::state::agenda::{Task, Threat};
use crate::battle::gothic::state::{Order, ShipId};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::crew::Raiders;
use crate::ships::profile::Size;
use crate::ships::traits::Trait;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Declares a teleport attack (TELE-01 to TELE-06).
    pub(in crate::battle::gothic) fn teleport(&mut self, id: ShipId, target: ShipId) -> Judged<()> {
        let (ship, enemy) = (self.battle.ship(id), self.battle.ship(target));
        let (name, against) = (self.name(id), self.name(target));
        let refuse = |rule, message: String| Err(Refusal::new(rule, message).into());
        if !ship.fights() {
            return refuse("TURN-02", format!("{name} can do nothing more"));
        }
        if ship.side != self.battle.active {
            let now = self.side_name(self.battle.active);
            return refuse("TELE-01", format!("{name} teleports in its own End Phase, not in {now}'s"));
        }
        if enemy.side == ship.side || !enemy.fights() {
            return refuse("TELE-01", format!("{name} can teleport only onto an enemy ship, not {against}"));
        }
        if ship.done.teleported {
            return refuse("TELE-01", format!("{name} makes one teleport attack a turn"));
        }
        if ship.done.assaults {
            return refuse("SCEN-88", format!("{name} attacks the planet and does nothing else in this turn"));
        }
        if ship.done.standby {
            return refuse("TURN-09", format!("{name} is on standby"));
        }
        if ship.order.is_some_and(|order| !matches!(order, Order::LockOn | Order::ReloadOrdnance)) {
            return refuse("TELE-02", format!("{name} may not teleport under its order"));
        }
        if self.battle.crippled(self.roster, id) {
            return refuse("TELE-03", format!("{name} is crippled and may not teleport"));
        }
        if self.profile(id).is(Trait::NoTeleport) || self.profile(id).is(Trait::Ghostship) {
            let rule = if self.profile(id).is(Trait::Ghostship) { "ELDAR-22" } else { "TAU-02" };
            return refuse(rule, format!("{name}: a {} makes no teleport attacks", self.profile(id).class));
        }
        if self.profile(id).size == Size::Escort || ship.hits <= 1 {
            return refuse("TELE-04", format!("{name} may not teleport: escorts and ships with 1 hit left cannot"));
        }
        if enemy.hits > ship.hits {
            let message = format!("{against} has {} hits left, more than {name} with {}", enemy.hits, ship.hits);
            return refuse("TELE-05", message);
        }
        let crew = &self.profile(id).crew;
        if !ship.at.within(enemy.at, crew.teleporters) {
            let (distance, reach) = (ship.at.distance(enemy.at), crew.teleporters);
            return refuse("TELE-01", format!("{against} is {distance} cm away, not within {reach}"));
        }
        if self.battle.shields(self.roster, target) > 0 {
            return refuse("TELE-06", format!("the shields of {against} are up"));
        }
        // Further parties follow the crew's own attack, one each.
        let made = usize::from(ship.done.raids);
        let raiders = if made == 0 { crew.raiders } else { crew.parties[made - 1] };
        let done = &mut self.battle.ship_mut(id).done;
        done.teleported = made == crew.parties.len();
        done.raids = if done.teleported { 0 } else { done.raids + 1 };
        self.then(Task::Raid { ship: id, target, raiders });
        self.offer_brace(self.battle.unit_of(target), Threat::Raid(id));
        Ok(())
    }

    /// What is added to a hit-and-run attack of one ship's crew on another ship, however they get there (HITRUN-03).
    fn raid_modifier(&self, ship: ShipId, target: ShipId) -> i8 {
        let (own, other) = (self.profile(ship), self.profile(target));
        own.crew.raids + own.improved.hit_and_run + other.raid_guard()
    }

    /// What a hit-and-run die does once its modifiers are known: nothing below 2, or below 4 to the light (HITRUN-04,
    /// HITRUN-08).
    pub(in crate::battle::gothic) fn raid_scores(&mut self, target: ShipId, face: u8, by: i8) -> Judged<()> {
        let least = if self.profile(target).is_light() { 4 } else { 2 };
        let mut score = (face.cast_signed() + by).max(0).cast_unsigned();
        // Who raids the Mechanicus rolls a die again that did nothing (MECH-02).
        if score < least && self.profile(target).is(Trait::Yields) {
            let again = self.d6("hit-and-run", self.name(target))?;
            self.tell_wonder(Wonder::RaidsAgain(target, again));
            score = (again.cast_signed() + by).max(0).cast_unsigned();
        }
        if score >= least {
            let crippled = self.battle.crippled(self.roster, target);
            self.scored_critical(target, score)?;
            self.tell_crippled(target, crippled);
        }
        Ok(())
    }

    /// Whether the crew of a ship gets aboard another: a braced ship cancels a hit-and-run attack on 4+ (BRACE-06).
    fn gets_aboard(&mut self, ship: ShipId, target: ShipId) -> Judged<bool> {
        let (mut marks, from) = (0, self.battle.ship(ship).at);
        if self.eludes(target, from, &mut marks, "ELDAR-12")? {
            return Ok(false);
        }
        self.came_aboard(self.battle.ship(ship).side, target);
        self.gets_past_brace(target)
    }

    /// A braced ship throws out what comes aboard on 4+ (BRACE-06).
    pub(in crate::battle::gothic) fn gets_past_brace(&mut self, target: ShipId) -> Judged<bool> {
        // A reactive hull keeps nobody out by itself (NEC-07).
        let hull = self.profile(target).traits.hull_save <= 6 && !self.is_braced(target);
        let needed = self.battle.saves_on(self.roster, target);
        if hull || needed > 6 {
            return Ok(true);
        }
        let face = self.d6("brace save", self.name(target))?;
        let saved = face >= needed;
        self.tell(|| Event::Save(target, needed, face, saved));
        Ok(!saved)
    }

    /// A hit-and-run attack by boarding torpedo; what helps teleporters does not help it (BTORP-03).
    pub(in crate::battle::gothic) fn torpedo_raid(&mut self, ship: ShipId, target: ShipId) -> Judged<()> {
        if !self.gets_aboard(ship, target)? {
            return Ok(());
        }
        let face = self.d6("hit-and-run", self.name(ship))?;
        self.raided_by(ship, target, face, self.raid_modifier(ship, target))
    }

    /// A teleport attack: the die is read on the critical table (HITRUN-01).
    pub(in crate::battle::gothic) fn raid(&mut self, ship: ShipId, target: ShipId, raiders: Raiders) -> Judged<()> {
        if !self.gets_aboard(ship, target)? {
            return Ok(());
        }
        if raiders == Raiders::Crew {
            let face = self.d6("hit-and-run", self.name(ship))?;
            return self.raided(ship, target, face);
        }
        let faces = self.roll("hit-and-run", self.name(ship), 2)?;
        self.tell(|| Event::Raiders(ship, raiders, faces));
        let (first, second) = (faces[0], faces[1]);
        match raiders {
            Raiders::Terminators => {
                self.raided(ship, target, first)?;
                self.raided(ship, target, second)
            }
            Raiders::Chosen if first != second => {
                self.ask(BoardingQuestion::Pick { ship, target, first, second });
                Ok(())
            }
            Raiders::Crew | Raiders::HonourGuard | Raiders::Chosen => self.raided(ship, target, first.max(second)),
        }
    }

    /// The answer to [`BoardingQuestion::Pick`].
    pub(in crate::battle::gothic) fn pick(
        &mut self,
        (ship, target): (ShipId, ShipId),
        dice: [u8; 2],
        face: u8,
    ) -> Judged<()> {
        if !dice.contains(&face) {
            let message = format!("{} rolled {} and {}, not {face}", self.name(ship), dice[0], dice[1]);
            return Err(Refusal::new("TELE-01", message).into());
        }
        self.battle.agenda.pop();
        self.raided(ship, target, face)
    }

    /// What a die of a hit-and-run attack does: 2 or more on a capital ship, 4 or more on an escort, after modifiers
    /// (HITRUN-03, HITRUN-04).
    fn raided(&mut self, ship: ShipId, target: ShipId, face: u8) -> Judged<()> {
        self.raided_by(ship, target, face, self.raid_modifier(ship, target) + self.profile(ship).improved.teleport)
    }

    fn raided_by(&mut self, ship: ShipId, target: ShipId, face: u8, by: i8) -> Judged<()> {
        if !self.battle.ship(target).fights() || self.battle.ship(target).hits == 0 {
            return Ok(());
        }
        self.blame(ship);
        self.tell(|| Event::Raid(ship, target, face, by));
        self.raid_scores(target, face, by)?;
        self.resolve_dying();
        Ok(())
    }
}
