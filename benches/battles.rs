//! Random-policy battles of two fleets of about 1,500 points: battles and answers a second and core, with the log off
//! and on, on one thread and two, beside a bare loop that only rolls as many dice. The checksum of all final situations
//! must be the same in every line. Then a recorded battle is read and fought again, as often as fits, and must come to
//! the same end.

#![expect(clippy::cast_precision_loss, reason = "counts of battles and answers are far below 2^52")]

#[path = "page/mod.rs"]
mod page;

use std::time::Instant;

use renown::battle::gothic::decisions;
use renown::battle::gothic::decisions::answer::Answer;
use renown::battle::gothic::event::{Event, Log, Silent};
use renown::battle::gothic::proceed;
use renown::battle::gothic::state::Battle;
use renown::captain::{Captain, play};
use renown::catalog::Catalog;
use renown::catalog::fleets::Fleets;
use renown::dice::{Dice, DiceError, Fast, Kept, Pip, Roll, Source, Why};
use renown::notation;
use renown::notation::{BattleFile, Situation};

use page::Page;

/// Counts events and forgets them: what a log costs, without keeping it.
#[derive(Default)]
struct Counted(u64);

impl Log for Counted {
    fn tell(&mut self, event: Event) {
        std::hint::black_box(event);
        self.0 += 1;
    }
}

/// Rolls, and counts what was rolled.
struct Tally(Fast, u64);

impl Dice for Tally {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        self.1 += faces.len() as u64;
        self.0.roll(why, faces)
    }

    fn source(&self) -> Source {
        self.0.source()
    }
}

