//! What opens, steers, amends and shows a campaign.

use std::path::PathBuf;

use chrono::NaiveDate;
use clap::Args;

/// A new campaign.
#[derive(Args, Debug)]
pub struct NewArgs {
    /// Name of the campaign; at a terminal everything is asked for when it is left out
    pub name: Option<String>,
    /// The map: one of `renown map list`, or a file
    #[arg(long, default_value = "cyclops")]
    pub map: String,
    /// Last day of the campaign
    #[arg(long, value_name = "DATE")]
    pub ends: Option<NaiveDate>,
    /// A house rule, such as `composition=warn`; `renown rules options` lists them
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

/// The steps of the opening.
#[derive(Args, Debug)]
pub struct StartArgs {
    /// A starting system
    #[arg(long = "pick", value_name = "PLAYER=SYSTEM")]
    pub picks: Vec<String>,
    /// A hidden base
    #[arg(long = "base", value_name = "PLAYER=SYSTEM")]
    pub bases: Vec<String>,
    /// Pick and hide at random whatever is not given
    #[arg(long)]
    pub random: bool,
}

/// A changed option.
#[derive(Args, Debug)]
pub struct OptionArgs {
    /// A house rule, such as `composition=warn`
    #[arg(value_name = "NAME=VALUE")]
    pub set: Option<String>,
    /// Last day of the campaign, or `none`
    #[arg(long, value_name = "DATE")]
    pub ends: Option<String>,
}

/// An amendment of the history.
#[derive(Args, Debug)]
pub struct AmendArgs {
    /// Number of the entry, as `renown log` shows it
    pub entry: u64,
    /// Take the entry out
    #[arg(long, conflicts_with = "after")]
    pub remove: bool,
    /// Keep the entry and put a forgotten command after it
    #[arg(long)]
    pub after: bool,
    /// Take out later entries that no longer fit
    #[arg(long, value_name = "ENTRY", value_delimiter = ',')]
    pub drop: Vec<u64>,
    /// Take out every later entry that no longer fits
    #[arg(long)]
    pub drop_unfit: bool,
    /// Give a later entry that no longer fits anew
    #[arg(long, value_name = "ENTRY=COMMAND")]
    pub instead: Vec<String>,
    /// Let a later entry stand by the arbitrator's ruling
    #[arg(long, value_name = "ENTRY=REASON")]
    pub allow: Vec<String>,
    /// Record it without asking
    #[arg(long)]
    pub yes: bool,
    /// The right command
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

/// What part of the journal.
#[derive(Args, Debug)]
pub struct LogArgs {
    /// How many of the newest entries
    #[arg(short = 'n', long, default_value_t = 20)]
    pub last: u64,
    /// Every entry
    #[arg(long)]
    pub all: bool,
    /// Print JSON, as `--format json`
    #[arg(long)]
    pub json: bool,
}

/// The demonstration.
#[derive(Args, Debug)]
pub struct DemoArgs {
    /// How many players, 2 to 6
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=6), value_name = "NUMBER")]
    pub players: u8,
    /// How many weeks of war; 0 only opens the campaign
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=52), value_name = "NUMBER")]
    pub weeks: u32,
    /// The same seed gives the same campaign
    #[arg(long, default_value = "gothic")]
    pub seed: String,
    /// Keep the campaign file in this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}
