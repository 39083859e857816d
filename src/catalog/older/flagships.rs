//! Reads the flagship tables of the older game (SF-FLAG-03, 15, 20, 40).

use crate::battle::space_fleet::bonus::Bonus;
use crate::battle::space_fleet::class::{FlagshipType, Fleet};
use crate::catalog::reader::Node;
use crate::text::words;

words! {
    /// What a second roll of the same bonus does (SF-FLAG-04).
    Again {
        /// It adds up.
        Adds = "adds",
        /// It may be used in another turn.
        AnotherTurn = "another turn",
        /// It is rolled again.
        ReRoll = "re-roll",
        /// It becomes Massive Hull.
        MassiveHull = "Massive Hull",
        /// It gives shields by its own text.
        Shields = "shields",
    }
}

words! {
    /// When a bonus is used.
    Use {
        /// All the time.
        Always = "always",
        /// Once a copy and a game.
        Once = "once",
        /// When a game is set up.
        Setup = "setup",
    }
}

/// A row of a D20 table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BonusRow {
    /// Whose table.
    pub table: Fleet,
    /// Faces of the D20.
    pub rolls: Vec<u32>,
    /// The bonus.
    pub bonus: Bonus,
    /// Its rule.
    pub rule: String,
    /// When it is used.
    pub used: Use,
    /// What a second one does.
    pub again: Again,
    /// Only for ships with torpedoes (SF-FLAG-25).
    pub needs_torpedoes: bool,
}

/// Limits of a type of flagship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The type.
    pub kind: FlagshipType,
    /// Most rolls that are paid for.
    pub paid_rolls: u8,
    /// Most free bonuses.
    pub free_bonuses: u8,
}

pub(super) fn bonus(node: &mut Node<'_>) -> BonusRow {
    let name = node.text("name");
    node.call(format!("bonus \"{name}\""));
    let bonus = Bonus::from_word(&name).unwrap_or_else(|| {
        let hint = crate::text::did_you_mean(&name, Bonus::ALL.iter().map(|bonus| bonus.word()));
        node.problem_at("name", format_args!("there is no bonus \"{name}\"{hint}"));
        Bonus::MassiveHull
    });
    BonusRow {
        table: node.word("table", Fleet::ALL, Fleet::word).unwrap_or_default(),
        rolls: node.numbers("rolls"),
        bonus,
        rule: node.text("rule"),
        used: node.word("use", Use::ALL, Use::word).unwrap_or(Use::Always),
        again: node.word("again", Again::ALL, Again::word).unwrap_or(Again::Adds),
        needs_torpedoes: node.flag("needs_torpedoes"),
    }
}

pub(super) fn limit(node: &mut Node<'_>) -> Limit {
    let number = |key| u8::try_from(node.number(key)).unwrap_or(0);
    Limit {
        kind: node.word("type", FlagshipType::ALL, FlagshipType::word).unwrap_or(FlagshipType::Battleship),
        paid_rolls: number("paid_rolls"),
        free_bonuses: number("free_bonuses"),
    }
}
