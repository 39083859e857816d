//! An act: the commands of one typed line. Each is decided against what the one before leads to, and all are recorded
//! in one transaction, or none.
//!
//! What others record meanwhile does not stop it: the same commands are decided again, with the dice that have fallen.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::{ClubError, Giver, PROGRAM, thrown, under_way};
use crate::campaign::apply::apply;
use crate::campaign::command::Command;
use crate::campaign::refusal::Refusal;
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::{Circumstances, decide};
use crate::catalog::Catalog;
use crate::dice::{Dice, DiceError, Mark, Matched, Pip, Recorder, Roll, Source, Why};
use crate::fight::proof::Engine;
use crate::store::{Draft, Snapshot, Store, StoreError};

/// How often an act that others came before is decided again.
const TRIES: u32 = 100;

/// Commands that are decided, and not recorded yet.
#[derive(Clone, Debug)]
pub struct Act {
    before: Snapshot,
    giver: Giver,
    drafts: Vec<Draft>,
    /// The campaign after each command but the last, and after that one where it was asked for.
    after: Vec<Campaign>,
}

/// An act that was recorded, or would have been.
#[derive(Clone, Debug)]
pub struct Done {
    /// The campaign that the first command was decided against.
    pub before: Snapshot,
    /// The commands and what came of them.
    pub drafts: Vec<Draft>,
    /// The campaign afterwards; its head is the last entry unless it was a dry run.
    pub after: Snapshot,
    /// What others recorded between reading and writing.
    pub meanwhile: Option<RangeInclusive<u64>>,
    between: Vec<Campaign>,
}

impl Done {
    /// Each command with the campaign before and after it.
    pub fn steps(&self) -> impl Iterator<Item = (&Campaign, &Draft, &Campaign)> {
        let before = std::iter::once(&self.before.campaign).chain(&self.between);
        let after = self.between.iter().take(self.drafts.len().saturating_sub(1)).chain([&self.after.campaign]);
        before.zip(&self.drafts).zip(after).map(|((before, draft), after)| (before, draft, after))
    }

    /// The entries that were recorded; none in a dry run.
    #[must_use]
    pub fn entries(&self) -> RangeInclusive<u64> {
        self.before.head.id + 1..=self.after.head.id
    }
}

/// Why an act was not recorded, and what others recorded since it was first decided.
#[derive(Debug)]
pub struct Failed {
    /// Why.
    pub why: ClubError,
    /// What was recorded meanwhile.
    pub meanwhile: Option<RangeInclusive<u64>>,
}

impl Act {
    /// Begins an act in a campaign as it was read.
    #[must_use]
    pub const fn new(before: Snapshot, giver: Giver) -> Self {
        Self { before, giver, drafts: Vec::new(), after: Vec::new() }
    }

    /// The campaign as it stands after what is decided.
    pub fn campaign(&mut self) -> &Campaign {
        if let Some(draft) = self.drafts.get(self.after.len()) {
            let mut campaign = self.after.last().unwrap_or(&self.before.campaign).clone();
            draft.events.iter().for_each(|event| apply(&mut campaign, event, draft.at));
            self.after.push(campaign);
        }
        self.after.last().unwrap_or(&self.before.campaign)
    }

    /// Who gives it.
    #[must_use]
    pub const fn giver(&self) -> &Giver {
        &self.giver
    }

