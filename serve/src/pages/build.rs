//! `/build`: the fleet before the start: classes with price, points left, and why not.

use renown::campaign::Library;
use renown::campaign::command::{Command, NewShips};
use renown::campaign::composition;
use renown::campaign::state::{PlayerId, Vessel};
use renown::campaign::view::Seen;
use renown::publish::html::{Html, el, link, name, section};
use renown::text::thousands;

use super::register::whose;
use crate::answer::{Answer, Wrong};
use crate::call::Call;
use crate::form::draw::carried;
use crate::form::parts::{button, hidden, number, select, text};
use crate::form::{Choice, about, vessel as find};
use crate::give::{self as giving, How, after};
use crate::{frame, pages};

/// The classes of somebody's own list, with their price.
pub(crate) fn classes(seen: &Seen, player: PlayerId, library: &dyn Library) -> Vec<Choice> {
    let list = seen.players.get(&player).and_then(|player| library.list(&player.list));
    let ids = list.into_iter().flat_map(|list| &list.sections).flat_map(|section| &section.classes);
    let found = ids.filter_map(|id| library.class(id));
    found
        .map(|class| Choice { points: class.points, ..Choice::new(&class.id, &class.name, class.kind.to_string()) })
        .collect()
}

pub(crate) fn show(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let main = build(call, &[])?;
    let done = pages::done(call)?;
    Ok(Answer::page(frame::page(call, "Build the fleet", "/build", [done, main])?))
}

fn build(call: &mut Call<'_>, wrong: &[String]) -> Result<Html, Wrong> {
    let id = whose(call)?;
    let seen = call.look()?;
    let base = call.app.place.base.clone();
    let catalog = &call.app.catalog;
    let player = seen.players.get(&id).ok_or_else(Wrong::nothing)?;
    let spent = seen.register_points(id);
    let left = i64::from(player.start_points) - i64::from(spent);
    let sum = format!("{} of {} points, {} left", thousands(spent), thousands(player.start_points), thousands(left));
    let breaches: Vec<String> =
        composition::breaches(&seen, player, catalog).iter().map(|breach| breach.refusal().to_string()).collect();
    let lacks: Html = breaches.iter().map(|breach| el("li", &[], breach)).collect();
    let lacks =
        if lacks.is_empty() { lacks } else { section("lacks", "The list does not allow", el("ul", &[], lacks)) };
    let rows: Html = seen.register(id).map(|vessel| bought(&base, &seen, id, vessel)).collect();
    let rows = if rows.is_empty() { rows } else { el("ul", &[("class", "cards")], rows) };
    let was = |key: &str| call.form.get(key).unwrap_or_default().to_owned();
    let mut list = vec![(String::new(), "Choose".to_owned())];
    list.extend(classes(&seen, id, catalog).into_iter().map(|class| {
        let points = class.points.map(|points| format!("{points} points")).unwrap_or_default();
        (class.value, format!("{} ({}, {points})", class.label, class.says))
    }));
    let count = Some(was("number")).filter(|number| !number.is_empty()).unwrap_or_else(|| "1".to_owned());
    let action = format!("{base}/build");
    let buy = el(
        "form",
        &[("method", "post"), ("action", &action), ("class", "ask"), ("data-draft", "build")],
        [
            carried("build", ""),
            hidden("player", &id.0.to_string()),
            hidden("do", "buy"),
            select("class", "Class", &list, &was("class")),
            number("number", "Ships, for a squadron", &count, (1, 12)),
            text("name", "Its name", &was("name"), 60),
            text("upgrades", "Options and upgrades, with commas", &was("upgrades"), 200),
            el("p", &[("class", "send")], button("Buy", "go")),
        ],
    );
    Ok([
        frame::messages(wrong),
        el("p", &[("class", "sum lead")], sum),
        el("p", &[], link(&format!("{base}/me?player={}", id.0), "Names and flagship")),
        lacks,
        section("buy", "Buy", buy),
        section("fleet", "Bought", rows),
    ]
    .into())
}

fn bought(base: &str, seen: &Seen, id: PlayerId, vessel: &Vessel) -> Html {
    let action = format!("{base}/build");
    let sell = el(
        "form",
        &[("method", "post"), ("action", &action)],
        [
            carried("build", ""),
            hidden("player", &id.0.to_string()),
            hidden("do", "sell"),
            hidden("vessel", &vessel.name),
            button("Sell", "danger"),
        ],
    );
    let head = [
        el("strong", &[], name(&vessel.name)),
        " ".into(),
        el("span", &[("class", "points")], vessel.points.to_string()),
    ];
    el("li", &[], [el("p", &[], Html::from(head)), el("p", &[("class", "soft")], about(seen, vessel)), sell])
}

pub(crate) fn give(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let player = whose(call)?;
    let typed = call.form.clone();
    let done = giving::give(call, &How::default(), |_, before, seen| {
        let command = match typed.get("do") {
            Some("buy") => {
                let class = typed.get("class").ok_or_else(|| Wrong::nonsense("Choose a class."))?.to_owned();
                let name = typed.get("name").ok_or_else(|| Wrong::nonsense("A ship needs a name."))?;
                let ships = NewShips { class, count: typed.number("number").unwrap_or(1), weapons: Vec::new() };
                let mut new = crate::form::new_vessel(name, ships);
                let upgrades = typed.get("upgrades").unwrap_or_default().split(',');
                new.upgrades = upgrades.map(renown::text::slug).filter(|one| !one.is_empty()).collect();
                Command::BuyVessel { vessel: before.next_vessel(), player, new }
            }
            Some("sell") => {
                let name = typed.get("vessel").unwrap_or_default();
                let vessel = find(seen, player, name)
                    .ok_or_else(|| Wrong::nonsense(format!("There is no vessel \"{name}\".")))?;
                Command::SellVessel { player, vessel }
            }
            _ => return Err(Wrong::nonsense("Nothing was asked for.")),
        };
        Ok((vec![command], None))
    });
    match done {
        Ok(_) => Ok(Answer::see(after(call, &format!("build?player={}", player.0)))),
        Err(wrong) => {
            let main = build(call, &wrong.says)?;
            Ok(Answer::page(frame::page(call, "Build the fleet", "/build", main)?).with(wrong.status))
        }
    }
}
