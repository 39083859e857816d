//! Reads markup strictly: every element closed in order, every attribute quoted, nothing unescaped, no id twice.

use std::collections::BTreeSet;

/// What a document holds that others may refer to, and what it refers to.
#[derive(Debug, Default)]
pub(crate) struct Markup {
    pub(crate) ids: BTreeSet<String>,
    /// Values of `href` and `src`.
    pub(crate) links: Vec<String>,
    /// Names of the elements.
    pub(crate) tags: BTreeSet<String>,
    /// Text outside of elements that hold code.
    pub(crate) text: String,
}

/// Reads a document or says what is wrong with it.
pub(crate) fn read(source: &str) -> Result<Markup, String> {
    let mut found = Markup::default();
    let mut open: Vec<String> = Vec::new();
    let mut rest = source.strip_prefix("<!DOCTYPE html>\n").unwrap_or(source);
    while let Some(at) = rest.find('<') {
        text(&rest[..at], &mut found)?;
        rest = &rest[at + 1..];
        let end = tag_end(rest).ok_or_else(|| format!("a tag never ends: {}", excerpt(rest)))?;
        let (tag, after) = (&rest[..end], &rest[end + 1..]);
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            let last = open.pop();
            if last.as_deref() != Some(name) {
                return Err(format!("</{name}> closes {last:?}"));
            }
            continue;
        }
        let (tag, void) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let name = element(tag, &mut found)?;
        if !void {
            open.push(name.clone());
        }
        // Code is not markup; ours holds no "</".
        if name == "script" || name == "style" {
            let end = rest.find("</").ok_or("code without an end")?;
            rest = &rest[end..];
        }
    }
    text(rest, &mut found)?;
    if open.is_empty() { Ok(found) } else { Err(format!("left open: {open:?}")) }
}

fn excerpt(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Where a tag ends: at a `>` outside of quotation marks.
fn tag_end(text: &str) -> Option<usize> {
    let mut quoted = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '<' if !quoted => return None,
            '>' if !quoted => return Some(at),
            _ => {}
        }
    }
    None
}

fn element(tag: &str, found: &mut Markup) -> Result<String, String> {
    let (name, mut rest) = tag.split_once([' ', '\n']).unwrap_or((tag, ""));
    if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return Err(format!("no element is called {name:?}"));
    }
    found.tags.insert(name.to_owned());
    let mut names = BTreeSet::new();
    while !rest.trim_start().is_empty() {
        rest = rest.trim_start();
        let (attribute, value) = rest.split_once("=\"").ok_or_else(|| format!("in <{name}>: {}", excerpt(rest)))?;
        if !attribute.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-') {
            return Err(format!("in <{name}>: attribute {attribute:?}"));
        }
        if !names.insert(attribute) {
            return Err(format!("in <{name}>: {attribute} twice"));
        }
        let (value, after) = value.split_once('"').ok_or_else(|| format!("in <{name}>: {attribute} never ends"))?;
        entities(value)?;
        rest = after;
        match attribute {
            "id" if !found.ids.insert(value.to_owned()) => return Err(format!("two elements have the id {value}")),
            "href" | "src" => found.links.push(value.to_owned()),
            _ if attribute.starts_with("on") => return Err(format!("code in {attribute}")),
            _ => {}
        }
    }
    Ok(name.to_owned())
}

fn text(text: &str, found: &mut Markup) -> Result<(), String> {
    if text.contains('>') {
        return Err(format!("an unescaped > in {}", excerpt(text)));
    }
    found.text.push_str(text);
    entities(text)
}

fn entities(text: &str) -> Result<(), String> {
    let bad = |letter: char| letter.is_control() && letter != '\n' || ('\u{202a}'..='\u{202e}').contains(&letter);
    if text.contains(bad) || text.contains('<') {
        return Err(format!("a character that steers or is not escaped in {:?}", excerpt(text)));
    }
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        rest = &rest[at + 1..];
        let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
        if !known.iter().any(|entity| rest.starts_with(entity)) {
            return Err(format!("an unescaped & before {}", excerpt(rest)));
        }
    }
    Ok(())
}
