//! What a member gives: commands that are decided one after the other and recorded as one, and what he is told of them.

use std::ops::RangeInclusive;

use chrono::NaiveDateTime;

use super::act::{Act, Done, Failed};
use super::member::{Member, Moment};
use super::right::{Denied, Right};
use super::thrown::{self, Open};
use super::veil::{self, Hush, Hushed, Part, Veil};
use super::{ClubError, Giver};
use crate::campaign::command::Command;
use crate::campaign::due::{self, Next};
use crate::campaign::hint::Hint;
use crate::campaign::refusal::Refusal;
use crate::campaign::state::{BattleId, VesselId};
use crate::campaign::view::{Seen, Viewer};
use crate::campaign::{Library, is_giver};
use crate::catalog::Catalog;
use crate::dice::{Dice, Roll};
use crate::report::journal::LogRow;
use crate::store::{Sent, Snapshot};
use crate::text::and_list;

/// How many entries that others recorded meanwhile are told.
const MEANWHILE: usize = 5;

/// How commands are given: when, by what ruling, and whether only on trial.
#[derive(Clone, Debug)]
pub struct Given {
    /// When.
    pub at: NaiveDateTime,
    /// Whether the arbitrator said that time; `None` where nobody knows.
    pub at_given: Option<bool>,
    /// The arbitrator's reason for letting a rule pass.
    pub ruling: Option<String>,
    /// Decide, but record nothing.
    pub dry_run: bool,
    /// What the sender calls it, where it was sent and is to count once.
    pub sent: Option<Sent>,
}

/// An act that a member has begun. He sees of it what he may see of the campaign.
#[derive(Clone, Debug)]
pub struct Acting {
    act: Act,
    viewer: Viewer,
}

impl Acting {
    /// The campaign after what is decided, as he sees it.
    #[must_use]
    pub fn seen(&mut self) -> Seen {
        Seen::new(self.act.campaign().clone(), self.viewer)
    }

    /// The next step of a battle that decides nothing and that he may take; what he does not see counts too.
    #[must_use]
    pub fn runs_on(&mut self, battle: BattleId, library: &dyn Library) -> Option<Command> {
        let by = self.act.giver().by;
        let campaign = self.act.campaign();
        let battle = campaign.battles.get(&battle).filter(|battle| battle.open)?;
        match due::next(campaign, battle, library) {
            Next::RunsOn(command) => is_giver(campaign, &command, by).is_ok().then_some(command),
            Next::Waits(_) => None,
        }
    }

    /// The id of the next vessel after what is decided.
    #[must_use]
    pub fn next_vessel(&mut self) -> VesselId {
        self.act.campaign().next_vessel()
    }

    /// How many commands are decided.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.act.len()
    }

    /// Whether nothing is decided yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.act.is_empty()
    }

    /// Whether dice have fallen in it.
    #[must_use]
    pub fn rolled(&self) -> bool {
        self.act.rolled()
    }

    /// Judges the next command before its dice fall: a player tries nothing whose outcome is only a secret.
    fn judge(&mut self, command: &Command, catalog: Option<&Catalog>) -> Result<(), ClubError> {
        let giver = self.act.giver();
        let (dry_run, by) = (giver.dry_run, giver.by);
        if dry_run && by.is_some() {
            veil::foreseeable(self.act.campaign(), command)?;
        }
        let Some((by, catalog)) = by.zip(catalog) else { return Ok(()) };
        let campaign = self.act.campaign();
        if is_giver(campaign, command, Some(by)).is_err() {
            return Ok(());
        }
        let others = due::passes_over(campaign, command, by, catalog);
        let names = others.iter().filter_map(|id| campaign.players.get(id)).map(|player| player.name.as_str());
        match names.collect::<Vec<_>>().as_slice() {
            [] => Ok(()),
            names => {
                let says = format!("this waits for what {} decides", and_list(names));
                Err(ClubError::Refused(Refusal::by("CAMP-04", says).hint(Hint::ActAsArbitrator).into()))
            }
        }
    }

    fn veiled(
        &mut self,
        why: ClubError,
        command: &Command,
        catalog: &Catalog,
        again: Option<&mut dyn Dice>,
    ) -> ClubError {
        let giver = self.act.giver().clone();
        Veil { before: self.act.campaign(), command, giver: &giver, catalog }.over(why, again)
    }
}

/// Dice that somebody typed in for a command before, and that count for it.
pub struct OpenDice {
    open: Open,
    /// What they were for and what they show, as far as he may know.
    pub stands: Vec<Roll>,
}

