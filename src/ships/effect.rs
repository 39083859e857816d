//! What refits, crew skills, options, upgrades, marks, commanders and special rules do, as values that the fleet files
//! name: the data sheet, the register and a battle read the same ones.
//!
//! In a file an ability is a word and an effect with figures a table of one key: `effects = ["klaws", { speed = 5 }]`.

use serde::{Deserialize, Serialize};

pub use super::ability::Ability;
use super::critical_table::CriticalTable;
use super::mount::Location;
use super::raiders::Raiders;
pub use super::traits::Trait;
use super::warhead::Warhead;
use super::weapon::{Strength, Weapon, WeaponKind};
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
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
    /// So many dice on All Ahead Full, whatever the people rolls.
    AllAheadFull(u32),
    /// So many dice more on All Ahead Full (REFIT-08).
    AllAheadFullDice(u32),
    /// Added to Leadership when testing for this.
    Leadership(Test, i32),
    /// Added to the crew's own Leadership.
    Crew(i32),
    /// Leadership that is always the same.
    FixedLeadership(u32),
    /// 3D6 for this test, the highest dropped (SKILL-03).
    ThreeDice(Test),
    /// The bonus for enemies on special orders, in place of +1 (REFIT-14).
    EnemyContacts(i32),
    /// So many dice more when repairing criticals (REFIT-16).
    RepairDice(u32),
    /// A die of this or more cancels a hit on the shields with its blast marker (REFIT-19).
    ShieldSave(u32),
    /// Batteries shift so many columns left, before any other shift (REFIT-22).
    LeftShift(u32),
    /// Firepower and lance strength that is left under All Ahead Full, Burn Retros and Come to New Heading, in
    /// percent and rounded up, in place of half (REFIT-25).
    FireOnTheMove(u32),
    /// What is left of turrets, shields and weapons of the crippled ship, in percent and rounded up, in place of half.
    CrippledShare(u32),
    /// Added to range of batteries and lances.
    Range(u32),
    /// Fighters that intercept stay in play on this or more (SKILL-06).
    FightersStay(u32),
    /// So many re-rolls of a failed test a battle (SKILL-08).
    Rerolls(u32),
    /// So many tests a battle passed without rolling (SKILL-09).
    Passes(u32),
    /// Added to boarding.
    Boarding(i32),
    /// Added to hit-and-run attacks.
    HitAndRun(i32),
    /// Enemy ships within 15 cm have so much Leadership less (RANK-13).
    Aura(i32),
    /// A die of this or more saves from damage; not while braced, and no Brace after it failed.
    Weave(u32),
    /// Hits cause criticals on this or more.
    CriticalsOn(u32),
    /// So many columns to the right against it.
    RightShift(u32),
    /// One more lance.
    Tower {
        /// Its strength.
        strength: u32,
        /// Its range in centimetres.
        range: u32,
    },
    /// Fires are put out on this or more.
    FiresOut(u32),
    /// Added to teleport attacks.
    Teleport(i32),
    /// Taken off enemy boarding and hit-and-run attacks.
    Guarded(u32),
    /// Added to the speed of ordnance when it is launched.
    LaunchSpeed(u32),
    /// Added when it is boarded.
    BoardingDefence(u32),
    /// Added by those who board it.
    BoardersBonus(u32),
    /// Hits it counts for in boarding at least.
    BoardsAs(u32),
    /// Added to the hit-and-run attacks of its crew (HITRUN-03).
    Raids(i32),
    /// Added to hit-and-run attacks on its crew.
    Raided(i32),
    /// Who makes its teleport attack.
    Raiders(Raiders),
    /// Who makes one teleport attack more.
    Party(Raiders),
    /// How far it teleports, in centimetres (TELE-01).
    Teleporters(u32),
    /// Dice in a ram, in place of one for each starting hit.
    RamDice(u32),
    /// Hits that it scores in a ram before any die.
    RamHits(u32),
    /// Added to Leadership in a ram (RAM-04).
    RamLeadership(i32),
    /// Dice for catastrophic damage.
    CatastropheDice(u32),
    /// Taken off Leadership to reload.
    SlowReload(u32),
    /// Columns that gunnery at it shifts right while its holofield is up.
    Veil(u32),
    /// Half transports that it counts as (SCEN-79); it scores twice as many half assault points.
    HalfTransports(u32),
    /// The die on which it destroys a planet (SCEN-112).
    Exterminates(u32),
    /// Special torpedoes besides its own (APPEAL-18).
    Warhead(Warhead),
    /// One weapon more.
    Weapon(Weapon),
    /// A weapon in the place of another.
    Replace {
        /// Where the other is.
        mount: Location,
        /// What it is.
        kind: WeaponKind,
        /// What takes its place.
        by: Weapon,
    },
    /// Weapons that it loses.
    Without {
        /// Where they are; anywhere without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mount: Option<Location>,
        /// What they are; of every kind without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<WeaponKind>,
    },
    /// Weapons that become others.
    Guns(Rearmed),
    /// Attack craft that its bays may launch besides.
    Launches(Vec<String>),
    /// Torpedo bombers of this kind beside its bombers (TBOMBER-01).
    TorpedoBombers(String),
    /// What it does for escorts alone.
    OnEscorts(Vec<Self>),
    /// What it does for all but escorts.
    OnCapitalShips(Vec<Self>),
    /// How far its tracking system serves its people's ships, in centimetres (TAU-07).
    Tracks(u32),
    /// A die of this or more saves a hit on its hull (NEC-03).
    HullSave(u32),
    /// Criticals are repaired on this or more (NEC-10).
    RepairsOn(u32),
    /// So many dice more when repairing, before markers halve them (MECH-12).
    DamageControl(u32),
    /// Leadership of this value, 1 less for each hit lost, never below 5 (DEMI-05).
    FallingLeadership(u32),
    /// Its criticals are rolled on this table.
    Criticals(CriticalTable),
    /// What needs no figure.
    #[serde(untagged)]
    Ability(Ability),
    /// What ships of other peoples have of their own.
    #[serde(untagged)]
    Trait(Trait),
}

