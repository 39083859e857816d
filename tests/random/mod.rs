//! Random tables: fleets of any classes with upgrades, refits, skills and sub-plots, among any phenomena.

use std::fmt::Write as _;

use renown::battle::gothic::sub_plots::Plot;
use renown::catalog::fleets::Fleets;
use renown::dice::Fast;
use renown::notation;
use renown::notation::Situation;
use renown::ships::class::ShipType;
use renown::ships::experiment::Experiment;

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
pub(crate) fn one_of(dice: &mut Fast, count: usize) -> usize {
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
pub(crate) fn random(fleets: &Fleets, dice: &mut Fast, ships: u32) -> Situation {
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
            let fits = notation::read("trial", &trial, fleets).is_ok();
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
    notation::read("random", &text, fleets).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}
