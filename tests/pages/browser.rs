//! Published pages in a real Chromium: every link works, nothing is asked for elsewhere, nothing is wider than a phone or
//! a sheet of paper, a battle can be stepped through, and axe-core finds no serious barrier.
//!
//! Needs Chromium (`apt-get install chromium`); without it the tests are skipped with a notice, unless
//! `RENOWN_BROWSER=required` is set, as `.ci/run` does.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use chrono::Days;
use renown::campaign::view::Viewer;
use renown::catalog::Catalog;
use renown::publish::{Sources, folder, site};
use serde_json::{Value, json};

use crate::chromium::{self, Browser};
use crate::support::month::{Month, play};
use crate::support::{self, Folder};

const AXE: &str = include_str!("../vendor/axe-core/axe.min.js");

/// A site of a random campaign with long names; returns the names of its files.
fn publish(to: &Folder) -> Vec<String> {
    let catalog = Rc::new(Catalog::embedded());
    let mut month = Month::new(7, &catalog);
    for _ in 0..3 {
        month.at = month.at.checked_add_days(Days::new(4)).expect("a day");
        play(&mut month);
    }
    let mut now = month.store.whole().expect("it is readable");
    let entries = month.store.entries(1..=now.head.id).expect("they are readable");
    for player in now.campaign.players.values_mut() {
        player.name = format!("{} Donaudampfschifffahrtsgesellschaftskapitän von Ünger", player.name);
    }
    let (viewer, today) = (Viewer::Public, month.at.date());
    let from = Sources {
        campaign: &now.campaign,
        viewer,
        entries: &entries,
        catalog: &catalog,
        today,
        dice: true,
        replays: &BTreeMap::new(),
        wording: renown::cli::hints::words,
        unframed: false,
    };
    let files = site(&from);
    folder::publish(&to.path("site"), "everybody", &files, false).expect("it can be written");
    files.into_iter().map(|file| file.name).collect()
}

/// A battle to step through.
fn replay(to: &Folder) {
    to.write("duel.toml", DUEL);
    to.write("actions.txt", "usual\n".repeat(120));
    to.ok(&["play", "duel.toml", "--actions", "actions.txt", "--dice", "seed:gothic", "--record", "battle.toml"]);
    to.ok(&["replay", "battle.toml", "--html", "replay.html"]);
}

const DUEL: &str = r#"side = [{ name = "Anna <b>" }, { name = "Bert & Sons" }]
ship = [
    { name = "Agrippa", class = "lunar", side = "Anna <b>", at = [40, 30], heading = 0, leadership = 8 },
    { name = "Hounds", class = "cobra", side = "Anna <b>", at = [60, 30], heading = 0, leadership = 8 },
    { name = "Unclean", class = "murder", side = "Bert & Sons", at = [60, 90], heading = 180, leadership = 7 },
]
"#;

fn start() -> Option<(Folder, Browser)> {
    let program = chromium::find()?;
    let folder = Folder::new();
    let browser = Browser::start(&program, &folder.path(""));
    Some((folder, browser))
}

/// Nothing was complained of and nothing asked for outside of the folder.
fn assert_quiet(browser: &mut Browser, folder: &Folder, page: &str) {
    let (errors, asked) = browser.complaints();
    assert_eq!(errors, [""; 0], "{page}");
    let home = format!("file://{}", folder.path("").display());
    let out: Vec<&String> = asked.iter().filter(|url| !url.starts_with(&home) && !url.starts_with("data:")).collect();
    assert!(out.is_empty(), "{page} asks for {out:?}");
}

/// What lies outside of the page to the right.
const OVERFLOW: &str = "(() => { const edge = document.documentElement.clientWidth; \
    const wide = [...document.querySelectorAll('body *')].filter(e => !e.closest('svg') && !e.closest('.skip') && \
    e.getClientRects().length && getComputedStyle(e).position !== 'absolute' && \
    e.getBoundingClientRect().right > edge + 1); \
    return [document.documentElement.scrollWidth > edge, wide.slice(0, 3).map(e => e.outerHTML.slice(0, 120))]; })()";

fn assert_fits(browser: &mut Browser, page: &str) {
    assert_eq!(browser.run(OVERFLOW), json!([false, []]), "{page} is too wide");
}

