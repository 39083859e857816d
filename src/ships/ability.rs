//! Abilities: what a ship or its crew can do that needs no figure, by the words of the fleet files.

use crate::text::words;

words! {
    /// What a ship or its crew can do, or cannot, beside its figures.
    Ability {
        /// A quarter more hits, rounded up (REFIT-17).
        QuarterMoreHits = "quarter-more-hits",
        /// No Leadership lost to blast markers in contact (REFIT-18).
        NotUnderFire = "not-under-fire",
        /// No speed lost to blast markers, gas and dust clouds (REFIT-13).
        ClearPassage = "clear-passage",
        /// A turn of 45 degrees in the enemy's Shooting Phase by a Leadership test (REFIT-09).
        EvasiveTurn = "evasive-turn",
        /// No right column shift beyond 30 cm (REFIT-21).
        NoRangeShift = "no-range-shift",
        /// Bombers may re-roll the die for their attacks (SKILL-06).
        BomberReroll = "bomber-reroll",
        /// Its passed tests may be passed even after another unit failed.
        PassesLate = "passes-late",
        /// May try special orders even after another unit failed.
        AlwaysTries = "always-tries",
        /// Boarding value doubled (RANK-13).
        DoubleBoarding = "double-boarding",
        /// May not be boarded (RANK-13).
        NotBoarded = "not-boarded",
        /// Once a battle the dice of All Ahead Full may count double.
        DoubleSurge = "double-surge",
        /// One turn more in a move.
        ExtraTurn = "extra-turn",
        /// No Leadership is lost to anything.
        NoPenalties = "no-penalties",
        /// Enemies gain no Leadership by its special orders.
        Masked = "masked",
        /// No damage by blast markers and solar flares.
        Polarised = "polarised",
        /// With no criticals a 6 among a die for each hit left restores one hit.
        Regrowth = "regrowth",
        /// Blast markers shift no column of its fire.
        ClearSight = "clear-sight",
        /// The first lance that misses in a turn is rolled again.
        LanceReroll = "lance-reroll",
        /// On a 1 of the shield save another die of 6 causes a critical.
        ShieldBacklash = "shield-backlash",
        /// At least one critical is repaired in each End Phase.
        SureRepair = "sure-repair",
        /// Asteroids on All Ahead Full: the lowest two of three dice; a failure costs D6+1 hits.
        AsteroidPilots = "asteroid-pilots",
        /// The boarding roll may be taken again.
        BoardingReroll = "boarding-reroll",
        /// Bombers roll a D6 for their attacks.
        BomberD6 = "bomber-d6",
        /// Bombers have the 4+ save of resilient craft.
        ResilientBombers = "resilient-bombers",
        /// Fighters move before enemy craft.
        FightersFirst = "fighters-first",
        /// Under sail one turn of 45 degrees anywhere in the move, in place of that at its start.
        TurnAnywhere = "turn-anywhere",
        /// Under sail a turn of up to 90 degrees at the end of the move, in place of that at its start.
        TurnLast = "turn-last",
        /// The sun ahead counts as astern, the sun astern as abeam.
        StreamFlow = "stream-flow",
        /// It may not come to a new heading.
        NoNewHeading = "no-new-heading",
        /// Prow criticals are ignored and do not move up.
        HardProw = "hard-prow",
        /// It may be blown up among the enemy.
        FireShip = "fire-ship",
        /// It may begin in the guise of a freighter.
        QShip = "q-ship",
        /// It may not start a boarding action.
        NoBoarding = "no-boarding",
        /// It has only Lock On, Reload Ordnance and Brace For Impact.
        Stationed = "stationed",
        /// Its launch bays count double for the craft in play (ORD-05).
        DoubleCraft = "double-craft",
        /// A crew of Space Marines: +2 boarding in place of the race's, and their hit-and-run attacks (BOARD-16).
        SpaceMarineCrew = "space-marine-crew",
        /// It stands on a large base.
        LargeBase = "large-base",
        /// On Lock On its lances reach 60 cm, and shake its thrusters when they fire 45 cm or farther.
        FarLances = "far-lances",
        /// Fire at it from within 15 cm has no shift for that.
        NoCloseShift = "no-close-shift",
        /// It may leave one blast marker along its course.
        BlastTrail = "blast-trail",
        /// It moves any way and never turns.
        MovesAnyWay = "moves-any-way",
        /// It takes no special orders.
        NoSpecialOrders = "no-special-orders",
        /// It passes every Leadership test.
        PassesEveryTest = "passes-every-test",
        /// It adds no die in boarding.
        NoBoardingDie = "no-boarding-die",
        /// After two idle turns it fires one shot that destroys ships.
        ChargedShot = "charged-shot",
        /// It has the Armageddon gun.
        ArmageddonGun = "armageddon-gun",
        /// Its klaws attack an enemy that it touches on its move.
        Klaws = "klaws",
        /// It launches assault boats only, one more than it has bays, and boarding torpedoes.
        AssaultKarrier = "assault-karrier",
        /// A re-roll of its commander or its own that fails costs it a hit.
        RerollBacklash = "reroll-backlash",
        /// Every other ship within 15 cm gains a blast marker at the end of its Movement Phase.
        BlastVortex = "blast-vortex",
        /// Its torpedoes never join a salvo (SQUAD-23).
        LoneSalvoes = "lone-salvoes",
        /// Its turrets do not work against torpedoes.
        Miasma = "miasma",
        /// It fires its prow bombardment cannon or launches its torpedoes, and reloads before it does either again.
        ProwLauncha = "prow-launcha",
        /// It goes straight ahead and is turned by All Ahead Full alone.
        RokMovement = "rok-movement",
        /// It is a space hulk.
        SpaceHulk = "space-hulk",
        /// It is a star fort.
        StarFort = "star-fort",
        /// Friends may halt alongside.
        Docks = "docks",
        /// Only a space hulk may board it.
        BoardedByHulksOnly = "boarded-by-hulks-only",
        /// 1 less for Leadership, after everything else.
        Unruly = "unruly",
        /// A critical is one more point of damage (SQUAD-17).
        CriticalsAreDamage = "criticals-are-damage",
        /// At 0 hits it breaks up into 4 blast markers.
        BreaksUp = "breaks-up",
        /// Enemies within 15 cm take no special orders and no Leadership tests.
        SirensSummon = "sirens-summon",
        /// It comes and goes by the warp, and lands no troops (SCEN-87).
        Daemonship = "daemonship",
        /// Once a battle warp beasts fall upon an enemy within 15 cm.
        WarpBeasts = "warp-beasts",
        /// Its turrets are a D3, rolled each turn.
        ManiacTurrets = "maniac-turrets",
        /// Its crew may roll for more criticals when it boards, and launch more craft than it has bays.
        BerzerkerTide = "berzerker-tide",
        /// Its torpedoes' strength may be rolled again.
        LootedTorpedoes = "looted-torpedoes",
        /// Ships it boards catch fire.
        Pestilence = "pestilence",
        /// It may roll the strength of its gunz again.
        ManiacGunners = "maniac-gunners",
        /// It may roll dice that repaired nothing again.
        MadMeks = "mad-meks",
        /// A Warlord aboard doubles the boarding value of any ship but a space hulk.
        Warlord = "warlord",
        /// A Warlord of an Ork clan aboard adds 2 to one boarding roll of a battle.
        ClanWarlord = "clan-warlord",
        /// A Warmaster of the incursion makes the Mark of Khorne bite deeper.
        Warmaster = "warmaster",
        /// It fires a shokk attack lance.
        ShokkAttackLance = "shokk-attack-lance",
        /// It may launch boarding torpedoes (BTORP-01).
        BoardingTorpedoes = "boarding-torpedoes",
        /// Its launch bays carry orbital mines and nothing else (MINE-09).
        OrbitalMines = "orbital-mines",
        /// One hit in a ram before any die, for a prow of 6+ without nova cannon (MECH-14).
        PowerRam = "power-ram",
        /// It may drop a distortion charge (REFIT-27).
        DistortionCharges = "distortion-charges",
        /// Its prow weapon has made room for one that is used on planets only (SHOOT-16).
        Exterminator = "exterminator",
    }
}

