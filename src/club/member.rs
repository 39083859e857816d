//! A member of the club: the arbitrator, one player, or the public. Whoever looks or acts does it as one, and gets what
//! he may see and nothing else; what needs the whole campaign judges him first.

use std::path::Path;

use chrono::NaiveDate;

use super::right::{Denied, Right};
use super::{ClubError, Giver, Outcome, give};
use crate::campaign::command::Command;
use crate::campaign::rights::may_give;
use crate::campaign::state::{BattleId, Campaign, Phase, PlayerId, VesselId};
use crate::campaign::turn::Battle;
use crate::campaign::view::{Kept, Seen, Viewer};
use crate::catalog::Catalog;
use crate::dice::Dice;
use crate::store::{Snapshot, Store, StoreError};

type Result<T> = std::result::Result<T, ClubError>;

/// A campaign file that is open.
pub struct Club {
    store: Store,
}

impl Club {
    /// Opens a campaign file.
    ///
    /// # Errors
    /// When it is none, or cannot be read.
    pub fn open(path: &Path) -> Result<Self> {
        Ok(Self { store: Store::open(path)? })
    }

    /// A campaign that lives in memory only.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn in_memory() -> Result<Self> {
        Ok(Self { store: Store::in_memory()? })
    }

    /// The players by name, who are known to everybody.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn players(&self) -> Result<Vec<(String, PlayerId)>> {
        let players = self.store.load()?.campaign.players;
        Ok(players.into_values().map(|player| (player.name, player.id)).collect())
    }

    /// The players of a moment of the past, some of whom may have been removed since.
    ///
    /// # Errors
    /// When there was no such moment, or the file cannot be read.
    pub fn players_then(&self, past: Past) -> Result<Vec<(String, PlayerId)>> {
        let players = past.of(&self.store)?.players;
        Ok(players.into_values().map(|player| (player.name, player.id)).collect())
    }

    pub(super) const fn store(&self) -> &Store {
        &self.store
    }

    pub(super) const fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }

    /// The campaign as one member has it before him.
    pub const fn member(&mut self, viewer: Viewer) -> Member<'_> {
        Member { store: &mut self.store, viewer }
    }
}

/// A campaign that lives in memory and is nobody else's.
#[derive(Default)]
pub struct Memory(Option<Store>);

impl Memory {
    /// Its place.
    pub const fn in_memory(&mut self) -> InMemory<'_> {
        InMemory(&mut self.0)
    }
}

/// A place for a campaign that lives in memory.
pub struct InMemory<'s>(&'s mut Option<Store>);

impl<'s> From<&'s mut Option<Store>> for InMemory<'s> {
    fn from(slot: &'s mut Option<Store>) -> Self {
        Self(slot)
    }
}

impl InMemory<'_> {
    /// Whether there is one.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Takes it out, to be put back.
    pub fn take(&mut self) -> Option<Club> {
        self.0.take().map(|store| Club { store })
    }

    /// Puts it back.
    pub fn put(&mut self, club: Club) {
        *self.0 = Some(club.store);
    }
}

/// Makes a new campaign file, filled before it is there.
///
/// # Errors
/// Those of `fill`, and the file's.
pub fn create<E: From<ClubError>>(
    path: &Path,
    viewer: Viewer,
    fill: impl FnOnce(&mut Member<'_>) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    let mut failed = None;
    let made = Store::create(path, |store| {
        fill(&mut Member { store, viewer }).map_err(|error| {
            failed = Some(error);
            // Never shown: the error above takes its place.
            StoreError::NothingTo("create")
        })
    });
    match (made, failed) {
        (_, Some(error)) => Err(error),
        (Err(error), None) => Err(ClubError::from(error).into()),
        (Ok(()), None) => Ok(()),
    }
}

/// A campaign before one who looks or acts.
pub struct Member<'c> {
    pub(super) store: &'c mut Store,
    pub(super) viewer: Viewer,
}

