//! What ships are worth, what their weapons can be expected to do, and what that is worth.
//!
//! Expectations are whole numbers: hits in 64ths, values in victory points. An [`Armed`] ship holds what
//! its weapons come to by quarter and range, so that hundreds of places can be judged without looking at a weapon again.

use crate::battle::gothic::shooting::gunnery_table::{Aspect, column};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Crowd, Order, ShipId};
use crate::ships::gun::Gun;
use crate::ships::profile::{Profile, Size};
use crate::ships::traits::Trait;
use crate::table::geometry::{Heading, Length, Point, Quarter};
use crate::table::sines::{cosine, sine};

/// One hit, in the unit of expectations.
pub(super) const HIT: i32 = 64;
/// Ranges that weapons are sorted into, in cm.
const BANDS: [i32; 5] = [15, 30, 45, 60, 90];
/// Dice for each point of firepower in the columns 1 to 5, in 64ths: the slope of the gunnery table.
const DICE: [i32; 5] = [58, 45, 32, 22, 13];

/// What weapons come to at one range and quarter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Power {
    /// Firepower that must beat armour.
    pub(super) guns: i16,
    /// Firepower that hits on 4 or more.
    pub(super) bombs: i16,
    /// Hits that need no column, in 64ths.
    pub(super) sure: i16,
}

impl Power {
    /// What a weapon of a strength comes to.
    pub(super) fn of(gun: Gun, strength: i16) -> Self {
        match gun {
            Gun::Battery | Gun::Arc | Gun::Acid => Self { guns: strength, ..Self::default() },
            Gun::HeavyGunz => Self { guns: 2 * strength, ..Self::default() },
            Gun::Bombardment => Self { bombs: strength, ..Self::default() },
            // A die that hits may fall twice more.
            Gun::Pulsar => Self { sure: 56 * strength, ..Self::default() },
            Gun::Phantom => Self { sure: 53 * strength, ..Self::default() },
            Gun::Whip | Gun::BioPlasma => Self { sure: 40 * strength, ..Self::default() },
            Gun::Lance | Gun::Beam | Gun::Warp | Gun::Nova | Gun::Torpedoes | Gun::Bays => {
                Self { sure: 32 * strength, ..Self::default() }
            }
        }
    }

    /// Hits to be expected against an armour value in a column.
    pub(super) fn hits(self, column: usize, armour: u8) -> i32 {
        let dice = DICE[column.clamp(1, 5) - 1];
        let pierce = i32::from(7 - armour.clamp(2, 6));
        (i32::from(self.guns) * dice * pierce) / 6 + (i32::from(self.bombs) * dice) / 2 + i32::from(self.sure)
    }

    fn add(&mut self, other: Self) {
        self.guns += other.guns;
        self.bombs += other.bombs;
        self.sure += other.sure;
    }

    /// Takes the greater of each.
    fn raise(&mut self, other: Self) {
        self.guns = self.guns.max(other.guns);
        self.bombs = self.bombs.max(other.bombs);
        self.sure = self.sure.max(other.sure);
    }

    /// A rough size, to compare powers before a target is known.
    fn rough(self) -> i32 {
        self.hits(3, 5)
    }
}

/// Sine and cosine of every heading, in 20 bits.
const SHARES: [(i32, i32); 360] = {
    let mut shares = [(0, 0); 360];
    let mut degrees = 0;
    while degrees < 360 {
        shares[degrees as usize] = ((sine(degrees) >> 10) as i32, (cosine(degrees) >> 10) as i32);
        degrees += 1;
    }
    shares
};

/// A place with a heading, its sine and cosine at hand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pose {
    pub(super) at: Point,
    pub(super) heading: Heading,
    sine: i64,
    cosine: i64,
}

impl Pose {
    pub(super) fn new(at: Point, heading: Heading) -> Self {
        let (sine, cosine) = SHARES[usize::from(heading.degrees())];
        Self { at, heading, sine: i64::from(sine), cosine: i64::from(cosine) }
    }

    /// The quarter in which a place lies.
    pub(super) fn quarter(&self, place: Point) -> Quarter {
        let (x, y) = (i64::from(place.x.0 - self.at.x.0), i64::from(place.y.0 - self.at.y.0));
        let (ahead, right) = (x * self.sine + y * self.cosine, x * self.cosine - y * self.sine);
        if ahead.abs() >= right.abs() {
            if ahead >= 0 { Quarter::Front } else { Quarter::Rear }
        } else if right >= 0 {
            Quarter::Right
        } else {
            Quarter::Left
        }
    }
}

