//! Whole sites: well-formed whatever people are called, every link leads somewhere in the folder, the same bytes each
//! time, and only what changed is written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use chrono::Days;
use renown::campaign::event::Event;
use renown::campaign::state::VesselId;
use renown::campaign::turn::report::{Fate, Report, VesselReport};
use renown::campaign::view::Viewer;
use renown::catalog::Catalog;
use renown::publish::{File, Sources, site};

use crate::markup::{self, Markup};
use crate::support::month::{Month, play};
use crate::support::{self, Folder};

/// A campaign of some battles over some weeks.
fn war(seed: u64, battles: u64, catalog: &Rc<Catalog>) -> Month {
    let mut month = Month::new(seed, catalog);
    for battle in 0..battles {
        month.at = month.at.checked_add_days(Days::new(1 + battle % 3)).expect("a day");
        play(&mut month);
        month.now = month.store.load().expect("it is readable");
    }
    month
}

fn published(month: &Month, viewer: Viewer) -> Vec<File> {
    let now = month.store.whole().expect("it is readable");
    let entries = month.store.entries(1..=now.head.id).expect("they are readable");
    let (today, catalog) = (month.at.date(), &*month.catalog);
    site(&Sources {
        campaign: &now.campaign,
        viewer,
        entries: &entries,
        catalog,
        today,
        dice: true,
        replays: &BTreeMap::new(),
        wording: renown::cli::hints::words,
        unframed: false,
    })
}

/// Reads every file, checks every link, and returns the pages.
fn checked(files: &[File]) -> BTreeMap<&str, Markup> {
    let names: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names.len(), files.len(), "a name is used twice");
    let pages: BTreeMap<&str, Markup> = files
        .iter()
        .filter(|file| file.name != "style.css")
        .map(|file| {
            (file.name.as_str(), markup::read(&file.content).unwrap_or_else(|why| panic!("{}: {why}", file.name)))
        })
        .collect();
    for (page, found) in &pages {
        for link in found.links.iter().filter(|link| *link != "data:,") {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { page } else { file };
            assert!(names.contains(file), "{page} links to {link}");
            assert!(anchor.is_empty() || pages[file].ids.contains(anchor), "{page} links to {link}");
        }
    }
    pages
}

fn is_page(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "html")
}

#[test]
fn every_page_is_well_formed_and_every_link_leads_somewhere() {
    let catalog = Rc::new(Catalog::embedded());
    for seed in [7, 12] {
        let month = war(seed, 5, &catalog);
        let players: Vec<Viewer> = month.campaign().players.keys().take(1).map(|id| Viewer::Player(*id)).collect();
        for viewer in [Viewer::Public, Viewer::Arbitrator].into_iter().chain(players) {
            let files = published(&month, viewer);
            let pages = checked(&files);
            for found in pages.iter().filter(|(name, _)| is_page(name)).map(|(_, found)| found) {
                assert!(["main", "nav", "header", "footer", "h1"].iter().all(|tag| found.tags.contains(*tag)));
                assert!(!found.tags.contains("script"));
            }
            assert_eq!(files, published(&month, viewer), "seed {seed}: the same campaign, other bytes");
        }
        // Everything has its page, and can be reached.
        let pages = published(&month, Viewer::Public);
        let pages = checked(&pages);
        let linked: BTreeSet<&str> = pages.values().flat_map(|page| &page.links).map(String::as_str).collect();
        let files = pages.keys().filter(|name| is_page(name) && !name.starts_with("journal-"));
        for file in files {
            assert!(linked.contains(file), "seed {seed}: nothing leads to {file}");
        }
        let whole = month.store.whole().expect("it is readable").campaign;
        let with = |start: &str| pages.keys().filter(|name| name.starts_with(start)).count();
        assert_eq!(with("ship-"), whole.vessels.len());
        assert_eq!(with("battle-"), whole.battles.len());
        assert_eq!(with("player-"), whole.players.len());
        assert_eq!(with("system-"), whole.systems.len());
    }
}

