//! Figures that people give stay within what any game holds, so that nothing worked out from them runs over.

use super::command::{Command, NewVessel};
use super::refusal::Refusal;
use super::turn::BySide;
use crate::campaign::state::battle::report::Report;
use crate::text::thousands;

/// The most of anything that is counted: ships, hits, points, turns.
pub const MOST: u32 = 10_000;

/// Most units off the register in one report.
const GUESTS: usize = 40;

/// Most vessels that are commissioned at once.
const VESSELS: usize = 200;

/// What is out of all bounds in a command, its report left to [`report`].
#[expect(clippy::wildcard_enum_match_arm, reason = "the others hold no figures")]
pub(super) fn command(command: &Command) -> Vec<Refusal> {
    let mut found = Vec::new();
    match command {
        Command::BuyVessel { new, .. } | Command::TakeReinforcement { new, .. } => vessel(new, &mut found),
        Command::ImportFleet { vessels, .. } => {
            found.extend(many("vessels at once", vessels.len(), VESSELS));
            vessels.iter().take(VESSELS).for_each(|new| vessel(new, &mut found));
        }
        Command::AgreeSize { points, transports, .. } => {
            found.extend(points.and_then(|points| figure("points of a battle", points)));
            found.extend(transports.and_then(|transports| figure("transports", transports)));
        }
        Command::PickFleet { defences, works, .. } => {
            found.extend(figure("points of defences", *defences));
            found.extend(works.iter().filter_map(|(id, number)| figure(id, *number)));
        }
        Command::BuyDefences { works, .. } => {
            found.extend(works.iter().filter_map(|(id, number)| figure(id, *number)));
        }
        Command::SpendRepairs { spend: Some(spend), .. } => {
            found.extend(spend.iter().filter_map(|(_, number)| figure("repairs", *number)));
        }
        _ => {}
    }
    found
}

fn vessel(new: &NewVessel, found: &mut Vec<Refusal>) {
    found.extend(many("classes in one vessel", new.ships.len(), GUESTS));
    found.extend(many("upgrades of one vessel", new.upgrades.len(), GUESTS));
    found.extend(new.ships.iter().filter_map(|ships| figure(&ships.class, ships.count)));
    found.extend(new.officer.as_ref().and_then(|officer| figure("re-rolls", officer.extra_rerolls)));
}

/// What is out of all bounds in a report.
pub(super) fn report(report: &Report) -> Vec<Refusal> {
    let mut found: Vec<Refusal> = many("units off the register", report.guests.len(), GUESTS).into_iter().collect();
    let mut look = |what: &str, number: Option<u32>| found.extend(number.and_then(|number| figure(what, number)));
    look("turns", report.turns);
    look("transports", report.transports_through);
    look("half transports", report.half_transports_through);
    look("assault points", report.assault_points);
    for taken in [&report.slaves, &report.impaler_slaves].into_iter().flatten().flat_map(BySide::both) {
        look("slaves", Some(*taken));
    }
    report.victory_points.both().into_iter().for_each(|points| look("victory points", *points));
    if let Some(table) = &report.table {
        look("turns of alert", table.alert_turns);
        look("clusters", table.clusters);
    }
    for entry in &report.vessels {
        look("hits", Some(entry.hits_lost));
        look("escorts", entry.left);
        look("turns", entry.arrived);
        entry.lost.iter().for_each(|(class, number)| look(class, Some(*number)));
        entry.destroyed_by.iter().for_each(|one| look("wrecks", Some(one.number)));
    }
    for guest in &report.guests {
        look("points of a unit", Some(guest.points));
        look("units", Some(guest.number));
        guest.destroyed_by.iter().for_each(|one| look("wrecks", Some(one.number)));
    }
    found
}

/// A sum that stays the largest figure where it would run over: a file that others wrote may hold any.
pub fn total(figures: impl Iterator<Item = u32>) -> u32 {
    figures.fold(0, u32::saturating_add)
}

fn figure(what: &str, number: u32) -> Option<Refusal> {
    let says = || format!("no game has {} of {what}: {} is the most", thousands(number), thousands(MOST));
    (number > MOST).then(|| Refusal::plain(says()).hint("mend the figure"))
}

fn many(what: &str, number: usize, most: usize) -> Option<Refusal> {
    let number_in_words = thousands(i64::try_from(number).unwrap_or(i64::MAX));
    let says = || format!("there are {number_in_words} {what}, and {most} is the most");
    (number > most).then(|| Refusal::plain(says()).hint("give them in several parts"))
}
