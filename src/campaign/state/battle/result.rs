//! The result of a battle: who won, and what each side earned (SCEN-11, SCEN-12, VP-20).

use serde::{Deserialize, Serialize};

use crate::campaign::turn::BySide;
use crate::campaign::turn::report::Role;
use crate::text::words;

/// Who won, and what each side earned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BattleResult {
    /// The winner; `None` for a draw (SCEN-12).
    pub winner: Option<Role>,
    /// Full or marginal.
    pub degree: Degree,
    /// Who held the field (VP-04).
    pub field: Option<Role>,
    /// Victory points earned.
    pub victory_points: BySide<u32>,
    /// Enemy capital ship hulks captured (RENOWN-06).
    pub hulks: BySide<u32>,
    /// Own capital ships lost (RENOWN-11).
    pub capitals_lost: BySide<u32>,
    /// Whether each sub-plot was achieved.
    pub plots: BySide<bool>,
    /// What the victory points were earned with (VP-20).
    #[serde(default, skip_serializing_if = "is_empty")]
    pub account: BySide<Vec<Earned>>,
}

fn is_empty(account: &BySide<Vec<Earned>>) -> bool {
    account.both().into_iter().all(Vec::is_empty)
}

/// One line of a victory points account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Earned {
    /// What for, such as `Agrippa destroyed`.
    pub what: String,
    /// Victory points.
    pub points: u32,
}

words! {
    /// How clear a win is (SCEN-11).
    Degree {
        /// A full win, or a draw.
        Full = "full",
        /// A marginal win, which counts as a win.
        Marginal = "marginal",
    }
}

impl BattleResult {
    /// The name of a side's result (PLOT-04). A draw counts as a main mission not completed.
    #[must_use]
    pub fn name(&self, role: Role) -> &'static str {
        match (self.winner == Some(role), *self.plots.of(role)) {
            (true, true) => "Heroic Victory",
            (true, false) => "Victory",
            (false, true) => "Heroic Defeat",
            (false, false) => "Miserable Defeat",
        }
    }
}
