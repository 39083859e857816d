//! Players and their commanders (CMDR-01, CAMP-10, FLEET-01).

use super::event::Event;
use super::lists::CommanderRole;
use super::month::newcomer;
use super::names;
use super::refusal::{Refusal, Refusals};
use super::state::{Campaign, Phase, Player, PlayerId, SystemId};
use super::{Circumstances, about, player, ranks, system};
use crate::campaign::hint::Hint;
use crate::ships::class::People;
use crate::text::{did_you_mean, or_list};

/// What a commander starts with (CMDR-01).
pub(super) const STARTING_RENOWN: i32 = 1;

pub(super) struct NewPlayer<'a> {
    pub(super) name: &'a str,
    pub(super) list: &'a str,
    pub(super) commander: &'a str,
    pub(super) kind: Option<&'a str>,
}

pub(super) fn add(
    campaign: &Campaign,
    id: PlayerId,
    new: &NewPlayer<'_>,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let about = about(campaign)?;
    if campaign.players.contains_key(&id) {
        return Err(Refusal::plain(format!("player {} is already entered", id.0)).into());
    }
    if matches!(about.phase, Phase::Picking | Phase::Hiding) {
        return Err(Refusal::by(
            "CAMP-08",
            "the starting order is rolled: nobody can join until the campaign has begun",
        )
        .hint(Hint::JoinLaterOrUndoOrder)
        .into());
    }
    names::free_for_player(campaign, new.name, None)?;
    names::check("commander", new.commander)?;
    let list = with.library.list(new.list).ok_or_else(|| {
        let known = with.library.list_ids();
        Refusal::plain(format!(
            "there is no fleet list \"{}\"{}",
            new.list,
            did_you_mean(new.list, known.iter().map(String::as_str))
        ))
        .hint(Hint::ShowLists)
    })?;
    if !list.playable {
        return Err(Refusal::by("ALLY-01", format!("\"{}\" only accompanies other fleets", list.name))
            .hint("choose another list and take these ships as allies")
            .into());
    }
    let kind = commander_kind(new, with)?;
    let fleet = with.library.fleet(&list.fleet).ok_or_else(|| Refusal::plain("the list's fleet is missing"))?;
    let pirate = list.pirate.unwrap_or(fleet.pirate);
    let option = if pirate { "starting-points-pirates" } else { "starting-points-holders" };
    let late = about.phase == Phase::Running;
    let start = u32::try_from(about.options.number(option)).unwrap_or_default();
    let start_points = if late { newcomer::points(campaign, &about.options, start) } else { start };
    let joined = Player {
        id,
        name: new.name.to_owned(),
        fleet: fleet.id.clone(),
        list: list.id.clone(),
        pirate,
        start_points,
        commander: new.commander.to_owned(),
        commander_kind: kind,
        promotions: ranks::table(&fleet.id, fleet.people),
        renown: 0,
        flagship: None,
        joined: with.now.date(),
        late,
        rebel: false,
        last_game: None,
        games: 0,
        allowed: Vec::new(),
        boons: Vec::new(),
        ready: false,
        left: None,
        away_until: None,
        byes: 0,
        warned: None,
        marks: Vec::new(),
        excused: None,
        side: None,
    };
    Ok(vec![
        Event::PlayerJoined { player: joined },
        Event::RenownChanged {
            player: id,
            by: STARTING_RENOWN,
            to: STARTING_RENOWN,
            reason: "a new commander".to_owned(),
            rule: "CMDR-01".to_owned(),
        },
    ])
}

/// The kind of fleet commander the player's own stands for (CMDR-08). A list that opens ships only to a certain
/// commander needs to know it.
fn commander_kind(new: &NewPlayer<'_>, with: &Circumstances<'_>) -> Result<Option<String>, Refusal> {
    let Some(kind) = new.kind else { return Ok(None) };
    let offered: Vec<&str> = with
        .library
        .commanders(new.list)
        .into_iter()
        .filter(|kind| kind.role == CommanderRole::FleetCommander)
        .map(|kind| kind.id.as_str())
        .collect();
    if offered.contains(&kind) {
        return Ok(Some(kind.to_owned()));
    }
    let hint = match offered.as_slice() {
        [] => "this list has no fleet commanders: leave it out".to_owned(),
        _ => format!("it offers {}", or_list(&offered)),
    };
    Err(Refusal::by(
        "CMDR-08",
        format!(
            "the list \"{}\" has no fleet commander \"{kind}\"{}",
            new.list,
            did_you_mean(kind, offered.iter().copied())
        ),
    )
    .hint(hint))
}

