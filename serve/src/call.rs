//! One call: who asks, what for, and with what.

use std::net::IpAddr;

use axum::http::StatusCode;
use chrono::NaiveDateTime;
use renown::campaign::state::{BattleId, PlayerId};
use renown::campaign::view::{Seen, Viewer};
use renown::club::{Club, Holder, Member, Visitor};

use crate::answer::Wrong;
use crate::app::{App, Drawn};
use crate::fields::Fields;

/// A call that is being answered.
pub struct Call<'a> {
    /// The server.
    pub app: &'a App,
    /// The campaign.
    pub club: &'a mut Club,
    /// Who asks, where he is known.
    pub visitor: Option<Visitor>,
    /// When.
    pub at: NaiveDateTime,
    /// What stands in the path for a name.
    pub named: String,
    /// The query.
    pub query: Fields,
    /// The form.
    pub form: Fields,
    /// What the browser calls itself.
    pub agent: String,
    /// From where.
    pub address: IpAddr,
    /// He asks for JSON.
    pub json: bool,
    /// The number of what he saw when the call began: a page carries it, so that a change meanwhile is noticed.
    pub version: Option<u64>,
}

impl Call<'_> {
    /// As whom he looks.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.visitor.as_ref().map_or(Viewer::Public, Visitor::viewer)
    }

    /// The campaign before him.
    pub fn member(&mut self) -> Member<'_> {
        let viewer = self.viewer();
        self.club.member(viewer)
    }

    /// What he sees, with all that ended.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn drawn(&mut self) -> Result<Drawn, Wrong> {
        let viewer = self.viewer();
        let drawn = self.app.seen(self.club, viewer)?;
        self.version.get_or_insert(drawn.version);
        Ok(drawn)
    }

    /// What he sees of the campaign as commands are decided on it.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn look(&mut self) -> Result<Seen, Wrong> {
        Ok(self.member().look()?)
    }

    /// The player he is.
    #[must_use]
    pub fn player(&self) -> Option<PlayerId> {
        match self.viewer() {
            Viewer::Player(id) => Some(id),
            Viewer::Arbitrator | Viewer::Public => None,
        }
    }

    /// Whether he is an arbitrator.
    #[must_use]
    pub fn is_arbitrator(&self) -> bool {
        self.viewer() == Viewer::Arbitrator
    }

    /// What he is called.
    #[must_use]
    pub fn name(&self) -> String {
        self.visitor.as_ref().map_or_else(|| "a visitor".to_owned(), |visitor| visitor.holder.name().to_owned())
    }

    /// Who he is at the door.
    ///
    /// # Errors
    /// When nobody knows.
    pub fn holder(&self) -> Result<Holder, Wrong> {
        let unknown = || Wrong::new(StatusCode::UNAUTHORIZED, "Nobody knows you here.");
        self.visitor.as_ref().map(|visitor| visitor.holder.clone()).ok_or_else(unknown)
    }

    /// The battle that the query or the form names.
    ///
    /// # Errors
    /// When it names none.
    pub fn battle(&self) -> Result<BattleId, Wrong> {
        let number = self.form.number("battle").or_else(|| self.query.number("battle"));
        number.map(BattleId).ok_or_else(Wrong::nothing)
    }
}
