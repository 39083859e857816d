//! The close of a week: players who did not play are warned or penalised, and renown fades where a club says so
//! (IDLE-01 to IDLE-04, CAMP-06).

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};

use super::victory::may_hold;
use super::{one_of, renown_changed, running};
use crate::campaign::event::Event;
use crate::campaign::options::Options;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::battle::{Battle, Step};
use crate::campaign::state::{About, Campaign, Player, PlayerId, System};
use crate::campaign::turn::challenge::{Kin, kin};
use crate::campaign::{Circumstances, player};
use crate::dice::Why;
use crate::text::count;

/// The number of the week that a day lies in, counted from the day of the start.
#[must_use]
pub fn week_of(about: &About, day: NaiveDate) -> Option<u32> {
    let since = about.started?.date();
    u32::try_from((day - since).num_days()).ok().map(|days| days / 7 + 1)
}

/// The first day of a week.
#[must_use]
pub fn first_day(about: &About, week: u32) -> Option<NaiveDate> {
    about.started?.date().checked_add_days(Days::new(u64::from(week.saturating_sub(1)) * 7))
}

/// Closes the week of today. `spared` are players whom the arbitrator does not penalise, `heirs` who receives the system
/// of whom.
pub(in crate::campaign) fn close(
    campaign: &Campaign,
    spared: &[PlayerId],
    heirs: &[(PlayerId, PlayerId)],
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let about = running(campaign)?;
    let today = with.now.date();
    let Some(week) = week_of(about, today) else {
        return Err(Refusal::plain("the campaign has not begun on that day").into());
    };
    let before = about.week.and_then(|day| week_of(about, day)).unwrap_or(0);
    if week <= before {
        let next = first_day(about, before + 1).map_or_else(String::new, |day| day.to_string());
        return Err(Refusal::by("IDLE-01", format!("week {before} is closed"))
            .hint(format!("week {} begins on {next}", before + 1))
            .into());
    }
    check(campaign, heirs)?;
    let mut ledger = Ledger { campaign, renown: BTreeMap::new(), lost: Vec::new(), events: Vec::new() };
    for idler in campaign.players.values().filter(|player| player.active()) {
        if let Some(idle) = idleness(campaign, about, idler, today, with) {
            judge(&mut ledger, idler, &idle, spared.contains(&idler.id), heirs, with)?;
        }
    }
    fade(&mut ledger, &about.options, week - before);
    let mut events = ledger.events;
    if let Some(left) = about.ends.map(|ends| (ends - today).num_days()).filter(|left| (0..=14).contains(left)) {
        let says = match left {
            0 => "the campaign ends today".to_owned(),
            left => format!("the campaign ends in {}", count(left, "day")),
        };
        events.push(Event::Noted { player: None, rule: "WIN-07".to_owned(), says });
    }
    events.push(Event::WeekClosed { week, on: today });
    Ok(events)
}

fn check(campaign: &Campaign, heirs: &[(PlayerId, PlayerId)]) -> Result<(), Refusals> {
    let mut problems = Vec::new();
    for (loser, heir) in heirs {
        let (loser, heir) = (player(campaign, *loser)?, player(campaign, *heir)?);
        if loser.id == heir.id || !heir.active() {
            let says = format!("{}'s system cannot go to {}", loser.name, heir.name);
            problems.push(Refusal::by("IDLE-02", says).hint("name another player who takes part"));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(Refusals(problems)) }
}

/// What the close of a week has changed so far.
struct Ledger<'c> {
    campaign: &'c Campaign,
    renown: BTreeMap<PlayerId, i32>,
    lost: Vec<crate::campaign::state::SystemId>,
    events: Vec<Event>,
}

impl Ledger<'_> {
    fn post(&mut self, player: &Player, by: i32, reason: &str, rule: &str) {
        let from = self.renown.get(&player.id).copied().unwrap_or(player.renown);
        let (to, events) = renown_changed(player, from, by, reason, rule);
        self.renown.insert(player.id, to);
        self.events.extend(events);
    }
}

/// How long a player has not played.
pub(super) struct Idle {
    /// The day from which it counts.
    pub(super) since: NaiveDate,
    /// Days until today.
    pub(super) days: i64,
    /// Days until the last closed week.
    before: i64,
}

impl Idle {
    /// How often a span was completed since the last closed week: one penalty for each (IDLE-01).
    const fn completed(&self, span: i64) -> std::ops::RangeInclusive<i64> {
        self.before / span + 1..=self.days / span
    }
}

