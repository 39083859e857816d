//! Lists that print as a table, as JSON, as CSV and as Markdown, from the same rows.

use serde::Serialize;

use super::style::Style;
use crate::text::shown_lines;

/// Rows and how they are shown. JSON has every field of a row; the columns are what people look at.
pub struct Listing<'r> {
    headers: Vec<&'static str>,
    right: Vec<usize>,
    cells: Vec<Vec<String>>,
    /// Made only when it is asked for: it is by far the largest form.
    json: Box<dyn Fn() -> serde_json::Value + 'r>,
}

/// One column: its heading, how a row's cell reads, and whether it holds figures.
pub struct Column<'c, R> {
    /// Heading.
    pub header: &'static str,
    /// The cell of a row.
    pub cell: &'c dyn Fn(&R) -> String,
    /// Figures stand to the right.
    pub figures: bool,
}

/// A column of words.
pub fn words<'c, R>(header: &'static str, cell: &'c dyn Fn(&R) -> String) -> Column<'c, R> {
    Column { header, cell, figures: false }
}

/// A column of figures.
pub fn figures<'c, R>(header: &'static str, cell: &'c dyn Fn(&R) -> String) -> Column<'c, R> {
    Column { header, cell, figures: true }
}

impl<'r> Listing<'r> {
    /// Lays out rows in columns.
    #[must_use]
    pub fn new<R: Serialize + 'r>(rows: impl AsRef<[R]> + 'r, columns: &[Column<'_, R>]) -> Self {
        let cells = |row| columns.iter().map(|column| (column.cell)(row)).collect();
        Self {
            headers: columns.iter().map(|column| column.header).collect(),
            right: (0..columns.len()).filter(|index| columns[*index].figures).collect(),
            cells: rows.as_ref().iter().map(cells).collect(),
            json: Box::new(move || serde_json::to_value(rows.as_ref()).expect("rows have string keys only")),
        }
    }

    /// A table for people.
    #[must_use]
    pub fn table(&self, style: Style) -> String {
        style.table(&self.headers, &self.right, self.cells.iter().cloned())
    }

    /// An array of objects.
    ///
    /// # Panics
    /// When a row has keys that are no strings.
    #[must_use]
    pub fn json(&self) -> String {
        format!("{:#}", (self.json)())
    }

    /// Comma-separated values with a heading line.
    #[must_use]
    pub fn csv(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = &str>| cells.map(csv_cell).collect::<Vec<_>>().join(",");
        let mut lines = vec![line(&mut self.headers.iter().copied())];
        lines.extend(self.cells.iter().map(|row| line(&mut row.iter().map(String::as_str))));
        lines.join("\n")
    }

    /// A Markdown table.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
        let rule = |index: usize| if self.right.contains(&index) { "---:" } else { "---" }.to_owned();
        let mut lines = vec![
            line(self.headers.iter().map(|header| (*header).to_owned()).collect()),
            line((0..self.headers.len()).map(rule).collect()),
        ];
        lines.extend(self.cells.iter().map(|row| line(row.iter().map(|cell| markdown_cell(cell)).collect())));
        lines.join("\n")
    }
}

fn csv_cell(cell: &str) -> String {
    let cell = shown_lines(cell);
    let cell = if is_formula(&cell) { format!("'{cell}") } else { cell.into_owned() };
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}

/// Whether a spreadsheet would work a cell out instead of showing it. A number with its sign is a number.
fn is_formula(cell: &str) -> bool {
    // Some programs leave blanks and quotes out before they look.
    let inner = cell.trim_start_matches(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '\''));
    let Some(first) = inner.chars().next() else { return false };
    let rest = &inner[first.len_utf8()..];
    let number = |letter: char| letter.is_ascii_digit() || matches!(letter, ',' | '.' | '%');
    match first {
        '+' | '-'
            if rest.is_empty()
                || rest.starts_with(|digit: char| digit.is_ascii_digit()) && rest.chars().all(number) =>
        {
            false
        }
        '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠' => true,
        _ => cell.starts_with(['\t', '\n']),
    }
}

/// Text in which nothing is read as Markdown.
pub(crate) fn markdown_text(text: &str) -> String {
    markdown_cell(text).replace("<br>", " ")
}

fn markdown_cell(cell: &str) -> String {
    let cell = shown_lines(cell);
    let (mut out, mut rest) = (String::new(), &*cell);
    while let Some(character) = rest.chars().next() {
        // An address by itself becomes a link in many places.
        let address = rest.starts_with("://") || rest.starts_with('.') && ends_in_www(&out);
        rest = &rest[character.len_utf8()..];
        match character {
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '#' | '~' | '&' | '@' => {
                out.extend(['\\', character]);
            }
            _ if address => out.extend(['\\', character]),
            '\n' => out.push_str("<br>"),
            _ => out.push(character),
        }
    }
    out
}

fn ends_in_www(text: &str) -> bool {
    text.len().checked_sub(3).and_then(|at| text.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case("www"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Row {
        name: &'static str,
        points: u32,
    }

    fn listing() -> Listing<'static> {
        let rows = [Row { name: "Lord \"X\", a|b", points: 180 }];
        Listing::new(
            rows,
            &[words("Name", &|row: &Row| row.name.to_owned()), figures("Points", &|row: &Row| row.points.to_string())],
        )
    }

    #[test]
    fn every_form_keeps_awkward_names_whole() {
        assert_eq!(listing().csv(), "Name,Points\n\"Lord \"\"X\"\", a|b\",180");
        assert_eq!(listing().markdown(), "| Name | Points |\n| --- | ---: |\n| Lord \"X\", a\\|b | 180 |");
        assert!(listing().json().contains(r#""name": "Lord \"X\", a|b""#));
    }

    #[test]
    fn no_cell_is_worked_out_by_a_spreadsheet() {
        let formulae =
            ["=1+1", "+A1", "-A1", "@SUM(A1)", " =1", "\t=1", "\tx", "\"=1", "'=1", "＝1", "＋1", "－x", "＠a"];
        for cell in formulae.into_iter().chain(["-1+1", "--", "+1-2"]) {
            assert!(csv_cell(cell).trim_start_matches('"').starts_with('\''), "{cell}");
        }
        for cell in ["-3", "+2", "-1,234", "+12%", "-", "+", "a=b", "3", "", "1-2", "a\nb"] {
            assert!(!csv_cell(cell).trim_start_matches('"').starts_with('\''), "{cell}");
        }
        assert_eq!(csv_cell("\r=1\u{1b}"), "\\u000d=1\\u001b");
    }

    #[test]
    fn nothing_is_read_as_markdown() {
        assert_eq!(markdown_cell("[a](b) <i> `c` | d & e"), "\\[a\\](b) \\<i\\> \\`c\\` \\| d \\& e");
        assert_eq!(
            markdown_cell("https://x.de www.x.de a@x.de at 20:15"),
            "https\\://x.de www\\.x.de a\\@x.de at 20:15"
        );
        assert_eq!(markdown_text("a\nb\u{202e}"), "a b\\\\u202e");
    }
}
