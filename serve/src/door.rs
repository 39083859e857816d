//! Coming in and going out: links, devices, cookies. No `GET` changes anything: chat programs fetch every link once.

use axum::http::StatusCode;
use renown::club::{Holder, KeyKind, KeyRow, Terms};
use renown::publish::html::{Html, day, el, name, section, void};

use crate::answer::{Answer, Wrong};
use crate::app::Place;
use crate::call::Call;
use crate::form::parts::{button, hidden};
use crate::{frame, qr};

/// Seconds that a browser keeps its key: as long as the door does.
const KEPT: u32 = 180 * 24 * 60 * 60;

/// What the cookie is called; a browser takes the one for https from nobody else.
#[must_use]
pub const fn cookie_name(place: &Place) -> &'static str {
    match place.url.as_bytes() {
        [b'h', b't', b't', b'p', b's', ..] => "__Host-renown",
        _ => "renown",
    }
}

fn cookie(place: &Place, value: &str, seconds: u32) -> String {
    let secure = if place.secure() { "; Secure" } else { "" };
    format!("{}={value}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}{secure}", cookie_name(place))
}

/// A link that lets somebody in.
#[must_use]
pub fn link(place: &Place, key: &str) -> String {
    format!("{}/in/{key}", place.url)
}

/// Unknown, spent, expired and revoked are told alike.
fn closed() -> Wrong {
    Wrong::new(StatusCode::NOT_FOUND, "This link lets nobody in. Ask your arbitrator for a new one.")
}

fn may_try(call: &Call<'_>) -> Result<(), Wrong> {
    if call.app.is_barred(call.address) {
        return Err(Wrong::new(StatusCode::TOO_MANY_REQUESTS, "Too many wrong links. Wait a minute."));
    }
    Ok(())
}

/// `GET /in/KEY`: who would come in.
pub(crate) fn look(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    may_try(call)?;
    let Some(visitor) = call.club.invited(&call.named, call.at)? else {
        call.app.failed(call.address);
        return Err(closed());
    };
    let who = visitor.holder.name().to_owned();
    let words = match &visitor.holder {
        Holder::Arbitrator => "You are the arbitrator of this campaign.".into(),
        Holder::Player(..) => Html::from(["You are ".into(), name(&who), ".".into()]),
        Holder::Guest(_) => Html::from(["You look on as ".into(), name(&who), ".".into()]),
    };
    let action = format!("{}/in", call.app.place.base);
    let form = el(
        "form",
        &[("method", "post"), ("action", &action)],
        [hidden("key", &call.named), el("p", &[], button("Enter", "go"))],
    );
    let keep =
        "This device stays let in for half a year after it was last used. You or the arbitrator can show it out.";
    let main: Html = [el("p", &[("class", "lead")], words), form, el("p", &[("class", "soft")], keep)].into();
    Ok(Answer::page(frame::outside(call.app, "Come in", main)))
}

/// `POST /in`: lets the device in.
pub(crate) fn enter(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    may_try(call)?;
    let key = call.form.get("key").unwrap_or_default().to_owned();
    let Some((device, visitor)) = call.club.enter(&key, &device_name(&call.agent), call.at)? else {
        call.app.failed(call.address);
        return Err(closed());
    };
    // Who comes in again on the same device leaves his old key outside.
    if let Some(old) = call.visitor.take().filter(|old| old.holder == visitor.holder) {
        call.club.leave(&old, call.at)?;
    }
    let place = &call.app.place;
    let mut answer = Answer::see(format!("{}/", place.base));
    answer.cookie = Some(cookie(place, device.letters(), KEPT));
    if call.json {
        let said = serde_json::json!({ "who": visitor.holder.name(), "key": device.letters() });
        return Ok(Answer { cookie: answer.cookie, ..Answer::json(&said) });
    }
    Ok(answer)
}

/// A device as people know it.
fn device_name(agent: &str) -> String {
    let kinds = ["iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux"];
    let browsers = ["Firefox", "Edg", "OPR", "Chrome", "Safari"];
    let find = |words: &[&str]| words.iter().find(|word| agent.contains(**word)).map(|word| (*word).to_owned());
    match (find(&kinds), find(&browsers)) {
        (Some(kind), Some(browser)) => {
            format!("{browser} on {kind}").replace("Edg ", "Edge ").replace("OPR ", "Opera ")
        }
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => "a program".to_owned(),
    }
}

/// `POST /out`: shows this device out.
pub(crate) fn leave(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    if let Some(visitor) = call.visitor.take() {
        call.club.leave(&visitor, call.at)?;
        call.app.tell();
    }
    let place = &call.app.place;
    let page = frame::outside(call.app, "Gone", el("p", &[], "This device is let in no more."));
    Ok(Answer { cookie: Some(cookie(place, "", 0)), ..Answer::page(page) })
}

