//! What the short verbs take that look at a campaign, and those that challenge and undo.

use clap::Args;

/// What of the standings.
#[derive(Args, Debug)]
pub struct StandingsArgs {
    /// Show how each one's renown went
    #[arg(long)]
    pub trend: bool,
}

/// Whose register.
#[derive(Args, Debug)]
pub struct RegisterArgs {
    /// Whose; everybody's when left out
    pub player: Option<String>,
}

/// Which ship.
#[derive(Args, Debug)]
pub struct ShipArgs {
    /// Its name, or one it bore before
    pub name: String,
}

/// Which entry.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// Its number
    pub entry: u64,
}

/// How far back.
#[derive(Args, Debug)]
pub struct UndoArgs {
    /// Take back everything after this entry
    #[arg(long, value_name = "ENTRY")]
    pub to: Option<u64>,
}

/// A battle that is offered.
#[derive(Args, Debug)]
pub struct ChallengeArgs {
    /// Who offers
    pub challenger: String,
    /// To whom
    pub challenged: String,
    /// The offer is taken up at once
    #[arg(long)]
    pub accept: bool,
}
