//! What a weapon can do to a target now: arc, band, fields, dice (SF-SHOOT-02 to 11).

use crate::battle::space_fleet::bonus::Bonus;
use crate::battle::space_fleet::class::{Arc, Effect, Fleet, Mount, WeaponKind};
use crate::battle::space_fleet::measures::{ADJACENT, ASSOCIATED, ASTEROID, BLIND_FIELD, CONTACT, inches};
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, House, Ship, ShipId, Tubes, Turret};
use crate::table::geometry::{Heading, Length, Point, Quarter, in_quarter, line_touches};

/// Whether a place lies in an arc (SF-SHOOT-07 to 10); lines belong to both sides.
#[must_use]
pub fn in_arc(ship: &Ship, arc: Arc, mount: Mount, place: Point) -> bool {
    let quarter = |quarter| in_quarter(ship.at, ship.heading, place, quarter);
    match (mount, arc) {
        (Mount::Left, _) => quarter(Quarter::Left),
        (Mount::Right, _) => quarter(Quarter::Right),
        (Mount::Arc, Arc::Forward) => ship.at.seen_along(ship.heading, place).0 >= -1,
        (Mount::Arc, Arc::FixedForward) => quarter(Quarter::Front),
        (Mount::Arc, Arc::Turret) => match ship.turret {
            Turret::Left => quarter(Quarter::Left),
            Turret::Front => quarter(Quarter::Front),
            Turret::Right => quarter(Quarter::Right),
        },
        (Mount::Arc, Arc::Any | Arc::Contact | Arc::AllRound | Arc::Broadsides) => true,
    }
}

/// What a Constellation still gives (SF-SHIP-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aid {
    /// The Constellation.
    pub from: ShipId,
    /// Inches of range.
    pub range: u8,
    /// Better against holo fields.
    pub aims: bool,
}

impl Battle {
    /// The Constellation that a ship makes use of: the best within 2.
    #[must_use]
    pub fn aid(&self, roster: &Roster, id: ShipId) -> Option<Aid> {
        let ship = self.ship(id);
        if roster.class(self, id).fleet != Fleet::Imperial {
            return None;
        }
        let near = self.fleet(ship.side).filter(|(other, beacon)| {
            *other != id
                && roster.class(self, *other).special.targeting
                && beacon.cripple.is_none()
                && beacon.at.within(ship.at, ASSOCIATED)
                && !self.bears(roster, *other, |effect| matches!(effect, Effect::TargetingLost))
        });
        let aids = near.map(|(from, beacon)| {
            let class = roster.class(self, from);
            let mut aid = Aid { from, range: 4, aims: true };
            for (at, row) in class.criticals.iter().enumerate() {
                if let (true, Effect::RangeBonus { inches, blinded }) = (beacon.bears(at), row.effect) {
                    aid.range = aid.range.min(inches);
                    aid.aims &= !blinded;
                }
            }
            aid
        });
        aids.max_by_key(|aid| (aid.range, aid.aims))
    }

    /// The upper limit of a band, stretched by bonuses (SF-WEAPON-11): half of them on all but the last.
    fn limit(band: usize, upper: u8, bonus: u8) -> Length {
        let more = if band < 2 { i32::from(bonus) * 500 } else { i32::from(bonus) * 1000 };
        inches(i32::from(upper)) + Length(more)
    }

    /// The dice of a weapon at a distance, by its card alone (SF-SHOOT-03).
    #[must_use]
    pub fn card_dice(dice: [u8; 3], bands: [u8; 3], bonus: u8, far: Length) -> u8 {
        let band = (0..3).find(|band| bands[*band] > 0 && far <= Self::limit(*band, bands[*band], bonus));
        band.map_or(0, |band| dice[band])
    }

    /// Inches of range beyond the card.
    #[must_use]
    pub fn range_bonus(&self, roster: &Roster, id: ShipId) -> u8 {
        4 * roster.bonus(id, Bonus::AdvancedTargeters) + self.aid(roster, id).map_or(0, |aid| aid.range)
    }

    /// Whether a line of fire runs through a blind field (SF-WEAPON-10).
    fn is_blinded(&self, roster: &Roster, id: ShipId, target: ShipId) -> bool {
        let (from, to) = (self.ship(id).at, self.ship(target).at);
        self.all().any(|(other, ship)| {
            other != id
                && other != target
                && ship.fights()
                && roster.class(self, other).special.blind_field
                && line_touches(from, to, ship.at, BLIND_FIELD)
        })
    }

    /// How much of a target's base rocks hide: 0 none, 1 some, 2 more than half, 3 all (SF-AREA-08).
    #[must_use]
    pub fn hidden(&self, from: Point, target: Point) -> u8 {
        if self.asteroids.is_empty() {
            return 0;
        }
        let Some(line) = from.heading_to(target) else { return 0 };
        let across = Heading::new(i32::from(line.degrees()) + 90);
        // Seen in 21 strips across the base: exact enough for "some", "more than half" and "all".
        let hidden = (-10..=10).filter(|strip| {
            let edge = target.ahead(across, Length(strip * CONTACT.half().0 / 10));
            self.asteroids.iter().any(|rock| rock.damage > 0 && line_touches(from, edge, rock.at, ASTEROID))
        });
        match hidden.count() {
            0 => 0,
            1..=10 => 1,
            11..=20 => 2,
            _ => 3,
        }
    }