/// `GET /devices`: where I am let in.
pub(crate) fn devices(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let main = own_devices(call, Html::default())?;
    Ok(Answer::page(frame::page(call, "My devices", "/devices", main)?))
}

fn own_devices(call: &mut Call<'_>, above: Html) -> Result<Html, Wrong> {
    let (at, holder) = (call.at, call.holder()?);
    let action = format!("{}/devices", call.app.place.base);
    let mut keys = call.member().keys(at)?;
    keys.retain(|row| row.holder == holder);
    let here = call.visitor.as_ref().map(|visitor| visitor.key);
    let rows: Html = keys.iter().map(|row| device_row(row, &action, here)).collect();
    let list = if rows.is_empty() { rows } else { el("ul", &[("class", "cards")], rows) };
    let own = matches!(holder, Holder::Arbitrator | Holder::Player(..));
    let make = |kind: &str, words: &str| {
        el("form", &[("method", "post"), ("action", &action)], [hidden("make", kind), button(words, "")])
    };
    let more = if own {
        let one =
            [make("one-time", "Let another device in"), el("p", &[("class", "soft")], "A QR code for ten minutes.")];
        let feed = [
            make("feed", "A link for my calendar"),
            el("p", &[("class", "soft")], "It shows dates, and changes nothing."),
        ];
        section("more", "More", [Html::from(one), Html::from(feed)])
    } else {
        Html::default()
    };
    let out = format!("{}/out", call.app.place.base);
    let out = el("form", &[("method", "post"), ("action", &out)], button("Show this device out", "danger"));
    Ok([above, section("devices", "Let in", list), more, section("out", "Leave", out)].into())
}

fn device_row(row: &KeyRow, action: &str, here: Option<u64>) -> Html {
    let what = match row.kind {
        KeyKind::Device if row.label.is_empty() => "a device".to_owned(),
        KeyKind::Device => row.label.clone(),
        KeyKind::Invitation => format!("an invitation, {} left", row.uses_left),
        KeyKind::OneTime => "a link for one device".to_owned(),
        KeyKind::Feed => "a calendar".to_owned(),
    };
    let used = row.used.map(|used| Html::from([", last used ".into(), day(used.date())]));
    let mut words: Html = [name(&what), ", since ".into(), day(row.made.date()), used.unwrap_or_default()].into();
    if here == Some(row.id) {
        words.push(el("strong", &[], " – this one"));
        return el("li", &[], words);
    }
    let id = row.id.to_string();
    let revoke = [hidden("revoke", &id), button("Show out", "danger")];
    el("li", &[], [words, el("form", &[("method", "post"), ("action", action)], Html::from(revoke))])
}

/// `POST /devices`: a link for another device, or one shown out.
pub(crate) fn change_devices(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let (at, holder) = (call.at, call.holder()?);
    if let Some(id) = call.form.get("revoke").and_then(|id| id.parse().ok()) {
        call.member().revoke(id, at)?;
        call.app.tell();
        return Ok(Answer::see(format!("{}/devices", call.app.place.base)));
    }
    let kind = match call.form.get("make") {
        Some("one-time") => KeyKind::OneTime,
        Some("feed") => KeyKind::Feed,
        _ => return Err(Wrong::nonsense("Nothing was asked for.")),
    };
    let key = call.member().make_key(kind, holder, Terms::default(), at)?;
    let place = &call.app.place;
    let above = if kind == KeyKind::Feed {
        let (calendar, news) = (
            format!("{}/calendar.ics?key={}", place.url, key.letters()),
            format!("{}/news.atom?key={}", place.url, key.letters()),
        );
        shown_once("For a calendar and a feed reader. They are shown once.", &[calendar, news], false)
    } else {
        let link = link(place, key.letters());
        shown_once("Open this on the other device within ten minutes. It is shown once.", &[link], true)
    };
    let main = own_devices(call, above)?;
    Ok(Answer::page(frame::page(call, "My devices", "/devices", main)?))
}

/// Links that are shown once.
pub(crate) fn shown_once(words: &str, links: &[String], code: bool) -> Html {
    let lines = links.iter().map(|link| {
        let label = "The link";
        let field = void("input", &[("readonly", ""), ("class", "link"), ("aria-label", label), ("value", link)]);
        let code = if code { qr::drawing(link, "The link as a QR code") } else { Html::default() };
        Html::from([el("p", &[], field), code])
    });
    el("div", &[("class", "once")], [el("p", &[("class", "lead")], words), lines.collect()])
}
