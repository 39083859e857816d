//! The journal as its reader may see it. Entries are numbered among those he sees: the real numbers would tell how many
//! he does not.

use std::collections::BTreeMap;

use super::html::{Html, el, link};
use super::{File, Site, battle_link};
use crate::campaign::amend::How;
use crate::campaign::event::Event;
use crate::report::{journal, story};
use crate::store::{Kind, Recorded};

/// Entries a page.
const PAGE: usize = 200;
/// An entry that says more than this shows the rest when asked.
const LONG: usize = 6;

pub(super) fn pages(site: &Site<'_>, files: &mut Vec<File>) {
    let entries = site.from.entries;
    let find = |id: u64| {
        let near = usize::try_from(id).ok()?.checked_sub(1)?;
        entries.get(near).filter(|recorded| recorded.entry.entry == id)
    };
    let target = |id: u64| find(id).cloned();
    let shown: Vec<&Recorded> = entries
        .iter()
        .filter(|recorded| journal::visible(site.from.campaign, site.from.viewer, recorded, &target))
        .filter(|recorded| recorded.entry.kind != Kind::Migration)
        .collect();
    let numbers: BTreeMap<u64, usize> =
        shown.iter().enumerate().map(|(index, recorded)| (recorded.entry.entry, index + 1)).collect();
    let pages = shown.len().div_ceil(PAGE).max(1);
    for number in 1..=pages {
        let part = &shown[((number - 1) * PAGE).min(shown.len())..(number * PAGE).min(shown.len())];
        let rows: Html = part.iter().map(|recorded| row(site, recorded, &numbers, shown.len())).collect();
        let rows = el("ul", &[("class", "deeds")], rows);
        let rows = if part.is_empty() { el("p", &[], "Nothing is recorded yet.") } else { rows };
        let all = (1..=pages).rev().filter(|_| pages > 1).map(|other| {
            let first = (other - 1) * PAGE + 1;
            let words = format!("{first}–{}", (other * PAGE).min(shown.len()));
            if other == number { el("span", &[], words) } else { link(&page(other, shown.len()), words) }
        });
        let all: Html = all.collect();
        let pager = if all.is_empty() {
            all
        } else {
            el("nav", &[("aria-label", "Parts of the journal"), ("class", "pager")], all)
        };
        let title = if number == pages { "Journal".to_owned() } else { format!("Journal, part {number}") };
        site.page(files, page(number, shown.len()), &title, "journal.html", [pager, rows]);
    }
}

/// The page of a part; the newest part is the one that the menu leads to.
fn page(part: usize, entries: usize) -> String {
    if part >= entries.div_ceil(PAGE).max(1) { "journal.html".to_owned() } else { format!("journal-{part}.html") }
}

fn entry_link(number: usize, entries: usize) -> Html {
    let page = page((number - 1) / PAGE + 1, entries);
    link(&format!("{page}#entry-{number}"), format!("entry {number}"))
}

fn row(site: &Site<'_>, recorded: &Recorded, numbers: &BTreeMap<u64, usize>, entries: usize) -> Html {
    let entry = &recorded.entry;
    let number = numbers.get(&entry.entry).copied().unwrap_or(0);
    let other = |id: Option<u64>| id.and_then(|id| numbers.get(&id)).map(|number| entry_link(*number, entries));
    let earlier = || other(entry.of).unwrap_or_else(|| "an earlier entry".into());
    let mut events = entry.events().unwrap_or_default();
    events.retain(|event| site.from.viewer.may_see_event(site.from.campaign, event));
    let amended = events.iter().find_map(|event| match event {
        Event::HistoryAmended { how, .. } => Some(*how),
        _ => None,
    });
    events.retain(|event| !matches!(event, Event::HistoryAmended { .. }));
    let told = story::tell(&site.seen, &site.seen, &events);
    let mut lines: Vec<Html> = told.iter().map(|says| story::without_rule(says).into()).collect();
    lines.extend(match (entry.kind, amended) {
        (Kind::Undo, _) => Some(Html::from(["Undone: ".into(), earlier()])),
        (Kind::Redo, _) => Some(["In force again: ".into(), earlier()].into()),
        (Kind::Amended, _) => Some(["It stands at the place of ".into(), earlier()].into()),
        (_, Some(How::Replace)) => Some(["Replaced: ".into(), earlier()].into()),
        (_, Some(How::Remove)) => Some(["Taken out: ".into(), earlier()].into()),
        (_, Some(How::Insert)) => Some(["A forgotten command follows ".into(), earlier()].into()),
        _ => None,
    });
    if let Some(ruling) = &entry.ruling {
        lines.push(format!("Ruling: {ruling}").into());
    }
    let undone = recorded.undone_by.map(|by| {
        let by = other(Some(by)).map(|by| Html::from([" by ".into(), by])).unwrap_or_default();
        el("p", &[], ["No longer in force".into(), by, ".".into()])
    });
    let at = entry.at.format("%Y-%m-%d %H:%M").to_string();
    let stamp = entry.at.format("%Y-%m-%dT%H:%M").to_string();
    let mut head: Html = [
        el("strong", &[], format!("{number}")),
        " ".into(),
        el("time", &[("datetime", &stamp)], at),
        " ".into(),
        journal::giver(&site.seen, entry.by).into(),
    ]
    .into();
    if let Some(battle) = entry.battle().filter(|id| site.seen.battles.contains_key(id)) {
        head.push([", ".into(), battle_link(battle)]);
    }
    let lines = if lines.len() > LONG {
        let rest = lines.split_off(LONG - 1);
        let summary = el("summary", &[], format!("{} more", rest.len()));
        [paragraphs(lines), el("details", &[], [summary, paragraphs(rest)])].into()
    } else {
        paragraphs(lines)
    };
    let id = format!("entry-{number}");
    let class = if recorded.undone_by.is_some() { "undone" } else { "entry" };
    el("li", &[("id", &id), ("class", class)], [head, lines, undone.unwrap_or_default()])
}

fn paragraphs(lines: Vec<Html>) -> Html {
    lines.into_iter().map(|line| el("p", &[], line)).collect()
}
