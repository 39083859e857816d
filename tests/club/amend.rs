//! Amendments: a history put right later is the history that would have been recorded right in the first place.
//!
//! Random campaigns are played, random past commands changed or taken out, and the state compared with the same commands
//! given anew through the door, with the same dice by purpose.

use std::collections::BTreeMap;
use std::rc::Rc;

use renown::campaign::amend::{How, knows};
use renown::campaign::command::Command;
use renown::campaign::refusal::Refusals;
use renown::campaign::state::Campaign;
use renown::campaign::turn::Step;
use renown::campaign::turn::report::Fate;
use renown::catalog::Catalog;
use renown::club::amend::{self, NewCommand, Unfit, Wish};
use renown::club::{self, Giver, PROGRAM};
use renown::dice::{Dice, DiceError, Fast, Mark, Matched, Pip, Roll, Source, Why};
use renown::store::{self, Recorded, Store};

use crate::support::month::{Month, moment, play};

/// Dice that fall by what they are for, however often and in whatever order they are asked.
struct ByPurpose(BTreeMap<String, u64>);

impl Dice for ByPurpose {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        let count = self.0.entry(why.to_string()).or_default();
        *count += 1;
        let seed = why.to_string().bytes().fold(*count, |seed, byte| seed.wrapping_mul(31) + u64::from(byte));
        Fast::new(seed, 7).roll(why, faces)
    }

    fn source(&self) -> Source {
        Source::ChaCha20
    }
}

fn giver(at: chrono::NaiveDateTime) -> Giver {
    Giver { by: None, at, ruling: None, dry_run: false, at_given: None, sent: None }
}

/// A command that could have been given in place of this one; `None` takes it out.
fn other(month: &mut Month, command: &Command) -> Option<Command> {
    match command {
        Command::RecordBattle { battle, report, .. } => {
            let mut report = report.clone();
            for entry in &mut report.vessels {
                if month.one_in(2) && entry.lost.is_empty() {
                    (entry.fate, entry.hits_lost) = (Fate::Disengaged, 0);
                    entry.destroyed_by.clear();
                }
            }
            Some(Command::RecordBattle { battle: *battle, report, fought: None })
        }
        Command::ClaimSpoils { battle, claim } => Some(Command::ClaimSpoils { battle: *battle, claim: !claim }),
        Command::GainExperience { battle, ask, .. } => {
            let (skills, names, train) = (Vec::new(), Vec::new(), Vec::new());
            Some(Command::GainExperience { battle: *battle, skills, names, train, ask: *ask })
        }
        Command::SpendRepairs { battle, player, .. } => {
            let (battle, player, withdraw) = (*battle, *player, Vec::new());
            Some(Command::SpendRepairs { battle, player, spend: Some(Vec::new()), withdraw, quick: None })
        }
        _ => None,
    }
}

/// The campaign in which all this was recorded right in the first place: `history` up to the amended entry, then the
/// new command, then the rest, but for what is refused.
fn told_right(history: &[Recorded], at: usize, new: Option<&Command>, catalog: &Catalog) -> Campaign {
    let mut store = Store::in_memory().expect("there is memory");
    let mut now = store.load().expect("it is readable");
    let mut fresh = ByPurpose(BTreeMap::new());
    for (index, recorded) in history.iter().enumerate() {
        let entry = &recorded.entry;
        let command = match new {
            None if index == at => continue,
            Some(new) if index == at => new.clone(),
            _ => entry.command().expect("a command"),
        };
        let before = now.campaign.clone();
        let known = |name: &str| knows(&before, name);
        let mut dice = Matched::new(&entry.dice, &mut fresh, &known);
        let given = Giver { ruling: entry.ruling.clone(), ..giver(entry.at) };
        match club::give(&mut store, &now, command, &given, catalog, &mut dice) {
            Ok(outcome) => now = outcome.after,
            Err(error) => assert!(index > at, "what was recorded is refused: {error}"),
        }
    }
    now.campaign.forget();
    now.campaign
}

/// The dice of a command that takes the place of another, which are those already rolled wherever they serve.
fn dice_of(store: &Store, target: &Recorded, command: &Command, catalog: &Catalog) -> Option<Vec<Roll>> {
    let ground = amend::ground(store, target, How::Replace).expect("the past is readable");
    let mut scratch = Store::scratch(&ground).expect("there is memory");
    let before = scratch.load().expect("it is readable");
    let mut fresh = ByPurpose(BTreeMap::new());
    let mut dice = Matched::new(&target.entry.dice, &mut fresh, &|_| true);
    club::give(&mut scratch, &before, command.clone(), &giver(target.entry.at), catalog, &mut dice).ok()?;
    Some(dice.into_rolls().into_iter().filter(|roll| roll.mark != Some(Mark::Unneeded)).collect())
}

