//! What refits, crew skills and options do, as values: the data sheet, the register and a battle read the same ones.
//!
//! An improvement without a value here acts on the table by the words of its fleet file.

use serde::Serialize;

use super::class::People;
use crate::text::words;

words! {
    /// What a Leadership test is taken for.
    Test {
        /// All Ahead Full.
        AllAheadFull = "All Ahead Full",
        /// Burn Retros.
        BurnRetros = "Burn Retros",
        /// Come to New Heading.
        ComeToNewHeading = "Come to New Heading",
        /// Lock On.
        LockOn = "Lock On",
        /// Reload Ordnance.
        ReloadOrdnance = "Reload Ordnance",
        /// Brace for Impact.
        BraceForImpact = "Brace for Impact",
        /// Disengaging.
        Disengage = "disengaging",
        /// Ramming.
        Ram = "ramming",
        /// Targets, asteroids, warp rifts and whatever else there is.
        Other = "every other test",
    }
}

/// One thing that an improvement does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// A quarter more hits, rounded up (REFIT-17).
    QuarterMoreHits,
    /// So many hits more or less.
    Hits(i32),
    /// So many centimetres of speed, in every band.
    Speed(i32),
    /// So many shields.
    Shields(i32),
    /// So many turrets.
    Turrets(i32),
    /// So many spores.
    Spores(i32),
    /// Front armour of this value.
    FrontArmour(u32),
    /// Turns of so many degrees.
    TurnDegrees(u32),
    /// So many centimetres more or less to move before a turn (REFIT-10).
    TurnAfter(i32),
    /// So many dice more on All Ahead Full (REFIT-08).
    AllAheadFullDice(u32),
    /// Added to Leadership when testing for this.
    Leadership(Test, i32),
    /// Added to the crew's own Leadership.
    Crew(i32),
    /// 3D6 for this test, the highest dropped (SKILL-03).
    ThreeDice(Test),
    /// The bonus for enemies on special orders, in place of +1 (REFIT-14).
    EnemyContacts(i32),
    /// No Leadership lost to blast markers in contact (REFIT-18).
    NotUnderFire,
    /// No speed lost to blast markers, gas and dust clouds (REFIT-13).
    ClearPassage,
    /// A turn of 45 degrees in the enemy's Shooting Phase by a Leadership test (REFIT-09).
    EvasiveTurn,
    /// So many dice more when repairing criticals (REFIT-16).
    RepairDice(u32),
    /// A die of this or more cancels a hit on the shields with its blast marker (REFIT-19).
    ShieldSave(u32),
    /// No right column shift beyond 30 cm (REFIT-21).
    NoRangeShift,
    /// Batteries shift so many columns left, before any other shift (REFIT-22).
    LeftShift(u32),
    /// Firepower and lance strength that is left under All Ahead Full, Burn Retros and Come to New Heading, in
    /// percent and rounded up, in place of half (REFIT-25).
    FireOnTheMove(u32),
    /// What is left of turrets, shields and weapons of the crippled ship, in percent and rounded up, in place of half.
    CrippledShare(u32),
    /// Added to range of batteries and lances.
    Range(u32),
    /// Bombers may re-roll the die for their attacks (SKILL-06).
    BomberReroll,
    /// Fighters that intercept stay in play on this or more (SKILL-06).
    FightersStay(u32),
    /// So many re-rolls of a failed test a battle (SKILL-08).
    Rerolls(u32),
    /// So many tests a battle passed without rolling (SKILL-09).
    Passes(u32),
    /// They may be passed even after another unit failed.
    PassesLate,
    /// May try special orders even after another unit failed.
    AlwaysTries,
    /// Added to boarding.
    Boarding(i32),
    /// Added to hit-and-run attacks.
    HitAndRun(i32),
    /// Boarding value doubled (RANK-13).
    DoubleBoarding,
    /// May not be boarded (RANK-13).
    NotBoarded,
    /// Enemy ships within 15 cm have so much Leadership less (RANK-13).
    Aura(i32),
    /// Once a battle the dice of All Ahead Full may count double.
    DoubleSurge,
    /// One turn more in a move.
    ExtraTurn,
    /// No Leadership is lost to anything.
    NoPenalties,
    /// Enemies gain no Leadership by its special orders.
    Masked,
    /// No damage by blast markers and solar flares.
    Polarised,
    /// A die of this or more saves from damage; not while braced, and no Brace after it failed.
    Weave(u32),
    /// With no criticals a 6 among a die for each hit left restores one hit.
    Regrowth,
    /// Hits cause criticals on this or more.
    CriticalsOn(u32),
    /// So many columns to the right against it.
    RightShift(u32),
    /// Blast markers shift no column of its fire.
    ClearSight,
    /// The first lance that misses in a turn is rolled again.
    LanceReroll,
    /// One more lance.
    Tower {
        /// Its strength.
        strength: u32,
        /// Its range in centimetres.
        range: u32,
    },
    /// On a 1 of the shield save another die of 6 causes a critical.
    ShieldBacklash,
    /// Fires are put out on this or more.
    FiresOut(u32),
    /// At least one critical is repaired in each End Phase.
    SureRepair,
    /// Asteroids on All Ahead Full: the lowest two of three dice; a failure costs D6+1 hits.
    AsteroidPilots,
    /// Added to teleport attacks.
    Teleport(i32),
    /// Taken off enemy boarding and hit-and-run attacks.
    Guarded(u32),
    /// The boarding roll may be taken again.
    BoardingReroll,
    /// Bombers roll a D6 for their attacks.
    BomberD6,
    /// Bombers have the 4+ save of resilient craft.
    ResilientBombers,
    /// Fighters move before enemy craft.
    FightersFirst,
    /// Under sail one turn of 45 degrees anywhere in the move, in place of that at its start.
    TurnAnywhere,
    /// Under sail a turn of up to 90 degrees at the end of the move, in place of that at its start.
    TurnLast,
    /// The sun ahead counts as astern, the sun astern as abeam.
    StreamFlow,
    /// Added to the speed of ordnance when it is launched.
    LaunchSpeed(u32),
}

