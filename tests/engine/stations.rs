//! Before a battle of the engine: a player deploys his own fleet, at the terminal or by a file, and what the rules have
//! against it; and what a forecast rolls for each of its fights.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::rc::Rc;

use renown::battle::gothic::state::Battle;
use renown::campaign::command::Command;
use renown::campaign::turn::report::Role;
use renown::campaign::turn::{self, BySide};
use renown::catalog::Catalog;
use renown::cli::{self, Io};
use renown::dice::Fast;
use renown::fight::stations::Stations;
use renown::fight::{Fight, Muster, supposed};
use renown::report::style::Style;
use renown::scenario::Scenario;
use renown::scenario::battlefield::Table;
use renown::scenario::party::Party;
use renown::scenario::set_up::{Method, Plan, SetUp};
use renown::scenario::zone::HouseRules;
use renown::store::Store;
use renown::table::side::Side;

use crate::support::Folder;

/// Two fleets, set up and deployed by the program. The table has no phenomena but those of the scenario.
fn laid(catalog: &Catalog, scenario: Scenario, seed: u64) -> (Fight, SetUp, Battle) {
    let fleet: &[(&str, u32)] = &[("lunar", 1), ("dominator", 1), ("sword", 3), ("gothic", 1), ("cobra", 3)];
    let mut muster = Muster::one_off(["Anna", "Bert"], [fleet, fleet], catalog);
    if scenario == Scenario::Exterminatus {
        muster.ships[0].fitting.upgrades.push("exterminator".to_owned());
    }
    muster.clusters = if scenario == Scenario::Convoy { 3 } else { 0 };
    let party = |name: &str| Party {
        name: name.to_owned(),
        units: (0..5).map(|unit| format!("unit {unit}")).collect(),
        points: 1000,
        ..Party::default()
    };
    let plan = Plan {
        scenario,
        table: Table::USUAL,
        method: Method::Nothing,
        zone: None,
        size: 1000,
        sides: BySide { attacker: party("Anna"), defender: party("Bert") },
        house: HouseRules::default(),
        surprised: false,
    };
    let fight = Fight::ready(muster, plan, catalog).unwrap_or_else(|why| panic!("{scenario}: {why}"));
    let (set_up, battle) = fight.deploy(&mut Fast::new(seed, 1)).expect("dice");
    (fight, set_up, battle)
}

/// The rules that are broken after some orders.
fn broken(stations: &mut Stations<'_>, orders: &[&str]) -> Vec<String> {
    for order in orders {
        stations.order(order).unwrap_or_else(|why| panic!("{order}: {why}"));
    }
    let mut rules: Vec<String> = stations.faults().iter().map(|fault| fault.rule.clone().unwrap_or_default()).collect();
    rules.dedup();
    rules
}

#[test]
fn the_program_deploys_by_the_rules() {
    let catalog = Catalog::embedded();
    for scenario in Scenario::ALL {
        for seed in 0..8 {
            let (fight, set_up, battle) = laid(&catalog, *scenario, seed);
            for side in Side::BOTH {
                let faults = Stations::new(&fight, &set_up, &battle, side).faults();
                assert!(faults.is_empty(), "{scenario}, seed {seed}, {side:?}: {faults:?}");
            }
        }
    }
}

#[test]
fn every_scenario_names_the_rule_that_a_deployment_breaks() {
    let catalog = Catalog::embedded();
    let lunar = "Lunar class cruiser I I";
    let far = format!("{lunar} at 90 60 heading 45");
    let edge = format!("{lunar} at 5 5");
    let cases: &[(Scenario, Role, &[&str], &[&str])] = &[
        (Scenario::CruiserClash, Role::Attacker, &[&far], &["SCEN-20", "SCEN-21"]),
        (Scenario::TheBait, Role::Defender, &[&far], &["SCEN-33"]),
        (Scenario::TheRaiders, Role::Defender, &[&edge], &["SCEN-41"]),
        // Escorts are on alert, cruisers are not.
        (Scenario::SurpriseAttack, Role::Defender, &["Sword class frigate squadron 3 of Bert at 5 5"], &["SCEN-49"]),
        (Scenario::SurpriseAttack, Role::Defender, &[&edge], &["SCEN-50"]),
        (Scenario::BlockadeRun, Role::Attacker, &[&far], &["SCEN-60"]),
        (Scenario::BlockadeRun, Role::Defender, &[&edge], &["SCEN-59"]),
        (Scenario::Convoy, Role::Attacker, &["contact 2 at 10 60"], &["SCEN-69"]),
        (Scenario::Convoy, Role::Defender, &["entry at 30"], &["SCEN-70"]),
        (Scenario::PlanetaryAssault, Role::Attacker, &[&far], &["SCEN-85"]),
        (Scenario::PlanetaryAssault, Role::Defender, &[&edge], &["SCEN-84"]),
        (Scenario::Exterminatus, Role::Attacker, &[&far], &["SCEN-110"]),
        (Scenario::FleetEngagement, Role::Attacker, &[&far], &["SCEN-133"]),
    ];
    for (scenario, role, orders, rules) in cases {
        let (fight, set_up, battle) = laid(&catalog, *scenario, 3);
        let mut stations = Stations::new(&fight, &set_up, &battle, Fight::side(*role));
        let bert = *role == Role::Defender;
        let orders: Vec<String> = orders
            .iter()
            .map(|order| if bert { order.replace("I I at", "I I 2 at") } else { (*order).to_owned() })
            .collect();
        let orders: Vec<&str> = orders.iter().map(String::as_str).collect();
        let found = broken(&mut stations, &orders);
        assert!(rules.iter().all(|rule| found.iter().any(|found| found == rule)), "{scenario}: {found:?}");
        // What the program would do is always allowed.
        assert_eq!(broken(&mut stations, &["usual"]), Vec::<String>::new(), "{scenario}");
    }
}