/// Weapons that become others: which, and what of them changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rearmed {
    /// What they are.
    pub kind: WeaponKind,
    /// Where they are; anywhere when empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mounts: Vec<Location>,
    /// The range they have; any without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_range_cm: Option<u32>,
    /// What they become.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub becomes: Option<WeaponKind>,
    /// What their names call them then, in place of their kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<String>,
    /// Their range then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range_cm: Option<u32>,
    /// Their strength then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
}

impl From<Trait> for Effect {
    fn from(known: Trait) -> Self {
        Self::Trait(known)
    }
}

impl From<Ability> for Effect {
    fn from(ability: Ability) -> Self {
        Self::Ability(ability)
    }
}

impl Effect {
    /// Every effect with a figure: its name and how it is written in a fleet file.
    pub const FORMS: &'static [(&'static str, &'static str)] = &[
        ("hits", "{ hits = 2 }"),
        ("speed", "{ speed = 5 }"),
        ("shields", "{ shields = 1 }"),
        ("turrets", "{ turrets = 1 }"),
        ("spores", "{ spores = 1 }"),
        ("front-armour", "{ front-armour = 6 }"),
        ("turn-degrees", "{ turn-degrees = 45 }"),
        ("turn-after", "{ turn-after = -5 }"),
        ("all-ahead-full", "{ all-ahead-full = 5 }"),
        ("all-ahead-full-dice", "{ all-ahead-full-dice = 1 }"),
        ("leadership", "{ leadership = [\"ramming\", 1] }"),
        ("crew", "{ crew = -1 }"),
        ("fixed-leadership", "{ fixed-leadership = 10 }"),
        ("three-dice", "{ three-dice = \"Lock On\" }"),
        ("enemy-contacts", "{ enemy-contacts = 2 }"),
        ("repair-dice", "{ repair-dice = 1 }"),
        ("shield-save", "{ shield-save = 6 }"),
        ("left-shift", "{ left-shift = 1 }"),
        ("fire-on-the-move", "{ fire-on-the-move = 75 }"),
        ("crippled-share", "{ crippled-share = 75 }"),
        ("range", "{ range = 15 }"),
        ("fighters-stay", "{ fighters-stay = 4 }"),
        ("rerolls", "{ rerolls = 1 }"),
        ("passes", "{ passes = 1 }"),
        ("boarding", "{ boarding = 1 }"),
        ("hit-and-run", "{ hit-and-run = 1 }"),
        ("aura", "{ aura = -2 }"),
        ("weave", "{ weave = 6 }"),
        ("criticals-on", "{ criticals-on = 5 }"),
        ("right-shift", "{ right-shift = 1 }"),
        ("tower", "{ tower = { strength = 1, range = 15 } }"),
        ("fires-out", "{ fires-out = 5 }"),
        ("teleport", "{ teleport = 1 }"),
        ("guarded", "{ guarded = 2 }"),
        ("launch-speed", "{ launch-speed = 10 }"),
        ("boarding-defence", "{ boarding-defence = 1 }"),
        ("boarders-bonus", "{ boarders-bonus = 1 }"),
        ("boards-as", "{ boards-as = 2 }"),
        ("raids", "{ raids = 1 }"),
        ("raided", "{ raided = 1 }"),
        ("raiders", "{ raiders = \"chosen terminators\" }"),
        ("party", "{ party = \"honour guard\" }"),
        ("teleporters", "{ teleporters = 30 }"),
        ("ram-dice", "{ ram-dice = 2 }"),
        ("ram-hits", "{ ram-hits = 1 }"),
        ("ram-leadership", "{ ram-leadership = 1 }"),
        ("catastrophe-dice", "{ catastrophe-dice = 3 }"),
        ("slow-reload", "{ slow-reload = 1 }"),
        ("veil", "{ veil = 1 }"),
        ("half-transports", "{ half-transports = 2 }"),
        ("exterminates", "{ exterminates = 3 }"),
        ("warhead", "{ warhead = \"guided\" }"),
        (
            "weapon",
            "{ weapon = { name = \"Dorsal lance\", mount = \"dorsal\", kind = \"lance\", range_cm = 30, strength = 1, arcs = [\"left\", \"front\", \"right\"] } }",
        ),
        (
            "replace",
            "{ replace = { mount = \"prow\", kind = \"torpedo\", by = { name = \"Prow nova cannon\", mount = \"prow\", kind = \"nova cannon\", range_cm = 150, strength = 1, arcs = [\"front\"] } } }",
        ),
        ("without", "{ without = { mount = \"prow\", kind = \"battery\" } }"),
        (
            "guns",
            "{ guns = { kind = \"battery\", mounts = [\"port\", \"starboard\"], of_range_cm = 30, range_cm = 45, strength = 6 } }",
        ),
        ("launches", "{ launches = [\"shark\"] }"),
        ("torpedo-bombers", "{ torpedo-bombers = \"torpedo-bomber\" }"),
        ("tracks", "{ tracks = 10 }"),
        ("hull-save", "{ hull-save = 5 }"),
        ("repairs-on", "{ repairs-on = 4 }"),
        ("damage-control", "{ damage-control = 1 }"),
        ("falling-leadership", "{ falling-leadership = 10 }"),
        ("criticals", "{ criticals = \"eldar\" }"),
        ("on-escorts", "{ on-escorts = [{ turrets = 1 }] }"),
        ("on-capital-ships", "{ on-capital-ships = [{ turrets = 2 }] }"),
    ];

    /// What is wrong with its figure, if it is beyond what the table can use.
    #[must_use]
    pub fn out_of_range(&self) -> Option<String> {
        let within = |figure: i64, least: i64, most: i64| {
            (!(least..=most).contains(&figure)).then(|| format!("is {figure}, but must be {least} to {most}"))
        };
        match self {
            Self::Hits(by) => within((*by).into(), -20, 20),
            Self::Speed(by) | Self::TurnAfter(by) => within((*by).into(), -30, 30),
            Self::Shields(by) | Self::Turrets(by) | Self::Spores(by) => within((*by).into(), -10, 10),
            Self::Leadership(_, by)
            | Self::Crew(by)
            | Self::RamLeadership(by)
            | Self::Aura(by)
            | Self::Boarding(by)
            | Self::HitAndRun(by)
            | Self::Teleport(by)
            | Self::Raids(by)
            | Self::Raided(by) => within((*by).into(), -5, 5),
            Self::EnemyContacts(bonus) => within((*bonus).into(), 0, 5),
            Self::FrontArmour(value) => within((*value).into(), 3, 6),
            Self::TurnDegrees(degrees) => within((*degrees).into(), 0, 180),
            Self::FixedLeadership(value) | Self::FallingLeadership(value) => within((*value).into(), 1, 10),
            Self::AllAheadFull(dice)
            | Self::AllAheadFullDice(dice)
            | Self::RepairDice(dice)
            | Self::RamDice(dice)
            | Self::CatastropheDice(dice)
            | Self::DamageControl(dice) => within((*dice).into(), 1, 10),
            Self::ShieldSave(face)
            | Self::Weave(face)
            | Self::CriticalsOn(face)
            | Self::FiresOut(face)
            | Self::HullSave(face)
            | Self::RepairsOn(face) => within((*face).into(), 2, 6),
            Self::Exterminates(face) => within((*face).into(), 1, 6),
            // What the pilots of SKILL-06 and the accelerators of REFIT-27 do, and nothing else, is played.
            Self::FightersStay(face) => within((*face).into(), 4, 4),
            Self::LaunchSpeed(by) => within((*by).into(), 10, 10),
            Self::FireOnTheMove(percent) | Self::CrippledShare(percent) => within((*percent).into(), 50, 100),
            Self::Range(by) => within((*by).into(), 1, 60),
            Self::Teleporters(cm) | Self::Tracks(cm) => within((*cm).into(), 10, 60),
            Self::LeftShift(number)
            | Self::RightShift(number)
            | Self::Veil(number)
            | Self::Rerolls(number)
            | Self::Passes(number)
            | Self::Guarded(number)
            | Self::BoardingDefence(number)
            | Self::BoardersBonus(number)
            | Self::RamHits(number)
            | Self::SlowReload(number) => within((*number).into(), 1, 5),
            Self::BoardsAs(hits) => within((*hits).into(), 1, 20),
            Self::HalfTransports(halves) => within((*halves).into(), 0, 20),
            Self::Tower { strength, range } => within((*strength).into(), 1, 20).or(within((*range).into(), 5, 90)),
            Self::Weapon(weapon) | Self::Replace { by: weapon, .. } => out_of_reach(weapon),
            Self::Guns(guns) => guns.range_cm.and_then(|range| within(range.into(), 5, 150)),
            Self::OnEscorts(effects) | Self::OnCapitalShips(effects) => effects.iter().find_map(Self::out_of_range),
            Self::ThreeDice(_)
            | Self::Raiders(_)
            | Self::Party(_)
            | Self::Warhead(_)
            | Self::Without { .. }
            | Self::Launches(_)
            | Self::TorpedoBombers(_)
            | Self::Criticals(_)
            | Self::Trait(_)
            | Self::Ability(_) => None,
        }
    }
}

/// What a weapon lacks that an effect mounts.
fn out_of_reach(weapon: &Weapon) -> Option<String> {
    let (name, reach) = (&weapon.name, weapon.range_cm.or(weapon.speed_cm));
    if weapon.kind == WeaponKind::LaunchBay {
        return Some(format!("mounts \"{name}\", but launch bays are weapons of a class"));
    }
    match reach {
        None => Some(format!("mounts \"{name}\" without `range_cm` or `speed_cm`")),
        Some(reach) if !(5..=150).contains(&reach) => {
            Some(format!("mounts \"{name}\" with a reach of {reach} cm, but it must be 5 to 150"))
        }
        Some(_) if weapon.choice_slot.is_some() || weapon.points.is_some() => {
            Some(format!("mounts \"{name}\", which can have neither `choice_slot` nor `points`"))
        }
        Some(_) => None,
    }
}
