//! Members: invitations with their QR codes, devices, and cards to cut out.

use renown::campaign::view::Seen;
use renown::club::{Holder, KeyKind, Terms};
use renown::publish::html::{Html, day, el, list, name, section};

use crate::answer::{Answer, Wrong};
use crate::call::Call;
use crate::door::{link, shown_once};
use crate::form::parts::{button, hidden, text};
use crate::{frame, qr};

pub(crate) fn show(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    page(call, Html::default())
}

fn holders(seen: &Seen) -> Vec<(String, Holder)> {
    let players = seen
        .players
        .values()
        .map(|player| (format!("player {}", player.id.0), Holder::Player(player.id, player.name.clone())));
    players.chain([("arbitrator".to_owned(), Holder::Arbitrator)]).collect()
}

fn page(call: &mut Call<'_>, above: Html) -> Result<Answer, Wrong> {
    let (seen, at) = (call.look()?, call.at);
    let action = format!("{}/members", call.app.place.base);
    let keys = call.member().keys(at)?;
    let form = |inner: Html| el("form", &[("method", "post"), ("action", &action), ("class", "inline")], inner);
    let rows = holders(&seen).into_iter().map(|(value, holder)| {
        let his: Vec<_> = keys.iter().filter(|key| key.holder == holder).collect();
        let devices = his.iter().filter(|key| key.kind == KeyKind::Device).count();
        let mut words: Html = [el("strong", &[], name(holder.name())), format!(", {devices} devices ").into()].into();
        words.push(form([hidden("invite", &value), button("Invite", "go")].into()));
        if !his.is_empty() {
            words.push(form([hidden("dismiss", &value), button("Show out everywhere", "danger")].into()));
        }
        words
    });
    let guest = el(
        "form",
        &[("method", "post"), ("action", &action)],
        [hidden("invite", "guest"), text("name", "A guest, who looks on", "", 40), button("Invite", "")],
    );
    let all = keys.iter().map(|key| {
        let used = key.used.map(|used| Html::from([", last used ".into(), day(used.date())]));
        let words =
            format!(": {}{}", key.kind, if key.label.is_empty() { String::new() } else { format!(", {}", key.label) });
        let revoke = form([hidden("revoke", &key.id.to_string()), button("Revoke", "danger")].into());
        Html::from([
            name(key.holder.name()),
            words.into(),
            ", since ".into(),
            day(key.made.date()),
            used.unwrap_or_default(),
            " ".into(),
            revoke,
        ])
    });
    let main: Html =
        [above, section("who", "Who", [list(rows), guest]), section("keys", "Keys that open now", list(all))].into();
    Ok(Answer::page(frame::page(call, "Members", "/members", main)?))
}

fn holder(call: &mut Call<'_>, value: &str) -> Result<Holder, Wrong> {
    if value == "guest" {
        return Ok(Holder::Guest(call.form.get("name").unwrap_or("a guest").to_owned()));
    }
    let seen = call.look()?;
    let found = holders(&seen).into_iter().find(|(known, _)| known == value).map(|(_, holder)| holder);
    found.ok_or_else(|| Wrong::nonsense("There is no such member."))
}

pub(crate) fn change(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let at = call.at;
    if let Some(id) = call.form.get("revoke").and_then(|id| id.parse().ok()) {
        call.member().revoke(id, at)?;
    } else if let Some(value) = call.form.get("dismiss").map(ToOwned::to_owned) {
        let holder = holder(call, &value)?;
        call.member().dismiss(&holder, at)?;
    } else if let Some(value) = call.form.get("invite").map(ToOwned::to_owned) {
        let holder = holder(call, &value)?;
        let key = call.member().make_key(KeyKind::Invitation, holder.clone(), Terms::default(), at)?;
        let words = format!("For {}: up to 5 devices within 14 days. It is shown once.", holder.name());
        let above = shown_once(&words, &[link(&call.app.place, key.letters())], true);
        return page(call, above);
    } else {
        return Err(Wrong::nonsense("Nothing was asked for."));
    }
    call.app.tell();
    Ok(Answer::see(format!("{}/members", call.app.place.base)))
}

/// `POST /cards`: a sheet with a new link for everybody.
pub(crate) fn cards(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let seen = call.look()?;
    let at = call.at;
    let players: Vec<Holder> = seen
        .players
        .values()
        .filter(|player| player.left.is_none())
        .map(|player| Holder::Player(player.id, player.name.clone()))
        .collect();
    let mut sheet = Html::default();
    for holder in players {
        let key = call.member().make_key(KeyKind::Invitation, holder.clone(), Terms::default(), at)?;
        let link = link(&call.app.place, key.letters());
        let code = qr::drawing(&link, &format!("The link of {}", holder.name()));
        sheet.push(el(
            "li",
            &[("class", "card")],
            [el("p", &[("class", "lead")], name(holder.name())), code, el("p", &[("class", "soft")], &link)],
        ));
    }
    let main = el("ul", &[("class", "cards cut")], sheet);
    Ok(Answer::page(frame::page(call, "Cards", "/cards", main)?))
}
