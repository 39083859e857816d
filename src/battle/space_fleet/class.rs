//! What a class of ship is: figures, weapons, critical table, what is special about it. Read from data, never changed.

use super::cards::Card;
use crate::text::words;

words! {
    /// The fleets that have a list (SF-LIST-13).
    #[derive(Default)]
    Fleet {
        /// Imperial battlefleets.
        #[default]
        Imperial = "imperial",
        /// Eldar fleets.
        Eldar = "eldar",
        /// Tyranid hive fleets.
        Tyranid = "tyranid",
    }
}

words! {
    /// How a ship turns (SF-MOVE-02, 04, 05).
    #[derive(Default)]
    Manoeuvre {
        /// 45 degrees for each 2 inches.
        #[default]
        Normal = "normal",
        /// Not at all when it moves more than 2.
        Unmanoeuvrable = "unmanoeuvrable",
        /// 45 degrees for each inch.
        Super = "super",
    }
}

words! {
    /// Kinds of weapons: what a hit does.
    #[derive(Default)]
    WeaponKind {
        /// Laser batteries (SF-WEAPON-01).
        #[default]
        Laser = "laser",
        /// A laser in the prow, lost with the ram.
        ProwLaser = "prow_laser",
        /// Fusion cannon (SF-WEAPON-02).
        FusionCannon = "fusion_cannon",
        /// Vortex torpedoes (SF-WEAPON-03).
        VortexTorpedo = "vortex_torpedo",
        /// Plasma torpedoes (SF-WEAPON-04).
        PlasmaTorpedo = "plasma_torpedo",
        /// Inferno cannon (SF-WEAPON-05).
        InfernoCannon = "inferno_cannon",
        /// Annihilator cannon (SF-WEAPON-06).
        AnnihilatorCannon = "annihilator_cannon",
        /// Hullgrinders (SF-TYR-25).
        Hullgrinder = "hullgrinder",
        /// Deathburners (SF-TYR-26).
        Deathburner = "deathburner",
        /// Tentacles of a Hiveship (SF-SHIP-18).
        Tentacles = "tentacles",
        /// What tentacle hits set off (SF-SHIP-18).
        MindAssault = "mind_assault",
        /// A Doomripper's bite (SF-SHIP-25).
        PowerBite = "power_bite",
        /// A Hellblaster's ram (SF-SHIP-26).
        ShockRam = "shock_ram",
        /// A Ramsmiter's ram (SF-SHIP-27).
        Boneram = "boneram",
        /// A spore mine's blast (SF-TYR-33).
        SporeMine = "spore_mine",
    }
}

words! {
    /// Arcs of a card; broadsides are two systems (SF-SHOOT-04).
    #[derive(Default)]
    Arc {
        /// 90 degrees on each beam (SF-SHOOT-09).
        Broadsides = "broadsides",
        /// 180 degrees ahead (SF-SHOOT-07).
        Forward = "forward",
        /// 90 degrees ahead (SF-SHOOT-08).
        FixedForward = "fixed_forward",
        /// All round (SF-SHOOT-10).
        #[default]
        Any = "any",
        /// Where the turret points (SF-WEAPON-07).
        Turret = "turret",
        /// Whatever is adjacent (SF-SHIP-25).
        Contact = "contact",
        /// All round the vessel itself (SF-SHIP-20).
        AllRound = "all_round",
    }
}

words! {
    /// What any critical does to a class without a table (SF-CRIT-08).
    AnyCritical {
        /// It is destroyed.
        Destroyed = "destroyed",
        /// It explodes as its weapon.
        Explodes = "explodes",
    }
}

words! {
    /// Types of flagships, with limits of their own (SF-FLAG-03, 15).
    FlagshipType {
        /// Imperial battleships.
        Battleship = "battleship",
        /// Imperial capital ships.
        CapitalShip = "capital_ship",
        /// Wraithships.
        Wraithship = "wraithship",
    }
}

/// A weapon of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weapon {
    /// As printed.
    pub name: String,
    /// What a hit does.
    pub kind: WeaponKind,
    /// Where it fires.
    pub arc: Arc,
    /// Dice up to each band; 0 for none.
    pub dice: [u8; 3],
    /// Upper limits of the bands in inches; 0 for a band there is not.
    pub bands: [u8; 3],
    /// Attacks a turn.
    pub attacks: u8,
    /// It fires every second turn (SF-TURN-04).
    pub reload: bool,
    /// Action points of one attack (SF-TYR-14).
    pub points: u8,
}

/// Where a system of a ship fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mount {
    /// As the arc of its weapon says.
    Arc,
    /// The left broadside.
    Left,
    /// The right broadside.
    Right,
}

