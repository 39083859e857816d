//! The first hour of a new club: the tutorial, fleet files, a campaign opened by answers, one battle without a campaign.

use std::rc::Rc;

use renown::catalog::Catalog;
use renown::cli::{self, Io};
use renown::report::style::Style;
use renown::store::Store;
use unicode_width::UnicodeWidthStr as _;

use crate::support::{Folder, Run};

const ANNA: &str = "flagship = 'Agrippa'\n[[vessel]]\nname = 'Agrippa'\nships = ['lunar']\n\
                    [[vessel]]\nname = 'Vigil'\nships = ['gothic']\n";
const BORIS: &str = "flagship = 'Knife'\n[[vessel]]\nname = 'Knife'\nships = ['murder']\n\
                     [[vessel]]\nname = 'Unclean'\nships = ['carnage']\n";

/// Runs a line at a terminal of 80 columns on a campaign in memory.
fn typed(store: &mut Option<Store>, catalog: &Rc<Catalog>, args: &[&str], answers: &str) -> Result<String, String> {
    let args: Vec<String> = args.iter().map(|word| (*word).to_owned()).collect();
    let (mut out, mut err, mut input) = (Vec::new(), Vec::new(), answers.as_bytes());
    let style = Style { width: 80, ..Style::default() };
    let io = Io { out: &mut out, err: &mut err, input: &mut input, interactive: true, style, err_colour: false };
    let done = cli::run_in_memory(&args, io, store, catalog);
    let told = String::from_utf8_lossy(&[err, out].concat()).into_owned();
    done.map(|()| told).map_err(|error| error.messages.join("\n"))
}

#[test]
fn the_tutorial_works_and_comes_out_the_same_every_time() {
    let folder = Folder::new();
    let run = || Run::new(&["tutorial"]).within(&folder.path("")).env("COLUMNS", "80").env("RENOWN_STEP", "").go();
    let said = run();
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert_eq!(said.out, run().out);
    for told in [
        "$ renown new \"Autumn War\" --map cyclops --ends 2026-12-15",
        "Due: Boris picks the system.",
        "Boris chooses a new flagship (CMDR-06)",
        "The campaign is whole: ",
        "13 of 13",
    ] {
        assert!(said.out.contains(told), "{told:?} is not told:\n{}", said.out);
    }
    // Commands as they are typed and what they print may be long; what is explained is not.
    let explained = said.out.lines().filter(|line| line.ends_with('.') && !line.contains('$'));
    let wide: Vec<&str> = explained.filter(|line| line.width() > 160).collect();
    assert_eq!(wide, Vec::<&str>::new());
    assert_eq!(folder.files(), Vec::<String>::new(), "it keeps nothing");
}

#[test]
fn the_tutorial_waits_at_a_terminal_and_can_be_left() {
    let catalog = Rc::new(Catalog::embedded());
    let told = typed(&mut None, &catalog, &["tutorial"], "\nquit\n").expect("it runs");
    assert!(told.contains("2 of 13") && !told.contains("3 of 13"), "{told}");
}

#[test]
fn every_list_has_a_template_that_can_be_bought() {
    let catalog = Rc::new(Catalog::embedded());
    let lists = catalog.fleets.list_ids();
    let playable: Vec<&str> =
        lists.into_iter().filter(|id| catalog.fleets.list(id).is_some_and(|list| list.playable)).collect();
    assert!(playable.len() > 20);
    let folder = Folder::new();
    for list in playable {
        let template = typed(&mut None, &catalog, &["fleet", "template", list], "").expect("it is written");
        let file = folder.write("fleet.toml", template);
        let mut store = None;
        for line in [
            &["new", "War"] as &[&str],
            &["player", "add", "Anna", "--fleet", list, "--commander", "X"],
            &["fleet", "import", "Anna", &file.display().to_string()],
        ] {
            typed(&mut store, &catalog, line, "").unwrap_or_else(|why| panic!("{list}: {line:?}: {why}"));
        }
    }
}

