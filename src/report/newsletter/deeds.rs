//! What a week is remembered for, told from the events: always true, and not always in the same words.
//!
//! The words are chosen by what the sentence itself says, so that a deed is told alike each time and a secret changes
//! nothing about it.

use crate::campaign::event::Event;
use crate::campaign::state::{BattleId, PlayerId, VesselId};
use crate::campaign::turn::BySide;
use crate::campaign::turn::report::{Fate, Report, Role, VesselReport};
use crate::campaign::turn::victory::BattleResult;
use crate::campaign::view::Seen;
use crate::report::register::class_words;
use crate::text::{a, count};

/// The deeds of one event, as far as the reader of `seen` may know who did them.
pub(super) fn of(seen: &Seen, event: &Event) -> Vec<String> {
    let deed = match event {
        Event::VesselLost { vessel, .. } => lost(seen, *vessel),
        Event::RankChanged { player, to, promoted: true, .. } if to.contains("Admiral") => admiral(seen, *player, to),
        Event::LeadershipChanged { vessel, from, to, .. } if *to >= 9 && to > from => veterans(seen, *vessel, *to),
        Event::SkillLearnt { vessel, skill, .. } => skilled(seen, *vessel, &skill.id),
        Event::RefitGained { vessel, .. } => refitted(seen, *vessel),
        Event::BaseSearched { owner, found: true, .. } => found(seen, *owner),
        Event::BattleReported { battle, report, players, result } => {
            return reported(seen, *battle, report, *players, result);
        }
        _ => None,
    };
    deed.into_iter().collect()
}

/// One of several ways to say the same. Those who know the names know the choice.
fn one_of<const N: usize>(by: &str, ways: [String; N]) -> Option<String> {
    // FNV-1a: the same on every machine.
    let hash = by
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let index = usize::try_from((hash >> 32) % N.max(1) as u64).unwrap_or(0);
    ways.into_iter().nth(index)
}

fn name(seen: &Seen, player: PlayerId) -> Option<&str> {
    seen.players.get(&player).map(|player| player.name.as_str())
}

fn lost(seen: &Seen, id: VesselId) -> Option<String> {
    let vessel = seen.vessels.get(&id)?;
    let (ship, owner) = (&vessel.name, name(seen, vessel.player)?);
    let refits = u32::try_from(vessel.refits.len()).unwrap_or(u32::MAX);
    if refits > 0 {
        let number = count(refits, "refit");
        return one_of(
            ship,
            [
                format!("{ship} is lost, and {number} with it."),
                format!("{owner} mourns {ship}: {number} went down with it."),
                format!("{ship} had {number}; the void took it all."),
            ],
        );
    }
    let mut hulls = vessel.hulls.clone();
    hulls.iter_mut().for_each(|hulls| hulls.lost = 0);
    let class = class_words(seen, &hulls);
    let what = if vessel.strength() == 1 { a(&class) } else { class };
    one_of(
        ship,
        [
            format!("{ship} of {owner}, {what}, does not come home."),
            format!("{owner} strikes {ship} off the register: {what}."),
            format!("The war takes {ship}, {what} of {owner}."),
        ],
    )
}

fn admiral(seen: &Seen, id: PlayerId, title: &str) -> Option<String> {
    let player = seen.players.get(&id)?;
    let (commander, owner) = (&player.commander, &player.name);
    one_of(
        commander,
        [
            format!("{commander} of {owner}'s fleet is {} now.", a(title)),
            format!("A fleet salutes: {commander}, {owner}'s commander, rises to {title}."),
            format!("{title}: so {owner}'s {commander} may sign from now on."),
        ],
    )
}

fn veterans(seen: &Seen, id: VesselId, to: u8) -> Option<String> {
    let ship = &seen.vessels.get(&id)?.name;
    one_of(
        ship,
        [
            format!("The crew of {ship} has seen much: Leadership {to}."),
            format!("{ship} has a crew of veterans, Leadership {to}."),
            format!("Every order counts aboard {ship} now: Leadership {to}."),
        ],
    )
}

fn skilled(seen: &Seen, id: VesselId, skill: &str) -> Option<String> {
    let vessel = seen.vessels.get(&id).filter(|vessel| vessel.skills.len() == 1)?;
    let (ship, skill) = (&vessel.name, crate::campaign::figures::spoken(skill));
    one_of(
        ship,
        [
            format!("The crew of {ship} learns its first skill: {skill}."),
            format!("{ship} makes a name for itself: {skill}, the first skill of its crew."),
        ],
    )
}

fn refitted(seen: &Seen, id: VesselId) -> Option<String> {
    let vessel = seen.vessels.get(&id).filter(|vessel| vessel.refits.len() >= 2)?;
    let (ship, number) = (&vessel.name, count(u32::try_from(vessel.refits.len()).unwrap_or(u32::MAX), "refit"));
    one_of(
        ship,
        [
            format!("{ship} is refitted again and has {number} by now."),
            format!("Hardly the ship that was built: {ship} has {number}."),
        ],
    )
}

fn found(seen: &Seen, owner: PlayerId) -> Option<String> {
    let owner = name(seen, owner)?;
    one_of(
        owner,
        [
            format!("The hunters find the lair of {owner}."),
            format!("{owner}'s base was hidden, but not well enough."),
            format!("No longer hidden: the base of {owner}."),
        ],
    )
}

fn reported(
    seen: &Seen,
    battle: BattleId,
    report: &Report,
    players: BySide<PlayerId>,
    result: &BattleResult,
) -> Vec<String> {
    let mut deeds: Vec<String> = crippled(seen, report);
    let points = |role: Role| *result.victory_points.of(role);
    let (most, least) =
        (points(Role::Attacker).max(points(Role::Defender)), points(Role::Attacker).min(points(Role::Defender)));
    if let Some(winner) = result.winner.and_then(|role| name(seen, *players.of(role))) {
        let by = format!("{winner} {}", battle.0);
        if least > 0 && (most - least) * 10 <= most {
            deeds.extend(one_of(
                &by,
                [
                    format!("A close thing: {winner} wins battle {} by {most} to {least}.", battle.0),
                    format!("Little parts the two in battle {}: {winner} wins, {most} to {least}.", battle.0),
                ],
            ));
        } else if least == 0 && most >= 100 {
            deeds.extend(one_of(
                &by,
                [
                    format!("{winner} wins battle {} without giving anything away: {most} to 0.", battle.0),
                    format!("In battle {} {winner} leaves the enemy nothing: {most} to 0.", battle.0),
                ],
            ));
        }
    }
    deeds
}

/// Ships that were crippled and came home, where their registers are known.
fn crippled(seen: &Seen, report: &Report) -> Vec<String> {
    let came_home = |entry: &&VesselReport| {
        entry.crippled && !entry.is_destroyed() && matches!(entry.fate, Fate::OnTable | Fate::Disengaged)
    };
    let tell = |entry: &VesselReport| {
        let vessel = seen.vessels.get(&entry.vessel)?;
        let (ship, hits) = (&vessel.name, entry.hits_lost);
        let left = entry.fate == Fate::Disengaged;
        match (left, hits) {
            (true, _) => one_of(
                ship,
                [format!("{ship} slips away crippled."), format!("Crippled, {ship} breaks off the fight.")],
            ),
            (false, 0) => None,
            (false, hits) => one_of(
                ship,
                [
                    format!("{ship} limps home, {} poorer.", count(hits, "hit")),
                    format!("{ship} loses {} and stays in the line to the end.", count(hits, "hit")),
                ],
            ),
        }
    };
    report.vessels.iter().filter(came_home).filter_map(tell).collect()
}
