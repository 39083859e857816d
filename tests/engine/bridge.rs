//! What a player is shown while he plays: every example that he is given is taken, and no map or list is too wide.

use renown::battle::gothic;
use renown::battle::gothic::decisions;
use renown::battle::gothic::decisions::answer::Decision;
use renown::battle::gothic::event::Silent;
use renown::catalog::Catalog;
use renown::dice::Fast;
use renown::notation::Situation;
use renown::report::style::Style;
use renown::report::table::{bridge, text};
use renown::table::side::Side;
use unicode_width::UnicodeWidthStr as _;

use crate::random::{one_of, random};

#[test]
fn every_example_works_and_everything_fits_the_terminal() {
    let fleets = Catalog::embedded().fleets;
    let style = Style { width: 80, ..Style::default() };
    let mut kinds: Vec<String> = Vec::new();
    for seed in 0..6 {
        let mut dice = Fast::new(17, seed);
        let Situation { roster, mut battle } = random(&fleets, &mut dice, 4);
        for step in 0..300 {
            let due = battle.pending();
            let Some(side) = due.side() else { break };
            let examples = bridge::examples(&roster, &battle);
            assert!(!examples.is_empty(), "seed {seed}, step {step}: nothing is offered for {due:?}");
            for example in &examples {
                let answer = decisions::read(&battle, &roster, example)
                    .unwrap_or_else(|why| panic!("seed {seed}, step {step}: `{example}`: {why}"));
                let mut copy = battle;
                gothic::answer(&mut copy, &roster, &answer, &mut Fast::new(step, seed), &mut Silent)
                    .unwrap_or_else(|stop| panic!("seed {seed}, step {step}: `{example}`: {stop}"));
            }
            if step % 10 == 0 {
                let shown = [text::map(&roster, &battle, style), bridge::ships(&roster, &battle, side, style)].concat();
                for line in shown.lines() {
                    assert!(line.width() <= 80, "seed {seed}, step {step}: {line}");
                }
                let told = bridge::targets(&roster, &battle, side, style);
                assert!(!told.is_empty() && !bridge::orders(&roster, &battle, side, style).is_empty());
            }
            if !kinds.contains(&decisions::due(&roster, &due)) {
                kinds.push(decisions::due(&roster, &due));
            }
            let given = decisions::read(&battle, &roster, &examples[one_of(&mut dice, examples.len())]).expect("read");
            gothic::answer(&mut battle, &roster, &given, &mut dice, &mut Silent).expect("an example is taken");
            if battle.pending() == Decision::Over {
                break;
            }
        }
    }
    assert!(kinds.len() > 10, "too few decisions were met: {kinds:#?}");
}

#[test]
fn names_may_be_shortened_where_that_means_one_ship() {
    let fleets = Catalog::embedded().fleets;
    let text = "side = [{ name = 'Anna' }, { name = 'Boris' }]\nphase = 'movement'\nship = [\n\
        { name = 'Iron Duke', class = 'lunar', side = 'Anna', at = [60, 60], heading = 90 },\n\
        { name = 'Iron Fist', class = 'lunar', side = 'Anna', at = [60, 80], heading = 90 },\n\
        { name = 'Unclean', class = 'murder', side = 'Boris', at = [90, 60], heading = 270 }]\n";
    let Situation { roster, battle } = renown::notation::read("names", text, &fleets).expect("a situation");
    let write = |typed: &str| decisions::read(&battle, &roster, typed).map(|answer| decisions::write(&roster, &answer));
    assert_eq!(write("duke: lock on"), Ok("Iron Duke: lock on".to_owned()));
    assert_eq!(write("IRON F: lock on"), Ok("Iron Fist: lock on".to_owned()));
    assert_eq!(write("iron: lock on"), Err("\"iron\" may be one of several: write more of the name".to_owned()));
    assert!(write("Agrippa: lock on").is_err_and(|why| why.starts_with("there is no ship \"Agrippa\"")));
    let measured = decisions::measure(&battle, &roster, "measure iron d unc").expect("it is measured");
    assert_eq!(measured, Ok("Iron Duke is 30 cm from Unclean (SHIP-15)".to_owned()));
    let measured = decisions::measure(&battle, &roster, "measure Unclean 90 50").expect("it is measured");
    assert_eq!(measured, Ok("Unclean is 10 cm from 90 50 (SHIP-15)".to_owned()));
}

#[test]
fn targets_have_the_odds_of_the_guns_that_bear() {
    let fleets = Catalog::embedded().fleets;
    // Unclean lies abeam of the Lunar and shows it her bow.
    let text = "side = [{ name = 'Anna' }, { name = 'Boris' }]\nphase = 'shooting'\nship = [\n\
        { name = 'Duke', class = 'lunar', side = 'Anna', at = [60, 60], heading = 0 },\n\
        { name = 'Unclean', class = 'murder', side = 'Boris', at = [90, 60], heading = 270 }]\n";
    let Situation { roster, battle } = renown::notation::read("odds", text, &fleets).expect("a situation");
    let told = bridge::targets(&roster, &battle, Side::One, Style::default());
    // Firepower 6 at a closing cruiser: the second column, 4 dice at 5+ (GUNNERY-02). Two lances at 4+. Past 2 shields go
    // three hits or more: 9/81 + 24/81 of 3/4 + 32/81 of 1/4 = 35/81.
    for part in ["at Unclean, 30 cm:", " 6 in column 2: 4 dice at 5+", " 2: 2 dice at 4+", "hurt 43%"] {
        assert!(told.contains(part), "{part:?}: {told}");
    }
}
