//! Every verb and option of the program, as its own definitions list them, run by those who may not know on pairs of
//! campaigns that differ in one secret: what is printed, complained, hinted at and written is the same, byte for byte.
//! `tests/doors/table.toml` says what is run. Each line is run in one form, and by `RENOWN_DOORS=1` in every form.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::rc::Rc;

use clap::CommandFactory as _;
use renown::campaign::state::BattleId;
use renown::campaign::turn::Step;
use renown::catalog::Catalog;
use renown::cli::args::{Cli, time};
use renown::cli::{self, Io};
use renown::report::style::Style;
use renown::store::Store;

use crate::support::{self, Folder};

/// The forms in which each line is run.
const FORMS: [&str; 6] = ["", "--dry-run", "--format json", "--dry-run --format json", "--format csv", "--as-of 20"];

const SHIPS: &str = "[[vessel]]\nname = 'Winter Moon'\nships = ['lunar']\n";
const LOSSES: &str =
    "turns = 3\n[[attacker]]\nvessel = 'W'\n[[defender]]\nvessel = 'Wintr Moon'\ndestroyed-by = ['x']\n";

/// What is run, by verb.
fn table() -> BTreeMap<String, Vec<String>> {
    let read: toml::Table = include_str!("../doors/table.toml").parse().expect("the table is TOML");
    let verbs = read["verbs"].as_table().expect("it holds verbs");
    let line = |line: &toml::Value| line.as_str().expect("a line is text").to_owned();
    verbs
        .iter()
        .map(|(verb, lines)| (verb.clone(), lines.as_array().expect("a verb has lines").iter().map(line).collect()))
        .collect()
}

/// Words as a shell makes them of a line.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            // Quoted, and part of the word before it where no space stands between.
            let whole = line.split('\'').nth(index - 1).is_none_or(|before| before.is_empty() || before.ends_with(' '));
            match words.last_mut() {
                Some(last) if !whole => last.push_str(part),
                _ => words.push(part.to_owned()),
            }
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

struct Bench {
    catalog: Rc<Catalog>,
    folder: Folder,
}

/// One run: what it printed, complained of and wrote.
#[derive(PartialEq, Eq)]
struct Said(String);

impl Bench {
    fn new() -> Self {
        Self { catalog: Rc::new(Catalog::embedded()), folder: Folder::new() }
    }

    fn run(&self, store: &mut Option<Store>, args: &[String]) -> Result<String, String> {
        self.run_typing(store, args, "")
    }

    /// Runs a line for somebody who types this at the terminal, if anything.
    fn run_typing(&self, store: &mut Option<Store>, args: &[String], typed: &str) -> Result<String, String> {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let io = Io {
            out: &mut out,
            err: &mut err,
            input: &mut typed.as_bytes(),
            interactive: !typed.is_empty(),
            style: Style { unicode: true, colour: false, width: 200 },
            err_colour: false,
        };
        let done = cli::run_at(time(support::NOW).ok(), args, io, store, &self.catalog);
        let text = format!("{}\n{}", String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
        match done {
            Ok(()) => Ok(text),
            Err(error) => Err(format!("{text}\n{:?} {:?} {}", error.messages, error.hints, error.usage)),
        }
    }

    /// A line that the arbitrator gives, and that succeeds.
    fn give(&self, store: &mut Option<Store>, line: &str) {
        let mut args = words(line);
        if !line.contains("--dice") {
            args.extend(["--dice".to_owned(), "seed:doors".to_owned()]);
        }
        self.run(store, &args).unwrap_or_else(|error| panic!("`{line}`: {error}"));
    }

    /// Runs a line on a copy of a campaign, and reads what it wrote.
    fn said(&self, campaign: &Path, who: &str, verb: &str, line: &str) -> Said {
        let (copy, dir) = (self.folder.path("copy.renown"), self.folder.path("dir"));
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).expect("the folder takes folders");
        std::fs::copy(campaign, &copy).expect("the campaign can be copied");
        for (name, text) in [("ships", SHIPS), ("losses", LOSSES), ("file", "accept = true\n")] {
            self.folder.write(name, text);
        }
        let place = |name: &str| self.folder.path(name).display().to_string();
        let own = |word: String| match word.as_str() {
            "SHIPS" => place("ships"),
            "LOSSES" => place("losses"),
            "FILE" => place("file"),
            word => word.replace("DIR", &place("dir")).replace("=FILE", &format!("={}", place("file"))),
        };
        let line = format!("{verb} {line}");
        let (own_part, inner) =
            line.split_once(" -- ").map_or((line.as_str(), None), |(own, inner)| (own, Some(inner)));
        let mut args: Vec<String> = words(own_part).into_iter().map(own).collect();
        args.extend(["--as".to_owned(), who.to_owned()]);
        if !line.contains("--dice") {
            args.extend(["--dice".to_owned(), "seed:doors".to_owned()]);
        }
        args.extend(inner.into_iter().flat_map(|inner| std::iter::once("--".to_owned()).chain(words(inner))));
        let mut store = Some(Store::open(&copy).expect("the copy opens"));
        let mut said = match self.run(&mut store, &args) {
            Ok(text) => format!("done\n{text}"),
            Err(text) => format!("refused\n{text}"),
        };
        written(&dir, &mut said);
        Said(said)
    }
}

