//! The fleets as the program and a club see them: figures, laziness, overlays and their problems, data sheets.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;

use renown::campaign::lists::{Bound, CommanderRole, Selector};
use renown::catalog::fleets::Fleets;
use renown::report::lists::{ClassRow, ListRow, ListView, render_classes, render_lists};
use renown::report::sheet::DataSheet;
use renown::report::style::Style;
use renown::ships::class::{ClassLeadership, People, ShipClass};
use renown::ships::crew::Raiders;
use renown::ships::effects::{Ability, Effect, Effects as _, HITS, Trait};
use renown::ships::fitting::Fitting;
use renown::ships::gun::Gun;
use renown::ships::profile::Profile;
use renown::table::geometry::Length;

fn club(files: &[(&str, &str)]) -> Result<Fleets, String> {
    let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    Fleets::with_overlay(files)
        .map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

#[test]
fn there_are_193_classes_and_30_lists_in_13_fleets_and_no_problem() {
    let fleets = Fleets::embedded();
    assert_eq!(fleets.check(), []);
    assert_eq!(fleets.files().len(), 13);
    assert_eq!(fleets.list_ids().len(), 30);
    assert_eq!(fleets.class_ids().len(), 193);
}

#[test]
fn every_class_has_the_figures_of_the_fleets_book() {
    let fleets = Fleets::embedded();
    // The first line names the source, the second the columns.
    let rows: Vec<(usize, &str)> = include_str!("../tables/classes.csv").lines().enumerate().skip(2).collect();
    for (index, line) in &rows {
        check_row(&fleets, index + 1, line);
    }
    assert_eq!(rows.len(), 193);
}

fn check_row(fleets: &Fleets, number: usize, line: &str) {
    let id = line.split(',').next().unwrap();
    let class = fleets.class(id).unwrap_or_else(|| panic!("line {number}: class {id}"));
    let optional = |figure: Option<u32>| figure.map(|figure| figure.to_string()).unwrap_or_default();
    let found = format!(
        "{id},{},{},{},{},{},{},{},{},{}",
        optional(class.points),
        class.hits,
        class.speed_cm,
        optional(class.turn_degrees),
        class.shields,
        class.armour.front,
        class.armour.side,
        class.armour.rear,
        class.turrets,
    );
    assert_eq!(found, line, "line {number}");
}

#[test]
fn reading_one_class_reads_one_file() {
    let fleets = Fleets::embedded();
    assert_eq!(fleets.read_so_far(), [""; 0]);
    assert_eq!(fleets.class("lunar").unwrap().points, Some(180));
    assert_eq!(fleets.read_so_far(), ["fleets/imperial-navy.toml"]);
    assert_eq!(fleets.list("necron-harvest").unwrap().fleet, "necrons");
    assert_eq!(fleets.read_so_far(), ["fleets/imperial-navy.toml", "fleets/necrons.toml"]);
}

#[test]
fn a_name_that_nobody_knows_is_not_found() {
    let fleets = Fleets::embedded();
    assert!(fleets.class("lunra").is_none());
    assert!(fleets.list("gothic").is_none());
    assert!(fleets.fleet("inquisition").is_none());
    assert!(fleets.craft("furry").is_none());
    assert!(fleets.special_rule("flies").is_none());
    assert!(fleets.upgrades_of("gothic").is_empty());
    assert!(fleets.commander("gothic-sector", "abaddon").is_none());
}

#[test]
fn leadership_is_rolled_as_each_fleet_rolls_it() {
    let fleets = Fleets::embedded();
    let table = |id: &str| fleets.fleet(id).unwrap().leadership.0;
    assert_eq!(table("imperial-navy"), [6, 7, 7, 8, 8, 9]);
    assert_eq!(table("orks"), [5, 6, 6, 7, 7, 8]);
    assert_eq!(table("eldar-corsairs"), [7, 8, 8, 9, 9, 10]);
    assert_eq!(table("space-marines"), [8, 8, 9, 9, 10, 10]);
    assert_eq!(table("adeptus-mechanicus"), [7, 8, 8, 9, 9, 9]);
    assert_eq!(fleets.list("rt-wolf-pack").unwrap().leadership.unwrap().0, [5, 6, 6, 7, 7, 8]);
    assert_eq!(fleets.class("hive-ship").unwrap().leadership, Some(ClassLeadership::Fixed(8)));
    assert_eq!(fleets.class("hive-ship").unwrap().options[0].leadership, Some(9));
    assert_eq!(fleets.class("escort-drone").unwrap().leadership, Some(ClassLeadership::Instinct));
}

#[test]
fn orks_eldar_and_wolf_packs_are_pirates_with_1500_points() {
    let fleets = Fleets::embedded();
    let rows = ListRow::all(&fleets);
    let pirates: Vec<&str> = rows.iter().filter(|row| row.pirate).map(|row| row.id.as_str()).collect();
    assert_eq!(
        pirates,
        [
            "de-pirates",
            "eldar-corsairs-gothic",
            "eldar-corsairs-late",
            "eldar-iyanden",
            "ork-cyclops",
            "ork-waaagh",
            "ork-clanz",
            "rt-wolf-pack",
        ]
    );
    assert!(rows.iter().all(|row| row.start_points == if row.pirate { 1500 } else { 2000 }));
    let accompanying: Vec<&str> = rows.iter().filter(|row| !row.playable).map(|row| row.id.as_str()).collect();
    assert_eq!(accompanying, ["rt-basic"]);
}

#[test]
fn commanders_of_another_fleet_are_offered_after_the_own_ones() {
    let fleets = Fleets::embedded();
    let ids: Vec<&str> = fleets.commanders_of("eldar-corsairs-late").iter().map(|kind| kind.id.as_str()).collect();
    assert_eq!(ids, ["pirate-prince", "eldar-hero", "prince-yriel"]);
    let lord = fleets.commander("chaos-plague", "chaos-lord").unwrap();
    assert_eq!((lord.role, lord.points, lord.marks_max), (CommanderRole::Lesser, 25, 1));
    let prices: Vec<u32> = fleets.marks("chaos", "black-crusade").iter().map(|mark| mark.points).collect();
    assert_eq!(prices, [25, 20, 25, 35]);
    assert!(fleets.commander("ork-waaagh", "ork-warlord").unwrap().further);
}

#[test]
fn the_gothic_sector_allows_one_battleship_for_every_three_cruisers() {
    let fleets = Fleets::embedded();
    let list = fleets.list("gothic-sector").unwrap();
    let limits: Vec<&str> = list.limits.iter().map(|limit| limit.says.as_str()).collect();
    assert_eq!(
        limits,
        [
            "one battleship for every 3 cruisers or battlecruisers",
            "one battlecruiser for every 2 cruisers",
            "no more than twelve cruisers",
        ]
    );
    let Bound::AtMostPer(per) = &list.limits[0].bound else { panic!("{:?}", list.limits[0]) };
    assert_eq!((per.count, per.per), (1, 3));
    let section = |id: &str| Selector::Section(id.to_owned());
    assert_eq!(list.limits[0].of, [section("battleship")]);
    assert_eq!(per.others, [section("cruiser"), section("battlecruiser")]);
}

#[test]
fn allied_peoples_keep_their_own_name() {
    let fleets = Fleets::embedded();
    let people = |id: &str| fleets.class(id).unwrap().people;
    assert_eq!(people("stronghold"), People::Demiurg);
    assert_eq!(people("warsphere"), People::Kroot);
    assert_eq!(people("dhow"), People::Tau);
    assert_eq!(people("am-lunar"), People::Imperial);
    assert_eq!(people("sm-strike-cruiser"), People::SpaceMarines);
    assert_eq!(people("cargo-transport"), People::Any);
    let xenos: Vec<&str> = fleets
        .files()
        .iter()
        .flat_map(|file| &file.classes)
        .filter(|class| class.xenos)
        .map(|c| c.id.as_str())
        .collect();
    assert_eq!(
        xenos,
        ["xenos-vessel", "pthuxutl-war-cruiser", "fraal-raider", "nekulli-whip", "fraal-battleship", "stryxis-caravan"]
    );
}

#[test]
fn what_only_one_fleet_has_is_there() {
    let fleets = Fleets::embedded();
    let count = |of: fn(&renown::campaign::extras::Extras) -> usize| -> usize {
        fleets.files().iter().map(|file| of(&file.extras)).sum()
    };
    assert_eq!(count(|extras| extras.marks.len()), 12);
    assert_eq!(count(|extras| extras.clans.len()), 6);
    assert_eq!(count(|extras| extras.gifts.len()), 6);
    assert_eq!(count(|extras| extras.xenotech.len()), 6);
    assert_eq!(count(|extras| extras.evolutions.len()), 11);
    assert_eq!(count(|extras| extras.ordnance.len()), 3);
    assert_eq!(count(|extras| extras.defences_by_type.len() + extras.defences_by_size.len()), 10);
    assert_eq!(count(|extras| usize::from(extras.ramilies.is_some() && extras.minefield.is_some())), 1);
    let appeals = fleets.appeals();
    assert_eq!(appeals.allowances.len(), 12);
    assert_eq!(appeals.other_appeals.iter().map(|table| table.entries.len()).sum::<usize>(), 33);
    assert_eq!(appeals.refit_tables.iter().map(|table| table.entries.len()).sum::<usize>(), 54);
    assert_eq!(appeals.crew_skill_tables.iter().map(|table| table.entries.len()).sum::<usize>(), 12);
    assert_eq!(appeals.special_torpedoes.entries.len(), 6);
    assert_eq!(fleets.files().iter().map(|file| file.commanders.len()).sum::<usize>(), 36);
}

const CLUB_FILE: &str = include_str!("../overlays/navy.toml");

#[test]
fn a_club_changes_one_price_and_adds_one_class() {
    let fleets = club(&[("club/navy.toml", CLUB_FILE)]).unwrap();
    assert_eq!(fleets.class("sword").unwrap().points, Some(36));
    assert_eq!(fleets.class("sabre").unwrap().speed_cm, 30);
    assert_eq!(fleets.class("lunar").unwrap().points, Some(180));
    assert_eq!(fleets.class_ids().len(), 194);
    let navy = fleets.fleet("imperial-navy").unwrap();
    assert_eq!((navy.start_points, navy.attack_rating), (1800, 2));
}

#[test]
fn a_club_may_leave_classes_of_ours_without_a_list() {
    let text = r#"id = "necrons"

[[list]]
id = "necron-harvest"
name = "Raiders only"
confidence = "single source"

[[list.section]]
id = "escort"
name = "Escorts"
classes = ["jackal"]
"#;
    let fleets = club(&[("club/necrons.toml", text)]).unwrap();
    assert!(fleets.lists_selling("cairn").is_empty());
    assert_eq!(fleets.list_ids().len(), 30);
}

#[test]
fn a_club_adds_a_fleet_of_its_own() {
    let allowance = r#"[[allowance]]
fleet = "militia"
reinforcements = true
refits = "general"
crew_skills = "general"
confidence = "single source"
"#;
    let militia = include_str!("../overlays/militia.toml");
    let without = club(&[("club/militia.toml", militia)]).err().unwrap();
    assert_eq!(without, "club/militia.toml:1: fleet \"militia\" has no `[[allowance]]` in appeals.toml");
    let fleets = club(&[("club/militia.toml", militia), ("club/appeals.toml", allowance)]).unwrap();
    assert_eq!(fleets.files().len(), 14);
    assert_eq!(fleets.appeals().allowances.len(), 13);
    assert_eq!(fleets.appeals().grant.other, 5);
    let list = fleets.list("militia-patrol").unwrap();
    assert_eq!(list.sections[0].price_of(fleets.class("cobra").unwrap()), Some(28));
    assert_eq!(fleets.lists_selling("cobra").last().unwrap().id, "militia-patrol");
}

#[test]
fn a_digest_names_the_files_of_a_club() {
    assert_eq!(Fleets::embedded().digest(), None);
    let digest = |text: &str| club(&[("club/navy.toml", text)]).unwrap().digest().unwrap();
    assert_eq!(digest(CLUB_FILE).len(), 64);
    assert_eq!(digest(CLUB_FILE), digest(CLUB_FILE));
    assert_ne!(digest(CLUB_FILE), digest(&CLUB_FILE.replace("1800", "1801")));
}

#[test]
fn every_mistake_within_a_file_is_reported_at_once() {
    let text = include_str!("../overlays/mistakes.toml");
    let expected = include_str!("../overlays/mistakes.txt").trim_end();
    assert_eq!(club(&[("club/house.toml", text)]).err().unwrap(), expected);
}

#[test]
fn every_wrong_name_is_reported_at_once() {
    let special = "[[key]]\nid = \"glows\"\nmeaning = \"glows in the dark\"\n";
    let files = [("club/navy.toml", include_str!("../overlays/names.toml")), ("club/special-rules.toml", special)];
    let line =
        include_str!("../../fleets/adeptus-mechanicus.toml").lines().position(|line| line == "id = \"am-lunar\"");
    let expected = include_str!("../overlays/names.txt").replace("LINE", &(line.unwrap() + 1).to_string());
    assert_eq!(club(&files).err().unwrap(), expected.trim_end());
}

#[test]
fn the_lunar_reads_like_its_page_of_the_book() {
    let fleets = Fleets::embedded();
    let sheet = DataSheet::new(&fleets, fleets.class("lunar").unwrap());
    let text = sheet.render(Style { unicode: true, colour: false, width: 90 });
    let book = "\
Lunar class cruiser (180 points)
Imperial Navy, id lunar
┌───────────┬───────┬───────┬─────────┬───────────────┬─────────┐
│ Type/Hits ┆ Speed ┆ Turns ┆ Shields ┆ Armour        ┆ Turrets │
╞═══════════╪═══════╪═══════╪═════════╪═══════════════╪═════════╡
│ Cruiser/8 ┆ 20 cm ┆ 45°   ┆ 2       ┆ 6+ front / 5+ ┆ 2       │
└───────────┴───────┴───────┴─────────┴───────────────┴─────────┘
┌───────────────────────────┬─────────────┬───────────────┬──────────┐
│ Armament                  ┆ Range/Speed ┆ Firepower/Str ┆ Fire arc │
╞═══════════════════════════╪═════════════╪═══════════════╪══════════╡
│ Port lance battery        ┆ 30 cm       ┆             2 ┆ Left     │
│ Starboard lance battery   ┆ 30 cm       ┆             2 ┆ Right    │
│ Port weapons battery      ┆ 30 cm       ┆             6 ┆ Left     │
│ Starboard weapons battery ┆ 30 cm       ┆             6 ┆ Right    │
│ Prow torpedoes            ┆ 30 cm       ┆             6 ┆ Front    │
└───────────────────────────┴─────────────┴───────────────┴──────────┘

Options
• nova-cannon (+20 points): swap the prow torpedoes for a nova cannon

Sold by
• Chaos Incursion fleet list (chaos-incursion, Renegade Imperial cruisers, 180 points)
";
    assert_eq!(text.split_inclusive('\n').take(22).collect::<String>(), book);
    let end = "\
• Exploration fleet list (rt-exploration, Capital ships, 195 points)
• Pirates and Wolf Packs (rt-wolf-pack, Cruisers, 180 points)

Remarks
• known ships: Iron Duke, Retribution, Agrippa, Minotaur, Justicar and Lord Daros
• figures: two or more public sources agree";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn every_sheet_and_list_can_be_shown() {
    let fleets = Fleets::embedded();
    let ascii = Style { unicode: false, colour: false, width: 80 };
    for row in ClassRow::all(&fleets, None) {
        let sheet = DataSheet::new(&fleets, fleets.class(&row.id).unwrap());
        let text = sheet.render(ascii);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(sheet.special.iter().all(|rule| !rule.meaning.is_empty()), "{text}");
        assert!(sheet.lists.len() + sheet.uses.len() > 0, "{text}");
        serde_json::to_string(&sheet).unwrap();
    }
    for id in fleets.list_ids() {
        let view = ListView::new(&fleets, fleets.list(id).unwrap());
        let text = view.render(ascii);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        serde_json::to_string(&view).unwrap();
    }
    for text in [render_classes(&ClassRow::all(&fleets, None), ascii), render_lists(&ListRow::all(&fleets), ascii)] {
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}

/// A club's cruiser with options that do these things, each option numbered.
fn cruiser(options: &[String]) -> String {
    let mut text = include_str!("../overlays/cruiser.toml").to_owned();
    for (number, effects) in options.iter().enumerate() {
        let _ = write!(
            text,
            "\n[[class.option]]\nid = \"club-{number}\"\npoints = 5\neffect = \"as told\"\neffects = {effects}\n"
        );
    }
    text
}

fn fitted(fleets: &Fleets, upgrades: &[&str]) -> Result<Profile, Vec<String>> {
    let upgrades = upgrades.iter().map(|id| (*id).to_owned()).collect();
    Profile::of(fleets.class("club-cruiser").unwrap(), &Fitting { upgrades, ..Fitting::default() }, fleets)
}

#[test]
fn a_cruiser_of_a_club_may_have_every_option_of_ours() {
    let ours = Fleets::embedded();
    let classes = ours.files().into_iter().flat_map(|file| &file.classes);
    let mut told: Vec<(String, Vec<Effect>)> = classes
        .flat_map(|class| class.options.iter().map(|option| (format!("{} {}", class.id, option.id), option)))
        .filter_map(|(name, option)| option.effects.clone().map(|effects| (name, effects)))
        .collect();
    // A battleship's lances make room for bays; a Ghostship has none, and the club's cruiser has.
    told.retain(|(name, _)| !name.ends_with(" launch-bays") && !name.ends_with(" ghostship"));
    told.sort_by_key(|(_, effects)| format!("{effects:?}"));
    told.dedup_by(|one, other| one.1 == other.1);
    assert!(told.len() >= 35, "only {} kinds of option", told.len());
    let options: Vec<String> = told.iter().map(|(_, effects)| toml_of(effects)).collect();
    let fleets = club(&[("club/cruiser.toml", &cruiser(&options))]).unwrap();
    let plain = fitted(&fleets, &[]).unwrap();
    for (number, (name, effects)) in told.iter().enumerate() {
        let id = format!("club-{number}");
        // Terminators come with Space Marines.
        let marines = told.iter().position(|(_, effects)| *effects == [Ability::SpaceMarineCrew.into()]).unwrap();
        let marines = format!("club-{marines}");
        let terminators = effects.contains(&Effect::Raiders(Raiders::Chosen));
        let upgrades: &[&str] = if terminators { &[&marines, &id] } else { &[&id] };
        let profile = fitted(&fleets, upgrades).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        // Craft are looked up where the ship is entered, and a commander's Leadership is the ship's own.
        let silent = |effect: &Effect| matches!(effect, Effect::Launches(_) | Effect::TorpedoBombers(_));
        assert_eq!(profile == plain, effects.iter().all(silent), "{name}");
        let upgrades = upgrades.join("\", \"");
        let text = format!(
            "side = [{{ name = \"Anna\" }}, {{ name = \"Bert\" }}]\nship = [\n\
             {{ name = \"Own\", class = \"club-cruiser\", side = \"Anna\", at = [60, 60], upgrades = [\"{upgrades}\"] }},\n\
             {{ name = \"Other\", class = \"lunar\", side = \"Bert\", at = [60, 100] }},\n]\n"
        );
        let situation = renown::notation::read("club", &text, &fleets).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        assert_eq!(situation.roster.ships[0].profile, profile, "{name}");
        let sharks = situation.roster.craft.iter().any(|craft| craft.id == "shark");
        assert_eq!(sharks, effects.contains(&Effect::Launches(vec!["shark".to_owned()])), "{name}");
    }
}

/// Effects as a fleet file has them.
fn toml_of(effects: &[Effect]) -> String {
    fn value(json: &serde_json::Value) -> String {
        match json {
            serde_json::Value::Object(table) => {
                let rows: Vec<String> = table.iter().map(|(key, inner)| format!("{key} = {}", value(inner))).collect();
                format!("{{ {} }}", rows.join(", "))
            }
            serde_json::Value::Array(items) => {
                format!("[{}]", items.iter().map(value).collect::<Vec<_>>().join(", "))
            }
            plain => plain.to_string(),
        }
    }
    value(&serde_json::to_value(effects).unwrap())
}

#[test]
fn a_nova_cannon_of_a_club_is_one() {
    let nova = Fleets::embedded().class("lunar").unwrap().options[0].effects.clone().unwrap();
    let fleets = club(&[("club/cruiser.toml", &cruiser(&[toml_of(&nova)]))]).unwrap();
    let profile = fitted(&fleets, &["club-0"]).unwrap();
    let prow: Vec<(&str, Gun)> = profile.weapons[..2].iter().map(|mount| (mount.name.as_str(), mount.gun)).collect();
    assert_eq!(prow, [("Prow nova cannon", Gun::Nova), ("Prow cannon", Gun::Nova)]);
    assert_eq!((profile.weapons[0].range, profile.weapons[0].strength), (Length::cm(150), 1));
}

#[test]
fn every_wrong_effect_is_reported_at_once() {
    let options = [
        "[\"klaw\"]",
        "[{ sped = 5 }]",
        "[{ speed = \"fast\" }]",
        "[{ shields = 40 }, { front-armour = 9 }]",
        "[{ on-escorts = [{ turets = 1 }] }]",
        "\"klaws\"",
        "[{ speed = 5, shields = 1 }]",
        "[{ guns = { kind = \"battery\", rnge_cm = 45 } }]",
    ];
    let text = cruiser(&options.map(str::to_owned));
    let told = club(&[("club/cruiser.toml", &text)]).err().unwrap();
    let owner = |number: usize| format!("class \"club-cruiser\": option \"club-{number}\": ");
    let lines: Vec<String> = told.lines().map(|line| line.split_once(": ").unwrap().1.to_owned()).collect();
    assert_eq!(
        lines,
        [
            owner(0) + "there is no effect \"klaw\"; did you mean \"klaws\"?",
            owner(1) + "there is no effect \"sped\"; did you mean \"speed\"?",
            owner(2) + "the effect \"speed\" is written otherwise, such as { speed = 5 }",
            owner(3) + "the effect \"front-armour\" is 9, but must be 3 to 6",
            owner(3) + "the effect \"shields\" is 40, but must be -10 to 10",
            owner(4) + "there is no effect \"turets\"; did you mean \"turrets\"?",
            owner(5) + "`effects` must be a list, such as [\"klaws\", { speed = 5 }]",
            owner(6) + "`effects` holds {\"shields\":1,\"speed\":5}, but an effect is a word or a table of one key",
            owner(7)
                + "the effect \"guns\" is written otherwise, such as { guns = { kind = \"battery\", mounts = [\"port\", \"starboard\"], of_range_cm = 30, range_cm = 45, strength = 6 } }",
        ]
    );
}

#[test]
fn an_option_that_no_ship_of_the_class_can_have_is_found_with_the_data() {
    let replace = "[{ without = { mount = \"stern\" } }]".to_owned();
    let told = club(&[("club/cruiser.toml", &cruiser(&[replace]))]).err().unwrap();
    let expected = "class \"club-cruiser\": option \"club-0\": its upgrade \"club-0\" is not played";
    assert!(told.ends_with(expected), "{told}");
    // Hits are counted by the campaign, which knows the options of a design and what the rulebook says.
    let upgrade = "id = \"imperial-navy\"\n\n[[upgrade]]\nid = \"bulkheads\"\neffect = \"hits +2\"\neffects = [{ hits = 2 }]\nprice = { flat = 10 }\nconfidence = \"single source\"\n";
    let told = club(&[("club/navy.toml", upgrade)]).err().unwrap();
    assert!(told.contains("only an option of a class may change hits"), "{told}");
}

#[test]
fn every_form_of_an_effect_can_be_read_and_what_changes_hits_is_listed() {
    let forms: Vec<String> = Effect::FORMS.iter().map(|(_, form)| format!("[{form}]")).collect();
    let told = club(&[("club/cruiser.toml", &cruiser(&forms))]).err().unwrap();
    // Some of them need a ship that this one is not; none is misread.
    let needs = |line: &str| line.ends_with("is not played") || line.ends_with("(CHAOS-02)");
    assert!(told.lines().all(needs), "{told}");
    let unfit: Vec<&str> = told.lines().filter_map(|line| line.rsplit("upgrade \"club-").next()).collect();
    assert!(unfit.len() <= 4, "{told}");
    let fleets = Fleets::embedded();
    for (id, effect) in HITS {
        let of_classes = |class: &ShipClass| class.options.iter().any(|option| option.id == id);
        let files = fleets.files();
        let class = files.iter().flat_map(|file| &file.classes).find(|class| of_classes(class));
        let class = class.unwrap_or_else(|| fleets.class("lunar").unwrap());
        let told = fleets.effects_of_upgrade(class, id).or_else(|| fleets.effects_of_refit(class, id));
        let told: Vec<&Effect> = told.unwrap().iter().filter(|effect| effect.is_of_hits()).collect();
        assert_eq!(told, [&effect], "{id}");
    }
}

#[test]
fn the_reference_of_the_fleets_names_every_effect_and_ability() {
    let reference = include_str!("../../fleets/README.md");
    let effects = Effect::FORMS.iter().map(|(name, _)| *name);
    let names = effects.chain(Ability::ALL.iter().map(|ability| ability.word()));
    let names = names.chain(Trait::ALL.iter().map(|known| known.word()));
    let missing: Vec<&str> =
        names.filter(|name| ["`", " "].iter().all(|after| !reference.contains(&format!("`{name}{after}")))).collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn a_design_does_what_it_was_commissioned_to_do() {
    let fleets = Fleets::embedded();
    let today = fleets.class("lunar").unwrap();
    let fitting = Fitting { upgrades: vec!["nova-cannon".to_owned()], ..Fitting::default() };
    let told = Profile::of(today, &fitting, &fleets).unwrap();
    // A design of an older campaign describes none of its options; the files do.
    let mut older = today.clone();
    older.options.iter_mut().for_each(|option| option.effects = None);
    assert_eq!(Profile::of(&older, &fitting, &fleets), Ok(told));
    assert!(older.is_described_by(today) && today.is_described_by(today));
    assert!(!today.is_described_by(&older));
    let written = serde_json::to_string(&older).unwrap();
    assert!(!written.contains("\"effects\""));
    assert_eq!(serde_json::from_str::<ShipClass>(&serde_json::to_string(today).unwrap()).unwrap(), *today);
    // One that describes an option keeps its own description, whatever the files say by now.
    let mut own = today.clone();
    own.options[0].effects = Some(vec![Ability::Klaws.into()]);
    let profile = Profile::of(&own, &fitting, &fleets).unwrap();
    assert!(profile.odd.klaws && profile.weapons.iter().all(|mount| mount.gun != Gun::Nova));
    assert!(!own.is_described_by(today) && !older.is_described_by(fleets.class("dominator").unwrap()));
}
