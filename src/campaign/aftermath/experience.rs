//! Ship experience: losses first, then rolls, in register order (XP-01 to XP-16).

use super::refits::{Lesson, allowance, roll_skill};
use super::{boons, declaring, fought, record, role_of};
use crate::campaign::appeal_tables::{Allowance, SkillSource};
use crate::campaign::event::Event;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::battle::Step;
use crate::campaign::state::battle::report::VesselReport;
use crate::campaign::state::{BattleId, Campaign, Hulls, PlayerId, Vessel, VesselId, VesselState};
use crate::campaign::steps::{at_step, sides};
use crate::campaign::turn::report::Role;
use crate::campaign::{Circumstances, names, player, vessel_of};
use crate::dice::{Pip, Why};
use crate::text::steers;

/// What the players decide: which crews would rather learn a skill, and how replacements are called.
pub(in crate::campaign) struct Choices<'a> {
    pub(in crate::campaign) skills: &'a [VesselId],
    pub(in crate::campaign) names: &'a [(VesselId, String)],
    pub(in crate::campaign) train: &'a [VesselId],
    /// What is not said here is asked of each owner afterwards.
    pub(in crate::campaign) ask: bool,
}

pub(in crate::campaign) fn gain(
    campaign: &Campaign,
    id: BattleId,
    choices: &Choices<'_>,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Experience)?;
    let (report, _) = record(battle)?;
    let both = sides(battle)?;
    for (vessel, name) in choices.names {
        let owner = campaign.vessels.get(vessel).map(|vessel| vessel.player);
        names::free_for_vessel(campaign, name, owner, Some(*vessel))?;
    }
    let mut events = Vec::new();
    for role in [Role::Attacker, Role::Defender] {
        let side = both.of(role);
        let owner = player(campaign, side.player)?;
        let allowance = allowance(&owner.fleet, with.library);
        let vessels = fought(campaign, side, report);
        for (vessel, entry) in &vessels {
            if entry.is_destroyed() {
                events.extend(replace(campaign, vessel, choices, with)?);
            } else {
                events.extend(crippled(campaign, vessel, entry));
            }
        }
        for (vessel, entry) in &vessels {
            if entry.is_destroyed() || entry.crippled || !entry.fought() || started_crippled(campaign, vessel, entry) {
                continue;
            }
            events.extend(advance(campaign, vessel, role, id, &allowance, choices, with)?);
        }
    }
    events.extend(boons::train(campaign, battle, choices.train)?);
    if choices.ask {
        events.push(Event::DeclarationsOpened { battle: id, on: with.now.date() });
        for role in [Role::Attacker, Role::Defender] {
            let player = both.of(role).player;
            let said =
                choices.train.iter().any(|id| campaign.vessels.get(id).is_some_and(|crew| crew.player == player));
            events.extend(said.then_some(Event::TrainersAsked { battle: id, player, role }));
        }
    }
    events.push(Event::StepReached { battle: id, step: Step::Repairs });
    Ok(events)
}

/// A ship that began the battle crippled makes no roll (XP-07).
fn started_crippled(campaign: &Campaign, vessel: &Vessel, entry: &VesselReport) -> bool {
    if campaign.is_squadron(vessel) {
        return false;
    }
    let full = campaign.full_hits(vessel);
    let before = vessel.damage.saturating_sub(entry.hits_lost);
    (full - before.min(full)) * 2 <= full
}

/// A crippled crew loses 1 Leadership, not below 6 (XP-07, XP-11).
fn crippled(campaign: &Campaign, vessel: &Vessel, entry: &VesselReport) -> Option<Event> {
    let from = vessel.leadership.filter(|_| entry.crippled)?;
    let hurt = entry.hits_lost > 0 || entry.ships_lost() > 0;
    if !hurt || (started_crippled(campaign, vessel, entry) && entry.hits_lost == 0) || from <= 6 {
        return None;
    }
    Some(Event::LeadershipChanged {
        player: vessel.player,
        vessel: vessel.id,
        from,
        to: from - 1,
        reason: "crippled".to_owned(),
        rule: "XP-07".to_owned(),
    })
}

