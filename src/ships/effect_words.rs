//! Effects in words, as data sheets and registers tell them.

use super::effect::{Ability, Effect};

impl Effect {
    /// What it does, where no figure of the profile and no test shows it; empty where its own words on the data sheet
    /// say it.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::AllAheadFullDice(dice) => format!("+{dice}D6 cm on All Ahead Full"),
            Self::EnemyContacts(bonus) => format!("+{bonus} Leadership, not +1, for enemy ships on special orders"),
            Self::RepairDice(dice) => format!("+{dice} dice to repair criticals"),
            Self::ShieldSave(face) => format!("each hit on the shields is cancelled on {face}+, with its blast marker"),
            Self::LeftShift(columns) => format!("batteries shift {columns} column left, before any other shift"),
            Self::FireOnTheMove(percent) => {
                format!("{percent}% of firepower and lances, not half, under movement orders, rounded up")
            }
            Self::CrippledShare(percent) => format!("{percent}%, not half, of its strength when crippled"),
            Self::Range(by) => format!("batteries and lances +{by} cm range"),
            Self::FightersStay(face) => format!("fighters that intercept stay in play on {face}+"),
            Self::Rerolls(number) => format!("{number} re-roll of a failed Leadership test a battle"),
            Self::Passes(number) => format!("{number} Leadership test a battle passed without rolling"),
            Self::Boarding(by) => format!("{by:+} boarding"),
            Self::HitAndRun(by) => format!("{by:+} hit-and-run"),
            Self::Aura(by) => format!("enemy ships within 15 cm have {by} Leadership"),
            Self::Weave(face) => {
                format!("{face}+ save against any damage, not while braced, and no brace after failing it")
            }
            Self::CriticalsOn(face) => format!("criticals on {face}+"),
            Self::RightShift(columns) => format!("{columns} more right column shift against gunnery"),
            Self::Tower { strength, range } => format!("strength {strength} lance, {range} cm"),
            Self::FiresOut(face) => format!("fires put out on {face}+"),
            Self::Teleport(by) => format!("{by:+} on its teleport attacks"),
            Self::Guarded(by) => format!("enemy boarding and hit-and-run -{by}"),
            Self::LaunchSpeed(by) => format!("+{by} cm to ordnance when launched"),
            Self::Ability(ability) => ability.says().to_owned(),
            Self::DamageControl(dice) => format!("+{dice} die to repair criticals, before any halving"),
            Self::RepairsOn(face) => format!("repairs criticals on {face}+"),
            Self::HullSave(face) => format!("saves each hit on {face}+"),
            // These are figures of the profile or tests, which say more.
            Self::Hits(_)
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
            // The words of the option, upgrade or rule say these.
            | Self::AllAheadFull(_)
            | Self::FixedLeadership(_)
            | Self::BoardingDefence(_)
            | Self::BoardersBonus(_)
            | Self::BoardsAs(_)
            | Self::Raids(_)
            | Self::Raided(_)
            | Self::Raiders(_)
            | Self::Party(_)
            | Self::Teleporters(_)
            | Self::RamDice(_)
            | Self::RamHits(_)
            | Self::RamLeadership(_)
            | Self::CatastropheDice(_)
            | Self::SlowReload(_)
            | Self::Veil(_)
            | Self::HalfTransports(_)
            | Self::Exterminates(_)
            | Self::Warhead(_)
            | Self::Weapon(_)
            | Self::Replace { .. }
            | Self::Without { .. }
            | Self::Guns(_)
            | Self::Launches(_)
            | Self::TorpedoBombers(_)
            | Self::Tracks(_)
            | Self::FallingLeadership(_)
            | Self::Criticals(_)
            | Self::Trait(_)
            | Self::OnEscorts(_)
            | Self::OnCapitalShips(_) => String::new(),
        }
    }

    /// Whether a figure of the profile or a test shows it.
    #[must_use]
    pub const fn is_figure(&self) -> bool {
        matches!(
            self,
            Self::Ability(Ability::QuarterMoreHits)
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

    /// Whether it changes the hits of a ship.
    #[must_use]
    pub fn is_of_hits(&self) -> bool {
        if let Self::OnEscorts(effects) | Self::OnCapitalShips(effects) = self {
            return effects.iter().any(Self::is_of_hits);
        }
        matches!(self, Self::Hits(_) | Self::Ability(Ability::QuarterMoreHits))
    }

    /// Whether a data sheet tells it apart from the words of what has it: a figure, a test or words of its own.
    #[must_use]
    pub fn is_told(&self) -> bool {
        self.is_figure() || !self.words().is_empty()
    }
}
