//! Command lines about fleets.

use std::path::PathBuf;

use clap::{Args, Subcommand};

const FLEET_FILE: &str = "Commission a whole fleet from a file

Every problem of the file is told at once, and nothing is bought before all is well. The file is TOML, a table for each capital ship or squadron; `renown fleet template LIST` writes one:
  list = \"gothic-sector\"            # may be left out
  flagship = \"Agrippa\"

  [[vessel]]
  name = \"Agrippa\"
  ships = [\"lunar\"]                 # CLASS, CLASS:NUMBER, CLASS+WEAPON
  upgrades = [\"nova-cannon\"]

  [[vessel]]
  name = \"First Watch\"
  ships = [\"cobra:4\"]

A vessel may also have officer, rerolls, marks, reserve, ally and unfinished.";

/// Verbs about fleets.
#[derive(Debug, Subcommand)]
pub enum FleetVerb {
    /// List the fleet lists
    Lists,
    /// Show one fleet list with its limits
    List {
        /// Slug of the list
        list: String,
    },
    /// List ship classes
    Classes {
        /// A fleet or a list
        fleet: Option<String>,
    },
    /// Show the data sheet of a class
    Class {
        /// Slug or name of the class
        class: String,
    },
    /// Check a club's own data and list every problem
    CheckData,
    /// Commission a capital ship or a squadron
    Buy(BuyArgs),
    /// Strike a vessel off before the start
    Sell(VesselArgs),
    /// Give a vessel another name
    Rename {
        /// Whose
        player: String,
        /// Old name
        vessel: String,
        /// New name
        name: String,
    },
    /// Write a fleet file to fill in: every class of a list with its price, and two vessels to begin with
    Template {
        /// Slug of the list
        list: String,
    },
    /// Commission a whole fleet from a file
    #[command(long_about = FLEET_FILE)]
    Import {
        /// Whose
        player: String,
        /// The file
        file: PathBuf,
    },
    /// Show a player's register
    Show {
        /// Whose
        player: String,
    },
    /// Complete a vessel's fleet trials: it is assembled and painted
    Trials(VesselArgs),
    /// Take over figures corrected in the fleet files since a vessel was commissioned
    Accept(VesselArgs),
}

/// A player's vessel.
#[derive(Args, Debug)]
pub struct VesselArgs {
    /// Whose
    pub player: String,
    /// Its name
    pub vessel: String,
}

/// A purchase.
#[derive(Args, Debug)]
pub struct BuyArgs {
    /// Whose
    pub player: String,
    /// What: CLASS, CLASS:NUMBER for a squadron, CLASS+WEAPON where the class leaves a choice
    #[arg(required = true, value_name = "CLASS[+WEAPON][:NUMBER]")]
    pub ships: Vec<String>,
    /// Its name
    #[arg(long)]
    pub name: String,
    /// An option of the class or an upgrade of the list
    #[arg(long = "upgrade", value_name = "UPGRADE")]
    pub upgrades: Vec<String>,
    /// A lesser commander aboard
    #[arg(long, value_name = "KIND")]
    pub officer: Option<String>,
    /// Extra re-rolls of that commander
    #[arg(long, value_name = "NUMBER", default_value_t = 0, requires = "officer")]
    pub rerolls: u32,
    /// A Mark of Chaos of that commander
    #[arg(long = "mark", value_name = "MARK", requires = "officer")]
    pub marks: Vec<String>,
    /// Buy it as a reserve of another list of the same race
    #[arg(long, value_name = "LIST", conflicts_with = "ally")]
    pub reserve: Option<String>,
    /// Buy it as an ally of another people's list
    #[arg(long, value_name = "LIST")]
    pub ally: Option<String>,
    /// It is not assembled and painted yet
    #[arg(long)]
    pub unfinished: bool,
}
