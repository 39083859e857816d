//! Names that people type, turned into ids: any case, a slug, or the beginning of a name, or of one of its words,
//! that means one thing only. They are looked up in what whoever types them may see.

use super::error::CliError;
use super::session::Result;
use crate::campaign::names;
use crate::campaign::ranks::Mark;
use crate::campaign::state::grant::AppealKind;
use crate::campaign::state::{Campaign, PlayerId, SystemId, Vessel, VesselId, VesselState};
use crate::campaign::turn::MissionClass;
use crate::campaign::view::Seen;
use crate::scenario::Scenario;
use crate::text::{did_you_mean, or_list, slug};

/// The thing that `typed` means among `known` pairs of a name and a value.
pub(super) fn one<'n, T: Copy + PartialEq>(
    what: &str,
    typed: &str,
    known: impl Iterator<Item = (&'n str, T)> + Clone,
    hint: &str,
) -> Result<T> {
    let lower = typed.to_lowercase();
    let exact = known.clone().find(|(name, _)| *name == typed);
    let same = || known.clone().find(|(name, _)| name.to_lowercase() == lower || slug(name) == slug(typed));
    if let Some((_, value)) = exact.or_else(same) {
        return Ok(value);
    }
    let mut begins: Vec<(&str, T)> =
        known.clone().filter(|(name, _)| name.to_lowercase().starts_with(&lower)).collect();
    // "Testament" is the Black Testament, where nothing begins with it.
    if begins.is_empty() && lower.chars().count() > 2 {
        let later = |name: &str| name.to_lowercase().split_whitespace().any(|word| word.starts_with(&lower));
        begins = known.clone().filter(|(name, _)| later(name)).collect();
    }
    match begins.as_slice() {
        [(_, value), others @ ..] if !lower.is_empty() && others.iter().all(|(_, other)| other == value) => Ok(*value),
        [] | [_] => {
            let near = did_you_mean(typed, known.map(|(name, _)| name));
            Err(CliError::new(format!("there is no {what} \"{typed}\"{near}")).hint(hint))
        }
        several => {
            let names: Vec<String> = several.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            Err(CliError::new(format!("\"{typed}\" may mean {}", or_list(&names))).hint("write more of the name"))
        }
    }
}

/// The two sides of `NAME=VALUE`. A name may hold the sign itself: the longest known one that fits wins.
pub(super) fn pair<'p>(campaign: &Campaign, given: &'p str, form: &str) -> Result<(&'p str, &'p str)> {
    let players = campaign.players.values().map(|player| player.name.as_str());
    let vessels = campaign.vessels.values().map(|vessel| vessel.name.as_str());
    let systems = campaign.systems.values().map(|system| system.name.as_str());
    pair_of(players.chain(vessels).chain(systems), given, form)
}

/// As [`pair`], where other names are known.
pub(super) fn pair_of<'p, 'n>(
    known: impl Iterator<Item = &'n str>,
    given: &'p str,
    form: &str,
) -> Result<(&'p str, &'p str)> {
    let whole = known.filter_map(|name| begins(given, name).filter(|at| given[*at..].starts_with('='))).max();
    let at = whole.or_else(|| given.find('='));
    at.map(|at| (&given[..at], &given[at + 1..])).ok_or_else(|| CliError::usage(format!("\"{given}\" is not {form}")))
}

/// The names of a list with commas. A name may hold a comma itself: the longest known one that fits wins.
pub(super) fn listed<'t>(known: &[&str], text: &'t str) -> Vec<&'t str> {
    let (mut found, mut rest) = (Vec::new(), text.trim());
    loop {
        let ends = |at: &usize| matches!(rest[*at..].trim_start().chars().next(), None | Some(','));
        let whole = known.iter().filter_map(|name| begins(rest, name).filter(ends)).max();
        let at = whole.or_else(|| rest.find(',')).unwrap_or(rest.len());
        found.push(rest[..at].trim());
        match rest[at..].trim_start().strip_prefix(',') {
            Some(more) => rest = more.trim_start(),
            None => return found,
        }
    }
}