pub(super) fn remove(campaign: &Campaign, id: PlayerId) -> Result<Vec<Event>, Refusals> {
    let leaving = player(campaign, id)?;
    let waiting = leaving.late && !leaving.ready;
    if about(campaign)?.phase != Phase::Mustering && !waiting {
        return Err(Refusal::plain(format!("{} takes part in the campaign and cannot be removed", leaving.name))
            .hint(Hint::RemoveOnlyBeforeStart)
            .into());
    }
    Ok(vec![Event::PlayerRemoved { player: id }])
}

/// Splits Imperial fleets into loyalists and rebels (CHAL-05).
pub(super) fn set_allegiance(
    campaign: &Campaign,
    id: PlayerId,
    rebel: bool,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let turned = player(campaign, id)?;
    let people = with.library.fleet(&turned.fleet).map(|fleet| fleet.people);
    if !matches!(people, Some(People::Imperial | People::SpaceMarines)) {
        return Err(
            Refusal::by("CHAL-05", format!("{} is no Imperial player: he cannot be a rebel", turned.name)).into()
        );
    }
    if turned.rebel == rebel {
        let word = if rebel { "a rebel" } else { "loyal" };
        return Err(Refusal::by("CHAL-05", format!("{} is already {word}", turned.name)).into());
    }
    Ok(vec![Event::AllegianceChanged { player: id, rebel }])
}

/// Tells another player where a found base is (PIRATE-06).
pub(super) fn tell_base(
    campaign: &Campaign,
    owner: PlayerId,
    to: PlayerId,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let listener = player(campaign, to)?;
    let hidden = player(campaign, owner)?;
    // What the teller does not know he cannot tell, and may not learn from the refusal.
    let base = campaign.bases.get(&owner).filter(|base| with.by.is_none_or(|by| base.known_to.contains(&by)));
    let Some(base) = base else {
        return Err(Refusal::by("PIRATE-06", format!("{}'s base is not known to you", hidden.name)).into());
    };
    if to == owner || base.known_to.contains(&to) {
        return Err(Refusal::by("PIRATE-06", format!("{} knows {}'s base already", listener.name, hidden.name)).into());
    }
    Ok(vec![Event::BaseRevealed { owner, to, system: base.system }])
}

/// Only a ruling changes renown or control outside the rules, and it is on record (CAMP-04).
fn by_ruling<'w>(with: &Circumstances<'w>) -> Result<&'w str, Refusal> {
    with.ruling.ok_or_else(|| {
        Refusal::by("CAMP-04", "only the arbitrator's ruling changes this").hint(Hint::GiveReason).allowable()
    })
}

pub(super) fn edit_renown(
    campaign: &Campaign,
    id: PlayerId,
    by: i32,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let commander = player(campaign, id)?;
    let reason = by_ruling(with)?.to_owned();
    // Renown never falls below 1 (RENOWN-12).
    let to = commander.renown.saturating_add(by).clamp(1, 10_000);
    if to == commander.renown {
        return Err(Refusal::by("RENOWN-12", format!("{} keeps {} renown", commander.name, to)).into());
    }
    let rule = "CAMP-04".to_owned();
    Ok(vec![Event::RenownChanged { player: id, by: to - commander.renown, to, reason, rule }])
}

pub(super) fn edit_owner(
    campaign: &Campaign,
    at: SystemId,
    owner: Option<PlayerId>,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let place = system(campaign, at)?;
    let reason = by_ruling(with)?.to_owned();
    if let Some(owner) = owner {
        let owner = player(campaign, owner)?;
        if let Some(left) = owner.left {
            return Err(Refusal::plain(format!("{} left on {left} and holds no system", owner.name)).into());
        }
    }
    if place.owner == owner {
        return Err(Refusal::plain(format!("{} is already so", place.name)).into());
    }
    Ok(vec![Event::OwnerEdited { system: at, owner, reason }])
}
