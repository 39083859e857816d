//! How text reports look: line drawing, colour and width.

use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};

/// How a text report looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Draws tables with line characters rather than with ASCII.
    pub unicode: bool,
    /// Sets headings in bold.
    pub colour: bool,
    /// Columns to fill at most.
    pub width: u16,
}

impl Default for Style {
    fn default() -> Self {
        Self { unicode: true, colour: false, width: 100 }
    }
}

impl Style {
    /// Whether wide tables must leave columns out.
    #[must_use]
    pub const fn is_narrow(self) -> bool {
        self.width < 100
    }

    /// A heading, bold where the terminal shows it.
    #[must_use]
    pub fn heading(self, text: &str) -> String {
        if self.colour { format!("\u{1b}[1m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// The sign before an item of a list.
    #[must_use]
    pub const fn bullet(self) -> &'static str {
        if self.unicode { "•" } else { "-" }
    }

    /// `text` with every line character and sign that ASCII lacks replaced, when ASCII is asked for.
    #[must_use]
    pub fn plain(self, text: &str) -> String {
        if self.unicode { text.to_owned() } else { text.replace('°', " deg").replace('–', "-") }
    }

    /// A table with a heading row. Columns named in `right` are aligned to the right; a column headed `Id` or `option` is never
    /// wrapped, because people copy ids.
    #[must_use]
    pub fn table(self, header: &[&str], right: &[usize], rows: impl IntoIterator<Item = Vec<String>>) -> String {
        let mut table = Table::new();
        table
            .load_style(if self.unicode { presets::UTF8_FULL_CONDENSED } else { presets::ASCII_FULL_CONDENSED })
            .set_content_arrangement(ContentArrangement::Dynamic)
            .force_no_tty()
            .set_width(self.width)
            .set_header(header.to_vec());
        for row in rows {
            table.add_row(row.into_iter().enumerate().map(|(index, text)| {
                let cell = Cell::new(self.plain(&text));
                if right.contains(&index) { cell.set_alignment(CellAlignment::Right) } else { cell }
            }));
        }
        if let Some(id) = header
            .iter()
            .position(|heading| matches!(*heading, "Id" | "option"))
            .and_then(|index| table.column_mut(index))
        {
            id.set_constraint(ColumnConstraint::ContentWidth);
        }
        table.trim_fmt()
    }

    /// Wraps `text` to the width, each line but the first indented by `indent` columns.
    #[must_use]
    pub fn wrap(self, text: &str, indent: usize) -> String {
        let mut out = String::new();
        let mut column = 0;
        for word in text.split_whitespace() {
            let length = word.chars().count();
            if column > indent && column + 1 + length > usize::from(self.width) {
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                column = indent;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += length;
        }
        out
    }

    /// One item of a list, wrapped.
    #[must_use]
    pub fn item(self, text: &str) -> String {
        self.wrap(&format!("{} {}", self.bullet(), self.plain(text)), 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_with_a_hanging_indent() {
        let style = Style { width: 12, unicode: false, colour: false };
        assert_eq!(style.item("one two three four"), "- one two\n  three four");
    }

    #[test]
    fn an_id_is_never_wrapped() {
        let style = Style { width: 40, unicode: true, colour: false };
        let row = vec!["eldar-corsairs-gothic".to_owned(), "Eldar Corsairs of the Gothic Sector".to_owned()];
        let table = style.table(&["Id", "List"], &[], [row]);
        assert!(table.contains("eldar-corsairs-gothic"), "{table}");
        assert!(table.lines().all(|line| line.chars().count() <= 40), "{table}");
    }

    #[test]
    fn a_table_can_do_without_line_characters() {
        let style = Style { width: 40, unicode: false, colour: false };
        let table = style.table(&["Turns", "n"], &[1], [vec!["45°".to_owned(), "2".to_owned()]]);
        assert!(table.is_ascii(), "{table}");
        assert!(table.contains("45 deg"), "{table}");
    }
}
