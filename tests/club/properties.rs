//! Random commands, undone and done again, through the one door: whatever order they come in, the file proves itself
//! after every step, a refusal changes nothing, undo and redo come back byte for byte, and an export rebuilds it all.

use chrono::{NaiveDate, NaiveDateTime};
use renown::campaign::command::{Command, NewShips, NewVessel};
use renown::campaign::options::{OptionValue, Options};
use renown::campaign::state::{Campaign, Origin, Phase, PlayerId, SystemId, VesselId};
use renown::campaign::umpire::Unasked;
use renown::campaign::{Circumstances, decide};
use renown::catalog::{Catalog, options};
use renown::club::{ClubError, Giver, PROGRAM, give};
use renown::dice::Rolled;
use renown::store::{Snapshot, Store, StoreError, check};

use crate::support::{Folder, Picks, STATE, content, dump, open};

/// Add the seed here when a run fails, so that it is tried for ever.
const SEEDS: &[u64] = &[1, 2, 3, 5, 8, 13];

const STEPS: u32 = 50;

/// Fleet lists with ships that they sell.
const LISTS: &[(&str, &[(&str, u32)])] = &[
    ("gothic-sector", &[("lunar", 1), ("gothic", 1), ("dauntless", 1), ("sword", 4), ("cobra", 3)]),
    ("chaos-incursion", &[("murder", 1), ("slaughter", 1), ("idolator", 4), ("despoiler", 1)]),
    ("eldar-corsairs-gothic", &[("shadow", 1), ("eclipse", 1), ("hellebore", 3)]),
    ("ork-cyclops", &[("kill-kroozer", 1), ("savage", 5), ("terror-ship", 1)]),
    ("mechanicus", &[("am-lunar", 1), ("am-endeavour", 1), ("am-sword", 4), ("lunar", 1)]),
];

const NAMES: &[&str] =
    &["Agrippa", "Vigil", "\"Quoted\"", "Ängström", "ночь", "🚀 One", "a = b", "Iron Penance", "Yvane"];

/// A command that was carried out, with the state before and after it.
struct Step {
    before: String,
    after: String,
}

/// One random campaign and what is known about its past.
struct War {
    seed: u64,
    step: u32,
    picks: Picks,
    catalog: Catalog,
    folder: Folder,
    store: Store,
    now: Snapshot,
    state: String,
    done: Vec<Step>,
    undone: Vec<Step>,
    refused: u32,
}

impl War {
    fn new(seed: u64) -> Self {
        let folder = Folder::new();
        let path = folder.path("war.renown");
        Store::create(&path, |_| Ok(())).expect("the folder takes files");
        let store = Store::open(&path).expect("it was just made");
        let now = store.load().expect("an empty store is readable");
        let mut war = Self {
            seed,
            step: 0,
            picks: Picks(seed),
            catalog: Catalog::embedded(),
            folder,
            store,
            now,
            state: String::new(),
            done: Vec::new(),
            undone: Vec::new(),
            refused: 0,
        };
        let chart = war.catalog.maps.get("cyclops").expect("the map comes with the program").clone();
        let mut chosen = Options::defaults(options::embedded());
        if seed.is_multiple_of(2) {
            chosen.set("composition", OptionValue::Choice("warn".to_owned()));
        }
        war.give(Command::OpenCampaign { name: "The War".to_owned(), chart, ends: None, options: chosen }, None, None);
        // The first entry stays for good.
        war.done.clear();
        war
    }

    fn at(&self) -> NaiveDateTime {
        let day = NaiveDate::from_ymd_opt(2026, 11, 1).expect("a day of the calendar");
        day.and_hms_opt(20, 0, self.step % 60).expect("an hour of the day")
    }

    /// The rows of all state tables, as another reader finds them.
    fn dump(&self) -> String {
        dump(&open(self.store.path()), STATE).expect("the file is readable")
    }

    fn told(&self, what: &str) -> String {
        format!("seed {}, step {}: {what}", self.seed, self.step)
    }

