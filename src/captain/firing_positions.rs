//! What a place is worth for what can be fired at from there, and what can fire at it.

use super::Goal;
use super::movement::{Bridge, by_order};
use super::worth::{HIT, Pose, band};
use crate::battle::gothic::state::{Order, Phase};
use crate::ships::profile::Size;
use crate::table::geometry::{Length, Point, whole_root};

/// The square of a distance beyond which nothing comes within range in a move.
const FAR: i64 = 130_000 * 130_000;
/// Nobody means to come nearer than this.
const CLOSEST: Length = Length::cm(8);
/// Rounding moves no place farther than this.
const ROUNDING: i64 = 10;

/// An enemy who matters to a move.
#[derive(Clone, Copy, Default)]
pub(super) struct Foe {
    at: Point,
    /// The square of the distance beyond which neither does anything to the other.
    limit: i64,
    /// What fire at him is worth at most.
    most: i32,
    index: u8,
}

impl Bridge<'_> {
    /// Finds the enemies that matter to moves of a length at most: those that can come into range, and those that can be
    /// the nearest. Gives what fire at any of them is worth at most.
    pub(super) fn gather(&mut self, length: Length) -> i32 {
        let enemies = self.enemies;
        let (start, reaches, sides) = (self.me().pose.at, self.me().reaches, self.me().sides());
        let length = i64::from(length.0) + ROUNDING;
        let nearest = enemies.foes.iter().map(|foe| foe.pose.at.squared(start)).min();
        // Who is nearest after a move was not farther than this before it.
        let near = whole_root(nearest.unwrap_or(0)) + 1 + 2 * length;
        let mut most = [0; 4];
        self.room.fray.clear();
        for (index, foe) in enemies.foes.iter().enumerate() {
            let (at, limit) = (foe.pose.at, reaches.max(foe.menaces).min(FAR));
            let squared = at.squared(start);
            // (a + b)² is at most 2a² + 2b².
            let near_enough = squared <= 2 * limit + 2 * length * length;
            let mut foe = Foe { at, limit: -1, most: 0, index: index as u8 };
            if near_enough {
                (foe.limit, foe.most) = (limit, self.duels.face(enemies, index));
                if foe.most > most[0] {
                    most[0] = foe.most;
                    most.sort_unstable();
                }
            }
            if near_enough || squared <= near * near {
                self.room.fray.push(foe).expect("each ship once");
            }
        }
        // Whatever bears in one quarter does not bear in another.
        i32::midpoint(most.iter().rev().take(sides).sum(), most[3])
    }

    /// The square of the distance of the nearest enemy from a place, and what fire from there is worth at most.
    pub(super) fn outlook(&self, at: Point, most: i32) -> (i64, i32) {
        let reaches = if self.battle.phase == Phase::Sailing { -1 } else { self.me().reaches };
        let (mut nearest, mut sum) = (i64::MAX, 0);
        for foe in &self.room.fray {
            let squared = foe.at.squared(at);
            nearest = nearest.min(squared);
            sum += if squared <= reaches { foe.most } else { 0 };
        }
        (nearest, most.min(sum))
    }

    /// What can be fired at from a place, less what can be fired at it, by enemies that have been gathered.
    pub(super) fn fight(&mut self, end: &Pose, order: Option<Order>) -> i32 {
        let mut dealt = [0; 4];
        let mut taken = 0;
        // Under sail the second move of a turn comes after the fire.
        let reaches = if self.battle.phase == Phase::Sailing { -1 } else { self.me().reaches };
        for Foe { at, limit, index, .. } in &self.room.fray {
            let squared = end.at.squared(*at);
            if squared > *limit {
                continue;
            }
            let index = usize::from(*index);
            let foe = &self.enemies.foes[index];
            let quarters = (end.quarter(*at), foe.pose.quarter(end.at));
            if squared <= reaches {
                let harm = self.duels.dealt(foe, index, quarters, band(squared));
                let best = &mut dealt[quarters.0 as usize];
                *best = harm.max(*best);
            }
            taken += self.duels.taken(foe, index, quarters, squared);
        }
        let most = dealt.iter().copied().max().unwrap_or(0);
        let fire = by_order(i32::midpoint(dealt.iter().sum(), most), order);
        // Who comes into the enemy's range without firing himself gives the first volley away.
        let caution = match fire {
            0 if self.profile.sails.is_some() => 2 * self.caution(),
            0 if self.fresh => self.caution() * 7 / 4,
            _ => self.caution(),
        };
        fire - taken * caution / HIT
    }

    /// The part of the fire that could fall on a ship which a captain reckons with, in 64ths.
    fn caution(&self) -> i32 {
        let weights = &self.standing.weights;
        let calm = match self.goal {
            Goal::Survive | Goal::Leave(_) => weights.flight,
            Goal::Destroy | Goal::Assault(_) | Goal::Guard(_) | Goal::Kill(_) => weights.caution,
        };
        // Raiders come for a short stroke: what they do not get at once they do not get. Escorts keep out of it (SCEN-43).
        let raided = self.battle.mission.surprised[self.battle.ship(self.me().id).side as usize] > 0;
        let calm = if raided && self.profile.size == Size::Escort { calm.max(32) } else { calm };
        let kept = if self.standing.campaign { calm * weights.kept / HIT } else { calm };
        let hurt = if self.me().crippled { 2 * kept } else { kept };
        if self.profile.sails.is_some() { 2 * hurt } else { hurt }
    }

    /// What it costs to be farther from the enemy than one's weapons like, or much closer.
    pub(super) fn closing(&self, nearest: i64) -> i32 {
        if nearest == i64::MAX || matches!(self.goal, Goal::Leave(_) | Goal::Assault(_)) {
            return 0;
        }
        // A fire ship burns what it touches.
        let weights = &self.standing.weights;
        let liked = (self.me().liked + Length::cm(weights.stand_off)).max(CLOSEST);
        let wanted = if self.profile.fire_ship { 0 } else { liked.0 };
        let gap = whole_root(nearest) as i32 - wanted;
        if gap >= 0 { gap / 1000 * weights.far } else { -gap / 1000 * weights.near }
    }
}