impl Effect {
    /// What it does, where no figure of the profile and no test shows it.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::AllAheadFullDice(dice) => format!("+{dice}D6 cm on All Ahead Full"),
            Self::EnemyContacts(bonus) => format!("+{bonus} Leadership, not +1, for enemy ships on special orders"),
            Self::NotUnderFire => "no -1 Leadership for blast markers in contact".to_owned(),
            Self::ClearPassage => "no speed lost to blast markers, gas and dust clouds".to_owned(),
            Self::EvasiveTurn => {
                "a 45° turn in the enemy's Shooting Phase on a Leadership test, then no special orders next turn"
                    .to_owned()
            }
            Self::RepairDice(dice) => format!("+{dice} dice to repair criticals"),
            Self::ShieldSave(face) => format!("each hit on the shields is cancelled on {face}+, with its blast marker"),
            Self::NoRangeShift => "no right column shift beyond 30 cm".to_owned(),
            Self::LeftShift(columns) => format!("batteries shift {columns} column left, before any other shift"),
            Self::FireOnTheMove(percent) => {
                format!("{percent}% of firepower and lances, not half, under movement orders, rounded up")
            }
            Self::CrippledShare(percent) => format!("{percent}%, not half, of its strength when crippled"),
            Self::Range(by) => format!("batteries and lances +{by} cm range"),
            Self::BomberReroll => "bombers may re-roll the die for their attacks".to_owned(),
            Self::FightersStay(face) => format!("fighters that intercept stay in play on {face}+"),
            Self::Rerolls(number) => format!("{number} re-roll of a failed Leadership test a battle"),
            Self::Passes(number) => format!("{number} Leadership test a battle passed without rolling"),
            Self::PassesLate => "that test may be passed even after another unit failed".to_owned(),
            Self::AlwaysTries => "may try special orders even after another unit failed".to_owned(),
            Self::Boarding(by) => format!("{by:+} boarding"),
            Self::HitAndRun(by) => format!("{by:+} hit-and-run"),
            Self::DoubleBoarding => "boarding value doubled".to_owned(),
            Self::NotBoarded => "may not be boarded".to_owned(),
            Self::Aura(by) => format!("enemy ships within 15 cm have {by} Leadership"),
            _ => self.rarer_words(),
        }
    }

    /// What a fleet's own table gives.
    fn rarer_words(self) -> String {
        match self {
            Self::DoubleSurge => "once a battle the All Ahead Full dice count double".to_owned(),
            Self::ExtraTurn => "one extra turn after the minimum distance".to_owned(),
            Self::NoPenalties => "ignores all Leadership penalties".to_owned(),
            Self::Masked => "enemies gain no Leadership bonus from its special orders".to_owned(),
            Self::Polarised => "no damage from blast markers, ignores solar flares".to_owned(),
            Self::Weave(face) => {
                format!("{face}+ save against any damage, not while braced, and no brace after failing it")
            }
            Self::Regrowth => {
                "with no criticals, a die per remaining hit each turn; any 6 restores 1 hit (at most 1)".to_owned()
            }
            Self::CriticalsOn(face) => format!("criticals on {face}+"),
            Self::RightShift(columns) => format!("{columns} more right column shift against gunnery"),
            Self::ClearSight => "blast markers cause no column shift".to_owned(),
            Self::LanceReroll => "re-roll the first lance miss each turn".to_owned(),
            Self::Tower { strength, range } => format!("strength {strength} lance, {range} cm"),
            Self::ShieldBacklash => "on a 1 for a hit on the shields roll again, 6 causes a critical".to_owned(),
            Self::FiresOut(face) => format!("fires put out on {face}+"),
            Self::SureRepair => "always repairs at least one repairable critical a turn".to_owned(),
            Self::AsteroidPilots => {
                "asteroid fields on All Ahead Full: 3D6 keep the lowest two; a failure costs D6+1 hits".to_owned()
            }
            Self::Teleport(by) => format!("{by:+} on its teleport attacks"),
            Self::Guarded(by) => format!("enemy boarding and hit-and-run -{by}"),
            Self::BoardingReroll => "may re-roll boarding; the second roll stands".to_owned(),
            Self::BomberD6 => "bombers roll D6, not D3, attack runs".to_owned(),
            Self::ResilientBombers => "bombers have the 4+ resilient save".to_owned(),
            Self::FightersFirst => "fighters move before enemy craft".to_owned(),
            Self::TurnAnywhere => "one 45° turn anywhere in the move in place of the turn at its start".to_owned(),
            Self::TurnLast => "a turn of up to 90° at the end of a move in place of that at its start".to_owned(),
            Self::StreamFlow => "sun ahead counts as sun astern, sun astern counts as sun abeam".to_owned(),
            Self::LaunchSpeed(by) => format!("+{by} cm to ordnance when launched"),
            // These are figures of the profile or tests, which say more.
            _ => String::new(),
        }
    }

    /// Whether a figure of the profile or a test shows it.
    #[must_use]
    pub const fn is_figure(self) -> bool {
        matches!(
            self,
            Self::QuarterMoreHits
                | Self::Hits(_)
                | Self::Speed(_)
                | Self::Shields(_)
                | Self::Turrets(_)
                | Self::Spores(_)
                | Self::FrontArmour(_)
                | Self::TurnDegrees(_)
                | Self::TurnAfter(_)
                | Self::Leadership(..)
                | Self::ThreeDice(_)
                | Self::Crew(_)
                | Self::Range(_)
        )
    }
}

