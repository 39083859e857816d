//! Random months of the calendar: rounds are drawn, battles forfeited, declined and broken off, players go away, leave and
//! come back, weeks are closed. No pair repeats while it can be helped, byes are fair, and the file proves itself.
//!
//! A seed that broke something stays in the list.

use chrono::{Days, NaiveDate, NaiveDateTime};
use renown::campaign::command::Command;
use renown::campaign::options::OptionValue;
use renown::campaign::state::{BattleId, Campaign, Player, PlayerId};
use renown::catalog::Catalog;
use renown::club::{self, ClubError, Giver, PROGRAM};
use renown::dice::{Fast, Rolled};
use renown::store::{self, Snapshot, Store};

use crate::support::{self, Folder, RENOWN};

const SEEDS: &[u64] = &[1, 2, 3, 5, 8, 13];
const ROUNDS: u64 = 14;

struct Month {
    store: Store,
    now: Snapshot,
    catalog: Catalog,
    pick: Fast,
    seed: u64,
    day: NaiveDate,
}

impl Month {
    fn new(seed: u64, folder: &Folder) -> Self {
        let made = std::process::Command::new(RENOWN)
            .args(["demo", "--weeks", "0", "--seed", &seed.to_string(), "--out"])
            .arg(folder.path(""))
            .env("RENOWN_NOW", support::NOW)
            .env("RENOWN_STEP", "1")
            .output()
            .expect("the program runs");
        assert!(made.status.success());
        let store = Store::open(&folder.path("demo.renown")).expect("the demo is a campaign");
        let now = store.load().expect("it is readable");
        let day = NaiveDate::from_ymd_opt(2026, 11, 16).expect("a day");
        Self { store, now, catalog: Catalog::embedded(), pick: Fast::new(seed, 1), seed, day }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.pick.below(u32::try_from(bound.max(1)).expect("small")) as usize
    }

    fn one_in(&mut self, number: usize) -> bool {
        self.below(number) == 0
    }

    fn noon(&self) -> NaiveDateTime {
        self.day.and_hms_opt(12, 0, 0).expect("noon")
    }

    fn give(&mut self, command: Command) -> Result<(), String> {
        let giver = Giver { by: None, at: self.noon(), ruling: None, dry_run: false, at_given: None, sent: None };
        let mut dice = Rolled::from_seed(&format!("{}/{}", self.seed, self.now.head.id));
        match club::give(&mut self.store, &self.now, command, &giver, &self.catalog, &mut dice) {
            Ok(outcome) => {
                self.now = outcome.after;
                Ok(())
            }
            Err(ClubError::Refused(refusals)) => Err(refusals.to_string()),
            Err(error) => panic!("seed {}: {error}", self.seed),
        }
    }

    fn must(&mut self, command: Command) {
        let shown = format!("{command:?}");
        if let Err(refusal) = self.give(command) {
            panic!("seed {}: {shown} is refused: {refusal}", self.seed);
        }
    }

    fn campaign(&self) -> &Campaign {
        &self.now.campaign
    }

    /// Who can be drawn today.
    fn free(&self) -> Vec<PlayerId> {
        let free = |player: &&Player| player.active() && !player.away_on(self.day);
        self.campaign().players.values().filter(free).map(|player| player.id).collect()
    }
}

/// An Imperial player by the lists of the demonstration.
fn imperial(campaign: &Campaign, id: PlayerId) -> bool {
    ["gothic-sector", "sm-codex", "mechanicus"].contains(&campaign.players[&id].list.as_str())
}

/// Forbidden pairs and repeats of the best pairing that leaves `out` without an opponent.
fn best(campaign: &Campaign, left: &[PlayerId], last: &[(PlayerId, PlayerId)]) -> (usize, usize) {
    let Some((first, rest)) = left.split_first() else { return (0, 0) };
    let with = |partner: &PlayerId| {
        let others: Vec<PlayerId> = rest.iter().copied().filter(|other| other != partner).collect();
        let (forbidden, repeats) = best(campaign, &others, last);
        let (own, again) = faults(campaign, (*first, *partner), last);
        (forbidden + own, repeats + again)
    };
    rest.iter().map(with).min().unwrap_or((0, 0))
}

fn faults(campaign: &Campaign, pair: (PlayerId, PlayerId), last: &[(PlayerId, PlayerId)]) -> (usize, usize) {
    let forbidden = imperial(campaign, pair.0) && imperial(campaign, pair.1);
    let again = last.contains(&pair) || last.contains(&(pair.1, pair.0));
    (usize::from(forbidden), usize::from(again))
}

