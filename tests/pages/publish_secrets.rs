//! Nothing that a view may not know is in any published byte. Random campaigns are published beside a twin that differs
//! in its secrets alone, and before and after commands that are secret: the bytes are the same for everybody else.

use std::collections::BTreeMap;
use std::rc::Rc;

use renown::campaign::command::Command;
use renown::campaign::options::OptionValue;
use renown::campaign::state::{BattleId, Campaign, PlayerId, SystemId, VesselState};
use renown::campaign::turn::Step;
use renown::campaign::turn::plots::Plot;
use renown::campaign::view::Viewer;
use renown::catalog::Catalog;
use renown::club::PROGRAM;
use renown::dice::Pip;
use renown::publish::html::Html;
use renown::publish::{File, Picture, Sources, site};
use renown::store::{Recorded, Snapshot};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::support::month::{Month, challenge, moment, play, take};

fn published(month: &Month, now: &Campaign, entries: &[Recorded], viewer: Viewer) -> Vec<File> {
    let (today, catalog) = (month.at.date(), &*month.catalog);
    // Every battle was fought by the program, and its pictures name the ships.
    let canary = || Picture { from: "canary".to_owned(), drawn: Some(Html::from("canary")) };
    let replays: BTreeMap<BattleId, Result<Picture, String>> =
        now.battles.keys().map(|id| (*id, Ok(canary()))).collect();
    let wording = renown::cli::hints::words;
    site(&Sources {
        campaign: now,
        viewer,
        entries,
        catalog,
        today,
        dice: true,
        replays: &replays,
        wording,
        unframed: false,
    })
}

fn whole(month: &Month) -> (Snapshot, Vec<Recorded>) {
    let now = month.store.whole().expect("it is readable");
    let entries = month.store.entries(1..=now.head.id).expect("they are readable");
    (now, entries)
}

fn sites(month: &Month, viewers: &[Viewer]) -> Vec<Vec<File>> {
    let (now, entries) = whole(month);
    viewers.iter().map(|viewer| published(month, &now.campaign, &entries, *viewer)).collect()
}

/// The first file and line that is not the same, for a short complaint.
fn assert_same(one: &[File], other: &[File], told: &str) {
    let names = |files: &[File]| files.iter().map(|file| file.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(one), names(other), "{told}");
    for (one, other) in one.iter().zip(other) {
        let differs = one.content.lines().zip(other.content.lines()).find(|(one, other)| one != other);
        assert_eq!(differs, None, "{told}: {}", one.name);
        assert_eq!(one.content.len(), other.content.len(), "{told}: {}", one.name);
    }
}

/// The same value with every text in it changed.
fn twin<T: Serialize + DeserializeOwned>(value: &T, change: &dyn Fn(&mut Value)) -> T {
    let mut json = serde_json::to_value(value).expect("it is JSON");
    walk(&mut json, change);
    serde_json::from_value(json).expect("it is still the same kind of thing")
}

fn walk(value: &mut Value, change: &dyn Fn(&mut Value)) {
    change(value);
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| walk(item, change)),
        Value::Object(fields) => fields.values_mut().for_each(|field| walk(field, change)),
        _ => {}
    }
}

fn raw_twin(raw: &RawValue, change: &dyn Fn(&mut Value)) -> Box<RawValue> {
    let mut json: Value = serde_json::from_str(raw.get()).expect("it is JSON");
    walk(&mut json, change);
    // The kind of an event stands first, as the program writes it.
    let mut fields: Vec<(String, Value)> = match json {
        Value::Object(fields) => fields.into_iter().collect(),
        other => panic!("{other}"),
    };
    fields.sort_by_key(|(name, _)| !["event", "command"].contains(&name.as_str()));
    let fields: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("{}:{value}", serde_json::to_string(name).expect("a name")))
        .collect();
    RawValue::from_string(format!("{{{}}}", fields.join(","))).expect("it is JSON")
}

