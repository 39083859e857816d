//! What a week is remembered for, told from the events: always true, and not always in the same words.
//!
//! The words are chosen by what the sentence itself says, so that a deed is told alike each time and a secret changes
//! nothing about it.

use std::collections::BTreeMap;

use super::Kills;
use crate::campaign::event::Event;
use crate::campaign::state::battle::Battle;
use crate::campaign::state::battle::report::{Fate, Report, VesselReport};
use crate::campaign::state::battle::result::BattleResult;
use crate::campaign::state::{BattleId, PlayerId, VesselId};
use crate::campaign::turn::BySide;
use crate::campaign::turn::report::Role;
use crate::campaign::turn::victory::Decided;
use crate::campaign::view::Seen;
use crate::report::register::class_words;
use crate::text::{a, count};

/// The deeds of one event, as far as the reader of `seen` may know who did them. `kills` are those before it.
#[expect(clippy::wildcard_enum_match_arm, reason = "the others are no deed")]
pub(super) fn of(voice: &mut Voice, seen: &Seen, kills: &Kills, event: &Event) -> Vec<String> {
    let deed = match event {
        Event::VesselLost { vessel, .. } => lost(voice, seen, *vessel),
        Event::RankChanged { player, to, promoted: true, .. } if to.contains("Admiral") => {
            admiral(voice, seen, *player, to)
        }
        Event::LeadershipChanged { vessel, from, to, .. } if *to >= 9 && to > from => {
            veterans(voice, seen, *vessel, *to)
        }
        Event::SkillLearnt { vessel, skill, .. } => skilled(voice, seen, *vessel, &skill.id),
        Event::RefitGained { vessel, .. } => refitted(voice, seen, *vessel),
        Event::BaseSearched { owner, found: true, .. } => found(voice, seen, *owner),
        Event::BattleReported { battle, report, players, result } => {
            let mut deeds = destroyed(voice, seen, kills, report);
            deeds.extend(reported(voice, seen, *battle, report, *players, result));
            return deeds;
        }
        _ => None,
    };
    deed.into_iter().collect()
}