fn assert_no_barrier(browser: &mut Browser, page: &str) {
    if browser.run("typeof axe") == "undefined" {
        browser.run(AXE);
    }
    let found = browser.run(
        "axe.run(document, { resultTypes: ['violations'], preload: false }).then(found => found.violations \
         .filter(one => ['serious', 'critical'].includes(one.impact)) \
         .map(one => [one.id, one.help, one.nodes.slice(0, 3).map(node => node.html.slice(0, 160))]))",
    );
    assert_eq!(found, json!([]), "{page}");
}

#[test]
fn a_site_works_in_a_browser() {
    let Some((folder, mut browser)) = start() else { return };
    let files = publish(&folder);
    let pages: BTreeSet<&str> = files.iter().map(String::as_str).filter(|name| !["style.css"].contains(name)).collect();
    let url = |page: &str| format!("file://{}", folder.path("site").join(page).display());
    // Every page on a phone, in the browser's own words for its links.
    browser.screen(360, "screen", "light");
    let mut linked = BTreeSet::new();
    for page in &pages {
        browser.open(&url(page));
        assert_quiet(&mut browser, &folder, page);
        if page.starts_with("map") && *page != "map.html" {
            continue;
        }
        assert_fits(&mut browser, page);
        let links = browser.run("[...document.querySelectorAll('a')].map(a => a.href.baseVal ? new URL(a.href.baseVal, location).href : a.href)");
        let links = links.as_array().expect("links").iter().filter_map(Value::as_str);
        linked.extend(links.map(|link| link.split('#').next().unwrap_or_default().to_owned()));
    }
    let known: BTreeSet<String> = pages.iter().map(|page| url(page)).collect();
    let lost: Vec<&String> = linked.difference(&known).collect();
    assert!(lost.is_empty(), "links lead nowhere: {lost:?}");
    // A page of each kind on a desk, on paper, in the dark.
    let kinds =
        ["index.html", "map.html", "system-1.html", "players.html", "player-1.html", "ship-1-1.html", "battles.html"];
    for page in kinds.into_iter().chain(["battle-1.html", "news.html", "week-1.html", "journal.html"]) {
        browser.screen(1200, "screen", "light");
        browser.open(&url(page));
        assert_no_barrier(&mut browser, page);
        if ["index.html", "map.html", "player-1.html", "battle-1.html"].contains(&page) {
            browser.screen(360, "screen", "dark");
            assert_no_barrier(&mut browser, &format!("{page} on a phone in the dark"));
        }
        // A4 with margins of 1 cm.
        browser.screen(718, "print", "light");
        assert_fits(&mut browser, &format!("{page} on paper"));
        let menu = browser.run("getComputedStyle(document.querySelector('header nav')).display");
        assert_eq!(menu, "none", "{page} prints its menu");
    }
    // The map leads to systems, by mouse.
    browser.screen(1200, "screen", "light");
    browser.open(&url("map.html"));
    let name = browser.run("document.querySelector('.chart.wide a > g > text').textContent");
    browser.follow(".chart.wide a circle");
    let heading = browser.run("document.querySelector('h1').textContent");
    assert_eq!(heading, name, "the map leads elsewhere");
    assert_quiet(&mut browser, &folder, "map.html");
}

#[test]
fn pages_for_paper_fit_the_paper() {
    let Some((folder, mut browser)) = start() else { return };
    support::campaign(&folder);
    folder.ok(&["report", "--foreword", "Well met.", "--html", "newsletter.html"]);
    // A4 and Letter with margins of 12 mm.
    for (paper, width) in [("a4", 702), ("letter", 724)] {
        for what in ["register", "sheets", "form", "map"] {
            let page = format!("{what}-{paper}.html");
            folder.ok(&["print", what, "--paper", paper, "--out", &page]);
            browser.screen(width, "print", "light");
            browser.open(&format!("file://{}", folder.path(&page).display()));
            assert_fits(&mut browser, &page);
            assert_quiet(&mut browser, &folder, &page);
            browser.screen(360, "screen", "light");
            assert_fits(&mut browser, &format!("{page} on a phone"));
        }
    }
    for page in ["newsletter.html", "sheets-a4.html"] {
        browser.open(&format!("file://{}", folder.path(page).display()));
        assert_fits(&mut browser, page);
        assert_no_barrier(&mut browser, page);
    }
}

