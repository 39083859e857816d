//! Words of `renown ground`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Verbs of the ground war.
#[derive(Debug, Subcommand)]
pub enum GroundVerb {
    /// Look at army files: a club's own, or the trial armies of the program
    #[command(subcommand)]
    Army(ArmyVerb),
    /// Lay a table for two armies that are still to be set up
    ///
    /// The file is a table for `renown ground play` and `renown ground fight`. The trial armies are of our own invention: the sheet
    /// prints no units.
    Skirmish(GroundSkirmishArgs),
    /// Play a ground battle from a table, by a list of answers or at the terminal
    ///
    /// An empty line takes the usual answer, `quit` stops. tests/rules/ground.md explains the form of tables and answers.
    Play(GroundPlayArgs),
    /// Let captains fight a ground battle to its end
    Fight(GroundFightArgs),
    /// Foretell a ground battle by fighting it many times; nothing is recorded
    Forecast {
        /// The table
        table: PathBuf,
        /// How often
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=100_000))]
        runs: u64,
        /// Another stream of dice
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Who decides for a side: captain or cadet
        #[arg(long = "captain", value_name = "SIDE=SKILL")]
        captains: Vec<String>,
    },
    /// Play a recorded ground battle again and tell it
    Replay {
        /// A battle file: a table with `actions` and `rolls`
        file: PathBuf,
        /// Draw the table before the first and after every answer into this folder
        #[arg(long, value_name = "DIR")]
        svg: Option<PathBuf>,
    },
}

/// Verbs of armies.
#[derive(Debug, Subcommand)]
pub enum ArmyVerb {
    /// List the armies that come with the program
    List,
    /// Show an army: units, weapons, formations, spacecraft
    Show {
        /// An id of `renown ground army list`, or a file
        army: String,
    },
    /// Check an army file and list every problem
    Check {
        /// The file
        file: PathBuf,
    },
}

/// A table for two armies.
#[derive(Debug, Args)]
pub struct GroundSkirmishArgs {
    /// A side and its army: an id or a file; twice
    #[arg(long = "army", value_name = "SIDE=ARMY", required = true)]
    pub armies: Vec<String>,
    /// Formations of a side, ids with commas; all of the army when left out
    #[arg(long = "formations", value_name = "SIDE=IDS")]
    pub formations: Vec<String>,
    /// How many of its spacecraft a side brings
    #[arg(long = "craft", value_name = "SIDE=NUMBER")]
    pub craft: Vec<String>,
    /// Keys of the table to add, such as `terrain`, as a file
    #[arg(long, value_name = "FILE")]
    pub terrain: Option<PathBuf>,
    /// Where the table goes; standard output when left out
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// A ground battle at the terminal.
#[derive(Debug, Args)]
pub struct GroundPlayArgs {
    /// The table
    pub table: PathBuf,
    /// Answers to give, one a line; `usual` takes the usual one, `#` begins a remark
    #[arg(long, value_name = "FILE")]
    pub actions: Option<PathBuf>,
    /// Write the table reached
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Write a battle file: where it began, the answers and the dice
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Draw the table as it stands at the end
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// A ground battle of captains.
#[derive(Debug, Args)]
pub struct GroundFightArgs {
    /// The table
    pub table: PathBuf,
    /// Who decides for a side: captain or cadet
    #[arg(long = "captain", value_name = "SIDE=SKILL")]
    pub captains: Vec<String>,
    /// Write a battle file: where it began, the answers and the dice
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Draw the table as it stands at the end
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}
