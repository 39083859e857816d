//! Scenarios: what is fought for, with which forces, on which table, from where, and how it is won. Pure: dice come in
//! with a purpose.
//!
//! A scenario is one file, which holds all of its rules: forces, battlezone, the dice of its set-up, deployment, first
//! turn, length, what its report asks, how it is won. They are the answers to [`Rules`](rules::Rules); the chapters of
//! the campaign and of the table ask `scenario.rules()` and name no scenario. What happens while it is played is made of
//! the parts that [`Mission`](crate::battle::gothic::missions::mission::Mission) has.
//!
//! Beside the ten there is what they share: [`battlefield`] and [`zone`] (what lies on the table), [`set_up`] (the dice),
//! [`deployment`], [`places`] and [`forts`] (drawing fleets up), [`faults`] (what is wrong with a deployment),
//! [`laid_out`] (centimetres become the engine's lengths), [`forces`], [`record`], [`choice`], [`crew`].
//!
//! # Adding a scenario of the house
//!
//! 1. Write `the_name.rs` with `pub struct TheName;` and `impl Rules for TheName`. Eight answers are asked of every
//!    scenario: `parts`, `briefing`, `class`, `zones`, `dice`, `deploy`, `check`, `told`; the others have the answer that
//!    most scenarios give. Without `faces` it is played by agreement only (MISSION-05).
//! 2. Add its line to the list below: the enum, its word in commands and records, every list of scenarios and the way
//!    from its name to its rules come from that line.
//!
//! The files are named in the list alone, where `cargo fmt` does not look: `rustfmt src/scenario/*.rs` does.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod battlefield;
mod before_a_planet;
pub mod choice;
pub mod crew;
pub mod deployment;
pub mod fault;
pub mod faults;
pub mod forces;
pub(crate) mod forts;
pub(crate) mod laid_out;
pub mod mission_class;
pub mod party;
pub mod places;
pub mod record;
pub mod role;
pub mod rules;
pub mod set_up;
pub mod zone;

use crate::text::words;
use mission_class::MissionClass;
use rules::Rules;

