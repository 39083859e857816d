//! From the register to the table: crews that veteran trainers have trained board so in the engine (APPEAL-13), and lesser
//! commanders are aboard (CMDR-09).

use std::io::Cursor;
use std::rc::Rc;

use renown::battle::gothic;
use renown::battle::gothic::decisions;
use renown::battle::gothic::decisions::answer::{Answer, Decision};
use renown::battle::gothic::decisions::question::{BoardingQuestion, Question};
use renown::battle::gothic::event::{Event, Silent};
use renown::battle::gothic::state::{Phase, ShipId};
use renown::catalog::Catalog;
use renown::cli::{self, Io};
use renown::dice::Fast;
use renown::fight::Fight;
use renown::report::style::Style;
use renown::store::Store;
use renown::table::geometry::Length;

const WAR: &[&str] = &[
    "new War --map cyclops",
    "player add Anna --fleet gothic-sector --commander Daros",
    "player add Bert --fleet chaos-incursion --commander Urlock",
    "fleet buy Anna lunar --name Agrippa",
    "fleet buy Anna gothic --name Vigil",
    "flagship Anna Agrippa",
    "fleet buy Bert murder --name Knife",
    "fleet buy Bert carnage --name Unclean",
    "flagship Bert Knife",
    "start --pick Anna=Rebo --pick Bert=Lithore --dice 6,5,4,4,4,4",
];

/// A battle in which nobody is hurt, from the challenge up to its report.
const BUILD_UP: &[&str] = &[
    "challenge Anna Bert --accept",
    "battle next {n} --dice 5,3",
    "battle next {n} --dice 4",
    "battle next {n} --dice 5",
    "battle next {n} --system Nman",
    "battle next {n} --points 1000",
    "battle next {n} --fleet Anna=all --fleet Bert=all",
    "battle next {n} --dice 1,5,1,5",
];
const AFTER: &[&str] = &["battle record {n} -", "battle next {n}", "battle next {n}", "battle next {n}"];

/// Runs a line; what it refuses fails the test.
fn run(store: &mut Option<Store>, catalog: &Rc<Catalog>, line: &str) {
    let mut args: Vec<String> = line.split(' ').map(str::to_owned).collect();
    args.extend(["--at".to_owned(), "2026-11-16".to_owned()]);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let io = Io {
        out: &mut out,
        err: &mut err,
        input: &mut Cursor::new("turns = 4\n"),
        interactive: false,
        style: Style { unicode: true, colour: false, width: 100 },
        err_colour: false,
    };
    if let Err(error) = cli::run_in_memory(&args, io, store, catalog) {
        panic!("{line}: {}", error.messages.join("\n"));
    }
}

/// Boarding dice of a ship that were told, and whether its crew was asked to roll again.
fn board(fight: &Fight, seed: u64) -> (usize, bool) {
    let mut dice = Fast::new(seed, 5);
    let (_, _, mut battle) = fight.begin(&mut dice, &mut Silent).expect("dice");
    let named = |name: &str| fight.roster.ships.iter().position(|entry| entry.name == name).expect("a ship");
    let [vigil, knife] = ["Vigil", "Knife"].map(|name| ShipId(u8::try_from(named(name)).expect("a few ships")));
    let at = battle.ship(knife).at;
    (battle.active, battle.phase) = (battle.ship(vigil).side, Phase::Shooting);
    let ship = battle.ship_mut(vigil);
    (ship.at, ship.boards) = (at.ahead(ship.heading, Length(3_200)), Some(knife));
    let (mut rolls, mut asked) = (0, false);
    for _ in 0..60 {
        let answer = match battle.pending() {
            Decision::End(_) | Decision::Over => break,
            Decision::Asked(_, Question::Boarding(BoardingQuestion::BoardAgain { ship, .. })) => {
                assert_eq!(ship, vigil, "nobody else's crew is trained");
                asked = true;
                Answer::Yes
            }
            Decision::Asked(..) => decisions::usual(&battle, &fight.roster).expect("an answer"),
            _ => Answer::End,
        };
        let mut told: Vec<Event> = Vec::new();
        gothic::answer(&mut battle, &fight.roster, &answer, &mut dice, &mut told).expect("a legal answer");
        rolls += told.iter().filter(|event| matches!(event, Event::Boarding(ship, ..) if *ship == vigil)).count();
    }
    (rolls, asked)
}

#[test]
fn a_crew_trained_by_an_appeals_veterans_boards_again_in_a_fought_battle() {
    let catalog = Rc::new(Catalog::embedded());
    let mut store = None;
    WAR.iter().for_each(|line| run(&mut store, &catalog, line));
    let mut all = |lines: &[&str], number: &str| {
        lines.iter().for_each(|line| run(&mut store, &catalog, &line.replace("{n}", number)));
    };
    all(BUILD_UP, "1");
    all(AFTER, "1");
    // Veteran trainers come by the appeal of the first battle, and train a crew after the second.
    all(&["battle next {n} --dice 1,1,1,1,1,1,1,1", "battle next {n}", "battle next {n}"], "1");
    all(&["battle next {n} --appeal Anna=other --dice 5", "battle next {n} --other Anna --dice 4,6"], "1");
    all(BUILD_UP, "2");
    all(AFTER, "2");
    all(
        &[
            "battle next {n} --train Vigil --dice 1,1,1,1,1,1,1,1",
            "battle next {n}",
            "battle next {n}",
            "battle next {n}",
        ],
        "2",
    );
    all(BUILD_UP, "3");

    let campaign = store.as_ref().expect("a store").load().expect("readable").campaign;
    let due = *campaign.battles.keys().last().expect("a battle");
    let fight = Fight::new(&campaign, due, &catalog).expect("a battle that the engine plays");
    let boarded: Vec<(usize, bool)> = (0..20).map(|seed| board(&fight, seed)).collect();
    assert!(boarded.iter().all(|(rolls, asked)| *rolls == if *asked { 2 } else { 1 }), "{boarded:?}");
    assert!(boarded.iter().any(|(_, asked)| *asked), "{boarded:?}");
}

#[test]
fn a_lesser_commander_is_aboard_in_a_fought_battle() {
    let catalog = Rc::new(Catalog::embedded());
    let mut store = None;
    for line in WAR {
        let line = match *line {
            "fleet buy Bert carnage --name Unclean" => "fleet buy Bert carnage --name Unclean --officer incursion-lord",
            line => line,
        };
        // Every crew has Leadership 6.
        run(&mut store, &catalog, &line.replace("6,5,4,4,4,4", "6,5,1,1,1,1"));
    }
    BUILD_UP.iter().for_each(|line| run(&mut store, &catalog, &line.replace("{n}", "1")));
    let campaign = store.as_ref().expect("a store").load().expect("readable").campaign;
    let fight =
        Fight::new(&campaign, *campaign.battles.keys().last().expect("a battle"), &catalog).expect("it is played");
    let (_, _, battle) = fight.begin(&mut Fast::new(1, 1), &mut Silent).expect("dice");
    let place = fight.roster.ships.iter().position(|entry| entry.name == "Unclean").expect("it takes part");
    let ship = battle.ship(ShipId(u8::try_from(place).expect("a few ships")));
    assert!(fight.roster.ships[place].fitting.upgrades.contains(&"incursion-lord".to_owned()));
    // He is Leadership 8 whatever the crew's is.
    assert_eq!((ship.commander, battle.own_leadership(ShipId(u8::try_from(place).expect("few")))), (Some(8), 8));
    assert_eq!(ship.leadership, 6);
}