#[test]
fn units_are_changed_about() {
    let catalog = Catalog::embedded();
    let (fight, set_up, battle) = laid(&catalog, Scenario::TheBait, 1);
    let mut stations = Stations::new(&fight, &set_up, &battle, Side::One);
    let on_table = |battle: &Battle| battle.fleet(Side::One).map(|(id, _)| id).collect::<Vec<_>>();
    let bait = fight.roster[on_table(&stations.battle)[0]].name.clone();
    assert_eq!(
        broken(&mut stations, &[&format!("swap {bait} with Sword class frigate squadron 3 of Anna")]),
        Vec::<String>::new()
    );
    assert_eq!(on_table(&stations.battle).len(), 3, "a squadron of three is the bait now");
    let coming: usize = stations.battle.mission.groups.iter().map(|group| group.ships.iter().count()).sum();
    assert_eq!(on_table(&stations.battle).len() + coming, 9, "nobody is lost");

    // A D3 of 3: both squadrons and one capital ship are on alert.
    let sets = (0..20).map(|seed| laid(&catalog, Scenario::SurpriseAttack, seed));
    let (fight, set_up, battle) =
        sets.into_iter().find(|(_, set_up, _)| set_up.dealt.alert == 3).expect("one in three");
    let mut stations = Stations::new(&fight, &set_up, &battle, Side::Two);
    let standing = |battle: &Battle| battle.fleet(Side::Two).filter(|(_, ship)| ship.done.standby).count();
    let before = standing(&stations.battle);
    let ship = |standby: bool, battle: &Battle| {
        let mut found = battle.fleet(Side::Two).filter(|(_, ship)| ship.squadron.is_none());
        found.find(|(_, ship)| ship.done.standby == standby).map(|(id, _)| id).expect("there is one")
    };
    let (awake, asleep) = (ship(false, &battle), ship(true, &battle));
    let name = |id: renown::battle::gothic::state::ShipId| &fight.roster[id].name;
    let order = format!("swap {} with {}", name(awake), name(asleep));
    assert_eq!(broken(&mut stations, &[&order]), Vec::<String>::new());
    assert_eq!(standing(&stations.battle), before);
    assert!(stations.battle.ship(awake).done.standby && !stations.battle.ship(asleep).done.standby);
}

#[test]
fn what_cannot_be_done_changes_nothing() {
    let catalog = Catalog::embedded();
    let (fight, set_up, battle) = laid(&catalog, Scenario::CruiserClash, 1);
    let side = if set_up.dealt.chooses_turn == Some(Role::Attacker) { Side::One } else { Side::Two };
    let mut loser = Stations::new(&fight, &set_up, &battle, side.other());
    for order in
        ["second", "Nobody at 1 1", "swap Lunar", "Lunar class cruiser I I at 4", "contact 1 at 2 2", "entry at 50"]
    {
        assert!(loser.order(order).is_err(), "{order}");
        assert_eq!(loser.battle, battle, "{order}");
    }
    let mut winner = Stations::new(&fight, &set_up, &battle, side);
    winner.order("second").expect("he won the roll");
    assert_eq!(winner.battle.first, side.other());
}

