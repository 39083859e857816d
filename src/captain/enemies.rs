//! The enemies in play, weighed once and kept from one decision to the next.

use super::Standing;
use super::goals::prey;
use super::worth::{Armed, salvo};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, SHIPS, Ship, ShipId};
use crate::table::fixed_list::FixedList;
use crate::table::side::Side;

/// Every enemy in play, weighed. What has not changed since the last decision is not weighed again.
#[derive(Default)]
pub(super) struct Enemies {
    pub(super) foes: FixedList<Armed, SHIPS>,
    /// A number for each weighing of a foe that found more changed than his place, no two alike.
    pub(super) stamps: FixedList<u32, SHIPS>,
    /// The ships as they were when they were weighed.
    known: FixedList<Ship, SHIPS>,
    prey: Crowd,
    last_stamp: u32,
}

impl Enemies {
    /// Looks at the table.
    pub(super) fn take(&mut self, battle: &Battle, roster: &Roster, side: Side, standing: &Standing) -> &Self {
        let prey = prey(battle, roster, standing, side);
        if self.prey != prey {
            self.forget();
            self.prey = prey;
        }
        let mut count = 0;
        for (id, ship) in battle.fleet(side.other()) {
            while self.foes.get(count).is_some_and(|foe| foe.id < id) {
                self.foes.remove(count);
                self.stamps.remove(count);
                self.known.remove(count);
            }
            if self.foes.get(count).is_none_or(|foe| foe.id != id) {
                // Who comes later is weighed, and all behind him again.
                self.shorten(count);
                self.weigh(battle, roster, id, ship);
            } else if !alike(&self.known[count], ship)
                || self.foes[count].salvo != salvo(battle, roster, id)
                // The basilica passes from one quadrant of a fort to another.
                || battle.forts.contains(id)
            {
                self.stamps[count] = self.next_stamp();
                (self.known[count], self.foes[count]) = (*ship, Armed::of(battle, roster, id, prey));
            }
            self.foes[count].stand(ship.at, ship.heading);
            debug_assert_eq!(self.foes[count], Armed::of(battle, roster, id, prey), "{ship:?}");
            count += 1;
        }
        self.shorten(count);
        self
    }

    fn weigh(&mut self, battle: &Battle, roster: &Roster, id: ShipId, ship: &Ship) {
        let stamp = self.next_stamp();
        self.foes.push(Armed::of(battle, roster, id, self.prey)).expect("each ship once");
        self.stamps.push(stamp).expect("each ship once");
        self.known.push(*ship).expect("each ship once");
    }

    fn next_stamp(&mut self) -> u32 {
        self.last_stamp += 1;
        self.last_stamp
    }

    fn shorten(&mut self, count: usize) {
        self.foes.truncate(count);
        self.stamps.truncate(count);
        self.known.truncate(count);
    }

    /// Forgets everything: what it was taken from is another battle, or was not what it seemed.
    pub(super) fn forget(&mut self) {
        self.shorten(0);
    }
}

/// Into low orbit or out of it a ship goes farther than by any move (ORBIT-01).
const LEAP: i32 = 150_000;

/// Whether nothing has happened to a ship that its weighing depends on, but for its place on one table.
pub(super) fn alike(one: &Ship, other: &Ship) -> bool {
    let hull = |ship: &Ship| (ship.hits, ship.order, ship.fate, ship.spent, ship.is_still(), ship.done.tubes);
    // What silences it ([`Battle::silenced`]).
    let busy = |ship: &Ship| {
        let (done, feats) = (&ship.done, &ship.done.feats);
        (
            ship.boards,
            ship.grappled,
            done.lingers,
            done.disguise,
            done.standby,
            done.assaults,
            feats.charge,
            feats.cooling,
            feats.inert,
        )
    };
    hull(one) == hull(other)
        && busy(one) == busy(other)
        && one.criticals == other.criticals
        && (one.at.x - other.at.x).0.abs() < LEAP
}