/// One weapon system: it makes one attack a turn (SF-SHOOT-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct System {
    /// The weapon, by its place on the card.
    pub weapon: u8,
    /// Which of its sides.
    pub mount: Mount,
}

/// What a critical does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// All remaining shields are lost.
    AllShieldsLost,
    /// The left broadside cannot fire.
    LeftBroadsideOut,
    /// The right broadside cannot fire.
    RightBroadsideOut,
    /// Weapons of a kind cannot fire.
    WeaponOut(WeaponKind),
    /// The ram bonus is lost, and the prow laser cannot fire.
    RamAndProwLaserOut,
    /// Speed is capped; super-manoeuvrability may go too.
    SpeedCap {
        /// Inches.
        inches: u8,
        /// It is no longer super-manoeuvrable.
        clumsy: bool,
    },
    /// It is no longer super-manoeuvrable.
    SuperLost,
    /// D6 damage points inside (SF-CRIT-06).
    Damage,
    /// The attack is repeated with the same dice.
    AttackRepeated,
    /// One barrel is lost (SF-CRIT-07).
    BarrelOut,
    /// The turret cannot turn.
    TurretStuck,
    /// Claws are out: it boards cripples only.
    BoardsCripplesOnly,
    /// The drill is out: claws only.
    ClawsOnly,
    /// Boarding strength is lost.
    BoardingStrength(u8),
    /// Holo fields are lost.
    HoloLost,
    /// Holo fields stop only dice below half the speed.
    HoloBelowHalf,
    /// Slower by every wind, and no longer super-manoeuvrable.
    SpeedByWind(Wind),
    /// D6 more points are stored.
    StoredHits,
    /// The shield stays as it is.
    ShieldStuck,
    /// The shield goes down for good.
    ShieldOffForGood,
    /// The range bonus is less; the one against holo fields may go too.
    RangeBonus {
        /// Inches that are left of it.
        inches: u8,
        /// The bonus against holo fields is lost.
        blinded: bool,
    },
    /// No targeting bonuses at all.
    TargetingLost,
    /// It neither boards nor lands troops.
    NoBoardingOrLanding,
    /// A regiment is lost.
    RegimentLost,
    /// Half the fuel is dropped, or the ship explodes.
    JettisonHalf,
    /// It cannot jettison.
    NoJettison,
    /// All fuel explodes, and the ship with it.
    FuelExplodes,
    /// Half the fuel sprays out.
    FuelJet,
    /// A weapon rolls fewer dice.
    DiceCap(WeaponKind, u8),
    /// Action points a turn on movement are capped.
    MovementPointsCap(u8),
    /// No reinforcements.
    NoReinforcements,
    /// It cannot board.
    NoBoarding,
    /// Attacks a turn are capped.
    AttacksCap(u8),
    /// Action points a turn on attacks are capped.
    AttackPointsCap(u8),
    /// A wound at the start of each turn.
    WoundEachTurn,
    /// It stops dead.
    StopsDead,
    /// A Death Frenzy card must be played on it.
    Enraged,
}

/// Most speed with the wind from the rear, a side and the front.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wind {
    /// From behind.
    pub rear: u8,
    /// From a side.
    pub side: u8,
    /// From ahead.
    pub front: u8,
}

/// A row of a critical table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CriticalRow {
    /// Faces that give it.
    pub low: u8,
    /// Up to and including.
    pub high: u8,
    /// As printed.
    pub name: String,
    /// What it does.
    pub effect: Effect,
    /// A six repairs it (SF-CRIT-10).
    pub repairable: bool,
    /// Cards that heal it (SF-TYR-17).
    pub healed_by: Vec<Card>,
}

/// How many squadrons of how many ships a fleet may hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Least squadrons a fleet.
    pub squadrons_min: u8,
    /// Most squadrons a fleet; none without a limit.
    pub squadrons_max: Option<u8>,
    /// Least ships a squadron.
    pub ships_min: u8,
    /// Most ships a squadron; none without a limit.
    pub ships_max: Option<u8>,
}

