//! Command lines of battles outside a campaign, and of the first hour.

use std::path::PathBuf;

use clap::Args;

/// A battle that belongs to no campaign.
#[derive(Args, Debug)]
pub struct SkirmishArgs {
    /// The scenario, one of `renown scenario list`; a fleet engagement when left out
    #[arg(long, value_name = "SCENARIO")]
    pub scenario: Option<String>,
    /// Who fights with which fleet file, the attacker first; none goes on with the skirmish that is kept
    #[arg(long = "fleet", value_name = "NAME=FILE")]
    pub fleets: Vec<String>,
    /// The fleet list of a file that does not say `list = "gothic-sector"` itself
    #[arg(long = "list", value_name = "NAME=LIST")]
    pub lists: Vec<String>,
    /// Points of the battle; those of the greater fleet when left out, as far as the scenario goes
    #[arg(long, value_name = "NUMBER")]
    pub points: Option<u32>,
    /// Who decides for a side: captain, cadet, or me at the terminal
    #[arg(long = "captain", value_name = "NAME=WHO")]
    pub captains: Vec<String>,
    /// The file that keeps it
    #[arg(long, value_name = "FILE", default_value = "skirmish.renown")]
    pub file: PathBuf,
    /// Tell everything that happens
    #[arg(long)]
    pub story: bool,
}
