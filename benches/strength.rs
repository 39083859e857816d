//! The strength table of captains: people against people in a Fleet Engagement of 500, 1,000 and 1,500 points a side.
//! `cargo bench --bench strength > benches/strength.md` makes the table that is kept beside it.

#![expect(clippy::cast_precision_loss, reason = "counts of battles are far below 2^52")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use renown::battle::gothic::victory::Facts;
use renown::campaign::turn::BySide;
use renown::captain::{Captain, Standing};
use renown::catalog::Catalog;
use renown::dice::Fast;
use renown::fight::{Fight, Muster};
use renown::scenario::Scenario;
use renown::scenario::battlefield::Table;
use renown::scenario::party::Party;
use renown::scenario::set_up::{Method, Plan};
use renown::scenario::zone::HouseRules;
use renown::table::side::Side;

type Fleet = &'static [(&'static str, u32)];

/// People, and a fleet of theirs at each size.
const PEOPLES: [(&str, [Fleet; 3]); 5] = [
    (
        "Imperial",
        [
            &[("lunar", 1), ("dauntless", 1), ("sword", 3), ("cobra", 3)],
            &[("dictator", 1), ("lunar", 1), ("gothic", 1), ("tyrant", 1), ("sword", 4), ("cobra", 3)],
            &[
                ("overlord", 1),
                ("dictator", 1),
                ("lunar", 2),
                ("gothic", 1),
                ("dominator", 1),
                ("sword", 5),
                ("cobra", 5),
            ],
        ],
    ),
    (
        "Chaos",
        [
            &[("murder", 1), ("slaughter", 1), ("iconoclast", 3), ("infidel", 2)],
            &[("devastation", 1), ("carnage", 1), ("murder", 1), ("slaughter", 1), ("idolator", 4), ("infidel", 3)],
            &[("styx", 1), ("devastation", 1), ("carnage", 2), ("murder", 2), ("slaughter", 1), ("idolator", 4)],
        ],
    ),
    (
        "Ork",
        [
            &[("kill-kroozer", 1), ("kill-kroozer", 1), ("ravager", 3), ("onslaught", 2)],
            &[
                ("terror-ship", 1),
                ("kill-kroozer", 1),
                ("kill-kroozer", 1),
                ("kill-kroozer", 1),
                ("ravager", 5),
                ("brute", 6),
            ],
            &[
                ("hammer", 1),
                ("terror-ship", 1),
                ("kill-kroozer", 1),
                ("kill-kroozer", 1),
                ("kill-kroozer", 1),
                ("ravager", 6),
                ("onslaught", 6),
                ("brute", 6),
            ],
        ],
    ),
    (
        "Eldar",
        [
            &[("shadow", 1), ("hellebore", 3), ("hemlock", 2)],
            &[("eclipse", 1), ("shadow", 1), ("aurora", 1), ("hellebore", 3), ("nightshade", 4)],
            &[("void-stalker", 1), ("eclipse", 1), ("shadow", 1), ("aurora", 1), ("hellebore", 4), ("hemlock", 6)],
        ],
    ),
    (
        "Marine",
        [
            &[("sm-strike-cruiser", 1), ("sm-strike-cruiser", 1), ("sm-gladius", 3), ("sm-hunter", 2)],
            &[
                ("sm-battle-barge", 1),
                ("sm-strike-cruiser", 1),
                ("sm-strike-cruiser", 1),
                ("sm-gladius", 4),
                ("sm-hunter", 2),
            ],
            &[
                ("sm-battle-barge", 1),
                ("sm-strike-cruiser", 1),
                ("sm-strike-cruiser", 1),
                ("sm-strike-cruiser", 1),
                ("sm-strike-cruiser", 1),
                ("sm-gladius", 5),
                ("sm-nova", 3),
                ("sm-hunter", 3),
            ],
        ],
    ),
];

const SIZES: [u32; 3] = [500, 1000, 1500];

fn worth(catalog: &Catalog, fleet: Fleet) -> u32 {
    let points = |class: &str| catalog.fleets.class(class).and_then(|class| class.points).unwrap_or(0);
    fleet.iter().map(|(class, count)| points(class) * count).sum()
}

fn fight(catalog: &Catalog, size: u32, fleets: [Fleet; 2]) -> Fight {
    let muster = Muster::one_off(["Anna", "Bert"], fleets, catalog);
    let party = |name: &str| Party { name: name.to_owned(), rating: 2, points: size, ..Party::default() };
    let plan = Plan {
        scenario: Scenario::FleetEngagement,
        table: Table::USUAL,
        method: Method::BySquares,
        zone: None,
        size,
        sides: BySide { attacker: party("Anna"), defender: party("Bert") },
        house: HouseRules::default(),
        surprised: false,
    };
    Fight::ready(muster, plan, catalog).unwrap_or_else(|why| panic!("{why}"))
}

/// Wins of the first, draws, and the sum that names all results.
fn meet(fight: &Fight, count: u64) -> (u64, u64, u64) {
    let (next, wins, draws, sum) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        break;
                    }
                    let captain = || Captain::new(Standing::default());
                    let mut dice = Fast::new(40_000, index);
                    let end = fight.simulate(&mut dice, &mut [captain(), captain()]).expect("the dice never run out");
                    let (points, _) = Facts::of(&fight.roster, &end).standing();
                    let earned = Side::BOTH.map(|side| {
                        // Who surrenders has lost whatever he earned (SCEN-131).
                        let lost = end.mission.surrendered == Some(side);
                        if lost { 0 } else { points[side as usize] + 1 }
                    });
                    wins.fetch_add(u64::from(earned[0] > earned[1]), Ordering::Relaxed);
                    draws.fetch_add(u64::from(earned[0] == earned[1]), Ordering::Relaxed);
                    let name = (index + 1).wrapping_mul(u64::from(earned[0]) * 1009 + u64::from(earned[1]));
                    sum.fetch_add(name, Ordering::Relaxed);
                }
            });
        }
    });
    (wins.into_inner(), draws.into_inner(), sum.into_inner())
}

fn main() {
    let catalog = Catalog::embedded();
    let count: u64 = std::env::var("RENOWN_BATTLES").ok().and_then(|count| count.parse().ok()).unwrap_or(1000);
    println!("# Strength of captains\n");
    println!(
        "Percent of {count} Fleet Engagements that the row (attacker) wins against the column, captains on both sides."
    );
    println!("Made by `cargo bench --bench strength`. A figure of 1,000 battles is good to about 3 percent.");
    let (begun, mut fights) = (Instant::now(), 0);
    for (place, size) in SIZES.iter().enumerate() {
        println!("\n## {size} points\n");
        println!("| | {} | points |", PEOPLES.map(|(name, _)| name).join(" | "));
        println!("|---|{}---:|", "---:|".repeat(PEOPLES.len()));
        for (name, fleets) in PEOPLES {
            let mut row = vec![];
            for (_, others) in PEOPLES {
                let fight = fight(&catalog, *size, [fleets[place], others[place]]);
                let (wins, draws, _) = meet(&fight, count);
                fights += count;
                row.push(format!("{:.0}", 100.0 * (wins as f64 + draws as f64 / 2.0) / count as f64));
            }
            println!("| **{name}** | {} | {} |", row.join(" | "), worth(&catalog, fleets[place]));
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    eprintln!("{fights} battles in {seconds:.0} s: {:.0} a second", fights as f64 / seconds);
}
