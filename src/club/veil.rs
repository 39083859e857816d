//! What a player is told of his own command. The rules judge it on the whole campaign, and what comes of it depends on
//! secrets of others; what he is told is made of what he may see.
//!
//! A trial is decided on the campaign as he sees it, so that it tells nothing that looking would not. A refusal is told
//! only if the campaign as he sees it gives the same; for any other he learns that there is a reason, not which.

use super::right::{Denied, Whom};
use super::{ClubError, Giver};
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::{BattleId, Campaign, PlayerId};
use crate::campaign::view::{Kept, Seen, Viewer};
use crate::campaign::{Circumstances, decide};
use crate::catalog::Catalog;
use crate::dice::{Dice, DiceError, Pip, Roll, Rolled, Source, Why};
use crate::fight::proof::Engine;
use crate::report::story;

/// The campaign of a view with the ids that are given next: counting them is no secret of the rules.
pub(super) fn whole_ids(seen: &Seen, whole: &Campaign) -> Campaign {
    let mut campaign = Campaign::clone(seen);
    if let (Some(about), Some(known)) = (&mut campaign.about, &whole.about) {
        about.ids = known.ids;
    }
    campaign
}

/// Refuses the trial of a command whose outcome is nothing but a secret. Each command has its line here: a new one is
/// not tried before somebody has said that it may.
pub(super) fn foreseeable(tried_on: &Campaign, command: &Command) -> Result<(), Denied> {
    let battle = |id: &BattleId| tried_on.battles.get(id);
    let kept = match command {
        Command::HuntBase { battle: id, .. } => {
            battle(id).and_then(|battle| battle.sides.as_ref()).is_some_and(|both| {
                let owner = both.defender.player;
                tried_on.players.get(&owner).is_some_and(|player| player.pirate) && !tried_on.bases.contains_key(&owner)
            })
        }
        // Without the other's fleet there is nothing to count.
        Command::RecordBattle { battle: id, .. } => battle(id)
            .and_then(|battle| battle.sides.as_ref())
            .is_some_and(|both| both.both().into_iter().any(|side| side.picked && side.fleet.is_empty())),
        Command::OpenCampaign { .. }
        | Command::SetOption { .. }
        | Command::SetDeadline { .. }
        | Command::AddPlayer { .. }
        | Command::RemovePlayer { .. }
        | Command::BuyVessel { .. }
        | Command::ImportFleet { .. }
        | Command::SellVessel { .. }
        | Command::RenameVessel { .. }
        | Command::ChooseFlagship { .. }
        | Command::CompleteTrials { .. }
        | Command::AcceptFigures { .. }
        | Command::RollStartingOrder
        | Command::PickSystem { .. }
        | Command::HideBase { .. }
        | Command::BeginCampaign
        | Command::JoinCampaign { .. }
        | Command::SetAllegiance { .. }
        | Command::EditRenown { .. }
        | Command::EditOwner { .. }
        | Command::TellBase { .. }
        | Command::Challenge { .. }
        | Command::AcceptChallenge { .. }
        | Command::DeclineChallenge { .. }
        | Command::RefuseChallenge { .. }
        | Command::AbandonBattle { .. }
        | Command::ForfeitBattle { .. }
        | Command::ConfirmReport { .. }
        | Command::DisputeReport { .. }
        | Command::PairRound { .. }
        | Command::SetAway { .. }
        | Command::LeaveCampaign { .. }
        | Command::ReturnToCampaign { .. }
        | Command::CloseWeek { .. }
        | Command::AssignSide { .. }
        | Command::FinishCampaign { .. }
        | Command::RollInitiative { .. }
        | Command::ReceiveOrders { .. }
        | Command::DetermineScenario { .. }
        | Command::ChooseLocation { .. }
        | Command::AgreeSize { .. }
        | Command::PickFleet { .. }
        | Command::BuyDefences { .. }
        | Command::RollSubPlots { .. }
        | Command::RevealSubPlots { .. }
        | Command::NominateShip { .. }
        | Command::SetUpBattle { .. }
        | Command::BeginFight { .. }
        | Command::ClaimSpoils { .. }
        | Command::AdjustRenown { .. }
        | Command::Promote { .. }
        | Command::ChooseMark { .. }
        | Command::RollForOrders { .. }
        | Command::GainExperience { .. }
        | Command::CountRepairs { .. }
        | Command::SpendRepairs { .. }
        | Command::MakeAppeals { .. }
        | Command::DeclareAppeals { .. }
        | Command::TakeAdvance { .. }
        | Command::TrainCrew { .. }
        | Command::TakeRefit { .. }
        | Command::TakeReinforcement { .. }
        | Command::TakeOther { .. }
        | Command::TakeRamilies { .. }
        | Command::MoveRamilies { .. }
        | Command::WaiveGrant { .. } => false,
    };
    if kept { Err(Denied::Unforeseeable) } else { Ok(()) }
}

/// What a player is told of a refusal.
pub(super) struct Veil<'a> {
    pub(super) before: &'a Campaign,
    pub(super) command: &'a Command,
    pub(super) giver: &'a Giver,
    pub(super) catalog: &'a Catalog,
}

