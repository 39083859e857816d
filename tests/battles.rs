//! Random battles: they end, keep every invariant, and come out alike from the same dice.

use std::fmt::Write as _;

use renown::battle::answer::{Answer, Decision, Stop};
use renown::battle::choice;
use renown::battle::class::ShipType;
use renown::battle::event::{Event, Silent};
use renown::battle::plots::Plot;
use renown::battle::plots::experiment::Experiment;
use renown::battle::profile::Roster;
use renown::battle::state::{Phase, ShipId, Side};
use renown::battle::{self, wording};
use renown::captain::{self, Captain, Standing};
use renown::catalog::Catalog;
use renown::catalog::fleets::Fleets;
use renown::catalog::situation::{self, BattleFile, Situation};
use renown::dice::{Fast, Kept, Recorder};
use renown::fight::replay;

const CLASSES: [&str; 53] = [
    "dictator",
    "emperor",
    "devastation",
    "lunar",
    "murder",
    "gothic",
    "dominator",
    "dauntless",
    "retribution",
    "carnage",
    "slaughter",
    "sword",
    "cobra",
    "firestorm",
    "iconoclast",
    "infidel",
    "tyrant",
    "space-station",
    "orbital-dock",
    "orbital-weapons-platform",
    "defence-monitor",
    "heavy-transport",
    "fire-ship",
    "q-ship",
    "void-stalker",
    "eclipse",
    "aurora",
    "hellebore",
    "aconite",
    "hemlock",
    "sm-battle-barge",
    "sm-strike-cruiser",
    "sm-gladius",
    "kill-kroozer",
    "terror-ship",
    "lite-kroozer",
    "onslaught",
    "savage",
    "brute",
    "grunt",
    "rok",
    "apocalypse",
    "terminus-est",
    "wage-of-sin",
    "slaverer",
    "scion-of-prospero",
    "zukovs-klaw",
    "planet-killer",
    "activated-blackstone",
    "ork-hulk",
    "chaos-space-hulk",
    "ramilies",
    "sm-fortress-monastery",
];

/// Upgrades of capital ships, each a part of one of them.
const UPGRADES: [&str; 15] = [
    "chaos-space-marines",
    "honour-guard",
    "terminator-boarding-party",
    "mark-of-slaanesh",
    "mark-of-khorne",
    "mark-of-nurgle",
    "maniac-gunners",
    "mad-meks",
    "warp-beasts",
    "daemonship",
    "klaws",
    "shokk-attack-lance",
    "maniac-turrets",
    "prow-torpedoes\", \"assault-karrier",
    // Two that go together.
    "mark-of-khorne\", \"berzerker-tide",
];

/// Refits and skills that change how a ship is played.
const REFITS: [&str; 23] = [
    "distortion-charges",
    "short-burn-torpedoes",
    "guided-torpedoes",
    "seeking-torpedoes",
    "barrage-bombs-torpedoes",
    "melta-torpedoes",
    "vortex-torpedoes",
    "evasive-jets",
    "navigational-shields",
    "superior-damage-control",
    "reinforced-hull",
    "overload-shield-capacitors",
    "targeting-matrix",
    "motion-tracking-targeters",
    "bigger-red-button",
    "more-thrusters",
    "fire-grots",
    "overloaded-shield-generators",
    "drunken-weave",
    "crystal-web",
    "rune-assisted-targeting",
    "mad-bombers",
    "gravitic-accelerators",
];
const SKILLS: [&str; 8] = [
    "expert-gunnery",
    "disciplined-crew",
    "elite-command-crew",
    "warlock",
    "asteroid-pilots",
    "bigger-hammers",
    "battle-stance",
    "excellent-pilots",
];

/// A place in a list of so many.
fn one_of(dice: &mut Fast, count: usize) -> usize {
    dice.below(u32::try_from(count).expect("a short list")) as usize
}

/// Kinds of attack craft with rules of their own.
const CRAFT: [&str; 8] =
    ["fury", "doomfire", "shark", "thunderhawk", "darkstar", "eagle", "fighta-bomma", "torpedo-bomber"];

