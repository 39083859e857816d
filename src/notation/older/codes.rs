//! Tasks and questions as words and numbers: `ram 3 4`, `ask counter 2`. Ships are numbered by their place in the list.

use crate::battle::space_fleet::state::agenda::{Question, Task};
use crate::battle::space_fleet::state::{ShipId, SquadronId};

fn coded(word: &str, numbers: &[u8]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|number| format!(" {number}")).collect();
    format!("{word}{}", numbers.concat())
}

/// A task as it is written.
pub(super) fn task(task: Task) -> String {
    match task {
        Task::Ask(asked) => format!("ask {}", question(asked)),
        Task::Sail => coded("sail", &[]),
        Task::Ram { by, on } => coded("ram", &[by.0, on.0]),
        Task::Forced(id) => coded("forced", &[id.0]),
        Task::Veer(id) => coded("veer", &[id.0]),
        Task::Volley { ship, system, target, dice } => coded("volley", &[ship.0, system, target.0, dice]),
        Task::Roll => coded("roll", &[]),
        Task::Damage => coded("damage", &[]),
        Task::Criticals => coded("criticals", &[]),
        Task::Finish => coded("finish", &[]),
        Task::Settle => coded("settle", &[]),
        Task::Area => coded("area", &[]),
        Task::Burn(at) => coded("burn", &[at]),
        Task::CrippledRoll(id) => coded("crippled-roll", &[id.0]),
        Task::CrippledHit { ship, sixes } => coded("crippled-hit", &[ship.0, sixes]),
        Task::Crash(id) => coded("crash", &[id.0]),
        Task::Explode(id) => coded("explode", &[id.0]),
        Task::Burst(id) => coded("burst", &[id.0]),
        Task::FuelExplosion(id) => coded("fuel-explosion", &[id.0]),
        Task::Beacon(id) => coded("beacon", &[id.0]),
        Task::Shatter(rock) => coded("shatter", &[rock]),
        Task::BoardRoll { on, counter } => coded("board-roll", &[on.0, u8::from(counter)]),
        Task::Grab => coded("grab", &[]),
        Task::Escape(id) => coded("escape", &[id.0]),
        Task::Mine(id) => coded("mine", &[id.0]),
        Task::Die(id) => coded("die", &[id.0]),
        Task::Fever(id) => coded("fever", &[id.0]),
        Task::Breakdown(squadron) => coded("breakdown", &[squadron.0]),
        Task::Salvo(id) => coded("salvo", &[id.0]),
    }
}

fn question(question: Question) -> String {
    match question {
        Question::CarryOn(id) => coded("carry-on", &[id.0]),
        Question::Dodge { ship, by } => coded("dodge", &[ship.0, by.0]),
        Question::ReRoll(id) => coded("re-roll", &[id.0]),
        Question::Skilful(id) => coded("skilful", &[id.0]),
        Question::Evade(id) => coded("evade", &[id.0]),
        Question::Inspire(id) => coded("inspire", &[id.0]),
        Question::Desperate { ship, row, die } => coded("desperate", &[ship.0, row, die]),
        Question::Row { ship, face, free } => coded("row", &[ship.0, face, u8::from(free)]),
        Question::Drop(id) => coded("drop", &[id.0]),
        Question::Counter(id) => coded("counter", &[id.0]),
        Question::Grip(id) => coded("grip", &[id.0]),
        Question::Which(id) => coded("which", &[id.0]),
        Question::Place { ship, shields } => coded("place", &[ship.0, shields]),
        Question::Creep(id) => coded("creep", &[id.0]),
        Question::Salvo(id) => coded("salvo", &[id.0]),
        Question::Infect(id) => coded("infect", &[id.0]),
        Question::Defend(id) => coded("defend", &[id.0]),
        Question::Spawn(id) => coded("spawn", &[id.0]),
        Question::SpawnAt { hive, class, number } => coded("spawn-at", &[hive.0, class, number]),
    }
}

