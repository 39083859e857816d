//! What captains do in battles of about 1,500 points against their own mirror image, counted: ships that sail off the table
//! though they could fight, what becomes of torpedoes, rams and boardings, orders, turns and losses. `RENOWN_BATTLES` fights
//! that many instead of 200 of each people, `RENOWN_PEOPLE` those of one people.

#![expect(clippy::cast_precision_loss, reason = "counts of battles and events are far below 2^52")]

#[path = "../tests/arena/mod.rs"]
mod arena;
#[path = "page/mod.rs"]
mod page;

use std::collections::BTreeMap;

use arena::{FLEETS, Fleet, points, table};
use page::Page;
use renown::battle::gothic::event::{Event, Log};
use renown::battle::gothic::state::ordnance::{FlightId, FlightKind};
use renown::battle::gothic::state::{Fate, Order, ShipId};
use renown::captain::{Captain, Standing, step};
use renown::catalog::Catalog;
use renown::dice::Fast;

/// What is counted in some battles.
#[derive(Default)]
struct Tally {
    turns: u64,
    ships: u64,
    lost: u64,
    disengaged: u64,
    /// Ships that left by an edge with more than half of their hits.
    strays: u64,
    /// Those that left by an edge crippled.
    lame: u64,
    salvoes: u64,
    torpedoes: u64,
    torpedo_hits: u64,
    /// Salvoes that are gone, by the rule.
    gone: BTreeMap<&'static str, u64>,
    waves: u64,
    wave_hits: u64,
    rams: u64,
    boardings: u64,
    raids: u64,
    orders: [u64; 6],
    points: u64,
}

/// Keeps what is counted of one battle.
#[derive(Default)]
struct Watch {
    events: Vec<Event>,
}

impl Log for Watch {
    fn tell(&mut self, event: Event) {
        self.events.push(event);
    }
}

fn is_torpedoes(flight: FlightId) -> bool {
    flight.kind.is_salvo() && flight.kind != FlightKind::Boarding
}

impl Tally {
    fn take(&mut self, event: &Event, able: impl Fn(ShipId) -> bool) {
        match event {
            Event::LeftTable(ship) if able(*ship) => self.strays += 1,
            Event::LeftTable(_) => self.lame += 1,
            Event::Launched(flight, _, strength) if is_torpedoes(*flight) => {
                self.salvoes += 1;
                self.torpedoes += u64::from(*strength);
            }
            Event::Launched(flight, ..) if flight.kind == FlightKind::Wave => self.waves += 1,
            Event::OrdnanceDice(flight, _, _, _, hits, _) if is_torpedoes(*flight) => {
                self.torpedo_hits += u64::from(*hits);
            }
            Event::OrdnanceDice(flight, _, _, _, hits, _) if flight.kind == FlightKind::Wave => {
                self.wave_hits += u64::from(*hits);
            }
            Event::FlightGone(flight, rule) if is_torpedoes(*flight) => *self.gone.entry(rule).or_default() += 1,
            Event::RamHit(..) => self.rams += 1,
            Event::BoardingDeclared(..) => self.boardings += 1,
            Event::Raid(..) => self.raids += 1,
            Event::Ordered(_, order) => self.orders[*order as usize] += 1,
            Event::Disengaged(_) => self.disengaged += 1,
            _ => {}
        }
    }
}