const WAR: &[&str] = &[
    "new War --map cyclops",
    "player add Anna --fleet gothic-sector --commander Daros",
    "player add Bert --fleet chaos-incursion --commander Urlock",
    "fleet buy Anna lunar --name Agrippa",
    "fleet buy Anna gothic --name Vigil",
    "fleet buy Anna sword:4 --name Lancers",
    "flagship Anna Agrippa",
    "fleet buy Bert murder --name Knife",
    "fleet buy Bert carnage --name Unclean",
    "fleet buy Bert infidel:4 --name Faithless",
    "flagship Bert Knife",
    "start --pick Anna=Rebo --pick Bert=Lithore --dice seed:war",
    "challenge Anna Bert --accept",
    "battle next 1 --dice 5,3",
    "battle next 1 --dice 4",
    "battle next 1 --dice 6",
    "battle next 1 --system Nman",
    "battle next 1 --points 750",
    "battle next 1 --fleet Anna=fit --fleet Bert=fit",
    "battle next 1 --dice 1,5,1,5",
];

/// Runs a line; its results, and what was said beside them.
fn run(store: &mut Option<Store>, catalog: &Rc<Catalog>, line: &str, answers: Option<&str>) -> (String, String) {
    let mut args: Vec<String> = line.split(' ').map(str::to_owned).collect();
    args.extend(["--at".to_owned(), "2026-11-16".to_owned()]);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let io = Io {
        out: &mut out,
        err: &mut err,
        input: &mut Cursor::new(answers.unwrap_or("")),
        interactive: answers.is_some(),
        style: Style { unicode: true, colour: false, width: 100 },
        err_colour: false,
    };
    let done = cli::run_in_memory(&args, io, store, catalog);
    let refused = done.err().map_or_else(Vec::new, |error| error.messages).join("\n");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(out), text(err) + &refused)
}

#[test]
fn a_player_deploys_at_the_terminal_and_by_a_file() {
    let catalog = Rc::new(Catalog::embedded());
    let mut store = None;
    for line in WAR {
        let (_, err) = run(&mut store, &catalog, line, None);
        assert!(!err.contains("refused") && !err.contains("error"), "{line}: {err}");
    }
    let fight = "battle fight 1 --dice seed:deploy --captain Anna=me --formation Anna=sphere";
    let answers = "places\nAgrippa at 90 60 heading 45\nVigil at 500 500\nhelp\ndone\nusual\ndone\nquit\n";
    let (_, err) = run(&mut store, &catalog, fight, Some(answers));
    for said in ["Agrippa at 90 60 is in no division", "Vigil at 500 500 is not on the table", "(SCEN-133)", "swap"] {
        assert!(err.contains(said), "{said} in {err}");
    }
    assert!(err.contains("Battle 1 is under way: turn "), "{err}");
    // The set-up stands, with its formations.
    let (_, err) = run(&mut store, &catalog, fight, None);
    assert!(err.contains("battle 1 is set up already"), "{err}");
    // The arbitrator takes it back that he plays, for captains.
    run(&mut store, &catalog, "undo", None);
    let folder = Folder::new();
    let file = |text: &str| folder.write("deploy.txt", text).to_string_lossy().into_owned();
    let order = |path: &str| format!("battle fight 1 --dice seed:deploy --deploy Anna={path}");
    let path = file("# wrong in every line\nAgrippa at 90 60\nNobody at 5 5\nVigil heading 400\n");
    let (_, err) = run(&mut store, &catalog, &order(&path), None);
    for said in
        ["Agrippa at 90 60 is in no division", "line 3: you have no \"Nobody\"", "line 4: \"400\" are no degrees"]
    {
        assert!(err.contains(said), "{said} in {err}");
    }
    let path = file("swap Agrippa with Vigil\ndone\n");
    let (out, err) = run(&mut store, &catalog, &order(&path), None);
    assert!(out.contains("Anna attacks Bert") && err.contains("Recorded"), "{out}\n{err}");
    // What he ordered is recorded, and the battle proved by it.
    let store = store.as_ref().expect("a store");
    let head = store.load().expect("readable").head.id;
    let entry = store.entry(head).expect("readable").expect("the report");
    let Some(Command::RecordBattle { fought: Some(fought), .. }) = entry.entry.command() else { panic!("a battle") };
    assert_eq!(fought.deployed.attacker, ["swap Agrippa with Vigil"]);
    let verified = renown::club::verify(store, &catalog, false).expect("it can be verified");
    assert!(verified.findings.is_empty() && verified.battles == 1, "{verified:?}");
}

/// Raiders come on in the course of the battle: a file that says where they deploy is not laid aside unread.
#[test]
fn a_deployment_of_who_deploys_nothing_is_refused() {
    let catalog = Rc::new(Catalog::embedded());
    let mut store = None;
    for line in WAR {
        let line = match *line {
            "battle next 1 --dice 4" => "battle next 1 --dice 1",
            "battle next 1 --dice 6" => "battle next 1 --scenario the-raiders",
            line => line,
        };
        let (_, err) = run(&mut store, &catalog, line, None);
        assert!(!err.contains("refused") && !err.contains("error"), "{line}: {err}");
    }
    let folder = Folder::new();
    let path = folder.write("deploy.txt", "Agrippa at 90 60\n").to_string_lossy().into_owned();
    let fight = |who: &str| format!("battle fight 1 --dice seed:deploy --deploy {who}={path}");
    let (_, err) = run(&mut store, &catalog, &fight("Anna"), None);
    assert!(err.contains("Anna deploys nothing in this battle"), "{err}");
    let (_, err) = run(&mut store, &catalog, &fight("Bert"), None);
    assert!(err.contains("line 1: you have no \"Agrippa\""), "{err}");
}