/// What is special about a class, beside its figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Special {
    /// Broadside dice may be divided (SF-SHIP-01).
    pub split_broadside: bool,
    /// It grabs ships with claws (SF-SHIP-04).
    pub claws: bool,
    /// It neither rams nor is rammed (SF-RAM-13).
    pub never_rams: bool,
    /// One shield covers all facings, pooled with neighbours (SF-SHIP-10).
    pub pooled_shield: bool,
    /// A shield that stores hits (SF-SHIP-11).
    pub generator: bool,
    /// It directs the fire of others (SF-SHIP-12).
    pub targeting: bool,
    /// It stands in a blind field (SF-WEAPON-10).
    pub blind_field: bool,
    /// Holo fields (SF-WEAPON-09).
    pub holo_fields: bool,
    /// A support ship (SF-LIST-07).
    pub support: bool,
    /// All of them form one convoy (SF-LIST-08).
    pub one_convoy: bool,
    /// It joins the squadron it escorts (SF-LIST-09).
    pub joins_others: bool,
    /// It needs no commander.
    pub no_commander: bool,
    /// It is a Kraken, always alone (SF-TYR-02).
    pub kraken: bool,
    /// It is a Hiveship.
    pub hiveship: bool,
    /// It is a spore mine (SF-TYR-32).
    pub mine: bool,
}

/// A class of ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Slug.
    pub id: String,
    /// Name.
    pub name: String,
    /// Whose it is.
    pub fleet: Fleet,
    /// As printed: battleship, cruiser, kraken.
    pub kind: String,
    /// Its rule.
    pub rule: String,
    /// Price.
    pub points: u16,
    /// Inches, with the best wind.
    pub speed: u8,
    /// Speed by the wind, of ships with sails.
    pub wind: Option<Wind>,
    /// How it turns.
    pub manoeuvre: Manoeuvre,
    /// Damage points or wounds.
    pub damage: u8,
    /// Boarding strength.
    pub strength: u8,
    /// Front, left, right, rear.
    pub shields: [u8; 4],
    /// Squadrons and ships.
    pub limits: Limits,
    /// What flagship it can be.
    pub flagship: Option<FlagshipType>,
    /// Ram bonus: up to so many inches moved, so much.
    pub ram: Vec<(u8, u8)>,
    /// Armour save.
    pub save: Option<u8>,
    /// What any critical does, without a table.
    pub any_critical: Option<AnyCritical>,
    /// What is special.
    pub special: Special,
    /// Regiments aboard.
    pub regiments: u8,
    /// Megatons of fuel.
    pub fuel: u8,
    /// Inches between ships of a squadron.
    pub coherency: u8,
    /// Cards a turn on its swarm.
    pub cards_per_turn: u8,
    /// Cards its swarm adds to the hand.
    pub cards_to_hand: u8,
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// Weapon systems: broadsides are two.
    pub systems: Vec<System>,
    /// Critical table.
    pub criticals: Vec<CriticalRow>,
}

impl Class {
    /// The row of its critical table that a face gives.
    #[must_use]
    pub fn row(&self, face: u8) -> Option<usize> {
        self.criticals.iter().position(|row| (row.low..=row.high).contains(&face))
    }

    /// Whether it lives: wounds instead of shields and hull.
    #[must_use]
    pub fn is_tyranid(&self) -> bool {
        self.fleet == Fleet::Tyranid
    }

    /// What a system is called: in answers and in events.
    #[must_use]
    pub fn system_name(&self, system: usize) -> &'static str {
        let Some(found) = self.systems.get(system) else { return "weapon" };
        let kind = self.weapons[usize::from(found.weapon)].kind;
        match (kind, found.mount) {
            (WeaponKind::Hullgrinder, Mount::Left) => "left hullgrinder",
            (WeaponKind::Hullgrinder, Mount::Right) => "right hullgrinder",
            (_, Mount::Left) => "left broadside",
            (_, Mount::Right) => "right broadside",
            (WeaponKind::Laser, Mount::Arc) => "lasers",
            (WeaponKind::ProwLaser, Mount::Arc) => "prow laser",
            (WeaponKind::FusionCannon, Mount::Arc) => "fusion cannon",
            (WeaponKind::VortexTorpedo | WeaponKind::PlasmaTorpedo, Mount::Arc) => "torpedoes",
            (WeaponKind::InfernoCannon, Mount::Arc) => "inferno cannon",
            (WeaponKind::AnnihilatorCannon, Mount::Arc) => "annihilator",
            (WeaponKind::Hullgrinder, Mount::Arc) => "hullgrinder",
            (WeaponKind::Deathburner, Mount::Arc) => "deathburner",
            (WeaponKind::Tentacles, Mount::Arc) => "tentacles",
            (WeaponKind::MindAssault, Mount::Arc) => "mind assault",
            (WeaponKind::PowerBite, Mount::Arc) => "bite",
            (WeaponKind::ShockRam, Mount::Arc) => "shock",
            (WeaponKind::Boneram, Mount::Arc) => "boneram",
            (WeaponKind::SporeMine, Mount::Arc) => "explosion",
        }
    }

    /// The weapon of a system.
    #[must_use]
    pub fn weapon_of(&self, system: usize) -> &Weapon {
        &self.weapons[usize::from(self.systems[system].weapon)]
    }
}
