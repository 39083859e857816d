//! The ten scenarios set up and fought: every deployment keeps its rules, and every battle ends.

use std::cmp::Ordering;

use renown::battle::gothic::event::Silent;
use renown::battle::gothic::missions::mission::GroupKind;
use renown::battle::gothic::state::{Battle, Phase, ShipId};
use renown::battle::gothic::victory::Facts;
use renown::campaign::turn::BySide;
use renown::campaign::turn::report::Role;
use renown::captain::{self, Captain, Standing};
use renown::catalog::Catalog;
use renown::dice::{Fast, Kept};
use renown::fight::replay;
use renown::fight::war::{Nobody, Told};
use renown::fight::{Enlisted, Fight, MOST, Muster};
use renown::notation;
use renown::scenario::Scenario;
use renown::scenario::battlefield::Table;
use renown::scenario::party::Party;
use renown::scenario::set_up::{Method, Plan};
use renown::scenario::zone::HouseRules;
use renown::table::geometry::{Length, Point};
use renown::table::side::Side;

type Fleet = &'static [(&'static str, u32)];

const FLEETS: [(&str, Fleet); 5] = [
    ("Imperial", &[("lunar", 1), ("dominator", 1), ("sword", 3), ("dictator", 1), ("cobra", 3)]),
    ("Chaos", &[("murder", 1), ("devastation", 1), ("carnage", 1), ("iconoclast", 3), ("idolator", 2)]),
    ("Ork", &[("kill-kroozer", 1), ("terror-ship", 1), ("ravager", 3), ("savage", 2), ("onslaught", 3)]),
    ("Eldar", &[("shadow", 1), ("aurora", 1), ("hellebore", 3), ("nightshade", 3), ("hemlock", 2)]),
    (
        "Marine",
        &[("sm-strike-cruiser", 1), ("sm-battle-barge", 1), ("sm-gladius", 3), ("sm-hunter", 2), ("sm-nova", 2)],
    ),
];

fn fight(catalog: &Catalog, scenario: Scenario, attacker: usize, defender: usize) -> Fight {
    let muster = Muster::one_off(["Anna", "Bert"], [FLEETS[attacker].1, FLEETS[defender].1], catalog);
    ready(catalog, scenario, muster)
}

fn ready(catalog: &Catalog, scenario: Scenario, mut muster: Muster) -> Fight {
    let names = ["Anna", "Bert"];
    let guests = |muster: &mut Muster, role: Role, class: &str, count: u32, unit: usize| {
        for number in 0..count {
            let mut ship = muster.ships[0].clone();
            (ship.role, ship.class, ship.name) = (role, class.to_owned(), format!("{class} {number}"));
            let transports = (class == "cargo-transport").then(|| format!("Transports {unit}"));
            let own = if transports.is_some() { 0 } else { number as usize };
            (ship.unit, ship.squadron, ship.flagship) = (unit + own, transports, false);
            ship.leadership = 7;
            ship.fitting = renown::ships::fitting::Fitting::default();
            muster.enlist(ship);
        }
    };
    match scenario {
        Scenario::Convoy => {
            guests(&mut muster, Role::Defender, "cargo-transport", 6, 5);
            muster.clusters = 5;
        }
        Scenario::PlanetaryAssault => {
            guests(&mut muster, Role::Attacker, "cargo-transport", 4, 5);
            guests(&mut muster, Role::Defender, "orbital-weapons-platform", 2, 5);
            guests(&mut muster, Role::Defender, "missile-silo", 1, 7);
        }
        Scenario::SurpriseAttack => guests(&mut muster, Role::Defender, "orbital-weapons-platform", 3, 5),
        Scenario::Exterminatus => muster.ships[0].fitting.upgrades.push("exterminator".to_owned()),
        _ => {}
    }
    let party = |role: Role| Party {
        name: names[role as usize].to_owned(),
        rating: 2,
        units: (0..8).map(|unit| format!("unit {unit}")).collect(),
        points: 1000,
        ..Party::default()
    };
    let plan = Plan {
        scenario,
        table: Table::USUAL,
        method: if scenario == Scenario::CruiserClash { Method::Nothing } else { Method::BySquares },
        zone: None,
        size: 1000,
        sides: BySide { attacker: party(Role::Attacker), defender: party(Role::Defender) },
        house: HouseRules::default(),
        surprised: false,
    };
    Fight::ready(muster, plan, catalog).unwrap_or_else(|why| panic!("{scenario}: {why}"))
}

