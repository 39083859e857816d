//! Pages to read: those of the published site, with what is due on them, and the rules.

use renown::campaign::state::BattleId;
use renown::catalog::rules::{Rule, Rules};
use renown::publish::html::{Html, el, link, section, table, void};

use crate::answer::{Answer, Wrong, sentence};
use crate::call::Call;
use crate::files::SVG;
use crate::form::parts::button;
use crate::form::{self, draw};
use crate::{frame, pages};

/// `GET /{page}`: a page of the site as he may see it, with what is due above it.
pub(crate) fn site(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let viewer = call.viewer();
    let pages = call.app.pages(call.club, viewer)?;
    let page = pages.get(call.named.as_str()).filter(|page| page.name != "style.css").ok_or_else(Wrong::nothing)?;
    let Some(title) = &page.title else { return Ok(Answer::of(SVG, page.content.clone())) };
    let battle = page.name.strip_prefix("battle-").and_then(|rest| rest.strip_suffix(".html")?.parse().ok());
    let above = match battle {
        Some(battle) => due_in(call, BattleId(battle))?,
        None => Html::default(),
    };
    let above = [pages::done(call)?, above].into_iter().collect::<Html>().into_string();
    // What is due stands below the heading, before what happened.
    let main = match page.content.split_once("</h1>") {
        Some((heading, rest)) => format!("{heading}</h1>{above}{rest}"),
        None => format!("{above}{}", page.content),
    };
    let here = format!("/{}", page.name);
    let html = frame::site_page(call, title, &here, &main)?;
    Ok(Answer::page(html))
}

/// What a battle waits for: forms for whom it is his to answer, sentences for the rest.
fn due_in(call: &mut Call<'_>, id: BattleId) -> Result<Html, Wrong> {
    let seen = call.look()?;
    let (viewer, base) = (call.viewer(), call.app.place.base.clone());
    let due = form::all(&seen, &call.app.catalog).into_iter().filter(|(due, _)| due.battle == Some(id));
    let mut first = true;
    let cards: Html = due
        .map(|(due, form)| {
            if form::is_asked(viewer, &due) {
                draw::card(&base, &form, None, std::mem::take(&mut first))
            } else {
                el("p", &[("class", "waits")], sentence(&form.says))
            }
        })
        .collect();
    Ok(section("due", "Due", cards))
}

/// `GET /rules`: one rule, or those that hold some words; below them the club's own rulings.
pub(crate) fn rules(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let rules = Rules::embedded();
    let base = call.app.place.base.clone();
    let query = call.query.get("q").unwrap_or_default().to_owned();
    let field = void(
        "input",
        &[
            ("type", "search"),
            ("name", "q"),
            ("value", &query),
            ("aria-label", "Words of a rule"),
            ("maxlength", "100"),
        ],
    );
    let action = format!("{base}/rules");
    let search = el("form", &[("action", &action), ("class", "search")], [field, button("Search", "")]);
    let found: Html = match call.query.get("id").and_then(|id| rules.get(id)) {
        Some(rule) => whole(rule),
        None if query.is_empty() => Html::default(),
        None => {
            let hits = rules.search(&query);
            let rows = hits.iter().take(40).map(|hit| {
                let place = format!("{base}/rules?id={}", hit.rule.id);
                el("li", &[], [link(&place, hit.rule.id.as_str()), " ".into(), Html::from(&hit.rule.title)])
            });
            let rows: Html = rows.collect();
            if rows.is_empty() { el("p", &[], "No rule holds these words.") } else { el("ul", &[], rows) }
        }
    };
    let precedents = precedents(call, &query)?;
    let main = [search, found, section("rulings", "Rulings of this campaign", precedents)];
    Ok(Answer::page(frame::page(call, "Rules", "/rules", main)?))
}

fn whole(rule: &Rule) -> Html {
    let part = |heading: &str, text: &Option<String>| {
        text.as_ref().map(|text| Html::from([el("h3", &[], heading), el("p", &[], text)])).unwrap_or_default()
    };
    let figures = rule.table.as_ref().map(|figures| {
        let cells = figures.rows.iter().map(|row| {
            let cells: Html = row.iter().map(|cell| el("td", &[("class", "t")], cell)).collect();
            el("tr", &[], cells)
        });
        let heads: Html = figures.columns.iter().map(|column| el("th", &[("scope", "col")], column)).collect();
        el("table", &[], [el("thead", &[], el("tr", &[], heads)), el("tbody", &[], cells.collect::<Html>())])
    });
    let head = el("h2", &[], format!("{}: {}", rule.id, rule.title));
    [
        head,
        el("p", &[], &rule.says),
        figures.unwrap_or_default(),
        part("Example", &rule.example),
        part("Our reading", &rule.ruling),
        el("p", &[("class", "soft")], format!("{}, {}", rule.chapter, rule.source)),
    ]
    .into()
}

/// What the arbitrator let pass, newest first.
fn precedents(call: &mut Call<'_>, query: &str) -> Result<Html, Wrong> {
    let viewer = call.viewer();
    let drawn = call.drawn()?;
    let rows = call.app.log(call.club, viewer, &drawn)?;
    let words = query.to_lowercase();
    let ruled = rows.iter().rev().filter_map(|row| {
        let ruling = row.ruling.as_ref()?;
        let text = format!("{ruling} {}", row.says.join(" ")).to_lowercase();
        text.contains(&words)
            .then(|| vec![Html::from(row.at.date().to_string()), Html::from(ruling), Html::from(row.says.join("; "))])
    });
    Ok(table("", &[("Day", false), ("Reason", false), ("What it let pass", false)], ruled))
}