/// Where a name ends that a text begins with, in any case.
pub(super) fn begins(text: &str, name: &str) -> Option<usize> {
    let mut letters = text.char_indices();
    for wanted in name.chars() {
        let (_, letter) = letters.next()?;
        if letter != wanted && !letter.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    Some(letters.next().map_or(text.len(), |(at, _)| at))
}

/// A player among those of a campaign.
pub(super) fn among_players<'n>(
    typed: &str,
    known: impl Iterator<Item = (&'n str, PlayerId)> + Clone,
) -> Result<PlayerId> {
    one("player", typed, known, "`renown player list` shows them")
}

pub(super) fn player(seen: &Seen, typed: &str) -> Result<PlayerId> {
    among_players(typed, seen.players.values().map(|player| (player.name.as_str(), player.id)))
}

pub(super) fn vessel(seen: &Seen, owner: PlayerId, typed: &str) -> Result<VesselId> {
    let known = seen
        .vessels
        .values()
        .filter(|vessel| vessel.player == owner && vessel.state != VesselState::Lost)
        .map(|vessel| (vessel.name.as_str(), vessel.id));
    let name = seen.players.get(&owner).map_or("him", |player| player.name.as_str());
    one("vessel", typed, known, &format!("`renown register \"{name}\"` shows them"))
}

pub(super) fn system(seen: &Seen, typed: &str) -> Result<SystemId> {
    let known = seen.systems.values().map(|system| (system.name.as_str(), system.id));
    one("system", typed, known, "`renown map show` shows them")
}

pub(super) fn scenario(typed: &str) -> Result<Scenario> {
    let names = Scenario::ALL.iter().map(|scenario| (scenario.word(), *scenario));
    // Nobody types the article.
    let short = names.clone().filter_map(|(name, scenario)| Some((name.strip_prefix("The ")?, scenario)));
    one("scenario", typed, names.chain(short), "`renown scenario list` shows them")
}

pub(super) fn mission(typed: &str) -> Result<MissionClass> {
    one("mission", typed, MissionClass::ALL.iter().map(|class| (class.word(), *class)), "write raid or battle")
}

pub(super) fn mark(typed: &str) -> Result<Mark> {
    let words: Vec<&str> = Mark::ALL.iter().map(|mark| mark.word()).collect();
    let hint = format!("write {}", or_list(&words));
    one("Mark of Chaos", typed, Mark::ALL.iter().map(|mark| (mark.word(), *mark)), &hint)
}

pub(super) fn appeal(typed: &str) -> Result<AppealKind> {
    one(
        "appeal",
        typed,
        AppealKind::ALL.iter().map(|kind| (kind.word(), *kind)),
        "write reinforcements, refit, other or ramilies",
    )
}

/// A vessel of either player of a battle.
pub(super) fn vessel_of_either(seen: &Seen, owners: [PlayerId; 2], typed: &str) -> Result<VesselId> {
    let known = told_apart(seen, |vessel| owners.contains(&vessel.player));
    let known = known.iter().map(|(name, id)| (name.as_str(), *id));
    one("vessel", typed, known, "`renown battle status` shows who takes part")
}

/// Vessels afloat by name. Secret lists may hold two of one name: then the owner belongs to it, as `Agrippa of Anna`.
fn told_apart(seen: &Seen, wanted: impl Fn(&Vessel) -> bool) -> Vec<(String, VesselId)> {
    let afloat = || seen.vessels.values().filter(|vessel| vessel.state != VesselState::Lost && wanted(vessel));
    let name = |vessel: &Vessel| {
        let twin = afloat().any(|other| other.id != vessel.id && names::same(&other.name, &vessel.name));
        match seen.players.get(&vessel.player).filter(|_| twin) {
            Some(owner) => format!("{} of {}", vessel.name, owner.name),
            None => vessel.name.clone(),
        }
    };
    afloat().map(|vessel| (name(vessel), vessel.id)).collect()
}

/// A vessel of anybody, afloat or lost, by its name or one it bore before; those afloat go first.
pub(super) fn ship(seen: &Seen, typed: &str) -> Result<VesselId> {
    let afloat = seen.vessels.values().filter(|vessel| vessel.state != VesselState::Lost);
    let lost = seen.vessels.values().filter(|vessel| vessel.state == VesselState::Lost);
    let apart = told_apart(seen, |_| true);
    let names = apart.iter().map(|(name, id)| (name.as_str(), *id));
    let gone = lost.map(|vessel| (vessel.name.as_str(), vessel.id));
    let former = afloat.flat_map(|vessel| vessel.former_names.iter().map(|name| (name.as_str(), vessel.id)));
    one("ship", typed, names.chain(gone).chain(former), "`renown register` shows them")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_known_name_wins() {
        let known = ["a", "a=b", "Sword, broken", "Sword", "Ünger"];
        let pair = |given| pair_of(known.into_iter(), given, "PLAYER=WORD").ok();
        assert_eq!(pair("a=b=me"), Some(("a=b", "me")));
        assert_eq!(pair("A=B=x=y"), Some(("A=B", "x=y")));
        assert_eq!(pair("a=b"), Some(("a", "b")));
        assert_eq!(pair("ünger=c=d"), Some(("ünger", "c=d")));
        assert_eq!(pair("other=c=d"), Some(("other", "c=d")));
        assert_eq!(pair("nothing"), None);
        let listed = |text| listed(&known, text);
        assert_eq!(listed("sword, broken, Sword ,a"), ["sword, broken", "Sword", "a"]);
        assert_eq!(listed("x,,y,"), ["x", "", "y", ""]);
        assert_eq!(listed(""), [""]);
    }
}
