//! The rules as a reference: complete, consistent, searchable, and shown as they should be.

use renown::catalog::options;
use renown::catalog::rules::{Rules, load};
use renown::report::rules as report;
use renown::report::style::Style;

const PLAIN: Style = Style { unicode: false, colour: false, width: 80 };

fn found(query: &str) -> Vec<&'static str> {
    Rules::embedded().search(query).into_iter().map(|hit| hit.rule.id.as_str()).collect()
}

/// Ids never change. A hash of them all, so that this file names no rule that it does not test.
#[test]
fn the_reference_has_exactly_the_rules_it_began_with() {
    let mut ids: Vec<&str> = Rules::embedded().all().map(|rule| rule.id.as_str()).collect();
    assert!(ids.iter().copied().eq(Rules::embedded().ids()), "the parsed ids are those found without parsing");
    assert_eq!(ids.len(), 510 + 518 + 139 + 187 + 324);
    ids.sort_unstable();
    assert_eq!(blake3::hash(ids.join("\n").as_bytes()).to_hex()[..16], *"bb07dcc50783e581");
}

#[test]
fn the_embedded_rules_have_no_problem() {
    assert_eq!(Rules::embedded().check(), []);
}

#[test]
fn every_rule_has_a_short_title_of_its_own_chapter() {
    for chapter in Rules::embedded().chapters() {
        assert!(!chapter.rules.is_empty(), "{}", chapter.prefix);
        let mut titles = Vec::new();
        for rule in &chapter.rules {
            let words = rule.title.split_whitespace().count();
            assert!((2..=7).contains(&words), "{}: {}", rule.id, rule.title);
            assert!(!rule.says.trim().is_empty() && !rule.source.trim().is_empty(), "{}", rule.id);
            assert!(!titles.contains(&&rule.title), "{}: {}", rule.id, rule.title);
            titles.push(&rule.title);
        }
    }
}

#[test]
fn a_search_wants_every_word_and_ranks_what_it_finds() {
    assert_eq!(found("fleet-06")[0], "FLEET-06");
    assert_eq!(found("excellent PILOTS re-roll"), ["SKILL-07", "SKILL-06"], "title before text");
    assert_eq!(found("uninhab defender 100"), ["MISSION-08", "MISSION-11"], "the start of a word is enough");
    assert_eq!(found("habited"), Vec::<&str>::new(), "the middle of a word is not");
    assert_eq!(found(" ,. "), Vec::<&str>::new());
    assert_eq!(found("lance"), found("LANCE"));
}

#[test]
fn a_search_without_hit_says_why() {
    let rules = Rules::embedded();
    assert_eq!(rules.why_no_hit("leadreship"), "no rule mentions \"leadreship\"; did you mean \"leadership\"?");
    assert_eq!(
        rules.why_no_hit("renwon flagship xyzzy"),
        "no rule mentions \"renwon\"; did you mean \"renown\"?\nno rule mentions \"xyzzy\""
    );
    assert_eq!(rules.why_no_hit("penal trimsman"), "no rule mentions \"penal\" and \"trimsman\" together");
    assert_eq!(rules.why_no_hit(" "), "search for at least one word");
}

#[test]
fn a_broken_rules_file_lists_all_its_problems() {
    let one = r#"[[chapter]]
prefix = "DICE"
title = "Dice"

[[chapter]]
prefix = "EMPTY"
title = "Nothing here"

[[rule]]
id = "DICE-02"
title = "Second"
source = "Rulebook: Dice"
says = "See DICE-01 and DICE-99."
columns = ["D6", "D3"]
table = [["1", "1"], ["2"]]

[[rule]]
id = "DICE-01"
title = " "
source = "Rulebook: Dice"
sayz = "No text."

[[rule]]
id = "DIC-03"
title = "Third"
source = "Rulebook: Dice"
says = "A text."
table = [[1, 2]]

[[rule]]
id = "dice-4"
title = "Fourth"
source = "Rulebook: Dice"
says = "A text."
manual = "yes"
"#;
    let two = r#"[[chapter]]
prefix = "DICE"
title = "Dice again"

[[rule]]
id = "DICE-02"
title = "Second"
source = "Rulebook: Dice"
says = "A text."
"#;
    let problems = load(&[("one.toml", one), ("two.toml", two)]).expect_err("a problem");
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "one.toml:2: chapter \"DICE\": the prefix is declared twice",
            "one.toml:5: chapter \"EMPTY\": has no rule",
            "one.toml:10: rule \"DICE-02\": the id is used twice",
            "one.toml:13: rule \"DICE-02\": `says` names DICE-99, which is no rule; did you mean \"DICE-01\"?",
            "one.toml:15: rule \"DICE-02\": row 2 of `table` has 1 cells, not 2",
            "one.toml:17: rule \"DICE-01\": `says` is missing",
            "one.toml:18: rule \"DICE-01\": comes after a rule it should come before",
            "one.toml:19: rule \"DICE-01\": `title` is empty",
            "one.toml:21: rule \"DICE-01\": unknown key `sayz`; did you mean \"says\"?",
            "one.toml:24: rule \"DIC-03\": no [[chapter]] has the prefix DIC; did you mean \"DICE\"?",
            "one.toml:28: rule \"DIC-03\": `table` must be a list of rows, each a list of strings",
            "one.toml:31: rule \"dice-4\": an id is capital letters, a hyphen and a number, such as FLEET-06",
            "one.toml:35: rule \"dice-4\": `manual` must be true or false, not string",
            "two.toml:2: chapter \"DICE\": the prefix is declared twice",
            "two.toml:6: rule \"DICE-02\": the id is used twice",
        ]
    );
}

