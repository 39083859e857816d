//! The campaign's rules: commands in, events out. Pure: no file, clock, terminal, SQL or random source.
//!
//! [`decide`] judges a [`Command`] against a [`Campaign`] and either refuses it, changing nothing, or says what
//! happened; [`apply`](apply::apply) folds that into the campaign. A step of the rulebook is a file.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod aftermath;
pub mod amend;
pub mod appeal_tables;
pub mod apply;
pub mod bounds;
pub mod chart;
pub mod command;
pub mod composition;
pub mod due;
pub mod event;
pub mod extras;
pub mod figures;
pub mod generate;
pub mod hint;
mod leadership;
pub mod limits;
pub mod lists;
pub mod month;
pub mod names;
mod opening;
pub mod options;
mod players;
mod purchase;
pub mod ranks;
pub mod refusal;
mod register;
pub mod rights;
pub mod state;
mod steps;
pub mod turn;
pub mod umpire;
pub mod view;

use chrono::NaiveDateTime;

use crate::campaign::state::battle::Ending;
use crate::dice::Dice;
use crate::ships::class::ShipClass;
use crate::ships::effects::Effects;
use aftermath::boons::Taking;
use command::Command;
use event::Event;
use lists::{CommanderKind, Fleet, FleetList, Upgrade};
use refusal::{Refusal, Refusals};
pub use rights::is_giver;
use state::{About, Campaign, Player, PlayerId, System, SystemId, Vessel, VesselId, VesselState};
use umpire::Umpire;

/// What exists: the fleets that a campaign may use.
pub trait Library: Effects {
    /// A fleet by its slug.
    fn fleet(&self, id: &str) -> Option<&Fleet>;
    /// A fleet list by its slug.
    fn list(&self, id: &str) -> Option<&FleetList>;
    /// A ship class by its slug.
    fn class(&self, id: &str) -> Option<&ShipClass>;
    /// A commander that a list offers.
    fn commander(&self, list: &str, id: &str) -> Option<&CommanderKind>;
    /// The commanders that a list offers.
    fn commanders(&self, list: &str) -> Vec<&CommanderKind>;
    /// What a list sells besides ships.
    fn upgrades(&self, list: &str) -> Vec<&Upgrade>;
    /// The random gift of a face, for fleets whose capital ships each have one.
    fn gift(&self, fleet: &str, face: u8) -> Option<(&str, &str)>;
    /// What a Ramilies star fort does in a campaign (APPEAL-16).
    fn ramilies(&self) -> Option<&extras::RamiliesCampaign>;
    /// The Tyranid evolutions of a fleet (REFIT-29).
    fn evolutions(&self, fleet: &str) -> Vec<&extras::Evolution>;
    /// The Marks of Chaos of a table, with their prices.
    fn marks(&self, fleet: &str, table: &str) -> Vec<(&str, u32)>;
    /// Planetary defences that a fleet may buy, its own included.
    fn defences(&self, fleet: &str) -> Vec<extras::DefenceKind>;
    /// Appeals, refits and crew skills.
    fn appeals(&self) -> &appeal_tables::Appeals;
    /// Every list, for did-you-mean.
    fn list_ids(&self) -> Vec<String>;
    /// Every class, for did-you-mean.
    fn class_ids(&self) -> Vec<String>;
}

/// What a decision needs besides the campaign and the command.
pub struct Circumstances<'a> {
    /// What exists.
    pub library: &'a dyn Library,
    /// Who plays battles of the engine again.
    pub umpire: &'a dyn Umpire,
    /// Where dice come from.
    pub dice: &'a mut dyn Dice,
    /// When the command is given.
    pub now: NaiveDateTime,
    /// Who gives it: `None` for the arbitrator.
    pub by: Option<PlayerId>,
    /// The arbitrator's reason for letting a rule pass.
    pub ruling: Option<&'a str>,
}

/// Judges a command.
///
/// # Errors
/// Every reason why it cannot be carried out; the campaign is as before.
pub fn decide(campaign: &Campaign, command: &Command, with: &mut Circumstances<'_>) -> Result<Vec<Event>, Refusals> {
    rights::may_give(campaign, command, with.by, with.ruling.is_some())?;
    month::victory::is_open(campaign)?;
    let wild = bounds::command(command);
    if !wild.is_empty() {
        return Err(Refusals(wild));
    }
    let mut events = judge(campaign, command, with)?;
    with.dice.finish()?;
    turn::under_way::untouched(campaign, &events, with)?;
    events.extend(month::victory::notice(campaign, &events, with));
    Ok(events)
}

