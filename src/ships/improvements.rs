//! What refits and crew skills make of a ship: figures changed and marks set when it is entered, so that nothing looks at
//! names during play (REFIT-08 to REFIT-29, SKILL-03 to SKILL-12).

use super::class::People;
use super::effects;
use super::effects::{Effect, Test};
use super::fitting::Fitting;
use super::pilots::Pilots;
use super::profile::{Arcs, Gun, Location, Mount, Profile, Size};
use super::sails::Sails;
use super::warhead::Warhead;
use crate::table::geometry::Length;

/// How many kinds of test there are.
const TESTS: usize = Test::ALL.len();

/// What improvements do beside changing a figure of the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improvements {
    bonus: [i8; TESTS],
    extra_die: [bool; TESTS],
    /// So much less to move before a turn (REFIT-10).
    pub turn_sooner: Length,
    /// Under sail one turn of 45 degrees anywhere in the move, in place of that at its start (REFIT-27).
    pub rigged: bool,
    /// Under sail a turn of up to 90 degrees at the end of the move, in place of that at its start (REFIT-27).
    pub swings_last: bool,
    /// One turn more in a move.
    pub extra_turn: bool,
    /// Once a battle it may double what All Ahead Full adds.
    pub double_surge: bool,
    /// No Leadership lost to blast markers in contact (REFIT-18).
    pub not_under_fire: bool,
    /// No Leadership lost to anything.
    pub no_penalties: bool,
    /// Enemies gain no Leadership by its special orders.
    pub masked: bool,
    /// No speed lost to blast markers, clouds and the like (REFIT-13).
    pub clear_passage: bool,
    /// No damage by blast markers and solar flares.
    pub polarised: bool,
    /// It may turn in the enemy's Shooting Phase (REFIT-09).
    pub evasive: bool,
    /// Dice more when repairing (REFIT-16).
    pub repair_dice: u8,
    /// At least one critical is repaired in each End Phase.
    pub sure_repair: bool,
    /// What puts out a fire.
    pub fires_out: u8,
    /// A hit is regained in its turn by a 6, when nothing is broken.
    pub regrows: bool,
    /// A die of this or more cancels a hit on the shields (REFIT-19); 7 for none.
    pub shield_save: u8,
    /// A 1 of that die may cause a critical.
    pub shield_backlash: bool,
    /// A die of this or more saves from damage while not braced; 7 for none.
    pub weave: u8,
    /// Columns to the left, before any other shift (REFIT-22).
    pub left_shift: i8,
    /// Columns to the right for those who fire at it.
    pub right_shift: i8,
    /// Blast markers shift no column of its fire.
    pub clear_sight: bool,
    /// The first lance that misses in a turn is rolled again.
    pub lance_reroll: bool,
    /// What is left of its fire under movement orders, in percent (REFIT-25).
    pub on_the_move: u8,
    /// What is left of shields, turrets and weapons when crippled, in percent.
    pub crippled_share: u8,
    /// Re-rolls of its own a battle (SKILL-08).
    pub rerolls: u8,
    /// Tests passed without rolling a battle (SKILL-09).
    pub passes: u8,
    /// Even after another unit failed.
    pub passes_late: bool,
    /// It may try special orders after another unit failed.
    pub always_tries: bool,
    /// Asteroids on All Ahead Full: the lowest two of three dice; a failure costs one more.
    pub asteroid_pilots: bool,
    /// Added to boarding.
    pub boarding: i8,
    /// It may roll its boarding die again (SKILL-12).
    pub boards_again: bool,
    /// Taken off enemy boarding and hit-and-run attacks.
    pub guarded: i8,
    /// Added to its hit-and-run attacks.
    pub hit_and_run: i8,
    /// Added to its teleport attacks.
    pub teleport: i8,
    /// Boarding value doubled (RANK-13).
    pub double_boarding: bool,
    /// It may not be boarded (RANK-13).
    pub not_boarded: bool,
    /// Added to the Leadership of enemies within 15 cm (RANK-13).
    pub aura: i8,
    /// What its ordnance has from its crew (SKILL-06).
    pub pilots: Pilots,
}

