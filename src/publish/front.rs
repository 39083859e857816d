//! The front page: standings, map, latest news.

use super::html::{Html, day, el, link, section, table, void};
use super::{File, Site, news};
use crate::campaign::month::victory;
use crate::report::standings::{Standing, standings};
use crate::text::thousands;

pub(super) fn pages(site: &Site<'_>, files: &mut Vec<File>) {
    let main: Html = [
        lead(site),
        section("standings", "Standings", standing_table(site)),
        section("map", "Map", map(site)),
        latest(site),
    ]
    .into();
    let title = site.frame.campaign.clone();
    site.page(files, "index.html", &title, "index.html", main);
}

/// How the campaign stands, in a sentence. Nothing here depends on the day of publication.
fn lead(site: &Site<'_>) -> Html {
    let Some(about) = &site.seen.about else { return Html::default() };
    let mut words: Html = [about.chart.as_str().into(), ". ".into()].into();
    match (&about.finished, about.started) {
        (Some(finish), _) => {
            words.push(["The campaign ended on ".into(), day(finish.on), ": ".into()]);
            words.push([victory::told(&site.seen, finish).into(), ".".into()]);
        }
        (None, Some(started)) => {
            words.push(["The war began on ".into(), day(started.date())]);
            if let Some(ends) = about.ends {
                words.push([" and ends on ".into(), day(ends)]);
            }
            words.push(".");
        }
        (None, None) => words.push("The fleets muster; the war has not begun."),
    }
    el("p", &[("class", "lead")], words)
}

pub(super) fn standing_table(site: &Site<'_>) -> Html {
    let rows = standings(&site.seen, site.from.catalog);
    let secret = |value: Option<u32>| value.map_or_else(|| "secret".to_owned(), thousands);
    let needs = rows.iter().any(|row| !row.needs.is_empty());
    let columns = [
        ("Player", false),
        ("Place", true),
        ("Commander", false),
        ("Rank", false),
        ("Renown", true),
        ("Systems", true),
        ("Vessels", true),
        ("Points", true),
        ("To win", false),
    ];
    let columns = if needs { &columns[..] } else { &columns[..8] };
    let cells = |row: &Standing| {
        let id = site.seen.players.values().find(|player| player.name == row.player).map(|player| player.id);
        vec![
            id.map_or_else(|| row.player.as_str().into(), |id| site.player(id)),
            row.place.map(|place| place.to_string()).unwrap_or_default().into(),
            super::html::name(&row.commander),
            row.rank.as_str().into(),
            row.renown.to_string().into(),
            row.systems.to_string().into(),
            secret(row.vessels).into(),
            secret(row.points).into(),
            row.needs.as_str().into(),
        ]
    };
    table("", columns, rows.iter().map(cells))
}

fn map(site: &Site<'_>) -> Html {
    if site.seen.systems.is_empty() {
        return Html::default();
    }
    let about = site.seen.about.as_ref().map(|about| about.chart.as_str()).unwrap_or_default();
    let alt = format!("Map of the {about}; the map page lists its systems");
    let picture = |file, class| void("img", &[("src", file), ("alt", &alt), ("class", class), ("loading", "lazy")]);
    link("map.html", [picture("map.svg", "wide"), picture("map-tall.svg", "tall")])
}

fn latest(site: &Site<'_>) -> Html {
    // A week in which something happened is news; an empty one after it is not.
    let letter = site.past.weeks.iter().rev().find(|letter| !news::is_quiet(letter)).or(site.past.weeks.last());
    let Some(letter) = letter else { return Html::default() };
    let more = el("p", &[], link(&news::page(letter), format!("The whole newsletter: {}", news::title(letter))));
    section("news", "Latest news", [news::happenings(Some(site), letter, 3), more])
}
