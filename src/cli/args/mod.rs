//! The command line. The doc comments are the help.

mod battle;
mod campaign;
mod fleet;
mod forecast;
mod ground;
mod looking;
mod map;
mod one_verb;
mod paper;
mod player;
mod record;
mod scenario;
mod serve;
mod skirmish;

pub use battle::{BattleVerb, FightArgs, NextArgs};
pub use campaign::{AmendArgs, DemoArgs, LogArgs, NewArgs, OptionArgs, StartArgs};
pub use fleet::{BuyArgs, FleetVerb, VesselArgs};
pub use forecast::{ForecastArgs, RunsArgs};
pub use ground::{ArmyVerb, GroundFightArgs, GroundPlayArgs, GroundSkirmishArgs, GroundVerb};
pub use looking::{ChallengeArgs, RegisterArgs, ShipArgs, ShowArgs, StandingsArgs, UndoArgs};
pub use map::{MapVerb, PlayArgs, RulesVerb};
pub use one_verb::read;
pub use paper::{PageArgs, PaperArgs, PaperSize, PrintVerb};
pub use player::PlayerVerb;
pub use record::RecordArgs;
pub use scenario::{RollArgs, ScenarioVerb, SetUpArgs};
pub use serve::{MemberVerb, ServeArgs};
pub use skirmish::SkirmishArgs;

use std::path::PathBuf;

use chrono::{NaiveDate, NaiveDateTime};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

const EXIT_CODES: &str = "Exit codes:
  0  Done; also when whoever reads the results stops reading
  1  Refused or failed: nothing was recorded but what the messages name
  2  The command line makes no sense
  3  Done and recorded, but not all of the results could be shown
What is recorded is acknowledged on standard error, in every format, before results are shown.";

/// Run an ongoing Battlefleet Gothic war between the members of a club
#[derive(Debug, Parser)]
#[command(name = "renown", version, propagate_version = true, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Cli {
    /// What applies to every command.
    #[command(flatten)]
    pub common: Common,
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// Options that every command takes.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options of every command")]
pub struct Common {
    /// The campaign file: campaign.renown, or the only campaign of the folder, when left out
    #[arg(long, global = true, value_name = "FILE", env = "RENOWN_CAMPAIGN")]
    pub campaign: Option<PathBuf>,
    /// A club's own folder of fleets and maps, laid over the built-in ones
    #[arg(long, global = true, value_name = "DIR", env = "RENOWN_DATA")]
    pub data: Option<PathBuf>,
    /// Who looks or acts: arbitrator, public, or a player's name; the arbitrator when left out
    #[arg(long = "as", global = true, value_name = "WHO")]
    pub who: Option<String>,
    /// How to print
    #[arg(long, global = true, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Look at the campaign as it stood after an entry or on a day
    #[arg(long, global = true, value_name = "ENTRY|DATE")]
    pub as_of: Option<String>,
    /// Decide and show, but record nothing
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// Where dice come from: program, ask, a list such as 4,1,6, @FILE, or seed:TEXT
    ///
    /// A file holds faces, or lines `purpose = faces` in any order, such as `leadership: Agrippa = 4`.
    #[arg(long, global = true, value_name = "DICE", default_value = "program")]
    pub dice: String,
    /// The arbitrator's reason for letting pass what a rule forbids
    #[arg(long, global = true, value_name = "REASON")]
    pub ruling: Option<String>,
    /// When it happened, if not now: the arbitrator's to say
    #[arg(long, global = true, value_name = "TIME", value_parser = time)]
    pub at: Option<NaiveDateTime>,
}

impl Common {
    /// Who looks or acts.
    #[must_use]
    pub fn who(&self) -> &str {
        self.who.as_deref().unwrap_or("arbitrator")
    }
}

/// Reads a time or a day.
///
/// # Errors
/// How to write one.
pub fn time(text: &str) -> Result<NaiveDateTime, String> {
    let day = |text: &str| text.parse::<NaiveDate>().ok().and_then(|day| day.and_hms_opt(12, 0, 0));
    ["%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]
        .iter()
        .find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())
        .or_else(|| day(text))
        .ok_or_else(|| "write a time as 2026-11-16 or 2026-11-16T20:15".to_owned())
}