/// What a refit does on a ship of this people (REFIT-08 to REFIT-29).
#[must_use]
pub fn of_refit(id: &str, people: People) -> Vec<Effect> {
    use Effect::{
        AllAheadFullDice, ClearPassage, EnemyContacts, EvasiveTurn, FireOnTheMove, Hits, Leadership, LeftShift,
        NoRangeShift, NotUnderFire, QuarterMoreHits, Range, RepairDice, ShieldSave, Shields, Speed, Spores, TurnAfter,
        Turrets,
    };
    match (id, people) {
        ("secondary-reactors" | "improved-engines", _) => vec![AllAheadFullDice(2)],
        ("phoenix-sails", People::DarkEldar) | ("adrenaline-sacs", _) => vec![AllAheadFullDice(1)],
        ("evasive-jets", _) => vec![EvasiveTurn],
        ("manoeuvring-thrusters" | "more-discharge-vents", _) => vec![TurnAfter(-5)],
        ("arrester-engines", _) => {
            vec![Leadership(Test::BurnRetros, 1), Leadership(Test::ComeToNewHeading, 1)]
        }
        ("auxiliary-power-relays" | "painted-red" | "phoenix-sails" | "solar-vanes", _)
        | ("stream-flow-enhancers", People::DarkEldar) => vec![Speed(5)],
        ("navigational-shields" | "kustom-force-field", _) => vec![ClearPassage],
        ("improved-sensor-array", _) => vec![EnemyContacts(2)],
        ("additional-shield-generator" | "more-shields", _) => vec![Shields(1)],
        ("superior-damage-control", _) => vec![RepairDice(1)],
        ("accelerated-healing", _) => vec![RepairDice(2)],
        ("reinforced-hull" | "extra-armour-plating", _) => vec![QuarterMoreHits, Speed(-5)],
        ("structural-purity" | "reinforced-carapace", _) => vec![Hits(1)],
        ("extra-spore-cyst", _) => vec![Spores(1)],
        ("improved-logic-engines", _) => vec![NotUnderFire],
        ("overload-shield-capacitors", _) => vec![ShieldSave(6)],
        ("extra-turrets" | "more-dakka", _) => vec![Turrets(1)],
        ("turbo-weapons", _) => vec![NoRangeShift],
        ("targeting-matrix" | "grot-targeters", _) => vec![LeftShift(1)],
        ("auto-loaders" | "kans", _) => vec![Leadership(Test::ReloadOrdnance, 1)],
        ("superior-fire-control", _) => vec![Leadership(Test::LockOn, 1)],
        ("motion-tracking-targeters" | "dakka-central", _) => vec![FireOnTheMove(75)],
        ("tenacity", _) => vec![FireOnTheMove(100)],
        ("psychic-scream", _) => vec![Effect::Aura(-2)],
        ("silent-running", _) => vec![Leadership(Test::Disengage, 2)],
        ("ram-spike", _) => vec![Leadership(Test::Ram, 1)],
        ("enhanced-crystal-focusing", _) => vec![Range(15)],
        _ => of_rarer_refit(id),
    }
}