/// The ambush of a convoy and free defences are rolled for each fight of a forecast (SCEN-47, SCEN-67).
#[test]
fn a_supposed_battle_rolls_its_build_up_anew() {
    let catalog = Rc::new(Catalog::embedded());
    let mut store = None;
    for line in WAR.iter().take_while(|line| !line.starts_with("challenge")) {
        run(&mut store, &catalog, line, None);
    }
    let campaign = store.as_ref().expect("a store").load().expect("readable").campaign;
    let players: Vec<_> = campaign.players.keys().copied().collect();
    let rolled = |scenario: Scenario, index: u64| {
        let battle = supposed::suppose(&campaign, scenario, 750, [players[0], players[1]]).expect("two players");
        supposed::build_up(&campaign, &battle, &catalog, &mut Fast::new(4, index)).expect("fleets that fit")
    };
    let defender = |battle: &turn::Battle| battle.sides.as_ref().expect("sides").defender.clone();
    for scenario in [Scenario::SurpriseAttack, Scenario::PlanetaryAssault, Scenario::Exterminatus] {
        let free: BTreeSet<u32> = (0..30).map(|index| defender(&rolled(scenario, index)).defences_free).collect();
        // Anything up to 1,000 points of ships has two dice, up to 500 one (SCEN-47).
        let dice = defender(&rolled(scenario, 0)).fielded().div_ceil(500);
        assert!(free.iter().all(|points| (dice * 10..=dice * 60).contains(points)), "{scenario}: {free:?}");
        assert!(free.len() > 3, "{scenario}: {free:?}");
        let works = (0..30).map(|index| defender(&rolled(scenario, index)));
        for side in works {
            let cost: u32 = side.works.iter().map(|work| work.points * work.number).sum();
            assert!(cost <= side.defences_free, "{scenario}: {side:?}");
        }
    }
    let ambushes: BTreeSet<usize> = (0..30)
        .map(|index| rolled(Scenario::Convoy, index).convoy.expect("a convoy"))
        .inspect(|convoy| assert_eq!(convoy.transports, 8, "a pair for every 200 points or part (SCEN-80)"))
        .map(|convoy| convoy.attackers.len())
        .collect();
    assert_eq!(ambushes, BTreeSet::from([5, 6, 7]), "a D3 and one for each pair (SCEN-67)");
}

/// Patrols that the dice give to the attacker are his to place and nobody's to turn but their owner's (SCEN-84).
#[test]
fn the_attacker_places_patrols_of_the_defender() {
    let catalog = Catalog::embedded();
    let given = (0..40).find_map(|seed| {
        let (fight, set_up, battle) = laid(&catalog, Scenario::PlanetaryAssault, seed);
        // A cruiser, so that its unit is one ship.
        let unit = (0..2).find(|unit| set_up.dealt.patrols_by.get(*unit) == Some(&Role::Attacker))?;
        Some((fight, set_up, battle, unit))
    });
    let (fight, set_up, battle, unit) = given.expect("one patrol in two is the attacker's");
    let (id, _) = battle.fleet(Side::Two).nth(unit).expect("a cruiser");
    let name = fight.roster[id].name.clone();
    let mut stations = Stations::new(&fight, &set_up, &battle, Side::One);
    assert!(stations.told().iter().any(|line| line.contains(&name) && line.contains("yours to place")));
    let turns = stations.order(&format!("{name} heading 90")).expect_err("its owner chooses its facing");
    assert_eq!(turns, format!("{name} is yours to place, not to turn or to change about (SCEN-84)"));
    assert_eq!(broken(&mut stations, &[&format!("{name} at 10 60")]), ["SCEN-84"]);
    let place = format!("{name} at 60 90");
    assert!(broken(&mut stations, &[&place]).is_empty());
    assert_eq!(stations.battle.ship(id).at, renown::table::geometry::Point::cm(60, 90));
    assert_eq!(stations.battle.ship(id).heading, battle.ship(id).heading);
    let after = stations.battle;
    let mut defender = Stations::new(&fight, &set_up, &after, Side::Two);
    assert_eq!(broken(&mut defender, &[&format!("{name} at 90 60")]), ["SCEN-84"]);
}