/// Forms of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Table,
    /// For programs
    Json,
    /// For spreadsheets
    Csv,
    /// For web pages and forums
    Markdown,
}

/// What may be done.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Open a new campaign
    New(NewArgs),
    /// Show what the campaign is and what is due
    Status,
    /// Enter, list and remove players
    #[command(subcommand)]
    Player(PlayerVerb),
    /// Look up fleets and classes, buy ships, show registers
    #[command(subcommand)]
    Fleet(FleetVerb),
    /// Choose a commander's flagship
    Flagship(VesselArgs),
    /// Take the steps from the muster to the first battle
    ///
    /// Rolls the starting order, then takes each --pick and --base that is due, then rolls Leadership. At a terminal
    /// it asks for what is missing; otherwise it stops there and says what is due.
    Start(StartArgs),
    /// Offer a battle
    Challenge(ChallengeArgs),
    /// Draw a round: random opponents, each pair an accepted challenge
    ///
    /// Nobody meets the opponent of the last round, and no Imperial, Chaos or Eldar player one of his own, while that can
    /// be helped. With an odd number somebody has the bye: those with the fewest byes first. Who is away or still in a
    /// battle is left out.
    Pairings {
        /// Renown for playing the battles of this round
        #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(i32).range(0..=10))]
        bonus: Option<i32>,
    },
    /// Close the week: warn and penalise players who do not play
    ///
    /// What is done follows the options idle-rule, idle-warning, idle-days, idle-system-days and renown-decay. Who was
    /// declined or refused, had the bye, is away or has nobody to fight is not idle. A week is closed once; with
    /// --dry-run it only shows what would come.
    Week {
        /// A player whom the arbitrator does not penalise
        #[arg(long = "spare", value_name = "PLAYER")]
        spare: Vec<String>,
        /// Who receives the system that a player loses; by die when left out
        #[arg(long = "heir", value_name = "LOSER=PLAYER")]
        heirs: Vec<String>,
    },
    /// End the campaign and say who won
    Finish {
        /// Who has won by a goal of the club's own, as the arbitrator judges
        #[arg(long = "winner", value_name = "PLAYER")]
        winners: Vec<String>,
    },
    /// Take a battle through its campaign turn
    #[command(subcommand)]
    Battle(BattleVerb),
    /// Change a house rule or the deadline before the start
    Option(OptionArgs),
    /// Show who leads, what each still needs, and the time left
    Standings(StandingsArgs),
    /// Tell what happened in the last seven days, a week of the campaign, or any span
    ///
    /// The newsletter of the club: it holds what everybody may know. With --as NAME it also holds what that player knows,
    /// with --as arbitrator everything.
    #[command(visible_alias = "newsletter")]
    Report {
        /// First day
        #[arg(long, value_name = "DATE", conflicts_with = "week")]
        since: Option<NaiveDate>,
        /// Last day; today when left out
        #[arg(long, value_name = "DATE", conflicts_with = "week")]
        until: Option<NaiveDate>,
        /// A week of the campaign, counted from its start
        #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=520))]
        week: Option<u32>,
        /// How it comes out.
        #[command(flatten)]
        page: PageArgs,
    },
    /// Write the campaign as a folder of pages that anybody can open
    ///
    /// Standings, map, newsletters, every player, ship and battle, and the journal, without what everybody may not know.
    /// With --as NAME it also holds what that player knows; such a folder is for nobody else. Publishing again writes only
    /// what changed and removes pages that are no longer made.
    Publish {
        /// The folder
        dir: PathBuf,
        /// Show the dice of each battle
        #[arg(long)]
        with_dice: bool,
    },
    /// Make pages for paper: open them in a browser and print
    #[command(subcommand)]
    Print(PrintVerb),
    /// Show a player's fleet register
    Register(RegisterArgs),
    /// Show a ship's figures today and tell its history
    Ship(ShipArgs),
    /// List promotions and demotions
    Promotions,
    /// List, draw and generate sub-sector maps
    #[command(subcommand)]
    Map(MapVerb),
    /// Look up scenarios and roll what is rolled for them at the table
    #[command(subcommand)]
    Scenario(ScenarioVerb),
    /// Look up and check rules
    #[command(subcommand)]
    Rules(RulesVerb),
    /// List the journal
    Log(LogArgs),
    /// Show one journal entry whole
    Show(ShowArgs),
    /// Undo the newest command in force, with everything that it did
    Undo(UndoArgs),
    /// Bring back what was undone last
    Redo,
    /// Change, take out or put in a past command, and decide everything after it again
    ///
    /// The command goes after `--`, as it should have been given then. Dice already rolled stand, by purpose; only what
    /// was never rolled is rolled now. What would change is shown before anything is recorded.
    Amend(AmendArgs),
    /// Prove the campaign: hashes, digests, every command decided again, every battle of the engine played again
    Verify {
        /// Do not play battles again
        #[arg(long)]
        quick: bool,
    },
    /// Check that the tables add up to the journal
    Check,
    /// Copy the campaign into a new file, and prove the copy
    Backup {
        /// The copy
        file: PathBuf,
    },
    /// Put a backup in the place of the campaign, once it is proven
    ///
    /// Works whatever is left of the campaign: damaged, cut short, with a log that a crash left, or gone. What is there
    /// is kept beside it under a name that is told.
    Restore {
        /// The backup; it stays where it is
        file: PathBuf,
    },
    /// Write the whole journal as JSON lines
    Export {
        /// Where to; standard output when left out
        file: Option<PathBuf>,
    },
    /// Rebuild a campaign from an export
    Import {
        /// The export
        file: PathBuf,
    },
    /// Fight one battle between two fleet files, without a campaign
    ///
    /// Such as `renown skirmish --scenario convoy --fleet Anna=anna.toml --fleet Boris=boris.toml --captain Anna=me`.
    /// It is kept as every battle is: `renown skirmish` alone goes on where it was left.
    Skirmish(SkirmishArgs),
    /// Play a small campaign with fixed dice, step by step, and tell why; nothing is kept
    Tutorial,
    /// The war on the ground: armies, tables, battles of formations
    #[command(subcommand)]
    Ground(GroundVerb),
    /// Play a battle from a situation file, by a list of actions or at the terminal
    ///
    /// At the terminal an empty line takes the usual answer, `help` lists what can be written, `quit` stops. `--save`
    /// writes the situation reached, which can be played on; `--record` writes a battle file for `renown replay`.
    Play(PlayArgs),
    /// Play a recorded battle again and tell it
    Replay {
        /// A battle file: a situation with `actions` and `dice`
        file: PathBuf,
        /// Draw the table before the first and after every action into this folder
        #[arg(long, value_name = "DIR")]
        svg: Option<PathBuf>,
        /// Write a page to step through the battle, a picture for each phase
        #[arg(long, value_name = "FILE")]
        html: Option<PathBuf>,
    },
    /// Work out the odds of an attack or a special order
    ///
    /// Such as `7 dice at 6+ with lock on against 2 shields, braced`, `4 lances against lunar with 5 hits`, or
    /// `leadership 8 with a re-roll`.
    Odds {
        /// The attack in words
        #[arg(required = true)]
        words: Vec<String>,
    },
    /// Run a month's war by itself: every battle fought by captains, weekly newsletters, the standings and the winner
    Demo(DemoArgs),
    /// Foretell a battle between two players by fighting it many times; nothing is recorded
    ///
    /// Both field what fits from their registers. The dice are the forecast's own.
    Forecast(ForecastArgs),
    /// Let the members in from their phones: serve this campaign to browsers
    ///
    /// Prints the address and, until an arbitrator's device is let in, a link for him. Needs the program renown-serve
    /// beside this one.
    Serve(ServeArgs),
    /// Invite members by link and QR code, list and revoke what lets them in
    #[command(subcommand)]
    Member(MemberVerb),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the manual pages into a folder
    Man {
        /// The folder
        folder: PathBuf,
    },
}