/// The campaign and its journal with every name of a vessel changed.
fn other_names(now: &Campaign, entries: &[Recorded]) -> (Campaign, Vec<Recorded>) {
    let rename = |text: &str| {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('V') {
            let digits = rest[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
            let alone = !rest[..at].ends_with(|letter: char| letter.is_alphanumeric());
            out.push_str(&rest[..at]);
            out.push_str(if digits > 0 && alone { "Linnet of the Longer Name " } else { "V" });
            rest = &rest[at + 1..];
        }
        out + rest
    };
    let change = |value: &mut Value| {
        if let Value::String(text) = value {
            *text = rename(text);
        }
    };
    let mut campaign = now.clone();
    campaign.vessels.values_mut().for_each(|vessel| *vessel = twin(vessel, &change));
    campaign.battles.values_mut().for_each(|battle| *battle = twin(battle, &change));
    campaign.players.values_mut().for_each(|player| *player = twin(player, &change));
    let mut entries = entries.to_vec();
    for entry in entries.iter_mut().map(|recorded| &mut recorded.entry) {
        entry.command = entry.command.as_deref().map(|raw| raw_twin(raw, &change));
        entry.events = entry.events.iter().map(|raw| raw_twin(raw, &change)).collect();
        entry.dice.iter_mut().for_each(|roll| roll.purpose = rename(&roll.purpose));
    }
    (campaign, entries)
}

/// A random campaign with secret lists.
fn with_secret_lists(seed: u64, catalog: &Rc<Catalog>) -> Month {
    Month::with_options(seed, catalog, &[("secret-lists", OptionValue::Flag(true))])
}

#[test]
fn secret_registers_are_in_no_byte() {
    let catalog = Rc::new(Catalog::embedded());
    for seed in [3, 8] {
        let mut month = with_secret_lists(seed, &catalog);
        for _ in 0..4 {
            play(&mut month);
        }
        let (now, entries) = whole(&month);
        let (other, other_entries) = other_names(&now.campaign, &entries);
        let public = published(&month, &now.campaign, &entries, Viewer::Public);
        assert_same(
            &public,
            &published(&month, &other, &other_entries, Viewer::Public),
            &format!("seed {seed}: names of vessels can be read"),
        );
        for file in &public {
            let vessel =
                file.content.match_indices(">V").find(|(at, _)| file.content[at + 2..].starts_with(char::is_numeric));
            assert_eq!(vessel, None, "seed {seed}: {} names a vessel", file.name);
            let told = ["ship-", "replay-"].iter().any(|start| file.name.starts_with(start));
            assert!(!told, "seed {seed}: {}", file.name);
        }
        // The owner and the arbitrator do see them.
        let owner = now.campaign.vessels.values().next().expect("a vessel").player;
        for viewer in [Viewer::Player(owner), Viewer::Arbitrator] {
            let files = published(&month, &now.campaign, &entries, viewer);
            assert!(files.iter().any(|file| file.name.starts_with(&format!("ship-{}-", owner.0))), "seed {seed}");
        }
    }
}

#[test]
fn a_secret_command_leaves_no_trace() {
    let catalog = Rc::new(Catalog::embedded());
    let mut month = with_secret_lists(5, &catalog);
    play(&mut month);
    let vessel =
        month.campaign().vessels.values().find(|vessel| vessel.state == VesselState::Ready).expect("one").clone();
    let others = month.campaign().players.keys().filter(|id| **id != vessel.player).map(|id| Viewer::Player(*id));
    let viewers: Vec<Viewer> = std::iter::once(Viewer::Public).chain(others).collect();
    let before = sites(&month, &viewers);
    let owner = [Viewer::Player(vessel.player)];
    let owners = sites(&month, &owner);
    let rename = |to: &str| Command::RenameVessel { player: vessel.player, vessel: vessel.id, name: to.to_owned() };
    month.must(rename("canary"));
    let same = |month: &Month, told: &str| {
        for (one, other) in before.iter().zip(&sites(month, &viewers)) {
            assert_same(one, other, told);
        }
    };
    same(&month, "after a rename");
    assert_ne!(sites(&month, &owner), owners, "the owner sees it");
    let hash = catalog.hash().to_owned();
    month.store.undo(moment(), None, PROGRAM, &hash).expect("it can be undone");
    same(&month, "after its undo");
    month.store.redo(moment(), None, PROGRAM, &hash).expect("it can be redone");
    same(&month, "after its redo");
}

#[test]
fn a_hidden_base_is_in_no_byte() {
    let catalog = Rc::new(Catalog::embedded());
    let seed = (1..60).find(|seed| Month::new(*seed, &catalog).campaign().bases.len() > 1).expect("pirates somewhere");
    let mut month = Month::new(seed, &catalog);
    play(&mut month);
    let (now, entries) = whole(&month);
    let (pirate, base) = now.campaign.bases.iter().next().map(|(id, base)| (*id, base.system)).expect("a base");
    let elsewhere = now.campaign.systems.keys().find(|id| **id != base).copied().expect("another system");
    let mut other = now.campaign.clone();
    other.bases.get_mut(&pirate).expect("the base").system = elsewhere;
    let mut other_entries = entries.clone();
    for entry in other_entries.iter_mut().map(|recorded| &mut recorded.entry) {
        let hides = |raw: &RawValue| raw.get().contains("hide-base") || raw.get().contains("base-hidden");
        let moved = |value: &mut Value| {
            if let Value::Object(fields) = value
                && fields.get("player").is_some_and(|player| *player == pirate.0)
                && let Some(system) = fields.get_mut("system")
            {
                *system = elsewhere.0.into();
            }
        };
        let move_it = |raw: &mut Box<RawValue>| {
            if hides(raw) {
                *raw = raw_twin(raw, &moved);
            }
        };
        entry.command.iter_mut().for_each(move_it);
        entry.events.iter_mut().for_each(move_it);
    }
    let sees = |viewer: Viewer| {
        published(&month, &now.campaign, &entries, viewer) != published(&month, &other, &other_entries, viewer)
    };
    assert!(sees(Viewer::Arbitrator) && sees(Viewer::Player(pirate)), "they may know");
    let strangers = now.campaign.players.keys().filter(|id| **id != pirate).map(|id| Viewer::Player(*id));
    for viewer in std::iter::once(Viewer::Public).chain(strangers) {
        assert!(!sees(viewer), "seed {seed}: {viewer:?} can read where the base is");
    }
    told(&mut month, pirate, base);
}

/// Who is told of a base knows it, nobody else does, and what is undone is forgotten.
fn told(month: &mut Month, pirate: PlayerId, _base: SystemId) {
    let mut strangers = month.campaign().players.keys().copied().filter(|id| *id != pirate);
    let (to, other) = (strangers.next().expect("somebody"), strangers.next());
    let viewers: Vec<Viewer> = std::iter::once(Viewer::Public).chain(other.map(Viewer::Player)).collect();
    let (before, his) = (sites(month, &viewers), sites(month, &[Viewer::Player(to)]));
    month.must(Command::TellBase { owner: pirate, to });
    assert_eq!(sites(month, &viewers), before, "others read who was told");
    assert_ne!(sites(month, &[Viewer::Player(to)]), his, "he was told");
    let hash = month.catalog.hash().to_owned();
    month.store.undo(moment(), None, PROGRAM, &hash).expect("it can be undone");
    assert_eq!(sites(month, &viewers), before, "others read that it was undone");
}

#[test]
fn a_secret_sub_plot_is_in_no_byte_until_it_is_shown() {
    let catalog = Rc::new(Catalog::embedded());
    let mut month = Month::new(11, &catalog);
    // Until a battle stands with two secret sub-plots.
    let id = (0..40)
        .find_map(|_| {
            let id = challenge(&mut month);
            while let Some(step) =
                month.campaign().battles.get(&id).map(|battle| battle.step).filter(|step| *step < Step::SubPlots)
            {
                take(&mut month, id, step);
            }
            let due = month.campaign().battles.get(&id).is_some_and(|battle| battle.step == Step::SubPlots);
            due.then_some(id)
        })
        .expect("a battle with sub-plots");
    month.must(Command::RollSubPlots { battle: id, secret: true });
    let (now, entries) = whole(&month);
    let sides = now.campaign.battles[&id].sides.clone().expect("sides are known");
    let owner = sides.attacker.player;
    let kind = sides.attacker.plot.expect("it was rolled").plot;
    let another = if kind == Plot::SecretIntelligence { Plot::ALL[0] } else { Plot::SecretIntelligence };
    let mut other = now.campaign.clone();
    let battle = other.battles.get_mut(&id).expect("the battle");
    let plot = battle.sides.as_mut().and_then(|sides| sides.attacker.plot.as_mut()).expect("the plot");
    plot.plot = another;
    plot.ship = None;
    let changed = plot.clone();
    let mut other_entries = entries.clone();
    for entry in other_entries.iter_mut().map(|recorded| &mut recorded.entry) {
        let mut rolled = false;
        for raw in &mut entry.events {
            let mine = format!("\"player\":{}", owner.0);
            if raw.get().contains("sub-plot-rolled") && raw.get().contains(&mine) {
                rolled = true;
                let swap = |value: &mut Value| {
                    if let Value::Object(fields) = value
                        && fields.contains_key("event")
                    {
                        fields.insert("plot".to_owned(), serde_json::to_value(&changed).expect("it is JSON"));
                    }
                };
                *raw = raw_twin(raw, &swap);
            }
        }
        if rolled {
            let one = Pip::new(1).expect("a face");
            entry.dice.iter_mut().for_each(|roll| roll.faces.iter_mut().for_each(|pip| *pip = one));
        }
    }
    let foe = Viewer::Player(sides.defender.player);
    for viewer in [Viewer::Public, foe] {
        let one = published(&month, &now.campaign, &entries, viewer);
        assert_same(
            &one,
            &published(&month, &other, &other_entries, viewer),
            &format!("{viewer:?} reads the sub-plot"),
        );
        let page = format!("battle-{}.html", id.0);
        let page = one.iter().find(|file| file.name == page).expect("the battle has a page");
        assert!(viewer != Viewer::Public || !page.content.contains("ub-plot:"), "{viewer:?}");
    }
    let seen = |month: &Month, viewer: Viewer| {
        let (now, entries) = whole(month);
        let told = format!("Sub-plot: {kind}");
        published(month, &now.campaign, &entries, viewer).iter().any(|file| file.content.contains(&told))
    };
    assert!(seen(&month, Viewer::Player(owner)), "its player knows it");
    let before = sites(&month, &[Viewer::Public, foe]);
    if month.give(Command::RevealSubPlots { battle: id }).is_ok() {
        assert!(seen(&month, Viewer::Public), "it was shown");
        let hash = catalog.hash().to_owned();
        month.store.undo(moment(), None, PROGRAM, &hash).expect("it can be undone");
        assert!(!seen(&month, Viewer::Public), "what is hidden again is not read");
        let after = sites(&month, &[Viewer::Public, foe]);
        assert!(before.iter().zip(&after).all(|(one, other)| one.len() == other.len()));
    }
}
