//! Captains against captains and against cadets with fleets of about 1,500 points: battles a second and core for each
//! people, the share of battles won, and a checksum of all final situations. `RENOWN_BATTLES` fights that many instead of
//! 200, `RENOWN_PEOPLE` those of one people, and `RENOWN_CADETS=no` none against cadets: for counting instructions.

#![expect(clippy::cast_precision_loss, reason = "counts of battles and answers are far below 2^52")]

#[path = "../tests/arena/mod.rs"]
mod arena;
#[path = "page/mod.rs"]
mod page;

use std::time::Instant;

use arena::{FLEETS, Fleet, points, table};
use page::Page;
use renown::battle::gothic::event::Silent;
use renown::battle::gothic::state::Battle;
use renown::captain::{Captain, Standing, play};
use renown::catalog::Catalog;
use renown::dice::Fast;

/// Battles between captains a second and core.
const AIM: f64 = 500.0;

/// A number that names the end of a battle.
fn digest(battle: &Battle) -> u64 {
    battle.ships.iter().fold(0xcbf2_9ce4_8422_2325, |sum, ship| {
        let parts =
            [ship.at.x.0, ship.at.y.0, i32::from(ship.heading.degrees()), i32::from(ship.hits), ship.fate as i32];
        parts.iter().fold(sum, |sum, part| (sum ^ u64::from(part.cast_unsigned())).wrapping_mul(0x0100_0000_01b3))
    })
}

/// Fights `count` battles of a people and prints a line. Returns the battles a second.
fn run(catalog: &Catalog, fleet: &Fleet, count: u64, cadet: bool, page: &mut Page) -> f64 {
    let (mut seconds, mut answers, mut won, mut check) = (0.0, 0, 0, 0_u64);
    for index in 0..count {
        let mut found = table(&catalog.fleets, [fleet, fleet], 99, index);
        let mut captains = [Captain::new(Standing::default()), Captain::new(Standing::default())];
        if cadet {
            captains[1] = Captain::cadet(5, index);
        }
        let mut dice = Fast::new(2_026, index);
        let begun = Instant::now();
        let (battle, roster) = (&mut found.battle, &found.roster);
        let taken = play(battle, roster, &mut captains, &mut dice, &mut Silent, |_, _| {}, 20_000);
        seconds += begun.elapsed().as_secs_f64();
        answers += u64::from(taken.expect("these dice never run out").answers);
        check = check.wrapping_add(digest(&found.battle));
        let points = points(&found);
        won += u64::from(points[0] > points[1]);
    }
    page.line(&format!(
        "| {} | {} | {:.0} | {:.0} | {:.2} | {:.1} | {check:016x} |",
        fleet.people,
        if cadet { "cadet" } else { "captain" },
        count as f64 / seconds,
        answers as f64 / seconds,
        seconds * 1e6 / answers.max(1) as f64,
        100.0 * won as f64 / count as f64,
    ));
    count as f64 / seconds
}

fn main() {
    let catalog = Catalog::embedded();
    let count: u64 = std::env::var("RENOWN_BATTLES").ok().and_then(|count| count.parse().ok()).unwrap_or(200);
    let people = std::env::var("RENOWN_PEOPLE").unwrap_or_default();
    let alone = std::env::var("RENOWN_CADETS").is_ok_and(|word| word == "no");
    let mut page = Page::new("captains", &format!("{count} battles each, on one core"));
    page.line("| captain of | against a | battles/s | answers/s | us/answer | won % | checksum |");
    page.line("|---|---|---:|---:|---:|---:|---|");
    let mut slow = Vec::new();
    for cadet in [false, true].into_iter().filter(|cadet| !cadet || !alone) {
        for fleet in FLEETS.iter().filter(|fleet| fleet.people.contains(&people)) {
            let speed = run(&catalog, fleet, count, cadet, &mut page);
            if !cadet && speed < AIM {
                slow.push(format!("{} {speed:.0}", fleet.people));
            }
        }
    }
    page.line("");
    page.aim(slow.is_empty(), "500 battles between captains a second", &slow.join(", "));
    page.end();
}
