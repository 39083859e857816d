//! Traits: what ships of the peoples beyond the first five, and single classes of them, have of their own.

use crate::table::geometry::Length;
use crate::text::words;

words! {
    /// What a ship has of its own, by the words of the fleet files.
    Trait {
        /// Crewed by the dead: criticals on 6 only, no boarding, half repairs, and command checks apart (ELDAR-22).
        Ghostship = "ghostship",
        /// A failed holofield save against attack craft is rolled again (ELDAR-26).
        FieldReroll = "field-reroll",
        /// Blast markers cost it nothing until its shields collapse (MECH-08).
        Repulsor = "repulsor",
        /// Lance dice of 6 count two hits (MECH-11).
        LanceSixes = "lance-sixes",
        /// Who boards or raids it may roll his die again (MECH-02).
        Yields = "attackers-reroll",
        /// Two of its turrets may defend a ship within 15 cm (MECH-09).
        FleetDefence = "fleet-defence",
        /// Targets within 30 cm count as closing (ROGUE-04).
        TargetingMatrix = "targeting-matrix",
        /// Its turn is doubled (ROGUE-03).
        DoubleTurn = "double-turn",
        /// All Ahead Full needs no check (KROOT-02).
        FreeAhead = "free-ahead",
        /// Its weapons cause no criticals (ROGUE-25).
        Mild = "mild-weapons",
        /// The fleet's re-rolls do not serve it (ALLY-08).
        Apart = "no-fleet-rerolls",
        /// It keeps its pace whatever markers and damage do (KROOT-03).
        Unslowed = "never-slowed",
        /// It makes no teleport attacks (TAU-02).
        NoTeleport = "no-teleport",
        /// Its boarding value is halved (TAU-03).
        HalfBoarding = "half-boarding",
        /// Its front armour comes from a deflector (TAU-05).
        Deflector = "deflector",
        /// Its torpedoes are missiles that turn, and go as far as their player likes (TAU-09).
        Missiles = "missiles",
        /// It clears blast markers from its way and feeds its cutting beam with them (DEMI-01).
        Demiurg = "demiurg",
        /// Come to New Heading needs no check (DARK-03).
        FreeHeading = "free-new-heading",
        /// It has no Burn Retros (DARK-04).
        NoRetros = "no-burn-retros",
        /// It has no All Ahead Full (NICA-02).
        NoAhead = "no-all-ahead-full",
        /// It need neither move nor go any way before a turn (DARK-04).
        Nimble = "nimble",
        /// +1 in the first round of boarding, -1 in later ones (DARK-06).
        Wanes = "wanes-in-boarding",
        /// Its hit-and-run attacks may take slaves (DARK-10).
        Slavers = "slavers",
        /// It moves once before the first turn (DARK-12).
        MimicEngines = "mimic-engines",
        /// Its tubes may hold leech torpedoes (DARK-25).
        Leeches = "leech-torpedoes",
        /// Turrets hit its ordnance on 6 only (DARK-17).
        EludesTurrets = "eludes-turrets",
        /// Its batteries count every target as closing (GUNNERY-10).
        AllClosing = "all-closing",
        /// Blast markers, clouds, flares and bursts cost it nothing (NEC-09).
        Impervious = "impervious",
        /// All Ahead Full is a D6 x 10 cm with a turn every 20 cm (NEC-15).
        Inertialess = "inertialess",
        /// It may leave the battle without a test when it has moved (NEC-28).
        Fades = "fades-out",
        /// While it is not crippled its orders give the enemy nothing, and its fleet gains by the enemy's (NEC-31).
        Shroud = "shroud",
        /// It carries a sepulchre (NEC-21).
        Sepulchre = "sepulchre",
        /// Its shields are spores, which are its turrets as well (HIVE-32).
        Spores = "spores",
        /// It always has a save of 4+ against damage (HIVE-47).
        AlwaysBraced = "always-braced",
        /// It acts by instinct unless a hive ship controls it (HIVE-06).
        Instinct = "instinct",
        /// It controls bio-ships within 45 cm (HIVE-03).
        Synapse = "synapse",
        /// Two boarding dice, the higher counts (HIVE-18).
        TwoBoardingDice = "two-boarding-dice",
        /// Of two dice of a hit-and-run attack on it the lower counts (HIVE-21).
        HardToRaid = "hard-to-raid",
        /// Enemies within 15 cm of it may be fired at freely by its friends (HIVE-16).
        Highlights = "highlights",
        /// It never chooses its targets, nor fires at ordnance (HIVE-15).
        NearestOnly = "nearest-only",
        /// Torpedoes need one more to hit it, bombers and assault boats have -1 (HIVE-60).
        Slimy = "slimy",
        /// Its pyro-acid and bio-plasma keep their strength under movement orders (HIVE-61).
        Tenacious = "tenacious",
    }
}

/// What a ship has of its own, as the engine looks at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    has: u64,
    /// How far its tracking system serves Tau ships (TAU-07); nothing without one.
    pub tracks: Length,
    /// What saves a hit on its reactive hull, 7 for none (NEC-03).
    pub hull_save: u8,
    /// What repairs a critical (NEC-10).
    pub repairs_on: u8,
    /// Dice more for repairs, before markers halve them (MECH-12).
    pub damage_control: u8,
    /// Leadership that falls with its damage, from this; 0 where it does not (DEMI-05).
    pub falling_leadership: u8,
}

impl Default for Traits {
    fn default() -> Self {
        let tracks = Length::ZERO;
        Self { has: 0, tracks, hull_save: 7, repairs_on: 6, damage_control: 0, falling_leadership: 0 }
    }
}

impl Traits {
    /// Whether it has a trait.
    #[inline]
    #[must_use]
    pub const fn has(&self, known: Trait) -> bool {
        self.has & (1 << known as u64) != 0
    }

    pub(crate) const fn add(&mut self, known: Trait) {
        self.has |= 1 << known as u64;
    }
}
