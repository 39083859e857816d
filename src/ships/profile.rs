//! The figures of a ship as the engine uses them, made once from its class and shared by every copy of a battle.
//!
//! A class that asks for what the engine does not play is refused by name: a special rule, a kind of weapon, a
//! people with rules of its own.

use super::class::{Field, Hull, People, ShipClass, ShipType};
use super::crew::Crew;
use super::effects::Effects;
use super::fitting::Fitting;
use super::improvements::Improvements;
use super::mounted_weapons::weapons;
use super::sails::Sails;
use super::special_rules::{Ram, SpecialRules};
use super::traits::Traits;
use super::warhead::Warhead;
use crate::table::geometry::{Length, Quarter};

/// Size for ramming and turning, row of the gunnery table (SHIP-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// Escorts and transports.
    Escort,
    /// Every kind of cruiser.
    Cruiser,
    /// Battleships.
    Battleship,
    /// Defences.
    Defence,
}

pub use super::critical_table::CriticalTable;
pub use super::gun::Gun;
pub use super::mount::{Arcs, Location, Mount, Rolled};
use super::worth::Pays;

/// The figures of one ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Full name of the class.
    pub class: String,
    /// What its data sheet calls it.
    pub kind: ShipType,
    /// Size.
    pub size: Size,
    /// Who crews it.
    pub people: People,
    /// Value in points (VP-19).
    pub worth: u32,
    /// Price of its class, by which the value of a squadron is parted among its ships (PLOT-13).
    pub price: u32,
    /// The shares of its value that the enemy earns.
    pub pays: Pays,
    /// Starting hits.
    pub hits: u8,
    /// Speed before damage.
    pub speed: Length,
    /// Turn in degrees.
    pub turn: i32,
    /// Shields.
    pub shields: u8,
    /// Armour at front, side and rear.
    pub armour: [u8; 3],
    /// Turrets.
    pub turrets: u8,
    /// Radius of its base (SHIP-04).
    pub base: Length,
    /// Weapons in the order of the data sheet.
    pub weapons: Vec<Mount>,
    /// Dice on All Ahead Full.
    pub ahead_dice: u8,
    /// May not come to a new heading.
    pub steady: bool,
    /// Prow criticals are ignored and do not move up.
    pub hard_prow: bool,
    /// +1 when boarded.
    pub boarding_defence: u8,
    /// What enemies on special orders add to its command checks.
    pub contacts: i8,
    /// Dice for catastrophic damage.
    pub catastrophe_dice: u8,
    /// No right shift beyond 30 cm.
    pub long_sighted: bool,
    /// Who is aboard.
    pub crew: Crew,
    /// How it rams.
    pub ram: Ram,
    /// Rules of its own.
    pub odd: SpecialRules,
    /// Its launch bays never run empty and count double (ORD-06).
    pub endless_craft: bool,
    /// It may launch boarding torpedoes (BTORP-01).
    pub boarding_torpedoes: bool,
    /// Its launch bays carry orbital mines and nothing else (MINE-09).
    pub mines: bool,
    /// What refits and crew skills do besides.
    pub improved: Improvements,
    /// Leadership 7 for everything, and no orders but Reload Ordnance and Brace (DEF-06).
    pub nominal: bool,
    /// A defence on the ground, with one arc up from the surface (DEF-01).
    pub ground: bool,
    /// It may be blown up among the enemy.
    pub fire_ship: bool,
    /// It may begin in the guise of a freighter.
    pub q_ship: bool,
    /// What it takes off Leadership to reload.
    pub slow_reload: i8,
    /// It may land on a planet: escorts and transports (ORBIT-11).
    pub lands: bool,
    /// Half transports it counts as (SCEN-79).
    pub transport: u8,
    /// Half assault points it scores in a turn (SCEN-87).
    pub assault: u8,
    /// The die on which it destroys a planet as an Exterminator (SCEN-112).
    pub exterminates: u8,
    /// Solar sails, which bear it along twice a turn.
    pub sails: Option<Sails>,
    /// Columns that gunnery at it shifts right while its holofield is up; 0 without one.
    pub veil: u8,
    /// The face on which a point of damage is a critical (CRIT-01).
    pub critical_on: u8,
    /// Its table of criticals.
    pub criticals: CriticalTable,
    /// Its batteries count every target as closing (GUNNERY-10).
    pub all_closing: bool,
    /// Turrets hit its ordnance on 6 only, and its torpedoes roll their misses again (Eldar).
    pub eludes_turrets: bool,
    /// May not start a boarding action.
    pub no_boarding: bool,
    /// What those who board it add.
    pub boarded_bonus: u8,
    /// Has only Lock On, Reload Ordnance and Brace For Impact.
    pub stationed: bool,
    /// The special torpedoes that it carries besides its own (APPEAL-18).
    pub warhead: Warhead,
    /// Its Leadership, where that is always the same.
    pub fixed_leadership: Option<u8>,
    /// What it has of its own.
    pub traits: Traits,
}