#[test]
fn random_rounds_are_fair_and_repeat_no_pair_in_vain() {
    let mut repeats = 0;
    let mut drawn = 0;
    for seed in SEEDS {
        let folder = Folder::new();
        let mut month = Month::new(*seed, &folder);
        for _ in 0..ROUNDS {
            comings_and_goings(&mut month);
            if let Some(again) = round(&mut month) {
                repeats += again;
                drawn += 1;
            }
            month.day = month.day.checked_add_days(Days::new(2)).expect("a day");
            let _ = month.give(Command::CloseWeek { spared: Vec::new(), heirs: Vec::new() });
        }
        let verified = renown::club::verify(&month.store, &month.catalog, false).expect("it can be verified");
        assert_eq!(verified.findings, [], "seed {seed}");
        assert_eq!(store::check(&month.store).expect("it can be checked"), [], "seed {seed}");
        let digest = month.now.head.digest.clone();
        let catalog = month.catalog.hash().to_owned();
        for _ in 0..15 {
            month.store.undo(month.noon(), None, PROGRAM, &catalog).expect("there is enough to undo");
        }
        for _ in 0..15 {
            month.store.redo(month.noon(), None, PROGRAM, &catalog).expect("what was undone can be redone");
        }
        assert_eq!(month.store.load().expect("it is readable").head.digest, digest, "seed {seed}");
    }
    // The seeds draw enough rounds to mean something, and few enough players for a repeat now and then.
    assert!(drawn > 40, "{drawn} rounds");
    assert!(repeats > 0, "no seed forces a repeat: the test proves too little");
}

fn comings_and_goings(month: &mut Month) {
    let players: Vec<PlayerId> = month.campaign().players.keys().copied().collect();
    let id = players[month.below(players.len())];
    let player = month.campaign().players[&id].clone();
    match month.below(6) {
        0..=1 if player.left.is_none() && month.free().len() > 2 => {
            let abandon = month.one_in(2);
            month.must(Command::LeaveCampaign { player: id, abandon });
            assert_eq!(month.campaign().systems_of(id).count(), 0);
            assert!(!month.campaign().bases.contains_key(&id));
        }
        2 if player.left.is_none() => {
            let until = month.day.checked_add_days(Days::new(4)).expect("a day");
            let _ = month.give(Command::SetAway { player: id, until: Some(until) });
        }
        3 => {
            let Some(gone) = month.campaign().players.values().find(|player| player.left.is_some()).cloned() else {
                return;
            };
            let free = month.campaign().systems.values().find(|system| system.owner.is_none()).map(|system| system.id);
            if let Some(system) = free {
                month.must(if gone.pirate {
                    Command::HideBase { player: gone.id, system, structure: None }
                } else {
                    Command::PickSystem { player: gone.id, system }
                });
            }
            month.must(Command::ReturnToCampaign { player: gone.id });
        }
        _ => {}
    }
}

/// Draws a round, judges it, and ends its battles one way or another. How often it repeated a pair.
fn round(month: &mut Month) -> Option<usize> {
    let before = month.campaign().clone();
    let free = month.free();
    let last = before.about.as_ref().and_then(|about| about.round.clone()).map(|round| round.pairs).unwrap_or_default();
    let first = before.next_battle();
    if let Err(refusal) = month.give(Command::PairRound { first, bonus: None }) {
        // Only what no pairing could avoid is refused.
        let few = free.len() < 2;
        let fewest = free.iter().map(|id| before.players[id].byes).min();
        let sits = |out: &PlayerId| Some(before.players[out].byes) == fewest;
        let outs: Vec<Option<PlayerId>> = match free.len() % 2 {
            0 => vec![None],
            _ => free.iter().copied().filter(sits).map(Some).collect(),
        };
        let forced = outs.iter().all(|out| best(&before, &without(&free, *out), &last).0 > 0);
        assert!(few || forced, "seed {}: {refusal}", month.seed);
        return None;
    }
    let round = month.campaign().about.as_ref().and_then(|about| about.round.clone()).expect("a round was drawn");
    let mut met: Vec<PlayerId> = round.pairs.iter().flat_map(|(one, other)| [*one, *other]).chain(round.bye).collect();
    met.sort_unstable();
    assert_eq!(met, free, "seed {}: everybody who is free is drawn once", month.seed);
    let found = round.pairs.iter().map(|pair| faults(&before, *pair, &last));
    let found = found.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert_eq!(found, best(&before, &without(&free, round.bye), &last), "seed {}: {round:?}", month.seed);
    if let Some(bye) = round.bye {
        let fewest = free.iter().map(|id| before.players[id].byes).min();
        assert_eq!(Some(before.players[&bye].byes), fewest, "seed {}: an unfair bye", month.seed);
    }
    for (id, pair) in (first.0..).map(BattleId).zip(&round.pairs) {
        let by = if month.one_in(2) { pair.0 } else { pair.1 };
        let command = match month.below(3) {
            0 => Command::AbandonBattle { battle: id },
            1 => {
                month.must(Command::RollInitiative { battle: id });
                Command::ForfeitBattle { battle: id, by }
            }
            _ => Command::ForfeitBattle { battle: id, by },
        };
        month.must(command);
    }
    Some(found.1)
}

fn without(players: &[PlayerId], out: Option<PlayerId>) -> Vec<PlayerId> {
    players.iter().copied().filter(|player| Some(*player) != out).collect()
}

#[test]
fn a_house_rule_of_the_calendar_is_fixed_at_the_start() {
    let folder = Folder::new();
    let mut month = Month::new(1, &folder);
    let command =
        Command::SetOption { option: "idle-rule".to_owned(), value: OptionValue::Choice("renown".to_owned()) };
    let refused = month.give(command).expect_err("the campaign has begun");
    assert_eq!(refused, "the campaign has started: its house rules are fixed (CAMP-06)");
}
