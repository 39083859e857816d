//! What `renown forecast` takes.

use clap::Args;

/// How often a battle is fought.
#[derive(Args, Clone, Debug)]
pub struct RunsArgs {
    /// Exactly so many fights, however precise they are
    #[arg(long, value_name = "NUMBER", conflicts_with = "within")]
    pub runs: Option<u32>,
    /// Go on until every chance is known to so many points of a hundred either way, 19 times out of 20
    #[arg(long, default_value_t = 2.0, value_name = "POINTS", value_parser = points)]
    pub within: f64,
    /// The same seed gives the same forecast
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    pub seed: u64,
}

fn points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points| (0.1..=50.0).contains(points));
    points.ok_or_else(|| "write points of a hundred from 0.1 to 50".to_owned())
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
