//! Links as QR codes: half blocks for a terminal, a drawing for a page.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};
use renown::publish::html::{Html, el, void};

/// Modules of quiet around a code.
const QUIET: i32 = 2;

fn code(text: &str) -> Option<QrCode> {
    QrCode::encode_text(text, QrCodeEcc::Medium).ok()
}

/// A code of half blocks, dark on light whatever the terminal's colours; empty for a text that is too long.
#[must_use]
pub fn blocks(text: &str) -> String {
    let Some(code) = code(text) else { return String::new() };
    let (low, high) = (-QUIET, code.size() + QUIET);
    let mut out = String::new();
    for y in (low..high).step_by(2) {
        out.push_str("\u{1b}[40;97m");
        for x in low..high {
            out.push(match (code.get_module(x, y), code.get_module(x, y + 1)) {
                (false, false) => '█',
                (false, true) => '▀',
                (true, false) => '▄',
                (true, true) => ' ',
            });
        }
        out.push_str("\u{1b}[0m\n");
    }
    out
}

/// A code as a drawing; nothing for a text that is too long.
#[must_use]
pub fn drawing(text: &str, label: &str) -> Html {
    let Some(code) = code(text) else { return Html::default() };
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            let _ = write!(path, "M{},{}h1v1h-1z", x + QUIET, y + QUIET);
        }
    }
    let size = (code.size() + 2 * QUIET).to_string();
    let view = format!("0 0 {size} {size}");
    let ground = void("rect", &[("width", &size), ("height", &size), ("fill", "#fff")]);
    let modules = void("path", &[("d", &path), ("fill", "#000")]);
    el("svg", &[("class", "qr"), ("viewBox", &view), ("role", "img"), ("aria-label", label)], [ground, modules])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_a_code_in_both_forms() {
        let link = "http://192.168.1.20:8080/in/0123456789ABCDEFGHJKMNPQRS";
        let blocks = blocks(link);
        let widths: Vec<usize> = blocks.lines().map(|line| line.chars().count()).collect();
        assert!(widths.len() > 12 && widths.iter().all(|width| *width == widths[0]), "{widths:?}");
        let drawing = drawing(link, "a link").into_string();
        assert!(drawing.starts_with("<svg class=\"qr\"") && !drawing.contains("style="));
    }
}
