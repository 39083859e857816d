//! Random battles: they end, keep every invariant, and come out alike from the same dice.

use renown::battle::gothic;
use renown::battle::gothic::decisions;
use renown::battle::gothic::decisions::answer::{Answer, Decision, Stop};
use renown::battle::gothic::event::{Event, Silent};
use renown::battle::gothic::state::roster::Roster;
use renown::battle::gothic::state::{Phase, ShipId};
use renown::captain::{self, Captain, Standing};
use renown::catalog::Catalog;
use renown::catalog::fleets::Fleets;
use renown::dice::{Fast, Kept, Recorder};
use renown::fight::replay;
use renown::notation;
use renown::notation::{BattleFile, Situation};
use renown::table::side::Side;

use crate::random::{one_of, random};

/// Plays on with random answers, checking everything after each; gives the events.
fn play(found: &mut Situation, dice: &mut Fast, seed: u64, fleets: &Fleets) -> Vec<Event> {
    let Situation { roster, battle } = found;
    let mut events = Vec::new();
    let mut options = Vec::new();
    for step in 0..20_000 {
        if battle.pending() == Decision::Over {
            return events;
        }
        decisions::options(battle, roster, &mut options);
        let answer = if options.is_empty() || dice.below(10) == 0 {
            decisions::usual(battle, roster).expect("the battle goes on")
        } else {
            options[one_of(dice, options.len())]
        };
        let before = *battle;
        match gothic::answer(battle, roster, &answer, dice, &mut events) {
            Ok(()) => {}
            Err(Stop::Refused(_)) => {
                assert_eq!(*battle, before, "seed {seed}: a refused {answer:?} changed the battle");
            }
            Err(stop) => panic!("seed {seed}: {stop}"),
        }
        let faults = battle.faults(roster);
        assert!(faults.is_empty(), "seed {seed}, step {step}, after {answer:?}: {faults:?}");
        if step % 16 == 0 {
            let text = notation::write(roster, battle);
            let again = notation::read("again", &text, fleets);
            let again = again.unwrap_or_else(|problems| panic!("seed {seed}, step {step}: {problems:?}\n{text}"));
            assert_eq!((&again.battle, &again.roster), (&*battle, &*roster), "seed {seed}, step {step}\n{text}");
        }
    }
    let usual = decisions::usual(battle, roster);
    panic!(
        "seed {seed}: the battle does not end: {:?}, {usual:?}\n{}",
        battle.pending(),
        notation::write(roster, battle)
    );
}

#[test]
fn random_battles_end_and_keep_every_invariant() {
    let catalog = Catalog::embedded();
    let count: u64 = std::env::var("RENOWN_BATTLES").ok().and_then(|count| count.parse().ok()).unwrap_or(150);
    for seed in 0..count {
        let mut dice = Fast::new(4_041, seed);
        let mut found = random(&catalog.fleets, &mut dice, 2 + u32::try_from(seed % 6).expect("below 6"));
        let events = play(&mut found, &mut dice, seed, &catalog.fleets);
        assert_eq!(found.battle.phase, Phase::Over);
        assert!(matches!(events.last(), Some(Event::Over(_))), "seed {seed}");
    }
}

/// Has captains fight a battle, writes it down, reads it and plays it again.
fn reads_back(found: &Situation, seed: u64, fleets: &Fleets) -> Result<(), String> {
    let Situation { roster, battle: begun } = found;
    let mut fresh = Fast::new(4_243, seed);
    let mut dice = Recorder::new(&mut fresh);
    let mut battle = *begun;
    let mut captains = [Captain::new(Standing::default()), Captain::cadet(200, seed)];
    let mut actions = Vec::new();
    let mut differ = Vec::new();
    let mut steps = 0;
    while battle.pending() != Decision::Over && steps < 20_000 {
        steps += 1;
        let before = battle;
        let done = captain::step(&mut battle, roster, &mut captains, &mut dice, &mut Silent);
        let Some((answer, _)) = done.expect("these dice never run out") else { break };
        let text = decisions::write(roster, &answer);
        let read = decisions::read(&before, roster, &text);
        if read.as_ref() != Ok(&answer) {
            differ.push(format!("{answer:?} is written `{text}` and read {read:?}"));
        }
        actions.push(text);
    }
    let dice = Kept::Rolls(dice.into_rolls());
    let text = notation::write_battle(&BattleFile { situation: found.clone(), opens: false, actions, dice });
    let file = notation::read_battle("record", &text, fleets).map_err(|wrong| format!("{wrong:?}"))?;
    let end = replay::again(&file, &mut |_, _, _, _| {}).map_err(|why| format!("{why} {differ:?}"))?;
    let digests = [&end, &battle].map(|battle| notation::digest(roster, battle));
    if digests[0] == digests[1] { Ok(()) } else { Err(format!("it ends otherwise: {differ:?}")) }
}

