//! `benches/README.md` has a section for each bench, with the tables and aims that the bench prints today. Figures are not
//! judged: they are of the day that the section names.

use std::fs;
use std::path::{Path, PathBuf};

const PAGE: &str = include_str!("../../benches/README.md");
const MANIFEST: &str = include_str!("../../Cargo.toml");

/// The benches that the manifest names.
fn benches() -> Vec<&'static str> {
    let named = MANIFEST.split("[[bench]]").skip(1).filter_map(|rest| rest.split('"').nth(1));
    named.collect()
}

fn collect(path: &Path, text: &mut String) {
    if path.is_dir() {
        let files = fs::read_dir(path).expect("it can be listed");
        files.for_each(|file| collect(&file.expect("it can be listed").path(), text));
    } else {
        text.push_str(&fs::read_to_string(path).expect("it is text"));
    }
}

/// The source of a bench: one file, or a folder.
fn source(bench: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches");
    let places: [PathBuf; 2] = [folder.join(format!("{bench}.rs")), folder.join(bench)];
    let mut text = String::new();
    places.iter().filter(|place| place.exists()).for_each(|place| collect(place, &mut text));
    text
}

#[test]
fn the_page_names_every_bench_with_the_tables_and_aims_it_prints() {
    let benches = benches();
    assert!(benches.len() >= 6, "only {benches:?}");
    for bench in benches {
        assert!(PAGE.contains(&format!("cargo bench --bench {bench}")), "the page does not say how to run {bench}");
        // The strengths are a page of their own.
        if bench == "strength" {
            continue;
        }
        let section = PAGE.split_once(&format!("<!-- begin {bench} -->\n")).map(|(_, rest)| rest);
        let section = section.and_then(|rest| rest.split_once(&format!("<!-- end {bench} -->"))).map(|(text, _)| text);
        let section = section.unwrap_or_else(|| panic!("the page has no section of {bench}"));
        assert!(section.starts_with("Measured "), "{bench}: when was it measured?");
        let source = source(bench);
        let lines: Vec<&str> = section.lines().collect();
        let headers = lines.windows(2).filter(|pair| pair[1].starts_with("|---")).flatten();
        let aims = lines.iter().filter_map(|line| line.strip_prefix("- met: ").or(line.strip_prefix("- not met: ")));
        let aims: Vec<&str> = aims.map(|aim| aim.split(": ").next().unwrap_or_default()).collect();
        assert!(!aims.is_empty(), "{bench} has no aim");
        for text in headers.copied().chain(aims) {
            assert!(source.contains(text), "{bench} does not print \"{text}\"");
        }
    }
}

#[test]
fn every_bench_that_the_page_names_exists() {
    let benches = benches();
    for (at, flag) in PAGE.match_indices("--bench ") {
        let name: String = PAGE[at + flag.len()..].chars().take_while(char::is_ascii_lowercase).collect();
        assert!(benches.contains(&name.as_str()), "there is no bench {name}");
    }
}
