//! Who makes hit-and-run attacks (HITRUN-03).

use crate::text::words;

words! {
    /// Who makes a hit-and-run attack, and how its dice are rolled.
    #[derive(Default)]
    Raiders {
        /// One die.
        #[default]
        Crew = "crew",
        /// Two dice, the higher counts: an honour guard.
        HonourGuard = "honour guard",
        /// Two dice, the owner picks one: Chosen Terminators.
        Chosen = "chosen terminators",
        /// Two dice, both count: Terminators.
        Terminators = "terminators",
    }
}