/// A destroyed vessel is struck off and replaced by a new one with Leadership 6 (XP-09).
fn replace(
    campaign: &Campaign,
    lost: &Vessel,
    choices: &Choices<'_>,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let chosen = choices.names.iter().find(|(vessel, _)| *vessel == lost.id).map(|(_, name)| name.clone());
    let name = chosen.unwrap_or_else(|| successor(campaign, lost.player, &lost.name));
    if names::same(&name, &lost.name) {
        return Err(Refusal::by("XP-09", format!("the replacement of \"{}\" needs another name", lost.name)).into());
    }
    let hulls = lost.hulls.iter().map(|hulls| Hulls { lost: 0, ..hulls.clone() }).collect();
    let vessel = Vessel {
        id: lost.id.replacement(),
        name,
        hulls,
        upgrades: lost.upgrades.iter().filter(|upgrade| !upgrade.gained).cloned().collect(),
        // A lesser commander is lost for good with his ship (CMDR-09).
        officer: None,
        points: lost.list_points,
        leadership: lost.leadership.map(|_| 6),
        commissioned: with.now.date(),
        trials: Some(with.now.date()),
        late: true,
        state: VesselState::Ready,
        lost: None,
        former_names: Vec::new(),
        allowed: lost.allowed.clone(),
        damage: 0,
        refits: Vec::new(),
        skills: Vec::new(),
        withdrawn: None,
        ..lost.clone()
    };
    Ok(vec![
        Event::VesselLost { player: lost.player, vessel: lost.id, on: with.now.date() },
        Event::VesselReplaced { lost: lost.id, vessel },
    ])
}

/// `Agrippa II` after `Agrippa`, `Agrippa III` after that: the first that no ship afloat bears.
fn successor(campaign: &Campaign, owner: PlayerId, name: &str) -> String {
    let numbered = name.rsplit_once(' ').and_then(|(base, last)| Some((base, numeral(last)?)));
    let (base, number) = numbered.unwrap_or((name, 1));
    // A name that leaves no room for its number is shortened; one from an older file may hold what is refused today.
    let next = (number + 1..).map(|number| {
        let numeral = roman(number);
        let room = names::MOST.saturating_sub(numeral.len() + 1);
        let base: String = base.chars().filter(|letter| !steers(*letter)).take(room).collect();
        format!("{} {numeral}", base.trim()).trim().to_owned()
    });
    // One more than there are ships, so that one is free.
    let mut next = next.take(campaign.vessels.len() + 1);
    next.find(|name| names::free_for_vessel(campaign, name, Some(owner), None).is_ok()).unwrap_or_default()
}

