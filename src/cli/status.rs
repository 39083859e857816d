//! `renown status`, or `renown` alone: what the campaign is, who must decide what, which battles are open, what is
//! disputed, and what is forgotten before the start.

use std::fmt::Write as _;

use serde::Serialize;

use super::battle;
use super::session::{Result, Session};
use super::start;
use crate::campaign::month::victory;
use crate::campaign::state::battle::Step;
use crate::campaign::state::{About, BattleId, Phase, PlayerId};
use crate::campaign::view::Seen;
use crate::report::due::{self, DueView};
use crate::report::history::Deed;
use crate::report::style::Style;
use crate::text::{count, thousands};

/// What a player has still to do before the start.
#[derive(Serialize)]
struct Unready {
    player: String,
    /// Points that his register may still take.
    unspent: u32,
    /// He has named no flagship.
    no_flagship: bool,
}

pub(super) fn run(session: &mut Session<'_>) -> Result<()> {
    if session.memory.is_none() && session.common.campaign.is_none() && !session.path().exists() {
        session.print(WELCOME)?;
        return Ok(());
    }
    let seen = session.seen()?;
    let Some(about) = seen.about.clone() else { return session.print("This campaign is not open yet.") };
    let mut due = phase(&seen, &about, session.now().date());
    // The past has no battle that somebody could go on with.
    let now = session.common.as_of.is_none();
    let under_way = if now { battle::under_way(session)? } else { Vec::new() };
    for (id, view) in &under_way {
        let _ = write!(due, "; battle {id} is {}: `renown battle fight {id}`", view.words());
    }
    let decisions = due::views(&seen, session.catalog()?);
    let battles = battle::open_views(session, &seen)?;
    let fought = |id: &u32| seen.battles.get(&BattleId(*id)).is_some_and(|battle| battle.step == Step::Battle);
    let waiting: Vec<u32> = battles.iter().map(|view| view.battle).filter(fought).collect();
    let disputes = session.looking(|_, member| Ok(member.disputes(&waiting)?))?;
    let unready = unready(&seen, &about);
    let json = serde_json::json!({
        "name": about.name, "map": about.chart, "phase": about.phase, "opened": about.opened, "started": about.started,
        "ends": about.ends, "finished": about.finished, "players": seen.players.len(), "systems": seen.systems.len(), "due": due,
        "options": about.options, "decisions": decisions, "disputes": disputes, "unready": unready,
    });
    session.show(&json, |style| {
        let mut out = text(&seen, &about, &due, style.heading(&about.name));
        ready(&mut out, &unready);
        asked(&mut out, &decisions, style);
        if !battles.is_empty() {
            let list = crate::report::battle::open_listing(&battles);
            let _ = write!(out, "\n\n{}\n{}", style.heading("Open battles"), list.table(style));
        }
        disputed(&mut out, &disputes, style);
        out
    })
}

const WELCOME: &str = "There is no campaign in this folder.
  renown tutorial    a small campaign, step by step, with the reasons
  renown new         a campaign of your own; at a terminal it asks for everything
  renown skirmish    one battle between two fleets
  renown demo        a month's war that plays itself
  renown --help      everything else";

/// Who has points left or no flagship while fleets are bought (FLEET-01, CMDR-02).
fn unready(seen: &Seen, about: &About) -> Vec<Unready> {
    if about.phase != Phase::Mustering {
        return Vec::new();
    }
    let of = |player: &crate::campaign::state::Player| Unready {
        player: player.name.clone(),
        unspent: player.start_points.saturating_sub(seen.register_points(player.id)),
        no_flagship: player.flagship.is_none(),
    };
    let known = seen.players.values().filter(|player| player.left.is_none() && !seen.hides_register(player.id));
    known.map(of).filter(|unready| unready.unspent > 0 || unready.no_flagship).collect()
}

fn ready(out: &mut String, unready: &[Unready]) {
    for Unready { player, unspent, no_flagship } in unready {
        let points = (*unspent > 0).then(|| format!("{} points unspent", thousands(*unspent)));
        let flagship = no_flagship.then(|| "no flagship".to_owned());
        let what: Vec<String> = points.into_iter().chain(flagship).collect();
        let _ = write!(out, "\n  {player}: {}", what.join(", "));
    }
}

/// Every decision that waits for somebody.
fn asked(out: &mut String, decisions: &[DueView], style: Style) {
    if decisions.is_empty() {
        return;
    }
    let _ = write!(out, "\n\n{}", style.heading("Who must decide"));
    for view in decisions {
        let battle = view.battle.map_or_else(String::new, |battle| format!("battle {battle}: "));
        let since = view.since.map_or_else(String::new, |day| format!(", since {day}"));
        let until = view.until.map_or_else(String::new, |day| format!(", until {day}"));
        let line = format!("{battle}{}{since}{until} ({})", view.says, view.rule);
        let _ = write!(out, "\n{}", style.item(&line));
    }
}

fn disputed(out: &mut String, disputes: &[Deed], style: Style) {
    if disputes.is_empty() {
        return;
    }
    let _ = write!(out, "\n\n{}", style.heading("Disputed"));
    for deed in disputes {
        let _ = write!(out, "\n{}", style.item(&format!("{}: {}", deed.on, deed.says)));
    }
}

fn text(seen: &Seen, about: &About, due: &str, heading: String) -> String {
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let mut out = heading;
    let neutral = seen.systems.values().filter(|system| system.owner.is_none()).count();
    let _ = write!(
        out,
        "\n{}, {} ({neutral} neutral), {}",
        about.chart,
        count(number(seen.systems.len()), "system"),
        count(number(seen.players.len()), "player"),
    );
    let ends = about.ends.map_or_else(|| "no deadline".to_owned(), |day| format!("until {day}"));
    let _ = write!(out, "\nOpened {}, {ends}, won by {}", about.opened.date(), about.options.choice("victory"));
    let changed: Vec<String> = crate::catalog::options::embedded()
        .iter()
        .filter_map(|def| about.options.get(&def.id).filter(|value| **value != def.default).map(|value| (def, value)))
        .map(|(def, value)| format!("{} = {value} ({})", def.id, def.rule))
        .collect();
    if !changed.is_empty() {
        let _ = write!(out, "\nHouse rules: {}", changed.join(", "));
    }
    let _ = write!(out, "\nDue: {due}");
    out
}

/// What the campaign waits for as a whole.
fn phase(seen: &Seen, about: &About, today: chrono::NaiveDate) -> String {
    let name = |id: PlayerId| seen.players.get(&id).map(|player| player.name.clone()).unwrap_or_default();
    match about.phase {
        Phase::Mustering => "players buy their fleets and choose flagships; then `renown start`".to_owned(),
        Phase::Picking => start::due_pick(seen)
            .map_or_else(String::new, |id| format!("{} picks a starting system; `renown start`", name(id))),
        // Which pirate is still to hide his base is not for everybody to know.
        Phase::Hiding => "pirates hide their bases; then `renown start` rolls Leadership".to_owned(),
        Phase::Running => match (&about.finished, about.ends.map(|ends| (ends - today).num_days())) {
            (Some(finish), _) => {
                format!("nothing: the campaign ended on {}, {}", finish.on, victory::told(seen, finish))
            }
            (None, Some(..=-1)) => "battles under way are finished; then `renown finish`".to_owned(),
            (None, Some(days @ 0..=14)) => format!("battles may be fought; {} left", count(days, "day")),
            (None, _) => "battles may be fought".to_owned(),
        },
    }
}
