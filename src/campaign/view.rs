//! What each onlooker may know. Reports are drawn from a [`Seen`] campaign, which does not contain anything else.

use std::collections::BTreeMap;

use super::command::Command;
use super::event::Event;
use super::state::{BattleId, Campaign, PlayerId, Vessel, VesselId};
use super::turn::BySide;
use crate::campaign::state::battle::{Battle, Step};

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Sees everything.
    Arbitrator,
    /// Sees what all see, and his own secrets.
    Player(PlayerId),
    /// Sees what all see.
    Public,
}

impl Viewer {
    /// Whether this onlooker may know what only some players may know.
    #[must_use]
    pub fn may_know(self, only: Option<&[PlayerId]>) -> bool {
        match (self, only) {
            (Self::Arbitrator, _) | (_, None) => true,
            (Self::Player(viewer), Some(only)) => only.contains(&viewer),
            (Self::Public, Some(_)) => false,
        }
    }

    /// Whether this onlooker is of an audience.
    fn is_of(self, campaign: &Campaign, audience: &Audience) -> bool {
        match audience {
            Audience::All => true,
            Audience::Only(players) => self.may_know(Some(players)),
            Audience::Register(player) => self.may_know_register(campaign, *player),
            Audience::Plot { battle, player, secret, names_ships } => {
                let kept = match secret {
                    Some(secret) => *secret && is_secret(campaign, *battle),
                    None => secret_plot(campaign, *battle, *player),
                };
                (!kept || self.may_know(Some(&[*player])))
                    && (!names_ships || self.may_know_register(campaign, *player))
            }
        }
    }

    /// Whether this onlooker may know what a register holds: with secret lists its player alone does (CAMP-15).
    #[must_use]
    pub fn may_know_register(self, campaign: &Campaign, player: PlayerId) -> bool {
        !secret_lists(campaign) || self.may_know(Some(&[player]))
    }

    /// Whether a command may be shown.
    #[must_use]
    pub fn may_see_command(self, campaign: &Campaign, command: &Command) -> bool {
        self.is_of(campaign, &command.audience())
    }

    /// Whether an event may be shown.
    #[must_use]
    pub fn may_see_event(self, campaign: &Campaign, event: &Event) -> bool {
        self.is_of(campaign, &event.audience())
    }

    /// What of a battle is kept from this onlooker, and by which rule. `campaign` is the arbitrator's; that there is a
    /// secret is none.
    #[must_use]
    pub fn kept_from(self, campaign: &Campaign, battle: &Battle) -> Option<Kept> {
        let players = battle.players();
        if players.into_iter().any(|player| !self.may_know_register(campaign, player)) {
            return Some(Kept::Registers);
        }
        let plots = battle.sides.iter().flat_map(|sides| sides.both()).filter_map(|side| side.plot.as_ref());
        let secret = !is_told(battle) && plots.into_iter().any(|plot| plot.secret);
        let both = players.into_iter().all(|player| self.may_know(Some(&[player])));
        (secret && !both).then_some(Kept::Plots)
    }
}

/// Who may learn of a command or an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody.
    All,
    /// These players alone.
    Only(Vec<PlayerId>),
    /// Everybody; with secret lists the player of the register alone (CAMP-15).
    Register(PlayerId),
    /// Everybody; while the sub-plot is secret its player alone (PLOT-06).
    Plot {
        /// Which battle.
        battle: BattleId,
        /// Whose sub-plot.
        player: PlayerId,
        /// Whether it was rolled in secret; as the campaign has it when absent.
        secret: Option<bool>,
        /// It names vessels as well.
        names_ships: bool,
    },
}

/// What of a battle is kept from an onlooker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The registers (CAMP-15).
    Registers,
    /// The sub-plots (PLOT-06).
    Plots,
}

impl std::fmt::Display for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Registers => "the registers are secret (CAMP-15)",
            Self::Plots => "the sub-plots are secret (PLOT-06)",
        })
    }
}

impl Viewer {
    /// Whether the dice of a command may be shown: those of secret sub-plots tell both of them (PLOT-06).
    #[must_use]
    pub fn may_see_dice(self, campaign: &Campaign, command: &Command) -> bool {
        // Those of a hazard that a secret sub-plot lays down tell of it (PLOT-26).
        if let Command::RollSubPlots { battle, secret: true } | Command::SetUpBattle { battle, .. } = command {
            return self == Self::Arbitrator || !is_secret(campaign, *battle);
        }
        // How often a scenario was rolled tells what a register lacks (SCEN-28, SCEN-93).
        if matches!(command, Command::DetermineScenario { .. }) {
            return self == Self::Arbitrator || !secret_lists(campaign);
        }
        // Who may not learn of a command learns nothing by its dice.
        self.may_see_command(campaign, command)
    }
}

/// Whether a battle's sub-plots are kept from the other side: until it is reported, or one of them is shown (PLOT-06).
fn is_secret(campaign: &Campaign, battle: BattleId) -> bool {
    let Some(battle) = campaign.battles.get(&battle).filter(|battle| !is_told(battle)) else { return false };
    let plots = battle.sides.iter().flat_map(|sides| sides.both()).filter_map(|side| side.plot.as_ref());
    // One that was rolled and undone is no less secret.
    battle.step <= Step::SubPlots || plots.into_iter().any(|plot| plot.secret)
}