/// A ship in play, as a captain weighs it who means to fire at it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rated {
    pub(super) id: ShipId,
    pub(super) pose: Pose,
    /// Victory points for a hit on it, in 16ths.
    pub(super) value: i32,
    pub(super) shields: i32,
    pub(super) hits: i32,
    pub(super) armour: [u8; 3],
    /// Of six hits those that no save of its hull stops.
    lost: i32,
    /// The column of gunnery for each quarter from which it is fired at.
    columns: [u8; 4],
    pub(super) crippled: bool,
    /// A holofield turns five of six hits that need no column aside.
    veiled: bool,
}

/// A ship with its weapons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Armed {
    hull: Rated,
    /// What it does by quarter and range.
    powers: [[Power; 5]; 4],
    /// What it does at most in any quarter, by range.
    best: [Power; 5],
    /// Squares of the distances from which it can come into each range and fire.
    menace: [i64; 5],
    /// What it does at most in any quarter and range, and in how many quarters it does anything.
    peak: Power,
    sides: u8,
    /// Squares of the distances beyond which it can do nothing now, and after its next move.
    pub(super) reaches: i64,
    pub(super) menaces: i64,
    /// Dice for each point of firepower at it, and what of them beats its armour, by its quarter and the shift of a range.
    rates: [[(i16, i16); 3]; 4],
    /// The range that suits its weapons.
    pub(super) liked: Length,
    /// How far it goes in a move.
    pub(super) stride: Length,
    /// Torpedoes in its tubes, as 64ths.
    pub(super) salvo: i32,
}

impl std::ops::Deref for Armed {
    type Target = Rated;

    fn deref(&self) -> &Rated {
        &self.hull
    }
}

/// Squares of the ranges, each with the tolerance of a distance.
const SQUARES: [i64; 5] = {
    let mut squares = [0; 5];
    let mut index = 0;
    while index < 5 {
        let side = BANDS[index] as i64 * 1000 + 1;
        squares[index] = side * side;
        index += 1;
    }
    squares
};

/// The range band of a distance, by its square; 5 is out of all range.
pub(super) fn band(squared: i64) -> usize {
    SQUARES.iter().position(|limit| squared <= *limit).unwrap_or(5)
}

const QUARTERS: [Quarter; 4] = [Quarter::Front, Quarter::Right, Quarter::Rear, Quarter::Left];

impl Rated {
    /// A target: no weapons, and the shields that are up now.
    pub(super) fn target(battle: &Battle, roster: &Roster, id: ShipId, prey: Crowd) -> Self {
        let mut rated = Self::bare(battle, roster, id, prey);
        rated.shields = i32::from(battle.shields(roster, id));
        rated
    }

    fn bare(battle: &Battle, roster: &Roster, id: ShipId, prey: Crowd) -> Self {
        let (ship, profile) = (battle.ship(id), &roster[id].profile);
        let crippled = battle.crippled(roster, id);
        Self {
            id,
            pose: Pose::new(ship.at, ship.heading),
            value: value(profile, ship.hits, crippled, prey.contains(id)),
            hits: i32::from(ship.hits),
            armour: battle.armour_of(roster, id),
            // Brace comes when it is needed and is not counted on; a reactive hull is.
            lost: match profile.traits.hull_save {
                7 if profile.is(Trait::AlwaysBraced) => 3,
                7 => 6,
                save => i32::from(save) - 1,
            },
            columns: columns(profile, ship.is_still()),
            veiled: battle.holofield(roster, id),
            crippled,
            ..Self::default()
        }
    }

    /// The column in which it is fired at from a quarter of its own, at a range.
    fn column(&self, from: Quarter, band: usize) -> usize {
        let shift = match band {
            0 => -1,
            1 => 0,
            _ => 1,
        };
        usize::try_from(i32::from(self.columns[from as usize]) + shift).unwrap_or(1).clamp(1, 5)
    }

    /// Its armour towards a quarter of its own.
    pub(super) fn armour(&self, from: Quarter) -> u8 {
        match from {
            Quarter::Front => self.armour[0],
            Quarter::Left | Quarter::Right => self.armour[1],
            Quarter::Rear => self.armour[2],
        }
    }

    /// Hits on it to be expected of a power from a quarter of its own and a range.
    pub(super) fn hits_by(&self, power: Power, from: Quarter, band: usize) -> i32 {
        let sure = if self.veiled { power.sure / 6 } else { power.sure };
        Power { sure, ..power }.hits(self.column(from, band), self.armour(from))
    }

    /// What hits on it are worth, in 16ths of victory points: shields take the first of them, and what goes beyond its
    /// last hit is lost.
    pub(super) fn harm(&self, hits: i32) -> i32 {
        if hits == 0 {
            return 0;
        }
        let through = hits * hits / (hits + self.shields * HIT + 1) * self.lost / 6;
        through.min(self.hits * HIT) * self.value / HIT
    }
}

