//! Admirals against captains of the same fleet of about 1,500 points: the share of mirrors won, and seconds a battle on one
//! core. `RENOWN_BATTLES` fights that many instead of 40 of each people, `RENOWN_PEOPLE` those of one people, `RENOWN_FROM`
//! begins at another table than the first, `RENOWN_TRIALS` and `RENOWN_AHEAD` change his budget.

#![expect(clippy::cast_precision_loss, reason = "counts of battles are far below 2^52")]

#[path = "../tests/arena/mod.rs"]
mod arena;
#[path = "page/mod.rs"]
mod page;

use std::cmp::Ordering;
use std::str::FromStr;
use std::time::Instant;

use arena::{FLEETS, points, table};
use page::Page;
use renown::battle::gothic::event::Silent;
use renown::captain::{Budget, Captain, Standing, play};
use renown::catalog::Catalog;
use renown::dice::Fast;

fn wanted<T: FromStr>(name: &str, usual: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn main() {
    let catalog = Catalog::embedded();
    let (count, from): (u64, u64) = (wanted("RENOWN_BATTLES", 40), wanted("RENOWN_FROM", 0));
    let people = std::env::var("RENOWN_PEOPLE").unwrap_or_default();
    let usual = Budget::default();
    let budget = Budget { trials: wanted("RENOWN_TRIALS", usual.trials), ahead: wanted("RENOWN_AHEAD", usual.ahead) };
    let what = format!(
        "{count} battles each from table {from}, {} trials of {} player turns; a draw counts half",
        budget.trials, budget.ahead
    );
    let mut page = Page::new("admirals", &what);
    page.line("| people | won % | good to % | s/battle |");
    page.line("|---|---:|---:|---:|");
    let mut weak = Vec::new();
    for fleet in FLEETS.iter().filter(|fleet| fleet.people.contains(&people)) {
        let (mut halves, begun) = (0, Instant::now());
        for index in from..from + count {
            let mut found = table(&catalog.fleets, [fleet, fleet], 99, index);
            // Seats change every two battles, the first turn every battle.
            let seat = usize::from(index / 2 % 2 == 1);
            let standing = Standing::default();
            let mut captains = [Captain::admiral(standing, budget), Captain::new(standing)];
            captains.rotate_left(seat);
            let mut dice = Fast::new(2_026, index);
            let (battle, roster) = (&mut found.battle, &found.roster);
            play(battle, roster, &mut captains, &mut dice, &mut Silent, |_, _| {}, 20_000).expect("dice never run out");
            let points = points(&found);
            halves += match points[seat].cmp(&points[1 - seat]) {
                Ordering::Less => 0,
                Ordering::Equal => 1,
                Ordering::Greater => 2,
            };
        }
        let share = f64::from(halves) / (2 * count) as f64;
        if share < 0.75 {
            weak.push(format!("{} {:.0} %", fleet.people, 100.0 * share));
        }
        page.line(&format!(
            "| {} | {:.1} | {:.1} | {:.2} |",
            fleet.people,
            100.0 * share,
            196.0 * (share * (1.0 - share) / count as f64).sqrt(),
            begun.elapsed().as_secs_f64() / count as f64
        ));
    }
    page.line("");
    page.aim(weak.is_empty(), "75 % of mirrors won by every people", &weak.join(", "));
    page.end();
}