fn of(battle: &Battle, side: Side) -> Vec<(ShipId, Point)> {
    battle.fleet(side).map(|(id, ship)| (id, ship.at)).collect()
}

/// Formations stand apart, in all their divisions, and face along their arrows.
fn engaged(battle: &Battle) {
    let cm = Length::cm;
    let near = of(battle, Side::One)
        .into_iter()
        .map(|(_, at)| of(battle, Side::Two).into_iter().map(|(_, there)| there.distance(at)).min().unwrap_or(cm(0)));
    assert!(near.min().is_some_and(|gap| gap >= cm(25)), "SCEN-133");
    for side in Side::BOTH {
        // The approach arrows of the four maps: along the edges, across the table, or slanting in.
        let faces = |degrees: u16| [0, 60, 90, 180, 270, 300].contains(&degrees);
        assert!(battle.fleet(side).all(|(_, ship)| faces(ship.heading.degrees())), "SCEN-125");
        // Five units over at most three divisions leave none of them empty.
        let spread =
            of(battle, side).iter().map(|(_, at)| at.x).max() > of(battle, side).iter().map(|(_, at)| at.x).min();
        assert!(spread, "SCEN-124");
    }
}

/// What the rules of a set-up say of where everybody stands.
fn deployed(fight: &Fight, battle: &Battle) {
    let cm = Length::cm;
    let moves = |id: ShipId| !fight.roster[id].profile.is_stationary();
    let (width, depth) = (battle.ground.width, battle.ground.depth);
    let clear = |at: Point, by: i32| battle.ground.to_edge(at) >= cm(by);
    let groups = |kind: GroupKind| battle.mission.groups.iter().filter(move |group| group.kind == kind);
    let name = |id: ShipId| fight.roster[id].name.as_str();
    match fight.scenario {
        Scenario::CruiserClash => {
            for (id, at) in of(battle, Side::One).into_iter().chain(of(battle, Side::Two)) {
                assert!(at.y <= cm(30) || at.y >= depth - cm(30), "SCEN-20: {} at {at}", name(id));
                assert!(at.x >= cm(45) && at.x <= cm(135), "SCEN-20: {} at {at}", name(id));
            }
        }
        Scenario::TheBait => {
            let bait = of(battle, Side::One);
            assert!(!bait.is_empty() && groups(GroupKind::Reserve).count() > 0, "SCEN-33");
            for (id, at) in of(battle, Side::Two) {
                assert!(bait.iter().all(|(_, bait)| bait.distance(at) > cm(60)), "SCEN-33: {} at {at}", name(id));
            }
        }
        Scenario::TheRaiders => {
            let all = of(battle, Side::Two);
            for (id, at) in &all {
                assert!(clear(*at, 30), "SCEN-41: {} at {at}", name(*id));
                for (other, there) in &all {
                    let same = battle.ship(*id).squadron.is_some()
                        && battle.ship(*id).squadron == battle.ship(*other).squadron;
                    let apart = id == other || same || at.distance(*there) >= cm(20);
                    assert!(apart, "SCEN-41: {} and {}", name(*id), name(*other));
                }
            }
            assert!(battle.mission.surprised[1] > 0, "SCEN-43");
        }
        Scenario::SurpriseAttack | Scenario::PlanetaryAssault => {
            let planet = battle.features.iter().find(|f| f.kind == renown::battle::gothic::state::FeatureKind::Planet);
            let planet = planet.expect("SCEN-48: a planet");
            for (id, ship) in battle.fleet(Side::Two).filter(|(id, _)| moves(*id)) {
                if ship.done.standby {
                    assert!(planet.shape.gap(ship.at) <= cm(15), "SCEN-50: {} at {}", name(id), ship.at);
                    let renown::battle::gothic::state::Shape::Disc { centre, .. } = planet.shape else {
                        panic!("a disc")
                    };
                    let beam = ship.at.heading_to(centre).map_or(90, |to| ship.heading.turn_to(to).abs());
                    assert!((80..=100).contains(&beam), "SCEN-50: {} is not beam-on: {beam}", name(id));
                } else {
                    assert!(clear(ship.at, 30), "SCEN-49, SCEN-84: {} at {}", name(id), ship.at);
                }
            }
            if fight.scenario == Scenario::PlanetaryAssault {
                for (id, at) in of(battle, Side::One) {
                    assert!(at.x <= cm(15) || at.x >= width - cm(15), "SCEN-85: {} at {at}", name(id));
                }
            }
        }
        Scenario::BlockadeRun => {
            for (id, at) in of(battle, Side::One) {
                assert!(at.x <= cm(15), "SCEN-60: {} at {at}", name(id));
            }
            for (id, at) in of(battle, Side::Two) {
                assert!(at.x >= cm(60), "SCEN-59: {} at {at}", name(id));
            }
        }
        Scenario::Convoy => {
            let markers: Vec<Point> = groups(GroupKind::Contact).filter_map(|group| group.at).collect();
            assert!(markers.len() >= 6, "SCEN-69");
            assert!(markers.iter().all(|at| clear(*at, 30)), "SCEN-69");
            for (index, at) in markers.iter().enumerate() {
                assert!(markers[..index].iter().all(|other| other.distance(*at) >= cm(30)), "SCEN-69: {at}");
            }
            let transports = || battle.all().filter(|(id, _)| fight.roster[*id].profile.transport > 0);
            let squadron = transports().next().and_then(|(_, ship)| ship.squadron);
            assert!(squadron.is_some() && transports().all(|(_, ship)| ship.squadron == squadron), "SCEN-66");
            let entry = groups(GroupKind::Convoy).find_map(|group| group.at).expect("SCEN-70: an entry point");
            assert!(entry.y >= cm(45) && entry.y <= depth - cm(45), "SCEN-70: {entry}");
        }
        Scenario::EscalatingEngagement => {
            for (_, at) in of(battle, Side::One) {
                assert!(clear(at, 20), "SCEN-96");
                assert!(of(battle, Side::Two).iter().all(|(_, there)| there.distance(at) >= cm(40)), "SCEN-96");
            }
            assert_eq!(groups(GroupKind::Division).count(), 8, "SCEN-93");
        }
        Scenario::Exterminatus => {
            assert!(!battle.mission.exterminators.is_empty(), "SCEN-105");
            assert!(groups(GroupKind::Patrol).count() > 0, "SCEN-109");
            for (id, at) in of(battle, Side::Two).into_iter().filter(|(id, _)| moves(*id)) {
                assert!(clear(at, 30), "SCEN-109: {} at {at}", name(id));
            }
            for (id, at) in of(battle, Side::One) {
                assert!(at.x <= cm(15) || at.x >= width - cm(15), "SCEN-110: {} at {at}", name(id));
            }
        }
        Scenario::FleetEngagement => engaged(battle),
    }
}

