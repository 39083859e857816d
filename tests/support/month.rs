//! Plays random but legal campaigns: any fleets, any picks, any reports that could have come about, and every step that
//! the rules allow.

use std::rc::Rc;

use chrono::{NaiveDate, NaiveDateTime};
use renown::campaign::Library as _;
use renown::campaign::aftermath::boons;
use renown::campaign::command::{Command, NewShips, NewVessel};
use renown::campaign::options::{OptionValue, Options};
use renown::campaign::state::grant::AppealKind;
use renown::campaign::state::{BattleId, Campaign, Origin, Phase, PlayerId, SystemId, VesselId, VesselState};
use renown::campaign::turn::report::{Destroyer, Fate, Report, Role, VesselReport, hits};
use renown::campaign::turn::{Battle, BySide, Step, location, plots};
use renown::catalog::Catalog;
use renown::club::{self, ClubError, Giver, PROGRAM};
use renown::dice::{Fast, Rolled};
use renown::store::{Snapshot, Store};

/// The lists of the peoples that the engine plays.
const PLAYED: [&str; 10] = [
    "gothic-sector",
    "bastion",
    "armageddon",
    "chaos-incursion",
    "chaos-black-crusade",
    "ork-cyclops",
    "ork-waaagh",
    "eldar-corsairs-gothic",
    "sm-codex",
    "sm-crusade",
];

pub(crate) struct Month {
    pub(crate) store: Store,
    pub(crate) now: Snapshot,
    pub(crate) catalog: Rc<Catalog>,
    pick: Fast,
    pub(crate) seed: u64,
    /// When the next command is given.
    pub(crate) at: NaiveDateTime,
    /// The lists that play, and only with classes that the engine plays; all of both when left out.
    lists: Option<Vec<String>>,
}

impl Month {
    /// A campaign of 2 to 12 players of any lists, opened and begun.
    pub(crate) fn new(seed: u64, catalog: &Rc<Catalog>) -> Self {
        Self::with_options(seed, catalog, &[])
    }

    /// Such a campaign under house rules.
    pub(crate) fn with_options(seed: u64, catalog: &Rc<Catalog>, options: &[(&str, OptionValue)]) -> Self {
        let store = Store::in_memory().expect("there is memory");
        let now = store.load().expect("it is readable");
        let mut month =
            Self { store, now, catalog: Rc::clone(catalog), pick: Fast::new(seed, 0), seed, at: moment(), lists: None };
        month.open(options);
        month
    }

    /// As [`new`](Self::new), of the lists and of the classes that the engine plays.
    #[allow(dead_code)]
    pub(crate) fn playable(seed: u64, catalog: &Rc<Catalog>) -> Self {
        let store = Store::in_memory().expect("there is memory");
        let now = store.load().expect("it is readable");
        let lists = Some(PLAYED.iter().map(|list| (*list).to_owned()).collect());
        let mut month =
            Self { store, now, catalog: Rc::clone(catalog), pick: Fast::new(seed, 0), seed, at: moment(), lists };
        month.open(&[]);
        month
    }

    /// Goes on with a campaign.
    pub(crate) fn resume(seed: u64, catalog: &Rc<Catalog>, store: Store) -> Self {
        let now = store.load().expect("it is readable");
        Self { store, now, catalog: Rc::clone(catalog), pick: Fast::new(seed, 0), seed, at: moment(), lists: None }
    }