/// Scenarios from one list: for each its type, its word and its file.
macro_rules! scenarios {
    ($($variant:ident = $word:literal in $file:ident,)+) => {
        $(pub mod $file;)+

        words! {
            /// The scenarios, in the order of the rulebook.
            Scenario { $(#[doc = $word] $variant = $word,)+ }
        }

        impl Scenario {
            /// The rules of the scenario.
            #[must_use]
            pub fn rules(self) -> &'static dyn Rules {
                match self { $(Self::$variant => &$file::$variant,)+ }
            }
        }
    };
}

scenarios! {
    CruiserClash = "Cruiser Clash" in cruiser_clash,
    TheBait = "The Bait" in the_bait,
    TheRaiders = "The Raiders" in the_raiders,
    SurpriseAttack = "Surprise Attack" in surprise_attack,
    BlockadeRun = "Blockade Run" in blockade_run,
    Convoy = "Convoy" in convoy,
    PlanetaryAssault = "Planetary Assault" in planetary_assault,
    EscalatingEngagement = "Escalating Engagement" in escalating_engagement,
    Exterminatus = "Exterminatus" in exterminatus,
    FleetEngagement = "Fleet Engagement" in fleet_engagement,
}

impl Scenario {
    /// What is played where nobody says: the plainest of them.
    pub const USUAL: Self = Self::FleetEngagement;

    /// The scenario of a face on the table of a class (MISSION-03, MISSION-04).
    #[must_use]
    pub fn rolled(class: MissionClass, face: u8) -> Self {
        let face = face.clamp(1, 6);
        let found = Self::of(class).into_iter().find(|scenario| scenario.rules().faces().contains(&face));
        found.unwrap_or(Self::USUAL)
    }

    /// The table of a class, by face.
    #[must_use]
    pub fn table(class: MissionClass) -> [Self; 6] {
        [1, 2, 3, 4, 5, 6].map(|face| Self::rolled(class, face))
    }

    /// The scenarios of a class, those of its table first and in its order.
    #[must_use]
    pub fn of(class: MissionClass) -> Vec<Self> {
        let of_class = Self::ALL.iter().copied().filter(|scenario| scenario.rules().class() == class.table());
        let mut all: Vec<Self> = of_class.collect();
        all.sort_by_key(|scenario| scenario.rules().faces().first().copied().unwrap_or(u8::MAX));
        all
    }

    /// Whether it stands in the Raids table (SCEN-01).
    #[must_use]
    pub fn is_raid(self) -> bool {
        self.rules().class() == MissionClass::Raid
    }
}

#[cfg(test)]
mod tests {
    use super::deployment::Deployment;
    use super::faults::Check;
    use super::record::Answers;
    use super::role::Role;
    use super::rules::{Briefing, Parts, ROLLED, TO_THE_END};
    use super::set_up::{Dealt, Lines, Plan, first_turn};
    use super::zone::Zone;
    use super::*;
    use crate::battle::gothic::victory::Measure;
    use crate::dice::{Dice, DiceError};

    /// A scenario of the house, as short as one can be.
    struct Duel;

    impl Rules for Duel {
        fn parts(&self) -> Parts {
            let none = &[][..];
            Parts {
                forces: none,
                battlezone: none,
                set_up: none,
                first_turn: none,
                special: none,
                length: none,
                victory: none,
                record: none,
            }
        }

        fn briefing(&self) -> Briefing {
            Briefing { set_up: "face to face", first_turn: ROLLED, length: TO_THE_END, edges: "the short ones" }
        }

        fn class(&self) -> MissionClass {
            MissionClass::Raid
        }

        fn zones(&self) -> &'static [Zone] {
            Zone::ALL
        }

        fn dice(
            &self,
            plan: &Plan,
            dice: &mut dyn Dice,
            lines: &mut Lines,
            dealt: &mut Dealt,
        ) -> Result<(), DiceError> {
            first_turn(plan, dice, "SCEN-09", lines, dealt)
        }

        fn deploy(&self, deployment: &mut Deployment<'_>) -> Role {
            deployment.chosen()
        }

        fn check(&self, _check: &mut Check<'_>) {}

        fn told(&self, _role: Role) -> Option<(&'static str, &'static str)> {
            Some(("anywhere", "SCEN-10"))
        }
    }

    #[test]
    fn a_scenario_of_the_house_needs_eight_answers() {
        let duel: &dyn Rules = &Duel;
        assert_eq!(duel.split(701), (701, 701));
        assert_eq!((duel.last_turn(), duel.faces().len(), duel.asks().len()), (0, 0, 0));
        assert_eq!(duel.measure(&Answers::default()), Measure::Points);
        assert!(duel.needs_ships() && duel.rolls_phenomena() && !duel.low_orbit());
    }

    #[test]
    fn both_tables_are_the_printed_ones() {
        let names = |class| (1..=6).map(|face| Scenario::rolled(class, face).word()).collect::<Vec<_>>();
        let raids = ["Cruiser Clash", "The Bait", "The Raiders", "Blockade Run", "Convoy", "Convoy"];
        assert_eq!(names(MissionClass::Raid), raids);
        assert_eq!(names(MissionClass::MajorRaid), raids);
        let battles = [
            "Exterminatus",
            "Surprise Attack",
            "Planetary Assault",
            "Escalating Engagement",
            "Fleet Engagement",
            "Fleet Engagement",
        ];
        assert_eq!(names(MissionClass::Battle), battles);
    }

    #[test]
    fn points_are_split_as_the_scenario_says() {
        let split = |scenario: Scenario, size| scenario.rules().split(size);
        assert_eq!(split(Scenario::TheRaiders, 701), (350, 701));
        assert_eq!(split(Scenario::BlockadeRun, 600), (300, 600));
        assert_eq!(split(Scenario::TheBait, 600), (600, 400));
        assert_eq!(split(Scenario::FleetEngagement, 1000), (1000, 1000));
    }
}
