//! Who leads, what everybody still needs, and how long there is left (WIN-01 to WIN-07).

use chrono::NaiveDate;
use serde::Serialize;

use super::listing::{Listing, figures, words};
use super::style::Style;
use crate::campaign::Library;
use crate::campaign::event::Event;
use crate::campaign::hint::{Hint, Wording};
use crate::campaign::month::victory::{self, FIVE};
use crate::campaign::state::{About, Phase, Player};
use crate::campaign::view::Seen;
use crate::store::Recorded;
use crate::text::{and_list, count, sparkline, thousands};

/// One line of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// Place; those with the same renown share it, and who has left has none.
    pub place: Option<u32>,
    /// Player.
    pub player: String,
    /// Fleet list.
    pub list: String,
    /// Commander.
    pub commander: String,
    /// Rank, by renown; empty for fleets without titles.
    pub rank: String,
    /// Renown.
    pub renown: i32,
    /// Systems held.
    pub systems: u32,
    /// Vessels on the register; absent where the register is secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vessels: Option<u32>,
    /// Points of the register; absent where it is secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// What he still needs to win; empty before the start.
    pub needs: String,
    /// When he left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<NaiveDate>,
    /// How his renown went, where it was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub course: Vec<i32>,
}

/// The standings as the onlooker may see them; those who have left come last.
#[must_use]
pub fn standings(seen: &Seen, library: &dyn Library) -> Vec<Standing> {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let mut rows: Vec<Standing> = seen
        .players
        .values()
        .map(|player| {
            let open = !seen.hides_register(player.id);
            Standing {
                place: None,
                player: player.name.clone(),
                list: player.list.clone(),
                commander: player.commander.clone(),
                rank: player.rank().title.to_owned(),
                renown: player.renown,
                systems: number(seen.systems_of(player.id).count()),
                vessels: open.then(|| number(seen.register(player.id).count())),
                points: open.then(|| seen.register_points(player.id)),
                needs: needs(seen, player, library),
                left: player.left,
                course: Vec::new(),
            }
        })
        .collect();
    // Ruling: renown alone decides, and equals share a place (WIN-01); names only keep the order stable.
    rows.sort_by(|a, b| {
        (a.left.is_some().cmp(&b.left.is_some()))
            .then_with(|| b.renown.cmp(&a.renown))
            .then_with(|| a.player.cmp(&b.player))
    });
    let renowns: Vec<i32> = rows.iter().filter(|row| row.left.is_none()).map(|row| row.renown).collect();
    for row in rows.iter_mut().filter(|row| row.left.is_none()) {
        row.place = Some(number(renowns.iter().filter(|renown| **renown > row.renown).count()) + 1);
    }
    rows
}

/// What a player still needs to win by the campaign's criterion.
fn needs(seen: &Seen, player: &Player, library: &dyn Library) -> String {
    let Some(about) = seen.about.as_ref().filter(|about| about.phase == Phase::Running) else { return String::new() };
    if let Some(left) = player.left {
        return format!("left on {left}");
    }
    if let Some(finish) = &about.finished {
        return if finish.winners.contains(&player.id) { "has won".to_owned() } else { String::new() };
    }
    let more = |held: usize, wanted: usize| count(i64::try_from(wanted.saturating_sub(held)).unwrap_or(0), "system");
    match about.options.choice("victory") {
        "five-systems" if !victory::may_hold(&about.options, player) => "renown at the deadline".to_owned(),
        "five-systems" => format!("{} more", more(seen.systems_of(player.id).count(), FIVE)),
        "sub-sector" => match victory::side(player, library) {
            None => "a side to fight for".to_owned(),
            Some(own) => {
                let ours = |id| seen.players.get(&id).and_then(|player| victory::side(player, library)) == Some(own);
                let held = seen.systems.values().filter(|system| system.owner.is_some_and(ours)).count();
                format!("{} more for {}", more(held, seen.systems.len()), victory::named(own))
            }
        },
        "free" => victory::goal(about).to_owned(),
        _ => {
            let others = seen.players.values().filter(|other| other.active() && other.id != player.id);
            match others.map(|other| other.renown).max().unwrap_or(0) - player.renown {
                0 => "shares the lead".to_owned(),
                behind @ 1.. => format!("{behind} renown more"),
                _ => "leads".to_owned(),
            }
        }
    }
}

