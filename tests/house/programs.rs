//! Tests are a handful of programs, so that few are linked: no file stands alone, none is forgotten, and every command
//! that names one can be given.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The test programs. Each is a folder of `tests/` with a `main.rs`.
const PROGRAMS: [&str; 6] = ["club", "engine", "file", "house", "pages", "rule_cases"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Names in a folder of the repository, in order.
fn listed(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> =
        files.map(|file| file.expect("it can be listed").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Every test program, and the files that it is made of.
fn programs() -> BTreeMap<String, Vec<String>> {
    let tests = root().join("tests");
    let folders = listed(&tests).into_iter().filter(|name| tests.join(name).join("main.rs").exists());
    folders
        .map(|folder| {
            let files = listed(&tests.join(&folder));
            let files = files.iter().filter_map(|file| file.strip_suffix(".rs")).filter(|file| *file != "main");
            let files = files.map(ToOwned::to_owned).collect();
            (folder, files)
        })
        .collect()
}

/// Texts of the repository that name commands.
fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    for name in listed(folder) {
        let path = folder.join(&name);
        let foreign = ["target", "vendor", ".git", "corpus"].contains(&name.as_str());
        if path.is_dir() && !foreign {
            texts(&path, found);
        } else if [".md", ".rs", ".toml"].iter().any(|end| name.ends_with(end)) {
            found.push(path);
        }
    }
}

#[test]
fn tests_are_a_handful_of_programs() {
    assert_eq!(programs().into_keys().collect::<Vec<_>>(), PROGRAMS);
    let mut alone = listed(&root().join("tests"));
    alone.retain(|name| name.strip_suffix(".rs").is_some());
    assert_eq!(alone, [""; 0], "a file of tests belongs into the folder of a program");
}

#[test]
fn no_file_of_tests_is_forgotten() {
    for (program, files) in programs() {
        let main = fs::read_to_string(root().join("tests").join(&program).join("main.rs")).expect("it is there");
        let missing: Vec<&String> =
            files.iter().filter(|file| !main.lines().any(|line| line == format!("mod {file};"))).collect();
        assert!(missing.is_empty(), "tests/{program}/main.rs does not name {missing:?}");
    }
}

#[test]
fn every_command_that_names_a_test_can_be_given() {
    let programs = programs();
    let mut paths = Vec::new();
    texts(root(), &mut paths);
    let mut seen = 0;
    for path in paths {
        let text = fs::read_to_string(&path).expect("it is text");
        let commands = text.match_indices(concat!("--", "test ")).map(|(at, flag)| &text[at + flag.len()..]);
        for command in commands {
            let mut words = command.split(|letter: char| letter.is_whitespace() || "`\",)".contains(letter));
            let (program, module) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            if program.chars().all(char::is_uppercase) {
                continue;
            }
            let files = programs.get(program);
            assert!(files.is_some(), "{}: there is no test program {program}", path.display());
            if let (Some(files), Some(module)) = (files, module.strip_suffix("::")) {
                assert!(files.iter().any(|file| file == module), "{}: {program} has no {module}", path.display());
            }
            seen += 1;
        }
    }
    assert!(seen > 10, "only {seen} commands found");
}