impl Default for Improvements {
    fn default() -> Self {
        Self {
            bonus: [0; TESTS],
            extra_die: [false; TESTS],
            turn_sooner: Length::ZERO,
            rigged: false,
            swings_last: false,
            extra_turn: false,
            double_surge: false,
            not_under_fire: false,
            no_penalties: false,
            masked: false,
            clear_passage: false,
            polarised: false,
            evasive: false,
            repair_dice: 0,
            sure_repair: false,
            fires_out: 6,
            regrows: false,
            shield_save: 7,
            shield_backlash: false,
            weave: 7,
            left_shift: 0,
            right_shift: 0,
            clear_sight: false,
            lance_reroll: false,
            on_the_move: 50,
            crippled_share: 50,
            rerolls: 0,
            passes: 0,
            passes_late: false,
            always_tries: false,
            asteroid_pilots: false,
            boarding: 0,
            boards_again: false,
            guarded: 0,
            hit_and_run: 0,
            teleport: 0,
            double_boarding: false,
            not_boarded: false,
            aura: 0,
            pilots: Pilots::default(),
        }
    }
}

impl Improvements {
    /// What it adds to Leadership in a test.
    #[must_use]
    pub const fn bonus(&self, test: Test) -> i8 {
        self.bonus[test as usize]
    }

    /// Whether it rolls one die more in a test and drops the highest (SKILL-03).
    #[must_use]
    pub const fn extra_die(&self, test: Test) -> bool {
        self.extra_die[test as usize]
    }
}

/// What is left of a strength, in percent and rounded up (DICE-07).
pub(crate) const fn part(strength: u8, percent: u8) -> u8 {
    (strength as u16 * percent as u16).div_ceil(100) as u8
}

fn sum(figure: u8, by: i32) -> u8 {
    u8::try_from(i32::from(figure) + by).unwrap_or(0)
}

fn tiny(by: i32) -> i8 {
    i8::try_from(by).unwrap_or(0)
}

fn small(figure: u32) -> u8 {
    u8::try_from(figure).unwrap_or(u8::MAX)
}

fn cm(figure: u32) -> Length {
    Length::cm(i32::try_from(figure).unwrap_or(0))
}

impl Profile {
    /// Takes refits and crew skills in, or says what of them is not played.
    pub(crate) fn improve(&mut self, fitting: &Fitting, refused: &mut Vec<String>) {
        let hits = self.hits;
        if !fitting.refits.is_empty() && self.size == Size::Escort {
            refused.push("escorts cannot be refitted (REFIT-01)".to_owned());
        }
        for (ids, kind, rule) in [(&fitting.refits, "refit", "REFIT-03"), (&fitting.skills, "crew skill", "SKILL-02")] {
            for (place, id) in ids.iter().enumerate() {
                if ids[..place].contains(id) {
                    refused.push(format!("it has its {kind} \"{id}\" only once ({rule})"));
                }
                if kind == "refit"
                    && let Some(warhead) = Warhead::of_refit(id)
                {
                    if !self.load_warheads(warhead, self.people == People::Orks) {
                        let needs = "capital ships with torpedoes only, Orks with looted ones, one kind a ship";
                        refused.push(format!("its refit \"{id}\" is for {needs} (APPEAL-18)"));
                    }
                    continue;
                }
                if kind == "refit" && id == "distortion-charges" && self.is_eldar() {
                    self.odd.distortion = true;
                    continue;
                }
                let found = match kind {
                    "refit" => effects::of_refit(id, self.people),
                    _ => effects::of_skill(id, self.people),
                };
                let played = found.iter().all(|effect| self.take(*effect, hits));
                if found.is_empty() || !played {
                    refused.push(format!("its {kind} \"{id}\" is not played"));
                }
            }
        }
    }

    /// Takes one effect in; false when the engine does not play it.
    pub(crate) fn take(&mut self, effect: Effect, hits: u8) -> bool {
        match effect {
            // Of the class's hits, rounded up (REFIT-17).
            Effect::QuarterMoreHits => self.hits += hits.div_ceil(4),
            Effect::Hits(by) => self.hits = sum(self.hits, by).max(1),
            Effect::Speed(by) => {
                self.speed = (self.speed + Length::cm(by)).max(Length::ZERO);
                self.sails = self.sails.map(|sails| sails.faster(Length::cm(by)));
            }
            Effect::StreamFlow => self.sails = self.sails.map(Sails::shifted),
            Effect::CriticalsOn(face) => self.critical_on = small(face),
            Effect::Shields(by) => self.shields = sum(self.shields, by),
            Effect::Turrets(by) => self.turrets = sum(self.turrets, by),
            Effect::FrontArmour(front) => self.armour[0] = self.armour[0].max(small(front)),
            Effect::TurnDegrees(degrees) => self.turn = self.turn.min(i32::try_from(degrees).unwrap_or(0)),
            Effect::AllAheadFullDice(dice) => self.ahead_dice += small(dice),
            Effect::EnemyContacts(bonus) => self.contacts = self.contacts.max(tiny(bonus)),
            Effect::NoRangeShift => self.long_sighted = true,
            Effect::Range(by) => {
                for weapon in self
                    .weapons
                    .iter_mut()
                    .filter(|weapon| matches!(weapon.gun, Gun::Battery | Gun::Lance | Gun::Pulsar))
                {
                    weapon.range += cm(by);
                }
            }
            // Ruling: the data give no fire arc; a tower fires all round.
            Effect::Tower { strength, range } => self.weapons.push(Mount {
                name: "Weirdboy tower".to_owned(),
                location: Location::Dorsal,
                gun: Gun::Lance,
                range: cm(range),
                strength: small(strength),
                rolled: None,
                arcs: Arcs::ALL,
            }),
            _ => return self.take_mark(effect),
        }
        true
    }

