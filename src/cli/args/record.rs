//! What `renown battle record` takes.

use std::path::PathBuf;

use clap::Args;

/// What happened in a battle.
#[derive(Args, Clone, Debug, Default)]
pub struct RecordArgs {
    /// Number of the battle
    pub battle: u32,
    /// The report, or - for standard input; `renown battle template` writes one to fill in
    pub file: Option<PathBuf>,
    /// What became of a player's vessels; the others stand unhurt on the table
    #[arg(long = "loss", value_name = "PLAYER=LOSSES", conflicts_with = "file")]
    pub losses: Vec<String>,
    /// What became of a player's units off the register: `2 orbital mine destroyed, Tug 20 points disengaged`
    #[arg(long = "guest", value_name = "PLAYER=UNITS", conflicts_with = "file")]
    pub guests: Vec<String>,
    /// Game turns played
    #[arg(long, value_name = "NUMBER", conflicts_with = "file")]
    pub turns: Option<u32>,
    /// Convoy: transports that crossed the table
    #[arg(long, value_name = "NUMBER", conflicts_with = "file")]
    pub transports_through: Option<u32>,
    /// Convoy: half transports that crossed the table
    #[arg(long, value_name = "NUMBER", conflicts_with = "file")]
    pub half_transports_through: Option<u32>,
    /// Planetary Assault: assault points scored in play
    #[arg(long, value_name = "NUMBER", conflicts_with = "file")]
    pub assault_points: Option<u32>,
    /// Exterminatus: the planet was destroyed
    #[arg(long, conflicts_with = "file")]
    pub planet_destroyed: bool,
    /// Exterminatus: every Exterminator is destroyed or gone
    #[arg(long, conflicts_with = "file")]
    pub exterminators_gone: bool,
    /// Who surrendered
    #[arg(long, value_name = "PLAYER", conflicts_with = "file")]
    pub surrendered: Option<String>,
    /// Who held the field, or nobody: compared with the record
    #[arg(long, value_name = "PLAYER", conflicts_with = "file")]
    pub field: Option<String>,
    /// Victory points as the players counted them: compared with the record
    #[arg(long = "points", value_name = "PLAYER=NUMBER", conflicts_with = "file")]
    pub points: Vec<String>,
    /// Whether a sub-plot that the record cannot judge was achieved
    #[arg(long = "plot", value_name = "PLAYER=yes|no", conflicts_with = "file")]
    pub plots: Vec<String>,
}
