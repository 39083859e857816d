//! Markup that is well-formed and escaped because there is no other way to make it.

use crate::campaign::state::PlayerId;
pub use crate::text::escape;

/// A piece of a page. Text becomes one by being escaped; everything else is made of [`el`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// A drawing of this program: escaped where it was drawn.
    pub(crate) const fn drawn(svg: String) -> Self {
        Self(svg)
    }

    /// Adds another piece.
    pub fn push(&mut self, other: impl Into<Self>) {
        self.0.push_str(&other.into().0);
    }

    /// Whether there is nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The markup.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

impl From<&str> for Html {
    fn from(text: &str) -> Self {
        Self(escape(text))
    }
}

impl From<&String> for Html {
    fn from(text: &String) -> Self {
        Self(escape(text))
    }
}

impl From<String> for Html {
    fn from(text: String) -> Self {
        Self(escape(&text))
    }
}

impl From<Vec<Self>> for Html {
    fn from(pieces: Vec<Self>) -> Self {
        pieces.into_iter().collect()
    }
}

impl<const N: usize> From<[Self; N]> for Html {
    fn from(pieces: [Self; N]) -> Self {
        pieces.into_iter().collect()
    }
}

impl FromIterator<Self> for Html {
    fn from_iter<I: IntoIterator<Item = Self>>(pieces: I) -> Self {
        let mut all = Self::default();
        for piece in pieces {
            all.0.push_str(&piece.0);
        }
        all
    }
}

/// Attributes and their values, which are escaped.
pub type Attributes<'a> = &'a [(&'static str, &'a str)];

/// An element.
pub fn el(tag: &'static str, attributes: Attributes<'_>, inner: impl Into<Html>) -> Html {
    let inner = inner.into().0;
    let mut out = String::with_capacity(inner.len() + 2 * tag.len() + 5);
    open(&mut out, tag, attributes);
    out.push('>');
    out.push_str(&inner);
    out.push_str("</");
    out.push_str(tag);
    out.push('>');
    if matches!(tag, "p" | "li" | "tr" | "h1" | "h2" | "h3" | "section" | "ul" | "ol" | "table" | "div" | "dd" | "nav")
    {
        out.push('\n');
    }
    Html(out)
}

/// An element that holds nothing.
#[must_use]
pub fn void(tag: &'static str, attributes: Attributes<'_>) -> Html {
    let mut out = String::new();
    open(&mut out, tag, attributes);
    out.push_str("/>");
    Html(out)
}

fn open(out: &mut String, tag: &str, attributes: Attributes<'_>) {
    out.push('<');
    out.push_str(tag);
    for (name, value) in attributes {
        out.push(' ');
        out.push_str(name);
        out.push_str("=\"");
        out.push_str(&escape(value));
        out.push('"');
    }
}

/// A name that people chose: whichever way it is written, it does not turn the words around it.
#[must_use]
pub fn name(text: &str) -> Html {
    el("bdi", &[], text)
}

/// A link to a page of the same site.
pub fn link(page: &str, inner: impl Into<Html>) -> Html {
    el("a", &[("href", page)], inner)
}

/// A heading of the second rank and what stands below it; nothing where there is nothing.
pub fn section(id: &str, heading: &str, inner: impl Into<Html>) -> Html {
    let inner = inner.into();
    if inner.is_empty() {
        return inner;
    }
    let head = el("h2", &[("id", id)], heading);
    el("section", &[("aria-labelledby", id)], [head, inner])
}

/// A list; nothing where there is nothing.
pub fn list(items: impl IntoIterator<Item = Html>) -> Html {
    let items: Html = items.into_iter().map(|item| el("li", &[], item)).collect();
    if items.is_empty() { items } else { el("ul", &[], items) }
}