#[test]
fn awkward_names_are_only_names() {
    const NAMES: [&str; 5] = [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "a & b &lt; 'c' </title>",
        "🚀👨\u{200d}🚀 Ünïcode",
        "שלום עולם مرحبا",
    ];
    let folder = Folder::new();
    folder.ok(&["new", "War <b>&</b> \"peace\""]);
    for (number, name) in NAMES.iter().enumerate() {
        let commander = format!("<i>{number}</i> & Sons");
        folder.ok(&["player", "add", name, "--fleet", "gothic-sector", "--commander", &commander]);
        let ship = format!("{} {number}", name.chars().take(40).collect::<String>());
        folder.ok(&["fleet", "buy", name, "lunar", "--name", &ship, "--ruling", "<b>why</b> \"not\"?"]);
        folder.ok(&["flagship", name, &ship]);
    }
    folder.ok(&["start", "--random", "--dice", "seed:names"]);
    folder.ok(&["challenge", NAMES[0], NAMES[1], "--accept", "--ruling", "<u>&amp;"]);
    for who in ["public", NAMES[4]] {
        let dir = format!("site-{}", who.len());
        let said = folder.run(&["publish", &dir, "--as", who]).go();
        assert_eq!((said.out.as_str(), said.code), (format!("{dir}/index.html\n").as_str(), 0), "{}", said.err);
        let files = read_all(&folder.path(&dir));
        let pages = checked(&files);
        let front = &pages["index.html"];
        for name in NAMES {
            let shown = renown::publish::html::escape(name);
            assert!(front.text.contains(&shown), "{name} is not on the front page");
        }
        assert!(pages.values().all(|page| !page.tags.contains("script") && !page.tags.contains("b")));
    }
}

