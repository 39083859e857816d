//! How text reports look: line drawing, colour and width.

use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};
use unicode_width::UnicodeWidthStr;

use crate::text::{painted, shown_lines};

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
        if self.colour { painted(text, "1") } else { text.to_owned() }
    }

    /// The sign before an item of a list.
    #[must_use]
    pub const fn bullet(self) -> &'static str {
        if self.unicode { "•" } else { "-" }
    }

    /// `text` with every line character and sign that ASCII lacks replaced, when ASCII is asked for.
    #[must_use]
    pub fn plain(self, text: &str) -> String {
        if self.unicode {
            return text.to_owned();
        }
        let signs = [('°', " deg"), ('–', "-"), ('→', "->"), ('×', "x"), ('…', "...")];
        signs.iter().fold(text.to_owned(), |text, (sign, ascii)| text.replace(*sign, ascii))
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
        // Written out before widths are measured.
        let shown = |row: Vec<String>| row.iter().map(|cell| shown_lines(cell).into_owned()).collect();
        let rows: Vec<Vec<String>> = rows.into_iter().map(shown).collect();
        let words = self.word_widths(header, &rows);
        // Where even single words do not stand side by side, each row is told by itself.
        if words.is_none() {
            return self.records(header, &rows);
        }
        for row in rows {
            table.add_row(row.into_iter().enumerate().map(|(index, text)| {
                let cell = Cell::new(self.plain(&text));
                if right.contains(&index) { cell.set_alignment(CellAlignment::Right) } else { cell }
            }));
        }
        for (index, least) in words.into_iter().flatten().enumerate() {
            if let Some(column) = table.column_mut(index) {
                column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
            }
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

    /// Rows one after the other, a line a cell; what is empty is left out.
    fn records(self, header: &[&str], rows: &[Vec<String>]) -> String {
        let widest = header.iter().map(|head| head.width()).max().unwrap_or(0);
        let mut out: Vec<String> = Vec::new();
        for row in rows {
            for (index, (head, cell)) in header.iter().zip(row).enumerate() {
                if cell.trim().is_empty() {
                    continue;
                }
                let gap = " ".repeat(widest - head.width());
                let inset = if index == 0 { "" } else { "  " };
                out.push(self.wrap_as(&format!("{inset}{head}{gap}  {}", self.plain(cell)), widest + 4));
            }
        }
        out.join("\n")
    }

    /// As [`wrap`](Self::wrap), with the spaces that a line begins and parts with.
    fn wrap_as(self, line: &str, indent: usize) -> String {
        let Some((head, rest)) = line.char_indices().nth(indent).map(|(at, _)| line.split_at(at)) else {
            return line.to_owned();
        };
        let less = Self { width: self.width.saturating_sub(u16::try_from(indent).unwrap_or(0)), ..self };
        let rest = less.wrap(rest, 0).replace('\n', &format!("\n{}", " ".repeat(indent)));
        format!("{head}{rest}")
    }

    /// How wide each column of a table must be so that no word is broken; nothing where the table fits as it is, `None`
    /// where words would have to be broken.
    fn word_widths(self, header: &[&str], rows: &[Vec<String>]) -> Option<Vec<u16>> {
        let cells = |index: usize| {
            let own = rows.iter().filter_map(move |row| row.get(index).map(|cell| self.plain(cell)));
            std::iter::once(header[index].to_owned()).chain(own)
        };
        let widest = |index: usize, parts: fn(&str) -> Vec<&str>| {
            let width = |cell: String| parts(&cell).into_iter().map(UnicodeWidthStr::width).max().unwrap_or(0);
            cells(index).map(width).max().unwrap_or(0)
        };
        let all = |parts: fn(&str) -> Vec<&str>| -> Vec<usize> {
            (0..header.len()).map(|index| widest(index, parts) + 2).collect()
        };
        let lines = header.len() + 1;
        let whole: usize = all(|cell| cell.lines().collect()).iter().sum();
        let words = all(|cell| cell.split_whitespace().collect());
        let width = usize::from(self.width);
        if whole + lines <= width {
            return Some(Vec::new());
        }
        let fit = words.iter().sum::<usize>() + lines <= width;
        fit.then(|| words.into_iter().map(|word| u16::try_from(word).unwrap_or(u16::MAX)).collect())
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

    /// Lines that are too long, parted between words and indented as they begin; the others as they are.
    #[must_use]
    pub fn fold(self, text: &str) -> String {
        let narrow = |line: &str| line.width() <= usize::from(self.width);
        let fold = |line: &str| {
            let inset = line.len() - line.trim_start().len();
            // A heading is short, and its colour is not to be counted.
            if narrow(line) || line.contains('\u{1b}') {
                return line.to_owned();
            }
            let less = Self { width: self.width.saturating_sub(u16::try_from(inset).unwrap_or(0)), ..self };
            less.wrap(line, 2).lines().map(|part| format!("{}{part}", " ".repeat(inset))).collect::<Vec<_>>().join("\n")
        };
        let mut folded = text.split('\n').map(fold).collect::<Vec<_>>().join("\n");
        // What is typed follows the space after a question.
        if text.ends_with(' ') && !folded.ends_with(' ') {
            folded.push(' ');
        }
        folded
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
    fn only_long_lines_are_folded() {
        let style = Style { width: 12, unicode: false, colour: false };
        assert_eq!(style.fold("one two\n  three four five? "), "one two\n  three four\n    five? ");
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