    fn open(&mut self, house: &[(&str, OptionValue)]) {
        let chart = self.catalog.maps.get("cyclops").cloned().expect("the usual map");
        let mut options = Options::defaults(renown::catalog::options::embedded());
        // Registers that never stop growing would hide what history costs; half of the campaigns have a cap.
        if self.seed % 2 == 1 {
            options.set("register-cap", OptionValue::Number(2500));
        }
        house.iter().for_each(|(option, value)| options.set(option, value.clone()));
        let ends = moment().date().checked_add_days(chrono::Days::new(30));
        self.must(Command::OpenCampaign { name: format!("War {}", self.seed), chart, ends, options });
        let lists: Vec<String> = self.lists.clone().unwrap_or_else(|| self.catalog.list_ids());
        let wanted = 2 + self.below(11);
        loop {
            while self.campaign().players.len() < wanted {
                let list = lists[self.below(lists.len())].clone();
                self.enter(&list);
            }
            let Err(refusal) = self.give(Command::RollStartingOrder) else { break };
            // Chance bought some too little of what their lists ask for: others take their places.
            let short: Vec<PlayerId> = self.campaign().players.keys().copied().collect();
            let short: Vec<PlayerId> =
                short.into_iter().filter(|id| refusal.contains(&format!("P{}: ", id.0))).collect();
            assert!(!short.is_empty(), "seed {}: {refusal}", self.seed);
            short.into_iter().for_each(|player| self.must(Command::RemovePlayer { player }));
        }
        while self.campaign().phase() == Some(Phase::Picking) {
            let order = self.campaign().about.as_ref().expect("it is open").order.clone();
            let due = order.into_iter().find(|id| self.campaign().systems_of(*id).next().is_none());
            let systems = self.campaign().systems.values();
            let free: Vec<SystemId> = systems.filter(|system| system.owner.is_none()).map(|system| system.id).collect();
            let system = free[self.below(free.len())];
            self.must(Command::PickSystem { player: due.expect("somebody picks"), system });
        }
        let pirates: Vec<PlayerId> =
            self.campaign().players.values().filter(|player| player.pirate).map(|player| player.id).collect();
        for player in pirates {
            let systems: Vec<SystemId> = self.campaign().systems.keys().copied().collect();
            let system = systems[self.below(systems.len())];
            self.must(Command::HideBase { player, system, structure: None });
        }
        self.must(Command::BeginCampaign);
    }

    /// A player with whatever his list sells him, if it sells him a flagship.
    fn enter(&mut self, list: &str) {
        let player = self.campaign().next_player();
        let kinds: Vec<Option<String>> = std::iter::once(None)
            .chain(self.catalog.commanders(list).iter().map(|kind| Some(kind.id.clone())))
            .collect();
        let (name, commander) = (format!("P{}", player.0), format!("C{}", player.0));
        let entered = kinds.into_iter().any(|commander_kind| {
            let (name, list, commander) = (name.clone(), list.to_owned(), commander.clone());
            self.give(Command::AddPlayer { player, name, list, commander, commander_kind }).is_ok()
        });
        if !entered {
            return;
        }
        let sections = self.catalog.list(list).expect("the list exists").sections.clone();
        let mut classes: Vec<String> = sections.iter().flat_map(|section| section.classes.clone()).collect();
        if self.lists.is_some() {
            let fitting = renown::ships::fitting::Fitting::default();
            let plays = |id: &String| {
                let class = self.catalog.class(id);
                class.is_some_and(|class| renown::ships::profile::Profile::of(class, &fitting, &*self.catalog).is_ok())
            };
            classes.retain(plays);
        }
        for _ in 0..12 {
            let class = classes[self.below(classes.len())].clone();
            let escort = self.catalog.class(&class).is_some_and(|class| class.is_escort());
            let count = if escort { 2 + u32::try_from(self.below(4)).expect("small") } else { 1 };
            let vessel = self.campaign().next_vessel();
            let ships = vec![NewShips { class, count, weapons: Vec::new() }];
            let (name, origin) = (format!("V{}", vessel.0), Origin::Main);
            let new = NewVessel { name, ships, upgrades: Vec::new(), officer: None, origin, unfinished: false };
            let _ = self.give(Command::BuyVessel { vessel, player, new });
        }
        let ships: Vec<VesselId> = self.campaign().register(player).map(|vessel| vessel.id).collect();
        let chosen = ships.into_iter().any(|vessel| self.give(Command::ChooseFlagship { player, vessel }).is_ok());
        // A fleet without a flagship, or one whose list asks for more than chance bought, does not go to war.
        let whole = chosen && self.campaign().register(player).count() > 2;
        if !whole {
            self.must(Command::RemovePlayer { player });
        }
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.pick.below(u32::try_from(bound.max(1)).expect("small")) as usize
    }

    pub(crate) fn one_in(&mut self, number: usize) -> bool {
        self.below(number) == 0
    }