/// Radius of a small base.
pub const SMALL: Length = Length(1_600);
/// Radius of a large base.
pub const LARGE: Length = Length(3_000);

impl Profile {
    /// The figures of a ship of a class, or everything about it that the engine does not play; `book` knows what the ids
    /// of special rules, upgrades, refits and crew skills do.
    ///
    /// # Errors
    /// Every reason, in words.
    pub fn of(class: &ShipClass, fitting: &Fitting, book: &dyn Effects) -> Result<Self, Vec<String>> {
        let mut refused = Vec::new();
        let mut profile = Self {
            class: class.name.clone(),
            kind: class.kind,
            size: size(class),
            people: class.people,
            worth: worth(class, fitting),
            price: class.points.unwrap_or(1),
            pays: Pays::of(class),
            hits: small(class.hits),
            speed: Length::cm(i32::try_from(class.speed_cm).unwrap_or(0)),
            turn: i32::try_from(class.turn_degrees.unwrap_or(0)).unwrap_or(0),
            shields: small(class.shields),
            armour: [small(class.armour.front), small(class.armour.side), small(class.armour.rear)],
            turrets: small(class.turrets),
            // A large base for 3 shields or more than 10 hits (SHIP-05), or by choice (SHIP-06).
            base: if class.shields >= 3 || class.hits > 10 || fitting.tractor_fields { LARGE } else { SMALL },
            weapons: Vec::new(),
            ahead_dice: if class.people == People::Orks { 2 } else { 4 },
            steady: false,
            hard_prow: false,
            boarding_defence: 0,
            contacts: 1,
            catastrophe_dice: 2,
            long_sighted: false,
            crew: Crew::of(class.people),
            ram: Ram::default(),
            // Orks never combine salvoes (SQUAD-23).
            odd: SpecialRules { lone_salvos: class.people == People::Orks, ..SpecialRules::default() },
            endless_craft: false,
            // Every Chaos list has them; other fleets get them by upgrades.
            boarding_torpedoes: class.people == People::Chaos,
            mines: false,
            improved: Improvements::default(),
            // Ships merely shot at as defences move and roll Leadership (DEF-07).
            nominal: class.kind == ShipType::Defence && (class.speed_cm == 0 || class.hull == Hull::Escort),
            ground: class.hull == Hull::Ground,
            fire_ship: false,
            q_ship: false,
            slow_reload: 0,
            lands: class.hull == Hull::Escort || class.kind == ShipType::Transport,
            transport: if class.kind == ShipType::Transport { 2 } else { 0 },
            assault: assault(class),
            exterminates: 4,
            sails: None,
            veil: 0,
            critical_on: 6,
            criticals: if size(class) == Size::Defence { CriticalTable::Defence } else { CriticalTable::Common },
            all_closing: false,
            eludes_turrets: false,
            no_boarding: false,
            boarded_bonus: 0,
            stationed: false,
            warhead: Warhead::Plain,
            fixed_leadership: None,
            traits: Traits::default(),
        };
        match class.people {
            People::Imperial
            | People::Chaos
            | People::SpaceMarines
            | People::Orks
            | People::RogueTraders
            | People::Kroot
            | People::Tau
            | People::Any => {}
            People::CorsairEldar | People::CraftworldEldar => profile.eldar(class, &mut refused),
            People::DarkEldar | People::Demiurg | People::Necrons | People::Tyranids => {
                refused.push(format!("the rules of the {} are not played", class.people));
            }
        }
        let field = class.field.is_some_and(|field| !matches!(field, Field::None | Field::Holofield));
        if field || class.hull_save.is_some() || class.spores.is_some() {
            refused.push("its field in place of shields is not played".to_owned());
        }
        if fitting.tractor_fields && class.is_escort() {
            refused.push("only a capital ship may have a large base by choice (SHIP-06)".to_owned());
        }
        profile.weapons = weapons(class, &fitting.armament, profile.has_keel(), &mut refused);
        profile.special_rules(class, book, &mut refused);
        if class.quadrants.is_some() {
            profile.make_quadrant(fitting.quadrant.unwrap_or(Quarter::Front));
        }
        profile.upgrade(class, fitting, book, &mut refused);
        profile.improve(class, fitting, book, &mut refused);
        if let Some(experiment) = fitting.experiment {
            profile.experiment(experiment);
        }
        // A decoy carries nothing for anybody (PLOT-40).
        if fitting.poses.is_some() {
            (profile.transport, profile.assault) = (0, 0);
        }
        if refused.is_empty() { Ok(profile) } else { Err(refused) }
    }

    /// Takes the special rules of its class in.
    fn special_rules(&mut self, class: &ShipClass, book: &dyn Effects, refused: &mut Vec<String>) {
        let hits = self.hits;
        for key in &class.special {
            let effects = book.effects_of_special(key);
            let mut played = effects.is_some();
            for effect in effects.unwrap_or_default() {
                played &= self.take(effect, hits).is_ok();
            }
            if !played {
                refused.push(format!("its special rule \"{key}\" is not played"));
            }
        }
    }