const DIGITS: [(usize, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

/// The number from 2 up that a Roman numeral stands for; `None` for any other word.
fn numeral(word: &str) -> Option<usize> {
    let (mut rest, mut number) = (word, 0);
    for (value, digit) in DIGITS {
        while let Some(after) = rest.strip_prefix(digit) {
            (rest, number) = (after, number + value);
        }
    }
    (rest.is_empty() && (2..4000).contains(&number) && roman(number) == word).then_some(number)
}

fn roman(mut number: usize) -> String {
    let mut written = String::new();
    for (value, digit) in DIGITS {
        written.push_str(&digit.repeat(number / value));
        number %= value;
    }
    written
}

/// Rolls 2D6: more than its Leadership is an advance (XP-01 to XP-04).
fn advance(
    campaign: &Campaign,
    vessel: &Vessel,
    role: Role,
    battle: BattleId,
    allowance: &Allowance,
    choices: &Choices<'_>,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let Some(leadership) = vessel.leadership else { return Ok(Vec::new()) };
    let mut faces = [Pip::ONE; 2];
    with.dice.roll(Why::new("experience", &vessel.name), &mut faces)?;
    let rolled = faces[0].face() + faces[1].face();
    let mut events = vec![Event::ExperienceRolled { player: vessel.player, vessel: vessel.id, rolled, leadership }];
    if rolled <= leadership {
        return Ok(events);
    }
    let wants_skill = leadership >= 10 || (leadership >= 8 && choices.skills.contains(&vessel.id));
    if choices.ask && !wants_skill && may_choose(leadership, allowance) {
        events.push(Event::AdvanceWaits { battle, player: vessel.player, vessel: vessel.id });
        return Ok(events);
    }
    events.extend(improve(campaign, vessel, role, battle, allowance, wants_skill, with)?);
    Ok(events)
}

/// Whether the owner of a crew that advances has a choice: not with Leadership 6, 7 or 10, and not where his people
/// learn nothing (XP-02 to XP-04, XP-16).
fn may_choose(leadership: u8, allowance: &Allowance) -> bool {
    let learns = allowance.crew_skills != SkillSource::None || allowance.repair_cost_multiplier > 1;
    (8..10).contains(&leadership) && learns
}

/// What comes of an advance.
fn improve(
    campaign: &Campaign,
    vessel: &Vessel,
    role: Role,
    battle: BattleId,
    allowance: &Allowance,
    wants_skill: bool,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    if wants_skill {
        // Necrons earn a repair point where others learn (XP-16).
        if allowance.crew_skills == SkillSource::None && allowance.repair_cost_multiplier > 1 {
            return Ok(vec![Event::RepairPointEarned { battle, role, vessel: vessel.id }]);
        }
        match roll_skill(campaign, vessel, allowance, with)? {
            Lesson::Learnt(skill) => {
                return Ok(vec![Event::SkillLearnt { player: vessel.player, vessel: vessel.id, skill }]);
            }
            Lesson::Wasted(why) => {
                let says = format!("\"{}\" learns nothing by its roll: {why}", vessel.name);
                return Ok(vec![Event::Noted { player: Some(vessel.player), rule: "SKILL-12".to_owned(), says }]);
            }
            Lesson::Nothing => {}
        }
    }
    let from = vessel.leadership.filter(|leadership| *leadership < 10);
    let raised = from.map(|from| Event::LeadershipChanged {
        player: vessel.player,
        vessel: vessel.id,
        from,
        to: from + 1,
        reason: "experience".to_owned(),
        rule: "XP-02".to_owned(),
    });
    Ok(raised.into_iter().collect())
}

/// Takes an advance as its crew's owner says: in Leadership, or by a roll for a skill (XP-02).
pub(in crate::campaign) fn take_advance(
    campaign: &Campaign,
    id: BattleId,
    owner: PlayerId,
    crew: VesselId,
    skill: bool,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = declaring(campaign, id)?;
    let role = role_of(battle, owner)?;
    let vessel = vessel_of(campaign, owner, crew)?;
    if !battle.aftermath.advances.contains(&crew) {
        return Err(Refusal::by("XP-02", format!("no advance of \"{}\" waits in battle {}", vessel.name, id.0)).into());
    }
    let allowance = allowance(&player(campaign, owner)?.fleet, with.library);
    let mut events = vec![Event::AdvanceTaken { battle: id, player: owner, vessel: crew }];
    events.extend(improve(campaign, vessel, role, id, &allowance, skill, with)?);
    Ok(events)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numeral_is_read_as_it_is_written() {
        assert!((2..4000).all(|number| numeral(&roman(number)) == Some(number)));
        for other in ["", "I", "IIII", "IM", "VX", "MMMM", "IIX", "Vigil", "XIIa", "ii"] {
            assert_eq!(numeral(other), None, "{other}");
        }
    }

    #[test]
    fn a_successor_has_a_number_and_a_name_that_is_not_too_long() {
        let nobody = Campaign::default();
        assert_eq!(successor(&nobody, PlayerId(1), "Agrippa"), "Agrippa II");
        assert_eq!(successor(&nobody, PlayerId(1), "Agrippa II"), "Agrippa III");
        let long = "x".repeat(names::MOST);
        assert_eq!(successor(&nobody, PlayerId(1), &long), format!("{} II", "x".repeat(names::MOST - 3)));
        assert_eq!(successor(&nobody, PlayerId(1), "\u{1b}\u{202e}"), "II");
        assert_eq!(successor(&nobody, PlayerId(1), "a\u{1b}[2J"), "a[2J II");
    }
}
