//! Reads what is under way: the move, the volley, the agenda.

use super::flights::{flight_at, mark};
use super::values::{length, small};
use crate::battle::gothic::decisions::wording;
use crate::battle::gothic::special::Peril;
use crate::battle::gothic::state::agenda::{Check, Struggle, Task, Test, Threat};
use crate::battle::gothic::state::ordnance::MarkShot;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{
    AGENDA, Battle, Course, Order, Power, SHIPS, Salvo, Shell, ShipId, Shot, Strike, Volley,
};
use crate::catalog::reader::Node;
use crate::notation::values::crowd;
use crate::notation::values::few;
use crate::notation::values::few_of;
use crate::notation::values::opt_ship;
use crate::notation::values::point;
use crate::notation::values::ship;
use crate::notation::values::ship_at;
use crate::notation::values::unit;
use crate::notation::values::unit_at;
use crate::ships::crew::Raiders;
use crate::ships::profile::Gun;
use crate::table::fixed_list::FixedList;
use crate::table::geometry::Heading;

pub(super) fn read(root: &Node<'_>, roster: &Roster, battle: &mut Battle) {
    if let Some(name) = root.opt_text("current") {
        if let Some(unit) = unit(root, "current", roster, &name) {
            battle.set_out(unit);
        }
        if root.has("formed") {
            battle.formed = crowd(root, "formed", roster);
        }
    }
    for name in root.texts("dying") {
        if let Some(id) = ship(root, "dying", roster, &name)
            && battle.dying.push(id).is_err()
        {
            root.problem_at("dying", format_args!("more than {SHIPS} ships are dying"));
        }
    }
    if let Some(course) = root.opt_table("course", |node| course(node, roster)) {
        battle.course = course;
    }
    if let Some(volley) = root.opt_table("volley", |node| volley(node, roster)) {
        battle.volley = volley;
    }
    for task in root.tables("agenda", |node| task(node, roster, battle)) {
        if let Some(task) = task
            && battle.agenda.push(task).is_err()
        {
            root.problem_at("agenda", format_args!("the agenda has more than {AGENDA} tasks"));
        }
    }
}

fn course(node: &Node<'_>, roster: &Roster) -> Course {
    let mut legs = FixedList::new();
    for word in node.texts("legs") {
        match wording::leg(&word) {
            Ok(leg) => {
                if legs.push(leg).is_err() {
                    node.problem_at("legs", "a move has at most 8 legs");
                }
            }
            Err(problem) => node.problem_at("legs", problem),
        }
    }
    Course {
        ship: ship_at(node, "ship", roster).unwrap_or_default(),
        legs,
        gone: length(node, "gone").unwrap_or_default(),
        limit: length(node, "limit").unwrap_or_default(),
        slowed: node.flag("slowed"),
        scorched: node.flag("scorched"),
        ram: opt_ship(node, "ram", roster),
        keeps: node.opt_number("keeps").and_then(|degrees| i32::try_from(degrees).ok()).map(Heading::new),
        trail: node.has("trail").then(|| point(node, "trail")),
        passed: crowd(node, "passed", roster),
    }
}

/// A weapon of a ship, by their names.
fn mount(node: &Node<'_>, roster: &Roster) -> (ShipId, u8) {
    let ship = ship_at(node, "ship", roster).unwrap_or_default();
    let gun = node.text("weapon");
    let weapons = roster.ships.get(usize::from(ship.0)).map_or(&[][..], |entry| &entry.profile.weapons);
    let weapon = weapons.iter().position(|weapon| weapon.name.eq_ignore_ascii_case(&gun));
    if weapon.is_none() {
        node.problem_at("weapon", format_args!("there is no weapon \"{gun}\" on it"));
    }
    (ship, weapon.unwrap_or(0) as u8)
}

fn volley(node: &Node<'_>, roster: &Roster) -> Volley {
    let mut volley = Volley { unit: unit_at(node, "unit", roster).unwrap_or_default(), ..Volley::default() };
    volley.first = few_of(node, "first", Gun::from_word);
    volley.column = small(node, "column");
    volley.powers = few(node, "power", |node| {
        let (ship, weapon) = mount(node, roster);
        Power { ship, weapon, strength: small(node, "strength").unwrap_or(0) }
    });
    let shots = node.tables("shot", |node| {
        let (ship, weapon) = mount(node, roster);
        let target = unit_at(node, "target", roster).unwrap_or_default();
        Shot { ship, weapon, target, share: small(node, "share").unwrap_or(0) }
    });
    let strikes = node.tables("strike", |node| Strike {
        target: unit_at(node, "target", roster).unwrap_or_default(),
        salvos: few(node, "salvo", |node| Salvo {
            gun: node.word("gun", Gun::ALL, Gun::word).unwrap_or_default(),
            dice: small(node, "dice").unwrap_or(0),
            locked: small(node, "locked").unwrap_or(0),
            column: small(node, "column").unwrap_or(0),
            ships: crowd(node, "ships", roster),
            firers: crowd(node, "firers", roster),
        }),
    });
    let shells = node.tables("shell", |node| Shell {
        ship: ship_at(node, "ship", roster).unwrap_or_default(),
        at: point(node, "at"),
    });
    let marks = node.tables("mark", |node| {
        let (ship, weapon) = mount(node, roster);
        MarkShot { ship, weapon, mark: mark(node), share: small(node, "share").unwrap_or(0) }
    });
    let full = shots.into_iter().any(|shot| volley.shots.push(shot).is_err())
        | strikes.into_iter().any(|strike| volley.strikes.push(strike).is_err())
        | marks.into_iter().any(|shot| volley.marks.push(shot).is_err())
        | shells.into_iter().any(|shell| volley.shells.push(shell).is_err());
    if full {
        node.problem("the volley is too long");
    }
    volley
}

