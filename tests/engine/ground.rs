//! The ground war: random battles end, keep their invariants, read back and replay to the same digest; captains beat cadets; what is
//! sealed is not in the other's view; army files list every problem.

use renown::battle::RuleSet as _;
use renown::battle::ground::answer::{Answer, Stop};
use renown::battle::ground::event::Event;
use renown::battle::ground::roster::{Roster, UnitId};
use renown::battle::ground::state::{Battle, Place, Winner};
use renown::battle::ground::{self, Ground, view};
use renown::captain::ground::{Skill, fight};
use renown::dice::{Fast, Kept, Recorder};
use renown::notation::ground::{self as notation, GroundFile, GroundSituation, MusterSide};
use renown::table::side::Side;

const TERRAIN: &str = "terrain = [\n    { kind = \"woods\", at = [60, 60], radius = 12 },\n    { kind = \"ruins\", from = [100, 50], to = [120, 70] },\n    { kind = \"road\", from = [0, 88], to = [180, 92] },\n    { kind = \"marsh\", at = [30, 40], radius = 8 },\n]\n";

fn skirmish(armies: [&str; 2], craft: usize) -> GroundSituation {
    let armies = armies.map(|id| notation::army(id).expect("it comes with the program"));
    let side = |name, index: usize| MusterSide { name, army: &armies[index], formations: &[], craft };
    notation::muster(&[side("Anna", 0), side("Bert", 1)], TERRAIN).expect("it can be mustered")
}

/// What holds at every moment of a battle.
fn assert_sound(roster: &Roster, battle: &Battle) {
    for unit in (0..battle.units.len()).map(UnitId) {
        let (kind, state) = (roster.kind(unit), &battle[unit]);
        let name = roster.unit_name(unit);
        assert!(state.damage <= kind.capacity, "{name} has {} damage", state.damage);
        match state.place {
            Place::At(at) => assert!(roster.on_table(at), "{name} is off the table at {at}"),
            Place::In(carrier) => assert!(battle.lives(carrier), "{name} is aboard what is lost"),
            Place::Off | Place::Lost => {}
        }
        assert!(state.place == Place::Lost || state.damage < kind.capacity, "{name} is dead and stands");
    }
    for formation in roster.formation_ids() {
        let state = &battle[formation];
        let name = &roster[formation].name;
        assert!(!state.broken || state.markers == 0, "{name} is broken and marked");
        assert!(!state.broken || !state.overwatch, "{name} is broken and on overwatch");
    }
    assert_eq!(battle.asked.is_some(), battle.winner.is_none(), "somebody is asked until it is over");
}

/// Answers at random among what is offered, until one is taken.
fn random_step(
    now: &mut GroundSituation,
    dice: &mut Recorder<'_>,
    choose: &mut Fast,
    events: &mut Vec<Event>,
) -> Answer {
    let mut found = Vec::new();
    Ground::options(&now.battle, &now.roster, &mut found);
    let first = choose.below(u32::try_from(found.len()).expect("few")) as usize;
    for index in 0..found.len() {
        let given = &found[(first + index) % found.len()];
        let text = Ground::write(&now.roster, given);
        assert_eq!(Ground::read(&now.battle, &now.roster, &text).as_ref(), Ok(given), "{text}");
        let before = now.battle.clone();
        match Ground::answer(&mut now.battle, &now.roster, given, dice, events) {
            Ok(()) => return given.clone(),
            Err(Stop::Refused(refusal)) => {
                assert!(refusal.rule.starts_with("EP-"), "{refusal}");
                assert!(now.battle == before, "`{text}` is refused and changed the battle");
            }
            Err(Stop::Dice(error)) => panic!("{error}"),
        }
    }
    panic!("nothing can be answered: {}", ground::due(&now.roster, &Ground::pending(&now.battle)));
}

#[test]
fn random_battles_end_keep_their_invariants_and_replay_to_the_same_digest() {
    let runs = std::env::var("RENOWN_GROUND_BATTLES").ok().and_then(|runs| runs.parse().ok()).unwrap_or(4_u64);
    for run in 0..runs {
        let begun = skirmish(["trial-blue", "trial-red"], 2);
        let mut now = begun.clone();
        let mut fast = Fast::new(77, run);
        let mut choose = Fast::new(78, run);
        let mut dice = Recorder::new(&mut fast);
        let (mut events, mut actions) = (Vec::new(), Vec::new());
        ground::begin(&mut now.battle, &now.roster, &mut dice, &mut events).expect("it opens");
        while now.battle.winner.is_none() {
            assert!(actions.len() < 3000, "battle {run} does not end");
            let given = random_step(&mut now, &mut dice, &mut choose, &mut events);
            actions.push(Ground::write(&now.roster, &given));
            assert_sound(&now.roster, &now.battle);
            if actions.len() % 10 == 0 {
                let again = notation::read("again", &notation::write(&now.roster, &now.battle)).expect("it reads back");
                assert!(
                    again.battle == now.battle && again.roster == now.roster,
                    "battle {run} reads back differently"
                );
            }
        }
        let file = GroundFile { situation: begun, actions, dice: Kept::Rolls(dice.into_rolls()) };
        let read = notation::read_battle("battle", &notation::write_battle(&file)).expect("it reads back");
        assert!(read.actions == file.actions && read.situation == file.situation, "battle {run}");
        let GroundSituation { roster, mut battle, .. } = read.situation;
        let mut dice = read.dice.again().expect("faces");
        ground::begin(&mut battle, &roster, dice.as_mut(), &mut Vec::new()).expect("it opens");
        renown::battle::replay::<Ground, _>(&mut battle, &roster, &read.actions, dice.as_mut(), |_, _, _| {})
            .expect("it is played again");
        dice.finish().expect("all dice are used");
        assert_eq!(notation::digest(&roster, &battle), notation::digest(&now.roster, &now.battle), "battle {run}");
    }
}

