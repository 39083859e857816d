//! An appeal that was granted and not yet taken.

use crate::campaign::state::PlayerId;
use crate::text::words;
use serde::{Deserialize, Serialize};

/// An appeal that was granted and not taken yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    /// Whose.
    pub player: PlayerId,
    /// What.
    pub kind: AppealKind,
}

words! {
    /// What may be appealed for (APPEAL-04).
    AppealKind {
        /// A new capital ship or squadron.
        Reinforcements = "reinforcements",
        /// A refit of a capital ship.
        Refit = "refit",
        /// A roll on the fleet's own table.
        Other = "other",
        /// A Ramilies star fort (APPEAL-16).
        Ramilies = "ramilies",
    }
}