/// Who has the file itself in his hands is its arbitrator.
impl<'c> From<&'c mut Store> for Member<'c> {
    fn from(store: &'c mut Store) -> Self {
        Self { store, viewer: Viewer::Arbitrator }
    }
}

/// The campaign at one moment, from which acts begin. What it holds is not for everybody, so it is closed.
#[derive(Clone, Debug)]
pub struct Moment {
    pub(super) now: Snapshot,
}

/// Ids that are given next, the phase and the number of entries are no secret.
impl Moment {
    /// The id of the next player.
    #[must_use]
    pub fn next_player(&self) -> PlayerId {
        self.now.campaign.next_player()
    }

    /// The id of the next vessel.
    #[must_use]
    pub fn next_vessel(&self) -> VesselId {
        self.now.campaign.next_vessel()
    }

    /// The id of the next battle.
    #[must_use]
    pub fn next_battle(&self) -> BattleId {
        self.now.campaign.next_battle()
    }

    /// The phase of the campaign.
    #[must_use]
    pub fn phase(&self) -> Option<Phase> {
        self.now.campaign.phase()
    }

    /// How many entries the journal has.
    #[must_use]
    pub const fn entries(&self) -> u64 {
        self.now.head.id
    }

    /// Whether the sub-plots of a battle are rolled: that is known to everybody, if not what they are.
    #[must_use]
    pub fn plots_rolled(&self, battle: BattleId) -> bool {
        let sides = self.now.campaign.battles.get(&battle).and_then(|battle| battle.sides.as_ref());
        sides.is_some_and(|sides| sides.attacker.plot.is_some())
    }

    /// A number of the campaign's own, for what chance decides outside the rules. It is made of nothing that anybody may
    /// not know, as the journal's chain would be.
    #[must_use]
    pub fn seed(&self) -> u64 {
        let name = self.now.campaign.about.as_ref().map_or("", |about| &about.name);
        name.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(131).wrapping_add(byte.into()))
    }

    pub(super) fn battle(&self, id: BattleId) -> Option<&Battle> {
        self.now.campaign.battles.get(&id)
    }
}

/// What a member acts on: the moment, and what he sees of it.
pub struct Ground {
    /// From where his act begins.
    pub before: Moment,
    /// What he sees of it.
    pub seen: Seen,
}

/// A moment of the past.
#[derive(Clone, Copy, Debug)]
pub enum Past {
    /// After an entry.
    Entry(u64),
    /// At the end of a day.
    Day(NaiveDate),
}

impl Past {
    fn of(self, store: &Store) -> Result<Campaign> {
        Ok(match self {
            Self::Entry(entry) => store.as_of(entry)?.campaign,
            Self::Day(day) => store.as_of_day(day)?.campaign,
        })
    }
}