/// Battles of a captain against a cadet with the same army, seats changing: how many he wins.
fn mirrors(army: &str, battles: u64) -> u64 {
    let mut won = 0;
    for run in 0..battles {
        let GroundSituation { roster, mut battle, .. } = skirmish([army, army], 0);
        let mut dice = Fast::new(5, run);
        ground::begin(&mut battle, &roster, &mut dice, &mut Vec::new()).expect("it opens");
        let captain = if run % 2 == 0 { Side::One } else { Side::Two };
        let skills = if run % 2 == 0 { [Skill::Captain, Skill::Cadet] } else { [Skill::Cadet, Skill::Captain] };
        fight(&mut battle, &roster, skills, &mut dice, &mut |_, _, _| {}).expect("it is fought");
        won += u64::from(battle.winner == Some(Winner::Side(captain)));
    }
    won
}

#[test]
fn a_captain_beats_cadets() {
    let battles = std::env::var("RENOWN_GROUND_MIRRORS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(2_u64);
    for army in ["trial-blue", "trial-red"] {
        let won = mirrors(army, battles);
        println!("{army}: {won} of {battles}");
        assert!(won * 2 >= battles, "{army}: {won} of {battles}");
    }
}

#[test]
fn sealed_places_are_absent_from_the_view_of_the_other_side() {
    let text = "side = [{ name = \"Anna\" }, { name = \"Bert\" }]\nunit = [{ id = \"mole\", type = \"infantry\", speed = 10, abilities = [\"tunneller\"] }]\n\
                craft = [{ name = \"Thunder\", side = \"Anna\", orbital_bp = 3, arrives = 2, aim = [61, 41] }]\n\
                formation = [{ name = \"Moles\", side = \"Anna\", keeps = \"underground\", exit = [62, 42], units = [\"mole off\"] }, \
                { name = \"Drop\", side = \"Anna\", carrier = \"Thunder\", drop = [63, 43], units = [\"mole off\"] }, \
                { name = \"Red\", side = \"Bert\", units = [\"mole at 90 100\"] }]\n";
    let GroundSituation { roster, battle, .. } = notation::read("table", text).expect("it is a table");
    let secrets = ["61, 41", "62, 42", "63, 43"];
    let seen = |by| notation::write(&roster, &view::seen(&battle, &roster, by));
    for secret in secrets {
        assert!(seen(Some(Side::One)).contains(secret), "{secret}");
        assert!(!seen(Some(Side::Two)).contains(secret), "{secret}");
        assert!(!seen(None).contains(secret), "{secret}");
    }
    // Byte for byte the same, whatever the secret is.
    let other = text.replace("61, 41", "99, 9").replace("62, 42", "98, 8").replace("63, 43", "97, 7");
    let GroundSituation { roster: twin, battle: changed, .. } = notation::read("table", &other).expect("it is a table");
    assert_eq!(seen(Some(Side::Two)), notation::write(&twin, &view::seen(&changed, &twin, Some(Side::Two))));
}

#[test]
fn the_armies_of_the_program_have_no_problem_and_are_marked_as_ours() {
    let ids: Vec<&str> = notation::army_ids().collect();
    assert_eq!(ids, ["trial-blue", "trial-red"]);
    for id in ids {
        let army = notation::army(id).expect("it is there");
        assert!(army.note.is_some_and(|note| note.contains("our own") && note.contains("EP-UNIT-06")), "{id}");
    }
}

#[test]
fn an_army_file_lists_every_problem_at_once() {
    let text = r#"name = "Broken"
colour = "red"

[[unit]]
id = "two words"
type = "infantri"
armour = 7
abilities = ["scot"]
weapons = [{ name = "Gun", range = 30 }, { name = "Howitzer", barrage = 2, ap = 4, range = 20, traits = ["macr"] }]

[[unit]]
id = "tank"
type = "armoured vehicle"
damage_capacity = 3
transports = { foot = 2 }

[[formation]]
id = "company"
initiative = 9
units = { tnk = 4 }
"#;
    let problems = notation::read_army("army.toml", text).expect_err("it is broken");
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    for part in [
        "unknown key `colour`",
        "an id is one word",
        "`type` is \"infantri\"; did you mean \"infantry\"?",
        "`armour` is 7",
        "there is no ability \"scot\"; did you mean \"scout\"?",
        "neither ap, at, aa nor barrage",
        "barrage points in place of ap and at (EP-BARR-01)",
        "there is no trait \"macr\"; did you mean \"macro\"?",
        "only war engines have a damage capacity",
        "transports \"foot\", which is no unit of the army",
        "`initiative` is 9",
        "it holds \"tnk\", which is no unit of the army; did you mean \"tank\"?",
    ] {
        assert!(told.iter().any(|line| line.contains(part)), "{part} is missing in\n{}", told.join("\n"));
    }
    assert_eq!(told.len(), 12, "{}", told.join("\n"));
}