/// Steps forwards and backwards, on a phone and on a desk.
fn step_through(browser: &mut Browser, folder: &Folder, page: &str) {
    let url = format!("file://{}", folder.path(page).display());
    let shown = "[...document.querySelectorAll('.frame')].map(e => e.getClientRects().length > 0)";
    let place = |browser: &mut Browser| browser.run("document.querySelector('output').textContent");
    for width in [360, 1200] {
        browser.screen(width, "screen", "light");
        browser.open(&url);
        let frames = browser.run(shown).as_array().expect("frames").len();
        assert!(frames > 6, "{frames} frames");
        let at = |number: usize| Value::from(format!("{number} of {frames}"));
        assert_eq!(place(browser), at(1));
        browser.click("[data-step='1']");
        browser.click("[data-step='1']");
        assert_eq!(place(browser), at(3));
        let visible = browser.run(shown);
        let visible: Vec<usize> = (0..frames).filter(|index| visible[*index] == true).collect();
        assert_eq!(visible, [2], "one picture at a time");
        browser.click("[data-step='-1']");
        assert_eq!(place(browser), at(2));
        for key in ["ArrowRight", "ArrowLeft", "ArrowLeft"] {
            browser.call("Input.dispatchKeyEvent", json!({ "type": "keyDown", "key": key }));
        }
        assert_eq!(place(browser), at(1));
        let turn = "document.querySelector('.frame:not([hidden])').dataset.turn";
        let before = browser.run(turn);
        browser.click("button[data-turn='1']");
        assert_ne!(browser.run(turn), before, "the next turn");
        assert!(browser.run("document.querySelectorAll('.t0, .t1').length > 0") == true, "ships leave tracks");
        assert_fits(browser, page);
        assert_no_barrier(browser, page);
        assert_quiet(browser, folder, page);
    }
    let sharp =
        "[...document.querySelectorAll('.frame:not([hidden]) .k text')].map(e => e.getBoundingClientRect().height)";
    browser.screen(360, "screen", "light");
    let heights = browser.run(sharp);
    let heights: Vec<f64> = heights.as_array().expect("numbers").iter().filter_map(Value::as_f64).collect();
    assert!(
        !heights.is_empty() && heights.iter().all(|height| *height >= 10.0),
        "{page}: too small to read: {heights:?}"
    );
}

#[test]
fn a_published_battle_is_stepped_through() {
    let Some((folder, mut browser)) = start() else { return };
    folder.ok(&["demo", "--players", "2", "--weeks", "1", "--out", "war"]);
    folder.ok(&["publish", "site", "--campaign", "war/demo.renown"]);
    let page = (1..20).map(|number| format!("site/replay-{number}.html")).find(|page| folder.path(page).exists());
    let page = page.expect("a battle was fought");
    step_through(&mut browser, &folder, &page);
    // It leads back to its battle, and the battle to it.
    browser.screen(1200, "screen", "light");
    browser.follow(".pager a");
    let heading = browser.run("document.querySelector('h1').textContent");
    assert!(page.contains(&heading.as_str().expect("a heading").replace("Battle ", "replay-")), "{heading}");
    browser.follow("a[href^='replay-']");
    assert!(browser.run("document.querySelectorAll('.frame').length > 3") == true);
    assert_quiet(&mut browser, &folder, &page);
}

#[test]
fn a_battle_is_stepped_through() {
    let Some((folder, mut browser)) = start() else { return };
    replay(&folder);
    step_through(&mut browser, &folder, "replay.html");
    let url = format!("file://{}", folder.path("replay.html").display());
    let shown = "[...document.querySelectorAll('.frame')].map(e => e.getClientRects().length > 0)";
    // Without scripts, and on paper, everything is there at once.
    browser.screen(718, "print", "light");
    let all = |value: Value| value.as_array().is_some_and(|frames| frames.iter().all(|shown| *shown == true));
    assert!(all(browser.run(shown)), "a picture is missing on paper");
    browser.screen(360, "screen", "dark");
    browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.open(&url);
    assert!(all(browser.run(shown)), "a picture is missing without scripts");
    let bar = browser.run("document.querySelector('.steps').getClientRects().length");
    assert_eq!(bar, 0, "buttons that do nothing");
}