    fn dice(&self) -> Rolled {
        Rolled::from_seed(&format!("{}/{}", self.seed, self.step))
    }

    fn give(&mut self, command: Command, by: Option<PlayerId>, ruling: Option<&str>) {
        let told = self.told(&format!("{command:?}"));
        let decided = || {
            let mut dice = self.dice();
            let mut with =
                Circumstances { library: &self.catalog, umpire: &Unasked, dice: &mut dice, now: self.at(), by, ruling };
            decide(&self.now.campaign, &command, &mut with)
        };
        let first = decided();
        assert_eq!(first, decided(), "{told}: the same dice decided otherwise");
        let giver =
            Giver { by, at: self.at(), ruling: ruling.map(str::to_owned), dry_run: false, at_given: None, sent: None };
        let mut dice = self.dice();
        let given = give(&mut self.store, &self.now, command, &giver, &self.catalog, &mut dice);
        let state = self.dump();
        match (given, first) {
            (Ok(outcome), Ok(events)) => {
                assert_eq!(outcome.events, events, "{told}");
                let loaded = self.store.load().expect("the store is readable");
                assert_eq!(outcome.after.campaign, loaded.campaign, "{told}: what was told is not what was written");
                assert_eq!(outcome.after.head, loaded.head, "{told}");
                assert_eq!(loaded.head.id, self.now.head.id + 1, "{told}: one command is one entry");
                self.now = loaded;
                let before = std::mem::replace(&mut self.state, state.clone());
                self.done.push(Step { before, after: state });
                self.undone.clear();
            }
            (Err(ClubError::Refused(refusals)), Err(decided)) => {
                assert_eq!(refusals, decided, "{told}");
                assert_eq!(state, self.state, "{told}: refused, and yet the state changed");
                self.unmoved(&told);
                self.refused += 1;
            }
            (given, _) => panic!("{told}: {:?}", given.map(|outcome| outcome.events)),
        }
    }

    fn unmoved(&self, told: &str) {
        let head = self.store.load().expect("the store is readable").head;
        assert_eq!(head, self.now.head, "{told}: refused, and yet the journal grew");
    }

    /// Undoes or redoes one command, if there is one, and compares with what was there at that time.
    fn turn_back(&mut self, undo: bool) -> bool {
        let told = self.told(if undo { "undo" } else { "redo" });
        let (at, hash) = (self.at(), self.catalog.hash().to_owned());
        let turned =
            if undo { self.store.undo(at, None, PROGRAM, &hash) } else { self.store.redo(at, None, PROGRAM, &hash) };
        let step = if undo { self.done.pop() } else { self.undone.pop() };
        let state = self.dump();
        let Some(step) = step else {
            assert!(matches!(turned, Err(StoreError::NothingTo(_))), "{told}: there was nothing to turn back");
            assert_eq!(state, self.state, "{told}");
            self.unmoved(&told);
            return false;
        };
        assert!(turned.is_ok(), "{told}: {turned:?}");
        assert_eq!(state, if undo { step.before.as_str() } else { step.after.as_str() }, "{told}: another state");
        self.state = state;
        self.now = self.store.load().expect("the store is readable");
        let to = if undo { &mut self.undone } else { &mut self.done };
        to.push(step);
        true
    }

    fn prove(&self, told: &str) {
        let verified = renown::club::verify(&self.store, &self.catalog, false).expect("it can be verified");
        assert_eq!(verified.findings, [], "{told}");
        assert_eq!(verified.entries, self.now.head.id, "{told}");
        assert_eq!(check(&self.store).expect("it can be checked"), [], "{told}");
    }

    fn step(&mut self) {
        self.step += 1;
        match self.picks.below(10) {
            0 => drop(self.turn_back(true)),
            1 => drop(self.turn_back(false)),
            roll => {
                let due = if roll < 7 { self.due() } else { None };
                let by = if due.is_none() && self.picks.below(6) == 0 { Some(self.player()) } else { None };
                let ruling = if self.picks.below(3) > 0 { Some("the club agreed") } else { None };
                let command = due.unwrap_or_else(|| self.any());
                self.give(command, by, ruling);
            }
        }
        self.prove(&self.told("afterwards"));
    }