/// Adds how everybody's renown went, change by change.
pub fn add_courses(seen: &Seen, history: &[Recorded], rows: &mut [Standing]) {
    for event in history.iter().flat_map(|recorded| recorded.entry.events().unwrap_or_default()) {
        if let Event::RenownChanged { player, to, .. } = event
            && let Some(name) = seen.players.get(&player).map(|player| &player.name)
            && let Some(row) = rows.iter_mut().find(|row| row.player == *name)
        {
            row.course.push(to);
        }
    }
}

/// What is to be said besides: the leader, the time left, reports that nobody confirmed yet.
#[must_use]
pub fn remarks(seen: &Seen, today: NaiveDate, wording: Wording) -> Vec<String> {
    let Some(about) = seen.about.as_ref().filter(|about| about.phase == Phase::Running) else { return Vec::new() };
    if let Some(finish) = &about.finished {
        return vec![format!("The campaign ended on {}: {}.", finish.on, victory::told(seen, finish))];
    }
    let mut remarks = vec![leader(seen)];
    remarks.extend(time_left(about, today, wording));
    for battle in seen.battles.values().filter(|battle| battle.open) {
        if let Some(waiting) = &battle.confirmation {
            let name = |id| seen.players.get(&id).map_or("somebody", |player| player.name.as_str());
            remarks.push(format!(
                "Battle {} is not confirmed: the report of {} stands on {} unless {} disputes it.",
                battle.id.0,
                name(waiting.by),
                waiting.silence,
                name(battle.opponent_of(waiting.by))
            ));
        }
    }
    remarks
}

fn leader(seen: &Seen) -> String {
    let active = || seen.players.values().filter(|player| player.active());
    let most = active().map(|player| player.renown).max().unwrap_or(0);
    let names: Vec<&str> = active().filter(|player| player.renown == most).map(|player| player.name.as_str()).collect();
    match names.as_slice() {
        [] => "Nobody takes part.".to_owned(),
        [one] => format!("{one} leads with {most} renown."),
        several => format!("{} lead with {most} renown each.", and_list(several)),
    }
}

/// How long the campaign lasts from a day on, that day included (WIN-06).
#[must_use]
pub fn time_left(about: &About, today: NaiveDate, wording: Wording) -> Option<String> {
    let ends = about.ends?;
    Some(match (ends - today).num_days() {
        days @ 1.. => format!("The campaign ends on {ends}, in {}.", count(days, "day")),
        0 => "Today is the last day of the campaign.".to_owned(),
        _ => format!("The time was up on {ends}: battles under way are finished, then {}.", wording(&Hint::Finish)),
    })
}

/// The standings as a list; on a narrow terminal without what the register tells as well.
#[must_use]
pub fn listing(rows: &[Standing], style: Style) -> Listing<'_> {
    let secret = |value: Option<u32>| value.map_or_else(|| "secret".to_owned(), thousands);
    let vessels = |row: &Standing| secret(row.vessels);
    let points = |row: &Standing| secret(row.points);
    let place = |row: &Standing| row.place.map_or_else(String::new, |place| place.to_string());
    let mut columns = vec![
        figures("Place", &place),
        words("Player", &|row: &Standing| row.player.clone()),
        words("Commander", &|row: &Standing| row.commander.clone()),
        words("Rank", &|row: &Standing| row.rank.clone()),
        figures("Renown", &|row: &Standing| row.renown.to_string()),
        figures("Systems", &|row: &Standing| row.systems.to_string()),
        figures("Vessels", &vessels),
        figures("Points", &points),
    ];
    if style.is_narrow() {
        columns.retain(|column| !["Commander", "Vessels"].contains(&column.header));
    }
    let course = |row: &Standing| sparkline(&row.course, 12, style.unicode);
    if rows.iter().any(|row| !row.course.is_empty()) {
        columns.push(words("Course", &course));
    }
    if rows.iter().any(|row| !row.needs.is_empty()) {
        columns.push(words("To win", &|row: &Standing| row.needs.clone()));
    }
    Listing::new(rows, &columns)
}
