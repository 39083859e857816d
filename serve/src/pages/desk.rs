//! `GET /`: my desk: what is due from me, whom I wait for, my battles, the last news.

use renown::campaign::due::Due;
use renown::campaign::state::{Phase, PlayerId};
use renown::campaign::view::{Seen, Viewer};
use renown::club::Kind;
use renown::publish::html::{Html, day, el, link, list, name, section, void};

use crate::answer::{Answer, Wrong, sentence};
use crate::call::Call;
use crate::form::{self, Form, draw};
use crate::{frame, pages};

/// How many items of news stand on the desk.
const NEWS: usize = 6;

pub(crate) fn show(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let done = pages::done(call)?;
    let drawn = call.drawn()?;
    let seen = call.look()?;
    let (viewer, base) = (call.viewer(), call.app.place.base.clone());
    let due = form::all(&seen, &call.app.catalog);
    let (mine, others): (Vec<_>, Vec<_>) = due.into_iter().partition(|(due, _)| is_mine(viewer, due));
    let opening = opening(call, &seen);
    let cards: Html =
        mine.iter().enumerate().map(|(index, (_, form))| draw::card(&base, form, None, index == 0)).collect();
    let cards = match (cards.is_empty(), viewer) {
        (true, Viewer::Player(_)) => el("p", &[("class", "soft")], "Nothing is due from you."),
        (true, Viewer::Arbitrator) => el("p", &[("class", "soft")], "Nothing is due."),
        _ => cards,
    };
    let title = match viewer {
        Viewer::Arbitrator => "All that is due",
        Viewer::Player(_) => "Due from you",
        Viewer::Public => "Due",
    };
    let waits = list(others.iter().map(|(_, form)| waiting(&base, form)));
    let waits_title = if viewer == Viewer::Public { "What is waited for" } else { "Waits for others" };
    let act = match viewer {
        Viewer::Player(_) if seen.phase() == Some(Phase::Running) => {
            el("p", &[], el("a", &[("class", "go"), ("href", &format!("{base}/challenge"))], "Challenge somebody"))
        }
        _ => Html::default(),
    };
    let left: Html = [section("due", title, cards), act].into();
    let right: Html = [
        section("waits", waits_title, waits),
        section("battles", "Open battles", battles(&base, &seen, viewer)),
        section("news", "Last news", news(call, &drawn)?),
    ]
    .into();
    let columns = el("div", &[("class", "two")], [el("div", &[], left), el("div", &[], right)]);
    let main: Html = [done, opening, columns].into();
    let title = match viewer {
        Viewer::Player(_) => format!("{}'s desk", call.name()),
        Viewer::Arbitrator => "The arbitrator's view".to_owned(),
        Viewer::Public => drawn.seen.about.as_ref().map_or_else(String::new, |about| about.name.clone()),
    };
    Ok(Answer::page(frame::page(call, &title, "/", main)?))
}

/// The arbitrator sees all that is due; a player what is his.
fn is_mine(viewer: Viewer, due: &Due) -> bool {
    form::is_asked(viewer, due)
}

fn waiting(base: &str, form: &Form) -> Html {
    let battle = form.battle.map(|battle| {
        Html::from([" (".into(), link(&format!("{base}/battle-{battle}.html"), format!("battle {battle}")), ")".into()])
    });
    let until = form.until.map(|until| Html::from([" until ".into(), day(until)]));
    [Html::from(sentence(&form.says)), battle.unwrap_or_default(), until.unwrap_or_default()].into()
}

/// Before the start everybody builds his fleet.
fn opening(call: &Call<'_>, seen: &Seen) -> Html {
    let base = &call.app.place.base;
    let words = match (seen.phase(), call.viewer()) {
        (Some(Phase::Mustering), Viewer::Player(_)) => {
            Html::from(["The fleets muster. ".into(), link(&format!("{base}/build"), "Build yours"), ".".into()])
        }
        (Some(Phase::Mustering), Viewer::Arbitrator) => Html::from([
            "The fleets muster. ".into(),
            link(&format!("{base}/desk"), "Enter players and begin"),
            ".".into(),
        ]),
        (Some(Phase::Mustering), Viewer::Public) => "The fleets muster.".into(),
        (Some(Phase::Picking | Phase::Hiding), _) => "Systems and bases are taken.".into(),
        (Some(Phase::Running) | None, _) => return Html::default(),
    };
    el("p", &[("class", "lead")], words)
}

/// Open battles, mine first.
fn battles(base: &str, seen: &Seen, viewer: Viewer) -> Html {
    let own = |id: &PlayerId| viewer == Viewer::Player(*id);
    let mut open: Vec<_> = seen.battles.values().filter(|battle| battle.open).collect();
    open.sort_by_key(|battle| (!battle.players().iter().any(own), battle.id));
    let player = |id: PlayerId| name(seen.players.get(&id).map_or("somebody", |player| player.name.as_str()));
    let rows = open.iter().map(|battle| {
        let scenario = battle.scenario.map(|scenario| format!(", {scenario}")).unwrap_or_default();
        let at = battle
            .system
            .and_then(|id| seen.systems.get(&id))
            .map(|system| Html::from([" at ".into(), name(&system.name)]));
        Html::from([
            link(&format!("{base}/battle-{}.html", battle.id.0), format!("Battle {}", battle.id.0)),
            ": ".into(),
            player(battle.challenger),
            " against ".into(),
            player(battle.challenged),
            scenario.into(),
            at.unwrap_or_default(),
            el("span", &[("class", "soft")], format!(" – {}", battle.step)),
        ])
    });
    list(rows)
}

/// The last things that happened, as he may know them.
fn news(call: &mut Call<'_>, drawn: &crate::app::Drawn) -> Result<Html, Wrong> {
    let viewer = call.viewer();
    let rows = call.app.log(call.club, viewer, drawn)?;
    let told = rows.iter().rev().filter(|row| !row.says.is_empty() && row.kind != Kind::Migration).take(NEWS);
    let items: Html = told
        .map(|row| {
            let lines = row.says.iter().take(3).map(|line| Html::from([Html::from(line), void("br", &[])]));
            let lines: Html = lines.collect();
            el("li", &[], [day(row.at.date()), " ".into(), lines])
        })
        .collect();
    Ok(if items.is_empty() { items } else { el("ul", &[("class", "deeds")], items) })
}