/// Refits that only Orks and Eldar know (REFIT-27).
fn of_rarer_refit(id: &str) -> Vec<Effect> {
    match id {
        "bigger-red-button" => vec![Effect::DoubleSurge],
        "more-thrusters" => vec![Effect::ExtraTurn],
        "improved-tellyportas" => vec![Effect::Teleport(1)],
        "fire-grots" => vec![Effect::FiresOut(5)],
        "overloaded-shield-generators" => vec![Effect::ShieldSave(6), Effect::ShieldBacklash],
        "weirdboy-tower" => vec![Effect::Tower { strength: 1, range: 15 }],
        "mad-bombers" => vec![Effect::BomberD6],
        "celestial-dragon-engine" => vec![Effect::TurnLast],
        "moon-gossamer-rigging" => vec![Effect::TurnAnywhere],
        "stream-flow-enhancers" => vec![Effect::StreamFlow],
        "polarization-field" => vec![Effect::Polarised],
        "drunken-weave" => vec![Effect::Weave(6)],
        "crystal-web" => vec![Effect::Regrowth],
        "bonesinger" => vec![Effect::CriticalsOn(5)],
        "mask-of-the-laughing-god" => vec![Effect::Masked],
        "gestalt-spirit-stone" => vec![Effect::NoPenalties],
        "netherfield" => vec![Effect::RightShift(1)],
        "talons" => vec![Effect::Guarded(2)],
        "rune-assisted-targeting" => vec![Effect::LanceReroll],
        "gravitic-accelerators" => vec![Effect::LaunchSpeed(10)],
        "anomaly-clarification-stones" => vec![Effect::ClearSight],
        // A rank may give a Mechanicus flagship a gift in place of a refit (RANK-05).
        _ => of_gift(id),
    }
}

/// What a crew skill does on a ship of this people (SKILL-03 to SKILL-12).
#[must_use]
pub fn of_skill(id: &str, people: People) -> Vec<Effect> {
    use Effect::{AlwaysTries, BomberReroll, FightersStay, Passes, Rerolls, ThreeDice};
    let eldar = matches!(people, People::CorsairEldar | People::CraftworldEldar | People::DarkEldar);
    match id {
        "expert-gunnery" | "shooty-boyz" => vec![ThreeDice(Test::LockOn)],
        "skilled-engineers" => vec![ThreeDice(Test::AllAheadFull), ThreeDice(Test::BurnRetros)],
        "adept-trimsman" => vec![ThreeDice(Test::ComeToNewHeading)],
        "well-trained-grots" => vec![ThreeDice(Test::ReloadOrdnance)],
        // The Eldar entries of these names do something else (SKILL-07, SKILL-12).
        "excellent-pilots" if !eldar => vec![BomberReroll, FightersStay(4)],
        "disciplined-crew" if eldar => Test::ALL.iter().map(|test| ThreeDice(*test)).collect(),
        "disciplined-crew" | "loyal-krew" => vec![Rerolls(1)],
        "elite-command-crew" if eldar => vec![Passes(1), Effect::PassesLate],
        "elite-command-crew" | "loudhailer-and-big-stick" => vec![Passes(1)],
        "warlock" => vec![AlwaysTries],
        "excellent-pilots" => vec![Effect::ResilientBombers, Effect::FightersFirst],
        "battle-stance" => vec![Effect::BoardingReroll],
        "bigger-hammers" => vec![Effect::SureRepair],
        "asteroid-pilots" => vec![Effect::AsteroidPilots],
        _ => Vec::new(),
    }
}

