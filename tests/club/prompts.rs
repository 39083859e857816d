//! The same campaign turn, answered at prompts with dice typed in, and given by flags: both end in the same state.

use std::rc::Rc;

use renown::catalog::Catalog;
use renown::cli::{self, Io};
use renown::report::style::Style;
use renown::store::Store;

/// A line of the campaign: as it is answered at a prompt, with what is typed in, and as it is given by flags.
struct Line {
    asked: &'static str,
    typed: &'static str,
    given: &'static str,
}

const fn same(line: &'static str) -> Line {
    Line { asked: line, typed: "", given: line }
}

const REPORT: &str = "[[defender]]\nvessel = 'Knife'\nfate = 'hulk'\n[[attacker]]\nvessel = 'Vigil'\nhits-lost = 5\n";

const TURN: &[Line] = &[
    same("new War --map cyclops --ends 2026-12-15"),
    same("player add Anna --fleet gothic-sector --commander Daros"),
    same("player add Bert --fleet chaos-incursion --commander Urlock"),
    same("fleet buy Anna lunar --name Agrippa"),
    same("fleet buy Anna gothic --name Vigil"),
    same("flagship Anna Agrippa"),
    same("fleet buy Bert murder --name Knife"),
    same("fleet buy Bert carnage --name Unclean"),
    same("flagship Bert Knife"),
    Line {
        asked: "start --dice ask",
        typed: "5\n5\n3\n2\nRebo\nNowhere\nLithore\n4\n4\n4\n4\n",
        given: "start --pick Anna=Rebo --pick Bert=Lithore --dice 5,5,3,2,4,4,4,4",
    },
    same("challenge Anna Bert"),
    Line { asked: "battle next 1", typed: "accept\n", given: "battle next 1 --accept --as Bert" },
    Line { asked: "battle next 1 --dice ask", typed: "5\n3\n", given: "battle next 1 --dice 5,3 --as Anna" },
    Line { asked: "battle next 1 --dice ask", typed: "4\n", given: "battle next 1 --dice 4 --as Bert" },
    Line { asked: "battle next 1 --dice ask", typed: "5\n", given: "battle next 1 --dice 5 --as Anna" },
    Line { asked: "battle next 1", typed: "nman\n", given: "battle next 1 --system Nman --as Anna" },
    same("battle next 1 --points 750"),
    Line { asked: "battle next 1", typed: "all\n", given: "battle next 1 --fleet Anna=Agrippa,Vigil" },
    Line { asked: "battle next 1", typed: "knife, unclean\n", given: "battle next 1 --fleet Bert=all" },
    // Both have No Quarter.
    Line { asked: "battle next 1 --dice ask", typed: "1\n5\n1\n5\n", given: "battle next 1 --dice 1,5,1,5" },
    Line { asked: "battle record 1 - --as Anna", typed: REPORT, given: "battle record 1 - --as Anna" },
    Line { asked: "battle next 1", typed: "confirm\n", given: "battle confirm 1" },
    same("battle next 1"),
    same("battle next 1"),
    same("battle next 1"),
    Line { asked: "battle next 1 --dice ask", typed: "36\n66\n", given: "battle next 1 --dice 3,6,6,6" },
    same("battle next 1"),
    same("battle next 1 --withdraw Vigil"),
    same("battle next 1"),
    same("week --at 2026-11-23"),
];

