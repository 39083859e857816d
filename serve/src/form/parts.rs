//! The small pieces of forms.

use renown::publish::html::{Html, el, void};

/// A field that nobody sees.
#[must_use]
pub fn hidden(name: &str, value: &str) -> Html {
    void("input", &[("type", "hidden"), ("name", name), ("value", value)])
}

/// A button that sends.
#[must_use]
pub fn button(words: &str, class: &str) -> Html {
    el("button", &[("type", "submit"), ("class", class)], words)
}

/// A field with its label above it.
#[must_use]
pub fn labelled(id: &str, label: &str, field: Html) -> Html {
    el("p", &[("class", "field")], [el("label", &[("for", id)], label), field])
}

/// A line of text to fill in.
#[must_use]
pub fn text(name: &str, label: &str, value: &str, most: u32) -> Html {
    let id = format!("f-{}", plain(name));
    let most = most.to_string();
    let input =
        void("input", &[("id", &id), ("name", name), ("value", value), ("maxlength", &most), ("autocomplete", "off")]);
    labelled(&id, label, input)
}

/// A number to fill in.
#[must_use]
pub fn number(name: &str, label: &str, value: &str, (least, most): (u32, u32)) -> Html {
    let id = format!("f-{}", plain(name));
    let (least, most) = (least.to_string(), most.to_string());
    let input = void(
        "input",
        &[
            ("id", &id),
            ("name", name),
            ("type", "number"),
            ("inputmode", "numeric"),
            ("min", &least),
            ("max", &most),
            ("value", value),
        ],
    );
    labelled(&id, label, input)
}

/// A list to choose from.
#[must_use]
pub fn select(name: &str, label: &str, choices: &[(String, String)], chosen: &str) -> Html {
    let id = format!("f-{}", plain(name));
    let options: Html = choices
        .iter()
        .map(|(value, words)| {
            let attributes: &[(&'static str, &str)] =
                if value == chosen { &[("value", value), ("selected", "")] } else { &[("value", value)] };
            el("option", attributes, words)
        })
        .collect();
    labelled(&id, label, el("select", &[("id", &id), ("name", name)], options))
}

/// A box to tick.
#[must_use]
pub fn tick(name: &str, label: &str, ticked: bool) -> Html {
    let on: &[(&'static str, &str)] = &[("type", "checkbox"), ("name", name), ("value", "on"), ("checked", "")];
    let input = void("input", if ticked { on } else { &on[..3] });
    el("label", &[("class", "choice")], [input, el("span", &[], label)])
}

/// A name as part of an id.
#[must_use]
pub fn plain(name: &str) -> String {
    let hash = blake3::hash(name.as_bytes()).to_hex();
    let word: String = name.chars().filter(char::is_ascii_alphanumeric).take(12).collect();
    format!("{word}{}", &hash[..4])
}
