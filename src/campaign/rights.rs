//! Who may give a command: a player for himself and for the battles he takes part in, the arbitrator for everybody.

use super::command::Command;
use super::refusal::{Refusal, Refusals};
use super::state::{BattleId, Campaign, PlayerId};
use crate::campaign::hint::Hint;

/// Judges the giver of a command: `by` is `None` for the arbitrator.
///
/// # Errors
/// When it is not his to give, and whose it is.
pub fn may_give(campaign: &Campaign, command: &Command, by: Option<PlayerId>, ruled: bool) -> Result<(), Refusals> {
    if by.is_some() && ruled {
        return Err(Refusal::by("CAMP-04", "only the arbitrator gives rulings").into());
    }
    is_giver(campaign, command, by)
}

/// Whether a command is one of the giver's to give; `None` for the arbitrator.
///
/// # Errors
/// Whose it is.
pub fn is_giver(campaign: &Campaign, command: &Command, by: Option<PlayerId>) -> Result<(), Refusals> {
    let Some(by) = by else { return Ok(()) };
    let givers = givers(campaign, command, by);
    if givers.contains(&by) {
        return Ok(());
    }
    let names: Vec<&str> =
        givers.iter().filter_map(|id| campaign.players.get(id)).map(|player| player.name.as_str()).collect();
    let says = match names.as_slice() {
        [] => "only the arbitrator can do this".to_owned(),
        names => format!("only {} or the arbitrator can do this", names.join(", ")),
    };
    Err(Refusal::by("CAMP-04", says).hint(Hint::ActAsArbitrator).into())
}

/// The players who may give a command besides the arbitrator. Each has its own line here: a new one is the arbitrator's
/// alone only when somebody has said so.
///
/// Ruling: what only rolls is done by either of the two at the table; the journal names him. What a player declares for
/// himself is his alone.
fn givers(campaign: &Campaign, command: &Command, by: PlayerId) -> Vec<PlayerId> {
    let both = |id: &BattleId| campaign.battles.get(id).map(|battle| battle.players().to_vec()).unwrap_or_default();
    match command {
        Command::BuyVessel { player, .. }
        | Command::ImportFleet { player, .. }
        | Command::SellVessel { player, .. }
        | Command::RenameVessel { player, .. }
        | Command::ChooseFlagship { player, .. }
        | Command::CompleteTrials { player, .. }
        | Command::PickFleet { player, .. }
        | Command::TakeReinforcement { player, .. }
        | Command::PickSystem { player, .. }
        | Command::HideBase { player, .. }
        | Command::JoinCampaign { player }
        | Command::NominateShip { player, .. }
        | Command::BuyDefences { player, .. }
        | Command::SpendRepairs { player, .. }
        | Command::TakeAdvance { player, .. }
        | Command::TrainCrew { player, .. }
        | Command::DeclareAppeals { player, .. }
        | Command::ChooseMark { player, .. }
        | Command::TakeRamilies { player, .. }
        | Command::MoveRamilies { player, .. }
        | Command::TakeRefit { player, .. }
        | Command::TakeOther { player, .. }
        | Command::WaiveGrant { player, .. }
        | Command::SetAway { player, .. }
        | Command::LeaveCampaign { player, .. }
        | Command::ReturnToCampaign { player, .. }
        | Command::Challenge { challenger: player, .. }
        // He who did not turn up may say so himself; the other needs the arbitrator.
        | Command::ForfeitBattle { by: player, .. } => vec![*player],
        Command::RollInitiative { battle }
        | Command::RollForOrders { battle }
        | Command::DetermineScenario { battle, .. }
        | Command::AgreeSize { battle, .. }
        | Command::RollSubPlots { battle, .. }
        | Command::RevealSubPlots { battle }
        | Command::SetUpBattle { battle, .. }
        | Command::BeginFight { battle, .. }
        | Command::RecordBattle { battle, .. }
        | Command::ConfirmReport { battle }
        | Command::ClaimSpoils { battle, claim: true }
        | Command::AdjustRenown { battle, .. }
        | Command::Promote { battle, .. }
        | Command::GainExperience { battle, .. }
        | Command::CountRepairs { battle }
        | Command::MakeAppeals { battle, .. } => both(battle),
        // An offer is the challenged player's to answer.
        Command::AcceptChallenge { battle }
        | Command::DeclineChallenge { battle }
        | Command::RefuseChallenge { battle } => {
            campaign.battles.get(battle).map(|battle| battle.challenged).into_iter().collect()
        }
        // What only the attacker decides (PIRATE-04, MISSION-06, SPOILS-01).
        Command::HuntBase { battle, .. }
        | Command::ChooseLocation { battle, .. }
        | Command::ClaimSpoils { battle, claim: false } => {
            let sides = campaign.battles.get(battle).and_then(|battle| battle.sides.as_ref());
            sides.map(|sides| sides.attacker.player).into_iter().collect()
        }
        // An admiral's choice is his own; the die is anybody's of the two (MISSION-02).
        Command::ReceiveOrders { battle, choices } => {
            both(battle).into_iter().filter(|player| choices.iter().all(|(chooser, _)| chooser == player)).collect()
        }
        // Who reported a battle cannot dispute it.
        Command::DisputeReport { battle, .. } => {
            let battle = campaign.battles.get(battle);
            let waiting = battle.and_then(|battle| Some((battle, battle.confirmation.as_ref()?)));
            waiting.map(|(battle, waiting)| battle.opponent_of(waiting.by)).into_iter().collect()
        }
        Command::TellBase { owner, .. } => {
            let knows = campaign.bases.get(owner).is_some_and(|base| base.known_to.contains(&by));
            knows.then_some(by).into_iter().collect()
        }
        Command::OpenCampaign { .. }
        | Command::SetOption { .. }
        | Command::SetDeadline { .. }
        | Command::AddPlayer { .. }
        | Command::RemovePlayer { .. }
        // Whether corrected figures count is not for their owner to say.
        | Command::AcceptFigures { .. }
        | Command::RollStartingOrder
        | Command::BeginCampaign
        | Command::SetAllegiance { .. }
        | Command::EditRenown { .. }
        | Command::EditOwner { .. }
        | Command::AbandonBattle { .. }
        | Command::PairRound { .. }
        | Command::CloseWeek { .. }
        | Command::AssignSide { .. }
        | Command::FinishCampaign { .. } => Vec::new(),
    }
}
