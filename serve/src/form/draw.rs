//! A form as it stands on a page; what was typed before stands in it again.

use renown::club::Key;
use renown::publish::html::{Html, day, el, name, void};

use super::parts::{button, hidden, number, plain, select, text, tick};
use super::{Choice, Field, Form, Kind, Row};
use crate::fields::Fields;

/// More choices than these are a list that opens.
const CARDS: usize = 9;

/// The fields that every form carries.
#[must_use]
pub fn carried(due: &str, version: &str) -> Html {
    let token = Key::fresh().map(|key| key.letters().to_owned()).unwrap_or_default();
    [hidden("due", due), hidden("version", version), hidden("token", &token)].into()
}

/// A form as a card.
#[must_use]
pub fn card(base: &str, form: &Form, typed: Option<&Fields>, open: bool) -> Html {
    let until = form.until.map(|until| Html::from([" until ".into(), day(until)])).unwrap_or_default();
    let rule = el("a", &[("class", "rule"), ("href", &format!("{base}/rules?id={}", form.rule))], form.rule);
    let battle = form.battle.map(|battle| {
        let place = format!("{base}/battle-{battle}.html");
        Html::from([el("a", &[("href", &place)], format!("Battle {battle}")), " ".into()])
    });
    let head = el("p", &[("class", "soft")], [battle.unwrap_or_default(), rule, until]);
    let summary = el("summary", &[], crate::answer::sentence(&form.says));
    let inner: Html = [head, fields(base, form, typed)].into();
    let id = format!("due-{}", form.due);
    let attributes: &[(&'static str, &str)] = &[("class", "due"), ("id", &id), ("open", "")];
    el("details", if open { attributes } else { &attributes[..2] }, [summary, inner])
}

/// The form itself.
#[must_use]
pub fn fields(base: &str, form: &Form, typed: Option<&Fields>) -> Html {
    let page = form
        .page
        .as_ref()
        .map(|page| el("p", &[], el("a", &[("class", "go"), ("href", &format!("{base}/{page}"))], form.submit)));
    if form.fields.is_empty() && form.page.is_some() {
        return page.unwrap_or_default();
    }
    if form.fields.is_empty() && form.asks == "sub-plots" {
        return el("p", &[], "There is nothing to fill in here.");
    }
    let drawn: Html = form.fields.iter().map(|field| one(field, typed)).collect();
    let submit = if form.page.is_some() { "Buy these defences" } else { form.submit };
    let inner: Html = [
        carried(&form.due, &form.version),
        drawn,
        el("p", &[("class", "send")], button(submit, if form.page.is_some() { "" } else { "go" })),
    ]
    .into();
    let action = format!("{base}/act");
    let form =
        el("form", &[("method", "post"), ("action", &action), ("data-draft", &form.due), ("class", "ask")], inner);
    [page.unwrap_or_default(), form].into()
}

fn one(field: &Field, typed: Option<&Fields>) -> Html {
    let was = |usual: &str| -> String {
        typed.map_or_else(|| usual.to_owned(), |typed| typed.get(&field.key).unwrap_or_default().to_owned())
    };
    match &field.kind {
        Kind::OneOf { choices, usual } => {
            let chosen = was(usual.as_deref().unwrap_or_default());
            if choices.len() > CARDS {
                let mut list: Vec<(String, String)> = vec![(String::new(), "Choose".to_owned())];
                list.extend(choices.iter().map(|choice| (choice.value.clone(), words(choice))));
                return select(&field.key, &field.label, &list, &chosen);
            }
            let items = choices.iter().map(|choice| pick("radio", &field.key, choice, choice.value == chosen));
            group(&field.label, items.collect(), None)
        }
        Kind::SomeOf { choices, budget, usual } => {
            let is_on = |choice: &Choice| match typed {
                Some(typed) => typed.all(&field.key).any(|value| value == choice.value),
                None => usual.contains(&choice.value),
            };
            let items: Html =
                choices.iter().map(|choice| pick("checkbox", &field.key, choice, is_on(choice))).collect();
            let worth: u32 = choices.iter().filter(|choice| is_on(choice)).filter_map(|choice| choice.points).sum();
            let sum = budget.map(|budget| (worth, budget));
            group(&field.label, items, sum)
        }
        Kind::Number { least, most, usual } => {
            let value = was(&usual.map(|usual| usual.to_string()).unwrap_or_default());
            number(&field.key, &field.label, &value, (*least, *most))
        }
        Kind::Split { points, price, rows } => split(field, *points, *price, rows, typed),
        Kind::Text { most, .. } => text(&field.key, &field.label, &was(""), *most),
        Kind::Note => el("p", &[("class", "soft")], &field.label),
        Kind::Tick => tick(&field.key, &field.label, typed.is_some_and(|typed| typed.has(&field.key))),
    }
}

fn words(choice: &Choice) -> String {
    let points = choice.points.map(|points| format!("{points} points"));
    let says = Some(choice.says.clone()).filter(|says| !says.is_empty());
    let more: Vec<String> = says.into_iter().chain(points).collect();
    if more.is_empty() { choice.label.clone() } else { format!("{} ({})", choice.label, more.join(", ")) }
}

/// Something to choose, as a large target.
fn pick(kind: &str, key: &str, choice: &Choice, on: bool) -> Html {
    let worth = choice.points.map(|points| points.to_string()).unwrap_or_default();
    let mut attributes: Vec<(&'static str, &str)> =
        vec![("type", kind), ("name", key), ("value", &choice.value), ("data-points", &worth)];
    if on {
        attributes.push(("checked", ""));
    }
    if choice.why_not.is_some() {
        attributes.push(("disabled", ""));
    }
    let points = choice.points.map(|points| el("span", &[("class", "points")], points.to_string()));
    let says = choice.why_not.clone().unwrap_or_else(|| choice.says.clone());
    let says = if says.is_empty() { Html::default() } else { el("span", &[("class", "soft")], says) };
    let label = el("span", &[("class", "words")], [name(&choice.label), says]);
    el("label", &[("class", "choice")], [void("input", &attributes), label, points.unwrap_or_default()])
}

fn group(label: &str, items: Html, sum: Option<(u32, u32)>) -> Html {
    let Some((worth, budget)) = sum else {
        return el("fieldset", &[], [el("legend", &[], label), items]);
    };
    let budget = budget.to_string();
    let words = format!("{worth} of {budget} points");
    let sum = el("p", &[("class", "sum")], el("output", &[("data-sum", &budget)], words));
    el("fieldset", &[("class", "counted")], [el("legend", &[], label), items, sum])
}

fn split(field: &Field, points: u32, price: u32, rows: &[Row], typed: Option<&Fields>) -> Html {
    let mut spent = 0;
    let items: Html = rows
        .iter()
        .map(|row| {
            let key = format!("{}:{}", field.key, row.value);
            let value = typed.map_or(row.usual, |typed| typed.number(&key).unwrap_or(0));
            spent += value * price;
            let (id, most, value) = (format!("f-{}", plain(&key)), row.most.to_string(), value.to_string());
            let input = void(
                "input",
                &[
                    ("id", &id),
                    ("name", &key),
                    ("type", "number"),
                    ("inputmode", "numeric"),
                    ("min", "0"),
                    ("max", &most),
                    ("value", &value),
                    ("data-step", ""),
                ],
            );
            el("p", &[("class", "row")], [el("label", &[("for", &id)], name(&row.label)), input])
        })
        .collect();
    let (points, price) = (points.to_string(), price.to_string());
    let words = format!("{spent} of {points} spent");
    let sum = el("p", &[("class", "sum")], el("output", &[("data-split", &points), ("data-price", &price)], words));
    el("fieldset", &[("class", "counted")], [el("legend", &[], &field.label), items, sum])
}
