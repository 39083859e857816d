//! Answers to what ships may do by rules of their own: sensible ones, and a spread of all.

use super::{Feat, Stage};
use crate::battle::gothic::decisions::answer::{Answer, Flying};
use crate::battle::gothic::state::ordnance::FlightId;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::table::geometry::Heading;
use crate::table::side::Side;

/// A sensible answer.
pub(in crate::battle::gothic) fn usual(battle: &Battle, roster: &Roster, stage: Stage) -> Answer {
    match stage {
        Stage::First { ship, side } => strike(battle.met_here(roster, ship, side).first().copied()),
        Stage::Send { flight, side } => {
            let at = battle.flight(flight).map(|mine| mine.at).unwrap_or_default();
            let near = battle.inside_fields(side).min_by_key(|id| (battle.ship(*id).at.squared(at), *id));
            Answer::Attack(near.unwrap_or_default())
        }
        Stage::Face(ship) => Answer::Heading(battle.ship(ship).heading),
        Stage::Tide { needed, .. } if needed <= 3 => Answer::Yes,
        Stage::Grab { .. } | Stage::Jam { .. } => Answer::Yes,
        Stage::Mislead { .. } => Answer::Evade(45),
        Stage::Tide { .. }
        | Stage::Sucked(_)
        | Stage::Blast(_)
        | Stage::Beasts { .. }
        | Stage::Klaws { .. }
        | Stage::Shokk { .. }
        | Stage::Translate(_)
        | Stage::Annihilate(_)
        | Stage::Overcharge(_) => Answer::No,
    }
}

/// A flight is named to strike.
fn strike(flight: Option<FlightId>) -> Answer {
    Answer::Fly(Flying { flight: flight.unwrap_or_default(), ..Flying::default() })
}

/// A spread of answers.
pub(in crate::battle::gothic) fn options(battle: &Battle, roster: &Roster, stage: Stage, found: &mut Vec<Answer>) {
    match stage {
        Stage::First { ship, side } => {
            found.extend(battle.met_here(roster, ship, side).iter().map(|flight| strike(Some(*flight))));
        }
        Stage::Send { side, .. } => found.extend(battle.inside_fields(side).map(Answer::Attack)),
        Stage::Face(_) => found.extend((0..8).map(|step| Answer::Heading(Heading::new(45 * step)))),
        Stage::Mislead { .. } => found.extend([Answer::Evade(45), Answer::Evade(-45), Answer::No]),
        Stage::Tide { .. } | Stage::Grab { .. } | Stage::Jam { .. } => found.extend([Answer::Yes, Answer::No]),
        Stage::Sucked(_)
        | Stage::Blast(_)
        | Stage::Beasts { .. }
        | Stage::Klaws { .. }
        | Stage::Shokk { .. }
        | Stage::Translate(_)
        | Stage::Annihilate(_)
        | Stage::Overcharge(_) => {}
    }
}

/// What is sensible before the turn ends: daemonships come and become solid, warp beasts fall upon the dearest prey.
#[must_use]
pub fn usual_ending(battle: &Battle, roster: &Roster, side: Side) -> Option<Answer> {
    if let Some(feat) = battle.hauntings(roster, side).next() {
        return Some(Answer::Feat(feat));
    }
    let worth = |id: &ShipId| (roster[*id].profile.worth, std::cmp::Reverse(*id));
    let beasts = battle.fleet(side).filter(|(id, _)| roster[*id].profile.odd.beasts);
    let prey = beasts.filter_map(|(id, _)| battle.prey_of_beasts(id).max_by_key(worth).map(|prey| (id, prey)));
    prey.map(|(id, prey)| Answer::Feat(Feat::Unleash(id, prey))).next()
}

/// What ships may do when the turn ends.
pub(in crate::battle::gothic) fn endings(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    found.extend(battle.hauntings(roster, side).map(Answer::Feat));
    for (id, _) in battle.fleet(side) {
        if roster[id].profile.odd.beasts {
            found.extend(battle.prey_of_beasts(id).map(|target| Answer::Feat(Feat::Unleash(id, target))));
        }
    }
}

/// What ships may do before they move.
pub(in crate::battle::gothic) fn starts(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    let able = battle.fleet(side).filter(|(id, _)| battle.may_charge(roster, *id).is_none());
    found.extend(able.map(|(id, _)| Answer::Feat(Feat::Charge(id))));
}

/// What ships may do when all fire.
pub fn shots(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    for (id, _) in battle.fleet(side) {
        if battle.may_blast(roster, id).is_none() {
            found.extend([0, 90, 180, 270].map(|way| Answer::Feat(Feat::Blast(id, Heading::new(way)))));
            let others = battle.fleet(side).map(|(other, _)| other).filter(|other| *other != id);
            let ready = others.filter(|other| battle.may_blast(roster, *other).is_none());
            found.extend(ready.map(|other| Answer::Feat(Feat::Join(id, other))));
        }
        if battle.may_annihilate(roster, id).is_none() {
            found.push(Answer::Feat(Feat::Annihilate(id)));
        }
        if roster[id].profile.odd.shokk {
            let targets = battle.fleet(side.other()).map(|(enemy, _)| enemy);
            let able = targets.filter(|target| battle.may_shokk(roster, id, *target).is_none());
            found.extend(able.map(|target| Answer::Feat(Feat::Shokk(id, target))));
        }
    }
}

/// What ships may do when ordnance is launched.
pub fn launches(battle: &Battle, roster: &Roster, side: Side, found: &mut Vec<Answer>) {
    for (id, _) in battle.fleet(side) {
        if battle.may_drop(roster, id) {
            found.push(Answer::Feat(Feat::Drop(id)));
        }
        if battle.may_flush(roster, id).is_none() {
            found.push(Answer::Feat(Feat::Flush(id)));
        }
    }
}