impl Member<'_> {
    /// Decides the next command of an act. `again` are the same dice once more: a refusal is told as far as the campaign
    /// as he sees it gives the same with them.
    ///
    /// # Errors
    /// Every reason of the rules that he may know; the act is as it was.
    pub fn decide(
        &mut self,
        acting: &mut Acting,
        command: Command,
        catalog: &Catalog,
        dice: &mut dyn Dice,
        again: Option<&mut dyn Dice>,
    ) -> Result<(), ClubError> {
        acting.judge(&command, Some(catalog))?;
        let giver = acting.act.giver().clone();
        if !giver.dry_run {
            thrown::is_free(self.store, &giver, &command)?;
        }
        let mut hushed = Hushed::new(dice, Hush::listing(acting.act.campaign(), giver.by));
        let asked = command.clone();
        let decided = acting.act.decide(command, catalog, &mut hushed);
        decided.map_err(|why| acting.veiled(why, &asked, catalog, again))
    }

    /// The dice that were typed in before for the next command of an act.
    ///
    /// # Errors
    /// When dice lie open for another command about the same.
    pub fn open_dice(&self, acting: &mut Acting, command: &Command) -> Result<OpenDice, ClubError> {
        acting.judge(command, None)?;
        let giver = acting.act.giver().clone();
        let open = Open::find(self.store, &giver, acting.len() + 1, command)?;
        let hush = Hush::typing(acting.act.campaign(), giver.by);
        let stands = open.stands().map(|roll| hush.over(roll)).collect();
        Ok(OpenDice { open, stands })
    }

    /// Decides the next command with dice that are typed in and kept one by one, after those that lie open.
    ///
    /// # Errors
    /// As [`decide`](Self::decide).
    pub fn decide_typed(
        &mut self,
        acting: &mut Acting,
        command: Command,
        catalog: &Catalog,
        OpenDice { open, .. }: OpenDice,
        fresh: &mut dyn Dice,
    ) -> Result<(), ClubError> {
        let giver = acting.act.giver().clone();
        let mut hushed = Hushed::new(fresh, Hush::typing(acting.act.campaign(), giver.by));
        let asked = command.clone();
        let mut dice = open.on(self.store, &mut hushed);
        let decided = acting.act.decide(command, catalog, &mut dice);
        decided.map_err(|why| dice.stood(acting.veiled(why, &asked, catalog, None)))
    }
}

/// What a member is told of an act that was recorded, or would have been.
#[derive(Clone, Debug)]
pub struct Told {
    /// Each command.
    pub parts: Vec<Part>,
    /// The entries that were recorded; none in a dry run.
    pub entries: RangeInclusive<u64>,
    /// What others recorded between reading and writing.
    pub meanwhile: Option<RangeInclusive<u64>>,
    /// Whether dice fell.
    pub rolled: bool,
    /// The campaign afterwards, to go on from.
    pub after: Moment,
}

impl Told {
    fn new(done: Done, viewer: Viewer) -> Self {
        let entries = done.entries();
        let parts = (done.before.head.id + 1..).zip(done.steps()).map(|(id, (before, draft, after))| {
            let of_battle = veil::of_battle(&draft.command);
            let part = veil::told(viewer, (before, after), (&draft.events, &draft.dice), of_battle);
            Part { entry: entries.contains(&id).then_some(id), ..part }
        });
        let parts = parts.collect();
        let rolled = done.drafts.iter().any(|draft| !draft.dice.is_empty());
        Self { parts, entries, meanwhile: done.meanwhile, rolled, after: Moment { now: done.after } }
    }
}

/// Why something was not recorded, as a member may be told it.
#[derive(Debug)]
pub struct Unrecorded {
    /// Why.
    pub why: ClubError,
    /// What others recorded first, where that is the reason: as much as he may know.
    pub first: Option<Vec<LogRow>>,
}

impl Member<'_> {
    /// Who gives, for the journal.
    pub(super) fn giver(&self, given: &Given) -> Result<Giver, ClubError> {
        self.may(Right::Acts)?;
        let Given { at, at_given, ruling, dry_run, sent } = given.clone();
        Ok(Giver { by: self.by(), at, at_given, ruling, dry_run, sent })
    }

    /// Begins an act: commands that are recorded together. A player's trial is decided on what he sees, so that trying
    /// tells no more than looking.
    ///
    /// # Errors
    /// When he only looks on.
    pub fn begin(&self, before: Moment, given: &Given) -> Result<Acting, ClubError> {
        let giver = self.giver(given)?;
        let before = match giver.by {
            Some(_) if giver.dry_run => {
                let campaign = veil::whole_ids(&self.seen(&before), &before.now.campaign);
                Snapshot { campaign, head: before.now.head }
            }
            _ => before.now,
        };
        Ok(Acting { act: Act::new(before, giver), viewer: self.viewer })
    }

    /// Records an act, or says what would come of it.
    ///
    /// # Errors
    /// The file's reasons, or those of the rules where others came first and it no longer fits.
    pub fn record(&mut self, acting: Acting, catalog: &Catalog) -> Result<Told, Unrecorded> {
        match acting.act.record(self.store, catalog) {
            Ok(done) => Ok(Told::new(done, self.viewer)),
            Err(failed) => Err(self.unrecorded(failed)),
        }
    }

    /// What he is told of something that others came before.
    #[must_use]
    pub fn unrecorded(&self, failed: Failed) -> Unrecorded {
        let why = match failed.why {
            ClubError::Refused(_) if self.is_kept_from_something() => Denied::SecretByNow.into(),
            why => why,
        };
        let first = failed.meanwhile.map(|entries| {
            let rows = self.entries(entries).unwrap_or_default();
            rows.into_iter().take(MEANWHILE).collect()
        });
        Unrecorded { why, first }
    }
}
