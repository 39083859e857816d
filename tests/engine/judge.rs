//! One judge: what a battle of the engine comes to when it is over is what the campaign decides from its report.

use std::collections::BTreeMap;
use std::rc::Rc;

use renown::battle::gothic::state::Battle;
use renown::battle::gothic::sub_plots::judged::achieved;
use renown::battle::gothic::victory::Facts;
use renown::campaign::command::Command;
use renown::campaign::event::Event;
use renown::campaign::turn::report::Role;
use renown::campaign::turn::victory::BattleResult;
use renown::catalog::Catalog;
use renown::fight::{Fight, replay};
use renown::marshal::Marshal;
use renown::notation;
use renown::table::side::Side;

use crate::support::month::{Month, moment};

/// Everything in which the engine and the campaign differ about a battle.
fn differences(fight: &Fight, end: &Battle, result: &BattleResult) -> Vec<String> {
    let facts = Facts::of(&fight.roster, end);
    let (field, (points, winner)) = (facts.field(), facts.standing());
    let mut found = Vec::new();
    let mut compare = |what: &str, engine: String, campaign: String| {
        if engine != campaign {
            found.push(format!("{what}: {engine} by the engine, {campaign} by the campaign"));
        }
    };
    let seat = |role: Option<Role>| role.map(Fight::side);
    compare("winner", format!("{winner:?}"), format!("{:?}", seat(result.winner)));
    compare("field", format!("{field:?}"), format!("{:?}", seat(result.field)));
    for role in [Role::Attacker, Role::Defender] {
        let side = Fight::side(role);
        let campaign = result.victory_points.of(role).to_string();
        compare(&format!("{role}'s points"), points[side as usize].to_string(), campaign);
        let plot = facts.plots[side as usize].map(|ploy| ploy.plot.word()).unwrap_or_default();
        let met = achieved(&facts, side, winner).unwrap_or_default();
        compare(&format!("{role}'s {plot}"), met.to_string(), result.plots.of(role).to_string());
    }
    found
}

#[test]
fn engine_and_campaign_judge_alike() {
    let catalog = Rc::new(Catalog::embedded());
    let wars: u64 = std::env::var("RENOWN_JUDGED").ok().and_then(|text| text.parse().ok()).unwrap_or(8);
    let (mut fought, mut wrong) = (0, Vec::new());
    let mut scenarios: BTreeMap<String, u32> = BTreeMap::new();
    let mut plots: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in 0..wars {
        let mut month = Month::playable(1000 + seed, &catalog);
        let mut marshal =
            Marshal::new(&mut month.store, &catalog, &format!("judged {seed}"), moment()).expect("it is readable");
        for _ in 0..2 {
            marshal.week(2).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        }
        let head = marshal.now.head.id;
        for recorded in month.store.entries(1..=head).expect("it is readable") {
            let Some(Command::RecordBattle { battle, fought: record, .. }) = recorded.entry.command() else { continue };
            let events = recorded.entry.events().unwrap_or_default();
            let Some(Event::BattleReported { result, .. }) =
                events.iter().find(|event| matches!(event, Event::BattleReported { .. }))
            else {
                continue;
            };
            let before = month.store.as_of(recorded.entry.entry - 1).expect("it is readable").campaign;
            let fight = Fight::new(&before, battle, &catalog).unwrap_or_else(|why| panic!("{why}"));
            let record = record.as_ref().expect("the engine fought it");
            let file = notation::read_battle("record", &record.file, &catalog.fleets).expect("it reads back");
            let end = replay::again(&file, &mut |_, _, _, _| {}).unwrap_or_else(|why| panic!("{why}"));
            fought += 1;
            *scenarios.entry(fight.scenario.to_string()).or_default() += 1;
            for side in Side::BOTH {
                let plot = end.players[side as usize].plot;
                *plots.entry(plot.map_or("none", |plot| plot.plot.word())).or_default() += 1;
            }
            let found = differences(&fight, &end, result);
            if !found.is_empty() {
                let scenario = fight.scenario;
                wrong.push(format!("war {seed}, battle {}, {scenario}: {}", battle.0, found.join("; ")));
            }
        }
    }
    eprintln!("{fought} battles, {} judged otherwise: {scenarios:?}, {plots:?}", wrong.len());
    assert!(wrong.is_empty(), "{} of {fought} battles: {wrong:#?}", wrong.len());
    assert!(fought > 0);
}