    /// How many commands are decided.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.drafts.len()
    }

    /// Whether nothing is decided yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.drafts.is_empty()
    }

    /// Whether dice have fallen in it.
    #[must_use]
    pub fn rolled(&self) -> bool {
        self.drafts.iter().any(|draft| !draft.dice.is_empty())
    }

    /// Decides the next command. No transaction is open while dice are asked for.
    ///
    /// # Errors
    /// Every reason of the rules; the act is as it was.
    pub fn decide(&mut self, command: Command, catalog: &Catalog, dice: &mut dyn Dice) -> Result<(), ClubError> {
        let giver = self.giver.clone();
        let mut recorder = Recorder::new(dice);
        let mut with = Circumstances {
            library: catalog,
            umpire: &Engine::now(catalog),
            dice: &mut recorder,
            now: giver.at,
            by: giver.by,
            ruling: giver.ruling.as_deref(),
        };
        let events = decide(self.campaign(), &command, &mut with).map_err(ClubError::Refused)?;
        self.drafts.push(Draft {
            at: giver.at,
            at_given: giver.at_given,
            by: giver.by,
            command,
            ruling: giver.ruling,
            dice: recorder.into_rolls(),
            rules: events.iter().map(|event| event.rule().to_owned()).collect(),
            events,
            program: PROGRAM.to_owned(),
            catalog: catalog.hash().to_owned(),
        });
        Ok(())
    }

    /// Records what is decided, as one; a dry run only says what it would come to.
    ///
    /// # Errors
    /// The file's reasons, or those of the rules where others came first and it no longer fits.
    pub fn record(mut self, store: &mut Store, catalog: &Catalog) -> Result<Done, Failed> {
        if self.giver.dry_run || self.is_empty() {
            let after = Snapshot { campaign: self.campaign().clone(), head: self.before.head.clone() };
            return Ok(self.done(after, None));
        }
        let read = self.before.head.id;
        let mut tries = 0;
        loop {
            tries += 1;
            let now = self.before.head.id;
            let meanwhile = (now > read).then_some(read + 1..=now);
            for draft in &self.drafts {
                let repeated = under_way::repeats(store, &draft.command, &Engine::now(catalog));
                repeated.map_err(|why| Failed { why, meanwhile: meanwhile.clone() })?;
            }
            thrown::drop_others(store, &self.giver, &mut self.drafts)
                .map_err(|why| Failed { why, meanwhile: meanwhile.clone() })?;
            let moved = match store.record_sent(&self.before, &self.drafts, self.giver.sent.as_ref()) {
                Ok(after) => return Ok(self.done(after, meanwhile)),
                Err(StoreError::HeadMoved { now, .. }) if tries < TRIES => now,
                Err(error) => return Err(Failed { why: error.into(), meanwhile }),
            };
            wait(tries);
            let again = store.load().map_err(ClubError::Store).and_then(|now| self.again(now, catalog));
            self = again.map_err(|why| Failed { why, meanwhile: Some(read + 1..=moved) })?;
        }
    }

    fn done(self, after: Snapshot, meanwhile: Option<RangeInclusive<u64>>) -> Done {
        let Self { before, drafts, after: between, .. } = self;
        Done { before, drafts, after, meanwhile, between }
    }

    /// Decides the same commands in a campaign that has moved on, with the dice that have fallen.
    fn again(&mut self, now: Snapshot, catalog: &Catalog) -> Result<Self, ClubError> {
        let mut act = Self::new(now, self.giver.clone());
        let mut battles = Vec::new();
        self.campaign();
        let before = std::iter::once(&self.before.campaign).chain(&self.after);
        for (draft, was) in self.drafts.iter().zip(before) {
            let mut command = draft.command.clone();
            number_anew(&mut command, was, act.campaign(), &mut battles);
            let mut none = Fallen::default();
            // What a ruling lets drop is looked for again.
            let fell: Vec<Roll> = draft.dice.iter().filter(|roll| roll.mark.is_none()).cloned().collect();
            let mut dice = Matched::new(&fell, &mut none, &|_| true);
            let decided = act.decide(command, catalog, &mut dice);
            let left = dice.into_rolls().into_iter().find(|roll| roll.mark == Some(Mark::Unneeded));
            let unfit = match (none.asked, decided, left) {
                (Some(purpose), ..) => format!("nothing was rolled for \"{purpose}\""),
                (None, Err(why), _) => return Err(why),
                (None, Ok(()), Some(roll)) => format!("nothing asks for \"{}\" any more", roll.purpose),
                (None, Ok(()), None) => continue,
            };
            let says = format!("the dice that fell no longer fit what is decided: {unfit}; nothing was recorded");
            return Err(ClubError::Refused(Refusal::plain(says).hint("give the command again, with new dice").into()));
        }
        Ok(act)
    }
}

/// What a command brings into being has the next number that is free, whichever that is now.
fn number_anew(command: &mut Command, was: &Campaign, now: &Campaign, battles: &mut Vec<(BattleId, BattleId)>) {
    match command {
        Command::AddPlayer { player, .. } if *player == was.next_player() => *player = now.next_player(),
        Command::BuyVessel { vessel: first, .. }
        | Command::TakeReinforcement { vessel: first, .. }
        | Command::ImportFleet { first, .. }
            if *first == was.next_vessel() =>
        {
            *first = now.next_vessel();
        }
        Command::Challenge { battle: first, .. } | Command::PairRound { first, .. } if *first == was.next_battle() => {
            battles.push((*first, now.next_battle()));
            *first = now.next_battle();
        }
        Command::AcceptChallenge { battle } => {
            if let Some((_, new)) = battles.iter().find(|(old, _)| old == battle) {
                *battle = *new;
            }
        }
        _ => {}
    }
}

/// A command without the numbers that what it brings into being happens to get.
pub(super) fn number_alike(mut command: Command) -> Command {
    match &mut command {
        Command::AddPlayer { player, .. } => player.0 = 0,
        Command::BuyVessel { vessel: first, .. }
        | Command::TakeReinforcement { vessel: first, .. }
        | Command::ImportFleet { first, .. } => first.0 = 0,
        Command::Challenge { battle: first, .. } | Command::PairRound { first, .. } => first.0 = 0,
        _ => {}
    }
    command
}

/// Waits a little, each process otherwise long, so that those who came together do not come together again.
fn wait(tries: u32) {
    let spread = u64::from(std::process::id()).wrapping_mul(0x9e37_79b9) ^ u64::from(tries).wrapping_mul(0x85eb_ca6b);
    let most = u64::from(tries.min(10)) * 2000;
    std::thread::sleep(Duration::from_micros(500 + (spread >> 7) % most));
}

/// No more dice: they have fallen. Remembers what was asked for besides.
#[derive(Default)]
struct Fallen {
    asked: Option<String>,
}

impl Dice for Fallen {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        let purpose = why.to_string();
        self.asked.get_or_insert_with(|| purpose.clone());
        Err(DiceError::RanOut { purpose, wanted: faces.len(), left: 0 })
    }

    fn source(&self) -> Source {
        Source::List
    }
}