#[test]
fn all_problems_of_a_fleet_file_are_told_at_once() {
    let folder = Folder::new();
    folder.ok(&["new", "War"]);
    folder.ok(&["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "X"]);
    folder.write(
        "fleet.toml",
        "list = 'sm-codex'\nflagship = 'X'\n[[vessel]]\nname = 'A'\nships = ['lunr']\nupgrade = []\n\
         [[vessel]]\nname = 'B'\nships = ['murder']\n[[vessel]]\nname = 'C'\nships = ['cobra:x']\n",
    );
    let said = folder.run(&["fleet", "import", "Anna", "fleet.toml"]).go();
    assert_eq!(said.code, 1);
    for problem in [
        "fleet.toml:6: vessel \"A\": unknown key `upgrade`",
        "\"x\" in \"cobra:x\" is no number of ships",
        "it is a fleet of sm-codex, and the player has gothic-sector",
        "there is no class \"lunr\"; did you mean \"lunar\"?",
        "\"B\": the list \"Gothic Sector fleet list\" has no Murder class cruiser (FLEET-09)",
        "no vessel of the fleet is called \"X\" (CMDR-02)",
    ] {
        assert!(said.err.contains(problem), "{problem:?} is not told: {}", said.err);
    }
    let help = folder.ok(&["fleet", "import", "--help"]);
    assert!(help.contains("ships = [\"cobra:4\"]"), "{help}");
}

/// Two fleets from one template bear the same names, and fight each other all the same.
#[test]
fn two_fleets_from_one_template_fight_each_other() {
    let folder = Folder::new();
    let template = folder.run(&["fleet", "template", "gothic-sector"]).go();
    folder.write("fleet.toml", &template.out);
    let words =
        ["skirmish", "--scenario", "cruiser clash", "--fleet", "Anna=fleet.toml", "--fleet", "Boris=fleet.toml"];
    let said = folder.run(&words).go();
    assert_eq!(said.code, 0, "{}", said.err);
    let register = folder.run(&["--campaign", "skirmish.renown", "register", "boris"]).go();
    assert!(register.out.contains("Boris's First"), "{}", register.out);
}

#[test]
fn a_skirmish_is_fought_kept_and_taken_up() {
    let folder = Folder::new();
    folder.write("anna.toml", ANNA);
    folder.write("boris.toml", BORIS);
    let words = ["skirmish", "--scenario", "cruiser clash", "--fleet", "Anna=anna.toml", "--fleet", "Boris=boris.toml"];
    // Anna is played at the terminal, which has nobody at it: it stops at her first question.
    let begun = folder.run(&[&words[..], &["--captain", "Anna=me", "--dice", "seed:a"]].concat()).go();
    assert_eq!(begun.code, 0, "{}", begun.err);
    assert!(begun.err.contains("Battle 1 is under way"), "{}", begun.err);
    // Typed lines go on with it; an answer with a shortened name is taken, `help` and `table` are none.
    let looks = "help\ntable\nships\nship agr\ntargets\norders\nagr: ahead\n";
    let lines = format!("done\n{looks}usual\n{looks}usual\n{looks}{}", "usual\n".repeat(400));
    let ended = folder.run(&["skirmish", "--dice", "seed:a"]).input(&lines).go();
    assert_eq!(ended.code, 0, "{}", ended.err);
    for told in [
        "Battle 1 is taken up",
        "Agrippa: ahead",
        "A Agrippa",
        "Prow torpedoes: torpedoes 6, 30 cm",
        "Every kind of answer",
    ] {
        assert!(ended.err.contains(told) || ended.out.contains(told), "{told:?}: {}", ended.err);
    }
    assert!(ended.out.contains("Battle 1 is won by") || ended.out.contains("Battle 1 is a draw"), "{}", ended.out);
    assert!(!ended.out.contains("renown ("), "a skirmish earns nothing: {}", ended.out);
    assert_eq!(folder.run(&["--campaign", "skirmish.renown", "verify"]).go().code, 0);
    let again = folder.run(&words).go();
    assert!(again.code == 1 && again.err.contains("skirmish.renown"), "nothing is written over: {}", again.err);
}

#[test]
fn the_status_says_who_must_decide_and_what_is_forgotten() {
    let folder = Folder::new();
    let welcome = folder.run(&[]).go();
    assert!(welcome.code == 0 && welcome.out.contains("renown tutorial"), "{}", welcome.out);
    folder.ok(&["new", "War"]);
    folder.ok(&["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "X"]);
    folder.ok(&["player", "add", "Boris", "--fleet", "chaos-incursion", "--commander", "Y"]);
    for (player, text) in [("Anna", ANNA), ("Boris", BORIS)] {
        folder.write("fleet.toml", text);
        folder.ok(&["fleet", "import", player, "fleet.toml"]);
    }
    assert!(folder.ok(&[]).contains("Anna: 1,640 points unspent"));
    folder.ok(&["start", "--pick", "Anna=Rebo", "--pick", "Boris=Lithore", "--dice", "seed:a"]);
    folder.ok(&["challenge", "Anna", "Boris"]);
    let status = folder.ok(&["status"]);
    assert!(status.contains("battle 1: Boris answers, since 2026-11-16 (CHAL-01)"), "{status}");
    assert!(status.contains("Anna and Boris"), "{status}");
    for answers in [
        "battle next 1 --accept --dice seed:a",
        "battle next 1 --system nman --points 750 --usual both --fleet Anna=all --fleet Boris=all --dice seed:a",
    ] {
        let words: Vec<&str> = answers.split(' ').collect();
        folder.run(&words).env("RENOWN_STEP", "").go();
    }
    let loss = "battle record 1 --plot Anna=no --plot Boris=no --as Anna --loss";
    let words: Vec<&str> = loss.split(' ').chain(["Boris=Knife hulk by Agrippa"]).collect();
    folder.ok(&words);
    let status = folder.ok(&["status"]);
    assert!(status.contains("Boris confirms or disputes the report"), "{status}");
    folder.ok(&["battle", "dispute", "1", "--reason", "the Knife got away", "--as", "Boris"]);
    let status = folder.ok(&["status"]);
    assert!(status.contains("Boris disputes the report of battle 1: the Knife got away"), "{status}");
}
