//! What `renown scenario` takes.

use clap::{Args, Subcommand};

/// Verbs about scenarios.
#[derive(Debug, Subcommand)]
pub enum ScenarioVerb {
    /// List the ten scenarios
    List,
    /// Show a scenario: forces, battlezone, set-up, first turn, special rules, length, victory
    Show {
        /// Its name; that of the battle when left out
        name: Option<String>,
        /// For a battle of the campaign
        #[arg(long, value_name = "NUMBER")]
        battle: Option<u32>,
    },
    /// Roll the battlezone and everything else that is rolled at set-up
    ///
    /// Prints what lies where, in centimetres from the far left corner. With --battle it is rolled once, recorded, and
    /// shown to everybody from then on; `renown undo` takes it back. Without, nothing is recorded. Use --dice ask to
    /// roll your own.
    Setup(SetUpArgs),
    /// Roll the scenario of a one-off game
    ///
    /// With two attack ratings the higher best die chooses the scenario and attacks.
    Roll(RollArgs),
    /// Roll the Leadership of a one-off game for every ship of a situation
    ///
    /// An escort squadron rolls once, each capital ship for itself. With --save the situation is kept with the values.
    Crews {
        /// The situation, or - to read it from standard input
        situation: std::path::PathBuf,
        /// Where the situation is kept
        #[arg(long, value_name = "FILE")]
        save: Option<std::path::PathBuf>,
    },
    /// List the planetary defences that may be bought
    Defences {
        /// By the defender of a battle
        #[arg(long, value_name = "NUMBER")]
        battle: Option<u32>,
    },
}

/// A set-up.
#[derive(Args, Debug)]
pub struct SetUpArgs {
    /// The scenario; that of the battle when left out
    pub name: Option<String>,
    /// For a battle of the campaign
    #[arg(long, value_name = "NUMBER")]
    pub battle: Option<u32>,
    /// The table in centimetres, the long edge first
    #[arg(long, value_name = "WIDTHxDEPTH")]
    pub table: Option<String>,
    /// How phenomena are placed: 1 by hand, 2 by squares, 3 in the zone of the higher choice, or none
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,
    /// The battlezone both agreed on, by name or number
    #[arg(long, value_name = "ZONE")]
    pub zone: Option<String>,
    /// The battlezone a player chose in secret, with his attack rating where no battle tells it
    #[arg(long = "choose", value_name = "PLAYER=ZONE[:RATING]")]
    pub choices: Vec<String>,
    /// Fleet Engagement: the formation a player chose: sphere, wedge or cross
    #[arg(long = "formation", value_name = "PLAYER=FORMATION")]
    pub formations: Vec<String>,
    /// Agreed points, where no battle tells them
    #[arg(long, value_name = "NUMBER")]
    pub points: Option<u32>,
    /// The same seed gives the same table; as --dice seed:TEXT
    #[arg(long, value_name = "TEXT")]
    pub seed: Option<String>,
    /// Draw the table
    #[arg(long, value_name = "FILE")]
    pub svg: Option<std::path::PathBuf>,
}

/// A choice of scenario.
#[derive(Args, Debug)]
pub struct RollArgs {
    /// Raid or battle, where both agreed on it
    #[arg(long, value_name = "CLASS", conflicts_with = "ratings")]
    pub class: Option<String>,
    /// A player's attack rating, or his fleet list
    #[arg(long = "rating", value_name = "PLAYER=RATING|LIST")]
    pub ratings: Vec<String>,
}
