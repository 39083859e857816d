//! Folds events into the campaign. Applying needs no dice and cannot fail: whatever could be refused was refused
//! when the command was decided. The table says what each event changes; a file for each part of the campaign changes it.

mod battle;
mod calendar;
mod campaign;
mod commander;
mod register;

use super::event::Event;
use super::state::Campaign;

/// Applies one event. Each has its place here: a new one changes nothing until somebody has said what.
#[expect(clippy::too_many_lines, reason = "every event has its place")]
pub fn apply(campaign: &mut Campaign, event: &Event, at: chrono::NaiveDateTime) {
    match event {
        Event::CampaignOpened { .. }
        | Event::OptionSet { .. }
        | Event::DeadlineSet { .. }
        | Event::PlayerJoined { .. }
        | Event::PlayerRemoved { .. }
        | Event::RenownChanged { .. }
        | Event::PhaseReached { .. }
        | Event::OrderRolled { .. }
        | Event::SystemClaimed { .. }
        | Event::BaseHidden { .. }
        | Event::PlayerReady { .. }
        | Event::OwnerEdited { .. }
        | Event::AllegianceChanged { .. }
        | Event::BaseRevealed { .. }
        | Event::WorldChanged { .. }
        | Event::BaseDestroyed { .. }
        | Event::SystemTaken { .. }
        | Event::BattleClosed { .. }
        | Event::AftermathFinished { .. }
        | Event::Allowed { .. } => campaign::apply(campaign, event, at),
        Event::DesignFiled { .. }
        | Event::VesselCommissioned { .. }
        | Event::VesselSold { .. }
        | Event::VesselRenamed { .. }
        | Event::FlagshipChosen { .. }
        | Event::LeadershipRolled { .. }
        | Event::LeadershipFixed { .. }
        | Event::TrialsCompleted { .. }
        | Event::UpgradeGained { .. }
        | Event::FiguresAccepted { .. }
        | Event::RefitLost { .. }
        | Event::VesselReplaced { .. }
        | Event::LeadershipChanged { .. }
        | Event::SkillLearnt { .. }
        | Event::VesselRepaired { .. }
        | Event::VesselWithdrawn { .. }
        | Event::VesselReturned { .. }
        | Event::RefitGained { .. }
        | Event::OfficerJoined { .. }
        | Event::ShipConverted { .. } => register::apply(campaign, event),
        Event::ChallengeOffered { .. }
        | Event::ChallengeAccepted { .. }
        | Event::InitiativeWon { .. }
        | Event::BaseSearched { .. }
        | Event::BaseAttacked { .. }
        | Event::OrdersReceived { .. }
        | Event::OrdersFall { .. }
        | Event::ScenarioDetermined { .. }
        | Event::LocationChosen { .. }
        | Event::SizeAgreed { .. } => battle::turn(campaign, event),
        Event::BattleEnded { .. } => {
            battle::turn(campaign, event);
            calendar::apply(campaign, event);
        }
        Event::BattleForfeited { .. }
        | Event::ReportGiven { .. }
        | Event::ReportDisputed { .. }
        | Event::RoundPaired { .. }
        | Event::PlayerAway { .. }
        | Event::PlayerLeft { .. }
        | Event::PlayerReturned { .. }
        | Event::SystemReleased { .. }
        | Event::BaseGivenUp { .. }
        | Event::PlayerWarned { .. }
        | Event::SystemRebelled { .. }
        | Event::WeekClosed { .. }
        | Event::SideAssigned { .. }
        | Event::CampaignFinished { .. } => calendar::apply(campaign, event),
        Event::Noted { .. }
        | Event::ReportConfirmed { .. }
        | Event::RankChanged { .. }
        | Event::ExperienceRolled { .. }
        | Event::QuickReturnTried { .. }
        | Event::HistoryAmended { .. } => {}
        Event::FleetPicked { .. }
        | Event::DefencesNamed { .. }
        | Event::DefencesRolled { .. }
        | Event::TransportsGiven { .. }
        | Event::FleetsComplete { .. }
        | Event::BattleSetUp { .. }
        | Event::FightBegun { .. }
        | Event::UnitsDealt { .. }
        | Event::SubPlotRolled { .. }
        | Event::ShipNominated { .. }
        | Event::SubPlotsRevealed { .. }
        | Event::SubPlotsComplete { .. } => battle::fleets(campaign, event),
        Event::BattleReported { .. }
        | Event::StepReached { .. }
        | Event::SystemRaided { .. }
        | Event::RepairPointEarned { .. }
        | Event::RepairPointsCounted { .. }
        | Event::RepairsDone { .. }
        | Event::AppealRolled { .. }
        | Event::AppealsMade { .. }
        | Event::DeclarationsOpened { .. }
        | Event::AdvanceWaits { .. }
        | Event::AdvanceTaken { .. }
        | Event::TrainersAsked { .. }
        | Event::AppealsDeclared { .. }
        | Event::GrantTaken { .. }
        | Event::TenderRepairs { .. }
        | Event::AssaultTried { .. } => battle::aftermath(campaign, event),
        Event::MarkTaken { .. }
        | Event::MarkLost { .. }
        | Event::BoonGained { .. }
        | Event::BoonAssigned { .. }
        | Event::BoonUsed { .. }
        | Event::SystemGivenUp { .. }
        | Event::RamiliesMoved { .. } => commander::apply(campaign, event),
        Event::VesselLost { .. } => {
            commander::apply(campaign, event);
            register::apply(campaign, event);
        }
    }
}

fn note_ids(campaign: &mut Campaign, note: impl FnOnce(&mut super::state::Ids)) {
    if let Some(about) = &mut campaign.about {
        note(&mut about.ids);
    }
}
