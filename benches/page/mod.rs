//! A section of `benches/README.md`: what one bench measured in one run, as Markdown between two marks.
//!
//! A bench prints its section. With `RENOWN_BENCHES=write` it also puts it into the page, in the place of the one before.

#![allow(dead_code, reason = "each bench uses its own part")]

use std::fs;
use std::path::Path;

/// A section as it grows.
pub(crate) struct Page {
    bench: &'static str,
    text: String,
}

impl Page {
    /// Begins the section of a bench with the day, the machine and what is compared.
    pub(crate) fn new(bench: &'static str, what: &str) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let day = chrono::Local::now().format("%Y-%m-%d");
        let mut page = Self { bench, text: String::new() };
        println!("{}", page.mark("begin"));
        page.line(&format!("Measured on {day}, {cores} cores: {what}."));
        page.line("");
        page
    }

    fn mark(&self, end: &str) -> String {
        format!("<!-- {end} {} -->", self.bench)
    }

    /// Adds a line, and prints it.
    pub(crate) fn line(&mut self, line: &str) {
        println!("{line}");
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Adds whether an aim is met, and how far it is from that.
    pub(crate) fn aim(&mut self, met: bool, aim: &str, found: &str) {
        let found = if found.is_empty() { String::new() } else { format!(": {found}") };
        self.line(&format!("- {}: {aim}{found}", if met { "met" } else { "not met" }));
    }

    /// Ends the section, and writes it into the page where that is asked for.
    pub(crate) fn end(self) {
        println!("{}", self.mark("end"));
        if std::env::var_os("RENOWN_BENCHES").is_none_or(|how| how != "write") {
            return;
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/README.md");
        let page = fs::read_to_string(&path).expect("the page is there");
        let (begin, end) = (format!("{}\n", self.mark("begin")), self.mark("end"));
        let (before, rest) = page.split_once(&begin).expect("the page has a place for this bench");
        let (_, after) = rest.split_once(&end).expect("the section ends");
        fs::write(&path, format!("{before}{begin}{}{end}{after}", self.text)).expect("the page can be written");
    }
}