fn task(node: &mut Node<'_>, roster: &Roster, battle: &Battle) -> Option<Task> {
    let kind = node.text("do");
    node.call(format!("agenda \"{kind}\""));
    let unit = || unit_at(node, "unit", roster);
    let ship = || ship_at(node, "ship", roster);
    let target = || ship_at(node, "target", roster);
    let number = |key| small(node, key).unwrap_or(0);
    Some(match kind.as_str() {
        "re-roll" | "pass" => {
            let check = Check {
                unit: unit()?,
                test: test(node, roster)?,
                dice: number("dice"),
                drop: number("drop"),
                needed: i8::try_from(node.opt_signed("needed").unwrap_or(0)).unwrap_or(0),
                total: number("total"),
            };
            if kind == "pass" { Task::Pass(check) } else { Task::Reroll(check) }
        }
        "brace" => Task::Brace { unit: unit()?, threat: threat(node, roster)? },
        "double" => Task::Double(ship()?),
        "evade" => Task::Evade(ship()?),
        "name ram" => Task::NameRam(ship()?),
        "repair" => Task::Repair { ship: ship()?, sixes: number("sixes") },
        "sweep" => Task::Sweep(number("count")),
        "enter" => Task::Enter,
        "depart" => Task::Depart(ship()?),
        "pull" => Task::Pull,
        "free" => Task::Free { ship: ship()?, count: number("count") },
        "unbrace" => Task::Unbrace,
        "dispel" => Task::Dispel(number("place")),
        "fall" => Task::Fall(ship()?),
        "boarders" => Task::Boarders(target()?),
        "share" => Task::Share {
            target: target()?,
            boarder: opt_ship(node, "boarder", roster),
            points: number("points"),
            margin: number("margin"),
        },
        "emerge" => {
            let rift = number("rift");
            if usize::from(rift) >= battle.features.len() {
                node.problem_at("rift", "there is no such phenomenon");
                return None;
            }
            Task::Emerge { ship: ship()?, reach: length(node, "reach").unwrap_or_default(), rift }
        }
        "ride" => Task::Ride(unit()?),
        "drive" => Task::Drive { ship: ship()?, length: length(node, "length").unwrap_or_default() },
        "strain" => Task::Strain(ship()?),
        "surge" => Task::Surge(unit()?),
        "go" => Task::Go,
        "impact" => Task::Impact { ship: ship()?, target: target()? },
        "boulders" => Task::Boulders(ship()?),
        "rubble" => Task::Rubble(ship()?),
        "scorch" => Task::Scorch(ship()?),
        "bays" => Task::Bays,
        "power" => Task::Power,
        "reckon" => Task::Reckon,
        "strike" => Task::Strike,
        "doom" => Task::Doom { ship: ship()?, also: opt_ship(node, "also", roster) },
        "burst" => Task::Burst {
            at: point(node, "at"),
            strength: number("strength"),
            radius: length(node, "radius").unwrap_or_default(),
            also: opt_ship(node, "also", roster),
        },
        "drift" => Task::Drift(ship()?),
        "adrift" => {
            let part = |key| length(node, key).unwrap_or_default();
            Task::Adrift { ship: ship()?, left: part("left"), gone: part("gone") }
        }
        "fight" => Task::Fight { target: target()?, boarder: opt_ship(node, "boarder", roster) },
        "raid" => Task::Raid { ship: ship()?, target: target()?, raiders: raiders(node) },
        "pick" => Task::Pick { ship: ship()?, target: target()?, first: number("first"), second: number("second") },
        "board again" => {
            let score = |key| i8::try_from(node.opt_signed(key).unwrap_or(0)).unwrap_or(0);
            let struggle = Struggle {
                target: target()?,
                boarder: opt_ship(node, "boarder", roster),
                faces: [number("first"), number("second")],
                scores: [score("attack"), score("defence")],
            };
            Task::BoardAgain { ship: ship()?, struggle }
        }
        "gunners" => {
            let (ship, weapon) = mount(node, roster);
            Task::Gunners { ship, weapon }
        }
        "mend" => Task::Mend(number("place")),
        "burn" => Task::Burn,
        "clear" => Task::Clear,
        "next turn" => Task::NextTurn,
        "open" => Task::Open,
        "flare" => Task::Flare(ship()?),
        _ => match super::mission::read_task(node, &kind, &unit, battle) {
            Ok(task) => return task,
            Err(()) => return ordnance_task(node, roster, &kind),
        },
    })
}