/// Waves in play, between the fleets.
fn waves(text: &mut String, dice: &mut Fast) {
    text.push_str("flight = [\n");
    for number in 1..=2 + dice.below(4) {
        let side = if number % 2 == 0 { "Anna" } else { "Bert" };
        let (x, y) = (60 + dice.below(50), 10 + dice.below(100));
        let craft: Vec<String> =
            (0..=dice.below(4)).map(|_| format!("\"{}\"", CRAFT[one_of(dice, CRAFT.len())])).collect();
        let craft = craft.join(", ");
        let _ = writeln!(
            text,
            "    {{ name = \"wave {number}\", side = \"{side}\", at = [{x}, {y}], craft = [{craft}] }},"
        );
    }
    for number in 6..6 + dice.below(4) {
        let side = if number % 2 == 0 { "Anna" } else { "Bert" };
        let (x, y) = (70 + dice.below(30), 10 + dice.below(100));
        let _ = match dice.below(2) {
            0 => writeln!(text, "    {{ name = \"mine {number}\", side = \"{side}\", at = [{x}, {y}] }},"),
            _ => writeln!(
                text,
                "    {{ name = \"boarding salvo {number}\", side = \"{side}\", at = [{x}, {y}], heading = {}, \
                 speed = 30, strength = 4, from = \"{side} 0\" }},",
                dice.below(360)
            ),
        };
    }
    text.push_str("]\n");
}

/// A sub-plot for each side, about one of its capital ships or the enemy's where it is about one.
fn sub_plots(text: &mut String, dice: &mut Fast, kinds: [Plot; 2], capitals: &[Vec<String>; 2], led: [bool; 2]) {
    text.push_str("sub_plot = [\n");
    for (side, kind) in kinds.into_iter().enumerate() {
        let whose = match kind {
            Plot::Vendetta | Plot::SecretIntelligence => Some(1 - side),
            Plot::FreshCaptain | Plot::ExperimentalShip | Plot::DesperateMission => Some(side),
            _ => None,
        };
        let ship = match whose.map(|side| &capitals[side]) {
            None => String::new(),
            Some(ships) if ships.is_empty() => continue,
            Some(ships) => format!(", ship = \"{}\"", ships[one_of(dice, ships.len())]),
        };
        if kind == Plot::FleetExperience && !led[side] {
            continue;
        }
        let turns = match kind {
            Plot::SurpriseAttack => 3,
            Plot::HitAndRun => 7,
            _ => 0,
        };
        let (name, secret) = (["Anna", "Bert"][side], dice.below(2) == 0);
        let _ =
            writeln!(text, "    {{ side = \"{name}\", plot = \"{kind}\"{ship}, turns = {turns}, secret = {secret} }},");
    }
    text.push_str("]\n");
}

/// What sub-plots may make of a ship.
fn plotted(dice: &mut Fast, capital: bool) -> String {
    let [gain, cost] = [(); 2].map(|()| u8::try_from(1 + dice.below(6)).expect("the face of a die"));
    let drill = format!(", drill = {{ lock_on = {}, reload = -1 }}", i64::from(dice.below(3)) - 1);
    let found = Experiment::rolled(gain, cost).filter(|_| capital);
    match (dice.below(5), found) {
        (0, Some(Experiment { gain, cost })) => format!(", experiment = [\"{gain}\", \"{cost}\"]"),
        (1, _) => drill,
        (2, _) => ", guest = true, ally = true".to_owned(),
        _ => String::new(),
    }
}

/// The Leadership of a ship of a class.
fn leadership(class: &str, defence: bool, dice: &mut Fast) -> u32 {
    match (class, defence) {
        ("ork-hulk", _) => 6,
        ("sm-fortress-monastery", _) => 10,
        (_, true) => 7,
        (_, false) => 6 + dice.below(4),
    }
}