    /// A player, or one who is not there.
    fn player(&mut self) -> PlayerId {
        let players: Vec<PlayerId> = self.now.campaign.players.keys().copied().collect();
        if self.picks.below(20) == 0 { PlayerId(99) } else { self.picks.one(&players).copied().unwrap_or(PlayerId(1)) }
    }

    fn vessel(&mut self, player: PlayerId) -> VesselId {
        let vessels: Vec<VesselId> = self.now.campaign.register(player).map(|vessel| vessel.id).collect();
        if self.picks.below(20) == 0 { VesselId(99) } else { self.picks.one(&vessels).copied().unwrap_or(VesselId(1)) }
    }

    fn system(&mut self) -> SystemId {
        let systems: Vec<SystemId> = self.now.campaign.systems.keys().copied().collect();
        self.picks.one(&systems).copied().unwrap_or(SystemId(1))
    }

    fn name(&mut self) -> String {
        let name = self.picks.one(NAMES).copied().unwrap_or_default();
        match self.picks.below(12) {
            0 => name.to_owned(),
            1 => format!(" {name}"),
            2 => format!("{name}\u{7}"),
            _ => format!("{name} {}", self.step),
        }
    }

    fn new_vessel(&mut self, player: PlayerId) -> NewVessel {
        let own = self.now.campaign.players.get(&player).map(|player| player.list.clone()).unwrap_or_default();
        let own = LISTS.iter().find(|(list, _)| *list == own && !self.step.is_multiple_of(7));
        let (_, ships) = own.or_else(|| self.picks.one(LISTS)).expect("there are lists");
        let (class, count) = *self.picks.one(ships).expect("every list sells something");
        NewVessel {
            name: self.name(),
            ships: vec![NewShips { class: class.to_owned(), count, weapons: Vec::new() }],
            upgrades: Vec::new(),
            officer: None,
            origin: Origin::Main,
            unfinished: self.picks.below(4) == 0,
        }
    }

    fn new_player(&mut self) -> Command {
        let (list, _) = self.picks.one(LISTS).expect("there are lists");
        Command::AddPlayer {
            player: self.now.campaign.next_player(),
            name: self.name(),
            list: if self.picks.below(9) == 0 { "no-such-list".to_owned() } else { (*list).to_owned() },
            commander: self.name(),
            commander_kind: None,
        }
    }

    /// What brings the campaign on, if anything does.
    fn due(&mut self) -> Option<Command> {
        let campaign: Campaign = self.now.campaign.clone();
        if campaign.players.len() < 3 && campaign.phase() == Some(Phase::Mustering) {
            return Some(self.new_player());
        }
        if let Some(player) =
            campaign.players.values().find(|player| !player.ready && campaign.register(player.id).count() < 2)
        {
            let (player, vessel) = (player.id, campaign.next_vessel());
            return Some(Command::BuyVessel { vessel, player, new: self.new_vessel(player) });
        }
        if let Some(player) = campaign.players.values().find(|player| player.flagship.is_none()) {
            return Some(Command::ChooseFlagship { player: player.id, vessel: self.vessel(player.id) });
        }
        let waiting = campaign.players.values().find(|player| player.late && !player.ready).map(|player| player.id);
        match campaign.phase()? {
            Phase::Mustering => Some(Command::RollStartingOrder),
            Phase::Picking => {
                let order = &campaign.about.as_ref()?.order;
                let player = *order.iter().find(|id| campaign.systems_of(**id).next().is_none())?;
                Some(Command::PickSystem { player, system: self.system() })
            }
            Phase::Hiding => {
                let hider = campaign.players.values().find(|p| p.pirate && !campaign.bases.contains_key(&p.id));
                let hide = |player| Command::HideBase { player, system: self.system(), structure: None };
                Some(hider.map(|player| player.id).map_or(Command::BeginCampaign, hide))
            }
            Phase::Running => waiting.map(|player| Command::JoinCampaign { player }),
        }
    }