    /// Whether a system works: criticals, crippled weapons, tubes (SF-CRIT-05, SF-CRIPPLE-12, SF-TURN-04).
    #[must_use]
    pub fn attacks_of(&self, roster: &Roster, id: ShipId, system: usize, once: bool) -> u8 {
        let (ship, class) = (self.ship(id), roster.class(self, id));
        if (ship.weapons_out() && !once) || ship.standby || ship.silenced {
            return 0;
        }
        let (weapon, mount) = (class.weapon_of(system), class.systems[system].mount);
        let tubes = !weapon.reload || ship.tubes == Tubes::Ready || roster.bonus(id, Bonus::AdditionalTorpedoTubes) > 0;
        let mut attacks = if tubes { weapon.attacks } else { 0 };
        for (at, row) in class.criticals.iter().enumerate().filter(|(at, _)| ship.bears(*at)) {
            let out = match row.effect {
                Effect::LeftBroadsideOut => mount == Mount::Left,
                Effect::RightBroadsideOut => mount == Mount::Right,
                Effect::WeaponOut(kind) => kind == weapon.kind,
                Effect::RamAndProwLaserOut => weapon.kind == WeaponKind::ProwLaser,
                Effect::BarrelOut => {
                    let lost = 1 + u8::from(ship.twice & (1 << at) != 0);
                    attacks = attacks.saturating_sub(lost);
                    false
                }
                _ => false,
            };
            if out {
                return 0;
            }
        }
        attacks
    }

    /// The dice that a system has against a ship now; 0 when it cannot be fired at it.
    #[must_use]
    pub fn dice_against(&self, roster: &Roster, id: ShipId, system: usize, target: ShipId) -> u8 {
        let (ship, prey, class) = (self.ship(id), self.ship(target), roster.class(self, id));
        if !prey.fights()
            || prey.side == ship.side
            || ship.held_by == Some(target) && roster.class(self, target).is_tyranid()
        {
            return 0;
        }
        let weapon = class.weapon_of(system);
        if weapon.arc == Arc::Contact {
            return u8::from(ship.at.within(prey.at, ADJACENT));
        }
        if !in_arc(ship, weapon.arc, class.systems[system].mount, prey.at)
            || self.is_blinded(roster, id, target)
            || self.hidden(ship.at, prey.at) == 3
        {
            return 0;
        }
        let far = ship.at.distance(prey.at);
        let dice = Self::card_dice(weapon.dice, weapon.bands, self.range_bonus(roster, id), far);
        if dice == 0 {
            return 0;
        }
        self.more_dice(roster, id, weapon.kind, dice)
    }

    /// Dice with bonuses (SF-FLAG-24, 42, 53) and caps (SF-SHIP-18, SF-SHIP-24).
    pub(super) fn more_dice(&self, roster: &Roster, id: ShipId, kind: WeaponKind, dice: u8) -> u8 {
        let ship = self.ship(id);
        let torpedo = matches!(kind, WeaponKind::VortexTorpedo | WeaponKind::PlasmaTorpedo);
        let mut dice = dice;
        if !torpedo && kind != WeaponKind::InfernoCannon {
            dice += roster.bonus(id, Bonus::HighPoweredWeaponry);
        }
        if kind == WeaponKind::Laser {
            dice += roster.bonus(id, Bonus::HighPoweredLasers);
        }
        if kind == WeaponKind::PlasmaTorpedo {
            dice += roster.bonus(id, Bonus::EnhancedPlasma);
        }
        for (at, row) in roster.class(self, id).criticals.iter().enumerate() {
            if let (true, Effect::DiceCap(capped, most)) = (ship.bears(at), row.effect)
                && capped == kind
            {
                dice = dice.min(most);
            }
        }
        dice
    }

    /// Dice up to this face are ignored by a ship's fields, seen from a place (SF-WEAPON-09, SF-WEAPON-10).
    #[must_use]
    pub fn ignored(&self, roster: &Roster, target: ShipId, from: Point) -> u8 {
        let (ship, class) = (self.ship(target), roster.class(self, target));
        if class.special.blind_field {
            return (ship.at.distance(from).0 / 2000).min(6) as u8;
        }
        if !self.has_holo_fields(roster, target) {
            return 0;
        }
        let damaged = self.bears(roster, target, |effect| matches!(effect, Effect::HoloBelowHalf));
        let speed = if damaged { (ship.moved.0 - 1).max(0) } else { ship.moved.0 };
        let most = if self.agreed.has(House::SixesPierce) { 5 } else { 6 };
        (speed / 2000).min(most) as u8
    }

    /// Whether holo fields work (SF-WEAPON-09).
    #[must_use]
    pub fn has_holo_fields(&self, roster: &Roster, id: ShipId) -> bool {
        (roster.class(self, id).special.holo_fields || roster.bonus(id, Bonus::HoloFields) > 0)
            && !self.bears(roster, id, |effect| matches!(effect, Effect::HoloLost))
    }
}