/// Fights `count` battles of a people.
fn run(catalog: &Catalog, fleet: &Fleet, count: u64, campaign: bool) -> Tally {
    let mut tally = Tally::default();
    for index in 0..count {
        let mut found = table(&catalog.fleets, [fleet, fleet], 99, index);
        let standing = Standing { campaign, ..Standing::default() };
        let mut captains = [Captain::new(standing), Captain::new(standing)];
        let mut dice = Fast::new(2_026, index);
        let mut watch = Watch::default();
        loop {
            let (battle, roster) = (&mut found.battle, &found.roster);
            watch.events.clear();
            let before = *battle;
            let done = step(battle, roster, &mut captains, &mut dice, &mut watch).expect("these dice never run out");
            if done.is_none() {
                break;
            }
            for event in &watch.events {
                tally.take(event, |ship| 2 * before.ship(ship).hits > roster[ship].profile.hits);
            }
        }
        tally.turns += u64::from(found.battle.turn);
        tally.ships += found.battle.ships.len() as u64;
        let wreck = |fate: Fate| matches!(fate, Fate::Destroyed | Fate::Drifting | Fate::Blazing);
        tally.lost += found.battle.ships.iter().filter(|ship| wreck(ship.fate)).count() as u64;
        tally.points += points(&found).iter().map(|points| u64::from(*points)).sum::<u64>();
    }
    tally
}

fn main() {
    let catalog = Catalog::embedded();
    let count: u64 = std::env::var("RENOWN_BATTLES").ok().and_then(|count| count.parse().ok()).unwrap_or(200);
    let people = std::env::var("RENOWN_PEOPLE").unwrap_or_default();
    let mut page = Page::new("blunders", &format!("{count} battles each, captains against their mirror image"));
    page.line("| people | | turns | lost % | strays | lame | salvoes | torpedoes that hit % | gone by rule % | waves | hits a wave | rams | boardings | raids | orders |");
    page.line("|---|---|---:|---:|---:|---:|---:|---:|---|---:|---:|---:|---:|---:|---|");
    let (mut strays, mut lost) = (Vec::new(), Vec::new());
    for campaign in [false, true] {
        for fleet in FLEETS.iter().filter(|fleet| fleet.people.contains(&people)) {
            let tally = run(&catalog, fleet, count, campaign);
            let per = |number: u64| format!("{:.2}", number as f64 / count as f64);
            let share = |part: u64, whole: u64| format!("{:.1}", 100.0 * part as f64 / whole.max(1) as f64);
            if tally.strays * 20 > count {
                strays.push(format!("{} {}", fleet.people, per(tally.strays)));
            }
            let grounded: u64 =
                tally.gone.iter().filter(|(rule, _)| LOST.contains(rule)).map(|(_, number)| number).sum();
            if grounded * 50 > tally.salvoes {
                lost.push(format!("{} {} %", fleet.people, share(grounded, tally.salvoes)));
            }
            let gone: Vec<String> =
                tally.gone.iter().map(|(rule, number)| format!("{rule} {}", share(*number, tally.salvoes))).collect();
            let orders: Vec<String> = tally
                .orders
                .iter()
                .enumerate()
                .map(|(order, number)| format!("{:?} {}", ORDERS[order], per(*number)))
                .collect();
            page.line(&format!(
                "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.2} | {} | {} | {} | {} |",
                fleet.people,
                if campaign { "campaign" } else { "single" },
                per(tally.turns),
                share(tally.lost, tally.ships),
                per(tally.strays),
                per(tally.lame),
                per(tally.salvoes),
                share(tally.torpedo_hits, tally.torpedoes),
                gone.join(", "),
                per(tally.waves),
                tally.wave_hits as f64 / tally.waves.max(1) as f64,
                per(tally.rams),
                per(tally.boardings),
                per(tally.raids),
                orders.join(", "),
            ));
        }
    }
    page.line("");
    page.aim(
        strays.is_empty(),
        "at most one ship in twenty battles leaves by an edge that could fight",
        &strays.join(", "),
    );
    page.aim(lost.is_empty(), "at most 2 % of salvoes are lost to ground or to other torpedoes", &lost.join(", "));
    page.end();
}

/// Rules by which a salvo is lost to ground or to other torpedoes.
const LOST: [&str; 2] = ["TORP-08", "TORP-16"];

const ORDERS: [Order; 6] = [
    Order::AllAheadFull,
    Order::ComeToNewHeading,
    Order::BurnRetros,
    Order::LockOn,
    Order::ReloadOrdnance,
    Order::Brace,
];
