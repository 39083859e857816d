//! The newsletters: a page a week, and one alone.

use super::html::{Html, day, document, el, link, list, section, table};
use super::{File, Site, battle_link};
use crate::campaign::state::BattleId;
use crate::report::newsletter::{BattleNews, Newsletter, paragraphs};
use crate::text::{and_list, count};

pub(super) fn pages(site: &Site<'_>, files: &mut Vec<File>) {
    let weeks = &site.past.weeks;
    let index = table(
        "",
        &[("Week", false), ("First day", false), ("Last day", false), ("Battles", true)],
        weeks.iter().rev().map(|letter| {
            let battles = letter.battles.len();
            vec![
                link(&page(letter), title(letter)),
                day(letter.since),
                day(letter.until),
                if battles == 0 { Html::default() } else { battles.to_string().into() },
            ]
        }),
    );
    let index = if index.is_empty() { el("p", &[], "The war has not begun.") } else { index };
    site.page(files, "news.html", "Newsletters", "news.html", index);
    for (index, letter) in weeks.iter().enumerate() {
        let beside = |at: Option<usize>, words: &str| {
            at.and_then(|at| weeks.get(at)).map(|other| link(&page(other), format!("{words}: {}", title(other))))
        };
        let pager = [beside(index.checked_sub(1), "Before"), beside(Some(index + 1), "After")];
        let pager = el("p", &[("class", "pager")], pager.into_iter().flatten().collect::<Html>());
        let span = el("p", &[("class", "soft")], [day(letter.since), " to ".into(), day(letter.until)]);
        let main = [span, happenings(Some(site), letter, usize::MAX), standings(letter), due(letter), pager];
        site.page(files, page(letter), &title(letter), "news.html", main);
    }
}

pub(super) fn page(letter: &Newsletter) -> String {
    format!("week-{}.html", letter.week.unwrap_or(0))
}

pub(super) fn title(letter: &Newsletter) -> String {
    format!("Week {}", letter.week.unwrap_or(0))
}

/// A newsletter as a page that needs no other file, with the editor's own text in front.
#[must_use]
pub fn letter(letter: &Newsletter, foreword: Option<&str>) -> String {
    let style = Html::drawn(format!("<style>{}</style>", include_str!("style.css")));
    let foreword = foreword.into_iter().flat_map(paragraphs).map(|paragraph| el("p", &[], paragraph));
    let head = el("h1", &[], letter.title());
    let main = [head, foreword.collect(), happenings(None, letter, usize::MAX), standings(letter), due(letter)];
    document(&letter.title(), style, el("main", &[("id", "main")], main))
}

/// Whether nothing happened in a week.
pub(super) const fn is_quiet(letter: &Newsletter) -> bool {
    letter.battles.is_empty()
        && letter.end.is_none()
        && letter.systems.is_empty()
        && letter.bases.is_empty()
        && letter.rulings.is_empty()
        && letter.players.is_empty()
}

/// What happened, the longest lists cut.
pub(super) fn happenings(site: Option<&Site<'_>>, letter: &Newsletter, most: usize) -> Html {
    let mut out = Html::default();
    out.push(letter.first().map(|first| el("p", &[("class", "lead")], first)).unwrap_or_default());
    let kept = letter.battles.len().saturating_sub(most);
    let battles = letter.battles[kept..].iter().map(|battle| {
        let id = BattleId(battle.battle);
        let title = site.filter(|site| site.seen.battles.contains_key(&id)).map(|_| battle_link(id));
        told(title.unwrap_or_else(|| format!("Battle {}", battle.battle).into()), battle)
    });
    // On the front page the news are a part of it; on their own page they are all there is.
    let tag = if most == usize::MAX { "h2" } else { "h3" };
    let group = |heading: &str, items: Html| {
        if items.is_empty() { items } else { [el(tag, &[], heading), items].into() }
    };
    out.push(group("Battles", list(battles)));
    let lines = |lines: &[String]| list(lines.iter().rev().take(most).rev().map(Html::from));
    for (heading, items) in [
        ("Deeds", &letter.deeds),
        ("Systems", &letter.systems),
        ("Bases", &letter.bases),
        ("Players", &letter.players),
        ("Idle", &letter.idle),
        ("Reports", &letter.reports),
        ("Rulings", &letter.rulings),
    ] {
        out.push(group(heading, lines(items)));
    }
    out
}

fn told(title: Html, news: &BattleNews) -> Html {
    let result = if news.result.is_empty() { "its aftermath" } else { &news.result };
    let mut out: Html = [title, " on ".into(), day(news.on), format!(", {}: {result}.", news.what).into()].into();
    if !news.lost.is_empty() {
        let number = count(i64::try_from(news.lost.len()).unwrap_or(i64::MAX), "vessel");
        out.push(format!(" {number} lost: {}.", and_list(&news.lost)));
    }
    if !news.renown.is_empty() {
        let line = |line: &crate::report::newsletter::RenownNews| match line.by {
            0 => format!("{} keeps {}", line.player, line.to),
            by => format!("{} {by:+} to {}", line.player, line.to),
        };
        let lines: Vec<String> = news.renown.iter().map(line).collect();
        out.push(format!(" Renown: {}.", lines.join(", ")));
    }
    for promotion in &news.promotions {
        out.push(format!(" {promotion}"));
    }
    out
}

fn standings(letter: &Newsletter) -> Html {
    let place = |place: Option<u32>| place.map_or_else(String::new, |place| place.to_string());
    let columns = [
        ("Player", false),
        ("Place", true),
        ("Was", true),
        ("Rank", false),
        ("Renown", true),
        ("Change", true),
        ("Systems", true),
        ("To win", false),
    ];
    let rows = letter.standings.iter().map(|row| {
        let change = row.renown_before.map_or(0, |before| row.now.renown - before);
        vec![
            super::html::name(&row.now.player),
            place(row.now.place).into(),
            place(row.place_before).into(),
            row.now.rank.as_str().into(),
            row.now.renown.to_string().into(),
            if change == 0 { Html::default() } else { format!("{change:+}").into() },
            row.now.systems.to_string().into(),
            row.now.needs.as_str().into(),
        ]
    });
    section("standings", "Standings", table("At the end", &columns, rows))
}

fn due(letter: &Newsletter) -> Html {
    section("due", "Due", list(letter.due.iter().map(Html::from)))
}