impl Armed {
    /// A ship with its full shields, as it will be when it is next fired at.
    pub(super) fn of(battle: &Battle, roster: &Roster, id: ShipId, prey: Crowd) -> Self {
        let profile = &roster[id].profile;
        let hull = Rated::bare(battle, roster, id, prey);
        let slower = if hull.crippled { Length::cm(5) } else { Length::ZERO };
        let stride = (profile.speed - slower).max(Length::ZERO);
        let mut armed = Self { hull, stride, ..Self::default() };
        armed.hull.shields = i32::from(battle.shield_value(roster, id));
        armed.arm(battle, roster);
        armed.salvo = salvo(battle, roster, id);
        for (limit, cm) in armed.menace.iter_mut().zip(BANDS) {
            let side = i64::from(cm * 1000 + stride.0);
            *limit = side * side;
        }
        armed.limit();
        armed
    }

    /// Puts it elsewhere.
    pub(super) fn stand(&mut self, at: Point, heading: Heading) {
        if self.hull.pose.heading == heading {
            self.hull.pose.at = at;
        } else {
            self.hull.pose = Pose::new(at, heading);
        }
    }

    /// Calls it by another's name, which is like it.
    pub(super) fn name(&mut self, id: ShipId) {
        self.hull.id = id;
    }

    /// Works out what is asked of it again and again.
    fn limit(&mut self) {
        let armed = |place: &usize| self.powers.iter().any(|powers| powers[*place] != Power::default());
        let farthest = (0..BANDS.len()).rev().find(armed);
        let tubes = if self.salvo > 0 { SQUARES[1] } else { -1 };
        self.reaches = farthest.map_or(-1, |place| SQUARES[place]).max(tubes);
        self.menaces = farthest.map_or(-1, |place| self.menace[place]);
        for quarter in QUARTERS {
            let pierce = 7 - i16::from(self.armour(quarter).clamp(2, 6));
            for band in 0..3 {
                let dice = DICE[self.column(quarter, band) - 1] as i16;
                self.rates[quarter as usize][band] = (dice, dice * pierce);
            }
        }
        for (quarter, powers) in QUARTERS.into_iter().zip(self.powers) {
            let tubes = quarter == Quarter::Front && self.salvo > 0;
            self.sides += u8::from(tubes || powers.iter().any(|power| *power != Power::default()));
            powers.iter().for_each(|power| self.peak.raise(*power));
        }
        self.liked = self.distance();
    }

    /// Whether nothing tells it from another but its place: their weapons, what they can bear, and how far they move.
    pub(super) fn fights_like(&self, other: &Self) -> bool {
        let hull = |armed: &Self| (armed.salvo, armed.value, armed.shields, armed.hits, armed.veiled, armed.stride);
        hull(self) == hull(other) && self.rates == other.rates && self.powers == other.powers
    }

    /// What another's fire at it is worth at most, wherever they lie.
    pub(super) fn most_harm(&self, other: &Self) -> i32 {
        let worst = |part: fn(&(i16, i16)) -> i16| self.rates.iter().flatten().map(part).max().map_or(0, i32::from);
        let (dice, piercing) = (worst(|rate| rate.0), worst(|rate| rate.1));
        let hits = i32::from(other.peak.guns) * piercing / 6
            + i32::from(other.peak.bombs) * dice / 2
            + i32::from(other.peak.sure);
        let salvo = other.salvo * i32::from(7 - self.armour.iter().copied().min().unwrap_or(0)) / 6;
        self.harm(hits) + self.harm(salvo) / 2
    }

    /// In how many quarters it does anything.
    pub(super) fn sides(&self) -> usize {
        usize::from(self.sides)
    }

    /// As [`Rated::hits_by`], from what was worked out before.
    pub(super) fn hits_from(&self, power: Power, from: Quarter, band: usize) -> i32 {
        let (dice, piercing) = self.rates[from as usize][band.min(2)];
        let sure = if self.veiled { power.sure / 6 } else { power.sure };
        (i32::from(power.guns) * i32::from(piercing)) / 6
            + (i32::from(power.bombs) * i32::from(dice)) / 2
            + i32::from(sure)
    }