    fn take_mark(&mut self, effect: Effect) -> bool {
        let improved = &mut self.improved;
        match effect {
            Effect::Leadership(test, by) => improved.bonus[test as usize] += tiny(by),
            Effect::ThreeDice(test) => improved.extra_die[test as usize] = true,
            Effect::TurnAfter(by) => improved.turn_sooner -= Length::cm(by),
            Effect::TurnAnywhere => improved.rigged = true,
            Effect::TurnLast => improved.swings_last = true,
            Effect::ExtraTurn => improved.extra_turn = true,
            Effect::DoubleSurge => improved.double_surge = true,
            Effect::NotUnderFire => improved.not_under_fire = true,
            Effect::NoPenalties => improved.no_penalties = true,
            Effect::Masked => improved.masked = true,
            Effect::ClearPassage => improved.clear_passage = true,
            Effect::Polarised => improved.polarised = true,
            Effect::EvasiveTurn => improved.evasive = true,
            Effect::RepairDice(dice) => improved.repair_dice += small(dice),
            Effect::SureRepair => improved.sure_repair = true,
            Effect::FiresOut(face) => improved.fires_out = small(face),
            Effect::Regrowth => improved.regrows = true,
            Effect::ShieldSave(face) => improved.shield_save = small(face),
            Effect::ShieldBacklash => improved.shield_backlash = true,
            Effect::Weave(face) => improved.weave = small(face),
            Effect::LeftShift(columns) => improved.left_shift += tiny(columns.cast_signed()),
            Effect::RightShift(columns) => improved.right_shift += tiny(columns.cast_signed()),
            Effect::ClearSight => improved.clear_sight = true,
            Effect::LanceReroll => improved.lance_reroll = true,
            Effect::FireOnTheMove(percent) => improved.on_the_move = improved.on_the_move.max(small(percent)),
            Effect::CrippledShare(percent) => improved.crippled_share = improved.crippled_share.max(small(percent)),
            Effect::Rerolls(number) => improved.rerolls += small(number),
            Effect::Passes(number) => improved.passes += small(number),
            Effect::PassesLate => improved.passes_late = true,
            Effect::AlwaysTries => improved.always_tries = true,
            Effect::AsteroidPilots => improved.asteroid_pilots = true,
            _ => return self.take_crew(effect),
        }
        true
    }

    fn take_crew(&mut self, effect: Effect) -> bool {
        let improved = &mut self.improved;
        match effect {
            Effect::Boarding(by) => improved.boarding += tiny(by),
            Effect::BoardingReroll => improved.boards_again = true,
            Effect::Guarded(by) => improved.guarded += tiny(by.cast_signed()),
            Effect::HitAndRun(by) => improved.hit_and_run += tiny(by),
            Effect::Teleport(by) => improved.teleport += tiny(by),
            Effect::DoubleBoarding => improved.double_boarding = true,
            Effect::NotBoarded => improved.not_boarded = true,
            Effect::Aura(by) => improved.aura = improved.aura.min(tiny(by)),
            Effect::BomberReroll | Effect::FightersStay(4) => improved.pilots.excellent = true,
            Effect::ResilientBombers => improved.pilots.hardy = true,
            Effect::FightersFirst => improved.pilots.early = true,
            Effect::BomberD6 => improved.pilots.mad = true,
            Effect::LaunchSpeed(10) => improved.pilots.accelerated = true,
            _ => return false,
        }
        true
    }
}
