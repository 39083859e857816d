//! `/me`: my register: names, flagship, trials, and away.

use renown::campaign::command::Command;
use renown::campaign::state::{PlayerId, Vessel, VesselState};
use renown::campaign::view::Seen;
use renown::publish::html::{Html, el, link, name, section};
use renown::text::thousands;

use crate::answer::{Answer, Wrong};
use crate::call::Call;
use crate::form::draw::carried;
use crate::form::parts::{button, hidden, text};
use crate::form::{about, vessel as find};
use crate::give::{self as giving, How, after};
use crate::{frame, pages};

/// Whose register it is: his own, or for the arbitrator the one he asks for.
pub(crate) fn whose(call: &Call<'_>) -> Result<PlayerId, Wrong> {
    let asked = call.form.number("player").or_else(|| call.query.number("player")).map(PlayerId);
    match call.player() {
        Some(me) => Ok(me),
        None if call.is_arbitrator() => asked.ok_or_else(Wrong::nothing),
        None => Err(Wrong::nothing()),
    }
}

pub(crate) fn mine(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let main = register(call, &[])?;
    let done = pages::done(call)?;
    Ok(Answer::page(frame::page(call, "My fleet", "/me", [done, main])?))
}

fn register(call: &mut Call<'_>, wrong: &[String]) -> Result<Html, Wrong> {
    let id = whose(call)?;
    let seen = call.look()?;
    let base = call.app.place.base.clone();
    let player = seen.players.get(&id).ok_or_else(Wrong::nothing)?;
    let points = thousands(seen.register_points(id));
    let about_him =
        format!("{}, {}, {} renown; {points} points of ships.", player.commander, player.rank().title, player.renown);
    let build = link(&format!("{base}/build?player={}", id.0), "Buy and sell ships");
    let sheet = link(&format!("{base}/player-{}.html", id.0), "Career and battles");
    let rows: Html = seen.register(id).map(|vessel| card(&base, &seen, id, vessel)).collect();
    let cards = if rows.is_empty() { el("p", &[], "No ship yet.") } else { el("ul", &[("class", "cards")], rows) };
    let away = away(&base, id, player.away_until.map(|day| day.to_string()).unwrap_or_default().as_str());
    Ok([
        frame::messages(wrong),
        el("p", &[], about_him),
        el("p", &[], [build, " · ".into(), sheet]),
        section("ships", "Ships", cards),
        section("away", "Away", away),
    ]
    .into())
}

fn away(base: &str, id: PlayerId, until: &str) -> Html {
    let action = format!("{base}/me");
    let input = renown::publish::html::void(
        "input",
        &[("id", "f-until"), ("type", "date"), ("name", "until"), ("value", until)],
    );
    let field = crate::form::parts::labelled("f-until", "I cannot play until (empty: I can)", input);
    el(
        "form",
        &[("method", "post"), ("action", &action)],
        [carried("me", ""), hidden("player", &id.0.to_string()), hidden("do", "away"), field, button("Note it", "")],
    )
}

fn card(base: &str, seen: &Seen, id: PlayerId, vessel: &Vessel) -> Html {
    let action = format!("{base}/me");
    let flagship = seen.players.get(&id).is_some_and(|player| player.flagship == Some(vessel.id));
    let mut head: Html = [
        el("strong", &[], name(&vessel.name)),
        " ".into(),
        el("span", &[("class", "points")], vessel.points.to_string()),
    ]
    .into();
    if flagship {
        head.push(el("span", &[("class", "tag")], "flagship"));
    }
    if vessel.state != VesselState::Ready {
        head.push(el("span", &[("class", "tag")], vessel.state.to_string()));
    }
    let what = el("p", &[("class", "soft")], about(seen, vessel));
    let better: Vec<String> = vessel.refits.iter().chain(&vessel.skills).map(|one| one.id.replace('-', " ")).collect();
    let better = if better.is_empty() { Html::default() } else { el("p", &[("class", "soft")], better.join(", ")) };
    let form = |what: &str, inner: Html| {
        el(
            "form",
            &[("method", "post"), ("action", &action)],
            [
                carried("me", ""),
                hidden("player", &id.0.to_string()),
                hidden("do", what),
                hidden("vessel", &vessel.name),
                inner,
            ],
        )
    };
    let rename = form("rename", [text("name", "Another name", &vessel.name, 60), button("Rename", "")].into());
    let mut acts = vec![rename];
    if !flagship && !seen.is_squadron(vessel) {
        acts.push(form("flagship", button("Make it the flagship", "")));
    }
    if vessel.trials.is_none() {
        acts.push(form("trials", button("Its trials are completed", "")));
    }
    let acts: Html = acts.into_iter().collect();
    let more = el("details", &[("class", "more")], [el("summary", &[], "change"), acts]);
    el("li", &[], [el("p", &[], head), what, better, more])
}

pub(crate) fn change(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let player = whose(call)?;
    let typed = call.form.clone();
    let done = giving::give(call, &How::default(), |_, _, seen| {
        let vessel = || {
            let name = typed.get("vessel").unwrap_or_default();
            find(seen, player, name).ok_or_else(|| Wrong::nonsense(format!("There is no vessel \"{name}\".")))
        };
        let command = match typed.get("do") {
            Some("rename") => {
                let name = typed.get("name").ok_or_else(|| Wrong::nonsense("A ship needs a name."))?.to_owned();
                Command::RenameVessel { player, vessel: vessel()?, name }
            }
            Some("flagship") => Command::ChooseFlagship { player, vessel: vessel()? },
            Some("trials") => Command::CompleteTrials { player, vessel: vessel()? },
            Some("away") => {
                let until = typed.get("until").map(str::parse).transpose();
                let until = until.map_err(|_| Wrong::nonsense("Write the day as 2026-11-30."))?;
                Command::SetAway { player, until }
            }
            _ => return Err(Wrong::nonsense("Nothing was asked for.")),
        };
        Ok((vec![command], None))
    });
    match done {
        Ok(_) => Ok(Answer::see(after(call, &format!("me?player={}", player.0)))),
        Err(wrong) => {
            let main = register(call, &wrong.says)?;
            Ok(Answer::page(frame::page(call, "My fleet", "/me", main)?).with(wrong.status))
        }
    }
}
