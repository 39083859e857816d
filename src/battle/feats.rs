//! What single ships may do by their own rules: their answers, what these ask and do, and how all of it is written.
//!
//! Ruling: the seeds name these ships and upgrades without printing their rules; the figures are those of the fleet
//! files, and what they leave open is read from the published fleet rules. Events cite the rule they come nearest to.

mod beasts;
mod klaws;
mod shokk;
mod tide;

use super::agenda::Task;
use super::answer::{Answer, Decision, Judged};
use super::class::words;
use super::event::{Event, Log};
use super::play::Play;
use super::profile::Roster;
use super::state::{Battle, ShipId, Side, Unit};
use super::wording::strip;
use crate::dice::Dice;
use crate::text::count;

/// What a ship may do by a rule of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feat {
    /// `Bane: unleash on Agrippa`: its warp beasts, in the End Phase.
    Unleash(ShipId, ShipId),
    /// `Bane: flush bays`: a tide of berzerkers launches more craft than there are bays.
    Flush(ShipId),
    /// `Kroozer: shokk Agrippa`: its shokk attack lance, in the Shooting Phase.
    Shokk(ShipId, ShipId),
}

/// Work or a decision that comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Work: warp beasts attack a ship.
    Beasts {
        /// Whose.
        ship: ShipId,
        /// Whom.
        target: ShipId,
    },
    /// Decision: berzerkers roll for more criticals in a boarding action, and take no orders for a turn.
    Tide {
        /// Whose.
        ship: ShipId,
        /// Whom.
        target: ShipId,
        /// What a die needs.
        needed: u8,
    },
    /// Decision: klaws snap at an enemy in contact, or not.
    Grab {
        /// Whose.
        ship: ShipId,
        /// At whom.
        target: ShipId,
    },
    /// Work: klaws attack a ship.
    Klaws {
        /// Whose.
        ship: ShipId,
        /// Whom.
        target: ShipId,
    },
    /// Work: a shokk attack lance attacks a ship.
    Shokk {
        /// Whose.
        ship: ShipId,
        /// Whom.
        target: ShipId,
    },
}

words! {
    /// What a ship may brace against.
    Peril {
        /// Warp beasts.
        Beasts = "warp beasts",
        /// Klaws.
        Klaws = "klaws",
        /// A shokk attack lance.
        Shokk = "shokk attack lance",
    }
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Warp beasts score so many hits on a ship.
    Beasts(ShipId, ShipId, u8),
    /// A ship rolls for so many criticals more.
    Tide(ShipId, u8),
    /// A ship launches up to so many markers more.
    Flushed(ShipId, u8),
    /// Klaws roll two dice and hit so often.
    Klaws(ShipId, ShipId, u8, u8, u8),
    /// Klaws have latched on.
    Latched(ShipId, ShipId),
    /// A shokk attack lance rolls to hit.
    Shokk(ShipId, ShipId, u8),
    /// So many hordes get aboard.
    Hordes(ShipId, u8),
    /// Hordes aboard an escort roll.
    Overrun(ShipId, u8),
    /// Maniac turrets come to so many in this turn.
    Turrets(ShipId, u8),
}

/// What a ship has done of it, as far as rules look back at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feats {
    /// Its warp beasts have been unleashed in this battle.
    pub unleashed: bool,
    /// Own turns, the present one among them, until a frenzied crew takes orders again.
    pub frenzy: u8,
    /// Markers that its bays send out beyond their strength in this phase.
    pub flush: u8,
    /// Own turns, the present one among them, until flushed bays launch again.
    pub flushed: u8,
    /// Its klaws have snapped in this turn.
    pub klawed: bool,
    /// The ship that klaws, its own or the other's, hold it to.
    pub latched: Option<ShipId>,
    /// Its shokk attack lance has fired in this turn.
    pub shokked: bool,
    /// What its maniac turrets come to in this turn; 0 before they are rolled for.
    pub turrets: u8,
}

impl Stage {
    /// Whether somebody must decide.
    #[must_use]
    pub const fn is_decision(self) -> bool {
        matches!(self, Self::Tide { .. } | Self::Grab { .. })
    }