/// Every file under a folder, in order.
fn written(dir: &Path, text: &mut String) {
    let mut files: Vec<_> = std::fs::read_dir(dir).into_iter().flatten().flatten().map(|file| file.path()).collect();
    files.sort();
    for file in files {
        let _ = writeln!(text, "{}", file.display());
        if file.is_dir() {
            written(&file, text);
        } else {
            text.push_str(&String::from_utf8_lossy(&std::fs::read(&file).unwrap_or_default()));
        }
    }
}

/// What a pair of campaigns differs in, for each of the two.
#[derive(Clone, Copy)]
struct Secret {
    lists: bool,
    base: &'static str,
    cruiser: &'static str,
    squadron: [&'static str; 2],
    /// The dice of Boris's sub-plot and the ship that he nominates.
    plot: [&'static str; 2],
    /// Who meets Anna.
    foe: &'static str,
    /// What Dagny fields.
    fields: &'static str,
    /// The battle is fought and settled as well: both campaigns see the same of it.
    settled: bool,
}

const OPEN: Secret = Secret {
    lists: false,
    base: "Platea",
    cruiser: "Winter Moon",
    squadron: ["hellebore:3", "Nightwind"],
    plot: ["1,6", "Agrippa"],
    foe: "Dagny",
    fields: "all",
    settled: false,
};

/// Campaigns at several moments of a war.
type Moments = Vec<(&'static str, std::path::PathBuf)>;

impl Bench {
    /// Plays a war and keeps it at each of its moments.
    fn war(&self, twin: &str, secret: &Secret) -> Moments {
        let mut moments = Vec::new();
        let mut keep = |moment: &'static str, store: &Option<Store>| {
            let path = self.folder.path(&format!("{twin}-{moment}.renown"));
            store.as_ref().expect("it is open").backup(&path).expect("it can be copied");
            moments.push((moment, path));
        };
        let mut store = None;
        let Secret { lists, base, cruiser, squadron: [escorts, squadron], foe, .. } = secret;
        for line in [
            &format!("new War --map cyclops --option composition=off --option secret-lists={lists}"),
            "player add Anna --fleet gothic-sector --commander Marr",
            "player add Dagny --fleet eldar-corsairs-gothic --commander Ilthuin",
            "player add Boris --fleet chaos-incursion --commander Vorgath",
            "fleet buy Anna lunar --name Agrippa",
            "fleet buy Anna gothic --name Vigil",
            "flagship Anna Agrippa",
            &format!("fleet buy Dagny eclipse --name '{cruiser}'"),
            &format!("fleet buy Dagny {escorts} --name {squadron}"),
            &format!("flagship Dagny '{cruiser}'"),
            "fleet buy Boris murder --name Knife",
            "fleet buy Boris carnage --name Unclean",
            "flagship Boris Knife",
        ] {
            self.give(&mut store, line);
        }
        keep("muster", &store);
        self.give(&mut store, "start --pick Anna=Rebo --pick Boris=Lithore --dice 6,5");
        self.give(&mut store, &format!("player base Dagny {base}"));
        keep("hiding", &store);
        self.give(&mut store, "start");
        for player in ["Anna", "Dagny"] {
            self.give(&mut store, &format!("player renown {player} 30 --ruling x"));
        }
        self.give(&mut store, &format!("challenge Anna {foe}"));
        keep("offered", &store);
        self.give(&mut store, "battle next 1 --accept");
        self.give(&mut store, "battle next 1 --dice 5,2");
        keep("orders", &store);
        self.until(&mut store, Step::Location, "battle next 1");
        self.give(&mut store, "battle next 1 --system Nman");
        self.until(&mut store, Step::Fleets, "battle next 1");
        if *foe == "Dagny" {
            self.give(&mut store, &format!("battle next 1 --fleet 'Dagny={}'", secret.fields));
            keep("fleets", &store);
            self.give(&mut store, "battle next 1 --fleet Anna=Agrippa");
        } else {
            keep("fleets", &store);
            self.give(&mut store, "battle next 1 --fleet Anna=all --fleet Boris=all");
        }
        keep("rolling", &store);
        let [dice, ship] = secret.plot;
        if *foe == "Boris" {
            self.give(&mut store, &format!("battle next 1 --secret-plots --dice 1,5,{dice}"));
            keep("plots", &store);
            self.give(&mut store, &format!("battle next 1 --nominate Boris={ship}"));
        } else {
            self.give(&mut store, "battle next 1 --dice 1,5,1,5");
        }
        keep("battle", &store);
        if secret.settled {
            self.aftermath(&mut store, &mut keep);
        }
        moments
    }

    fn aftermath(&self, store: &mut Option<Store>, keep: &mut dyn FnMut(&'static str, &Option<Store>)) {
        let before = self.folder.path("before.renown");
        let _ = std::fs::remove_file(&before);
        store.as_ref().expect("it is open").backup(&before).expect("it can be copied");
        self.give(store, "battle record 1 --turns 3 --transports-through 0 --as Anna");
        keep("reported", store);
        self.give(store, "battle confirm 1");
        for (step, moment) in [
            (Step::Spoils, "spoils"),
            (Step::Renown, "renown"),
            (Step::Promotions, "promotions"),
            (Step::Experience, "experience"),
            (Step::Repairs, "repairs"),
            (Step::Appeals, "appeals"),
        ] {
            self.until(store, step, "battle next 1");
            keep(moment, store);
        }
        *store = Some(Store::open(&before).expect("it opens"));
        self.give(store, "battle fight 1");
        keep("fought", store);
    }

    fn until(&self, store: &mut Option<Store>, step: Step, line: &str) {
        for _ in 0..12 {
            let now = store.as_ref().expect("it is open").load().expect("it is readable");
            if now.campaign.battles[&BattleId(1)].step == step {
                return;
            }
            self.give(store, line);
        }
        panic!("battle 1 does not come to {step}");
    }

    /// Every line whose results are not the same for somebody.
    fn leaks(&self, pair: [&Secret; 2], who: &[&str], verbs: &dyn Fn(&str) -> bool) -> Vec<String> {
        let [one, other] = [self.war("one", pair[0]), self.war("other", pair[1])];
        let usual =
            |moments: &Moments| moments.iter().position(|(name, _)| *name == "battle").expect("the usual moment");
        let whole = std::env::var_os("RENOWN_DOORS").is_some();
        let (mut leaks, mut count) = (Vec::new(), usize::from(pair[0].lists) + usize::from(pair[0].foe == "Boris"));
        for (verb, lines) in table().iter().filter(|(verb, _)| verbs(verb)) {
            for line in lines {
                count += 1;
                // What everybody once could read by is always tried by all of them.
                let (always, line) = line.strip_prefix('!').map_or((whole, line.as_str()), |line| (true, line));
                let (moment, line) = match line.strip_prefix('@') {
                    Some(rest) => rest.split_once(' ').unwrap_or((rest, "")),
                    None => ("battle", line),
                };
                let at = one.iter().position(|(name, _)| *name == moment).unwrap_or_else(|| usual(&one));
                let turn = |index: usize, of: usize, by: usize| index == count / by % of;
                for (_, who) in who.iter().enumerate().filter(|(index, _)| always || turn(*index, who.len(), 1)) {
                    let forms = FORMS.iter().enumerate();
                    for (_, form) in forms.filter(|(index, _)| whole || turn(*index, FORMS.len(), who.len())) {
                        let form = if line.contains(form) { "" } else { form };
                        let line = match line.split_once(" -- ") {
                            Some((own, inner)) => format!("{own} {form} -- {inner}"),
                            None => format!("{line} {form}"),
                        };
                        let [one, other] = [&one[at].1, &other[at].1].map(|path| self.said(path, who, verb, &line));
                        if one != other {
                            let differs = one.0.lines().zip(other.0.lines()).find(|(one, other)| one != other);
                            leaks.push(format!("{who}: {verb} {line} ({moment}): {differs:?}"));
                        }
                    }
                }
            }
        }
        leaks
    }
}

/// Nobody of these learns of it, and the arbitrator does: the pair is one.
fn secret(pair: [&Secret; 2], who: &[&str]) {
    let bench = Bench::new();
    let leaks = bench.leaks(pair, who, &|_| true);
    assert!(leaks.is_empty(), "{} leaks:\n{}", leaks.len(), leaks.join("\n"));
    let told = Bench::new().leaks(pair, &["arbitrator"], &|verb| verb == "log");
    assert!(!told.is_empty(), "the arbitrator sees no difference either");
}

#[test]
fn where_a_base_lies() {
    secret([&OPEN, &Secret { base: "Verstap", ..OPEN }], &["public", "Anna", "Boris"]);
}

#[test]
fn what_a_secret_register_holds() {
    let one = Secret { lists: true, fields: "Winter Moon", settled: true, ..OPEN };
    let other = Secret {
        cruiser: "Silver Sun of the Longer Name",
        squadron: ["aconite:4", "Starlings"],
        fields: "Silver Sun of the Longer Name",
        ..one
    };
    secret([&one, &other], &["public", "Anna", "Boris"]);
}

/// Who types the dice in is asked for them by what they are for, and not by the name of a vessel that he may not know.
#[test]
fn for_which_secret_vessel_dice_are_typed() {
    let bench = Bench::new();
    let secret = Secret { lists: true, fields: "Winter Moon", settled: true, ..OPEN };
    let war = bench.war("typed", &secret);
    let (_, path) = war.iter().find(|(moment, _)| *moment == "experience").expect("the war comes to it");
    let asked = |who: &str| {
        let copy = bench.folder.path(&format!("typed-{who}.renown"));
        std::fs::copy(path, &copy).expect("the campaign can be copied");
        let args = words(&format!("battle next 1 --dice ask --as {who}"));
        let mut store = Some(Store::open(&copy).expect("the copy opens"));
        bench.run_typing(&mut store, &args, &"4 4\n4\n".repeat(60)).unwrap_or_else(|error| error)
    };
    let all = asked("arbitrator");
    assert!(all.contains("Winter Moon"), "the arbitrator is not asked: {all}");
    let told = asked("Anna");
    assert!(told.contains("for experience:"), "Anna is not asked: {told}");
    // Not by her own either: whether another register holds the name would show.
    for name in ["Winter Moon", "Agrippa"] {
        assert!(!told.contains(&format!("experience: {name}")), "Anna is asked by name: {told}");
    }
}

#[test]
fn what_a_fleet_is_picked_of() {
    let one = Secret { lists: true, fields: "Winter Moon", ..OPEN };
    secret([&one, &Secret { fields: "all", ..one }], &["public", "Boris"]);
}

#[test]
fn what_a_secret_sub_plot_is() {
    let one = Secret { foe: "Boris", ..OPEN };
    secret([&one, &Secret { plot: ["5,2", "Vigil"], ..one }], &["public", "Anna", "Dagny"]);
}

#[test]
fn every_verb_and_option_is_tried() {
    let (table, mut program) = (table(), BTreeMap::new());
    let mut command = Cli::command();
    command.build();
    leaves(&command, "", &mut program);
    let mut wrong: Vec<String> = table.keys().filter(|verb| !program.contains_key(*verb)).cloned().collect();
    for (verb, options) in &program {
        let lines = table.get(verb).map_or_else(String::new, |lines| lines.join(" "));
        if !table.contains_key(verb) {
            wrong.push(verb.clone());
        }
        let tried = |option: &String| words(&lines.replace(['@', '!'], " ")).contains(&format!("--{option}"));
        wrong.extend(options.iter().filter(|option| !tried(option)).map(|option| format!("{verb} --{option}")));
    }
    assert!(wrong.is_empty(), "the table lacks, or the program does: {wrong:?}");
}

/// The verbs under a command, each with its own options.
fn leaves(command: &clap::Command, path: &str, found: &mut BTreeMap<String, Vec<String>>) {
    let verbs = command.get_subcommands().filter(|verb| verb.get_name() != "help");
    let mut any = false;
    for verb in verbs {
        any = true;
        leaves(verb, format!("{path} {}", verb.get_name()).trim(), found);
    }
    if !any {
        let own = command.get_arguments().filter(|arg| !arg.is_global_set());
        let options = own.filter_map(|arg| arg.get_long()).filter(|name| !["help", "version"].contains(name));
        found.insert(path.to_owned(), options.map(str::to_owned).collect());
    }
}