impl Veil<'_> {
    /// The reasons that the campaign as he sees it gives as well, with the same dice.
    pub(super) fn over(&self, why: ClubError, dice: Option<&mut dyn Dice>) -> ClubError {
        let (ClubError::Refused(Refusals(real)), Some(by)) = (&why, self.giver.by) else { return why };
        let seen = Seen::new(self.before.clone(), Viewer::Player(by));
        if *seen == *self.before {
            return why;
        }
        let campaign = whole_ids(&seen, self.before);
        let mut trial = Rolled::from_seed("trial");
        let mut with = Circumstances {
            library: self.catalog,
            umpire: &Engine::now(self.catalog),
            dice: dice.unwrap_or(&mut trial),
            now: self.giver.at,
            by: self.giver.by,
            ruling: self.giver.ruling.as_deref(),
        };
        let known = decide(&campaign, self.command, &mut with).err().map_or_else(Vec::new, |Refusals(known)| known);
        let told: Vec<Refusal> = real.iter().filter(|reason| known.contains(reason)).cloned().collect();
        if told.is_empty() { Denied::Secret(self.whom(by)).into() } else { ClubError::Refused(Refusals(told)) }
    }

    /// Whom to turn to about a reason that he may not know.
    fn whom(&self, by: PlayerId) -> Whom {
        let Command::RecordBattle { battle: id, .. } = self.command else { return Whom::AskArbitrator };
        let battle = self.before.battles.get(id);
        match battle.and_then(|battle| Viewer::Player(by).kept_from(self.before, battle)) {
            Some(Kept::Plots) => Whom::Reveal(*id),
            Some(Kept::Registers) | None => Whom::LetArbitrator,
        }
    }
}

/// Dice for a player's command: where registers are kept from him, they are told for whom they fall only if that is no
/// secret of any register. The journal has it whole.
pub(super) struct Hushed<'a> {
    dice: &'a mut dyn Dice,
    hush: Hush,
}

impl<'a> Hushed<'a> {
    pub(super) const fn new(dice: &'a mut dyn Dice, hush: Hush) -> Self {
        Self { dice, hush }
    }
}

/// For whom a roll is, as far as somebody may know.
pub(super) struct Hush {
    /// The names that he may hear; none at all where nothing is kept from him, and he hears all.
    heard: Option<Vec<String>>,
}

impl Hush {
    /// What the giver of a command may hear while he types dice in.
    ///
    /// Ruling: not even his own vessels are named. Two registers may hold one name, and a name that is asked for twice,
    /// or left out because another bears it, would tell of the other.
    pub(super) fn typing(campaign: &Campaign, by: Option<PlayerId>) -> Self {
        Self { heard: is_kept_from(campaign, by).then(|| known_to_all(campaign)) }
    }

    /// What he may hear of dice that he gives by name.
    pub(super) fn listing(campaign: &Campaign, by: Option<PlayerId>) -> Self {
        let own =
            campaign.vessels.values().filter(|vessel| Some(vessel.player) == by).map(|vessel| vessel.name.clone());
        let Self { heard } = Self::typing(campaign, by);
        Self { heard: heard.map(|heard| heard.into_iter().chain(own).collect()) }
    }

    fn hears(&self, who: &str) -> bool {
        who.is_empty() || self.heard.as_ref().is_none_or(|heard| heard.iter().any(|name| name == who))
    }

    /// A roll without the name of whom he may not hear.
    pub(super) fn over(&self, roll: &Roll) -> Roll {
        let (what, who) = roll.purpose.split_once(": ").unwrap_or((&roll.purpose, ""));
        let purpose = if self.hears(who) { &roll.purpose } else { what };
        Roll { purpose: purpose.to_owned(), ..roll.clone() }
    }
}

/// Whether a register is kept from the giver of a command.
fn is_kept_from(campaign: &Campaign, by: Option<PlayerId>) -> bool {
    let viewer = by.map_or(Viewer::Arbitrator, Viewer::Player);
    campaign.players.keys().any(|player| !viewer.may_know_register(campaign, *player))
}

/// Players and systems.
fn known_to_all(campaign: &Campaign) -> Vec<String> {
    let players = campaign.players.values().map(|player| player.name.clone());
    players.chain(campaign.systems.values().map(|system| system.name.clone())).collect()
}

impl Dice for Hushed<'_> {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        let why = if self.hush.hears(why.who) { why } else { Why::new(why.what, "") };
        self.dice.roll(why, faces)
    }

    fn source(&self) -> Source {
        self.dice.source()
    }

    fn finish(&mut self) -> Result<(), DiceError> {
        self.dice.finish()
    }
}

/// One command of an act, as somebody may be told of it.
#[derive(Clone, Debug)]
pub struct Part {
    /// The entry as which it was recorded; none in a dry run.
    pub entry: Option<u64>,
    /// What happened.
    pub events: Vec<Event>,
    /// What was rolled.
    pub dice: Vec<Roll>,
    /// What happened, in words.
    pub lines: Vec<String>,
}

/// Whether a command is about a battle: with secret lists, what comes of it names vessels by their ids.
pub(super) fn of_battle(command: &Command) -> bool {
    serde_json::to_value(command).is_ok_and(|value| value.get("battle").is_some())
}

/// What an onlooker may be told.
pub(super) fn told(
    viewer: Viewer,
    (before, after): (&Campaign, &Campaign),
    (events, dice): (&[Event], &[Roll]),
    of_battle: bool,
) -> Part {
    if viewer == Viewer::Arbitrator {
        let lines = story::tell(before, after, events);
        return Part { entry: None, events: events.to_vec(), dice: dice.to_vec(), lines };
    }
    let seen: Vec<Event> = events.iter().filter(|event| viewer.may_see_event(after, event)).cloned().collect();
    let secret_lists = after.about.as_ref().is_some_and(|about| about.options.flag("secret-lists"));
    let all = seen.len() == events.len() && !secret_lists;
    // Names of vessels that he may not know are not in the campaign as he sees it.
    let [before, after] = [before, after].map(|campaign| Seen::new(campaign.clone(), viewer));
    let lines = story::tell(&before, &after, &seen);
    let events = if secret_lists && of_battle { Vec::new() } else { seen };
    Part { entry: None, events, dice: if all { dice.to_vec() } else { Vec::new() }, lines }
}
