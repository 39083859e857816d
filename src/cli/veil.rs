//! What a player is told of his own command. The rules judge it on the whole campaign, and what comes of it depends on
//! secrets of others; what he is told is made of what he may see.
//!
//! A trial is decided on the campaign as he sees it, so that it tells nothing that looking would not. A refusal is told
//! only if the campaign as he sees it gives the same; for any other he learns that there is a reason, not which.

use super::session::{Result, Session};
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::rights::may_give;
use crate::campaign::state::{BattleId, Campaign};
use crate::campaign::turn::Battle;
use crate::campaign::view::{Kept, Seen, Viewer};
use crate::campaign::{Circumstances, decide};
use crate::catalog::Catalog;
use crate::cli::error::CliError;
use crate::club::{Act, ClubError, Giver};
use crate::dice::{Dice, Roll, Rolled};
use crate::fight::proof::Engine;
use crate::report::story;
use crate::store::{Snapshot, Store};

/// The campaign on which somebody acts: the whole of it for the door, and for everything that he is told what he may
/// see of it.
pub(super) struct Ground {
    pub(super) before: Snapshot,
    pub(super) seen: Seen,
}

impl Session<'_> {
    /// The campaign to act on; who may not act at all is refused here, before any name is looked up.
    pub(super) fn ground(&self, store: &Store) -> Result<Ground> {
        let before = store.load()?;
        self.giver(&before)?;
        let seen = self.seen_of(&before)?;
        Ok(Ground { before, seen })
    }

    /// A campaign as whoever runs this may see it.
    pub(super) fn seen_of(&self, snapshot: &Snapshot) -> Result<Seen> {
        Ok(Seen::new(snapshot.campaign.clone(), self.viewer(snapshot)?))
    }

    /// Whether there is anything in the campaign that whoever runs this may not know.
    pub(super) fn hides_from(&self, store: &Store) -> bool {
        let hides = || -> Result<bool> {
            let now = store.load()?;
            Ok(*self.seen_of(&now)? != now.campaign)
        };
        hides().unwrap_or(true)
    }

    /// Judges whether a command is his to give, before what is in it is read.
    pub(super) fn may_give(&self, before: &Snapshot, seen: &Seen, command: &Command) -> Result<()> {
        let giver = self.giver(before)?;
        Ok(may_give(seen, command, giver.by, giver.ruling.is_some())?)
    }

    /// What a command is decided on: a player's trial on what he sees, so that trying tells no more than looking.
    pub(super) fn tried_on(&self, before: &Snapshot) -> Result<Option<Snapshot>> {
        let Viewer::Player(_) = self.viewer(before)? else { return Ok(None) };
        if !self.common.dry_run {
            return Ok(None);
        }
        Ok(Some(Snapshot { campaign: whole_ids(&self.seen_of(before)?, &before.campaign), head: before.head.clone() }))
    }

    /// Refuses what of a battle shows more than whoever runs this may know.
    pub(super) fn open_to(&self, before: &Snapshot, battle: &Battle) -> Result<()> {
        let Some(kept) = self.viewer(before)?.kept_from(&before.campaign, battle) else { return Ok(()) };
        let error = CliError::new(format!("battle {} shows what not everybody may know: {kept}", battle.id.0));
        Err(match kept {
            Kept::Registers => error.hint("only the arbitrator can see it"),
            Kept::Plots => error.hint("only the arbitrator can see it").hint(reveal(battle.id)),
        })
    }
}

/// The campaign of an act as it stands, as its giver may see it.
pub(super) fn seen_now(act: &mut Act) -> Seen {
    let viewer = act.giver().by.map_or(Viewer::Arbitrator, Viewer::Player);
    Seen::new(act.campaign().clone(), viewer)
}

fn reveal(battle: BattleId) -> String {
    format!("who asks to see the other's shows both: `renown battle next {} --reveal-plots`", battle.0)
}

/// The campaign of a view with the ids that are given next: counting them is no secret of the rules.
fn whole_ids(seen: &Seen, whole: &Campaign) -> Campaign {
    let mut campaign = Campaign::clone(seen);
    if let (Some(about), Some(known)) = (&mut campaign.about, &whole.about) {
        about.ids = known.ids;
    }
    campaign
}

/// Refuses the trial of a command whose outcome is nothing but a secret.
pub(super) fn foreseeable(tried_on: &Campaign, command: &Command) -> std::result::Result<(), Refusals> {
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
        _ => false,
    };
    if kept {
        return Err(Refusal::plain("what would come of it is not for you to know before it is done")
            .hint("leave out --dry-run; it is recorded then")
            .into());
    }
    Ok(())
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
        ClubError::Refused(if told.is_empty() { self.secret().into() } else { Refusals(told) })
    }

    /// There is a reason that he may not know.
    fn secret(&self) -> Refusal {
        let refusal = Refusal::plain("it cannot be done, for a reason that you may not know");
        match self.command {
            Command::RecordBattle { battle, .. } => {
                let kept = self
                    .before
                    .battles
                    .get(battle)
                    .and_then(|battle| Viewer::Player(self.giver.by?).kept_from(self.before, battle));
                match kept {
                    Some(Kept::Plots) => refusal.hint(reveal(*battle)),
                    _ => refusal.hint("the arbitrator can"),
                }
            }
            _ => refusal.hint("ask the arbitrator"),
        }
    }
}

/// What somebody may be told of a command that was decided.
pub(super) struct Told {
    pub(super) events: Vec<Event>,
    pub(super) dice: Vec<Roll>,
    pub(super) lines: Vec<String>,
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
) -> Told {
    if viewer == Viewer::Arbitrator {
        let lines = story::tell(before, after, events);
        return Told { events: events.to_vec(), dice: dice.to_vec(), lines };
    }
    let seen: Vec<Event> = events.iter().filter(|event| viewer.may_see_event(after, event)).cloned().collect();
    let secret_lists = after.about.as_ref().is_some_and(|about| about.options.flag("secret-lists"));
    let all = seen.len() == events.len() && !secret_lists;
    // Names of vessels that he may not know are not in the campaign as he sees it.
    let [before, after] = [before, after].map(|campaign| Seen::new(campaign.clone(), viewer));
    let lines = story::tell(&before, &after, &seen);
    let events = if secret_lists && of_battle { Vec::new() } else { seen };
    Told { events, dice: if all { dice.to_vec() } else { Vec::new() }, lines }
}