    /// The ship whose player decides.
    #[must_use]
    pub const fn decider(self) -> ShipId {
        match self {
            Self::Beasts { ship, .. }
            | Self::Tide { ship, .. }
            | Self::Grab { ship, .. }
            | Self::Klaws { ship, .. }
            | Self::Shokk { ship, .. } => ship,
        }
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Judges what a ship wants to do by its own rule.
    pub(super) fn feat(&mut self, due: Decision, feat: Feat) -> Judged<()> {
        self.own(Unit::Ship(feat.ship()))?;
        match (due, feat) {
            (Decision::End(_), Feat::Unleash(ship, target)) => self.unleash(ship, target),
            (Decision::Shoot(_), Feat::Shokk(ship, target)) => self.fire_shokk(ship, target),
            (Decision::Launch(_), Feat::Flush(ship)) => self.flush(ship),
            _ => Err(self.not_now(due).into()),
        }
    }

    /// Does what is due.
    pub(super) fn stage(&mut self, stage: Stage) -> Judged<()> {
        match stage {
            Stage::Beasts { ship, target } => self.beasts(ship, target),
            Stage::Klaws { ship, target } => self.klaws(ship, target),
            Stage::Shokk { ship, target } => self.shokk(ship, target),
            Stage::Tide { .. } | Stage::Grab { .. } => Ok(()),
        }
    }

    /// An answer to what is asked.
    pub(super) fn staged(&mut self, stage: Stage, given: &Answer) -> Judged<()> {
        match (stage, *given) {
            (Stage::Tide { ship, target, needed }, Answer::Yes | Answer::No) => {
                self.battle.agenda.pop();
                self.answer_tide((ship, target, needed), *given == Answer::Yes)
            }
            (Stage::Grab { ship, target }, Answer::Yes | Answer::No) => {
                self.battle.agenda.pop();
                self.answer_grab(ship, target, *given == Answer::Yes);
                Ok(())
            }
            _ => Err(self.not_now(self.battle.pending()).into()),
        }
    }

    /// A new player turn: what may be done once a turn may be done again, and maniac turrets are rolled for.
    ///
    /// Ruling: a D3 of turrets is rolled at the start of each player turn and stands until the next.
    pub(super) fn open_feats(&mut self) -> Judged<()> {
        let side = self.battle.active;
        for id in (0..self.battle.ships.len() as u8).map(ShipId) {
            let ship = self.battle.ship_mut(id);
            let feats = &mut ship.done.feats;
            if ship.side == side {
                (feats.klawed, feats.shokked) = (false, false);
            }
            if ship.fights() && self.profile(id).odd.maniac_turrets {
                let turrets = self.d6("maniac turrets", self.name(id))?.div_ceil(2);
                self.battle.ship_mut(id).done.feats.turrets = turrets;
                self.tell_deed(Deed::Turrets(id, turrets));
            }
        }
        Ok(())
    }

    /// What is counted in turns runs out with the turn of its player.
    pub(super) fn end_feats(&mut self) {
        let side = self.battle.active;
        for ship in self.battle.ships.iter_mut().filter(|ship| ship.side == side) {
            let feats = &mut ship.done.feats;
            feats.frenzy = feats.frenzy.saturating_sub(1);
            feats.flushed = feats.flushed.saturating_sub(1);
        }
    }

    pub(super) fn then_stage(&mut self, stage: Stage) {
        self.then(Task::Feat(stage));
    }

    fn tell_deed(&mut self, deed: Deed) {
        self.tell(|| Event::Feat(deed));
    }
}

impl Feat {
    /// The ship that does it.
    #[must_use]
    pub const fn ship(self) -> ShipId {
        match self {
            Self::Unleash(ship, _) | Self::Flush(ship) | Self::Shokk(ship, _) => ship,
        }
    }