fn read_all(folder: &Path) -> Vec<File> {
    let mut files: Vec<File> = std::fs::read_dir(folder)
        .expect("the folder was published")
        .map(|file| {
            let path = file.expect("it is readable").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            File::new(name, std::fs::read_to_string(path).expect("it is text"))
        })
        .filter(|file| file.name != renown::publish::folder::MANIFEST)
        .collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

#[test]
fn only_what_changed_is_written_and_nothing_foreign_is_touched() {
    let folder = Folder::new();
    support::campaign(&folder);
    let publish = |words: &[&str]| folder.run(&[&["publish", "site"], words].concat()).go();
    let counts = |said: support::Said| said.err.split(": ").last().unwrap_or_default().to_owned();
    assert_eq!(publish(&["--dry-run"]).code, 0);
    assert!(!folder.path("site").exists(), "a dry run writes nothing");
    let first = counts(publish(&[]));
    assert!(first.ends_with("written, 0 unchanged, 0 removed.\n") && !first.starts_with('0'), "{first}");
    std::fs::write(folder.path("site/own.html"), "the club's own page").expect("a page of the club");
    assert!(counts(publish(&[])).starts_with("0 written, "), "nothing has changed");
    // Another name changes the pages that bear it; a ship that is gone loses its page.
    folder.ok(&["fleet", "rename", "Anna", "Agrippa", "Marcus Agrippa"]);
    let renamed = counts(publish(&[]));
    assert!(renamed.ends_with(" 0 removed.\n") && !renamed.contains(" 0 unchanged"), "{renamed}");
    folder.ok(&["undo"]);
    let emil = folder.path("site/player-4.html");
    assert!(emil.exists());
    folder.ok(&["undo"]);
    publish(&[]);
    assert!(!emil.exists(), "a player who never joined has no page");
    assert_eq!(
        std::fs::read_to_string(folder.path("site/own.html")).expect("it is still there"),
        "the club's own page"
    );
    // Pages for others need a folder of their own, and no file of somebody else is written over.
    let said = publish(&["--as", "Anna"]);
    assert_eq!(
        (said.err.as_str(), said.code),
        (
            "error: \"site\" holds the pages for everybody\n\
             hint: choose another folder for Anna, so that nobody reads what is not for him\n",
            1
        )
    );
    std::fs::create_dir(folder.path("mine")).expect("a folder");
    std::fs::write(folder.path("mine/map.html"), "mine").expect("a file");
    let said = folder.run(&["publish", "mine"]).go();
    assert_eq!(
        (said.err.as_str(), said.code),
        (
            "error: \"map.html\" in \"mine\" was not published by renown\n\
             hint: choose an empty folder; nothing was written\n",
            1
        )
    );
    assert_eq!(read_all(&folder.path("mine")).len(), 1);
    // A list that was tampered with removes nothing elsewhere.
    std::fs::write(folder.path("site/renown-site.txt"), "Published with Renown for everybody\n../campaign.renown\n")
        .expect("the list");
    assert_eq!(publish(&[]).code, 1);
    assert!(folder.path("campaign.renown").exists());
}

#[test]
fn deeds_are_told_alike_each_time_and_in_more_than_one_way() {
    let catalog = Rc::new(Catalog::embedded());
    let mut told: BTreeSet<String> = BTreeSet::new();
    for seed in [7, 9, 12] {
        let month = war(seed, 4, &catalog);
        let whole = month.store.whole().expect("it is readable").campaign;
        let names: Vec<&String> = whole.vessels.values().map(|vessel| &vessel.name).collect();
        let files = published(&month, Viewer::Public);
        for file in files.iter().filter(|file| file.name.starts_with("week-")) {
            let Some((_, after)) = file.content.split_once("<h2>Deeds</h2>") else { continue };
            let deeds = after.split("</ul>").next().unwrap_or_default();
            for deed in deeds.split("<li>").skip(1).filter_map(|deed| deed.split("</li>").next()) {
                let lost = deed.contains("does not come home") || deed.contains("off the register");
                let ship = names.iter().find(|name| deed.starts_with(&format!("{name} of "))).filter(|_| lost);
                // What is told of a lost ship is true of it.
                let vessel = ship.and_then(|ship| whole.vessels.values().find(|vessel| vessel.name == **ship));
                assert!(vessel.is_none_or(|vessel| vessel.lost.is_some()), "seed {seed}: {deed}");
                let words = deed.split_whitespace().filter(|word| !word.contains(|l: char| l.is_ascii_digit()));
                told.insert(words.take(4).collect::<Vec<_>>().join(" "));
            }
        }
    }
    assert!(told.len() >= 6, "only {told:?}");
}

/// The ship whose first kill a deed tells.
fn first_kill(deed: &str) -> Option<&str> {
    let between = |start: &str, end: &str| deed.strip_prefix(start).and_then(|rest| rest.split_once(end));
    [("First blood for ", ": "), ("Never before had ", " destroyed anything"), ("", " has its first kill: ")]
        .into_iter()
        .find_map(|(start, end)| between(start, end).map(|(name, _)| name))
}

#[test]
fn a_first_kill_is_told_once_and_only_where_it_is_known_to_be_the_first() {
    let catalog = Rc::new(Catalog::embedded());
    let mut all = 0;
    for seed in [7, 9, 12, 21] {
        let month = war(seed, 6, &catalog);
        let now = month.store.whole().expect("it is readable");
        let entries = month.store.entries(1..=now.head.id).expect("they are readable");
        let reports: Vec<Report> = entries
            .iter()
            .filter(|recorded| recorded.in_force())
            .flat_map(|recorded| recorded.entry.events().expect("it is readable"))
            .filter_map(|event| match event {
                Event::BattleReported { report, .. } => Some(*report),
                _ => None,
            })
            .collect();
        let owner = |id: VesselId| now.campaign.vessels[&id].player;
        let mut told: BTreeSet<String> = BTreeSet::new();
        for file in published(&month, Viewer::Public).iter().filter(|file| file.name.starts_with("week-")) {
            for deed in file.content.split("<li>").filter_map(|item| item.split("</li>").next()) {
                let Some(name) = first_kill(deed) else { continue };
                assert!(told.insert(name.to_owned()), "seed {seed}: twice: {deed}");
                let (id, _) = now.campaign.vessels.iter().find(|(_, vessel)| vessel.name == name).expect("a vessel");
                let mine = |report: &Report| {
                    report.vessels.iter().any(|entry| entry.destroyed_by.iter().any(|one| one.by == Some(*id)))
                };
                let first = reports.iter().position(mine).unwrap_or_else(|| panic!("seed {seed}: untrue: {deed}"));
                // Before it, nothing was lost to an enemy of this ship that nobody explains.
                for report in &reports[..first] {
                    let there = report.vessels.iter().any(|entry| entry.vessel == *id && entry.fought());
                    let enemies = report.vessels.iter().filter(|entry| owner(entry.vessel) != owner(*id));
                    let silent = |entry: &&VesselReport| {
                        let lost = matches!(entry.fate, Fate::Destroyed | Fate::Hulk) || entry.ships_lost() > 0;
                        lost && entry.destroyed_by.is_empty()
                    };
                    assert!(!there || enemies.filter(silent).count() == 0, "seed {seed}: not known: {deed}");
                }
            }
        }
        all += told.len();
    }
    assert!(all >= 8, "only {all} first kills");
}

#[test]
fn a_newsletter_comes_in_every_form() {
    let folder = Folder::new();
    folder.ok(&["new", "War <b>*now*</b>", "--at", "2026-11-02"]);
    for (name, list, class) in [("A_nna <i>", "gothic-sector", "lunar"), ("Bert | Sons", "chaos-incursion", "murder")] {
        folder.ok(&["player", "add", name, "--fleet", list, "--commander", "Marr", "--at", "2026-11-02"]
            .map(|word| if word == "Marr" && name.starts_with('B') { "Vorgath" } else { word }));
        let ship = format!("Ship of {}", &name[..4]);
        folder.ok(&["fleet", "buy", name, class, "--name", &ship, "--at", "2026-11-02"]);
        folder.ok(&["flagship", name, &ship, "--at", "2026-11-02"]);
    }
    folder.ok(&["start", "--random", "--dice", "seed:letters", "--at", "2026-11-02"]);
    folder.write("foreword.txt", "Well met,\ncaptains <3.\n\nSecond part.\n");
    let args = ["newsletter", "--week", "1", "--at", "2026-11-08", "--foreword", "@foreword.txt"];
    let text = folder.ok(&args);
    assert!(
        text.starts_with(
            "War <b>*now*</b>, week 1: 2026-11-02 to 2026-11-08\nWell met, captains <3.\n\nSecond part.\n"
        ),
        "{text}"
    );
    assert!(text.contains("\nNo battle was fought.\n"), "{text}");
    let markdown = folder.ok(&[&args[..], &["--format", "markdown"]].concat());
    assert!(markdown.starts_with("# War \\<b\\>\\*now\\*\\</b\\>, week 1: 2026-11-02 to 2026-11-08\n\nWell met,\ncaptains <3.\n\nSecond part.\n\nNo battle was fought.\n\n## Systems\n\n- "), "{markdown}");
    assert!(markdown.contains("A\\_nna \\<i\\> holds "), "{markdown}");
    assert!(markdown.contains("\n| Place | Was | Player |"), "{markdown}");
    folder.ok(&[&args[..], &["--html", "letter.html"]].concat());
    let html = String::from_utf8(folder.read("letter.html")).expect("text");
    let page = markup::read(&html).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(page.links, ["data:,"], "a page that needs no other");
    assert!(html.contains("<p>Well met, captains &lt;3.</p>\n<p>Second part.</p>"), "{html}");
    assert!(page.text.contains("A_nna &lt;i&gt; holds "), "{html}");
    let said = folder.run(&["newsletter", "--foreword", "@nowhere.txt"]).go();
    assert!(said.code == 1 && said.err.starts_with("error: \"nowhere.txt\": "), "{}", said.err);
}

/// `UPDATE_SNAPSHOTS=1 cargo test --test pages publish::` writes `tests/snapshots/site.txt` anew.
#[test]
fn the_main_pages_read_as_they_did() {
    let folder = Folder::new();
    support::campaign(&folder);
    folder.ok(&["publish", "site"]);
    let files = read_all(&folder.path("site"));
    let mut all = String::new();
    for page in ["index.html", "player-1.html", "ship-1-1.html", "battles.html", "news.html"] {
        let file = files.iter().find(|file| file.name == page).expect("it was published");
        let main = file.content.split_once("<main").and_then(|(_, rest)| rest.split_once("</main>")).expect("a page").0;
        let mut text = String::new();
        for piece in main.split('<').filter(|piece| !piece.starts_with("title>") && !piece.starts_with("desc>")) {
            let (tag, words) = piece.split_once('>').unwrap_or_default();
            text.push_str(words);
            let ends = ["/h1", "/h2", "/h3", "/p", "/li", "/tr", "/dd", "/caption", "/summary"].contains(&tag);
            text.push_str(if ends {
                "\n"
            } else if ["/td", "/th", "/dt", "/time", "/text"].contains(&tag) {
                " "
            } else {
                ""
            });
        }
        let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        all.extend([&format!("== {page}\n"), &lines.join("\n"), "\n"]);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/site.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &all).expect("the snapshot can be written");
    }
    assert_eq!(all, std::fs::read_to_string(path).expect("there is a snapshot"), "read it and update it");
}