#[test]
fn every_scenario_is_set_up_by_its_rules_and_ends() {
    let catalog = Catalog::embedded();
    let rounds: u64 = std::env::var("RENOWN_BATTLES").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    for scenario in Scenario::ALL {
        for round in 0..rounds {
            let (attacker, defender) = ((round % 5) as usize, ((round / 2 + 1) % 5) as usize);
            let fight = fight(&catalog, *scenario, attacker, defender);
            let mut dice = Fast::new(round, *scenario as u64);
            let (_, laid, mut battle) = fight.begin(&mut dice, &mut Silent).unwrap_or_else(|why| panic!("{why}"));
            deployed(&fight, &laid);
            let text = notation::write(&fight.roster, &battle);
            let again = notation::read("again", &text, &catalog.fleets)
                .unwrap_or_else(|problems| panic!("{scenario}, round {round}: {problems:?}\n{text}"));
            assert_eq!(again.battle, battle, "{scenario}, round {round}:\n{text}");
            let mut captains = [Captain::new(Standing::default()), Captain::cadet(round, 1)];
            let taken = captain::play(
                &mut battle,
                &fight.roster,
                &mut captains,
                &mut dice,
                &mut Silent,
                |battle, answer| {
                    let faults = battle.faults(&fight.roster);
                    assert!(faults.is_empty(), "{scenario}, round {round}, after {answer:?}: {faults:?}");
                },
                MOST,
            )
            .expect("the dice never run out");
            let turn = battle.turn;
            assert_eq!(battle.phase, Phase::Over, "{scenario}, round {round}: {taken:?}, turn {turn}");
        }
    }
}

