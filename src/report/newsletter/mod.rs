//! The newsletter of a span of days, told from the events of the journal (CAMP-04, CAMP-16).
//!
//! What its reader may not know is not in what it is drawn from: events and battles pass the same views as the log.

mod deeds;
mod kills;
mod read;
mod write;

pub use kills::Kills;
pub(crate) use write::paragraphs;

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::Serialize;

use super::battle::BattleView;
use super::standings::{self, Standing};
use crate::campaign::Library;
use crate::campaign::hint::Wording;
use crate::campaign::state::{Campaign, Phase};
use crate::campaign::view::Seen;
use crate::store::Recorded;
use deeds::Voice;
use read::Letter;

/// The days a newsletter is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First day.
    pub since: NaiveDate,
    /// Last day.
    pub until: NaiveDate,
    /// The week of the campaign, where it is one.
    pub week: Option<u32>,
}

/// What happened in a span of days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Newsletter {
    /// Name of the campaign.
    pub campaign: String,
    /// First day.
    pub since: NaiveDate,
    /// Last day.
    pub until: NaiveDate,
    /// The week of the campaign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub week: Option<u32>,
    /// Who won, if the campaign ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// Battles that were fought or came to nothing.
    pub battles: Vec<BattleNews>,
    /// What the time is remembered for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deeds: Vec<String>,
    /// Systems that changed hands.
    pub systems: Vec<String>,
    /// Bases found and destroyed.
    pub bases: Vec<String>,
    /// Rounds, comings and goings.
    pub players: Vec<String>,
    /// Warnings and penalties for not playing.
    pub idle: Vec<String>,
    /// Reports that were disputed, and those that nobody confirmed yet.
    pub reports: Vec<String>,
    /// Rulings of the arbitrator with their reasons.
    pub rulings: Vec<String>,
    /// Who stands where, and stood before.
    pub standings: Vec<Movement>,
    /// What is due next.
    pub due: Vec<String>,
}

/// A battle in a few words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BattleNews {
    /// Number.
    pub battle: u32,
    /// When.
    pub on: NaiveDate,
    /// Scenario and place, where they are known.
    pub what: String,
    /// Who won, or why it was not fought.
    pub result: String,
    /// Vessels that were lost, with their owners.
    pub lost: Vec<String>,
    /// Renown gained and lost.
    pub renown: Vec<RenownNews>,
    /// Promotions and demotions.
    pub promotions: Vec<String>,
}

/// What a battle did to the renown of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RenownNews {
    /// Who.
    pub player: String,
    /// By how much, all entries together.
    pub by: i32,
    /// What it came to.
    pub to: i32,
}

/// A line of the standings with its movement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Movement {
    /// The line as it is.
    #[serde(flatten)]
    pub now: Standing,
    /// Place before.
    pub place_before: Option<u32>,
    /// Renown before.
    pub renown_before: Option<i32>,
}

/// What a newsletter is drawn from: the campaign at the end of the span, with every battle, and just before it.
pub struct Sources<'a> {
    /// At the end, as the reader may see it.
    pub now: &'a Seen,
    /// Before the first day, if the campaign was open then.
    pub before: Option<&'a Seen>,
    /// The campaign that `now` is the view of: only it can tell what is secret.
    pub whole: &'a Campaign,
    /// The entries in force.
    pub history: &'a [&'a Recorded],
    /// What every vessel had destroyed before the first day.
    pub kills: &'a Kills,
    /// What exists.
    pub library: &'a dyn Library,
    /// How whoever asks for it words what is due.
    pub wording: Wording,
}

/// Draws up a newsletter.
#[must_use]
pub fn newsletter(from: &Sources<'_>, span: Span) -> Newsletter {
    let mut letter = Letter {
        seen: from.now,
        whole: from.whole,
        library: from.library,
        battles: BTreeMap::new(),
        kills: from.kills.clone(),
        voice: Voice::default(),
        news: empty(from.now, span),
    };
    let within = |recorded: &&&Recorded| (span.since..=span.until).contains(&recorded.entry.at.date());
    for recorded in from.history.iter().filter(within) {
        letter.read(recorded);
    }
    let Letter { battles, mut news, .. } = letter;
    news.battles = battles.into_values().collect();
    news.battles.sort_by_key(|battle| (battle.on, battle.battle));
    let before = from.before.map(|seen| standings::standings(seen, from.library)).unwrap_or_default();
    news.standings = standings::standings(from.now, from.library)
        .into_iter()
        .map(|now| {
            let then = before.iter().find(|then| then.player == now.player);
            Movement {
                place_before: then.and_then(|then| then.place),
                renown_before: then.map(|then| then.renown),
                now,
            }
        })
        .collect();
    due(from, span.until, &mut news);
    news
}

fn empty(seen: &Seen, span: Span) -> Newsletter {
    Newsletter {
        campaign: seen.about.as_ref().map(|about| about.name.clone()).unwrap_or_default(),
        since: span.since,
        until: span.until,
        week: span.week,
        end: None,
        battles: Vec::new(),
        deeds: Vec::new(),
        systems: Vec::new(),
        bases: Vec::new(),
        players: Vec::new(),
        idle: Vec::new(),
        reports: Vec::new(),
        rulings: Vec::new(),
        standings: Vec::new(),
        due: Vec::new(),
    }
}

/// Open battles, reports without an answer, the deadline.
fn due(from: &Sources<'_>, today: NaiveDate, news: &mut Newsletter) {
    let seen = from.now;
    let Some(about) = seen.about.as_ref().filter(|about| about.phase == Phase::Running) else { return };
    if about.finished.is_some() {
        return;
    }
    for battle in seen.battles.values().filter(|battle| battle.open) {
        let view = BattleView::new(seen, battle, from.library);
        match &view.unconfirmed {
            Some(waiting) => news.reports.push(format!(
                "Battle {} is not confirmed: the report of {} stands on {} unless {} disputes it.",
                view.battle, waiting.by, waiting.silence, waiting.waits_for
            )),
            None => news
                .due
                .push(format!("Battle {}, {} and {}: {}.", view.battle, view.challenger, view.challenged, view.due)),
        }
    }
    news.due.extend(standings::time_left(about, today, from.wording));
}