#[test]
fn pages_for_paper_hold_what_the_table_needs() {
    let folder = Folder::new();
    support::campaign(&folder);
    let page = |args: &[&str]| {
        let html = folder.ok(&[&["print"], args].concat());
        let found = markup::read(html.trim_end()).unwrap_or_else(|why| panic!("{args:?}: {why}"));
        assert!(found.links.iter().all(|link| link == "data:,"), "{args:?} needs {:?}", found.links);
        html
    };
    let register = page(&["register", "anna"]);
    assert!(register.contains("size: A4") && register.contains("Isolde Marr") && register.contains("Agrippa"));
    assert!(!register.contains("Knife in the Dark"), "another's ship");
    let sheets = page(&["sheets", "anna", "--paper", "letter"]);
    assert!(sheets.contains("size: Letter"));
    // A Lunar has 8 hits, 11 critical hits, room for 6 blast markers and 6 orders in 8 turns; a Sword is an escort.
    let lunar = sheets.split("<section").nth(1).expect("a sheet").matches("class=\"box\"").count();
    assert_eq!(lunar, 8 + 11 + 6 + 6 * 8);
    let form = page(&["form"]);
    assert!(form.contains("Attacker") && form.matches("<tr>").count() == 2 * 9);
    assert!(page(&["map"]).contains("Cyclops Cluster"));
    let said = folder.run(&["print", "form", "7"]).go();
    assert_eq!(said.err, "error: there is no open battle 7\nhint: `renown battle list` shows them\n");
    // Who may not know a register prints none.
    assert!(!page(&["register", "--as", "public"]).contains("Hidden base"));
}
