//! What `renown forecast` takes.

use clap::Args;

/// How often a battle is fought.
#[derive(Args, Clone, Debug)]
pub struct RunsArgs {
    /// How many fights
    #[arg(long, default_value_t = 1000, value_name = "NUMBER")]
    pub runs: u32,
    /// The same seed gives the same forecast
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    pub seed: u64,
}

/// A forecast.
#[derive(Args, Clone, Debug)]
pub struct ForecastArgs {
    /// Who attacks
    pub attacker: String,
    /// Who defends
    pub defender: String,
    /// The scenario; Fleet Engagement when left out
    #[arg(long, value_name = "SCENARIO")]
    pub scenario: Option<String>,
    /// Agreed points
    #[arg(long, default_value_t = 1000, value_name = "NUMBER")]
    pub points: u32,
    /// How often, and by which seed
    #[command(flatten)]
    pub runs: RunsArgs,
}