/// A player: name, where the fleet stands and heads, capital ships, escorts.
type Side = (&'static str, u32, u32, &'static [&'static str], &'static [&'static str]);

/// Two fleets of about 1,500 points on a table with a planet and an asteroid field.
const FLEETS: [Side; 2] = [
    (
        "Anna",
        40,
        90,
        &["retribution", "lunar", "lunar", "dictator", "dominator", "dauntless"],
        &["sword", "sword", "sword", "sword", "firestorm", "firestorm"],
    ),
    (
        "Bert",
        130,
        270,
        &["murder", "murder", "devastation", "carnage", "carnage", "slaughter", "slaughter"],
        &["iconoclast", "iconoclast", "iconoclast", "infidel", "infidel", "infidel"],
    ),
];

fn table() -> Situation {
    use std::fmt::Write as _;
    let mut text = String::from(
        "last_turn = 6\nside = [{ name = \"Anna\", rerolls = 1 }, { name = \"Bert\", rerolls = 1 }]\n\
         feature = [{ kind = \"planet\", at = [90, 60], radius = 8 }, { kind = \"asteroids\", low = [70, 90], high = [85, 100] }]\n\
         ship = [\n",
    );
    for (side, x, heading, capitals, escorts) in FLEETS {
        for (index, class) in capitals.iter().chain(escorts).enumerate() {
            let escort = index.checked_sub(capitals.len());
            let squadron = escort.map_or_else(String::new, |_| format!(", squadron = \"{side} {class}s\""));
            let y = 8 + 8 * index;
            let _ = writeln!(
                text,
                "{{ name = \"{side} {index}\", class = \"{class}\", side = \"{side}\"{squadron}, at = [{x}, {y}], \
                 heading = {heading}, leadership = {} }},",
                7 + index % 3
            );
        }
    }
    text.push_str("]\n");
    let catalog = Catalog::embedded();
    notation::read("bench", &text, &catalog.fleets).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// A number that names the end of a battle.
fn digest(battle: &Battle) -> u64 {
    battle.ships.iter().fold(0xcbf2_9ce4_8422_2325, |sum, ship| {
        let parts =
            [ship.at.x.0, ship.at.y.0, i32::from(ship.heading.degrees()), i32::from(ship.hits), ship.fate as i32];
        parts.iter().fold(sum, |sum, part| (sum ^ u64::from(part.cast_unsigned())).wrapping_mul(0x0100_0000_01b3))
    })
}

/// What a run of battles came to.
#[derive(Clone, Copy, Default)]
struct Sum {
    answers: u64,
    dice: u64,
    check: u64,
}

/// Fights battles `from..to`, each with dice and choices of its own.
fn fight<L: Log>(start: &Situation, from: u64, to: u64, log: &mut L) -> Sum {
    let mut sum = Sum::default();
    for index in from..to {
        let mut battle = start.battle;
        let mut dice = Tally(Fast::new(2026, index), 0);
        let mut cadets = [Captain::cadet(2027, index), Captain::cadet(2028, index)];
        let taken = play(&mut battle, &start.roster, &mut cadets, &mut dice, log, |_, _| {}, 20_000);
        sum.answers += u64::from(taken.expect("these dice never run out").answers);
        sum.dice += dice.1;
        sum.check = sum.check.wrapping_add(digest(&battle));
    }
    sum
}

/// Rolls, and writes down what was rolled.
struct Noted(Fast, Vec<Roll>);

impl Dice for Noted {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        self.0.roll(why, faces)?;
        let (purpose, source) = (why.to_string(), self.source());
        self.1.push(Roll { purpose, faces: faces.to_vec(), source, mark: None });
        Ok(())
    }

    fn source(&self) -> Source {
        self.0.source()
    }
}

/// A battle as a file, and how it ended.
fn record(start: &Situation, index: u64) -> (String, u64) {
    let mut battle = start.battle;
    let mut dice = Noted(Fast::new(2026, index), Vec::new());
    let mut cadets = [Captain::cadet(2027, index), Captain::cadet(2028, index)];
    let mut actions = Vec::new();
    let note = |_: &Battle, answer: &Answer| actions.push(decisions::write(&start.roster, answer));
    play(&mut battle, &start.roster, &mut cadets, &mut dice, &mut Silent, note, 20_000).expect("dice never run out");
    let situation = Situation { roster: start.roster.clone(), battle: start.battle };
    let file = BattleFile { situation, opens: false, actions, dice: Kept::Rolls(dice.1) };
    (notation::write_battle(&file), digest(&battle))
}

/// Reads a recorded battle and fights it again: the number of its answers, and how it ended.
fn replay(text: &str, fleets: &Fleets) -> (u64, u64) {
    let file = notation::read_battle("bench", text, fleets).expect("what was written can be read");
    let Situation { roster, mut battle } = file.situation;
    let mut dice = file.dice.again().expect("faces");
    for action in &file.actions {
        let answer = decisions::read(&battle, &roster, action).expect("what was written can be read");
        proceed(&mut battle, &roster, &answer, &mut *dice, &mut Silent).expect("what was legal is legal again");
    }
    (file.actions.len() as u64, digest(&battle))
}

/// Prints a line; returns the battles a second.
fn line(page: &mut Page, name: &str, battles: u64, sum: Sum, seconds: f64) -> f64 {
    let (speed, answers) = (battles as f64 / seconds, sum.answers as f64 / seconds);
    page.line(&format!("| {name} | {speed:.0} | {answers:.0} | {:.2} | {:016x} |", 1e6 / answers, sum.check));
    speed
}

/// Milliseconds for so many dice and nothing else.
fn bare_dice(count: u64) -> f64 {
    let mut dice = Fast::new(2026, 0);
    let mut face = [Pip::ONE];
    let begun = Instant::now();
    for _ in 0..count {
        dice.roll(Why::new("bare", ""), &mut face).expect("these dice never run out");
        std::hint::black_box(face);
    }
    begun.elapsed().as_secs_f64() * 1e3
}

fn main() {
    let start = table();
    let battles: u64 = std::env::var("RENOWN_BATTLES").ok().and_then(|count| count.parse().ok()).unwrap_or(2_000);
    let mut page =
        Page::new("battles", &format!("{battles} battles, {} bytes of state", std::mem::size_of::<Battle>()));
    page.line("| random battles | battles/s | answers/s | us/answer | checksum |");
    page.line("|---|---:|---:|---:|---|");
    fight(&start, 0, battles / 10, &mut Silent);
    let begun = Instant::now();
    let sum = fight(&start, 0, battles, &mut Silent);
    let off = line(&mut page, "log off", battles, sum, begun.elapsed().as_secs_f64());
    let mut log = Counted::default();
    let begun = Instant::now();
    let logged = fight(&start, 0, battles, &mut log);
    let on = line(&mut page, "log on", battles, logged, begun.elapsed().as_secs_f64());
    let begun = Instant::now();
    let both = std::thread::scope(|scope| {
        let start = &start;
        let first = scope.spawn(move || fight(start, 0, battles / 2, &mut Silent));
        let second = fight(start, battles / 2, battles, &mut Silent);
        let first = first.join().expect("the first half ends");
        Sum {
            answers: first.answers + second.answers,
            dice: first.dice + second.dice,
            check: first.check.wrapping_add(second.check),
        }
    });
    let two = line(&mut page, "log off, two threads", battles, both, begun.elapsed().as_secs_f64());
    let bare = bare_dice(sum.dice);
    let fleets = Catalog::embedded().fleets;
    let recorded: Vec<(String, u64)> = (0..8).map(|index| record(&start, index)).collect();
    let (begun, replays) = (Instant::now(), (battles / 100).max(8));
    let mut again = Sum::default();
    for (text, end) in recorded.iter().cycle().take(usize::try_from(replays).unwrap_or(8)) {
        let (answers, check) = replay(text, &fleets);
        assert_eq!(check, *end, "a battle fought again ends differently");
        again.answers += answers;
        again.check = again.check.wrapping_add(check);
    }
    line(&mut page, "read and fought again", replays, again, begun.elapsed().as_secs_f64());
    page.line("");
    page.line(&format!("{} events; {} dice, which a bare loop rolls in {bare:.1} ms.", log.0, sum.dice));
    page.line("");
    page.aim(off >= 10_000.0, "10,000 battles a second", &format!("{off:.0}"));
    page.aim(off / on <= 1.5, "the log costs at most half as much again", &format!("{:.2} times", off / on));
    page.aim(two / off >= 1.9, "two threads fight 1.9 times as fast as one", &format!("{:.2} times", two / off));
    page.end();
    assert!(sum.check == logged.check && sum.check == both.check, "the checksums differ");
}
