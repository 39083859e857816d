//! Names of players, commanders and vessels: any script, no control characters, bounded.

use super::refusal::Refusal;
use super::state::{Campaign, PlayerId, Vessel, VesselId, VesselState};
use crate::text::{steers, thousands};

/// Longest name, in characters.
pub const MOST: usize = 60;

/// Checks a name by itself.
///
/// # Errors
/// When it is blank, too long, padded with spaces or holds control characters.
pub fn check(what: &str, name: &str) -> Result<(), Refusal> {
    let length = name.chars().count();
    if name.trim().is_empty() {
        return Err(Refusal::plain(format!("the name of a {what} cannot be blank")));
    }
    if length > MOST {
        return Err(Refusal::plain(format!("the name of a {what} has at most {MOST} characters, not {length}")));
    }
    if name.trim() != name {
        return Err(Refusal::plain(format!("the name \"{name}\" begins or ends with a space")));
    }
    visible(&format!("the name of a {what}"), name)
}

/// Longest remark or reason, in characters.
pub const REMARK: usize = 300;

/// Checks a reason that somebody gives for `what`: there, bounded, on one line, and nothing hidden in it.
///
/// # Errors
/// When it is blank, too long or holds a character that nobody would see.
pub fn reason(what: &str, text: &str) -> Result<(), Refusal> {
    if text.trim().is_empty() || text.chars().count() > REMARK {
        return Err(Refusal::plain(format!("{what} needs a reason of up to {REMARK} characters")));
    }
    visible(&format!("the reason of {what}"), text)
}

/// Checks what is put on record in words: bounded, on one line, and nothing hidden in it.
///
/// # Errors
/// When it is too long or holds a character that nobody would see.
pub fn remark(what: &str, text: &str) -> Result<(), Refusal> {
    let length = text.chars().count();
    if length > REMARK {
        let length = thousands(i64::try_from(length).unwrap_or(i64::MAX));
        return Err(Refusal::plain(format!("{what} has at most {REMARK} characters, not {length}")).hint("shorten it"));
    }
    visible(what, text)
}

/// Bidirectional overrides and zero-width marks would let one text pass for another, others steer a terminal.
fn visible(what: &str, text: &str) -> Result<(), Refusal> {
    match text.chars().find(|character| steers(*character)) {
        None => Ok(()),
        Some(bad) => {
            let code = u32::from(bad);
            Err(Refusal::plain(format!("{what} holds an invisible character (U+{code:04X})"))
                .hint("type it again, on one line and without control characters"))
        }
    }
}

/// Whether two names are the same to people.
#[must_use]
pub fn same(left: &str, right: &str) -> bool {
    left == right || left.to_lowercase() == right.to_lowercase()
}

/// Checks that no other player bears the name.
///
/// # Errors
/// When one does.
pub fn free_for_player(campaign: &Campaign, name: &str, player: Option<PlayerId>) -> Result<(), Refusal> {
    check("player", name)?;
    match campaign.players.values().find(|other| Some(other.id) != player && same(&other.name, name)) {
        Some(other) => Err(Refusal::plain(format!("there is already a player called \"{}\"", other.name))
            .hint("add a surname or a nickname")),
        None => Ok(()),
    }
}

/// Checks that no other vessel of the campaign bears the name: dice, logs and newsletters name vessels alone.
///
/// Ruling: with secret lists (CAMP-15) only the owner's register is asked, for a refusal would tell him what another's
/// holds. Two registers may then have a vessel of one name: in a battle the second is numbered, elsewhere its owner is
/// named with it, and both keep their names when the lists are opened.
///
/// # Errors
/// When one does.
pub fn free_for_vessel(
    campaign: &Campaign,
    name: &str,
    owner: Option<PlayerId>,
    vessel: Option<VesselId>,
) -> Result<(), Refusal> {
    check("vessel", name)?;
    let secret = campaign.about.as_ref().is_some_and(|about| about.options.flag("secret-lists"));
    let owner = owner.filter(|_| secret);
    let asked = |other: &Vessel| owner.is_none_or(|owner| owner == other.player) && other.state != VesselState::Lost;
    let taken =
        campaign.vessels.values().any(|other| Some(other.id) != vessel && asked(other) && same(&other.name, name));
    if taken {
        return Err(Refusal::plain(format!("there is already a vessel called \"{name}\" in this campaign"))
            .hint("choose another name; a lost vessel's name is free again"));
    }
    Ok(())
}
