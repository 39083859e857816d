//! `renown battle record` at a terminal: what is asked, how mistakes are met, and how few answers a battle takes.

use std::cell::Cell;
use std::io::{BufRead, Cursor, Read};
use std::rc::Rc;

use renown::catalog::Catalog;
use renown::cli::{self, Io};
use renown::report::style::Style;
use renown::store::Store;

/// Two fleets of about 1,000 points, ready for the report of battle 1; both sides have the sub-plot No Quarter.
const WAR: &[&str] = &[
    "new War --map cyclops",
    "player add Anna --fleet gothic-sector --commander Daros",
    "player add Bert --fleet chaos-incursion --commander Urlock",
    "fleet buy Anna lunar --name Agrippa",
    "fleet buy Anna gothic --name Vigil",
    "fleet buy Anna tyrant --name Duke",
    "fleet buy Anna dominator --name Hammer",
    "fleet buy Anna sword:4 --name Lancers",
    "fleet buy Anna cobra:4 --name Hounds",
    "flagship Anna Agrippa",
    "fleet buy Bert murder --name Knife",
    "fleet buy Bert carnage --name Unclean",
    "fleet buy Bert slaughter --name Harvest",
    "fleet buy Bert devastation --name Misery",
    "fleet buy Bert infidel:4 --name Faithless",
    "fleet buy Bert idolator:3 --name Heretics",
    "flagship Bert Knife",
    "start --pick Anna=Rebo --pick Bert=Lithore --dice seed:war",
    "challenge Anna Bert --accept",
    "battle next 1 --dice 5,3",
    "battle next 1 --dice 4",
    "battle next 1 --dice 5",
    "battle next 1 --system Nman",
    "battle next 1 --points 1000",
    "battle next 1 --fleet Anna=fit --fleet Bert=fit",
    "battle next 1 --dice 1,5,1,5",
];

/// Somebody at a terminal who answers line by line, and counts.
struct Answers<'a> {
    text: Cursor<&'a str>,
    given: &'a Cell<usize>,
}

impl Read for Answers<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.text.read(buffer)
    }
}

impl BufRead for Answers<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.text.fill_buf()
    }

    /// Once for every line.
    fn consume(&mut self, amount: usize) {
        self.given.set(self.given.get() + 1);
        self.text.consume(amount);
    }
}

struct Said {
    out: String,
    err: String,
    refused: Vec<String>,
    answers: usize,
}

fn run(store: &mut Option<Store>, catalog: &Rc<Catalog>, line: &str, answers: Option<&str>) -> Said {
    let mut args: Vec<String> = line.split(' ').map(str::to_owned).collect();
    args.extend(["--at".to_owned(), "2026-11-16".to_owned()]);
    let (mut out, mut err, given) = (Vec::new(), Vec::new(), Cell::new(0));
    let mut input = Answers { text: Cursor::new(answers.unwrap_or("")), given: &given };
    let io = Io {
        out: &mut out,
        err: &mut err,
        input: &mut input,
        interactive: answers.is_some(),
        style: Style { unicode: true, colour: false, width: 200 },
        err_colour: false,
    };
    let done = cli::run_in_memory(&args, io, store, catalog);
    Said {
        out: String::from_utf8(out).expect("results are UTF-8"),
        err: String::from_utf8(err).expect("messages are UTF-8"),
        refused: done.err().map(|error| error.messages).unwrap_or_default(),
        answers: given.get(),
    }
}

fn war() -> (Option<Store>, Rc<Catalog>) {
    let (mut store, catalog) = (None, Rc::new(Catalog::embedded()));
    for line in WAR {
        let said = run(&mut store, &catalog, line, None);
        assert_eq!(said.refused, Vec::<String>::new(), "{line}");
    }
    (store, catalog)
}

#[test]
fn a_usual_battle_takes_few_answers() {
    let (mut store, catalog) = war();
    let answers =
        "Agrippa 4, Vigil hulk by unclean, Lanc -2\nKnife 6 disengaged (bridge smashed), Faithless 4\n6\nyes\n";
    let said = run(&mut store, &catalog, "battle record 1", Some(answers));
    assert_eq!(said.refused, Vec::<String>::new(), "{}", said.err);
    assert_eq!(said.out, "Battle 1 is won by Bert: 225 to 203 victory points (SCEN-15)\n");
    assert_eq!(said.answers, 4, "both fleets, the turns, and whether it is right");
    assert_eq!(
        said.err,
        "\
Anna fielded Agrippa (8 hits), Vigil (8 hits), Duke (8 hits), Hammer (8 hits), Lancers (4 ships), Hounds (4 ships).
What befell them, as: Agrippa 4, Vigil hulk by Soulless, Hounds -2, Duke 6 disengaged (bridge smashed)
Anna's losses (empty for none): \
Bert fielded Knife (8 hits), Unclean (8 hits), Harvest (8 hits), Misery (8 hits), Faithless (4 ships), Heretics (3 ships).
What befell them, as: Agrippa 4, Vigil hulk by Soulless, Hounds -2, Duke 6 disengaged (bridge smashed)
Bert's losses (empty for none): \
Game turns played (empty if nobody counted): \
Anna earns 203 victory points: Knife crippled, disengaged 43, Faithless destroyed 160
Bert earns 225 victory points: Agrippa crippled 45, Vigil hulk 180
Anna: Miserable Defeat, No Quarter failed
Bert: Victory, No Quarter failed
Bert won, 225 to 203 victory points; nobody holds the field
Record it? (yes or no) Recorded as entry 32. Undo with `renown undo`.
Due: the spoils of war.
"
    );
}

#[test]
fn every_mistake_of_a_line_is_shown_and_the_line_asked_again() {
    let (mut store, catalog) = war();
    let answers = "Agripa 4, Vigil 9, Duke frobbed\nVigil 7\n\nsix\n6\nperhaps\nno\n";
    let said = run(&mut store, &catalog, "battle record 1", Some(answers));
    assert_eq!(said.refused, ["nothing was recorded"]);
    for message in [
        "  there is no vessel in this fleet \"Agripa\"; did you mean \"Agrippa\"?\n",
        "  \"Duke frobbed\": \"frobbed\" is not understood\n",
        "  \"Vigil\" cannot have lost 9 hits: it had 8 (SCEN-16)\n",
        "  \"six\" is no number\n",
        "  answer yes or no\n",
    ] {
        assert!(said.err.contains(message), "{message:?} is not in {}", said.err);
    }
    let again = run(&mut store, &catalog, "battle status 1", None);
    assert!(again.out.ends_with("Due: the battle, then its report\n"), "{}", again.out);
}

#[test]
fn answers_that_end_too_early_record_nothing() {
    let (mut store, catalog) = war();
    let said = run(&mut store, &catalog, "battle record 1", Some("Vigil 7\n"));
    assert_eq!(said.refused, ["the answers ended too early; nothing was recorded"]);
}