/// A player's idleness on a day; `None` for one who would play if he could (IDLE-03).
pub(super) fn idleness(
    campaign: &Campaign,
    about: &About,
    player: &Player,
    today: NaiveDate,
    with: &Circumstances<'_>,
) -> Option<Idle> {
    let since = [player.last_game, player.excused, Some(player.joined), about.started.map(|at| at.date())];
    let since = since.into_iter().flatten().max()?;
    let offers = |battle: &Battle| battle.step != Step::Challenge || battle.challenger == player.id;
    let playing = campaign
        .battles
        .values()
        .any(|battle| battle.open && battle.involves(player.id) && offers(battle) && !battle.has_finished(player.id));
    let alone = !campaign.players.values().any(|other| {
        let own = kin(player, with.library) == Some(Kin::Imperial) && kin(other, with.library) == Some(Kin::Imperial);
        other.id != player.id && other.active() && !(own && about.options.choice("imperial-war") == "refuse")
    });
    if player.away_on(today) || playing || alone || today <= since {
        return None;
    }
    let days = |day: NaiveDate| (day - since).num_days().max(0);
    Some(Idle { since, days: days(today), before: about.week.map_or(0, days) })
}

fn judge(
    ledger: &mut Ledger<'_>,
    idler: &Player,
    idle: &Idle,
    spared: bool,
    heirs: &[(PlayerId, PlayerId)],
    with: &mut Circumstances<'_>,
) -> Result<(), Refusals> {
    let options = &running(ledger.campaign)?.options;
    let span = |name: &str| i64::from(options.number(name)).max(1);
    let (fortnight, month) = (span("idle-days"), span("idle-system-days"));
    let rule = options.choice("idle-rule");
    let before = ledger.events.len();
    if matches!(rule, "renown" | "systems") && !spared {
        for times in idle.completed(fortnight) {
            ledger.post(idler, -1, &format!("idle for {}", count(times * fortnight, "day")), "IDLE-01");
        }
    }
    if rule == "systems" && !spared {
        for _ in idle.completed(month) {
            rebel(ledger, idler, heirs, with)?;
        }
    }
    let penalised = ledger.events.len() > before;
    let due = matches!(rule, "renown" | "systems").then_some(fortnight);
    if matches!(rule, "warn" | "renown" | "systems") && !penalised && !spared && idle.days >= span("idle-warning") {
        let next = due.and_then(|span| {
            let days = (idle.days / span + 1) * span;
            idle.since.checked_add_days(Days::new(days.cast_unsigned()))
        });
        ledger.events.push(Event::PlayerWarned {
            player: idler.id,
            days: idle.days,
            penalty: next,
            on: with.now.date(),
        });
    }
    Ok(())
}

/// One of his systems, by die, rebels and goes to another player (IDLE-02).
fn rebel(
    ledger: &mut Ledger<'_>,
    idler: &Player,
    heirs: &[(PlayerId, PlayerId)],
    with: &mut Circumstances<'_>,
) -> Result<(), Refusals> {
    let campaign = ledger.campaign;
    let held: Vec<&System> = campaign.systems_of(idler.id).filter(|system| !ledger.lost.contains(&system.id)).collect();
    let Some(lost) = one_of(&held, Why::new("system that rebels", &idler.name), with)? else { return Ok(()) };
    let to = match heirs.iter().find(|(loser, _)| *loser == idler.id) {
        Some((_, heir)) => Some(*heir),
        None => {
            let options = &running(campaign)?.options;
            let holders: Vec<&Player> = campaign
                .players
                .values()
                .filter(|other| other.id != idler.id && other.active() && may_hold(options, other))
                .collect();
            one_of(&holders, Why::new("who receives it", &lost.name), with)?.map(|heir| heir.id)
        }
    };
    ledger.lost.push(lost.id);
    ledger.events.push(Event::SystemRebelled { player: idler.id, system: lost.id, to });
    Ok(())
}

/// House rule: renown above a floor fades with every week.
fn fade(ledger: &mut Ledger<'_>, options: &Options, weeks: u32) {
    let loss = options.number("renown-decay") * i32::try_from(weeks).unwrap_or(i32::MAX);
    let floor = options.number("renown-decay-floor").max(1);
    if loss == 0 {
        return;
    }
    let reason = if weeks == 1 { "a week has passed".to_owned() } else { format!("{weeks} weeks have passed") };
    for player in ledger.campaign.players.values().filter(|player| player.active()) {
        let renown = ledger.renown.get(&player.id).copied().unwrap_or(player.renown);
        ledger.post(player, -loss.min((renown - floor).max(0)), &reason, "CAMP-06");
    }
}
