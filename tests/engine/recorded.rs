//! Writes down battles as they are played today, as cases: what changes them changes the engine.
//!
//! They do not say what is right, which the other cases do; they notice what nobody meant to change. After a change that is
//! meant, `cargo test --test engine recorded:: -- --ignored` writes them anew.

use std::fmt::Write as _;

use renown::battle::gothic::decisions::answer::Decision;
use renown::battle::gothic::decisions::wording;
use renown::battle::gothic::event::Silent;
use renown::captain::{self, Captain};
use renown::catalog::Catalog;
use renown::dice::{Fast, Recorder};
use renown::notation;

use crate::random::random;

/// How many battles, and how many answers of each.
const BATTLES: u64 = 60;
const ANSWERS: usize = 110;

const HEAD: &str = "# Battles between cadets as the engine plays them, written by `cargo test --test engine recorded:: -- --ignored`.\n\
                    # They notice what changes; what is right is shown by the other files.\n";

/// One battle as a table and a case.
fn recorded(catalog: &Catalog, seed: u64) -> String {
    let mut dice = Fast::new(7_001, seed);
    let found = random(&catalog.fleets, &mut dice, 2 + u32::try_from(seed % 4).expect("below 4"));
    let (roster, mut battle) = (&found.roster, found.battle);
    let mut fresh = Fast::new(7_002, seed);
    let mut dice = Recorder::new(&mut fresh);
    let mut captains = [Captain::cadet(200, seed), Captain::cadet(200, seed + 1)];
    let mut actions = Vec::new();
    while battle.pending() != Decision::Over {
        let asked = matches!(battle.pending(), Decision::Asked(..) | Decision::Convert(_));
        if actions.len() >= ANSWERS && !asked {
            break;
        }
        let done = captain::step(&mut battle, roster, &mut captains, &mut dice, &mut Silent);
        let Some((answer, _)) = done.expect("these dice never run out") else { break };
        actions.push(wording::write(roster, &answer));
    }
    let faces: Vec<String> =
        dice.into_rolls().iter().map(|roll| roll.faces.iter().map(|face| face.face().to_string()).collect()).collect();
    let mut text = format!("\n[[table]]\nname = \"{seed}\"\nsituation = \"\"\"\n");
    text.push_str(&notation::write(roster, &found.battle).replace('\\', "\\\\"));
    let _ = writeln!(
        text,
        "\"\"\"\n\n[[case]]\nrules = [\"TURN-01\"]\nname = \"battle {seed} of cadets ends as it did\"\ntable = \"{seed}\""
    );
    let _ = writeln!(text, "actions = {:#?}\ndice = \"{}\"\n[case.figures]", actions, faces.join(" "));
    for (id, ship) in battle.all() {
        let name = &roster[id].name;
        let _ = writeln!(
            text,
            "\"{name}/at\" = \"{}\"\n\"{name}/heading\" = {}\n\"{name}/hits\" = {}\n\"{name}/fate\" = \"{}\"",
            ship.at,
            ship.heading.degrees(),
            ship.hits,
            ship.fate.word()
        );
    }
    let _ = writeln!(
        text,
        "\"turn\" = {}\n\"phase\" = \"{}\"\n\"markers\" = {}",
        battle.turn,
        battle.phase.word(),
        battle.markers.len()
    );
    text
}

#[test]
#[ignore = "writes the cases anew"]
fn write_recorded_battles() {
    let catalog = Catalog::embedded();
    let cases: Vec<String> = (0..BATTLES).map(|seed| recorded(&catalog, seed)).collect();
    std::fs::write("tests/rules/recorded-battles.toml", format!("{HEAD}{}", cases.concat()))
        .expect("it can be written");
}
