//! What single ships can do by their own rules, where it promises more than to let it be.

use super::worth::{Armed, HIT, Rated, band};
use crate::battle::gothic::decisions::answer::Answer;
use crate::battle::gothic::decisions::{launches, shots};
use crate::battle::gothic::special::Feat;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, ShipId};
use crate::ships::profile::Size;
use crate::ships::special_rules::SpecialRules;
use crate::table::geometry::{Heading, Length, Point, line_touches};
use crate::table::side::Side;

/// How far a beam or a charged shot goes, and half its width.
const BEAM: Length = Length::cm(90);
const HALF: Length = Length(2_500);
/// What a feat must promise, in 16ths of victory points.
const LEAST: i32 = 8 * 16;
/// A distortion charge is dropped when an enemy is so near, and no friend is so near to him.
const AT_HAND: Length = Length::cm(20);
const ASIDE: Length = Length::cm(12);

/// Whether any ship of a side has a rule of its own of some kind.
fn any(battle: &Battle, roster: &Roster, side: Side, kind: impl Fn(&SpecialRules) -> bool) -> bool {
    battle.fleet(side).any(|(id, _)| kind(&roster[id].profile.odd))
}

/// A charged shot, which is fired in place of all weapons.
pub(super) fn charged(battle: &Battle, roster: &Roster, side: Side) -> Option<Answer> {
    /// Hits on each ship that eight lances come to.
    const HITS: i32 = 4 * HIT;
    if !any(battle, roster, side, |odd| odd.charged_shot) {
        return None;
    }
    let mut found = Vec::new();
    shots(battle, roster, side, &mut found);
    let mut best: Option<(i32, Feat)> = None;
    for answer in found {
        let Answer::Feat(Feat::Blast(id, _)) = answer else { continue };
        let at = battle.ship(id).at;
        let near = battle.fleet(side.other()).filter(|(_, enemy)| at.within(enemy.at, BEAM));
        for heading in near.filter_map(|(_, enemy)| at.heading_to(enemy.at)) {
            let promise =
                swept(battle, roster, (id, at, heading), |rated, _| HITS.min(rated.hits * HIT) * rated.value / HIT);
            if promise >= LEAST && best.is_none_or(|(known, _)| promise > known) {
                best = Some((promise, Feat::Blast(id, heading)));
            }
        }
    }
    best.map(|(_, feat)| Answer::Feat(feat))
}

/// What is fired when all weapons have: shields stop it, and are down then.
pub(super) fn parting(battle: &Battle, roster: &Roster, side: Side) -> Option<Answer> {
    if !any(battle, roster, side, |odd| odd.shokk || odd.armageddon) {
        return None;
    }
    let mut found = Vec::new();
    shots(battle, roster, side, &mut found);
    let rated = found.into_iter().filter_map(|answer| match own_rule(&answer)? {
        Feat::Annihilate(id) => {
            let ship = battle.ship(id);
            let from = ship.at.ahead(ship.heading, HALF);
            // D6 hits under the hole, one beside it.
            let promise = swept(battle, roster, (id, from, ship.heading), |rated, middle| {
                rated.harm(if middle { 7 * HIT / 2 } else { HIT })
            });
            (promise >= LEAST).then_some((promise, answer))
        }
        // It costs nothing, and is legal only at a ship without shields.
        Feat::Shokk(_, target) => {
            let profile = &roster[target].profile;
            let worth = 16 * profile.worth as i32;
            Some((if profile.size == Size::Escort { worth / 4 } else { worth / 6 }, answer))
        }
        Feat::Unleash(..)
        | Feat::Flush(_)
        | Feat::Haunt { .. }
        | Feat::Manifest(_)
        | Feat::Drop(_)
        | Feat::Blast(..)
        | Feat::Join(..)
        | Feat::Charge(_) => None,
    });
    rated.max_by_key(|(promise, _)| *promise).map(|(_, answer)| answer)
}

/// What a template along a line promises: enemies under it less twice the friends. `harm` is told whether a ship lies
/// under its middle.
fn swept(
    battle: &Battle,
    roster: &Roster,
    (id, from, heading): (ShipId, Point, Heading),
    harm: impl Fn(&Rated, bool) -> i32,
) -> i32 {
    let to = from.ahead(heading, BEAM);
    let side = battle.ship(id).side;
    let mut promise = 0;
    for (other, ship) in battle.all().filter(|(other, ship)| *other != id && ship.fights()) {
        let base = roster[other].profile.base;
        if line_touches(from, to, ship.at, HALF + base) {
            let rated = Rated::target(battle, roster, other, Crowd::default());
            let harm = harm(&rated, line_touches(from, to, ship.at, base));
            promise += if ship.side == side { -2 * harm } else { harm };
        }
    }
    promise
}

/// A distortion charge among enemies, or more craft than there are bays.
pub(super) fn launched(battle: &Battle, roster: &Roster, side: Side) -> Option<Answer> {
    if !any(battle, roster, side, |odd| odd.distortion || odd.tide) {
        return None;
    }
    let mut found = Vec::new();
    launches(battle, roster, side, &mut found);
    found.into_iter().find(|answer| match own_rule(answer) {
        Some(Feat::Drop(id)) => {
            let at = battle.ship(id).at;
            let near = battle.fleet(side.other()).min_by_key(|(enemy, ship)| (ship.at.squared(at), *enemy));
            near.is_some_and(|(_, enemy)| {
                let clear = |(friend, ship): (ShipId, &crate::battle::gothic::state::Ship)| {
                    friend != id && ship.at.within(enemy.at, ASIDE)
                };
                enemy.at.within(at, AT_HAND) && !enemy.at.within(at, ASIDE) && !battle.fleet(side).any(clear)
            })
        }
        // Bays that have launched wait for a reload anyway.
        Some(Feat::Flush(_)) => true,
        None
        | Some(
            Feat::Unleash(..)
            | Feat::Shokk(..)
            | Feat::Haunt { .. }
            | Feat::Manifest(_)
            | Feat::Annihilate(_)
            | Feat::Blast(..)
            | Feat::Join(..)
            | Feat::Charge(_),
        ) => false,
    })
}

/// A Q-ship in disguise whose fire would be worth showing itself for.
pub(super) fn reveals(battle: &Battle, roster: &Roster, side: Side) -> Option<Answer> {
    let mut posing = battle.fleet(side).filter(|(_, ship)| ship.done.disguise > 0);
    posing
        .find(|(id, _)| {
            let me = Armed::of(battle, roster, *id, Crowd::default());
            battle.fleet(side.other()).any(|(enemy, _)| {
                let foe = Rated::target(battle, roster, enemy, Crowd::default());
                let range = band(me.pose.at.squared(foe.pose.at));
                let power = me.power(me.pose.quarter(foe.pose.at), range);
                2 * foe.harm(foe.hits_by(power, foe.pose.quarter(me.pose.at), range)) >= LEAST
            })
        })
        .map(|(id, _)| Answer::Reveal(id))
}

/// What a ship would do by its own rule, if that is the answer.
const fn own_rule(answer: &Answer) -> Option<Feat> {
    if let Answer::Feat(feat) = answer { Some(*feat) } else { None }
}