    /// Adds up its weapons.
    fn arm(&mut self, battle: &Battle, roster: &Roster) {
        let id = self.id;
        let profile = &roster[id].profile;
        let halved = battle.ship(id).order == Some(Order::Brace);
        for (index, mount) in (0..).zip(&profile.weapons) {
            if !mount.gun.is_direct() || battle.damaged(roster, id, index) {
                continue;
            }
            let mut strength = i16::from(mount.strength);
            if let Some(rolled) = mount.rolled {
                strength = (strength + i16::from(rolled.dice) + i16::from(rolled.plus)) / 2;
            }
            if self.crippled {
                strength = (strength + 1) / 2;
            }
            if halved {
                strength = (strength + 1) / 2;
            }
            let power = Power::of(mount.gun, strength);
            for arc in mount.arcs.iter() {
                for (place, cm) in BANDS.iter().enumerate() {
                    // The widest band that a weapon reaches half of counts.
                    let least = if place == 0 { 0 } else { BANDS[place - 1] };
                    if mount.range.0 > (least + cm) * 500 {
                        self.powers[arc as usize][place].add(power);
                    }
                }
            }
        }
        for place in 0..BANDS.len() {
            let strongest = (0..4).map(|arc| self.powers[arc][place]).max_by_key(|power| power.rough());
            self.best[place] = strongest.unwrap_or_default();
        }
    }

    /// What it does to whatever lies in a quarter at a range.
    pub(super) fn power(&self, quarter: Quarter, band: usize) -> Power {
        if band < 5 { self.powers[quarter as usize][band] } else { Power::default() }
    }

    /// What it does at a range at most, once it has turned.
    fn worst(&self, band: usize) -> Power {
        if band < 5 { self.best[band] } else { Power::default() }
    }

    /// The fire to be expected of it on a place in one of its quarters after its next move, and the range.
    pub(super) fn threat(&self, quarter: Quarter, squared: i64) -> Option<(Power, usize)> {
        let band = self.menaced(squared)?;
        Some((self.turned(quarter, band), band))
    }

    /// The range at which its fire is to be expected after its next move, if any is.
    pub(super) fn menaced(&self, squared: i64) -> Option<usize> {
        if squared > self.menaces {
            return None;
        }
        self.menace.iter().position(|limit| squared <= *limit)
    }

    /// What it does at a range to who lies in a quarter now, once it has turned.
    pub(super) fn turned(&self, quarter: Quarter, band: usize) -> Power {
        // Whom it leaves astern it cannot turn upon at once.
        match quarter {
            Quarter::Rear => self.powers[Quarter::Rear as usize][band],
            Quarter::Front | Quarter::Right | Quarter::Left => self.best[band],
        }
    }

    /// The range that suits its weapons: within the band in which it does most, not closer than it must be.
    fn distance(&self) -> Length {
        let close = self.worst(1).rough();
        let far = (2..5).rev().find(|place| 4 * self.worst(*place).rough() >= 3 * close);
        match far {
            Some(place) if close > 0 => Length::cm(BANDS[place] - 5),
            _ => Length::cm(22),
        }
    }
}

/// The columns in which a ship is fired at, by the quarter of its own that the firer lies in.
fn columns(profile: &Profile, slow: bool) -> [u8; 4] {
    QUARTERS.map(|quarter| {
        let aspect = match quarter {
            _ if slow || profile.size == Size::Defence => Aspect::None,
            Quarter::Front => Aspect::Closing,
            Quarter::Rear => Aspect::MovingAway,
            Quarter::Left | Quarter::Right => Aspect::Abeam,
        };
        (column(profile.size, aspect) + profile.veil.cast_signed()).clamp(1, 5).cast_unsigned()
    })
}

/// What a ship's torpedoes come to where it stands: inside asteroids it launches none (TERRAIN-21).
pub(super) fn salvo(battle: &Battle, roster: &Roster, id: ShipId) -> i32 {
    let armed = roster[id].profile.has_ordnance() && !battle.no_ordnance;
    if armed { HIT * i32::from(battle.torpedoes_ready(roster, id)) } else { 0 }
}

/// Victory points for a hit on a ship, in 16ths. The first half of a capital ship's hits is worth a quarter of it, the
/// rest three quarters (VP-03); but only who takes the first half gets at the rest.
fn value(profile: &Profile, hits: u8, crippled: bool, wanted: bool) -> i32 {
    let worth = 16 * profile.worth.max(10) as i32;
    let each = worth / i32::from(profile.hits.max(1));
    let value = if crippled && hits > 0 && profile.hits > 1 { each * 3 / 2 } else { each };
    if wanted { 3 * value } else { value }
}

/// The chance of a test against a value with two dice, in 64ths; 11 and 12 always fail (LEAD-09).
pub(super) fn chance(needed: i8) -> i32 {
    const WAYS: [i32; 13] = [0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 33, 33];
    WAYS[usize::try_from(needed.clamp(0, 12)).unwrap_or(0)] * 64 / 36
}
