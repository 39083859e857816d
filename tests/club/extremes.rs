//! The largest and smallest figures and dates that can be written, in the place of every value of every verb: refused
//! or carried out, but nothing breaks. `RENOWN_EXTREMES=1` tries more of them, and in the place of words too.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use clap::CommandFactory as _;
use renown::campaign::state::Campaign;
use renown::campaign::turn::Step;
use renown::catalog::Catalog;
use renown::cli::args::Cli;
use renown::cli::{Io, run_in_memory};
use renown::report::style::Style;
use renown::store::Store;

use crate::support::month::{Month, challenge, play, take};
use crate::support::{self, Folder};
use crate::verbs::{files, lines, verbs};

const FIGURES: [&str; 5] = ["4294967295", "2147483647", "-2147483648", "0", "18446744073709551615"];
const DATES: [&str; 6] = ["9999-12-31", "-9999-01-01", "+262142-12-31", "-262143-01-01", "0000-01-01", "2026-12-31"];

/// Runs a command line that must not break, whatever it says.
fn stands(store: &mut Option<Store>, catalog: &Rc<Catalog>, words: &[String]) -> Result<(), String> {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let run = || {
        let io = Io {
            out: &mut out,
            err: &mut err,
            input: &mut std::io::empty(),
            interactive: false,
            style: Style { unicode: true, colour: false, width: 100 },
            err_colour: false,
        };
        let _ = run_in_memory(words, io, store, catalog);
    };
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| words.join(" "))
}

/// What may stand in the place of a value: figures, dates, and pairs that hold a figure.
fn values(name: &str, campaign: &Campaign) -> Vec<String> {
    let all = every_value(name, campaign);
    if std::env::var_os("RENOWN_EXTREMES").is_some() {
        return all;
    }
    let figures = ["NUMBER", "DATE", "LOSSES", "UNITS", "CLASS", "ENTRY", "DEPTH", "BATTLE", "BY"];
    let kept = |value: &String| value.contains(FIGURES[0]) || DATES[..2].contains(&value.as_str());
    if figures.iter().any(|figure| name.contains(figure)) { all.into_iter().filter(kept).collect() } else { Vec::new() }
}

fn every_value(name: &str, campaign: &Campaign) -> Vec<String> {
    let players = campaign.players.values().map(|player| player.name.as_str());
    let vessels = campaign.vessels.values().map(|vessel| vessel.name.as_str());
    let before: Vec<String> = match name {
        name if name.starts_with("PLAYER=") => players.take(2).map(|name| format!("{name}=")).collect(),
        name if name.starts_with("VESSEL=") => vessels.take(3).map(|name| format!("{name}=")).collect(),
        name if name.starts_with("NAME=") => vec!["register-cap=".to_owned()],
        name if name.contains("DATE") => return DATES.iter().chain(&FIGURES).map(|&value| value.to_owned()).collect(),
        _ => vec![String::new()],
    };
    let after = |front: &String| match name {
        "PLAYER=NAME:NUMBER,…" => FIGURES.map(|figure| format!("{front}orbital mine:{figure}")).to_vec(),
        "PLAYER=LOSSES" => vessels_of(campaign, front)
            .flat_map(|name| FIGURES.map(|figure| format!("{front}{name} {figure}")))
            .collect(),
        "PLAYER=UNITS" => FIGURES.map(|figure| format!("{front}{figure} Tug {figure} points destroyed")).to_vec(),
        "PLAYER=CLASS[:NUMBER]=NAME" => FIGURES.map(|figure| format!("{front}cobra:{figure}=X")).to_vec(),
        "CLASS[+WEAPON][:NUMBER]" => FIGURES.map(|figure| format!("cobra:{figure}")).to_vec(),
        "WIDTHxDEPTH" => FIGURES.map(|figure| format!("{figure}x{figure}")).to_vec(),
        _ => FIGURES.map(|figure| format!("{front}{figure}")).to_vec(),
    };
    before.iter().flat_map(after).collect()
}

fn vessels_of<'c>(campaign: &'c Campaign, front: &str) -> impl Iterator<Item = &'c str> {
    let owner = campaign.players.values().find(|player| front.starts_with(&player.name)).map(|player| player.id);
    campaign
        .vessels
        .values()
        .filter(move |vessel| Some(vessel.player) == owner)
        .map(|vessel| vessel.name.as_str())
        .take(2)
}

/// The command of a verb as clap has it.
fn command_of<'c>(all: &'c clap::Command, verb: &str) -> &'c clap::Command {
    verb.split(' ').fold(all, |command, word| command.find_subcommand(word).expect("it was listed"))
}

/// Tries every value of a verb in the place where the campaign stands; what broke.
fn tried(
    verb: &str,
    command: &clap::Command,
    store: &mut Option<Store>,
    catalog: &Rc<Catalog>,
    at: &Folder,
) -> Vec<String> {
    let campaign = store.as_ref().expect("it is there").whole().expect("it is readable").campaign;
    let mut broken = Vec::new();
    let fixed = ["--dry-run", "--ruling", "so", "--dice", "seed:a", "--at", "2026-12-20T20:00"].map(ToOwned::to_owned);
    let words: Vec<String> = verb.split(' ').map(ToOwned::to_owned).collect();
    let Some(base) = lines(verb, &campaign, at).into_iter().next() else { return broken };
    for (index, place) in command.get_positionals().enumerate() {
        let name = place.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
        for value in values(name, &campaign) {
            let mut rest = base.clone();
            match rest.get_mut(index) {
                Some(slot) => *slot = value,
                None => rest.push(value),
            }
            let line = [fixed.as_slice(), &words, &["--".to_owned()], &rest].concat();
            broken.extend(stands(store, catalog, &line).err());
        }
    }
    for option in command.get_opts().filter(|option| !option.is_global_set()) {
        let Some(long) = option.get_long() else { continue };
        let name = option.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
        for value in values(name, &campaign) {
            let line = [fixed.as_slice(), &words, &base, &[format!("--{long}={value}")]].concat();
            broken.extend(stands(store, catalog, &line).err());
        }
    }
    broken
}