impl Ability {
    /// What it does, as a data sheet tells it beside the profile; empty for what the ship's own words tell.
    #[must_use]
    pub const fn says(self) -> &'static str {
        match self {
            Self::NotUnderFire => "no -1 Leadership for blast markers in contact",
            Self::ClearPassage => "no speed lost to blast markers, gas and dust clouds",
            Self::EvasiveTurn => {
                "a 45° turn in the enemy's Shooting Phase on a Leadership test, then no special orders next turn"
            }
            Self::NoRangeShift => "no right column shift beyond 30 cm",
            Self::BomberReroll => "bombers may re-roll the die for their attacks",
            Self::PassesLate => "that test may be passed even after another unit failed",
            Self::AlwaysTries => "may try special orders even after another unit failed",
            Self::DoubleBoarding => "boarding value doubled",
            Self::NotBoarded => "may not be boarded",
            Self::DoubleSurge => "once a battle the All Ahead Full dice count double",
            Self::ExtraTurn => "one extra turn after the minimum distance",
            Self::NoPenalties => "ignores all Leadership penalties",
            Self::Masked => "enemies gain no Leadership bonus from its special orders",
            Self::Polarised => "no damage from blast markers, ignores solar flares",
            Self::Regrowth => "with no criticals, a die per remaining hit each turn; any 6 restores 1 hit (at most 1)",
            Self::ClearSight => "blast markers cause no column shift",
            Self::LanceReroll => "re-roll the first lance miss each turn",
            Self::ShieldBacklash => "on a 1 for a hit on the shields roll again, 6 causes a critical",
            Self::SureRepair => "always repairs at least one repairable critical a turn",
            Self::AsteroidPilots => {
                "asteroid fields on All Ahead Full: 3D6 keep the lowest two; a failure costs D6+1 hits"
            }
            Self::BoardingReroll => "may re-roll boarding; the second roll stands",
            Self::BomberD6 => "bombers roll D6, not D3, attack runs",
            Self::ResilientBombers => "bombers have the 4+ resilient save",
            Self::FightersFirst => "fighters move before enemy craft",
            Self::TurnAnywhere => "one 45° turn anywhere in the move in place of the turn at its start",
            Self::TurnLast => "a turn of up to 90° at the end of a move in place of that at its start",
            Self::StreamFlow => "sun ahead counts as sun astern, sun astern counts as sun abeam",
            // A figure of the profile says it, or the words of the option, upgrade or rule do.
            Self::QuarterMoreHits
            | Self::NoNewHeading
            | Self::HardProw
            | Self::FireShip
            | Self::QShip
            | Self::NoBoarding
            | Self::Stationed
            | Self::DoubleCraft
            | Self::SpaceMarineCrew
            | Self::LargeBase
            | Self::FarLances
            | Self::NoCloseShift
            | Self::BlastTrail
            | Self::MovesAnyWay
            | Self::NoSpecialOrders
            | Self::PassesEveryTest
            | Self::NoBoardingDie
            | Self::ChargedShot
            | Self::ArmageddonGun
            | Self::Klaws
            | Self::AssaultKarrier
            | Self::RerollBacklash
            | Self::BlastVortex
            | Self::LoneSalvoes
            | Self::Miasma
            | Self::ProwLauncha
            | Self::RokMovement
            | Self::SpaceHulk
            | Self::StarFort
            | Self::Docks
            | Self::BoardedByHulksOnly
            | Self::Unruly
            | Self::CriticalsAreDamage
            | Self::BreaksUp
            | Self::SirensSummon
            | Self::Daemonship
            | Self::WarpBeasts
            | Self::ManiacTurrets
            | Self::BerzerkerTide
            | Self::LootedTorpedoes
            | Self::Pestilence
            | Self::ManiacGunners
            | Self::MadMeks
            | Self::Warlord
            | Self::ClanWarlord
            | Self::Warmaster
            | Self::ShokkAttackLance
            | Self::BoardingTorpedoes
            | Self::OrbitalMines
            | Self::PowerRam
            | Self::DistortionCharges
            | Self::Exterminator => "",
        }
    }
}