/// Amends one random entry and compares. Says whether there was anything to amend.
fn amend_one(month: &mut Month) -> bool {
    let catalog = Rc::clone(&month.catalog);
    let history = month.store.history(1).expect("the history is readable");
    let begun = history.iter().position(|recorded| recorded.entry.command() == Some(Command::BeginCampaign));
    let first = begun.expect("the campaign has begun") + 1;
    if first == history.len() {
        return false;
    }
    let at = first + month.below(history.len() - first);
    let target = &history[at];
    let command = target.entry.command().expect("a command");
    let replacement = other(month, &command);
    let wish = match &replacement {
        None => Wish { target: target.clone(), how: How::Remove, new: Vec::new(), instead: Vec::new() },
        Some(command) => {
            let Some(dice) = dice_of(&month.store, target, command, &catalog) else { return false };
            let new = NewCommand {
                command: command.clone(),
                at: target.entry.at,
                at_given: None,
                by: None,
                ruling: None,
                dice,
            };
            Wish { target: target.clone(), how: How::Replace, new: vec![new], instead: Vec::new() }
        }
    };
    let mut fresh = ByPurpose(BTreeMap::new());
    // The new command's own dice were rolled first.
    for roll in wish.new.iter().flat_map(|new| &new.dice).filter(|roll| !target.entry.dice.contains(roll)) {
        *fresh.0.entry(roll.purpose.clone()).or_default() += 1;
    }
    let mut choose = |_: &Recorded, _: &Refusals| Unfit::Drop;
    let plan = amend::plan(&month.store, &wish, &catalog, &mut fresh, &mut choose).expect("it can be amended");
    let expected = told_right(&history, at, replacement.as_ref(), &catalog);
    let after = amend::record(&mut month.store, plan, &giver(moment()), &catalog).expect("it can be recorded");
    assert_eq!(after.campaign.players, expected.players, "seed {}: {command:?}", month.seed);
    assert_eq!(after.campaign.vessels, expected.vessels, "seed {}: {command:?}", month.seed);
    assert_eq!(after.campaign, expected, "seed {}: {command:?}", month.seed);
    month.now = month.store.load().expect("it is readable");
    assert_eq!(month.now.campaign, after.campaign, "seed {}", month.seed);
    true
}

/// Ends the battles that an amendment left in the middle.
fn break_off(month: &mut Month) {
    let open: Vec<_> = month.campaign().battles.values().map(|battle| (battle.id, battle.step)).collect();
    for (battle, step) in open {
        let command = match step {
            Step::Challenge => Command::DeclineChallenge { battle },
            _ => Command::AbandonBattle { battle },
        };
        let ruled = Giver { ruling: Some("left over from an amendment".to_owned()), ..giver(moment()) };
        let mut dice = ByPurpose(BTreeMap::new());
        let catalog = Rc::clone(&month.catalog);
        let ended = club::give(&mut month.store, &month.now, command, &ruled, &catalog, &mut dice);
        month.now = ended.expect("the arbitrator may end it").after;
    }
}

fn whole(month: &Month) {
    let catalog = &month.catalog;
    let verified = renown::club::verify(&month.store, catalog, false).expect("it can be verified");
    assert_eq!(verified.findings, [], "seed {}", month.seed);
    assert_eq!(store::check(&month.store).expect("it can be checked"), [], "seed {}", month.seed);
}

/// Amends a campaign several times, takes amendments back, plays on, and sends it through an export.
fn campaigns(seeds: std::ops::Range<u64>) -> u32 {
    let catalog = Rc::new(Catalog::embedded());
    let mut amended = 0;
    for seed in seeds {
        let mut month = Month::new(seed, &catalog);
        play(&mut month);
        play(&mut month);
        amended += u32::from(amend_one(&mut month));
        amended += u32::from(amend_one(&mut month));
        whole(&month);
        let before = month.now.head.digest.clone();
        for _ in 0..2 {
            month.store.undo(moment(), None, PROGRAM, catalog.hash()).expect("there is something to undo");
        }
        whole(&month);
        for _ in 0..2 {
            month.store.redo(moment(), None, PROGRAM, catalog.hash()).expect("what was undone can be redone");
        }
        month.now = month.store.load().expect("it is readable");
        assert_eq!(month.now.head.digest, before, "seed {seed}");
        break_off(&mut month);
        play(&mut month);
        amended += u32::from(amend_one(&mut month));
        whole(&month);
        let mut lines = Vec::new();
        month.store.export(&mut lines).expect("it can be exported");
        let mut again = Store::in_memory().expect("there is memory");
        let imported = again.import(&mut lines.as_slice()).expect("the export is whole");
        assert_eq!(imported.digest, month.now.head.digest, "seed {seed}");
        let verified = renown::club::verify(&again, &catalog, false).expect("it can be verified");
        assert_eq!(verified.findings, [], "seed {seed}");
    }
    amended
}

#[test]
fn fifty_amendments_are_what_would_have_been_recorded() {
    let amended = campaigns(1000..1018);
    assert!(amended >= 50, "only {amended} amendments");
}

#[test]
fn fifty_more_amendments_are_what_would_have_been_recorded() {
    let amended = campaigns(2000..2018);
    assert!(amended >= 50, "only {amended} amendments");
}

#[test]
fn a_command_can_be_tried_at_every_place_of_a_history() {
    let catalog = Rc::new(Catalog::embedded());
    let mut withdrawn = 0;
    for seed in 1000..1002 {
        let mut month = Month::new(seed, &catalog);
        (0..3).for_each(|_| play(&mut month));
        for target in month.store.history(1).expect("the history is readable") {
            for how in [How::Replace, How::Insert] {
                let ground = amend::ground(&month.store, &target, how).expect("the past is readable");
                // Ships that were withdrawn in a battle that has ended point at it.
                withdrawn += ground.vessels.values().filter(|vessel| vessel.withdrawn.is_some()).count();
                let scratch = Store::scratch(&ground).expect("it can be tried there");
                assert_eq!(scratch.whole().expect("it is readable").campaign.vessels, ground.vessels);
            }
        }
    }
    assert!(withdrawn > 0, "no ship was withdrawn");
}
