//! What a side may see of a battle: sealed exits, drop zones, aiming points and arrival turns of the other are absent until they
//! are revealed (EP-SPACE-03, EP-SPEC-21).

use super::roster::Roster;
use super::state::Battle;
use crate::table::side::Side;

/// The battle without what a side, or the public, may not know.
///
/// Arrival turns are declared (EP-SPACE-02) and stay; what is written down secretly goes.
#[must_use]
pub fn seen(battle: &Battle, roster: &Roster, by: Option<Side>) -> Battle {
    let mut seen = battle.clone();
    if seen.winner.is_some() {
        return seen;
    }
    for formation in roster.formation_ids().filter(|formation| Some(roster[*formation].side) != by) {
        seen[formation].exit = None;
        seen[formation].drop = None;
    }
    for craft in roster.craft_ids().filter(|craft| Some(roster[*craft].side) != by && !battle[*craft].acted) {
        seen[craft].aims.clear();
    }
    seen
}

/// An answer as the others may read it: what is sealed is not told.
#[must_use]
pub fn sealed(given: &super::answer::Answer) -> bool {
    use super::answer::Answer;
    matches!(given, Answer::Plan(..) | Answer::Exit(..))
}
