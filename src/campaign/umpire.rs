//! Who plays a battle again that the engine fought: the rules of the campaign believe no report that its record does not
//! lead to.

use super::refusal::Refusals;
use super::state::{BattleId, Campaign};
use crate::campaign::state::battle::Battle;
use crate::campaign::state::battle::report::{Fought, Report};
use crate::campaign::state::battle::under_way::Row;

/// How far the record of a battle proves its report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Set-up, answers and dice lead to it.
    Whole,
    /// What of it is not proven.
    Partly(Vec<String>),
}

/// Plays battles again.
pub trait Umpire {
    /// Plays a battle again from its set-up, answers and dice, and compares where they lead with its report.
    ///
    /// # Errors
    /// Where the record does not lead to the report.
    fn judge(&self, campaign: &Campaign, battle: &Battle, report: &Report, fought: &Fought) -> Result<Proof, Refusals>;

    /// Whether a battle begins in both campaigns with the same ships on the same table; so where nobody can tell.
    fn same(&self, _before: &Campaign, _after: &Campaign, _battle: BattleId) -> bool {
        true
    }

    /// Whether a record repeats what was kept of the battle while it was under way.
    ///
    /// # Errors
    /// What it says otherwise.
    fn repeats(&self, _kept: &[Row], _fought: &Fought) -> Result<(), String> {
        Ok(())
    }

    /// Plays a battle under way again as far as it has come.
    ///
    /// # Errors
    /// Where what was kept of it does not lead on.
    fn leads_on(&self, _campaign: &Campaign, _battle: &Battle, _kept: &[Row]) -> Result<(), String> {
        Ok(())
    }
}

/// Nobody plays anything again: for who has asked before, or does not want to know.
pub struct Unasked;

impl Umpire for Unasked {
    fn judge(&self, _: &Campaign, _: &Battle, _: &Report, _: &Fought) -> Result<Proof, Refusals> {
        Ok(Proof::Partly(vec!["nobody has played it again".to_owned()]))
    }
}