    pub(super) fn write(self, roster: &Roster) -> String {
        let name = |ship: ShipId| roster.unit_name(Unit::Ship(ship));
        match self {
            Self::Unleash(ship, target) => format!("{}: unleash on {}", name(ship), name(target)),
            Self::Shokk(ship, target) => format!("{}: shokk {}", name(ship), name(target)),
            Self::Flush(ship) => format!("{}: flush bays", name(ship)),
        }
    }
}

/// Reads what a ship does; `find` looks up a ship.
pub(super) fn read(
    ship: ShipId,
    what: &str,
    find: impl Fn(&str) -> Result<ShipId, String>,
) -> Option<Result<Answer, String>> {
    if what.eq_ignore_ascii_case("flush bays") {
        return Some(Ok(Answer::Feat(Feat::Flush(ship))));
    }
    if let Some(target) = strip(what, "shokk ") {
        return Some(find(target).map(|target| Answer::Feat(Feat::Shokk(ship, target))));
    }
    let target = strip(what, "unleash on ")?;
    Some(find(target).map(|target| Answer::Feat(Feat::Unleash(ship, target))))
}

/// What a decision is about.
pub(super) fn asked(roster: &Roster, stage: Stage) -> String {
    let name = |ship: ShipId| roster.unit_name(Unit::Ship(ship));
    match stage {
        Stage::Tide { ship, target, .. } => {
            format!("has the berzerkers of {} roll for more criticals on {}, or not", name(ship), name(target))
        }
        Stage::Grab { ship, target } => format!("snaps the klaws of {} at {}, or not", name(ship), name(target)),
        _ => String::new(),
    }
}

/// A sensible answer.
pub(super) const fn usual(stage: Stage) -> Answer {
    match stage {
        Stage::Tide { needed, .. } if needed <= 3 => Answer::Yes,
        Stage::Grab { .. } => Answer::Yes,
        _ => Answer::No,
    }
}

/// A spread of answers.
pub(super) fn options(stage: Stage, found: &mut Vec<Answer>) {
    if stage.is_decision() {
        found.extend([Answer::Yes, Answer::No]);
    }
}

/// What ships may do when the turn ends.
pub(super) fn endings(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    for (id, _) in battle.fleet(side) {
        if roster.ships[usize::from(id.0)].profile.odd.beasts {
            found.extend(battle.prey_of_beasts(id).map(|target| Answer::Feat(Feat::Unleash(id, target))));
        }
    }
}

/// What ships may do when all fire.
pub(super) fn shots(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    for (id, _) in battle.fleet(side) {
        if roster.ships[usize::from(id.0)].profile.odd.shokk {
            let targets = battle.fleet(side.other()).map(|(enemy, _)| enemy);
            let able = targets.filter(|target| battle.may_shokk(roster, id, *target).is_none());
            found.extend(able.map(|target| Answer::Feat(Feat::Shokk(id, target))));
        }
    }
}

/// What ships may do when ordnance is launched.
pub(super) fn launches(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    for (id, _) in battle.fleet(side) {
        if battle.may_flush(roster, id).is_none() {
            found.push(Answer::Feat(Feat::Flush(id)));
        }
    }
}

impl Deed {
    pub(super) fn tell(self, roster: &Roster) -> String {
        let name = |ship: ShipId| roster.unit_name(Unit::Ship(ship));
        match self {
            Self::Beasts(ship, target, hits) => {
                format!("the warp beasts of {} roll {hits} on {} (END-01)", name(ship), name(target))
            }
            Self::Tide(ship, rolls) => format!("the berzerkers of {} press on: {rolls} more (BOARD-08)", name(ship)),
            Self::Klaws(ship, target, first, second, hits) => {
                let (ship, hits) = (name(ship), count(i64::from(hits), "hit"));
                format!("the klaws of {ship} roll {first}, {second} at {}, 4+: {hits} (SHOOT-15)", name(target))
            }
            Self::Latched(ship, target) => format!("the klaws of {} hold {} (MOVE-14)", name(ship), name(target)),
            Self::Shokk(ship, target, face) => {
                let (ship, result) = (name(ship), if face >= 4 { "a hit" } else { "a miss" });
                format!("the shokk attack lance of {ship} rolls {face} at {}, 4+: {result} (TELE-06)", name(target))
            }
            Self::Hordes(ship, hordes) => {
                format!("{} get aboard {} (LEAD-09)", count(i64::from(hordes), "snotling horde"), name(ship))
            }
            Self::Overrun(ship, face) => {
                let result = if face >= 4 { "they find nothing" } else { "it is lost to them" };
                format!("snotlings roam {}, rolls {face}: {result} (CRIT-04)", name(ship))
            }
            Self::Turrets(ship, turrets) => format!("{} has {turrets} turrets in this turn (TURRET-01)", name(ship)),
            Self::Flushed(ship, more) => format!("{} flushes its bays: {more} more (ORD-05)", name(ship)),
        }
    }
}

impl Peril {
    /// What it is, and whose.
    pub(super) fn of(self, roster: &Roster, ship: ShipId) -> String {
        format!("the {self} of {}", roster.unit_name(Unit::Ship(ship)))
    }
}
