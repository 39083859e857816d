//! Command lines about players.

use chrono::NaiveDate;
use clap::Subcommand;

/// Verbs about players.
#[derive(Debug, Subcommand)]
pub enum PlayerVerb {
    /// Enter a player and his commander
    Add {
        /// Name
        name: String,
        /// Fleet list, such as gothic-sector; a fleet's name stands for its first list
        #[arg(long)]
        fleet: String,
        /// Name of the commander
        #[arg(long)]
        commander: String,
        /// The kind of fleet commander he stands for, where the list asks for one
        #[arg(long, value_name = "KIND")]
        commander_kind: Option<String>,
    },
    /// List the players
    List,
    /// Take out a player who has not started
    Remove {
        /// Who
        player: String,
    },
    /// Change a commander's renown by a ruling
    Renown {
        /// Whose
        player: String,
        /// By how much, such as 3 or -2
        #[arg(allow_negative_numbers = true)]
        by: i32,
    },
    /// Hide a base, which may be a structure; after the start a lost one again, by a ruling
    Base {
        /// Whose
        player: String,
        /// Where
        system: String,
        /// The class of the structure that it is, such as eldar-haven
        #[arg(long, value_name = "CLASS")]
        structure: Option<String>,
    },
    /// Take a Mark of Chaos that a commander's rank gives him
    Mark {
        /// Who
        player: String,
        /// slaanesh, khorne, tzeentch or nurgle
        mark: String,
    },
    /// Make an Imperial player a rebel or loyal again, or give a fleet of no side one
    Side {
        /// Who
        player: String,
        /// rebel or loyal for an Imperial fleet; imperium or chaos for one of no side
        #[arg(value_parser = ["rebel", "loyal", "imperium", "chaos"])]
        side: String,
    },
    /// Note that a player cannot play for a while
    ///
    /// He is left out of pairings and is not idle until then. Afterwards he is back by himself.
    Away {
        /// Who
        player: String,
        /// The last day on which he cannot play
        #[arg(long, value_name = "DATE", required_unless_present = "back")]
        until: Option<NaiveDate>,
        /// He can play again
        #[arg(long, conflicts_with = "until")]
        back: bool,
    },
    /// Take a player out of a running campaign
    ///
    /// His systems become neutral, his base is given up, his ships stay in the history. His battles under way are
    /// forfeited unless they are abandoned.
    Leave {
        /// Who
        player: String,
        /// His battles under way are abandoned by agreement
        #[arg(long)]
        abandon: bool,
    },
    /// Bring back a player who left
    Return {
        /// Who
        player: String,
        /// The neutral system he picks
        #[arg(long, value_name = "SYSTEM")]
        pick: Option<String>,
        /// The system of his hidden base
        #[arg(long, value_name = "SYSTEM", conflicts_with = "pick")]
        base: Option<String>,
    },
    /// Tell a player where a pirate's found base is
    Tell {
        /// Who is told
        player: String,
        /// Whose base
        #[arg(long, value_name = "PLAYER")]
        base_of: String,
    },
    /// Let a player who came after the start take part
    Join {
        /// Who
        player: String,
        /// His starting system
        #[arg(long, value_name = "SYSTEM")]
        pick: Option<String>,
        /// The system of his hidden base
        #[arg(long, value_name = "SYSTEM")]
        base: Option<String>,
    },
}