/// Reads a task of ordnance.
fn ordnance_task(node: &Node<'_>, roster: &Roster, kind: &str) -> Option<Task> {
    let ship = || ship_at(node, "ship", roster);
    let number = |key| small(node, key).unwrap_or(0);
    Some(match kind {
        "fly" => Task::Fly,
        "run on" => Task::RunOn,
        "turrets" => Task::Turrets { flight: flight_at(node, "flight"), ship: ship()? },
        "pair" => Task::Pair { flight: flight_at(node, "flight"), other: flight_at(node, "other") },
        "runs again" | "runs" => {
            let (flight, ship, turrets) = (flight_at(node, "flight"), ship()?, number("turrets"));
            let faces = few_of(node, "faces", |word| word.parse().ok());
            if kind == "runs" {
                Task::Runs { flight, ship, faces, turrets }
            } else {
                Task::RunsAgain { flight, ship, faces, turrets }
            }
        }
        "sortie" => Task::Sortie { flight: flight_at(node, "flight"), ship: ship()? },
        "intercept" => Task::Intercept {
            flight: flight_at(node, "flight"),
            ship: ship()?,
            after: node.opt_number("after").and_then(|number| u16::try_from(number).ok()).unwrap_or(0),
        },
        "single out" => Task::Single { flight: flight_at(node, "flight"), ship: ship()? },
        "detect" => Task::Detect,
        "settle" => Task::Settle,
        "onset" => Task::Onset { flight: flight_at(node, "flight"), ship: ship()? },
        "defend" => Task::Defend { flight: flight_at(node, "flight"), ship: ship()? },
        "assault" => Task::Assault { flight: flight_at(node, "flight"), ship: ship()? },
        _ if super::feats::is_stage(kind) => return super::feats::read_stage(node, roster, kind).map(Task::Feat),
        _ => {
            node.problem_at("do", format_args!("there is no task \"{kind}\""));
            return None;
        }
    })
}

/// Who makes a hit-and-run attack, as words.
pub(super) const RAIDERS: [(&str, Raiders); 4] = [
    ("crew", Raiders::Crew),
    ("honour guard", Raiders::HonourGuard),
    ("chosen", Raiders::Chosen),
    ("terminators", Raiders::Terminators),
];

fn raiders(node: &Node<'_>) -> Raiders {
    let Some(word) = node.opt_text("raiders") else { return Raiders::Crew };
    let found = RAIDERS.iter().find(|(known, _)| *known == word);
    if found.is_none() {
        node.problem_at("raiders", format_args!("there are no raiders \"{word}\""));
    }
    found.map_or(Raiders::Crew, |(_, raiders)| *raiders)
}

fn test(node: &Node<'_>, roster: &Roster) -> Option<Test> {
    let kind = node.text("test");
    if let Some(order) = Order::from_word(&kind) {
        return Some(Test::Order(order));
    }
    Some(match kind.as_str() {
        "aim" => Test::Aim,
        "ram" => Test::Ram(ship_at(node, "target", roster)?),
        "asteroids" => Test::Asteroids,
        "warp rift" => Test::Rift,
        "disengage" => Test::Disengage,
        "clouds" => Test::Clouds,
        "solar flare" => Test::Flare,
        "alert" => Test::Rouse,
        "guide" => Test::Guide(flight_at(node, "flight"), node.opt_signed("turn").unwrap_or(0)),
        "jam" => Test::Jam(flight_at(node, "flight")),
        "evade" => Test::Evade(node.opt_signed("turn").unwrap_or(45)),
        _ => {
            node.problem_at("test", format_args!("there is no test \"{kind}\""));
            return None;
        }
    })
}

fn threat(node: &Node<'_>, roster: &Roster) -> Option<Threat> {
    let kind = node.text("against");
    Some(match kind.as_str() {
        "fire" => Threat::Fire(unit_at(node, "from", roster)?),
        "nova cannon" => Threat::Nova(ship_at(node, "from", roster)?),
        "ram" => Threat::Ram(ship_at(node, "from", roster)?),
        "asteroids" => Threat::Asteroids,
        "blast markers" => Threat::Markers,
        "explosion" => Threat::Explosion,
        "solar flare" => Threat::Flare,
        "ordnance" => Threat::Ordnance(flight_at(node, "flight")),
        "hit-and-run" => Threat::Raid(ship_at(node, "from", roster)?),
        _ if let Some(peril) = Peril::from_word(&kind) => Threat::Feat(peril, ship_at(node, "from", roster)?),
        _ => {
            node.problem_at("against", format_args!("there is no threat \"{kind}\""));
            return None;
        }
    })
}