#[test]
fn a_rule_is_shown_in_full() {
    let rule = Rules::embedded().get("FLEET-10").expect("a rule");
    let expected = "\
FLEET-10  Fleets with their own Leadership rolls
Fleets and the register

Fleets with Leadership rolls of their own.

+------------------------------------+-------------------------------------+
| fleet                              | roll                                |
+==========================================================================+
| Orks                               | standard table -1 (5 to 8)          |
| Corsair, Craftworld and Dark Eldar | standard table +1 (7 to 10)         |
| Space Marines                      | 1-2: 8, 3-4: 9, 5-6: 10             |
| Adeptus Mechanicus                 | 1: 7, 2-3: 8, 4-6: 9                |
| Pirates and wolf packs             | standard table -1 (5 to 8)          |
| Tyranids                           | hive ships buy a fixed value, other |
|                                    | bio-ships have none                 |
+------------------------------------+-------------------------------------+

Example: Ork ship, D6 = 1: 6 - 1 = 5. Eldar, D6 = 6: 9 + 1 = 10. Space Marines,
D6 = 3: 9.

Our ruling: The fixed values of XP-07 (not below 6 when crippled) and XP-09 (6
for a replacement) hold for every fleet, since no exception is printed. A
fleet's Leadership range binds the roll only: experience may raise it to 10. A
list with a Leadership roll of its own crews every ship it sells; otherwise the
crew is the class's.

Source: Fleet lists: rules of each fleet
";
    assert_eq!(report::show(rule, options::embedded(), PLAIN), expected);
}

