//! The newsletter of a span of days, told from the events of the journal (CAMP-04, CAMP-16).
//!
//! What its reader may not know is not in what it is drawn from: events and battles pass the same views as the log.

mod deeds;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use chrono::NaiveDate;
use serde::Serialize;

use super::battle::BattleView;
use super::listing::{Listing, figures, markdown_text, words};
use super::standings::{self, Standing};
use super::story;
use super::style::Style;
use crate::campaign::Library;
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::state::{BattleId, Campaign, Phase, PlayerId, VesselId};
use crate::campaign::turn::report::{Report, Role};
use crate::campaign::turn::victory::BattleResult;
use crate::campaign::turn::{BySide, Ending};
use crate::campaign::view::Seen;
use crate::store::Recorded;
use crate::text::{and_list, count};

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
    /// What exists.
    pub library: &'a dyn Library,
}

/// Draws up a newsletter.
#[must_use]
pub fn newsletter(from: &Sources<'_>, span: Span) -> Newsletter {
    let mut letter = Letter {
        seen: from.now,
        whole: from.whole,
        library: from.library,
        battles: BTreeMap::new(),
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
    due(from.now, span.until, from.library, &mut news);
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

struct Letter<'a> {
    seen: &'a Seen,
    whole: &'a Campaign,
    library: &'a dyn Library,
    battles: BTreeMap<BattleId, BattleNews>,
    news: Newsletter,
}

impl Letter<'_> {
    fn read(&mut self, recorded: &Recorded) {
        let events: Vec<Event> = recorded
            .entry
            .events()
            .unwrap_or_default()
            .into_iter()
            .filter(|event| self.seen.viewer().may_see_event(self.whole, event))
            .collect();
        let command = recorded.entry.command();
        let on = recorded.entry.at.date();
        let battle = command.as_ref().and_then(battle_of);
        for event in &events {
            self.tell(event, battle, on);
            for deed in deeds::of(self.seen, event) {
                if !self.news.deeds.contains(&deed) {
                    self.news.deeds.push(deed);
                }
            }
        }
        let open = command.as_ref().is_some_and(|command| self.seen.viewer().may_see_command(self.whole, command));
        if let Some(reason) = recorded.entry.ruling.as_ref().filter(|_| open) {
            let rulings: Vec<String> = events.iter().filter_map(|event| self.ruled(event)).collect();
            // What became of a system by a ruling stands among the systems, with the reason.
            let told = events.iter().any(|event| matches!(event, Event::OwnerEdited { .. }));
            let says = if rulings.is_empty() { self.plain(&events) } else { rulings };
            if let Some(first) = says.first().filter(|_| !told) {
                self.news.rulings.push(format!("{first}. Reason: {reason}."));
            }
        }
    }

    /// What a ruling let pass or changed.
    fn ruled(&self, event: &Event) -> Option<String> {
        match event {
            Event::Allowed { says, .. } => Some(capital(says)),
            Event::RenownChanged { player, by, .. } => Some(format!("{}: {by:+} renown", self.name(*player))),
            _ => None,
        }
    }

    /// Sentences without their rules.
    fn plain(&self, events: &[Event]) -> Vec<String> {
        events.iter().filter_map(|event| story::plain(self.seen, event)).collect()
    }

    fn sentence(&self, event: &Event) -> Option<String> {
        self.plain(std::slice::from_ref(event)).pop().map(|says| format!("{says}."))
    }

    fn tell(&mut self, event: &Event, battle: Option<BattleId>, on: NaiveDate) {
        match event {
            Event::BattleReported { battle, report, players, result } => {
                let (result, lost) = (self.won(*players, result), self.lost(report));
                let news = self.battle(*battle, on);
                news.result = result;
                news.lost = lost;
            }
            Event::BattleEnded { battle, ending, .. } => {
                let why = match ending {
                    Ending::Declined => "declined",
                    Ending::Refused => "refused",
                    Ending::Abandoned => "abandoned by agreement",
                    Ending::Forfeited => "forfeited",
                };
                why.clone_into(&mut self.battle(*battle, on).result);
            }
            Event::BattleForfeited { battle, by, .. } => {
                let result = format!("forfeited: {} did not turn up", self.name(*by));
                self.battle(*battle, on).result = result;
            }
            Event::RenownChanged { rule, .. } if rule == "IDLE-01" => self.news.idle.extend(self.sentence(event)),
            Event::RenownChanged { player, by, to, .. } => {
                if let Some(battle) = battle {
                    let player = self.name(*player);
                    let ledger = &mut self.battle(battle, on).renown;
                    match ledger.iter_mut().find(|line| line.player == player) {
                        Some(line) => (line.by, line.to) = (line.by + by, *to),
                        None => ledger.push(RenownNews { player, by: *by, to: *to }),
                    }
                }
            }
            Event::RankChanged { .. } => {
                if let Some(says) = self.sentence(event) {
                    match battle {
                        Some(battle) => self.battle(battle, on).promotions.push(says),
                        None => self.news.players.push(says),
                    }
                }
            }
            Event::SystemTaken { .. }
            | Event::SystemClaimed { .. }
            | Event::OwnerEdited { .. }
            | Event::SystemReleased { .. }
            | Event::SystemRebelled { .. }
            | Event::WorldChanged { .. } => self.news.systems.extend(self.sentence(event)),
            Event::BaseSearched { owner, found: true, .. } => {
                self.news.bases.push(format!("{}'s base has been found.", self.name(*owner)));
            }
            Event::BaseDestroyed { .. } | Event::BaseRevealed { .. } | Event::BaseGivenUp { .. } => {
                self.news.bases.extend(self.sentence(event));
            }
            Event::RoundPaired { .. }
            | Event::PlayerJoined { .. }
            | Event::PlayerAway { .. }
            | Event::PlayerLeft { .. }
            | Event::PlayerReturned { .. }
            | Event::AllegianceChanged { .. }
            | Event::SideAssigned { .. } => self.news.players.extend(self.sentence(event)),
            Event::PlayerWarned { .. } => self.news.idle.extend(self.sentence(event)),
            Event::ReportDisputed { .. } => self.news.reports.extend(self.sentence(event)),
            Event::CampaignFinished { .. } => self.news.end = self.sentence(event),
            _ => {}
        }
    }

    fn name(&self, id: PlayerId) -> String {
        self.seen.players.get(&id).map_or_else(|| "somebody".to_owned(), |player| player.name.clone())
    }

    fn battle(&mut self, id: BattleId, on: NaiveDate) -> &mut BattleNews {
        let what = self.seen.battles.get(&id).map_or_else(String::new, |battle| {
            let view = BattleView::new(self.seen, battle, self.library);
            let scenario = view.scenario.map(|scenario| scenario.to_string());
            let place = view.system.map(|system| format!("in {system}"));
            let what: Vec<String> = scenario.into_iter().chain(place).collect();
            let both = format!("{} and {}", view.challenger, view.challenged);
            if what.is_empty() { both } else { format!("{both}, {}", what.join(" ")) }
        });
        self.battles.entry(id).or_insert_with(|| BattleNews {
            battle: id.0,
            on,
            what,
            result: String::new(),
            lost: Vec::new(),
            renown: Vec::new(),
            promotions: Vec::new(),
        })
    }

    fn won(&self, players: BySide<PlayerId>, result: &BattleResult) -> String {
        let points = |role: Role| *result.victory_points.of(role);
        match result.winner {
            None => format!("a draw, {} to {}", points(Role::Attacker), points(Role::Defender)),
            Some(role) => {
                format!("{} won {} to {}", self.name(*players.of(role)), points(role), points(role.other()))
            }
        }
    }

    /// Vessels that were lost, as far as the reader may know their registers.
    fn lost(&self, report: &Report) -> Vec<String> {
        let named = |id: VesselId| {
            let vessel = self.seen.vessels.get(&id)?;
            Some(format!("{} ({})", vessel.name, self.name(vessel.player)))
        };
        report.vessels.iter().filter(|entry| entry.is_destroyed()).filter_map(|entry| named(entry.vessel)).collect()
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The battle a command of the aftermath is about.
const fn battle_of(command: &Command) -> Option<BattleId> {
    match command {
        Command::AdjustRenown { battle, .. } | Command::Promote { battle, .. } => Some(*battle),
        _ => None,
    }
}

/// Open battles, reports without an answer, the deadline.
fn due(seen: &Seen, today: NaiveDate, library: &dyn Library, news: &mut Newsletter) {
    let Some(about) = seen.about.as_ref().filter(|about| about.phase == Phase::Running) else { return };
    if about.finished.is_some() {
        return;
    }
    for battle in seen.battles.values().filter(|battle| battle.open) {
        let view = BattleView::new(seen, battle, library);
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
    news.due.extend(standings::time_left(about, today));
}

impl Newsletter {
    /// What it is about.
    #[must_use]
    pub fn title(&self) -> String {
        let week = self.week.map_or_else(String::new, |week| format!(", week {week}"));
        format!("{}{week}: {} to {}", self.campaign, self.since, self.until)
    }

    /// The parts between the title and the standings, those without a line left out.
    fn parts(&self) -> Vec<(&'static str, Vec<String>)> {
        let battles = self.battles.iter().map(BattleNews::words).collect();
        let own = |lines: &[String]| lines.to_vec();
        let mut parts = vec![
            ("Battles", battles),
            ("Deeds", own(&self.deeds)),
            ("Systems", own(&self.systems)),
            ("Bases", own(&self.bases)),
            ("Players", own(&self.players)),
            ("Idle", own(&self.idle)),
            ("Reports", own(&self.reports)),
            ("Rulings", own(&self.rulings)),
        ];
        parts.retain(|(_, lines)| !lines.is_empty());
        parts
    }

    /// Said first: how the campaign ended, or that it was quiet.
    #[must_use]
    pub fn first(&self) -> Option<&str> {
        self.end.as_deref().or_else(|| self.battles.is_empty().then_some("No battle was fought."))
    }

    /// The newsletter as people read it. The foreword is the editor's own.
    #[must_use]
    pub fn text(&self, foreword: Option<&str>, style: Style) -> String {
        let mut out = style.heading(&self.title());
        for paragraph in foreword.into_iter().flat_map(paragraphs) {
            let _ = write!(out, "\n{}\n", style.wrap(&paragraph, 0));
        }
        if let Some(first) = self.first() {
            let _ = write!(out, "\n{first}");
        }
        for (heading, lines) in self.parts() {
            section(&mut out, style, heading, &lines);
        }
        if !self.standings.is_empty() {
            let _ = write!(out, "\n\n{}\n{}", style.heading("Standings"), self.listing().table(style));
        }
        section(&mut out, style, "Due", &self.due);
        out
    }

    /// The newsletter for forums and chats. The foreword is the editor's own Markdown.
    #[must_use]
    pub fn markdown(&self, foreword: Option<&str>) -> String {
        let mut out = format!("# {}\n", markdown_text(&self.title()));
        for paragraph in foreword.into_iter().flat_map(paragraphs) {
            let _ = write!(out, "\n{paragraph}\n");
        }
        if let Some(first) = self.first() {
            let _ = write!(out, "\n{}\n", markdown_text(first));
        }
        let list = |out: &mut String, heading: &str, lines: &[String]| {
            let _ = write!(out, "\n## {heading}\n\n");
            for line in lines {
                let _ = writeln!(out, "- {}", markdown_text(line));
            }
        };
        for (heading, lines) in self.parts() {
            list(&mut out, heading, &lines);
        }
        if !self.standings.is_empty() {
            let _ = write!(out, "\n## Standings\n\n{}\n", self.listing().markdown());
        }
        if !self.due.is_empty() {
            list(&mut out, "Due", &self.due);
        }
        out
    }

    fn listing(&self) -> Listing<'_> {
        let place = |place: Option<u32>| place.map_or_else(String::new, |place| place.to_string());
        let change = |row: &Movement| match row.renown_before.map_or(0, |before| row.now.renown - before) {
            0 => String::new(),
            change => format!("{change:+}"),
        };
        Listing::new(
            &self.standings,
            &[
                figures("Place", &|row: &Movement| place(row.now.place)),
                figures("Was", &|row: &Movement| place(row.place_before)),
                words("Player", &|row: &Movement| row.now.player.clone()),
                words("Rank", &|row: &Movement| row.now.rank.clone()),
                figures("Renown", &|row: &Movement| row.now.renown.to_string()),
                figures("Change", &change),
                figures("Systems", &|row: &Movement| row.now.systems.to_string()),
                words("To win", &|row: &Movement| row.now.needs.clone()),
            ],
        )
    }
}

/// The paragraphs of a text, which blank lines part.
pub(crate) fn paragraphs(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut fresh = true;
    for line in text.lines().map(str::trim_end) {
        match found.last_mut() {
            _ if line.is_empty() => fresh = true,
            Some(last) if !fresh => {
                last.push('\n');
                last.push_str(line);
            }
            _ => {
                found.push(line.to_owned());
                fresh = false;
            }
        }
    }
    found
}

fn section(out: &mut String, style: Style, heading: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let _ = write!(out, "\n\n{}", style.heading(heading));
    for line in lines {
        let _ = write!(out, "\n{}", style.wrap(&format!("{} {line}", style.bullet()), 2));
    }
}

impl BattleNews {
    /// The battle in a sentence or two.
    pub(crate) fn words(&self) -> String {
        let result = if self.result.is_empty() { "its aftermath".to_owned() } else { self.result.clone() };
        let mut words = format!("Battle {} on {}, {}: {result}.", self.battle, self.on, self.what);
        if !self.lost.is_empty() {
            let number = i64::try_from(self.lost.len()).unwrap_or(i64::MAX);
            let _ = write!(words, " {} lost: {}.", count(number, "vessel"), and_list(&self.lost));
        }
        if !self.renown.is_empty() {
            let line = |line: &RenownNews| match line.by {
                0 => format!("{} keeps {}", line.player, line.to),
                by => format!("{} {by:+} to {}", line.player, line.to),
            };
            let lines: Vec<String> = self.renown.iter().map(line).collect();
            let _ = write!(words, " Renown: {}.", lines.join(", "));
        }
        for promotion in &self.promotions {
            let _ = write!(words, " {promotion}");
        }
        words
    }
}
