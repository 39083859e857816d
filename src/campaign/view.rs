//! What each onlooker may know. Reports are drawn from a [`Seen`] campaign, which does not contain anything else.

use std::collections::BTreeMap;

use super::command::Command;
use super::event::Event;
use super::state::{BattleId, Campaign, PlayerId, Vessel, VesselId};
use super::turn::{Battle, BySide, Step};

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

    /// Whether a command may be shown.
    #[must_use]
    pub fn may_see_command(self, campaign: &Campaign, command: &Command) -> bool {
        self.may_know(command.secret_of().as_deref())
            && self.may_know(nominated(campaign, command).as_ref().map(std::slice::from_ref))
            && self.may_know(secret_register(campaign, command.register_of()).as_ref().map(std::slice::from_ref))
    }

    /// Whether an event may be shown.
    #[must_use]
    pub fn may_see_event(self, campaign: &Campaign, event: &Event) -> bool {
        self.may_know(event.secret_of().as_deref())
            && self.may_know(plotted(campaign, event).as_ref().map(std::slice::from_ref))
            && self.may_know(secret_register(campaign, event.register_of()).as_ref().map(std::slice::from_ref))
    }
}

impl Viewer {
    /// Whether the dice of a command may be shown: those of secret sub-plots tell both of them (PLOT-06).
    #[must_use]
    pub fn may_see_dice(self, campaign: &Campaign, command: &Command) -> bool {
        match command {
            // Those of a hazard that a secret sub-plot lays down tell of it (PLOT-26).
            Command::RollSubPlots { battle, secret: true } | Command::SetUpBattle { battle, .. } => {
                self == Self::Arbitrator || !is_secret(campaign, *battle)
            }
            _ => true,
        }
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

/// Whose secret sub-plot an event tells.
fn plotted(campaign: &Campaign, event: &Event) -> Option<PlayerId> {
    match event {
        Event::SubPlotRolled { battle, player, plot } if plot.secret && is_secret(campaign, *battle) => Some(*player),
        Event::ShipNominated { battle, player, .. } if secret_plot(campaign, *battle, *player) => Some(*player),
        _ => None,
    }
}

/// Whose secret sub-plot a command tells.
fn nominated(campaign: &Campaign, command: &Command) -> Option<PlayerId> {
    match command {
        Command::NominateShip { battle, player, .. } if secret_plot(campaign, *battle, *player) => Some(*player),
        _ => None,
    }
}

fn secret_plot(campaign: &Campaign, battle: BattleId, player: PlayerId) -> bool {
    let plot = campaign.battles.get(&battle).and_then(|battle| battle.side_of(player)?.plot.as_ref());
    plot.is_some_and(|plot| plot.secret) && is_secret(campaign, battle)
}

/// With secret lists, what a register holds is its player's secret (CAMP-15).
fn secret_register(campaign: &Campaign, player: Option<PlayerId>) -> Option<PlayerId> {
    let secret = campaign.about.as_ref().is_some_and(|about| about.options.flag("secret-lists"));
    if secret { player } else { None }
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
            campaign.bases.values_mut().for_each(|base| base.known_to.clear());
        }
        for battle in campaign.battles.values_mut().filter(|battle| !is_told(battle)) {
            let sides = battle.sides.as_mut().map(|sides| [&mut sides.attacker, &mut sides.defender]);
            for side in sides.into_iter().flatten().filter(|side| !viewer.may_know(Some(&[side.player]))) {
                side.plot = side.plot.take().filter(|plot| !plot.secret);
            }
        }
        if campaign.about.as_ref().is_some_and(|about| about.options.flag("secret-lists")) {
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
        secret_register(&self.campaign, Some(player)).is_some_and(|owner| !self.viewer.may_know(Some(&[owner])))
    }
}

impl std::ops::Deref for Seen {
    type Target = Campaign;

    fn deref(&self) -> &Campaign {
        &self.campaign
    }
}
