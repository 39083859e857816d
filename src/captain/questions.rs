//! Answers to what an attack or a roll asks: bracing, re-rolls and the like.

use super::goals::goal;
use super::ordnance::{salvo_hits, wave_hits};
use super::ram;
use super::worth::{HIT, Power, Rated};
use super::{Goal, Standing};
use crate::battle::gothic::decisions::answer::Answer;
use crate::battle::gothic::decisions::question::{
    DamageQuestion, MovementQuestion, Question, ReRollQuestion, TerrainQuestion,
};
use crate::battle::gothic::state::agenda::{Check, Test, Threat};
use crate::battle::gothic::state::ordnance::FlightKind;
use crate::battle::gothic::state::phenomena::LOW;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, Order, ShipId, Unit};
use crate::ships::gun::Gun;
use crate::table::geometry::{Heading, Length};

/// The answer, where the usual one will not do.
pub(super) fn answer(battle: &Battle, roster: &Roster, question: &Question, standing: &Standing) -> Option<Answer> {
    let yes = |wanted: bool| Some(if wanted { Answer::Yes } else { Answer::No });
    match question {
        Question::Damage(DamageQuestion::Brace { unit, threat }) => {
            yes(brace(battle, roster, *unit, *threat, standing)?)
        }
        Question::Terrain(TerrainQuestion::Enter) => enter(battle, roster, standing),
        Question::ReRoll(ReRollQuestion::Spend(check)) => yes(again(battle, roster, check)),
        Question::ReRoll(ReRollQuestion::Pass(check)) => yes(!matches!(check.test, Test::Aim | Test::Ram(_))),
        Question::Movement(MovementQuestion::NameRam(ship)) => {
            let best = ram::best(battle, roster, standing, *ship);
            Some(best.map_or(Answer::No, |(_, enemy)| Answer::Ram(enemy)))
        }
        Question::Movement(MovementQuestion::Double(_) | MovementQuestion::Evade(_))
        | Question::Terrain(TerrainQuestion::Depart(_) | TerrainQuestion::Emerge { .. } | TerrainQuestion::Ride(_))
        | Question::Shooting(_)
        | Question::Flying(_)
        | Question::Boarding(_)
        | Question::Arrivals(_)
        | Question::End(_)
        | Question::Feat(_) => None,
    }
}

/// Whether to brace: what it is likely to save against the fire it costs. `None` where the usual answer will do.
fn brace(battle: &Battle, roster: &Roster, unit: Unit, threat: Threat, standing: &Standing) -> Option<bool> {
    let members = battle.members(unit);
    let first = *members.first()?;
    let harm = match threat {
        Threat::Fire(from) => under_fire(battle, roster, unit, from),
        Threat::Ordnance(id) => {
            let flight = battle.flight(id)?;
            let rated = Rated::target(battle, roster, first, Crowd::default());
            let hits = match flight.id.kind {
                FlightKind::Wave => wave_hits(battle, roster, flight, first, &rated),
                FlightKind::Mine => 2 * HIT,
                FlightKind::Salvo | FlightKind::Boarding => {
                    salvo_hits(battle, roster, first, flight.at, flight.strength, &rated)
                }
            };
            hits.min(rated.hits * HIT) * rated.value / HIT
        }
        Threat::Nova(_)
        | Threat::Ram(_)
        | Threat::Asteroids
        | Threat::Markers
        | Threat::Explosion
        | Threat::Raid(_)
        | Threat::Flare
        | Threat::Feat(..) => return None,
    };
    let price: i32 = members.iter().map(|id| price(battle, roster, *id, standing)).sum();
    Some(harm / 2 > price)
}

