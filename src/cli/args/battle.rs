//! Command lines about battles.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::RecordArgs;

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
    /// Go on with a battle until somebody must decide something
    ///
    /// Every step that decides nothing is taken by itself. What only people can decide is asked for at a terminal;
    /// otherwise give it as options, or in a TOML file whose keys are the options' names. Options for later steps are
    /// used when the run comes to them; those that it cannot come to are refused before anything is rolled.
    Next(Box<NextArgs>),
    /// Record what happened in a battle fought on the table
    ///
    /// Takes a report file, or the same facts as options, or asks for them at a terminal: a whole fleet in one line.
    /// A line names each vessel that was hurt, shortened as far as you like, and what befell it:
    /// `Agrippa 4, Vigil hulk, Hounds -2, Duke 6 disengaged (bridge smashed)`. A number is hits of a ship or escorts
    /// of a squadron; `cobra:1 sword:2` names the escorts of a mixed one; words are crippled, destroyed, hulk, gone,
    /// disengaged, warp, edge, landed, absent; `Vigil hulk by Soulless` says who did it, for the newsletter; what stands
    /// in brackets is kept as a remark.
    Record(Box<RecordArgs>),
    /// Have the engine fight the battle and record what came of it
    ///
    /// Captains decide for both sides unless --captain says otherwise; the battle is kept whole in the campaign, and
    /// the aftermath goes on as after any battle. The fleets deploy by the scenario's rules; who plays at the terminal may
    /// deploy his own: `help` at the question tells how, and --deploy takes the same lines from a file. Every answer and
    /// die of his battle is kept as it is given: the same command goes on where it was left.
    Fight(FightArgs),
    /// Play a battle again that the engine fought
    Replay {
        /// Its number
        battle: u32,
        /// Draw the table before the first and after every action into this folder
        #[arg(long, value_name = "DIR")]
        svg: Option<std::path::PathBuf>,
        /// Write a page to step through the battle, a picture for each phase
        #[arg(long, value_name = "FILE")]
        html: Option<std::path::PathBuf>,
    },
    /// Foretell a battle by fighting it many times; nothing is recorded
    Forecast {
        /// Its number
        battle: u32,
        /// How often, and by which seed
        #[command(flatten)]
        args: super::RunsArgs,
    },
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

/// A battle of the engine.
#[derive(Args, Clone, Debug)]
pub struct FightArgs {
    /// Number of the battle
    pub battle: u32,
    /// Who decides for a player: captain, admiral (who looks ahead), cadet, or me at the terminal
    #[arg(long = "captain", value_name = "PLAYER=WHO")]
    pub captains: Vec<String>,
    /// Deploy a player's fleet by this file, or - for standard input: a line for each ship, `Agrippa at 60 20 heading 90`
    #[arg(long = "deploy", value_name = "PLAYER=FILE")]
    pub deployments: Vec<String>,
    /// The formation of a player in a fleet engagement: sphere, wedge or cross
    #[arg(long = "formation", value_name = "PLAYER=FORMATION")]
    pub formations: Vec<String>,
    /// Tell everything that happens
    #[arg(long)]
    pub story: bool,
}

/// Answers to what only people can decide.
#[derive(Args, Clone, Debug, Default)]
pub struct NextArgs {
    /// Number of the battle
    pub battle: u32,
    /// A TOML file of answers
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// One step only, not every one that decides nothing
    #[arg(long)]
    pub step: bool,
    /// Who takes the usual answer to what he is asked: a player, or both. The middle of the range; orders rolled;
    /// Leadership; repairs that bring crippled ships back first; no appeals
    #[arg(long = "usual", value_name = "PLAYER")]
    pub usual: Vec<String>,
    /// challenge: take it up
    #[arg(long)]
    pub accept: bool,
    /// challenge: cannot play
    #[arg(long, conflicts_with = "accept")]
    pub decline: bool,
    /// challenge: will not play
    #[arg(long, conflicts_with_all = ["accept", "decline"])]
    pub refuse: bool,
    /// orders: what an admiral chooses, raid, battle or roll
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
    /// experience: a crew that gains Leadership rather than learn a skill
    #[arg(long = "leadership", value_name = "VESSEL")]
    pub leadership: Vec<String>,
    /// experience: the name of a lost vessel's replacement
    #[arg(long = "replace", value_name = "LOST=NAME")]
    pub replace: Vec<String>,
    /// experience: a crew that its owner's veteran trainers train, or none
    #[arg(long = "train", value_name = "VESSEL")]
    pub train: Vec<String>,
    /// repairs: where a player's points go
    #[arg(long = "repair", value_name = "VESSEL=NUMBER")]
    pub repair: Vec<String>,
    /// repairs: a vessel sent away until after the next game
    #[arg(long = "withdraw", value_name = "VESSEL")]
    pub withdraw: Vec<String>,
    /// repairs: the withdrawn vessel that a Ramilies tries to bring back before the next game
    #[arg(long = "quick", value_name = "VESSEL")]
    pub quick: Option<String>,
    /// appeals: who asks for what: reinforcements, refit, other, ramilies or none
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