#[test]
fn a_rule_names_the_options_that_bend_it() {
    let rule = Rules::embedded().get("FLEET-07").expect("a rule");
    let expected = "\
\u{1b}[1mFLEET-07\u{1b}[0m  \u{1b}[1mShips added later: -1 Leadership\u{1b}[0m
Fleets and the register

Ships added to the register after the campaign has started have -1 Leadership.

\u{1b}[1mExample\u{1b}[0m: D6 = 4: Leadership 8 - 1 = 7. D6 = 1: 6 - 1 = 5.

\u{1b}[1mOur ruling\u{1b}[0m: A permanent change to the rolled value, not a battle modifier. No
minimum is stated (the minimum of 6 is only given for crippled ships), so 5 is
possible, and 4 for a fleet that rolls one lower. Replacements for destroyed
ships have a fixed 6 and do not take the -1 as well; nor do escorts that bring a
squadron back to strength. A late joiner's whole register takes it, unless the
option for late joiners says otherwise.

\u{1b}[1mCampaign options\u{1b}[0m: late-ship-leadership (default -1), late-joiner-leadership
(default true)

\u{1b}[1mSource\u{1b}[0m: Rulebook: Starting Fleets & the Fleet Register
";
    let coloured = report::show(rule, options::embedded(), Style { colour: true, ..PLAIN });
    assert_eq!(renown::text::drawn(&coloured), expected);
}

#[test]
fn rules_are_listed_by_chapter() {
    let rules = Rules::embedded();
    let chapters = rules.chapters().filter(|chapter| ["CHAL", "IDLE"].contains(&chapter.prefix.as_str()));
    let expected = "\
Challenges
  CHAL-01  Challenging another player
  CHAL-02  Refusing a challenge
  CHAL-03  Imperials do not fight each other
  CHAL-04  Avoid fighting one's own race
  CHAL-05  Loyalists and rebels [by hand]
  CHAL-06  What a challenge records

Idle players
  IDLE-01  A fortnight idle: -1 renown [by hand] [optional]
  IDLE-02  A month idle: lose a system [by hand] [optional]
  IDLE-03  Whom the idle penalties concern [by hand]
  IDLE-04  Idle renown loss changes rank
";
    assert_eq!(report::list(chapters, PLAIN), expected);
}

#[test]
fn hits_are_shown_with_an_excerpt() {
    let rules = Rules::embedded();
    let expected = "\
SKILL-07  Who re-rolls Excellent Pilots
    Excellent Pilots is rolled again by ships without attack craft and by...
SKILL-06  Excellent Pilots
    Excellent Pilots: bombers from this ship may re-roll the die for...
";
    assert_eq!(report::hits(&rules.search("excellent pilots re-roll"), "excellent pilots re-roll", PLAIN), expected);
}

#[test]
fn options_are_listed_with_default_and_rule() {
    let expected = "\
+-------------------------+---------+-----------+------------------------------+
| option                  | default | rule      | what it is                   |
+==============================================================================+
| starting-points-holders | 2000    | FLEET-01  | Starting points of system    |
|                         |         |           | holders                      |
| starting-points-pirates | 1500    | FLEET-01  | Starting points of pirates   |
| late-ship-leadership    | -1      | FLEET-07  | Leadership of ships added    |
|                         |         |           | later                        |
| late-joiner-leadership  | true    | FLEET-07  | Late joiners take the        |
|                         |         |           | modifier too                 |
| composition             | refuse  | FLEET-09  | Registers that break their   |
|                         |         |           | fleet list                   |
| reserves                | true    | RESV-01   | Reserves from lists of the   |
|                         |         |           | race                         |
| allies                  | true    | ALLY-01   | Allies from other races      |
| commanders-count        | true    | CMDR-09   | Lesser commanders count in   |
|                         |         |           | starting points              |
| upgrades-count          | true    | CMDR-09   | Upgrades count in starting   |
|                         |         |           | points                       |
| escort-flagship         | warn    | CMDR-02   | Escorts as flagships         |
| two-sides               | warn    | CAMP-01   | Campaigns without both sides |
| imperial-war            | refuse  | CHAL-03   | Imperial players against     |
|                         |         |           | each other                   |
| initiative-by-rating    | false   | INIT-03   | Initiative by attack rating  |
| printed-repair-row      | false   | REPAIR-02 | The printed repair row of 21 |
|                         |         |           | to 30 renown                 |
| repair-percent          | 100     | REPAIR-01 | Repair points in percent     |
| appeals-need-rank       | false   | APPEAL-01 | Appeals limited by rank      |
| register-cap            | 0       | APPEAL-06 | Most points of a register    |
| strict-claims           | false   | SPOILS-03 | No claim without a system    |
| own-hulks-count         | false   | RENOWN-06 | Own hulks count as captured  |
| useless-refits-again    | false   | REFIT-28  | Useless refits are rolled    |
|                         |         |           | again                        |
| victory                 | renown  | WIN-06    | How the campaign is won      |
| shared-bases            | true    | CAMP-09   | Two hidden bases in one      |
|                         |         |           | system                       |
| secret-lists            | false   | CAMP-15   | Secret fleet registers       |
+-------------------------+---------+-----------+------------------------------+
";
    assert_eq!(report::options(&options::embedded()[..23], PLAIN), expected);
    let all = report::options(options::embedded(), PLAIN);
    assert!(options::embedded().iter().all(|def| all.contains(&format!("| {} ", def.id))), "{all}");
}

#[test]
fn the_embedded_options_refuse_what_they_do_not_take() {
    use renown::campaign::options::{OptionValue, Options};
    let defs = options::embedded();
    assert_eq!(
        Options::parse(defs, "late-ship-leadership=-2"),
        Ok(("late-ship-leadership".to_owned(), OptionValue::Number(-2)))
    );
    let refused = |given| Options::parse(defs, given).expect_err("a problem").to_string();
    assert_eq!(
        refused("starting-points-holders=100"),
        "option `starting-points-holders` cannot be \"100\": it takes a whole number from 500 to 10,000"
    );
    assert_eq!(
        refused("victory=five-system"),
        "option `victory` cannot be \"five-system\": it takes renown, five-systems, sub-sector or free; \
         did you mean \"five-systems\"?"
    );
    assert_eq!(refused("secret-list=on"), "no option is called \"secret-list\"; did you mean \"secret-lists\"?");
}