    /// Gives a command; a refusal leaves everything as it was.
    pub(crate) fn give(&mut self, command: Command) -> Result<(), String> {
        let giver = Giver { by: None, at: self.at, ruling: None, dry_run: false, at_given: None, sent: None };
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

    pub(crate) fn must(&mut self, command: Command) {
        let shown = format!("{command:?}");
        if let Err(refusal) = self.give(command) {
            panic!("seed {}: {shown} is refused: {refusal}", self.seed);
        }
    }

    pub(crate) fn campaign(&self) -> &Campaign {
        &self.now.campaign
    }

    fn battle(&self, id: BattleId) -> Battle {
        self.campaign().battles[&id].clone()
    }

    /// A subset of a list, never empty.
    fn some<T: Copy>(&mut self, from: &[T]) -> Vec<T> {
        let wanted = 1 + self.below(from.len().min(8));
        let mut left = from.to_vec();
        (0..wanted).map(|_| left.swap_remove(self.below(left.len()))).collect()
    }
}

pub(crate) fn moment() -> NaiveDateTime {
    NaiveDate::from_ymd_opt(2026, 11, 16).and_then(|day| day.and_hms_opt(20, 0, 0)).expect("a moment")
}

pub(crate) fn invariants(campaign: &Campaign, seed: u64) {
    for vessel in campaign.vessels.values().filter(|vessel| vessel.state != VesselState::Lost) {
        assert!(vessel.leadership.is_none_or(|leadership| (4..=10).contains(&leadership)), "seed {seed}: {vessel:?}");
        if !campaign.is_squadron(vessel) {
            assert!(vessel.damage < campaign.full_hits(vessel), "seed {seed}: {vessel:?}");
        }
        assert!(vessel.ships() > 0, "seed {seed}: {vessel:?}");
    }
    assert!(campaign.players.values().all(|player| player.renown >= 1), "seed {seed}");
    for player in campaign.players.values().filter(|player| player.pirate) {
        assert_eq!(campaign.systems_of(player.id).count(), 0, "seed {seed}: pirates hold no system");
    }
}

pub(crate) fn turn_back_and_forth(month: &mut Month) {
    let before = month.now.head.digest.clone();
    let catalog = month.catalog.hash().to_owned();
    let times = month.below(6);
    for _ in 0..times {
        month.store.undo(moment(), None, PROGRAM, &catalog).expect("there is enough to undo");
    }
    for _ in 0..times {
        month.store.redo(moment(), None, PROGRAM, &catalog).expect("what was undone can be redone");
    }
    month.now = month.store.load().expect("it is readable");
    assert_eq!(month.now.head.digest, before, "seed {}", month.seed);
}

/// Plays a battle and its aftermath to the end.
pub(crate) fn play(month: &mut Month) {
    let id = challenge(month);
    finish(month, id);
}

/// Takes a battle from where it stands to its end.
pub(crate) fn finish(month: &mut Month, id: BattleId) {
    for _ in 0..60 {
        match month.campaign().battles.get(&id).map(|battle| battle.step) {
            Some(Step::Closed) | None => return,
            Some(step) => take(month, id, step),
        }
    }
    panic!("seed {}: battle {} never ends: {:?}", month.seed, id.0, month.battle(id));
}

/// Two of them accept to fight.
pub(crate) fn challenge(month: &mut Month) -> BattleId {
    let players: Vec<PlayerId> = month.campaign().players.keys().copied().collect();
    let id = month.campaign().next_battle();
    let challenged = (0..40).any(|_| {
        let (challenger, challenged) = (players[month.below(players.len())], players[month.below(players.len())]);
        month.give(Command::Challenge { battle: id, challenger, challenged }).is_ok()
    });
    if !challenged {
        // All fight for the Imperium: one of them goes over.
        month.must(Command::SetAllegiance { player: players[0], rebel: true });
        let (challenger, challenged) = (players[0], players[1]);
        month.must(Command::Challenge { battle: id, challenger, challenged });
    }
    month.must(Command::AcceptChallenge { battle: id });
    id
}

pub(crate) fn take(month: &mut Month, id: BattleId, step: Step) {
    let battle = month.battle(id);
    match step {
        Step::Initiative => month.must(Command::RollInitiative { battle: id }),
        Step::Orders => month.must(Command::ReceiveOrders { battle: id, choices: Vec::new() }),
        Step::Scenario => month.must(Command::DetermineScenario { battle: id, agreed: None }),
        Step::Location => {
            let attacker = battle.sides.as_ref().expect("sides are known").attacker.player;
            let reach = location::reach(month.campaign(), attacker);
            let system = reach[month.below(reach.len())];
            month.must(Command::ChooseLocation { battle: id, system });
        }
        Step::Size => month.must(Command::AgreeSize { battle: id, points: None, transports: None, assault: false }),
        Step::Fleets => fleets(month, id),
        Step::SubPlots if battle.sides.as_ref().is_some_and(|sides| sides.attacker.plot.is_none()) => {
            let secret = month.one_in(3);
            month.must(Command::RollSubPlots { battle: id, secret });
        }
        Step::SubPlots => nominate(month, &battle),
        Step::Battle => report(month, &battle),
        Step::Spoils => {
            let claim = !month.one_in(4);
            month.must(Command::ClaimSpoils { battle: id, claim });
        }
        Step::Renown => month.must(Command::AdjustRenown { battle: id, tenders: Vec::new() }),
        Step::Promotions => month.must(Command::Promote { battle: id, gifts: Vec::new() }),
        Step::Experience => {
            let all: Vec<VesselId> = month.campaign().vessels.keys().copied().collect();
            let skills = month.some(&all);
            // As an older program had it, and as it is asked of each owner.
            let (names, train, ask) = (Vec::new(), Vec::new(), month.one_in(2));
            month.must(Command::GainExperience { battle: id, skills, names, train, ask });
        }
        Step::Repairs => repairs(month, &battle),
        Step::Appeals => appeals(month, &battle),
        Step::Challenge | Step::Closed => unreachable!("the battle is under way"),
    }
}

/// Random picks until one is legal; some scenarios leave a fleet without any, and the battle is abandoned.
fn fleets(month: &mut Month, id: BattleId) {
    for role in [Role::Attacker, Role::Defender] {
        let side = month.battle(id).sides.expect("sides are known").of(role).clone();
        if side.picked {
            continue;
        }
        let ready: Vec<VesselId> = month
            .campaign()
            .register(side.player)
            .filter(|vessel| vessel.state == VesselState::Ready)
            .map(|vessel| vessel.id)
            .collect();
        let picked = !ready.is_empty()
            && (0..200).any(|_| {
                let vessels = month.some(&ready);
                month
                    .give(Command::PickFleet {
                        battle: id,
                        player: side.player,
                        vessels,
                        defences: 0,
                        works: Vec::new(),
                    })
                    .is_ok()
            });
        let none =
            Command::PickFleet { battle: id, player: side.player, vessels: Vec::new(), defences: 0, works: Vec::new() };
        if !picked && month.give(none).is_err() {
            month.must(Command::AbandonBattle { battle: id });
            return;
        }
    }
}

fn nominate(month: &mut Month, battle: &Battle) {
    let both = battle.sides.as_ref().expect("sides are known");
    let ships: Vec<VesselId> = both.both().iter().flat_map(|side| &side.fleet).map(|fielded| fielded.vessel).collect();
    let player = plots::waiting(battle)[0];
    let named =
        ships.iter().any(|ship| month.give(Command::NominateShip { battle: battle.id, player, ship: *ship }).is_ok());
    assert!(named, "seed {}: nobody can be nominated in {battle:?}", month.seed);
}

/// A record in which anything may have happened that could have.
fn report(month: &mut Month, battle: &Battle) {
    const FATES: [Fate; 8] = [
        Fate::OnTable,
        Fate::OnTable,
        Fate::OnTable,
        Fate::Disengaged,
        Fate::Destroyed,
        Fate::Hulk,
        Fate::LostInWarp,
        Fate::NeverEntered,
    ];
    let both = battle.sides.clone().expect("sides are known");
    let mut vessels = Vec::new();
    for fielded in both.both().iter().flat_map(|side| &side.fleet) {
        let vessel = month.campaign().vessels[&fielded.vessel].clone();
        let mut fate = FATES[month.below(FATES.len())];
        let (mut hits_lost, mut lost) = (0, Vec::new());
        if month.campaign().is_squadron(&vessel) {
            let class = month.campaign().class(vessel.hulls[0].design).id.clone();
            let gone = u32::try_from(month.below(vessel.ships() as usize + 1)).expect("small");
            fate = if gone == vessel.ships() { Fate::Destroyed } else { Fate::OnTable };
            if gone > 0 {
                lost.push((class, gone));
            }
        } else if fate != Fate::NeverEntered {
            let left = hits(month.campaign(), battle, &vessel).left;
            hits_lost = u32::try_from(month.below(left as usize)).expect("small");
        }
        let mut entry = VesselReport { fate, hits_lost, lost, ..VesselReport::unhurt(vessel.id) };
        let number = entry.wrecks(month.campaign());
        // Two reports of three say who did it.
        if number > 0 && !vessel.id.0.is_multiple_of(3) {
            let enemy = both.both().into_iter().find(|side| side.player != vessel.player).expect("an enemy");
            let by = enemy.fleet.get(vessel.id.0 as usize % enemy.fleet.len().max(1)).map(|fielded| fielded.vessel);
            entry.destroyed_by.push(Destroyer { by, number });
        }
        vessels.push(entry);
    }
    let answers = BySide { attacker: Some(month.one_in(2)), defender: Some(month.one_in(2)) };
    let destroyed = month.one_in(2);
    let report = Report {
        turns: Some(6),
        vessels,
        transports_through: Some(u32::try_from(month.below(4)).expect("small")),
        assault_points: Some(u32::try_from(month.below(12)).expect("small")),
        planet_destroyed: destroyed && battle.scenario.is_some_and(|scenario| scenario.word() == "Exterminatus"),
        exterminators_gone: !destroyed,
        plots: answers,
        ..Report::default()
    };
    month.must(Command::RecordBattle { battle: battle.id, report, fought: None });
}

fn repairs(month: &mut Month, battle: &Battle) {
    if battle.aftermath.repair_points.attacker.is_none() {
        return month.must(Command::CountRepairs { battle: battle.id });
    }
    for role in [Role::Attacker, Role::Defender] {
        if *battle.aftermath.repaired.of(role) {
            continue;
        }
        let player = battle.sides.as_ref().expect("sides are known").of(role).player;
        for vessel in battle.aftermath.advances.clone() {
            if month.campaign().vessels[&vessel].player == player {
                let skill = month.one_in(2);
                month.must(Command::TakeAdvance { battle: battle.id, player, vessel, skill });
            }
        }
        let ready: Vec<VesselId> = month
            .campaign()
            .register(player)
            .filter(|vessel| vessel.state == VesselState::Ready)
            .map(|vessel| vessel.id)
            .collect();
        let withdraw =
            if month.one_in(3) && ready.len() > 3 { vec![ready[month.below(ready.len())]] } else { Vec::new() };
        month.must(Command::SpendRepairs { battle: battle.id, player, spend: None, withdraw, quick: None });
    }
}

/// One side's appeals, by itself.
fn declare(month: &mut Month, battle: &Battle, role: Role) {
    let (id, player) = (battle.id, battle.sides.as_ref().expect("sides are known").of(role).player);
    if boons::has_trainers(&month.campaign().players[&player], id) && !*battle.aftermath.trained.of(role) {
        month.must(Command::TrainCrew { battle: id, player, vessel: None });
    }
    let kinds = vec![AppealKind::ALL[month.below(AppealKind::ALL.len())]];
    if month.give(Command::DeclareAppeals { battle: id, player, kinds }).is_err() {
        month.must(Command::DeclareAppeals { battle: id, player, kinds: Vec::new() });
    }
}

fn appeals(month: &mut Month, battle: &Battle) {
    let id = battle.id;
    let open = [Role::Attacker, Role::Defender].into_iter().find(|role| !battle.aftermath.has_appealed(*role));
    if let Some(role) = open.filter(|_| battle.aftermath.opened.is_some()) {
        return declare(month, battle, role);
    }
    if open.is_some() {
        let both = [battle.challenger, battle.challenged];
        let declared: Vec<(PlayerId, AppealKind)> =
            both.iter().map(|player| (*player, AppealKind::ALL[month.below(AppealKind::ALL.len())])).collect();
        if month.give(Command::MakeAppeals { battle: id, declared }).is_err() {
            month.must(Command::MakeAppeals { battle: id, declared: Vec::new() });
        }
        return;
    }
    let grant = battle.aftermath.grants[0];
    let player = grant.player;
    let taken = match grant.kind {
        AppealKind::Refit => {
            let ships: Vec<VesselId> = month.campaign().register(player).map(|vessel| vessel.id).collect();
            let ship = ships[month.below(ships.len())];
            month.give(Command::TakeRefit { battle: id, player, ship, torpedoes: false })
        }
        AppealKind::Other => {
            let ships: Vec<VesselId> = month.campaign().register(player).map(|vessel| vessel.id).collect();
            let vessel = Some(ships[month.below(ships.len())]);
            let (more, mark, no_models) = (Vec::new(), None, month.one_in(2));
            month.give(Command::TakeOther { battle: id, player, vessel, more, mark, no_models })
        }
        AppealKind::Ramilies => {
            let system = *month.campaign().systems.keys().next().expect("a chart has systems");
            month.give(Command::TakeRamilies { battle: id, player, system, give_up: None })
        }
        AppealKind::Reinforcements => {
            let vessel = month.campaign().next_vessel();
            let class = month.campaign().register(player).last().map(|last| last.hulls[0].design);
            let class = class.map(|design| month.campaign().class(design).id.clone()).unwrap_or_default();
            let ships = vec![NewShips { class, count: 3, weapons: Vec::new() }];
            let (name, origin) = (format!("Levy {}", vessel.0), Origin::Main);
            let new = NewVessel { name, ships, upgrades: Vec::new(), officer: None, origin, unfinished: false };
            month.give(Command::TakeReinforcement { battle: id, player, vessel, new })
        }
    };
    if taken.is_err() {
        month.must(Command::WaiveGrant { battle: id, player, kind: grant.kind });
    }
}