/// The game is over and its report given, confirmed or not.
const fn is_told(battle: &Battle) -> bool {
    battle.report.is_some() || battle.confirmation.is_some()
}

/// Whether a player's sub-plot is kept. One that was rolled and undone is no less secret.
fn secret_plot(campaign: &Campaign, battle: BattleId, player: PlayerId) -> bool {
    let plot = campaign.battles.get(&battle).and_then(|battle| battle.side_of(player)?.plot.as_ref());
    plot.is_none_or(|plot| plot.secret) && is_secret(campaign, battle)
}

fn secret_lists(campaign: &Campaign) -> bool {
    campaign.about.as_ref().is_some_and(|about| about.options.flag("secret-lists"))
}

/// Takes out of the record of a battle whatever names vessels that are not known.
fn forget_vessels(battle: &mut Battle, known: &BTreeMap<VesselId, Vessel>) {
    let waiting = battle.confirmation.as_mut().map(|waiting| (&mut waiting.report, &mut waiting.result));
    let stands = battle.report.as_mut().zip(battle.result.as_mut());
    for (report, result) in waiting.into_iter().chain(stands) {
        report.vessels.retain(|entry| known.contains_key(&entry.vessel));
        let entries = report.vessels.iter_mut().map(|entry| &mut entry.destroyed_by);
        for destroyers in entries.chain(report.guests.iter_mut().map(|guest| &mut guest.destroyed_by)) {
            destroyers.retain(|one| one.by.is_none_or(|by| known.contains_key(&by)));
        }
        // What the points were earned with is told by name.
        result.account = BySide::default();
    }
}

/// A campaign with everything removed that its viewer may not know.
#[derive(Clone, Debug)]
pub struct Seen {
    campaign: Campaign,
    viewer: Viewer,
}

impl Seen {
    /// Draws a view.
    #[must_use]
    pub fn new(mut campaign: Campaign, viewer: Viewer) -> Self {
        campaign
            .bases
            .retain(|player, base| viewer.may_know(Some(&[*player])) || viewer.may_know(Some(&base.known_to)));
        // Who else knows is the business of nobody but the arbitrator.
        if viewer != Viewer::Arbitrator {
            campaign.bases.values_mut().for_each(|base| base.known_to.retain(|who| viewer == Viewer::Player(*who)));
        }
        for battle in campaign.battles.values_mut().filter(|battle| !is_told(battle)) {
            let sides = battle.sides.as_mut().map(|sides| [&mut sides.attacker, &mut sides.defender]);
            for side in sides.into_iter().flatten().filter(|side| !viewer.may_know(Some(&[side.player]))) {
                side.plot = side.plot.take().filter(|plot| !plot.secret);
            }
        }
        if secret_lists(&campaign) {
            campaign.vessels.retain(|_, vessel| viewer.may_know(Some(&[vessel.player])));
            let named: std::collections::BTreeSet<_> =
                campaign.vessels.values().flat_map(|vessel| vessel.hulls.iter().map(|hulls| hulls.design)).collect();
            campaign.designs.retain(|id, _| named.contains(id));
            for battle in campaign.battles.values_mut() {
                let sides = battle.sides.as_mut().map(|sides| [&mut sides.attacker, &mut sides.defender]);
                let mut hidden = false;
                for side in sides.into_iter().flatten().filter(|side| !viewer.may_know(Some(&[side.player]))) {
                    hidden = true;
                    side.fleet.clear();
                    if let Some(plot) = &mut side.plot {
                        plot.ship = None;
                        plot.effects.clear();
                    }
                }
                if hidden {
                    battle.aftermath.advances.retain(|crew| campaign.vessels.contains_key(crew));
                    forget_vessels(battle, &campaign.vessels);
                    let hides = battle.sides.as_ref().map(|sides| BySide {
                        attacker: !viewer.may_know(Some(&[sides.attacker.player])),
                        defender: !viewer.may_know(Some(&[sides.defender.player])),
                    });
                    if let (Some(set_up), Some(hides)) = (&mut battle.set_up, hides) {
                        set_up.lines.retain(|line| !line.of.is_some_and(|role| *hides.of(role)));
                    }
                }
            }
            for player in campaign.players.values_mut().filter(|player| !viewer.may_know(Some(&[player.id]))) {
                player.flagship = None;
            }
            if viewer != Viewer::Arbitrator
                && let Some(about) = &mut campaign.about
            {
                about.ids = super::state::Ids::default();
            }
        }
        Self { campaign, viewer }
    }

    /// Who looks.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Whether a register is hidden from the viewer, so that a report can say so instead of showing nothing.
    #[must_use]
    pub fn hides_register(&self, player: PlayerId) -> bool {
        !self.viewer.may_know_register(&self.campaign, player)
    }
}

impl std::ops::Deref for Seen {
    type Target = Campaign;

    fn deref(&self) -> &Campaign {
        &self.campaign
    }
}
