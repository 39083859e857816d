//! What the engine has room for: more is refused in words, at the muster or when a situation is read; a battle that comes
//! to more in the middle of an answer stops there, as it was.

use renown::battle::gothic;
use renown::battle::gothic::decisions;
use renown::battle::gothic::decisions::answer::Stop;
use renown::battle::gothic::event::Silent;
use renown::battle::gothic::state::{Battle, MARKERS, SHIPS, SQUADRONS};
use renown::campaign::turn::BySide;
use renown::catalog::Catalog;
use renown::dice::Fast;
use renown::fight::{Fight, Muster};
use renown::notation;
use renown::scenario::Scenario;
use renown::scenario::battlefield::Table;
use renown::scenario::party::Party;
use renown::scenario::set_up::{Method, Plan};
use renown::scenario::zone::HouseRules;
use renown::table::geometry::Point;

fn ready(catalog: &Catalog, fleets: [&[(&str, u32)]; 2]) -> Result<Fight, Vec<String>> {
    let party = || Party { name: "Anna".to_owned(), rating: 2, points: 1000, ..Party::default() };
    let plan = Plan {
        scenario: Scenario::CruiserClash,
        table: Table::USUAL,
        method: Method::Nothing,
        zone: None,
        size: 1000,
        sides: BySide { attacker: party(), defender: party() },
        house: HouseRules::default(),
        surprised: false,
    };
    let muster = Muster::one_off(["Bert", "Anna"], fleets, catalog);
    Fight::ready(muster, plan, catalog).map_err(|why| why.0.into_iter().map(|one| one.says).collect())
}

#[test]
fn as_many_squadrons_as_ships_allow_are_mustered() {
    let catalog = Catalog::embedded();
    let (nine, eight) = ([("cobra", 2); 9], [("cobra", 2); 8]);
    let fight = ready(&catalog, [&nine, &eight]).expect("17 squadrons");
    assert_eq!(fight.roster.squadrons.len(), 17);
    let most = [("cobra", 2); SQUADRONS / 2];
    let fight = ready(&catalog, [&most, &most]).expect("all that there can be");
    assert_eq!((fight.roster.squadrons.len(), fight.roster.ships.len()), (SQUADRONS, SHIPS));
    fight.deploy(&mut Fast::new(1, 1)).expect("room on the table");
}

#[test]
fn more_ships_than_there_is_room_for_are_refused_with_their_number() {
    let catalog = Catalog::embedded();
    let most = [("cobra", 2); SQUADRONS / 2];
    let more = [&most[..], &[("lunar", 1)]].concat();
    let refused = ready(&catalog, [&more, &most]).expect_err("one too many");
    assert_eq!(refused, ["there are 65 ships: the engine plays 64 at most"]);
    let more = [("cobra", 2); SQUADRONS / 2 + 1];
    let refused = ready(&catalog, [&more, &most]).expect_err("a squadron too many");
    assert_eq!(
        refused,
        ["there are 33 squadrons: the engine plays 32 at most", "there are 66 ships: the engine plays 64 at most"]
    );
    // Far more than an id counts.
    let host = [("cobra", 6); 50];
    let refused = ready(&catalog, [&host, &host]).expect_err("a host");
    assert!(refused.contains(&"there are 600 ships: the engine plays 64 at most".to_owned()), "{refused:?}");
}

const DUEL: &str = r#"
phase = "shooting"
[[side]]
name = "Anna"
[[side]]
name = "Bert"
[[ship]]
name = "Agrippa"
class = "lunar"
side = "Anna"
at = [60, 60]
heading = 90
[[ship]]
name = "Bane"
class = "murder"
side = "Bert"
at = [60, 45]
heading = 90
"#;

#[test]
fn a_table_full_of_markers_stops_the_answer_and_changes_nothing() {
    let fleets = &Catalog::embedded().fleets;
    let mut found = notation::read("duel", DUEL, fleets).expect("a situation");
    for place in (0..100).cycle().take(MARKERS) {
        found.battle.markers.push(Point::cm(place, 110)).expect("there is room");
    }
    let (before, mut stopped) = (found.battle, 0);
    for seed in 0..40 {
        let (battle, roster) = (&mut found.battle, &found.roster);
        let mut dice = Fast::new(seed, 1);
        let mut answered = |battle: &mut Battle, action: &str| {
            let given = decisions::read(battle, roster, action).expect("an answer");
            gothic::answer(battle, roster, &given, &mut dice, &mut Silent)
        };
        answered(battle, "Agrippa: starboard lance at Bane").expect("legal");
        let asked = *battle;
        if let Err(stop) = answered(battle, "no") {
            stopped += 1;
            assert!(matches!(stop, Stop::Outgrown(_)));
            let said = "the battle outgrows the engine: it plays 250 blast markers on the table at most";
            assert_eq!(stop.to_string(), said);
            assert!(*battle == asked, "it is as it was");
        }
        *battle = before;
    }
    assert!(stopped > 10 && stopped < 40, "{stopped} volleys of 40 met shields");
}

#[test]
fn a_situation_that_holds_too_much_is_refused_with_figures() {
    let fleets = &Catalog::embedded().fleets;
    let refused = |text: &str| -> Vec<String> {
        let problems = notation::read("much", text, fleets).expect_err("too much");
        problems.into_iter().map(|problem| problem.message).collect()
    };
    let alone: Vec<String> = (0..33)
        .map(|number| {
            let place = format!("at = [{}, 100]\nheading = 0\nsquadron = \"Line {number}\"", 3 * number);
            format!("[[ship]]\nname = \"Cobra {number}\"\nclass = \"cobra\"\nside = \"Anna\"\n{place}\n")
        })
        .collect();
    let alone = alone.concat();
    let said = refused(&format!("{DUEL}{alone}"));
    assert!(said.contains(&"there are 33 squadrons: the engine plays 32 at most".to_owned()), "{said:?}");
    let markers: Vec<String> = (0..=MARKERS).map(|place| format!("[{}, 5]", place % 100)).collect();
    let said = refused(&format!("markers = [{}]\n{DUEL}", markers.join(", ")));
    assert_eq!(said, ["there are more than 250 markers"]);
}
