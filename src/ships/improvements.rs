//! What refits and crew skills make of a ship: figures changed and marks set when it is entered, so that nothing looks at
//! names during play (REFIT-08 to REFIT-29, SKILL-03 to SKILL-12).

use super::class::ShipClass;
use super::effects;
use super::effects::{Effect, Effects, Test, Unfit};
use super::fitting::Fitting;
use super::pilots::Pilots;
use super::profile::{Profile, Size};
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

    pub(super) const fn add_bonus(&mut self, test: Test, by: i8) {
        self.bonus[test as usize] += by;
    }

    pub(super) const fn add_die(&mut self, test: Test) {
        self.extra_die[test as usize] = true;
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

/// What refits or crew skills do by their ids.
type Known = fn(&ShipClass, &str, &dyn Effects) -> Option<Vec<Effect>>;

impl Profile {
    /// Takes refits and crew skills in, or says what of them is not played.
    pub(crate) fn improve(
        &mut self,
        class: &ShipClass,
        fitting: &Fitting,
        book: &dyn Effects,
        refused: &mut Vec<String>,
    ) {
        let hits = self.hits;
        if !fitting.refits.is_empty() && self.size == Size::Escort {
            refused.push("escorts cannot be refitted (REFIT-01)".to_owned());
        }
        let kinds: [(&[String], &str, &str, Known); 2] = [
            (&fitting.refits, "refit", "REFIT-03", effects::of_refit),
            (&fitting.skills, "crew skill", "SKILL-02", effects::of_skill),
        ];
        for (ids, kind, rule, known) in kinds {
            for (place, id) in ids.iter().enumerate() {
                if ids[..place].contains(id) {
                    refused.push(format!("it has its {kind} \"{id}\" only once ({rule})"));
                }
                let found = known(class, id, book).ok_or(Unfit::NotPlayed);
                let taken = found.and_then(|found| found.iter().try_for_each(|effect| self.take(effect, hits)));
                refused.extend(taken.err().map(|unfit| unfit.told(kind, id)));
            }
        }
    }
}
