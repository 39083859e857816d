//! Random-policy battles of two fleets of about 1,500 points: battles and answers a second and core, with the log off
//! and on, on one thread and two, beside a bare loop that only rolls as many dice. The checksum of all final situations
//! must be the same in every line.

#![expect(clippy::cast_precision_loss, reason = "counts of battles and answers are far below 2^52")]

use std::time::Instant;

use renown::battle::captain::cadets;
use renown::battle::event::{Event, Log, Silent};
use renown::battle::state::Battle;
use renown::catalog::Catalog;
use renown::catalog::situation::{self, Situation};
use renown::dice::{Dice, DiceError, Fast, Pip, Source, Why};

/// Counts events and forgets them: what a log costs, without keeping it.
#[derive(Default)]
struct Counted(u64);

impl Log for Counted {
    fn tell(&mut self, event: Event) {
        std::hint::black_box(event);
        self.0 += 1;
    }
}

/// Counts the dice that a battle rolls.
struct Tally(u64);

impl Dice for Tally {
    fn roll(&mut self, _: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        self.0 += faces.len() as u64;
        Ok(())
    }

    fn source(&self) -> Source {
        Source::Xoshiro
    }
}

/// Two fleets of about 1,500 points on a table with a planet and an asteroid field.
const FLEETS: [(&str, u32, u32, [&str; 12]); 2] = [
    (
        "Anna",
        40,
        90,
        [
            "retribution",
            "lunar",
            "lunar",
            "gothic",
            "dominator",
            "dauntless",
            "sword",
            "sword",
            "sword",
            "sword",
            "firestorm",
            "firestorm",
        ],
    ),
    (
        "Bert",
        130,
        270,
        [
            "murder",
            "murder",
            "carnage",
            "carnage",
            "slaughter",
            "slaughter",
            "murder",
            "iconoclast",
            "iconoclast",
            "iconoclast",
            "infidel",
            "infidel",
        ],
    ),
];

fn table() -> Situation {
    use std::fmt::Write as _;
    let mut text = String::from(
        "ordnance = \"unused\"\nlast_turn = 6\nside = [{ name = \"Anna\", rerolls = 1 }, { name = \"Bert\", rerolls = 1 }]\n\
         feature = [{ kind = \"planet\", at = [90, 60], radius = 8 }, { kind = \"asteroids\", low = [70, 90], high = [85, 100] }]\n\
         ship = [\n",
    );
    for (side, x, heading, classes) in FLEETS {
        for (index, class) in classes.iter().enumerate() {
            let squadron =
                if index > 5 { format!(", squadron = \"{side} escorts {}\"", index / 10) } else { String::new() };
            let y = 8 + 9 * index;
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
    situation::read("bench", &text, &catalog.fleets).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// A number that names the end of a battle.
fn digest(battle: &Battle) -> u64 {
    battle.ships.iter().fold(0xcbf2_9ce4_8422_2325, |sum, ship| {
        let parts =
            [ship.at.x.0, ship.at.y.0, i32::from(ship.heading.degrees()), i32::from(ship.hits), ship.fate as i32];
        parts.iter().fold(sum, |sum, part| (sum ^ u64::from(part.cast_unsigned())).wrapping_mul(0x0100_0000_01b3))
    })
}

/// Fights battles `from..to`; gives answers and checksum.
fn fight<L: Log>(start: &Situation, from: u64, to: u64, log: &mut L) -> (u64, u64) {
    let (mut answers, mut sum) = (0, 0_u64);
    for index in from..to {
        let mut battle = start.battle;
        let mut dice = Fast::new(2026, index);
        let taken = cadets(&mut battle, &start.roster, &mut dice, log, 20_000).expect("these dice never run out");
        answers += u64::from(taken);
        sum = sum.wrapping_add(digest(&battle));
    }
    (answers, sum)
}

fn line(name: &str, battles: u64, answers: u64, seconds: f64, sum: u64) {
    println!(
        "{name:<28} {:>9.0} battles/s  {:>10.0} answers/s  {:>7.2} us/answer  checksum {sum:016x}",
        battles as f64 / seconds,
        answers as f64 / seconds,
        seconds * 1e6 / answers.max(1) as f64
    );
}

fn main() {
    let start = table();
    let battles: u64 = std::env::var("RENOWN_BATTLES").ok().and_then(|count| count.parse().ok()).unwrap_or(2_000);
    println!("{battles} battles, {} bytes of state", std::mem::size_of::<Battle>());
    fight(&start, 0, battles / 10, &mut Silent);
    let begun = Instant::now();
    let (answers, sum) = fight(&start, 0, battles, &mut Silent);
    line("log off", battles, answers, begun.elapsed().as_secs_f64(), sum);
    let mut log = Counted::default();
    let begun = Instant::now();
    let (answers, sum) = fight(&start, 0, battles, &mut log);
    line("log on", battles, answers, begun.elapsed().as_secs_f64(), sum);
    println!("{:<28} {} events", "", log.0);
    let begun = Instant::now();
    let halves = std::thread::scope(|scope| {
        let start = &start;
        let first = scope.spawn(move || fight(start, 0, battles / 2, &mut Silent));
        let second = fight(start, battles / 2, battles, &mut Silent);
        let first = first.join().expect("the first half ends");
        (first.0 + second.0, first.1.wrapping_add(second.1))
    });
    line("log off, two threads", battles, halves.0, begun.elapsed().as_secs_f64(), halves.1);
    // How many dice a battle rolls is not told by the engine; a loop over as many as the events name is close.
    let mut dice = Fast::new(2026, 0);
    let mut faces = [Pip::ONE; 8];
    let begun = Instant::now();
    let rolls = log.0;
    let mut tally = Tally(0);
    for _ in 0..rolls {
        dice.roll(Why::new("bare", ""), &mut faces).expect("these dice never run out");
        tally.roll(Why::new("bare", ""), &mut faces).expect("they count");
    }
    std::hint::black_box(faces);
    println!("{:<28} {:>9.1} ms for {} dice", "bare dice", begun.elapsed().as_secs_f64() * 1e3, tally.0);
}