/// What a bought option or upgrade does, as far as it changes a figure; weapons are told in its own words.
#[must_use]
pub fn of_option(id: &str, escort: bool) -> Vec<Effect> {
    use Effect::{
        AllAheadFullDice, Boarding, FrontArmour, HitAndRun, Hits, Leadership, LeftShift, Shields, Speed, TurnDegrees,
        Turrets,
    };
    match id {
        "armoured-prow" => vec![FrontArmour(6), TurnDegrees(45)],
        "deflector" => vec![FrontArmour(6)],
        "third-turret" | "turret" | "bakka-turret" | "escort-turret" | "dakka-dakka-escort" => vec![Turrets(1)],
        "extra-turrets" if escort => vec![Turrets(1)],
        "extra-turrets" | "dakka-dakka-capital" => vec![Turrets(2)],
        "third-shield"
        | "shield"
        | "extra-shield"
        | "extra-power-fields"
        | "gubbins-extra-power-fields"
        | "manufacturing-module" => vec![Shields(1)],
        "late-hull" | "larger" => vec![Hits(2)],
        "smaller" => vec![Hits(-2)],
        "super-heavy" => vec![Hits(4)],
        "habitat-module" => vec![Hits(1)],
        "soopa-boostas" => vec![Speed(5), AllAheadFullDice(2)],
        "fast-clipper" => vec![Speed(5), AllAheadFullDice(1)],
        "improved-thrusters" => vec![AllAheadFullDice(1)],
        "targeting-matrix" => vec![LeftShift(1)],
        "veil-of-lust" => vec![Effect::RightShift(1)],
        "strand-of-fortune" => vec![Effect::Passes(1)],
        "prow-ram" => vec![Leadership(Test::Ram, 1)],
        "aspect-warriors" | "aspect-warrior-host" => vec![Boarding(2), HitAndRun(1)],
        "mega-armoured-boarding-parties" => vec![Boarding(1)],
        "gubbins-mega-armour" => vec![Boarding(1), HitAndRun(1)],
        _ => of_gift(id),
    }
}

/// What a Mechanicus gift does.
fn of_gift(id: &str) -> Vec<Effect> {
    match id {
        "emergency-energy-reserves" => vec![Effect::CrippledShare(75)],
        "advanced-engines" => vec![Effect::Speed(5), Effect::AllAheadFullDice(1)],
        "repulsor-shielding" => vec![Effect::NotUnderFire, Effect::ClearPassage],
        "gyro-stabilised-targeting" => vec![Effect::FireOnTheMove(75)],
        "augmented-weapon-relays" => vec![Effect::LeftShift(1)],
        _ => Vec::new(),
    }
}

/// What a Mark of Chaos does for the ship of whoever bears it (RANK-13). The re-roll of Tzeentch is the fleet's.
#[must_use]
pub fn of_mark(mark: &str) -> Vec<Effect> {
    match mark {
        "nurgle" => vec![Effect::Hits(1), Effect::NotBoarded],
        "khorne" => vec![Effect::DoubleBoarding],
        "slaanesh" => vec![Effect::Aura(-2)],
        _ => Vec::new(),
    }
}

/// What the result of an other appeal does for the ship it was given to (APPEAL-13).
#[must_use]
pub fn of_boon(id: &str) -> Vec<Effect> {
    match id {
        "two-companies" | "one-company" | "bodyguard" | "legions-gather" | "mob-of-boyz" | "extra-boyz" => {
            vec![Effect::Boarding(1)]
        }
        // The crew must find its way about another ship first.
        "changed-kroozer" => vec![Effect::Crew(-1)],
        "terminators" | "chosen-warriors" | "stormboy-bodyguard" => vec![Effect::Boarding(2)],
        // A crew that veteran trainers have trained.
        "trained-crew" => vec![Effect::BoardingReroll],
        _ => Vec::new(),
    }
}
