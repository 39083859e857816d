//! What is known of an event without the campaign: its rule, and who may know of it.

use super::Event;
use crate::campaign::turn::MissionClass;
use crate::campaign::view::Audience;

impl Event {
    /// The rule that the event follows.
    #[must_use]
    pub fn rule(&self) -> &str {
        match self {
            Self::CampaignOpened { .. } | Self::SystemReleased { .. } => "CAMP-07",
            Self::OptionSet { .. } => "CAMP-06",
            Self::DeadlineSet { .. } => "WIN-06",
            Self::SideAssigned { .. } => "WIN-03",
            Self::PlayerWarned { .. } | Self::WeekClosed { .. } => "IDLE-01",
            Self::SystemRebelled { .. } => "IDLE-02",
            Self::CampaignFinished { finish } => &finish.rule,
            Self::PlayerJoined { .. } => "CMDR-01",
            Self::HistoryAmended { .. }
            | Self::PlayerRemoved { .. }
            | Self::PlayerAway { .. }
            | Self::PlayerLeft { .. }
            | Self::PlayerReturned { .. }
            | Self::BaseGivenUp { .. }
            | Self::OwnerEdited { .. }
            | Self::ReportConfirmed { .. }
            | Self::ReportDisputed { .. } => "CAMP-04",
            Self::DesignFiled { .. }
            | Self::VesselCommissioned { .. }
            | Self::VesselSold { .. }
            | Self::VesselRenamed { .. }
            | Self::FiguresAccepted { .. } => "FLEET-03",
            Self::FlagshipChosen { .. } => "CMDR-02",
            Self::PhaseReached { .. } | Self::PlayerReady { .. } | Self::FightBegun { .. } => "CAMP-12",
            Self::AllegianceChanged { .. } => "CHAL-05",
            Self::ChallengeOffered { .. } | Self::RoundPaired { .. } => "CHAL-01",
            Self::ChallengeAccepted { .. } => "CAMP-11",
            Self::BattleEnded { .. } | Self::BattleForfeited { .. } => "CHAL-06",
            Self::InitiativeWon { .. } => "INIT-01",
            Self::BaseSearched { .. } => "PIRATE-05",
            Self::BaseRevealed { .. } => "PIRATE-06",
            Self::BaseAttacked { .. } => "PIRATE-09",
            Self::OrdersReceived { class: MissionClass::MajorRaid, .. } => "PIRATE-01",
            Self::OrdersReceived { chosen_by: Some(_), .. } | Self::OrdersFall { .. } => "MISSION-02",
            Self::OrdersReceived { .. } => "MISSION-01",
            Self::ScenarioDetermined { face: None, .. } => "MISSION-05",
            Self::ScenarioDetermined { scenario, .. } if scenario.is_raid() => "MISSION-03",
            Self::ScenarioDetermined { .. } => "MISSION-04",
            Self::LocationChosen { .. } => "MISSION-06",
            Self::SizeAgreed { .. } => "MISSION-10",
            Self::FleetPicked { .. } | Self::FleetsComplete { .. } => "MISSION-13",
            Self::DefencesRolled { port_maw: true, number: None, .. } => "MAP-08",
            Self::DefencesRolled { number: Some(_), .. } => "MISSION-16",
            Self::DefencesRolled { .. } | Self::DefencesNamed { .. } => "MISSION-17",
            Self::TransportsGiven { .. } => "SCEN-82",
            Self::BattleSetUp { .. } => "ZONE-03",
            // Each line has its own.
            Self::UnitsDealt { lines, .. } => lines.first().map_or("SCEN-09", |line| line.rule.as_str()),
            Self::SubPlotRolled { .. } => "PLOT-02",
            Self::ShipNominated { .. } => "PLOT-46",
            Self::SubPlotsRevealed { .. } => "PLOT-06",
            Self::SubPlotsComplete { .. } => "MISSION-15",
            Self::BattleReported { .. } | Self::ReportGiven { .. } => "SCEN-15",
            Self::StepReached { .. }
            | Self::BattleClosed { .. }
            | Self::DeclarationsOpened { .. }
            | Self::AftermathFinished { .. } => "CAMP-13",
            Self::AdvanceWaits { .. } | Self::AdvanceTaken { .. } => "XP-02",
            Self::WorldChanged { .. } => "SCEN-115",
            Self::BaseDestroyed { .. } => "PIRATE-10",
            Self::SystemTaken { .. } => "SPOILS-01",
            Self::SystemRaided { .. } => "SPOILS-04",
            Self::RankChanged { .. } => "RANK-01",
            Self::MarkTaken { .. } | Self::MarkLost { .. } => "RANK-13",
            Self::RefitLost { .. } => "RANK-05",
            Self::RefitGained { refit, .. } => refit.rule(),
            Self::VesselLost { .. } | Self::VesselReplaced { .. } => "XP-09",
            Self::ExperienceRolled { .. } => "XP-01",
            Self::SkillLearnt { .. } => "SKILL-01",
            Self::RepairPointEarned { .. } => "XP-16",
            Self::RepairPointsCounted { .. } => "REPAIR-02",
            Self::VesselRepaired { .. } => "REPAIR-04",
            Self::VesselWithdrawn { .. } | Self::VesselReturned { .. } => "REPAIR-12",
            Self::RepairsDone { .. } => "REPAIR-09",
            Self::AppealRolled { .. } | Self::GrantTaken { .. } => "APPEAL-04",
            Self::AppealsMade { .. } | Self::AppealsDeclared { .. } => "APPEAL-03",
            Self::TrainersAsked { .. }
            | Self::BoonGained { .. }
            | Self::BoonAssigned { .. }
            | Self::OfficerJoined { .. }
            | Self::ShipConverted { .. } => "APPEAL-13",
            Self::BoonUsed { .. } => "APPEAL-14",
            Self::SystemGivenUp { .. } => "APPEAL-16",
            Self::RamiliesMoved { .. } => "PIRATE-15",
            Self::QuickReturnTried { .. } => "REPAIR-18",
            Self::TenderRepairs { .. } => "RENOWN-17",
            Self::AssaultTried { .. } => "PIRATE-16",
            Self::OrderRolled { .. } | Self::SystemClaimed { .. } => "CAMP-08",
            Self::BaseHidden { .. } => "CAMP-09",
            Self::LeadershipRolled { modifier: 0, .. } => "FLEET-06",
            Self::LeadershipRolled { .. } => "FLEET-07",
            Self::LeadershipFixed { .. } | Self::UpgradeGained { .. } => "FLEET-10",
            Self::TrialsCompleted { .. } => "FLEET-04",
            Self::LeadershipChanged { rule, .. }
            | Self::RenownChanged { rule, .. }
            | Self::Allowed { rule, .. }
            | Self::Noted { rule, .. } => rule,
        }
    }

