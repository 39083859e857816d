//! What two ships can do to each other, by bearing and range: worked out when first asked for and kept as long as neither
//! has changed but for its place. Ships of one class are alike, and hundreds of places ask the same.

use super::enemies::{Enemies, alike};
use super::worth::{Armed, salvo};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, Ship, ShipId};
use crate::table::geometry::Quarter;

/// Not worked out yet.
const OPEN: i32 = -1;
/// Ships that differ from each other are remembered up to this many.
const KINDS: usize = 16;

/// One ship and one enemy.
#[derive(Clone, Copy)]
struct Duel {
    /// Which weighing of the enemy it belongs to; 0 for none.
    stamp: u32,
    /// What the ship's fire is worth, by its bearing, the enemy's and the range.
    dealt: [[[i32; 5]; 4]; 4],
    /// What the enemy's fire after his next move costs, by the ship's bearing, whether he leaves it astern, and the range.
    taken: [[[i32; 5]; 2]; 4],
    /// The ship's fire is never worth more.
    most: i32,
}

impl Duel {
    const NONE: Self = Self { stamp: 0, dealt: [[[OPEN; 5]; 4]; 4], taken: [[[OPEN; 5]; 2]; 4], most: 0 };
}

/// A ship, and those that are like it, against every enemy.
struct Kind {
    like: Armed,
    /// By the enemies' places in the enemies, as far as they have been faced.
    duels: Vec<Duel>,
}

/// The duels of all ships of a side.
#[derive(Default)]
pub(super) struct Duels {
    me: Armed,
    kinds: Vec<Kind>,
    /// Ships as they were when they were weighed, and of what kind they were found.
    known: Vec<(ShipId, Ship, usize)>,
    /// The kind of the ship whose part is taken, and the one that was last given up for another.
    current: usize,
    oldest: usize,
}

impl Duels {
    /// Takes a ship's part.
    pub(super) fn of(&mut self, battle: &Battle, roster: &Roster, id: ShipId) -> &mut Self {
        let ship = battle.ship(id);
        let found = self.known.iter().find(|(known, ..)| *known == id);
        let same = |kind: usize| self.kinds[kind].like.salvo == salvo(battle, roster, id);
        if let Some((_, _, kind)) = found.filter(|(_, known, kind)| alike(known, ship) && same(*kind)) {
            self.current = *kind;
            self.me = self.kinds[*kind].like;
            self.me.name(id);
            self.me.stand(ship.at, ship.heading);
            debug_assert_eq!(self.me, Armed::of(battle, roster, id, Crowd::default()), "{ship:?}");
            return self;
        }
        self.me = Armed::of(battle, roster, id, Crowd::default());
        self.current = self.kind();
        self.known.retain(|(known, ..)| *known != id);
        self.known.push((id, *ship, self.current));
        self
    }

    /// The kind of the ship, an old one or a new.
    fn kind(&mut self) -> usize {
        if let Some(known) = self.kinds.iter().position(|kind| kind.like.fights_like(&self.me)) {
            return known;
        }
        if self.kinds.len() < KINDS {
            self.kinds.push(Kind { like: self.me, duels: Vec::new() });
            return self.kinds.len() - 1;
        }
        self.oldest = (self.oldest + 1) % KINDS;
        let (oldest, kind) = (self.oldest, &mut self.kinds[self.oldest]);
        kind.like = self.me;
        kind.duels.clear();
        self.known.retain(|(.., kind)| *kind != oldest);
        oldest
    }

    /// The ship.
    pub(super) const fn me(&self) -> &Armed {
        &self.me
    }

    /// Turns to an enemy; gives what fire at him is worth at most.
    pub(super) fn face(&mut self, enemies: &Enemies, index: usize) -> i32 {
        let duels = &mut self.kinds[self.current].duels;
        if index >= duels.len() {
            duels.resize(index + 1, Duel::NONE);
        }
        let duel = &mut duels[index];
        if duel.stamp != enemies.stamps[index] {
            *duel = Duel { stamp: enemies.stamps[index], most: enemies.foes[index].most_harm(&self.me), ..Duel::NONE };
        }
        duel.most
    }

    /// What fire at an enemy is worth who has been faced: where he bears, where the ship lies from him, and the range.
    pub(super) fn dealt(&mut self, foe: &Armed, index: usize, at: (Quarter, Quarter), range: usize) -> i32 {
        let (bearing, from) = at;
        let known = &mut self.kinds[self.current].duels[index].dealt[bearing as usize][from as usize][range];
        if *known == OPEN {
            let hits = foe.hits_from(self.me.power(bearing, range), from, range);
            let salvo = if bearing == Quarter::Front && range < 2 { self.me.salvo } else { 0 };
            *known = foe.harm(hits) + foe.harm(salvo * i32::from(7 - foe.armour(from)) / 6) / 2;
        }
        *known
    }

    /// What an enemy who has been faced may cost the ship after his next move: where he bears, where it lies from him,
    /// and the square of the distance.
    pub(super) fn taken(&mut self, foe: &Armed, index: usize, at: (Quarter, Quarter), squared: i64) -> i32 {
        let (bearing, from) = at;
        let Some(range) = foe.menaced(squared) else { return 0 };
        let astern = usize::from(from == Quarter::Rear);
        let known = &mut self.kinds[self.current].duels[index].taken[bearing as usize][astern][range];
        if *known == OPEN {
            *known = self.me.harm(self.me.hits_from(foe.turned(from, range), bearing, range));
        }
        *known
    }
}