fn play(by_prompts: bool) -> (Store, Vec<String>) {
    let catalog = Rc::new(Catalog::embedded());
    let mut store = None;
    let mut asked = Vec::new();
    for line in TURN {
        // A report is read from standard input either way.
        let piped = line.given.contains(" - ");
        let text = if by_prompts { line.asked } else { line.given };
        let typed = if by_prompts || piped { line.typed } else { "" };
        let args: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let clock = cli::args::time("2026-11-16T20:00").ok();
        let (mut out, mut err, mut input) = (Vec::new(), Vec::new(), typed.as_bytes());
        let io = Io {
            out: &mut out,
            err: &mut err,
            input: &mut input,
            interactive: by_prompts,
            style: Style { width: 200, ..Style::default() },
            err_colour: false,
        };
        if let Err(error) = cli::run_at(clock, &args, io, &mut store, &catalog) {
            panic!("`{text}` is refused: {}", error.messages.join("; "));
        }
        assert!(input.is_empty(), "`{text}` did not ask for {:?}", String::from_utf8_lossy(input));
        let questions = String::from_utf8_lossy(&err).into_owned();
        asked.extend(questions.lines().map(str::to_owned));
    }
    (store.expect("the campaign is open"), asked)
}

#[test]
fn prompts_and_flags_end_in_the_same_state() {
    let (prompts, asked) = play(true);
    let (flags, unasked) = play(false);
    let digest = |store: &Store| store.load().expect("the campaign is readable").head.digest;
    assert_eq!(digest(&prompts), digest(&flags));
    let asks = |text: &str| asked.iter().any(|line| line.contains(text));
    for question in [
        "Roll one die for starting order: Anna: ",
        "Anna picks a system: ",
        "(accept, decline or refuse; an empty line leaves it for later) ",
        "Nman (agri-world, neutral), Verstap (civilised world, neutral); an empty line",
        "(names with commas, `fit`, `all` or `none`; ",
        "  fit is Agrippa, Vigil",
        "(confirm or dispute; ",
        "Roll 2 dice for experience: Agrippa: ",
    ] {
        assert!(asks(question), "{question:?} is not asked: {asked:#?}");
    }
    assert!(!unasked.iter().any(|line| line.contains("Roll ") || line.contains("an empty line")), "{unasked:#?}");
    let catalog = Catalog::embedded();
    for store in [prompts, flags] {
        let verified = renown::club::verify(&store, &catalog, false).expect("it can be verified");
        assert_eq!(verified.findings, []);
    }
}

#[test]
fn the_arbitrator_confirms_each_penalty() {
    let catalog = Rc::new(Catalog::embedded());
    for (answer, renown) in [("y\n", 6), ("n\n", 7)] {
        let mut store = None;
        let lines = [
            ("new War --option idle-rule=renown --at 2026-11-02", ""),
            ("player add Anna --fleet gothic-sector --commander Daros --at 2026-11-02", ""),
            ("player add Bert --fleet chaos-incursion --commander Urlock --at 2026-11-02", ""),
            ("fleet buy Anna lunar --name Agrippa", ""),
            ("flagship Anna Agrippa", ""),
            ("fleet buy Bert murder --name Knife", ""),
            ("flagship Bert Knife", ""),
            ("start --pick Anna=Rebo --pick Bert=Lithore --dice 6,5,4,4 --at 2026-11-02", ""),
            ("player renown Anna 6 --ruling example", ""),
            ("player away Bert --until 2027-01-01 --at 2026-11-02", ""),
            ("week --at 2026-11-16", answer),
        ];
        for (line, typed) in lines {
            let args: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let (mut out, mut err, mut input) = (Vec::new(), Vec::new(), typed.as_bytes());
            let style = Style { width: 200, ..Style::default() };
            let io =
                Io { out: &mut out, err: &mut err, input: &mut input, interactive: true, style, err_colour: false };
            let done = cli::run_in_memory(&args, io, &mut store, &catalog);
            assert!(done.is_ok(), "{line}");
            let asked = String::from_utf8_lossy(&err).contains("Anna did not play. Is he penalised? [Y/n] ");
            assert_eq!(asked, !typed.is_empty(), "{line}");
        }
        let campaign = store.expect("the campaign is open").load().expect("it is readable").campaign;
        let anna = campaign.players.values().find(|player| player.name == "Anna").expect("she takes part");
        assert_eq!(anna.renown, renown, "after {answer:?}");
    }
}
