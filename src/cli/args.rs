//! The command line. The doc comments are the help.

mod record;
mod scenario;

pub use record::RecordArgs;
pub use scenario::{RollArgs, ScenarioVerb, SetUpArgs};

use std::path::PathBuf;

use chrono::{NaiveDate, NaiveDateTime};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// Run an ongoing Battlefleet Gothic war between the members of a club
#[derive(Debug, Parser)]
#[command(name = "renown", version, propagate_version = true, max_term_width = 100)]
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
    /// When it happened, if not now
    #[arg(long, global = true, value_name = "TIME", env = "RENOWN_NOW", value_parser = time)]
    pub at: Option<NaiveDateTime>,
}

impl Common {
    /// Who looks or acts.
    #[must_use]
    pub fn who(&self) -> &str {
        self.who.as_deref().unwrap_or("arbitrator")
    }
}

fn time(text: &str) -> Result<NaiveDateTime, String> {
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
    Challenge {
        /// Who offers
        challenger: String,
        /// To whom
        challenged: String,
        /// The offer is taken up at once
        #[arg(long)]
        accept: bool,
    },
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
    Standings,
    /// Tell what happened in the last seven days, a week of the campaign, or any span
    ///
    /// The newsletter of the club: it holds what everybody may know. With --as NAME it also holds what that player knows,
    /// with --as arbitrator everything.
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
    },
    /// Show a player's fleet register
    Register {
        /// Whose; everybody's when left out
        player: Option<String>,
    },
    /// Show a ship's figures today and tell its history
    Ship {
        /// Its name, or one it bore before
        name: String,
    },
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
    Show {
        /// Its number
        entry: u64,
    },
    /// Undo the newest command in force
    Undo,
    /// Do the command again that was undone last
    Redo,
    /// Change, take out or put in a past command, and decide everything after it again
    ///
    /// The command goes after `--`, as it should have been given then. Dice already rolled stand, by purpose; only what
    /// was never rolled is rolled now. What would change is shown before anything is recorded.
    Amend(AmendArgs),
    /// Prove the campaign: hashes, digests, and every command decided again
    Verify,
    /// Check that the tables add up to the journal
    Check,
    /// Copy the campaign into a new file
    Backup {
        /// The copy
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
    /// Open a campaign of six fleets and show it
    Demo(DemoArgs),
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

/// Verbs about battles.
#[derive(Debug, Subcommand)]
pub enum BattleVerb {
    /// List the open battles
    List {
        /// Those that ended too
        #[arg(long)]
        all: bool,
    },
    /// Show what is known of a battle and what is due
    Status {
        /// Its number
        battle: u32,
    },
    /// Take the step that is due
    ///
    /// What only people can decide is asked for at a terminal; otherwise give it as options, or in a TOML file whose
    /// keys are the options' names.
    Next(Box<NextArgs>),
    /// Record what happened in a battle fought on the table
    ///
    /// Takes a report file, or the same facts as options, or asks for them at a terminal: a whole fleet in one line.
    /// A line names each vessel that was hurt, shortened as far as you like, and what befell it:
    /// `Agrippa 4, Vigil hulk, Hounds -2, Duke 6 disengaged (bridge smashed)`. A number is hits of a ship or escorts
    /// of a squadron; `cobra:1 sword:2` names the escorts of a mixed one; words are crippled, destroyed, hulk, gone,
    /// disengaged, warp, edge, landed, absent; what stands in brackets is kept as a remark.
    Record(Box<RecordArgs>),
    /// Write a half-filled report with every vessel of both sides
    Template {
        /// Its number
        battle: u32,
        /// Where to; standard output when left out
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Agree to the report of the other player
    Confirm {
        /// Its number
        battle: u32,
    },
    /// Object to the report of the other player; the battle is recorded again
    Dispute {
        /// Its number
        battle: u32,
        /// What is wrong with it
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// End an accepted battle because a player did not turn up
    Forfeit {
        /// Its number
        battle: u32,
        /// Who did not turn up
        #[arg(long, value_name = "PLAYER")]
        by: String,
    },
    /// Break off a battle by agreement; nothing comes of it
    Abandon {
        /// Its number
        battle: u32,
    },
}

/// Answers to what only people can decide.
#[derive(Args, Clone, Debug, Default)]
pub struct NextArgs {
    /// Number of the battle
    pub battle: u32,
    /// A TOML file of answers
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// challenge: take it up
    #[arg(long)]
    pub accept: bool,
    /// challenge: cannot play
    #[arg(long, conflicts_with = "accept")]
    pub decline: bool,
    /// challenge: will not play
    #[arg(long, conflicts_with_all = ["accept", "decline"])]
    pub refuse: bool,
    /// orders: what an admiral chooses, raid or battle
    #[arg(long = "choose", value_name = "PLAYER=CLASS")]
    pub choose: Vec<String>,
    /// orders: hunt the pirate's base, as "Planetary Assault" or Exterminatus
    #[arg(long, value_name = "SCENARIO")]
    pub hunt: Option<String>,
    /// scenario: the one both agree on
    #[arg(long, value_name = "SCENARIO")]
    pub scenario: Option<String>,
    /// location: where the attacker strikes
    #[arg(long, value_name = "SYSTEM")]
    pub system: Option<String>,
    /// size: agreed points; the middle of the range when left out
    #[arg(long, value_name = "NUMBER")]
    pub points: Option<u32>,
    /// size: transports of a convoy
    #[arg(long, value_name = "NUMBER")]
    pub transports: Option<u32>,
    /// size: the attacking wolf pack tries for a Planetary Assault
    #[arg(long)]
    pub assault: bool,
    /// fleets: what a player fields: `all` that is ready, `fit` for a fleet that fits the allowance, `none` in a convoy
    #[arg(long = "fleet", value_name = "PLAYER=VESSEL,VESSEL…")]
    pub fleets: Vec<String>,
    /// fleets: points of his allowance the defender spends on planetary defences
    #[arg(long, value_name = "NUMBER")]
    pub defences: Option<u32>,
    /// fleets: planetary defences by name; those picked with the fleet are paid for out of the allowance
    #[arg(long = "defence", value_name = "PLAYER=NAME:NUMBER,…")]
    pub works: Vec<String>,
    /// sub-plots: both agree to keep them secret until the battle is reported
    #[arg(long)]
    pub secret_plots: bool,
    /// sub-plots: show the secret ones, because a player asks
    #[arg(long)]
    pub reveal_plots: bool,
    /// sub-plots: the ship that a sub-plot asks for
    #[arg(long = "nominate", value_name = "PLAYER=VESSEL")]
    pub nominate: Vec<String>,
    /// spoils: the winner leaves the system as it is
    #[arg(long)]
    pub no_claim: bool,
    /// renown: a repair tender that gives 2 repair points, not renown
    #[arg(long = "tender-repairs", value_name = "VESSEL")]
    pub tenders: Vec<String>,
    /// promotions: the Mark of Chaos that a Chaos commander takes with his rank; appeals: that of a champion
    #[arg(long = "mark", value_name = "PLAYER=MARK")]
    pub marks: Vec<String>,
    /// promotions: a Mechanicus player whose flagship rolls a gift instead of a refit
    #[arg(long = "gift", value_name = "PLAYER")]
    pub gifts: Vec<String>,
    /// experience: a crew that would rather learn a skill than gain Leadership
    #[arg(long = "skill", value_name = "VESSEL")]
    pub skills: Vec<String>,
    /// experience: the name of a lost vessel's replacement
    #[arg(long = "replace", value_name = "LOST=NAME")]
    pub replace: Vec<String>,
    /// experience: a crew that its owner's veteran trainers train
    #[arg(long = "train", value_name = "VESSEL")]
    pub train: Vec<String>,
    /// repairs: where points go; the rest is spent by the default when none is given
    #[arg(long = "repair", value_name = "VESSEL=NUMBER")]
    pub repair: Vec<String>,
    /// repairs: a vessel sent away until after the next game
    #[arg(long = "withdraw", value_name = "VESSEL")]
    pub withdraw: Vec<String>,
    /// repairs: the withdrawn vessel that a Ramilies tries to bring back before the next game
    #[arg(long = "quick", value_name = "VESSEL")]
    pub quick: Option<String>,
    /// appeals: who asks for what: reinforcements, refit, other or ramilies
    #[arg(long = "appeal", value_name = "PLAYER=KIND")]
    pub appeals: Vec<String>,
    /// appeals: the ship that takes a granted refit
    #[arg(long = "refit", value_name = "PLAYER=VESSEL")]
    pub refit: Vec<String>,
    /// appeals: that ship rolls for special torpedoes if its refit is one of weapons
    #[arg(long = "torpedoes", value_name = "VESSEL")]
    pub torpedoes: Vec<String>,
    /// appeals: the ships of granted reinforcements
    #[arg(long = "reinforce", value_name = "PLAYER=CLASS[:NUMBER]=NAME")]
    pub reinforce: Vec<String>,
    /// appeals: take a granted other appeal; its vessels may be named at once, or when the result is known
    #[arg(long = "other", value_name = "PLAYER[=VESSEL,VESSEL]")]
    pub other: Vec<String>,
    /// appeals: a player without models of ships that would be lent to him
    #[arg(long = "no-models", value_name = "PLAYER")]
    pub no_models: Vec<String>,
    /// appeals: where a granted Ramilies is hidden
    #[arg(long = "ramilies", value_name = "PLAYER=SYSTEM")]
    pub ramilies: Vec<String>,
    /// appeals: a forge or hive world given up for a Ramilies, and where that is hidden
    #[arg(long = "give-up", value_name = "PLAYER=WORLD=SYSTEM")]
    pub give_up: Vec<String>,
    /// appeals: where a Ramilies that was found moves to
    #[arg(long = "move-ramilies", value_name = "PLAYER=SYSTEM")]
    pub move_ramilies: Vec<String>,
    /// appeals: leave a granted appeal unused
    #[arg(long = "waive", value_name = "PLAYER=KIND")]
    pub waive: Vec<String>,
}

/// An amendment of the history.
#[derive(Args, Debug)]
pub struct AmendArgs {
    /// Number of the entry, as `renown log` shows it
    pub entry: u64,
    /// Take the entry out
    #[arg(long, conflicts_with = "after")]
    pub remove: bool,
    /// Keep the entry and put a forgotten command after it
    #[arg(long)]
    pub after: bool,
    /// Take out later entries that no longer fit
    #[arg(long, value_name = "ENTRY", value_delimiter = ',')]
    pub drop: Vec<u64>,
    /// Take out every later entry that no longer fits
    #[arg(long)]
    pub drop_unfit: bool,
    /// Give a later entry that no longer fits anew
    #[arg(long, value_name = "ENTRY=COMMAND")]
    pub instead: Vec<String>,
    /// Let a later entry stand by the arbitrator's ruling
    #[arg(long, value_name = "ENTRY=REASON")]
    pub allow: Vec<String>,
    /// Record it without asking
    #[arg(long)]
    pub yes: bool,
    /// The right command
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

/// A new campaign.
#[derive(Args, Debug)]
pub struct NewArgs {
    /// Name of the campaign
    pub name: String,
    /// The map: one of `renown map list`, or a file
    #[arg(long, default_value = "cyclops")]
    pub map: String,
    /// Last day of the campaign
    #[arg(long, value_name = "DATE")]
    pub ends: Option<NaiveDate>,
    /// A house rule, such as `composition=warn`; `renown rules options` lists them
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

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
    /// Commission a whole fleet from a file
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

/// The steps of the opening.
#[derive(Args, Debug)]
pub struct StartArgs {
    /// A starting system
    #[arg(long = "pick", value_name = "PLAYER=SYSTEM")]
    pub picks: Vec<String>,
    /// A hidden base
    #[arg(long = "base", value_name = "PLAYER=SYSTEM")]
    pub bases: Vec<String>,
    /// Pick and hide at random whatever is not given
    #[arg(long)]
    pub random: bool,
}

/// A changed option.
#[derive(Args, Debug)]
pub struct OptionArgs {
    /// A house rule, such as `composition=warn`
    #[arg(value_name = "NAME=VALUE")]
    pub set: Option<String>,
    /// Last day of the campaign, or `none`
    #[arg(long, value_name = "DATE")]
    pub ends: Option<String>,
}

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
    /// List the house rules a campaign may choose
    Options,
    /// Run rule cases from files or folders
    Check {
        /// Files or folders of cases
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
}

/// What part of the journal.
#[derive(Args, Debug)]
pub struct LogArgs {
    /// How many of the newest entries
    #[arg(short = 'n', long, default_value_t = 20)]
    pub last: u64,
    /// Every entry
    #[arg(long)]
    pub all: bool,
    /// Print JSON, as `--format json`
    #[arg(long)]
    pub json: bool,
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

/// The demonstration.
#[derive(Args, Debug)]
pub struct DemoArgs {
    /// The same seed gives the same campaign
    #[arg(long, default_value = "gothic")]
    pub seed: String,
    /// Keep the campaign file in this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}