#[test]
fn what_is_written_of_a_battle_reads_back_and_ends_alike() {
    let catalog = Catalog::embedded();
    let count: u64 = std::env::var("RENOWN_RECORDS").ok().and_then(|count| count.parse().ok()).unwrap_or(40);
    let mut wrong = Vec::new();
    for seed in 0..count {
        let mut dice = Fast::new(4_242, seed);
        let found = random(&catalog.fleets, &mut dice, 2 + u32::try_from(seed % 6).expect("below 6"));
        if let Err(why) = reads_back(&found, seed, &catalog.fleets) {
            wrong.push(format!("seed {seed}: {why}"));
        }
    }
    println!("{} of {count} records do not read back", wrong.len());
    assert!(wrong.is_empty(), "{}: {:#?}", wrong.len(), &wrong[..wrong.len().min(10)]);
}

#[test]
fn the_same_dice_give_the_same_battle() {
    let catalog = Catalog::embedded();
    for seed in 0..20 {
        let fight = |log: bool| {
            let mut dice = Fast::new(99, seed);
            let mut found = random(&catalog.fleets, &mut dice, 5);
            let mut events: Vec<Event> = Vec::new();
            let mut cadets = [Captain::cadet(100, seed), Captain::cadet(101, seed)];
            let Situation { roster, battle } = &mut found;
            let taken = if log {
                captain::play(battle, roster, &mut cadets, &mut dice, &mut events, |_, _| {}, 20_000)
            } else {
                captain::play(battle, roster, &mut cadets, &mut dice, &mut Silent, |_, _| {}, 20_000)
            };
            (taken.expect("these dice never run out"), notation::write(&found.roster, &found.battle))
        };
        // A log that listens changes nothing.
        assert_eq!(fight(true), fight(false), "seed {seed}");
        assert_eq!(fight(false), fight(false), "seed {seed}");
    }
}

#[test]
fn every_usual_answer_is_legal() {
    let catalog = Catalog::embedded();
    for seed in 0..40 {
        let mut dice = Fast::new(7, seed);
        let Situation { roster, mut battle } = random(&catalog.fleets, &mut dice, 4);
        let mut steps = 0;
        while let Some(answer) = decisions::usual(&battle, &roster) {
            let result = gothic::answer(&mut battle, &roster, &answer, &mut dice, &mut Silent);
            assert_eq!(result, Ok(()), "seed {seed}: {answer:?}");
            steps += 1;
            assert!(steps < 5_000, "seed {seed}: the battle does not end");
        }
    }
}

#[test]
fn answers_out_of_place_are_refused_and_change_nothing() {
    let catalog = Catalog::embedded();
    let mut dice = Fast::new(11, 0);
    let Situation { roster, mut battle } = random(&catalog.fleets, &mut dice, 3);
    let before = battle;
    for answer in [Answer::Yes, Answer::No, Answer::End] {
        let result = gothic::answer(&mut battle, &roster, &answer, &mut dice, &mut Silent);
        assert!(
            matches!(&result, Err(Stop::Refused(refusal)) if matches!(refusal.rule, "TURN-01" | "MOVE-01")),
            "{result:?}"
        );
        assert_eq!(battle, before);
    }
}

