//! What each onlooker may know. Reports are drawn from a [`Seen`] campaign, which does not contain anything else.

use super::command::Command;
use super::event::Event;
use super::state::{Campaign, PlayerId};

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
    /// Whether this onlooker may know a player's secret.
    #[must_use]
    pub fn may_know(self, secret_of: Option<PlayerId>) -> bool {
        match (self, secret_of) {
            (Self::Arbitrator, _) | (_, None) => true,
            (Self::Player(viewer), Some(owner)) => viewer == owner,
            (Self::Public, Some(_)) => false,
        }
    }

    /// Whether a command may be shown.
    #[must_use]
    pub fn may_see_command(self, campaign: &Campaign, command: &Command) -> bool {
        self.may_know(command.secret_of()) && self.may_know(secret_register(campaign, command.register_of()))
    }

    /// Whether an event may be shown.
    #[must_use]
    pub fn may_see_event(self, campaign: &Campaign, event: &Event) -> bool {
        self.may_know(event.secret_of()) && self.may_know(secret_register(campaign, event.register_of()))
    }
}

/// With secret lists, what a register holds is its player's secret (CAMP-15).
fn secret_register(campaign: &Campaign, player: Option<PlayerId>) -> Option<PlayerId> {
    let secret = campaign.about.as_ref().is_some_and(|about| about.options.flag("secret-lists"));
    if secret { player } else { None }
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
        campaign.bases.retain(|player, _| viewer.may_know(Some(*player)));
        if campaign.about.as_ref().is_some_and(|about| about.options.flag("secret-lists")) {
            campaign.vessels.retain(|_, vessel| viewer.may_know(Some(vessel.player)));
            let named: std::collections::BTreeSet<_> =
                campaign.vessels.values().flat_map(|vessel| vessel.hulls.iter().map(|hulls| hulls.design)).collect();
            campaign.designs.retain(|id, _| named.contains(id));
            for player in campaign.players.values_mut().filter(|player| !viewer.may_know(Some(player.id))) {
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
        !self.viewer.may_know(secret_register(&self.campaign, Some(player)))
    }
}

impl std::ops::Deref for Seen {
    type Target = Campaign;

    fn deref(&self) -> &Campaign {
        &self.campaign
    }
}