#[test]
fn no_figure_breaks_a_verb() {
    let catalog = Rc::new(Catalog::embedded());
    let mut month = Month::new(3, &catalog);
    play(&mut month);
    let open = challenge(&mut month);
    while month.campaign().battles[&open].step != Step::Battle {
        let step = month.campaign().battles[&open].step;
        take(&mut month, open, step);
    }
    let (all, files) = (Cli::command(), files());
    let mut found = Vec::new();
    verbs(&all, "", &mut found);
    let mut store = Some(month.store);
    let mut broken = Vec::new();
    // These run what the figure says: a thousand fights, a year of war.
    let long =
        ["forecast", "battle forecast", "demo", "undo", "redo", "rules check", "play", "replay", "scenario crews"];
    for verb in found.iter().filter(|verb| !long.contains(&verb.as_str())) {
        broken.extend(tried(verb, command_of(&all, verb), &mut store, &catalog, &files));
    }
    assert_eq!(broken, [""; 0]);
}

#[test]
fn no_figure_breaks_a_step_of_a_battle() {
    let catalog = Rc::new(Catalog::embedded());
    let mut month = Month::new(5, &catalog);
    let open = challenge(&mut month);
    let (all, files) = (Cli::command(), files());
    let next = command_of(&all, "battle next");
    let mut broken = Vec::new();
    for _ in 0..40 {
        let Some(battle) = month.campaign().battles.get(&open) else { break };
        let step = battle.step;
        if step == Step::Closed {
            break;
        }
        let mut store = Some(std::mem::replace(&mut month.store, Store::in_memory().expect("there is memory")));
        broken.extend(tried("battle next", next, &mut store, &catalog, &files));
        month.store = store.expect("it was only looked at");
        take(&mut month, open, step);
    }
    assert_eq!(broken, [""; 0]);
}

#[test]
fn no_date_breaks_a_verb() {
    let catalog = Rc::new(Catalog::embedded());
    let mut month = Month::new(3, &catalog);
    play(&mut month);
    let campaign = month.store.whole().expect("it is readable").campaign;
    let files = files();
    let mut found = Vec::new();
    verbs(&Cli::command(), "", &mut found);
    let mut store = Some(month.store);
    let mut broken = Vec::new();
    let dates = if std::env::var_os("RENOWN_EXTREMES").is_some() { DATES.len() } else { 2 };
    let long = ["forecast", "battle forecast", "demo", "undo", "redo", "battle fight", "publish", "verify"];
    for verb in found.iter().filter(|verb| !long.contains(&verb.as_str())) {
        let Some(rest) = lines(verb, &campaign, &files).into_iter().next() else { continue };
        let words: Vec<String> = verb.split(' ').map(ToOwned::to_owned).collect();
        for (option, date) in DATES.iter().take(dates).flat_map(|date| [("--at", date), ("--as-of", date)]) {
            let fixed = ["--dry-run", "--dice", "seed:a"].map(ToOwned::to_owned);
            let line = [fixed.as_slice(), &words, &[format!("{option}={date}")], &rest].concat();
            broken.extend(stands(&mut store, &catalog, &line).err());
        }
    }
    assert_eq!(broken, [""; 0]);
}

#[test]
fn the_most_renown_and_the_dearest_fleet_are_shown() {
    let folder = Folder::new();
    support::campaign(&folder);
    for by in ["2147483647", "-2147483648"] {
        folder.ok(&["player", "renown", "Anna", by, "--ruling", "so"]);
        for line in
            [&["standings", "--trend"] as &[&str], &["promotions"], &["status"], &["publish", "site"], &["report"]]
        {
            folder.ok(line);
        }
    }
    // A file that others wrote may hold any figure that fits.
    let path = folder.path("campaign.renown");
    for sql in [
        "UPDATE player SET renown = 2147483647",
        "UPDATE vessel SET points = 4294967295",
        "UPDATE player SET renown = -2147483648, start_points = 4294967295",
    ] {
        support::open(&path).execute_batch(sql).expect("the file can be tampered with");
        for line in [
            &["standings", "--trend"] as &[&str],
            &["promotions"],
            &["status"],
            &["register"],
            &["fleet", "show", "Anna"],
            &["ship", "Agrippa"],
            &["publish", "site"],
            &["report"],
            &["print", "register"],
            &["check"],
            &["verify", "--quick"],
            &["week", "--dry-run"],
            &["challenge", "Anna", "Boris", "--dry-run"],
            &["player", "renown", "Anna", "5", "--ruling", "so", "--dry-run"],
            &["fleet", "buy", "Anna", "lunar", "--name", "X", "--dry-run"],
        ] {
            let said = folder.run(line).go();
            assert!([0, 1].contains(&said.code), "{sql}: {line:?}: {}", said.all());
        }
    }
}
