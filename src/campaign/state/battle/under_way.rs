//! A battle that people play themselves: who plays it, whose dice fall, and each row that is kept of it.

use serde::{Deserialize, Serialize};

use crate::campaign::turn::BySide;
use crate::campaign::turn::report::Role;
use crate::dice::Roll;
use crate::text::words;

/// Who may decide for a side: three kinds of programs, and a person at the terminal.
pub const RANKS: [&str; 4] = ["captain", "cadet", "me", "admiral"];

/// The program that takes any legal answer.
pub const CADET: &str = RANKS[1];
/// The rank of a person at the terminal.
pub const PERSON: &str = RANKS[2];
/// The program that plays ahead.
pub const ADMIRAL: &str = RANKS[3];

/// Who plays a battle, and whose dice fall in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct UnderWay {
    /// `captain`, `admiral`, `cadet` or `me`.
    pub captains: BySide<String>,
    /// Where the dice come from.
    pub dice: Thrown,
}

words! {
    /// Where the dice of a battle under way come from. It stays so until the end.
    Thrown {
        /// The program rolls.
        Program = "program",
        /// People roll and type them in.
        Ask = "ask",
        /// They follow from a text.
        Seed = "seed",
        /// They are given as a list.
        List = "list",
    }
}

/// One thing that was answered or rolled in a battle under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kept", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Row {
    /// The fleets as programs deploy them.
    Begun {
        /// Their name.
        digest: String,
    },
    /// A side is asked.
    Due {
        /// Which.
        side: Role,
        /// The game turn; 0 for its deployment.
        turn: u8,
        /// The name of the table as it then stands.
        digest: String,
    },
    /// A side ordered something when it deployed.
    Order {
        /// Which.
        side: Role,
        /// The line.
        order: String,
    },
    /// A side has deployed.
    Deployed {
        /// Which.
        side: Role,
    },
    /// The side that had to decide answered.
    Answer {
        /// In the notation of battles.
        answer: String,
    },
    /// Dice fell.
    Rolled {
        /// Which, what for, and where from.
        roll: Roll,
    },
}