/// How the same kind of deed was last told: not twice running in the same words.
#[derive(Clone, Debug, Default)]
pub(super) struct Voice(BTreeMap<&'static str, usize>);

impl Voice {
    /// One of several ways to say the same. Those who know the names know the choice.
    fn one_of<const N: usize>(&mut self, kind: &'static str, by: &str, ways: [String; N]) -> Option<String> {
        // FNV-1a: the same on every machine.
        let hash = by
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        let mut index = usize::try_from((hash >> 32) % N.max(1) as u64).unwrap_or(0);
        if self.0.get(kind) == Some(&index) {
            index = (index + 1) % N.max(1);
        }
        self.0.insert(kind, index);
        ways.into_iter().nth(index)
    }
}

fn name(seen: &Seen, player: PlayerId) -> Option<&str> {
    seen.players.get(&player).map(|player| player.name.as_str())
}

fn lost(voice: &mut Voice, seen: &Seen, id: VesselId) -> Option<String> {
    let vessel = seen.vessels.get(&id)?;
    let (ship, owner) = (&vessel.name, name(seen, vessel.player)?);
    let refits = u32::try_from(vessel.refits.len()).unwrap_or(u32::MAX);
    if refits > 0 {
        let number = count(refits, "refit");
        return voice.one_of(
            "lost",
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
    voice.one_of(
        "lost",
        ship,
        [
            format!("{ship} of {owner}, {what}, does not come home."),
            format!("{owner} strikes {ship} off the register: {what}."),
            format!("The war takes {ship}, {what} of {owner}."),
            format!("{ship}, {what}, will not sail for {owner} again."),
            format!("{owner} has lost {ship}, {what}."),
        ],
    )
}

fn admiral(voice: &mut Voice, seen: &Seen, id: PlayerId, title: &str) -> Option<String> {
    let player = seen.players.get(&id)?;
    let (commander, owner) = (&player.commander, &player.name);
    voice.one_of(
        "admiral",
        commander,
        [
            format!("{commander} of {owner}'s fleet is {} now.", a(title)),
            format!("A fleet salutes: {commander}, {owner}'s commander, rises to {title}."),
            format!("{title}: so {owner}'s {commander} may sign from now on."),
        ],
    )
}

fn veterans(voice: &mut Voice, seen: &Seen, id: VesselId, to: u8) -> Option<String> {
    let ship = &seen.vessels.get(&id)?.name;
    voice.one_of(
        "veterans",
        ship,
        [
            format!("The crew of {ship} has seen much: Leadership {to}."),
            format!("{ship} has a crew of veterans, Leadership {to}."),
            format!("Every order counts aboard {ship} now: Leadership {to}."),
        ],
    )
}

fn skilled(voice: &mut Voice, seen: &Seen, id: VesselId, skill: &str) -> Option<String> {
    let vessel = seen.vessels.get(&id).filter(|vessel| vessel.skills.len() == 1)?;
    let (ship, skill) = (&vessel.name, crate::campaign::figures::spoken(skill));
    voice.one_of(
        "skilled",
        ship,
        [
            format!("The crew of {ship} learns its first skill: {skill}."),
            format!("{ship} makes a name for itself: {skill}, the first skill of its crew."),
        ],
    )
}

fn refitted(voice: &mut Voice, seen: &Seen, id: VesselId) -> Option<String> {
    let vessel = seen.vessels.get(&id).filter(|vessel| vessel.refits.len() >= 2)?;
    let (ship, number) = (&vessel.name, count(u32::try_from(vessel.refits.len()).unwrap_or(u32::MAX), "refit"));
    voice.one_of(
        "refitted",
        ship,
        [
            format!("{ship} is refitted again and has {number} by now."),
            format!("Hardly the ship that was built: {ship} has {number}."),
        ],
    )
}

fn found(voice: &mut Voice, seen: &Seen, owner: PlayerId) -> Option<String> {
    let owner = name(seen, owner)?;
    voice.one_of(
        "found",
        owner,
        [
            format!("The hunters find the lair of {owner}."),
            format!("{owner}'s base was hidden, but not well enough."),
            format!("No longer hidden: the base of {owner}."),
        ],
    )
}

fn reported(
    voice: &mut Voice,
    seen: &Seen,
    battle: BattleId,
    report: &Report,
    players: BySide<PlayerId>,
    result: &BattleResult,
) -> Vec<String> {
    let mut deeds: Vec<String> = crippled(voice, seen, report);
    // Other measures than victory points are told with the result.
    let by_points = |battle: &Battle| Decided::of(battle, report, result) == Decided::Points;
    if !seen.battles.get(&battle).is_some_and(by_points) {
        return deeds;
    }
    let points = |role: Role| *result.victory_points.of(role);
    let (most, least) =
        (points(Role::Attacker).max(points(Role::Defender)), points(Role::Attacker).min(points(Role::Defender)));
    if let Some(winner) = result.winner.and_then(|role| name(seen, *players.of(role))) {
        let by = format!("{winner} {}", battle.0);
        if least > 0 && (most - least) * 10 <= most {
            deeds.extend(voice.one_of(
                "close",
                &by,
                [
                    format!("A close thing: {winner} wins battle {} by {most} to {least}.", battle.0),
                    format!("Little parts the two in battle {}: {winner} wins, {most} to {least}.", battle.0),
                ],
            ));
        } else if least == 0 && most >= 100 {
            deeds.extend(voice.one_of(
                "nothing",
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

/// First and fifth kills, where every report of the vessel's battles says who destroyed what.
fn destroyed(voice: &mut Voice, seen: &Seen, kills: &Kills, report: &Report) -> Vec<String> {
    let mut scored: BTreeMap<VesselId, (u32, VesselId, u32)> = BTreeMap::new();
    for entry in &report.vessels {
        for (by, number) in entry.destroyed_by.iter().filter_map(|one| Some((one.by?, one.number))) {
            let (sum, _, _) = scored.entry(by).or_insert((0, entry.vessel, number));
            *sum += number;
        }
    }
    let tell = |(by, (sum, victim, number)): (VesselId, (u32, VesselId, u32))| {
        let (vessel, before) = (seen.vessels.get(&by)?, kills.of(by)?);
        let (ship, victim) = (&vessel.name, seen.vessels.get(&victim)?);
        let (lost, owner) = (&victim.name, name(seen, victim.player)?);
        if before == 0 {
            let prey = match (victim.strength(), number) {
                (1, _) => format!("{lost} of {owner}"),
                (_, 1) => format!("a ship of {owner}'s {lost}"),
                (_, number) => format!("{number} ships of {owner}'s {lost}"),
            };
            return voice.one_of(
                "kill",
                ship,
                [
                    format!("First blood for {ship}: {prey}."),
                    format!("{ship} has its first kill: {prey}."),
                    format!("Never before had {ship} destroyed anything; now it has, {prey}."),
                ],
            );
        }
        let (before, now) = (before / 5, before + sum);
        (now / 5 > before).then(|| format!("{ship} has destroyed {} by now.", count(now, "ship")))
    };
    scored.into_iter().filter_map(tell).collect()
}

/// Ships that were crippled and came home, where their registers are known.
fn crippled(voice: &mut Voice, seen: &Seen, report: &Report) -> Vec<String> {
    let came_home = |entry: &&VesselReport| {
        entry.crippled && !entry.is_destroyed() && matches!(entry.fate, Fate::OnTable | Fate::Disengaged)
    };
    let tell = |entry: &VesselReport| {
        let vessel = seen.vessels.get(&entry.vessel)?;
        let (ship, hits) = (&vessel.name, entry.hits_lost);
        let left = entry.fate == Fate::Disengaged;
        match (left, hits) {
            (true, _) => voice.one_of(
                "slipped",
                ship,
                [format!("{ship} slips away crippled."), format!("Crippled, {ship} breaks off the fight.")],
            ),
            (false, 0) => None,
            (false, hits) => voice.one_of(
                "limped",
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
