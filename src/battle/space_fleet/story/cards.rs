//! Boarding, repair, fuel, cards and scenarios, in words.

use super::{critical, dice, signed};
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::state::ShipId;
use crate::battle::space_fleet::state::roster::Roster;
use crate::text::count;

pub(super) fn sentence(roster: &Roster, what: &What) -> String {
    let name = |id: ShipId| roster.name(id);
    match *what {
        What::Jettison(id, megatons) => format!("{} jettisons {megatons} megatons", name(id)),
        What::Burns(at, megatons) => format!("{megatons} megatons of fuel burn at {at}"),
        What::BurntOut(at) => format!("The fuel at {at} burns out"),
        What::FuelExplodes(id, megatons) => format!("The {megatons} megatons of {} explode", name(id)),
        What::Jet(id, heading, megatons) => {
            format!("{megatons} megatons spray out of {}, heading {}", name(id), heading.degrees())
        }
        What::Boards(by, on, die, modifier) => {
            format!("{} boards {}: {die}{}", name(by), name(on), signed(i16::from(modifier)))
        }
        What::CounterAttacks(by, on, die, modifier) => {
            format!("{} counter-attacks {}: {die}{}", name(by), name(on), signed(i16::from(modifier)))
        }
        What::Repelled(on) => format!("The boarders of {} are repelled", name(on)),
        What::CounterDue(on) => format!("{} may counter-attack", name(on)),
        What::Captured(id, by, side) => format!("{} is captured by {} for {}", name(id), name(by), roster.side(side)),
        What::Overrun(id) => format!("{} is overrun", name(id)),
        What::Retaken(id) => format!("{} is retaken", name(id)),
        What::Defends(id, strength) => format!("{} defends with a strength of {strength}", name(id)),
        What::Grabbed(by, on) => format!("{} takes hold of {}", name(by), name(on)),
        What::LetGo(id) => format!("{} is let go", name(id)),
        What::Escapes(id, die, needs) => format!("{} tries to escape: {die}, needs {needs}", name(id)),
        What::RepairRoll(id, die) => format!("{} repairs: {die}", name(id)),
        What::Repaired(id, row) => format!("{} repairs {}", name(id), critical(roster, id, row)),
        What::ShieldsBack(id, now) => {
            format!("The shields of {} are {}, {}, {}, {}", name(id), now[0], now[1], now[2], now[3])
        }
        What::CrippleRepair(id, one, two) => format!("The cripple {} repairs: {one} and {two}", name(id)),
        What::EnginesRepaired(id) => format!("The engines of {} work again", name(id)),
        What::WeaponsRepaired(id) => format!("The weapons of {} work again", name(id)),
        What::Regains(id, die, points) => format!("{} regains {points}: {die}", name(id)),
        What::Adds(id, more) => format!("{} adds {more}", name(id)),
        What::MayMove(id) => format!("{} may move slowly", name(id)),
        What::MayFire(id) => format!("{} may fire once", name(id)),
        What::Hits(id, hits, points) => format!("{hits} hit {}: {}", name(id), count(u32::from(points), "point")),
        What::Ignored(id, face) => format!("The fields of {} ignore dice up to {face}", name(id)),
        What::Aimed(by, system, on) => {
            format!("{} fires its {} at {}", name(by), roster.system_name(by, system), name(on))
        }
        What::Divides(id, system) => format!("{} divides its {}", name(id), roster.system_name(id, system)),
        What::Repeats(id) => format!("The attack on {} is repeated", name(id)),
        What::Spends(id, points) => format!("{} spends {}", name(id), count(u32::from(points), "action point")),
        What::Turret(id, to) => format!("The turret of {} turns {to}", name(id)),
        What::HoldsFire(squadron) => format!("{} holds its fire", roster.squadron_name(squadron)),
        What::Plays(card) => format!("{card} is played"),
        What::PlaysOnSwarm(card, squadron) => format!("{card} is played on {}", roster.squadron_name(squadron)),
        What::PlaysOn(card, id) => format!("{card} is played on {}", name(id)),
        What::Regenerates(id, die, wounds) => format!("{} regenerates: {die}, {wounds} wounds", name(id)),
        What::Healed(id, row) => format!("{} heals {}", name(id), critical(roster, id, row)),
        What::Reinforces(id, die, number) => format!("{} calls: {die}, {number} arrive", name(id)),
        What::Arrives(id, at) => format!("{} arrives at {at}", name(id)),
        What::Infects(id, die, true) => format!("{} is infected: {die}", name(id)),
        What::Infects(id, die, false) => format!("{} is not infected: {die}", name(id)),
        What::Recovers(id) => format!("{} is infected no more", name(id)),
        What::Bleeds(id) => format!("{} bleeds", name(id)),
        What::MineExplodes(id) => format!("{} explodes", name(id)),
        What::Cards(out, drawn) => format!("{out} cards are discarded, {drawn} drawn"),
        What::Bites(by, on, one, two) => format!("{} bites {}: {one}, {two}", name(by), name(on)),
        What::LosesGrip(id) => format!("{} loses its grip", name(id)),
        What::Bonerams(by, on, total) => format!("{} rams {} with bone: {total}", name(by), name(on)),
        What::MindAssault(id, faces, wins) => {
            format!("A mind assault on {} {}: {}", name(id), if wins > 0 { "succeeds" } else { "fails" }, dice(&faces))
        }
        What::Scenario(side, die) => format!("{} rolls {die} for the scenario", roster.side(side)),
        What::Enters(squadron, edge) => format!("{} enters by the {edge} edge", roster.squadron_name(squadron)),
        What::Defects(squadron, side) => format!("{} defects to {}", roster.squadron_name(squadron), roster.side(side)),
        What::Supplies(squadron, die) => format!("{} rolls {die} for supplies", roster.squadron_name(squadron)),
        What::Roused(squadron) => format!("{} is roused", roster.squadron_name(squadron)),
        What::Over(Some(side)) => format!("The battle is over: {} wins", roster.side(side)),
        What::Over(None) => "The battle is over: a draw".to_owned(),
        _ => String::new(),
    }
}