    /// Takes in what the fleet lists of the Eldar say of all their ships.
    fn eldar(&mut self, class: &ShipClass, refused: &mut Vec<String>) {
        self.critical_on = 4;
        self.criticals = if self.size == Size::Defence { CriticalTable::Haven } else { CriticalTable::Eldar };
        self.all_closing = true;
        self.eludes_turrets = true;
        self.veil = u8::from(class.field == Some(Field::Holofield));
        self.sails = Sails::of(&class.speed_bands_cm);
        if self.sails.is_none() && class.speed_cm > 0 {
            refused.push("its speeds by the direction of the sun are not known".to_owned());
        }
    }

    /// Whether unnamed mounts are in its keel (CRIT-10).
    pub(crate) fn has_keel(&self) -> bool {
        matches!(self.criticals, CriticalTable::Eldar | CriticalTable::Haven)
    }

    /// Whether it belongs to the Eldar or their kin, who may brave clouds and flares (TERRAIN-11, TERRAIN-44).
    #[must_use]
    pub const fn is_eldar(&self) -> bool {
        matches!(self.people, People::CorsairEldar | People::CraftworldEldar | People::DarkEldar)
    }

    /// What it takes off a hit-and-run attack on it (HITRUN-03).
    #[must_use]
    pub fn raid_guard(&self) -> i8 {
        self.crew.guard - self.improved.guarded
    }

    /// Whether it is a capital ship (SHIP-10).
    #[must_use]
    pub fn is_capital(&self) -> bool {
        matches!(self.size, Size::Cruiser | Size::Battleship)
    }

    /// Whether it is a capital ship of a fleet: no transport or defence of that size.
    #[must_use]
    pub const fn of_the_line(&self) -> bool {
        self.kind.is_of_the_line()
    }

    /// Whether it stands where it was put: a satellite or a ground unit (DEF-01).
    #[must_use]
    pub fn is_stationary(&self) -> bool {
        self.speed == Length::ZERO
    }

    /// Whether it is lost like an escort: to any critical, and at 0 hits without a roll (CRIT-04, BOARD-09, DEF-11).
    #[must_use]
    pub fn is_light(&self) -> bool {
        self.size == Size::Escort || self.size == Size::Defence && self.hits == 1
    }

    /// Whether it has torpedoes or launch bays.
    #[must_use]
    pub fn has_ordnance(&self) -> bool {
        self.weapons.iter().any(|weapon| matches!(weapon.gun, Gun::Torpedoes | Gun::Bays))
    }

    /// How far it must go before a turn (MOVE-08).
    #[must_use]
    pub fn before_turn(&self) -> Length {
        let before = match self.size {
            // A rok and a space hulk are turned where their own way ends (HULK-01).
            Size::Defence if self.odd.rok || self.odd.space_hulk => self.speed,
            Size::Escort | Size::Defence => Length::ZERO,
            Size::Cruiser => Length::cm(10),
            Size::Battleship => Length::cm(15),
        };
        (before - self.improved.turn_sooner).max(Length::ZERO)
    }
}

/// The price of the class and 10% of it for each refit, rounded up in all (REFIT-04).
fn worth(class: &ShipClass, fitting: &Fitting) -> u32 {
    // A decoy is worth nothing (PLOT-40).
    if fitting.poses.is_some() {
        return 0;
    }
    let refits = u32::try_from(fitting.refits.len()).unwrap_or(0);
    fitting.points.unwrap_or_else(|| (class.points.unwrap_or(0) * (10 + refits)).div_ceil(10))
}

fn small(figure: u32) -> u8 {
    u8::try_from(figure).unwrap_or(u8::MAX)
}

/// Half assault points of a class: two points of a transport, one of a capital ship, two of the Marines' (SCEN-87).
fn assault(class: &ShipClass) -> u8 {
    match (size(class), class.kind) {
        (_, ShipType::Transport) => 4,
        (Size::Cruiser | Size::Battleship, _) if class.people == People::SpaceMarines => 4,
        (Size::Cruiser | Size::Battleship, _) => 2,
        (Size::Escort | Size::Defence, _) => 0,
    }
}

fn size(class: &ShipClass) -> Size {
    match class.kind {
        ShipType::Battleship => Size::Battleship,
        ShipType::GrandCruiser
        | ShipType::Battlecruiser
        | ShipType::HeavyCruiser
        | ShipType::Cruiser
        | ShipType::LightCruiser => Size::Cruiser,
        ShipType::Escort => Size::Escort,
        // Monitors and system ships fight by their hull (DEF-14), and so do heavy transports.
        ShipType::Transport | ShipType::Defence => match class.hull {
            Hull::Escort => Size::Escort,
            Hull::Cruiser => Size::Cruiser,
            Hull::Battleship => Size::Battleship,
            Hull::Defence | Hull::Ground => Size::Defence,
        },
    }
}