    /// Anything at all.
    fn any(&mut self) -> Command {
        let player = self.player();
        match self.picks.below(17) {
            0 => self.new_player(),
            1 if self.picks.below(3) == 0 => Command::RemovePlayer { player },
            1..=4 => {
                let vessel = self.now.campaign.next_vessel();
                Command::BuyVessel { vessel, player, new: self.new_vessel(player) }
            }
            5 => {
                let vessels = vec![self.new_vessel(player), self.new_vessel(player)];
                let flagship = vessels.first().map(|vessel| vessel.name.clone()).filter(|_| self.picks.below(2) == 0);
                Command::ImportFleet { player, first: self.now.campaign.next_vessel(), vessels, flagship }
            }
            6 => Command::SellVessel { player, vessel: self.vessel(player) },
            7 => Command::RenameVessel { player, vessel: self.vessel(player), name: self.name() },
            8 => Command::ChooseFlagship { player, vessel: self.vessel(player) },
            9 => Command::CompleteTrials { player, vessel: self.vessel(player) },
            10 => Command::AcceptFigures { player, vessel: self.vessel(player) },
            11 => {
                let value = i32::try_from(self.picks.below(4)).expect("below 4");
                Command::SetOption { option: "late-ship-leadership".to_owned(), value: OptionValue::Number(-value) }
            }
            12 => Command::SetDeadline { ends: NaiveDate::from_ymd_opt(2026, 10 + self.step % 3, 20) },
            13 => Command::PickSystem { player, system: self.system() },
            14 => Command::HideBase { player, system: self.system(), structure: None },
            15 => Command::JoinCampaign { player },
            _ => Command::BeginCampaign,
        }
    }

    /// A campaign rebuilt from the export is the same in every row.
    fn export_and_import(&self) {
        let told = self.told("export and import");
        let mut lines = Vec::new();
        let count = self.store.export(&mut lines).expect("it can be exported");
        assert_eq!(count, self.now.head.id, "{told}");
        let path = self.folder.path("rebuilt.renown");
        let _ = std::fs::remove_file(&path);
        let mut imported = None;
        let made = Store::create(&path, |store| {
            imported = Some(store.import(&mut lines.as_slice())?);
            Ok(())
        });
        let rebuilt = made.and_then(|()| Store::open(&path));
        let rebuilt = rebuilt.unwrap_or_else(|error| panic!("{told}: {error}"));
        let imported = imported.expect("the import came to its end");
        assert_eq!((imported.entries, &imported.digest), (count, &self.now.head.digest), "{told}");
        assert_eq!(rebuilt.load().expect("it is readable").head, self.now.head, "{told}: another chain");
        assert_eq!(content(&path), content(self.store.path()), "{told}: another content");
    }
}

#[test]
fn random_commands_with_undo_and_redo_always_prove_themselves() {
    let (mut running, mut refused, mut carried_out) = (0, 0, 0);
    for seed in SEEDS {
        let mut war = War::new(*seed);
        for _ in 0..STEPS {
            war.step();
        }
        running += u32::from(war.now.campaign.phase() == Some(Phase::Running));
        refused += war.refused;
        carried_out += war.done.len();
        war.export_and_import();
        let last = war.state.clone();
        let steps = war.done.len();
        while war.turn_back(true) {}
        war.prove(&war.told("all undone"));
        for _ in 0..steps {
            assert!(war.turn_back(false), "{}", war.told("all redone"));
        }
        assert_eq!(war.state, last, "{}", war.told("all redone"));
        war.prove(&war.told("all redone"));
        war.export_and_import();
    }
    // The seeds must reach what they are meant to try.
    eprintln!("{running} campaigns began; {carried_out} commands in force, {refused} refused");
    assert!(running >= 3 && refused >= 50 && carried_out >= 100, "{running} {refused} {carried_out}");
}