/// What the fire of a unit is likely to cost a target, in 16ths of victory points.
fn under_fire(battle: &Battle, roster: &Roster, unit: Unit, from: Unit) -> i32 {
    let firers = battle.members(from);
    let members = battle.members(unit);
    let Some(firer) = firers.first().map(|id| battle.ship(*id)) else { return 0 };
    let nearest = members.iter().min_by_key(|id| (battle.ship(**id).at.squared(firer.at), **id));
    let Some(id) = nearest else { return 0 };
    let rated = Rated::target(battle, roster, *id, Crowd::default());
    let quarter = rated.pose.quarter(firer.at);
    let armour = rated.armour(quarter);
    let mut hits = 0;
    for salvo in battle.volley.strikes.iter().filter(|strike| strike.target == unit).flat_map(|strike| &strike.salvos) {
        let dice = i32::from(salvo.dice);
        hits += if salvo.gun.is_gunnery() {
            let needed = i32::from(salvo.gun.needed(armour));
            dice * i32::from(salvo.gun.hits(6)) * HIT * (7 - needed) / 6
        } else if battle.holofield(roster, *id) {
            dice * HIT / 12
        } else {
            i32::from(Power::of(salvo.gun, 1).sure) * dice
        };
    }
    if firer.order == Some(Order::LockOn) {
        hits = hits * 11 / 8;
    }
    let room: i32 = members.iter().map(|id| i32::from(battle.ship(*id).hits)).sum();
    (hits - rated.shields * HIT).clamp(0, room * HIT) * rated.value / HIT
}

/// What being braced costs a ship: half its fire and its orders for a turn.
fn price(battle: &Battle, roster: &Roster, id: ShipId, standing: &Standing) -> i32 {
    let profile = &roster[id].profile;
    let armed: i32 = profile
        .weapons
        .iter()
        .filter(|weapon| weapon.gun.is_direct() || weapon.gun == Gun::Nova)
        .map(|weapon| Power::of(weapon.gun, i16::from(weapon.strength)).hits(3, 5))
        .sum();
    // A hit of its own is worth about 16 points; half of its weapons bear, and bracing halves them.
    let price = armed * 4 * 16 / HIT / if battle.crippled(roster, id) { 2 } else { 1 };
    // Who is on standby fires nothing until he is roused, and takes no orders then (SCEN-52, SCEN-53).
    let price = if battle.ship(id).done.standby { price / 4 } else { price };
    match (goal(battle, roster, standing, id), standing.campaign) {
        (Goal::Survive | Goal::Leave(_) | Goal::Assault(_), _) => price / 3,
        (_, true) => price / 2,
        (_, false) => price,
    }
}

/// Brings the ships that are sent to the planet into low orbit, bows down, beside each other.
fn enter(battle: &Battle, roster: &Roster, standing: &Standing) -> Option<Answer> {
    let low = battle.ground.low?;
    let sent = |id: &ShipId| matches!(goal(battle, roster, standing, *id), Goal::Assault(_));
    let id = battle.may_enter(roster, battle.active).find(sent)?;
    let inside = battle.fleet(battle.active).filter(|(id, _)| battle.is_low(*id)).count() as i32;
    let aside = Length::cm(8 * (inside + 1) / 2 * if inside % 2 == 0 { 1 } else { -1 });
    let middle = LOW + low.length.half();
    let x = (middle + aside).max(LOW).min(LOW + low.length);
    Some(Answer::Enter(id, x, Heading::new(180)))
}

/// Whether a failed test is worth a re-roll.
fn again(battle: &Battle, roster: &Roster, check: &Check) -> bool {
    match check.test {
        Test::Order(Order::Brace) => {
            let members = battle.members(check.unit);
            members.iter().any(|id| roster[*id].profile.worth >= 100)
        }
        Test::Order(_) | Test::Rouse | Test::Guide(..) | Test::Jam(_) => check.needed >= 7,
        Test::Disengage | Test::Asteroids | Test::Rift | Test::Clouds | Test::Flare => check.needed >= 5,
        Test::Aim | Test::Ram(_) | Test::Evade(_) => false,
    }
}