/// ORBIT-13: low orbit may be kept on paper beside the table. The picture does so, to the table's scale of 6 pixels a cm.
#[test]
fn low_orbit_is_drawn_to_scale_below_the_table() {
    let catalog = Catalog::embedded();
    let text = "ordnance = \"unused\"\ntable = [120, 100]\nlow_orbit = { table = [90, 45] }\n\
        side = [{ name = \"Anna\" }, { name = \"Bert\" }]\n\
        feature = [{ kind = \"planet\", at = [60, 60], radius = 10 }]\n\
        ship = [{ name = \"Sabre\", class = \"sword\", side = \"Anna\", at = [1010, 40] },\n\
        { name = \"Unclean\", class = \"murder\", side = \"Bert\", at = [10, 40] }]\n";
    let found = notation::read("orbit", text, &catalog.fleets).expect("a situation");
    let picture = renown::report::table::svg(&found.roster, &found.battle);
    // Margins of 40, the table 600 deep, 50 between, and 5 cm below the atmosphere edge.
    let panel = "<rect x=\"40\" y=\"690\" width=\"540\" height=\"270\"";
    assert!(picture.contains(panel), "{picture}");
    assert!(picture.contains("<circle cx=\"100\" cy=\"720\""), "{picture}");
    assert!(picture.contains("<circle cx=\"100\" cy=\"400\""), "{picture}");
}

/// PLOT-06, PLOT-40: the enemy sees a decoy as the ship it poses as, and nothing of a secret sub-plot.
#[test]
fn decoys_and_secret_sub_plots_are_hidden_from_the_enemy() {
    let catalog = Catalog::embedded();
    let text = |secret: bool| {
        format!(
            "side = [{{ name = \"Anna\" }}, {{ name = \"Bert\" }}]\nsub_plot = [\n    \
             {{ side = \"Anna\", plot = \"Decoy\" }},\n    \
             {{ side = \"Bert\", plot = \"Experimental Ship\", ship = \"Unclean\", secret = {secret} }},\n]\nship = [\n    \
             {{ name = \"Sheep\", class = \"cargo-transport\", side = \"Anna\", at = [60, 60], poses = \"gothic\", marks = \
             [\"posing\"] }},\n    \
             {{ name = \"Unclean\", class = \"murder\", side = \"Bert\", at = [90, 60], hits = 8, experiment = \
             [\"two more hits\", \"worse leadership\"] }},\n]\n"
        )
    };
    let seen = |text: &str, side: Side| {
        let Situation { roster, mut battle } = notation::read("secrets", text, &catalog.fleets).expect("ships");
        let mut roster = std::borrow::Cow::Owned(roster);
        battle.hide_plots_from(&mut roster, side);
        let view = notation::write(&roster, &battle);
        // What is shown is a battle like any other.
        notation::read("view", &view, &catalog.fleets).unwrap_or_else(|problems| panic!("{problems:?}\n{view}"));
        view
    };
    let (own, theirs) = (seen(&text(true), Side::One), seen(&text(true), Side::Two));
    assert!(own.contains("cargo-transport") && own.contains("poses = \"gothic\""), "{own}");
    assert!(
        !theirs.contains("cargo-transport") && !theirs.contains("pos") && theirs.contains("\"gothic\""),
        "{theirs}"
    );
    for secret in ["Experimental Ship", "experiment", "drill"] {
        assert!(!own.contains(secret), "{own}");
    }
    assert!(own.contains("name = \"Unclean\"") && own.contains("hits = 6"), "{own}");
    assert!(theirs.contains("Experimental Ship") && theirs.contains("two more hits"), "{theirs}");
    assert!(seen(&text(false), Side::One).contains("two more hits"), "open sub-plots are known to both");
}

/// ORD-06: no unit that is played has such bays, so the figure is set by hand.
#[test]
fn bays_that_never_run_empty_launch_and_count_twice_as_much() {
    let catalog = Catalog::embedded();
    let text = "side = [{ name = \"Anna\" }, { name = \"Bert\" }]\nship = [\n    \
                { name = \"Agrippa\", class = \"dictator\", side = \"Anna\", at = [60, 60] },\n]\n";
    let Situation { mut roster, battle } = notation::read("bays", text, &catalog.fleets).expect("a ship");
    let figures = |roster: &Roster| (battle.bays_ready(roster, ShipId(0)), battle.craft_limit(roster, Side::One));
    assert_eq!(figures(&roster), (4, 4));
    roster.ships[0].profile.endless_craft = true;
    assert_eq!(figures(&roster), (8, 8));
}