/// Terms and what they mean.
pub fn facts(rows: impl IntoIterator<Item = (&'static str, Html)>) -> Html {
    let rows = rows.into_iter().filter(|(_, what)| !what.is_empty());
    let rows: Html = rows.map(|(term, what)| el("div", &[], [el("dt", &[], term), el("dd", &[], what)])).collect();
    if rows.is_empty() { rows } else { el("dl", &[], rows) }
}

/// A column of a table: its heading, and whether it holds figures.
pub type Column = (&'static str, bool);

/// A table whose first column names the row; nothing where there is no row. On a narrow screen each row is a card, so
/// every cell carries its heading.
pub fn table(caption: &str, columns: &[Column], rows: impl IntoIterator<Item = Vec<Html>>) -> Html {
    let class = |figures: bool| if figures { "n" } else { "t" };
    let body: Html = rows
        .into_iter()
        .map(|cells| {
            let cells = columns.iter().zip(cells).enumerate().map(|(index, ((heading, figures), cell))| match index {
                0 => el("th", &[("scope", "row"), ("class", class(*figures))], cell),
                _ if cell.is_empty() => el("td", &[("class", "none")], cell),
                _ => el("td", &[("class", class(*figures)), ("data-label", heading)], cell),
            });
            el("tr", &[], cells.collect::<Html>())
        })
        .collect();
    if body.is_empty() {
        return body;
    }
    let head: Html = columns
        .iter()
        .map(|(heading, figures)| el("th", &[("scope", "col"), ("class", class(*figures))], *heading))
        .collect();
    let caption = if caption.is_empty() { Html::default() } else { el("caption", &[], caption) };
    el("table", &[], [caption, el("thead", &[], el("tr", &[], head)), el("tbody", &[], body)])
}

/// A day.
#[must_use]
pub fn day(on: chrono::NaiveDate) -> Html {
    let on = on.to_string();
    el("time", &[("datetime", &on)], on.as_str())
}

/// The pages that each stand in the menu.
pub(super) const MENU: [(&str, &str); 6] = [
    ("index.html", "Front page"),
    ("map.html", "Map"),
    ("players.html", "Players"),
    ("battles.html", "Battles"),
    ("news.html", "Newsletters"),
    ("journal.html", "Journal"),
];

/// What all pages of a site have in common.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Name of the campaign.
    pub campaign: String,
    /// For whom it is, where that is not everybody.
    pub only_for: Option<String>,
}

impl Frame {
    /// A whole page. `within` is the page of the menu it belongs to.
    #[must_use]
    pub fn page(&self, title: &str, within: &str, main: impl Into<Html>) -> String {
        let items = MENU.iter().map(|(page, words)| {
            let here: Attributes<'_> = &[("href", page), ("aria-current", "true")];
            el("li", &[], if *page == within { el("a", here, *words) } else { link(page, *words) })
        });
        let menu = el("nav", &[("aria-label", "Pages")], el("ul", &[], items.collect::<Html>()));
        let banner = el("header", &[], [el("p", &[("class", "campaign")], name(&self.campaign)), menu]);
        let only = self.only_for.as_ref().map(|who| {
            let words: Html = [Html::from("As "), name(who), Html::from(" may see it: it holds secrets.")].into();
            el("p", &[("class", "secret")], words)
        });
        let foot = el("footer", &[], [only.unwrap_or_default(), el("p", &[], "Kept with Renown.")]);
        let skip = el("a", &[("class", "skip"), ("href", "#main")], "Skip to the content");
        let main = el("main", &[("id", "main"), ("tabindex", "-1")], main);
        let full = if title == self.campaign { title.to_owned() } else { format!("{title} – {}", self.campaign) };
        document(&full, void("link", &[("rel", "stylesheet"), ("href", "style.css")]), [skip, banner, main, foot])
    }
}

/// A whole document with what its head holds besides the title.
pub(crate) fn document(title: &str, head: Html, body: impl Into<Html>) -> String {
    let head: Html = [
        void("meta", &[("charset", "utf-8")]),
        void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]),
        void("meta", &[("name", "color-scheme"), ("content", "light dark")]),
        void("meta", &[("name", "referrer"), ("content", "no-referrer")]),
        el("title", &[], title),
        // Otherwise a browser asks the server for one.
        void("link", &[("rel", "icon"), ("href", "data:,")]),
        head,
    ]
    .into();
    let (head, body) = (el("head", &[], head), body.into());
    // A page may be large: it is put together once.
    let mut out = String::with_capacity(head.0.len() + body.0.len() + 80);
    for piece in ["<!DOCTYPE html>\n<html lang=\"en\">", &head.0, "<body>", &body.0, "</body></html>\n"] {
        out.push_str(piece);
    }
    out
}

/// The page of a player.
pub(super) fn player_page(id: PlayerId) -> String {
    format!("player-{}.html", id.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_name_holds_stays_a_name() {
        let made = el("p", &[("title", "a\"b'<c>&")], name("<script>\u{202e}\u{0}x</p>"));
        assert_eq!(
            made.into_string(),
            "<p title=\"a&quot;b&#39;&lt;c&gt;&amp;\"><bdi>&lt;script&gt;x&lt;/p&gt;</bdi></p>\n"
        );
        assert_eq!(escape("🚀 שלום\u{ffff}\u{fdd0}"), "🚀 שלום");
    }

    #[test]
    fn an_empty_list_leaves_no_heading_behind() {
        assert!(section("a", "A", list([])).is_empty());
        assert!(table("", &[("A", false)], []).is_empty());
    }
}
