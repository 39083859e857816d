//! `/challenge`: who may be fought, and what is at stake.

use renown::campaign::command::Command;
use renown::campaign::state::{Phase, Player, PlayerId};
use renown::campaign::view::{Seen, Viewer};
use renown::publish::html::{Html, el};

use crate::answer::{Answer, Wrong};
use crate::call::Call;
use crate::form::draw::carried;
use crate::form::parts::{button, select};
use crate::give::{self as giving, How, after};
use crate::{frame, pages};

pub(crate) fn show(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let main = form(call, &[])?;
    let done = pages::done(call)?;
    Ok(Answer::page(frame::page(call, "Challenge", "/challenge", [done, main])?))
}

fn form(call: &mut Call<'_>, wrong: &[String]) -> Result<Html, Wrong> {
    let drawn = call.drawn()?;
    let seen = &drawn.seen;
    if seen.phase() != Some(Phase::Running) {
        return Ok(el("p", &[], "Battles are fought once the campaign has begun."));
    }
    let active: Vec<&Player> = seen.players.values().filter(|player| player.active()).collect();
    let chosen = call.form.get("player").unwrap_or_default().to_owned();
    let me = call.player();
    let fields: Html = match me {
        Some(me) => {
            active.iter().filter(|player| player.id != me).map(|player| opponent(seen, me, player, &chosen)).collect()
        }
        None => {
            let names: Vec<(String, String)> =
                active.iter().map(|player| (player.id.0.to_string(), player.name.clone())).collect();
            let was = |key: &str| call.form.get(key).unwrap_or_default().to_owned();
            [
                select("challenger", "Challenger", &names, &was("challenger")),
                select("player", "Challenged", &names, &was("player")),
            ]
            .into()
        }
    };
    if fields.is_empty() {
        return Ok(el("p", &[], "There is nobody to challenge."));
    }
    let fields = if me.is_some() { el("fieldset", &[], [el("legend", &[], "Whom"), fields]) } else { fields };
    let action = format!("{}/challenge", call.app.place.base);
    let send = el("p", &[("class", "send")], button("Challenge", "go"));
    let form = el(
        "form",
        &[("method", "post"), ("action", &action), ("class", "ask"), ("data-draft", "challenge")],
        [carried("challenge", ""), fields, send],
    );
    Ok([frame::messages(wrong), form].into())
}

fn opponent(seen: &Seen, me: PlayerId, player: &Player, chosen: &str) -> Html {
    let met = seen
        .battles
        .values()
        .filter(|battle| battle.involves(me) && battle.involves(player.id))
        .map(|battle| battle.offered);
    let met = met.max().map_or_else(|| "not met yet".to_owned(), |day| format!("last met {day}"));
    let systems = seen.systems_of(player.id).count();
    let says = format!("{}, {} renown, {systems} systems, {met}", player.commander, player.renown);
    let away = player.away_until.map(|until| format!("; away until {until}")).unwrap_or_default();
    let value = player.id.0.to_string();
    let attributes: &[(&'static str, &str)] =
        &[("type", "radio"), ("name", "player"), ("value", &value), ("required", ""), ("checked", "")];
    let input = renown::publish::html::void("input", if value == chosen { attributes } else { &attributes[..4] });
    let words = el(
        "span",
        &[("class", "words")],
        [renown::publish::html::name(&player.name), el("span", &[("class", "soft")], format!("{says}{away}"))],
    );
    el("label", &[("class", "choice")], [input, words])
}

pub(crate) fn give(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let challenged = call.form.number("player").map(PlayerId);
    let challenger = match call.viewer() {
        Viewer::Player(me) => Some(me),
        Viewer::Arbitrator | Viewer::Public => call.form.number("challenger").map(PlayerId),
    };
    let (Some(challenger), Some(challenged)) = (challenger, challenged) else {
        return Err(Wrong::nonsense("Choose whom to challenge."));
    };
    let done = giving::give(call, &How::default(), |_, before, _| {
        let battle = before.next_battle();
        Ok((vec![Command::Challenge { battle, challenger, challenged }], Some(battle)))
    });
    match done {
        Ok(_) => Ok(Answer::see(after(call, ""))),
        Err(wrong) => {
            let main = form(call, &wrong.says)?;
            Ok(Answer::page(frame::page(call, "Challenge", "/challenge", main)?).with(wrong.status))
        }
    }
}