/// Reads a task; `ships` are how many there are.
pub(super) fn read_task(text: &str, ships: usize) -> Option<Task> {
    let mut words = text.split_whitespace();
    let word = words.next()?;
    if word == "ask" {
        let rest = text.strip_prefix("ask ")?;
        return read_question(rest, ships).map(Task::Ask);
    }
    let numbers: Vec<u8> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let ship = |at: usize| numbers.get(at).copied().filter(|id| usize::from(*id) < ships).map(ShipId);
    let number = |at: usize| numbers.get(at).copied();
    Some(match word {
        "sail" => Task::Sail,
        "ram" => Task::Ram { by: ship(0)?, on: ship(1)? },
        "forced" => Task::Forced(ship(0)?),
        "veer" => Task::Veer(ship(0)?),
        "volley" => Task::Volley { ship: ship(0)?, system: number(1)?.min(3), target: ship(2)?, dice: number(3)? },
        "roll" => Task::Roll,
        "damage" => Task::Damage,
        "criticals" => Task::Criticals,
        "finish" => Task::Finish,
        "settle" => Task::Settle,
        "area" => Task::Area,
        "burn" => Task::Burn(number(0)?),
        "crippled-roll" => Task::CrippledRoll(ship(0)?),
        "crippled-hit" => Task::CrippledHit { ship: ship(0)?, sixes: number(1)? },
        "crash" => Task::Crash(ship(0)?),
        "explode" => Task::Explode(ship(0)?),
        "burst" => Task::Burst(ship(0)?),
        "fuel-explosion" => Task::FuelExplosion(ship(0)?),
        "beacon" => Task::Beacon(ship(0)?),
        "shatter" => Task::Shatter(number(0)?),
        "board-roll" => Task::BoardRoll { on: ship(0)?, counter: number(1)? > 0 },
        "grab" => Task::Grab,
        "escape" => Task::Escape(ship(0)?),
        "mine" => Task::Mine(ship(0)?),
        "die" => Task::Die(ship(0)?),
        "fever" => Task::Fever(ship(0)?),
        "breakdown" => Task::Breakdown(SquadronId(number(0)?)),
        "salvo" => Task::Salvo(ship(0)?),
        _ => return None,
    })
}

fn read_question(text: &str, ships: usize) -> Option<Question> {
    let mut words = text.split_whitespace();
    let word = words.next()?;
    let numbers: Vec<u8> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let ship = |at: usize| numbers.get(at).copied().filter(|id| usize::from(*id) < ships).map(ShipId);
    let number = |at: usize| numbers.get(at).copied();
    Some(match word {
        "carry-on" => Question::CarryOn(ship(0)?),
        "dodge" => Question::Dodge { ship: ship(0)?, by: ship(1)? },
        "re-roll" => Question::ReRoll(ship(0)?),
        "skilful" => Question::Skilful(ship(0)?),
        "evade" => Question::Evade(ship(0)?),
        "inspire" => Question::Inspire(ship(0)?),
        "desperate" => Question::Desperate { ship: ship(0)?, row: number(1)?.min(5), die: number(2)? },
        "row" => Question::Row { ship: ship(0)?, face: number(1)?.clamp(1, 6), free: number(2)? > 0 },
        "drop" => Question::Drop(ship(0)?),
        "counter" => Question::Counter(ship(0)?),
        "grip" => Question::Grip(ship(0)?),
        "which" => Question::Which(ship(0)?),
        "place" => Question::Place { ship: ship(0)?, shields: number(1)? },
        "creep" => Question::Creep(ship(0)?),
        "salvo" => Question::Salvo(ship(0)?),
        "infect" => Question::Infect(ship(0)?),
        "defend" => Question::Defend(ship(0)?),
        "spawn" => Question::Spawn(ship(0)?),
        "spawn-at" => Question::SpawnAt { hive: ship(0)?, class: number(1)?, number: number(2)? },
        _ => return None,
    })
}
