//! What stands around every page: name, menu, messages.

use renown::campaign::view::Viewer;
use renown::club::Visitor;
use renown::publish::html::{Html, el, link, name, void};

use crate::answer::Wrong;
use crate::app::App;
use crate::call::Call;
use crate::files;

/// The pages of the menu: where, what it is called, and whether only those see it who play or judge.
const MENU: [(&str, &str, For); 9] = [
    ("/", "Desk", For::All),
    ("/battles.html", "Battles", For::All),
    ("/map.html", "Map", For::All),
    ("/me", "My fleet", For::Players),
    ("/players.html", "Standings", For::All),
    ("/news.html", "News", For::All),
    ("/journal.html", "Journal", For::All),
    ("/rules", "Rules", For::All),
    ("/desk", "Arbitration", For::Arbitrators),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    All,
    Players,
    Arbitrators,
}

/// The page of the menu to which a page of the site belongs.
fn within(page: &str) -> &str {
    let kinds = [
        ("battle", "/battles.html"),
        ("replay", "/battles.html"),
        ("system", "/map.html"),
        ("map", "/map.html"),
        ("player", "/players.html"),
        ("ship", "/players.html"),
        ("news", "/news.html"),
        ("week", "/news.html"),
        ("report", "/battles.html"),
        ("devices", "/"),
        ("act", "/"),
        ("challenge", "/"),
        ("build", "/me"),
        ("amend", "/desk"),
        ("members", "/desk"),
        ("cards", "/desk"),
    ];
    let page = page.trim_start_matches('/');
    kinds.iter().find(|(start, _)| page.starts_with(start)).map_or("", |(_, menu)| menu)
}

fn menu(app: &App, visitor: Option<&Visitor>, here: &str) -> Html {
    let viewer = visitor.map_or(Viewer::Public, Visitor::viewer);
    let shown = MENU.iter().filter(|(_, _, whom)| match (whom, viewer) {
        (For::All, _) | (For::Players, Viewer::Player(_)) | (For::Arbitrators, Viewer::Arbitrator) => true,
        (For::Players | For::Arbitrators, _) => false,
    });
    let belongs = within(here);
    let items = shown.map(|(place, words, _)| {
        let href = format!("{}{place}", app.place.base);
        let is_here = *place == here || *place == belongs;
        let attributes: &[(&'static str, &str)] =
            if is_here { &[("href", &href), ("aria-current", "true")] } else { &[("href", &href)] };
        el("li", &[], el("a", attributes, *words))
    });
    el("nav", &[("aria-label", "Pages"), ("class", "menu")], el("ul", &[], items.collect::<Html>()))
}

/// A whole page. `main` is made of [`Html`], here or where the site is drawn.
fn document(
    app: &App,
    who: (Option<&Visitor>, Option<u64>),
    campaign: &str,
    title: &str,
    here: &str,
    main: &str,
) -> String {
    let (visitor, version) = who;
    let base = &app.place.base;
    let seen = version.map(|version| version.to_string()).unwrap_or_default();
    let file = |name: &str| format!("{base}/{name}?{}", files::name());
    let full = if title == campaign { title.to_owned() } else { format!("{title} – {campaign}") };
    let head: Html = [
        void("meta", &[("charset", "utf-8")]),
        void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]),
        void("meta", &[("name", "color-scheme"), ("content", "light dark")]),
        el("title", &[], full),
        void("link", &[("rel", "icon"), ("href", &format!("{base}/favicon.svg"))]),
        void("link", &[("rel", "stylesheet"), ("href", &file("club.css"))]),
        el("script", &[("src", &file("club.js")), ("defer", "")], ""),
    ]
    .into();
    let skip = el("a", &[("class", "skip"), ("href", "#main")], "Skip to the content");
    let home = el("p", &[("class", "campaign")], link(&format!("{base}/"), name(campaign)));
    let who = visitor.map(|visitor| {
        let place = format!("{base}/devices");
        el("p", &[("class", "who")], link(&place, name(visitor.holder.name())))
    });
    let header = el("header", &[("class", "bar")], [home, who.unwrap_or_default(), menu(app, visitor, here)]);
    let live = el("p", &[("id", "live"), ("class", "live"), ("role", "status"), ("aria-live", "polite")], "");
    let foot = el("footer", &[], el("p", &[], "Kept with Renown."));
    let pieces = [
        "<!DOCTYPE html>\n<html lang=\"en\">",
        &el("head", &[], head).into_string(),
        &format!("<body data-base=\"{}\" data-seen=\"{seen}\">", renown::publish::html::escape(base)),
        &skip.into_string(),
        &header.into_string(),
        &live.into_string(),
        "<main id=\"main\" tabindex=\"-1\">",
        main,
        "</main>",
        &foot.into_string(),
        "</body></html>\n",
    ];
    pieces.concat()
}

/// A page for whoever calls.
///
/// # Errors
/// When the file cannot be read.
pub fn page(call: &mut Call<'_>, title: &str, here: &str, main: impl Into<Html>) -> Result<String, Wrong> {
    let main: Html = [el("h1", &[], name(title)), main.into()].into();
    site_page(call, title, here, &main.into_string())
}

/// A page whose content, heading included, was drawn elsewhere.
///
/// # Errors
/// When the file cannot be read.
pub fn site_page(call: &mut Call<'_>, title: &str, here: &str, main: &str) -> Result<String, Wrong> {
    let drawn = call.drawn()?;
    let campaign = drawn.seen.about.as_ref().map_or("A campaign", |about| about.name.as_str());
    Ok(document(call.app, (call.visitor.as_ref(), call.version), campaign, title, here, main))
}

/// A page for somebody who is not let in yet: nothing of the campaign is on it.
#[must_use]
pub fn outside(app: &App, title: &str, main: impl Into<Html>) -> String {
    let main: Html = [el("h1", &[], title), main.into()].into();
    let body = document(app, (None, None), "Renown", title, "", &main.into_string());
    // Who is outside has no use for the menu.
    let (before, rest) = body.split_once("<nav").unwrap_or((&body, ""));
    let after = rest.split_once("</nav>").map_or("", |(_, after)| after);
    format!("{before}{after}")
}

/// Why somebody does not get what he asked for.
#[must_use]
pub fn refusal(app: &App, call: Option<&mut Call<'_>>, wrong: &Wrong) -> String {
    let says = messages(&wrong.says);
    let title = match wrong.status.as_u16() {
        401 => "Who are you?",
        403 => "Not for you",
        404 => "Nothing here",
        422 => "That cannot be done",
        429 => "Too many tries",
        503 => "Not now",
        _ => "That did not work",
    };
    let back = el("p", &[], link(&format!("{}/", app.place.base), "To the desk"));
    match call {
        Some(call) if call.visitor.is_some() || app.place.public => {
            page(call, title, "", [says.clone(), back]).unwrap_or_else(|_| outside(app, title, says))
        }
        _ => outside(app, title, says),
    }
}

/// Messages above a form.
#[must_use]
pub fn messages(says: &[String]) -> Html {
    let lines: Html = says.iter().map(|line| el("p", &[], line)).collect();
    if lines.is_empty() { lines } else { el("div", &[("class", "wrong"), ("role", "alert")], lines) }
}