/// A random battle of `ships` a side, with squadrons, phenomena and damage.
fn random(fleets: &Fleets, dice: &mut Fast, ships: u32) -> Situation {
    // Later than the first turn, so that defences may stand where they like.
    let mut text = String::from("turn = 2\nlast_turn = 9\n");
    if dice.below(4) == 0 {
        text.push_str("ordnance = \"unused\"\n");
    }
    text.push_str("side = [{ name = \"Anna\", rerolls = 1 }, { name = \"Bert\", rerolls = 1 }]\n");
    text.push_str("sunward = \"left\"\n");
    if dice.below(3) == 0 {
        text.push_str("glare = true\nflares = 2\nbursts = 1\n");
    }
    let features = ["cloud", "asteroids", "warp rift"];
    text.push_str("feature = [\n");
    for _ in 0..dice.below(4) {
        let kind = features[one_of(dice, 3)];
        let (x, y) = (20 + dice.below(120), 20 + dice.below(60));
        let _ = writeln!(text, "    {{ kind = \"{kind}\", low = [{x}, {y}], high = [{}, {}] }},", x + 15, y + 10);
    }
    // A minefield lies beside other terrain (MINE-04).
    if dice.below(3) == 0 {
        let side = ["Anna", "Bert"][one_of(dice, 2)];
        let _ = writeln!(
            text,
            "    {{ kind = \"minefield\", side = \"{side}\", low = [70, 10], high = [85, 20] }},\n    \
             {{ kind = \"cloud\", low = [70, 24], high = [80, 28] }},"
        );
    }
    let low = dice.below(2) == 0;
    if low {
        let (x, y) = (60 + dice.below(60), 40 + dice.below(40));
        let _ = writeln!(text, "    {{ kind = \"planet\", at = [{x}, {y}], radius = {} }},", 3 + dice.below(10));
    }
    text.push_str(if low { "]\nlow_orbit = { table = [135, 60] }\nship = [\n" } else { "]\nship = [\n" });
    let kinds = [(); 2].map(|()| Plot::ALL[one_of(dice, Plot::ALL.len())]);
    let (mut capitals, mut led) = ([Vec::new(), Vec::new()], [false; 2]);
    for (place, (side, x, heading)) in [("Anna", 50, 90), ("Bert", 110, 270)].into_iter().enumerate() {
        if kinds[place] == Plot::Decoy {
            let _ = writeln!(
                text,
                "    {{ name = \"{side} sheep\", class = \"cargo-transport\", side = \"{side}\", at = [{x}, 60], \
                 heading = {heading}, poses = \"gothic\", marks = [\"posing\"] }},"
            );
        }
        for index in 0..ships {
            let class = CLASSES[one_of(dice, CLASSES.len())];
            let forts = |class: &str| fleets.class(class).is_some_and(|class| class.quadrants.is_some());
            // The first ship is named elsewhere; the names of a fort are those of its quadrants.
            let class = if index == 0 && forts(class) { "emperor" } else { class };
            let known = fleets.class(class).expect("a class of the list");
            let defence = known.kind == ShipType::Defence;
            let squadron = match known.hull.word() {
                "defence" if known.speed_cm == 0 && !forts(class) && dice.below(2) == 0 => {
                    format!(", squadron = \"{side} ring {}\"", index / 4)
                }
                "escort" if defence => format!(", squadron = \"{side} patrol\""),
                "escort" => format!(", squadron = \"{side} escorts {}\"", index / 6),
                "cruiser" if dice.below(3) == 0 => format!(", squadron = \"{side} cruisers\""),
                _ => String::new(),
            };
            let disguise = if class == "q-ship" { ", disguise = 2" } else { "" };
            let (mut x, mut y) = (x + dice.below(20), 10 + index * 100 / ships);
            if low && index == 0 && dice.below(2) == 0 {
                (x, y) = (x + 1000, 15 + dice.below(40));
            }
            let leadership = leadership(class, defence, dice);
            let upgrade = match dice.below(4) {
                0 => format!(", upgrades = [\"{}\"]", UPGRADES[one_of(dice, UPGRADES.len())]),
                _ => String::new(),
            };
            let refits = match (dice.below(3), squadron.contains("escorts")) {
                (0, false) => format!(", refits = [\"{}\"]", REFITS[one_of(dice, REFITS.len())]),
                (1, _) => format!(", skills = [\"{}\"]", SKILLS[one_of(dice, SKILLS.len())]),
                _ => String::new(),
            };
            // What the class cannot have is left out.
            let trial = format!(
                "sunward = \"left\"\nside = [{{ name = \"Anna\" }}, {{ name = \"Bert\" }}]\nship = [{{ name = \"Trial\", \
                 class = \"{class}\", at = [50, 50]{refits}{upgrade} }}]\n"
            );
            let fits = situation::read("trial", &trial, fleets).is_ok();
            // A daemonship fights by itself, without a commander.
            let daemon = upgrade.contains("daemonship");
            let fits = fits && !(daemon && (index == 0 || !squadron.is_empty()));
            let fate = if fits && daemon && dice.below(2) == 0 { ", fate = \"haunting\"" } else { "" };
            let (refits, upgrade) = if fits { (refits, upgrade) } else { (String::new(), String::new()) };
            let capital = known.kind.is_of_the_line();
            if capital {
                capitals[place].push(format!("{side} {index}"));
            }
            led[place] |= index == 0 && !defence;
            let plotted = plotted(dice, capital);
            let leader = if index == 0 && !defence { ", commander = 8, flagship = true, rerolls = 1" } else { "" };
            let _ = writeln!(
                text,
                "    {{ name = \"{side} {index}\", class = \"{class}\", side = \"{side}\"{squadron}, at = [{x}, {y}], \
                 heading = {heading}, leadership = {leadership}{refits}{upgrade}{fate}{leader}{disguise}{plotted} }},"
            );
        }
    }
    text.push_str("]\n");
    sub_plots(&mut text, dice, kinds, &capitals, led);
    if dice.below(3) > 0 {
        waves(&mut text, dice);
    }
    situation::read("random", &text, fleets).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

/// Plays on with random answers, checking everything after each; gives the events.
fn play(found: &mut Situation, dice: &mut Fast, seed: u64, fleets: &Fleets) -> Vec<Event> {
    let Situation { roster, battle } = found;
    let mut events = Vec::new();
    let mut options = Vec::new();
    for step in 0..20_000 {
        if battle.pending() == Decision::Over {
            return events;
        }
        choice::options(battle, roster, &mut options);
        let answer = if options.is_empty() || dice.below(10) == 0 {
            choice::usual(battle, roster).expect("the battle goes on")
        } else {
            options[one_of(dice, options.len())]
        };
        let before = *battle;
        match battle::answer(battle, roster, &answer, dice, &mut events) {
            Ok(()) => {}
            Err(Stop::Refused(_)) => {
                assert_eq!(*battle, before, "seed {seed}: a refused {answer:?} changed the battle");
            }
            Err(stop) => panic!("seed {seed}: {stop}"),
        }
        let faults = battle.faults(roster);
        assert!(faults.is_empty(), "seed {seed}, step {step}, after {answer:?}: {faults:?}");
        if step % 16 == 0 {
            let text = situation::write(roster, battle);
            let again = situation::read("again", &text, fleets);
            let again = again.unwrap_or_else(|problems| panic!("seed {seed}, step {step}: {problems:?}\n{text}"));
            assert_eq!((&again.battle, &again.roster), (&*battle, &*roster), "seed {seed}, step {step}\n{text}");
        }
    }
    let usual = choice::usual(battle, roster);
    panic!(
        "seed {seed}: the battle does not end: {:?}, {usual:?}\n{}",
        battle.pending(),
        situation::write(roster, battle)
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
        let text = wording::write(roster, &answer);
        let read = wording::read(&before, roster, &text);
        if read.as_ref() != Ok(&answer) {
            differ.push(format!("{answer:?} is written `{text}` and read {read:?}"));
        }
        actions.push(text);
    }
    let dice = Kept::Rolls(dice.into_rolls());
    let text = situation::write_battle(&BattleFile { situation: found.clone(), opens: false, actions, dice });
    let file = situation::read_battle("record", &text, fleets).map_err(|wrong| format!("{wrong:?}"))?;
    let end = replay::again(&file, &mut |_, _, _, _| {}).map_err(|why| format!("{why} {differ:?}"))?;
    let digests = [&end, &battle].map(|battle| situation::digest(roster, battle));
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
            (taken.expect("these dice never run out"), situation::write(&found.roster, &found.battle))
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
        while let Some(answer) = choice::usual(&battle, &roster) {
            let result = battle::answer(&mut battle, &roster, &answer, &mut dice, &mut Silent);
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
        let result = battle::answer(&mut battle, &roster, &answer, &mut dice, &mut Silent);
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
    let found = situation::read("orbit", text, &catalog.fleets).expect("a situation");
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
        let Situation { roster, mut battle } = situation::read("secrets", text, &catalog.fleets).expect("ships");
        let mut roster = std::borrow::Cow::Owned(roster);
        battle.hide_plots_from(&mut roster, side);
        let view = situation::write(&roster, &battle);
        // What is shown is a battle like any other.
        situation::read("view", &view, &catalog.fleets).unwrap_or_else(|problems| panic!("{problems:?}\n{view}"));
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
    let Situation { mut roster, battle } = situation::read("bays", text, &catalog.fleets).expect("a ship");
    let figures = |roster: &Roster| (battle.bays_ready(roster, ShipId(0)), battle.craft_limit(roster, Side::One));
    assert_eq!(figures(&roster), (4, 4));
    roster.ships[0].profile.endless_craft = true;
    assert_eq!(figures(&roster), (8, 8));
}