/// Plays a record again and compares where it ends; its dice must all have a purpose.
fn reads_back(told: &Told, fight: &Fight, catalog: &Catalog) -> Result<(), String> {
    let file = notation::read_battle("record", &told.file, &catalog.fleets).map_err(|wrong| format!("{wrong:?}"))?;
    let end = replay::again(&file, &mut |_, _, _, _| {})?;
    let digest = notation::digest(&file.situation.roster, &end);
    if end != told.end || digest != told.digest {
        return Err(format!("it ends otherwise: {digest}"));
    }
    if file.situation.roster != fight.roster {
        return Err("the roster is another".to_owned());
    }
    match &file.dice {
        Kept::Rolls(rolls) if rolls.iter().all(|roll| !roll.purpose.is_empty()) => Ok(()),
        _ => Err("dice have no purpose".to_owned()),
    }
}

#[test]
fn what_is_written_of_a_battle_reads_back_and_ends_alike() {
    let catalog = Catalog::embedded();
    let rounds: u64 = std::env::var("RENOWN_RECORDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2);
    let mut wrong = Vec::new();
    for scenario in Scenario::ALL {
        for round in 0..rounds {
            let (attacker, defender) = ((round % 5) as usize, ((round / 5 + 2) % 5) as usize);
            let fight = fight(&catalog, *scenario, attacker, defender);
            let mut dice = Fast::new(700 + round, *scenario as u64);
            let mut captains = [Captain::new(Standing::default()), Captain::new(Standing::default())];
            let told = fight.tell(&mut dice, &mut captains, &mut Nobody).unwrap_or_else(|why| panic!("{why}"));
            if let Err(why) = reads_back(&told, &fight, &catalog) {
                wrong.push(format!("{scenario}, round {round}: {why}"));
            }
        }
    }
    println!("{} of {} records do not read back", wrong.len(), rounds * Scenario::ALL.len() as u64);
    assert!(wrong.is_empty(), "{}: {:#?}", wrong.len(), &wrong[..wrong.len().min(10)]);
}

/// Names that a vessel of a campaign may bear, and that answers are read by.
const ODD: [&str; 12] = [
    "Hawk at Dawn",
    "Safety First",
    "Salvo 3",
    "Wrath, Bringer: \"of\" Woe",
    "Iron + Blood",
    "Heading Home",
    "It Takes It",
    "All",
    "End",
    "Yes",
    "Nova",
    "x = 3",
];

#[test]
fn ships_of_any_name_can_be_written_down() {
    let catalog = Catalog::embedded();
    for (scenario, fleets) in [(Scenario::CruiserClash, [0, 1]), (Scenario::TheRaiders, [4, 0])] {
        let mut muster = Muster::one_off(["Anna", "Bert"], fleets.map(|fleet| FLEETS[fleet].1), &catalog);
        let ships = std::mem::take(&mut muster.ships);
        for (index, ship) in ships.into_iter().enumerate() {
            let name = ODD[index % ODD.len()].to_owned();
            muster.enlist(Enlisted { name, ..ship });
        }
        let fight = ready(&catalog, scenario, muster);
        for round in 0..4 {
            let mut captains = [Captain::new(Standing::default()), Captain::cadet(round, 3)];
            let mut dice = Fast::new(60 + round, 0);
            let told = fight.tell(&mut dice, &mut captains, &mut Nobody).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(reads_back(&told, &fight, &catalog), Ok(()), "{scenario}, round {round}");
        }
    }
}

/// Who has won, by the rules of the scenario (SCEN-24, SCEN-78, SCEN-91, SCEN-117; else by victory points). Where a
/// goal decides and one fleet is gone before it was reached, nothing is left to stop the other; of equals, who holds the field is ahead.
fn winner(fight: &Fight, battle: &Battle) -> Option<Side> {
    let roster = &fight.roster;
    let facts = Facts::of(roster, battle);
    let (points, field) = (facts.points(facts.field()), facts.field());
    let higher = |scores: [u32; 2]| match scores[0].cmp(&scores[1]) {
        Ordering::Greater => Some(Side::One),
        Ordering::Less => Some(Side::Two),
        Ordering::Equal => field,
    };
    match fight.scenario {
        Scenario::CruiserClash => higher(Side::BOTH.map(|side| facts.damage(side))),
        Scenario::Convoy | Scenario::PlanetaryAssault if field.is_some() => field,
        Scenario::Convoy if battle.transports_through(roster) / 2 >= 2 => Some(Side::Two),
        Scenario::Convoy => Some(Side::One),
        Scenario::PlanetaryAssault => {
            let scored = u32::from(battle.mission.assault.unwrap_or(0)) / 2 + points[0] / 500;
            Some(if scored >= 6 + points[1].div_ceil(500) { Side::One } else { Side::Two })
        }
        Scenario::Exterminatus if battle.mission.planet_destroyed => Some(Side::One),
        Scenario::Exterminatus => field.or(Some(Side::Two)),
        _ => higher(points),
    }
}

/// Captains against cadets in either part of every scenario: how often they win of so many.
fn captains_win(catalog: &Catalog, scenario: Scenario, side: Side, rounds: u64) -> u64 {
    let mut won = 0;
    for round in 0..rounds {
        let fleet = (round % 5) as usize;
        let fight = fight(catalog, scenario, fleet, fleet);
        let mut dice = Fast::new(900 + round, scenario as u64);
        let (_, _, mut battle) = fight.begin(&mut dice, &mut Silent).unwrap_or_else(|why| panic!("{why}"));
        let mut captains = [Captain::new(Standing::default()), Captain::cadet(round, 2)];
        captains.rotate_left(side as usize);
        captain::play(&mut battle, &fight.roster, &mut captains, &mut dice, &mut Silent, |_, _| {}, MOST)
            .expect("the dice never run out");
        won += u64::from(winner(&fight, &battle) == Some(side));
    }
    won
}

#[test]
fn captains_beat_cadets_in_every_scenario() {
    let catalog = Catalog::embedded();
    let rounds: u64 = std::env::var("RENOWN_BATTLES").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let (mut all, mut low) = (0, Vec::new());
    for scenario in Scenario::ALL {
        let won = Side::BOTH.map(|side| captains_win(&catalog, *scenario, side, rounds));
        println!("{scenario}: as attacker {} of {rounds}, as defender {}", won[0], won[1]);
        all += won[0] + won[1];
        // A handful of battles says little of one scenario, and much of all of them.
        if 10 * (won[0] + won[1]) < 16 * rounds {
            low.push(format!("{scenario}: {won:?} of {rounds}"));
        }
    }
    let fought = 2 * rounds * Scenario::ALL.len() as u64;
    assert!(low.is_empty() && 100 * all >= 95 * fought, "{all} of {fought} won; {low:?}");
}

/// Enough battles to say it of each part by itself.
#[test]
#[ignore = "10,000 battles: cargo test --release --test engine scenarios:: -- --ignored --nocapture"]
fn captains_win_ninety_five_of_a_hundred_in_either_part_of_every_scenario() {
    const ROUNDS: u64 = 500;
    let catalog = Catalog::embedded();
    let parts: Vec<(Scenario, Side)> =
        Scenario::ALL.iter().flat_map(|scenario| Side::BOTH.map(|side| (*scenario, side))).collect();
    let won = std::sync::Mutex::new(Vec::new());
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((scenario, side)) =
                    parts.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)).copied()
                {
                    let count = captains_win(&catalog, scenario, side, ROUNDS);
                    println!("{scenario}, {side:?}: {count} of {ROUNDS}");
                    won.lock().expect("nobody panics").push((scenario, side, count));
                }
            });
        }
    });
    let low: Vec<_> = won.into_inner().expect("nobody panics");
    let low: Vec<_> = low.into_iter().filter(|(.., count)| 100 * count < 95 * ROUNDS).collect();
    assert!(low.is_empty(), "{low:?} of {ROUNDS}");
}