impl Member<'_> {
    /// Who he is.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The same campaign before him, lent to somebody who acts for him.
    pub const fn again(&mut self) -> Member<'_> {
        Member { store: self.store, viewer: self.viewer }
    }

    /// The same campaign before another: nobody comes to see more by it.
    pub fn as_public(&mut self) -> Member<'_> {
        Member { store: self.store, viewer: Viewer::Public }
    }

    /// The file, by name.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.store.path()
    }

    pub(super) const fn by(&self) -> Option<PlayerId> {
        match self.viewer {
            Viewer::Player(player) => Some(player),
            Viewer::Arbitrator | Viewer::Public => None,
        }
    }

    /// Judges whether something is his to do.
    ///
    /// # Errors
    /// When it is not.
    pub fn may(&self, right: Right) -> Result<()> {
        Ok(right.judge(self.viewer)?)
    }

    /// Looks at one moment, whatever others record meanwhile.
    ///
    /// # Errors
    /// Those of `work`, and when the file cannot be read.
    pub fn at_one_moment<T, E: From<ClubError>>(
        &self,
        work: impl FnOnce(&Self) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        let done = self.store.at_one_moment(|_| Ok::<_, StoreError>(work(self)));
        done.map_err(|error| E::from(error.into()))?
    }

    /// The campaign as it stands, without what ended.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn look(&self) -> Result<Seen> {
        Ok(Seen::new(self.store.load()?.campaign, self.viewer))
    }

    /// The same without the figures of ships, for reports that tell none.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn look_at_outline(&self) -> Result<Seen> {
        Ok(Seen::new(self.store.outline()?, self.viewer))
    }

    /// Its map alone.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn look_at_map(&self) -> Result<Seen> {
        Ok(Seen::new(self.store.frame()?, self.viewer))
    }

    /// The campaign with all that ever was.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn look_whole(&self) -> Result<Seen> {
        Ok(Seen::new(self.store.whole()?.campaign, self.viewer))
    }

    /// The campaign as it stood.
    ///
    /// # Errors
    /// When it was not there, or the file cannot be read.
    pub fn look_back(&self, past: Past) -> Result<Seen> {
        Ok(Seen::new(past.of(self.store)?, self.viewer))
    }

    /// The moment from which an act begins.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn moment(&self) -> Result<Moment> {
        Ok(Moment { now: self.store.load()? })
    }

    /// What he sees of a moment.
    #[must_use]
    pub fn seen(&self, moment: &Moment) -> Seen {
        Seen::new(moment.now.campaign.clone(), self.viewer)
    }

    /// The campaign to act on; who may not act at all is refused here, before any name is looked up.
    ///
    /// # Errors
    /// When he only looks on, or the file cannot be read.
    pub fn ground(&self) -> Result<Ground> {
        self.may(Right::Acts)?;
        let before = self.moment()?;
        let seen = self.seen(&before);
        Ok(Ground { before, seen })
    }

    /// Judges whether a command is his to give, before what is in it is read.
    ///
    /// # Errors
    /// When it is not, and whose it is.
    pub fn may_give(&self, seen: &Seen, command: &Command, ruled: bool) -> Result<()> {
        may_give(seen, command, self.by(), ruled).map_err(ClubError::Refused)
    }

    /// What of a battle is kept from him.
    #[must_use]
    pub fn kept(&self, moment: &Moment, battle: BattleId) -> Option<Kept> {
        self.viewer.kept_from(&moment.now.campaign, moment.battle(battle)?)
    }

    /// Refuses what of a battle shows more than he may know.
    ///
    /// # Errors
    /// What is kept from him.
    pub fn may_watch(&self, moment: &Moment, battle: BattleId) -> Result<()> {
        match self.kept(moment, battle) {
            Some(kept) => Err(Denied::Kept { battle, kept }.into()),
            None => Ok(()),
        }
    }

    /// Everything, for a program that runs the campaign by itself.
    ///
    /// # Errors
    /// When he is not the arbitrator, or the file cannot be read.
    pub fn everything(&self) -> Result<Snapshot> {
        self.may(Right::Everything)?;
        Ok(self.store.load()?)
    }

    /// Gives a command for a program that runs the campaign by itself.
    ///
    /// # Errors
    /// When he is not the arbitrator; every reason of the rules, or the file's.
    pub fn decree(
        &mut self,
        before: &Snapshot,
        command: Command,
        giver: &Giver,
        catalog: &Catalog,
        dice: &mut dyn Dice,
    ) -> Result<Outcome> {
        self.may(Right::Everything)?;
        give(self.store, before, command, giver, catalog, dice)
    }

    /// Whether there is anything in the campaign that he may not know.
    pub(super) fn is_kept_from_something(&self) -> bool {
        let hides = || -> Result<bool> {
            let now: Campaign = self.store.load()?.campaign;
            Ok(*Seen::new(now.clone(), self.viewer) != now)
        };
        hides().unwrap_or(true)
    }
}