    /// Who may learn of it. Each has its own line here: a new one is nobody's until somebody has thought of it.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "every event has its line")]
    pub fn audience(&self) -> Audience {
        match self {
            Self::BaseHidden { base } => Audience::Only(vec![base.player]),
            Self::BaseRevealed { owner, to, .. } => Audience::Only(vec![*owner, *to]),
            Self::BaseGivenUp { owner, known_to, .. } => Audience::Only([&[*owner], known_to.as_slice()].concat()),
            Self::VesselCommissioned { vessel } | Self::VesselReplaced { vessel, .. } => {
                Audience::Register(vessel.player)
            }
            Self::DesignFiled { player, .. }
            | Self::VesselLost { player, .. }
            | Self::ExperienceRolled { player, .. }
            | Self::AdvanceWaits { player, .. }
            | Self::AdvanceTaken { player, .. }
            | Self::LeadershipChanged { player, .. }
            | Self::SkillLearnt { player, .. }
            | Self::VesselRepaired { player, .. }
            | Self::VesselWithdrawn { player, .. }
            | Self::VesselReturned { player, .. }
            | Self::RefitGained { player, .. }
            | Self::RefitLost { player, .. }
            | Self::OfficerJoined { player, .. }
            | Self::QuickReturnTried { player, .. }
            | Self::ShipConverted { player, .. }
            | Self::VesselSold { player, .. }
            | Self::VesselRenamed { player, .. }
            | Self::FlagshipChosen { player, .. }
            | Self::LeadershipRolled { player, .. }
            | Self::LeadershipFixed { player, .. }
            | Self::TrialsCompleted { player, .. }
            | Self::UpgradeGained { player, .. }
            | Self::FiguresAccepted { player, .. }
            | Self::FleetPicked { player, .. }
            | Self::UnitsDealt { player, .. }
            | Self::Allowed { player, .. } => Audience::Register(*player),
            Self::Noted { player, .. } => player.map_or(Audience::All, Audience::Register),
            Self::SubPlotRolled { battle, player, plot } => Audience::Plot {
                battle: *battle,
                player: *player,
                secret: Some(plot.secret),
                // What it did, and to whom, names vessels.
                names_ships: plot.ship.is_some() || !plot.effects.is_empty(),
            },
            Self::ShipNominated { battle, player, .. } => {
                Audience::Plot { battle: *battle, player: *player, secret: None, names_ships: false }
            }
            Self::CampaignOpened { .. }
            | Self::OptionSet { .. }
            | Self::DeadlineSet { .. }
            | Self::PlayerJoined { .. }
            | Self::PlayerRemoved { .. }
            | Self::RenownChanged { .. }
            | Self::PhaseReached { .. }
            | Self::OrderRolled { .. }
            | Self::SystemClaimed { .. }
            | Self::PlayerReady { .. }
            | Self::OwnerEdited { .. }
            | Self::AllegianceChanged { .. }
            | Self::ChallengeOffered { .. }
            | Self::ChallengeAccepted { .. }
            | Self::BattleEnded { .. }
            | Self::BattleForfeited { .. }
            | Self::ReportGiven { .. }
            | Self::ReportConfirmed { .. }
            | Self::ReportDisputed { .. }
            | Self::RoundPaired { .. }
            | Self::PlayerAway { .. }
            | Self::PlayerLeft { .. }
            | Self::PlayerReturned { .. }
            | Self::SystemReleased { .. }
            | Self::PlayerWarned { .. }
            | Self::SystemRebelled { .. }
            | Self::WeekClosed { .. }
            | Self::SideAssigned { .. }
            | Self::CampaignFinished { .. }
            | Self::InitiativeWon { .. }
            | Self::BaseSearched { .. }
            | Self::BaseAttacked { .. }
            | Self::OrdersReceived { .. }
            | Self::OrdersFall { .. }
            | Self::ScenarioDetermined { .. }
            | Self::LocationChosen { .. }
            | Self::SizeAgreed { .. }
            | Self::FightBegun { .. }
            | Self::DefencesNamed { .. }
            | Self::DefencesRolled { .. }
            | Self::TransportsGiven { .. }
            | Self::FleetsComplete { .. }
            | Self::BattleSetUp { .. }
            | Self::SubPlotsRevealed { .. }
            | Self::SubPlotsComplete { .. }
            | Self::BattleReported { .. }
            | Self::StepReached { .. }
            | Self::WorldChanged { .. }
            | Self::BaseDestroyed { .. }
            | Self::SystemTaken { .. }
            | Self::SystemRaided { .. }
            | Self::RankChanged { .. }
            | Self::MarkTaken { .. }
            | Self::MarkLost { .. }
            | Self::RepairPointEarned { .. }
            | Self::RepairPointsCounted { .. }
            | Self::RepairsDone { .. }
            | Self::AppealRolled { .. }
            | Self::AppealsMade { .. }
            | Self::AppealsDeclared { .. }
            | Self::DeclarationsOpened { .. }
            | Self::AftermathFinished { .. }
            | Self::TrainersAsked { .. }
            | Self::GrantTaken { .. }
            | Self::BoonGained { .. }
            | Self::BoonAssigned { .. }
            | Self::BoonUsed { .. }
            | Self::SystemGivenUp { .. }
            | Self::RamiliesMoved { .. }
            | Self::TenderRepairs { .. }
            | Self::AssaultTried { .. }
            | Self::BattleClosed { .. }
            | Self::HistoryAmended { .. } => Audience::All,
        }
    }
}
