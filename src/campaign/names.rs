//! Names of players, commanders and vessels: any script, no control characters, bounded.

use super::refusal::Refusal;
use super::state::{Campaign, PlayerId, VesselId, VesselState};

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
    // Bidirectional overrides and zero-width marks would let one name pass for another.
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
    };
    if let Some(bad) = name.chars().find(|c| hidden(*c)) {
        let code = u32::from(bad);
        return Err(Refusal::plain(format!("the name of a {what} holds an invisible character (U+{code:04X})"))
            .hint("type the name again, without line breaks or control characters"));
    }
    Ok(())
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
/// # Errors
/// When one does.
pub fn free_for_vessel(campaign: &Campaign, name: &str, vessel: Option<VesselId>) -> Result<(), Refusal> {
    check("vessel", name)?;
    let taken = campaign
        .vessels
        .values()
        .any(|other| Some(other.id) != vessel && other.state != VesselState::Lost && same(&other.name, name));
    if taken {
        return Err(Refusal::plain(format!("there is already a vessel called \"{name}\" in this campaign"))
            .hint("choose another name; a lost vessel's name is free again"));
    }
    Ok(())
}