/// Hands a command to the step of the rulebook that judges it.
#[expect(clippy::too_many_lines, reason = "one table: a command an arm")]
fn judge(campaign: &Campaign, command: &Command, with: &mut Circumstances<'_>) -> Result<Vec<Event>, Refusals> {
    match command {
        Command::OpenCampaign { name, chart, ends, options } => {
            opening::open(campaign, name, chart, *ends, options, with.now)
        }
        Command::SetOption { option, value } => opening::set_option(campaign, option, value),
        Command::SetDeadline { ends } => opening::set_deadline(campaign, *ends, with),
        Command::AddPlayer { player, name, list, commander, commander_kind } => players::add(
            campaign,
            *player,
            &players::NewPlayer { name, list, commander, kind: commander_kind.as_deref() },
            with,
        ),
        Command::RemovePlayer { player } => players::remove(campaign, *player),
        Command::BuyVessel { vessel, player, new } => {
            register::buy(campaign, *player, *vessel, std::slice::from_ref(new), None, with)
        }
        Command::ImportFleet { player, first, vessels, flagship } => {
            register::buy(campaign, *player, *first, vessels, flagship.as_deref(), with)
        }
        Command::SellVessel { player, vessel } => register::sell(campaign, *player, *vessel, with),
        Command::RenameVessel { player, vessel, name } => register::rename(campaign, *player, *vessel, name),
        Command::ChooseFlagship { player, vessel } => register::choose_flagship(campaign, *player, *vessel, with),
        Command::CompleteTrials { player, vessel } => register::complete_trials(campaign, *player, *vessel, with.now),
        Command::AcceptFigures { player, vessel } => register::accept_figures(campaign, *player, *vessel, with),
        Command::RollStartingOrder => opening::roll_order(campaign, with),
        Command::PickSystem { player, system } => opening::pick_system(campaign, *player, *system),
        Command::HideBase { player, system, structure } => {
            opening::hide_base(campaign, *player, *system, structure.as_deref(), with)
        }
        Command::BeginCampaign => opening::begin(campaign, with),
        Command::JoinCampaign { player } => opening::join(campaign, *player, with),
        Command::SetAllegiance { player, rebel } => players::set_allegiance(campaign, *player, *rebel, with),
        Command::EditRenown { player, by } => players::edit_renown(campaign, *player, *by, with),
        Command::EditOwner { system, owner } => players::edit_owner(campaign, *system, *owner, with),
        Command::Challenge { battle, challenger, challenged } => {
            turn::challenge::challenge(campaign, *battle, *challenger, *challenged, with)
        }
        Command::AcceptChallenge { battle } => turn::challenge::accept(campaign, *battle, with),
        Command::DeclineChallenge { battle } => turn::challenge::turn_down(campaign, *battle, Ending::Declined, with),
        Command::RefuseChallenge { battle } => turn::challenge::turn_down(campaign, *battle, Ending::Refused, with),
        Command::AbandonBattle { battle } => turn::challenge::turn_down(campaign, *battle, Ending::Abandoned, with),
        Command::RollInitiative { battle } => turn::initiative::roll(campaign, *battle, with),
        Command::HuntBase { battle, scenario } => turn::orders::hunt(campaign, *battle, *scenario, with),
        Command::RollForOrders { battle } => turn::orders::roll_for(campaign, *battle, with),
        Command::ReceiveOrders { battle, choices } => turn::orders::receive(campaign, *battle, choices, with),
        Command::DetermineScenario { battle, agreed } => turn::orders::scenario(campaign, *battle, *agreed, with),
        Command::ChooseLocation { battle, system } => turn::location::choose(campaign, *battle, *system, with),
        Command::AgreeSize { battle, points, transports, assault } => {
            turn::size::agree(campaign, *battle, *points, *transports, *assault, with)
        }
        Command::PickFleet { battle, player, vessels, defences, works } => {
            let pick = turn::fleets::Pick { player: *player, vessels, defences: *defences, works };
            turn::fleets::pick(campaign, *battle, &pick, with)
        }
        Command::BuyDefences { battle, player, works } => turn::defences::buy(campaign, *battle, *player, works, with),
        Command::RollSubPlots { battle, secret } => turn::plots::roll(campaign, *battle, *secret, with),
        Command::RevealSubPlots { battle } => turn::plots::reveal(campaign, *battle),
        Command::NominateShip { battle, player, ship } => turn::plots::nominate(campaign, *battle, *player, *ship),
        Command::SetUpBattle { battle, choices } => turn::set_up::set_up(campaign, *battle, choices, with),
        Command::BeginFight { battle, under_way } => turn::under_way::begin(campaign, *battle, under_way),
        Command::RecordBattle { battle, report, fought } => {
            turn::report::record(campaign, *battle, report, fought.as_deref(), with)
        }
        Command::ClaimSpoils { battle, claim } => aftermath::spoils::settle(campaign, *battle, *claim, with),
        Command::AdjustRenown { battle, tenders } => aftermath::renown::adjust(campaign, *battle, tenders),
        Command::Promote { battle, gifts } => aftermath::promotions::promote(campaign, *battle, gifts, with),
        Command::ChooseMark { player, mark } => aftermath::promotions::choose_mark(campaign, *player, *mark),
        Command::GainExperience { battle, skills, names, train, ask } => {
            let choices = aftermath::experience::Choices { skills, names, train, ask: *ask };
            aftermath::experience::gain(campaign, *battle, &choices, with)
        }
        Command::TakeAdvance { battle, player, vessel, skill } => {
            aftermath::experience::take_advance(campaign, *battle, *player, *vessel, *skill, with)
        }
        Command::TrainCrew { battle, player, vessel } => {
            aftermath::boons::train_crew(campaign, *battle, *player, *vessel)
        }
        Command::CountRepairs { battle } => aftermath::repairs::count_points(campaign, *battle, with),
        Command::SpendRepairs { battle, player, spend, withdraw, quick } => {
            let plan = aftermath::repairs::Plan { spend: spend.as_deref(), withdraw, quick: *quick };
            aftermath::repairs::spend(campaign, *battle, *player, &plan, with)
        }
        Command::MakeAppeals { battle, declared } => aftermath::appeals::make(campaign, *battle, declared, with),
        Command::DeclareAppeals { battle, player, kinds } => {
            aftermath::appeals::declare(campaign, *battle, *player, kinds, with)
        }
        Command::TakeRefit { battle, player, ship, torpedoes } => {
            aftermath::appeals::take_refit(campaign, *battle, *player, *ship, *torpedoes, with)
        }
        Command::TakeReinforcement { battle, player, vessel, new } => {
            aftermath::appeals::take_reinforcement(campaign, *battle, *player, *vessel, new, with)
        }
        Command::TakeOther { battle, player, vessel, more, mark, no_models } => {
            let ships: Vec<VesselId> = vessel.iter().chain(more).copied().collect();
            let taking = Taking { player: *player, ships: &ships, mark: *mark, no_models: *no_models };
            aftermath::boons::take_other(campaign, *battle, &taking, with)
        }
        Command::TakeRamilies { battle, player, system, give_up } => {
            aftermath::ramilies::take(campaign, *battle, *player, *system, *give_up, with)
        }
        Command::MoveRamilies { battle, player, system } => {
            aftermath::ramilies::relocate(campaign, *battle, *player, *system, with)
        }
        Command::WaiveGrant { battle, player, kind } => aftermath::appeals::waive(campaign, *battle, *player, *kind),
        Command::TellBase { owner, to } => players::tell_base(campaign, *owner, *to, with),
        Command::ForfeitBattle { battle, by } => month::forfeit::forfeit(campaign, *battle, *by, with),
        Command::PairRound { first, bonus } => month::pairings::pair(campaign, *first, *bonus, with),
        Command::SetAway { player, until } => month::leave::set_away(campaign, *player, *until, with),
        Command::LeaveCampaign { player, abandon } => month::leave::leave(campaign, *player, *abandon, with),
        Command::ReturnToCampaign { player } => month::leave::come_back(campaign, *player, with),
        Command::CloseWeek { spared, heirs } => month::idle::close(campaign, spared, heirs, with),
        Command::AssignSide { player, side } => month::victory::assign_side(campaign, *player, *side, with),
        Command::FinishCampaign { winners } => month::victory::conclude(campaign, winners, with),
        Command::ConfirmReport { battle } => month::confirm::confirm(campaign, *battle, with),
        Command::DisputeReport { battle, reason } => month::confirm::dispute(campaign, *battle, reason, with),
    }
}

fn about(campaign: &Campaign) -> Result<&About, Refusal> {
    campaign.about.as_ref().ok_or_else(|| Refusal::plain("this campaign is not open yet"))
}

fn player(campaign: &Campaign, id: PlayerId) -> Result<&Player, Refusal> {
    campaign.players.get(&id).ok_or_else(|| Refusal::plain(format!("there is no player {}", id.0)))
}

/// A vessel on a player's register that is not lost.
fn vessel_of(campaign: &Campaign, player: PlayerId, id: VesselId) -> Result<&Vessel, Refusal> {
    let vessel = campaign.vessels.get(&id).filter(|vessel| vessel.player == player);
    let vessel = vessel.ok_or_else(|| Refusal::by("FLEET-08", format!("vessel {} is not on this register", id.0)))?;
    if vessel.state == VesselState::Lost {
        return Err(Refusal::by("FLEET-11", format!("\"{}\" is lost", vessel.name)));
    }
    Ok(vessel)
}

fn system(campaign: &Campaign, id: SystemId) -> Result<&System, Refusal> {
    campaign.systems.get(&id).ok_or_else(|| Refusal::plain(format!("there is no system {}", id.0)))
}
