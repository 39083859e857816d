//! What `renown map`, `renown rules` and `renown play` take.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Verbs about maps.
#[derive(Debug, Subcommand)]
pub enum MapVerb {
    /// List the maps
    List,
    /// Draw a map: the campaign's with its owners, or another by name or file
    Show {
        /// Slug or file of the map
        map: Option<String>,
        /// Write a picture
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
    },
    /// Give a system to a player, or to nobody, by a ruling
    Assign {
        /// Which
        system: String,
        /// A player, or neutral
        owner: String,
    },
    /// Make a new map
    Generate {
        /// Number of systems, 4 to 60
        #[arg(long, value_parser = clap::value_parser!(u32).range(4..=60))]
        systems: u32,
        /// The same seed makes the same map
        #[arg(long)]
        seed: Option<u64>,
        /// Name of the sub-sector
        #[arg(long)]
        name: Option<String>,
        /// Write the map file, for `renown new --map FILE`
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Write a picture
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
    },
}

/// Verbs about rules.
#[derive(Debug, Subcommand)]
pub enum RulesVerb {
    /// List the rules, all or one chapter's
    List {
        /// A prefix, such as FLEET
        prefix: Option<String>,
    },
    /// Show a rule with its example, table and ruling
    Show {
        /// Id, such as FLEET-06
        #[arg(required = true)]
        ids: Vec<String>,
    },
    /// Search the rules
    Search {
        /// Words that must all occur
        #[arg(required = true)]
        words: Vec<String>,
    },
    /// List how rules are read that are silent, unclear or contradict each other
    Rulings {
        /// A prefix, such as FLEET
        prefix: Option<String>,
    },
    /// List the house rules a campaign may choose
    Options,
    /// Run rule cases from files or folders
    Check {
        /// Files or folders of cases
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
}

/// A battle at the table of the program.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// The situation
    pub situation: PathBuf,
    /// Actions to take, one a line; `usual` takes the usual answer, `#` begins a remark
    #[arg(long, value_name = "FILE")]
    pub actions: Option<PathBuf>,
    /// Write the situation reached
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Write a battle file: where it began, the actions and the dice
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Draw the table as it stands at the end
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}
