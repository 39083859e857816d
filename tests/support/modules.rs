//! Which source file uses which, read from paths in the code: `use` lines and paths in passing. A name that a folder
//! passes on counts where it is defined; the folder's own `mod.rs` ties its files together and is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Every source file below a folder: its path from there, and its text.
pub(crate) fn source_files(root: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    gather(root, root, &mut files);
    files.sort();
    files
}

fn gather(root: &Path, folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the entry is readable").path();
        if path.is_dir() {
            gather(root, &path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.strip_prefix(root).expect("it lies there").to_string_lossy().replace('\\', "/");
            files.push((name, fs::read_to_string(&path).expect("it is readable")));
        }
    }
}

/// The code of a file: no comments, no texts, and nothing below `#[cfg(test)]`, where tests come last.
pub(crate) fn code(source: &str) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        if line.trim_start().starts_with("#[cfg(test)]") {
            break;
        }
        lines.push((number, bare(line)));
    }
    lines
}

/// A line without its comment and without what stands between quotation marks.
pub(crate) fn bare(line: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    let mut before = ' ';
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        // A quotation mark as a character is no beginning of a text.
        let mark = letter == '"' && before != '\\' && !(before == '\'' && letters.peek() == Some(&'\''));
        if mark {
            quoted = !quoted;
        } else if !quoted && letter == '/' && letters.peek() == Some(&'/') {
            break;
        } else if !quoted {
            out.push(letter);
        }
        before = letter;
    }
    out
}

type Module = Vec<String>;

/// The module that a file is: `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module(path: &str) -> Module {
    let stem = path.trim_end_matches(".rs").trim_end_matches("/mod");
    if stem == "lib" { Vec::new() } else { stem.split('/').map(str::to_owned).collect() }
}

/// The paths that a piece of code names, braces taken apart: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let bytes = code.as_bytes();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut at = 0;
    while at < bytes.len() {
        if is_name(bytes[at]) && (at == 0 || !is_name(bytes[at - 1]) && bytes[at - 1] != b':') {
            at = tree(code, at, &[], &mut found);
        } else {
            at += 1;
        }
    }
    found
}

/// Reads one path from where it begins; returns where it ends.
fn tree(code: &str, start: usize, front: &[String], found: &mut Vec<Vec<String>>) -> usize {
    let bytes = code.as_bytes();
    let mut path = front.to_vec();
    let mut at = start;
    loop {
        let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        if end > at {
            path.push(code[at..end].to_owned());
        }
        at = end;
        if !code[at..].starts_with("::") {
            break;
        }
        at += 2;
        if code[at..].starts_with('{') {
            at += 1;
            loop {
                at += bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b',').count();
                if at >= bytes.len() {
                    return at;
                }
                if bytes[at] == b'}' {
                    return at + 1;
                }
                let next = tree(code, at, &path, found);
                at = if next > at { next } else { at + 1 };
                // `as other` names nothing further.
                let rest = code[at..].trim_start();
                if let Some(alias) = rest.strip_prefix("as ") {
                    let name = alias.trim_start();
                    let length = name.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
                    at = code.len() - name.len() + length;
                }
            }
        }
        if at >= bytes.len() || !(bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_') {
            break;
        }
    }
    if path.len() > 1 {
        found.push(path);
    }
    at
}

/// A path of the crate from its root; `None` for one that leads elsewhere.
fn absolute(from: &Module, path: &[String], modules: &BTreeMap<Module, String>) -> Option<Vec<String>> {
    match path[0].as_str() {
        "crate" => Some(path[1..].to_vec()),
        "self" | "super" => {
            let mut base = from.clone();
            let mut rest = path;
            while let Some((first, after)) = rest.split_first() {
                match first.as_str() {
                    "super" => drop(base.pop()),
                    "self" => {}
                    _ => break,
                }
                rest = after;
            }
            base.extend(rest.iter().cloned());
            Some(base)
        }
        first => {
            let mut child = from.clone();
            child.push(first.to_owned());
            modules.contains_key(&child).then(|| [from.as_slice(), path].concat())
        }
    }
}

/// The module in which what a path names is defined: the longest module that it begins with, and from there where that
/// module took the name from.
fn defined(path: &[String], modules: &BTreeMap<Module, String>, passed: &Passed) -> Option<Module> {
    let mut path = path.to_vec();
    for _ in 0..8 {
        let length = (0..=path.len()).rev().find(|length| modules.contains_key(&path[..*length]))?;
        let (module, rest) = path.split_at(length);
        let from = rest.first().and_then(|name| passed.get(&(module.to_vec(), name.clone())));
        match from {
            Some(from) => path = [from.as_slice(), &rest[1..]].concat(),
            None => return Some(module.to_vec()),
        }
    }
    None
}

/// What a module passes on by `pub use`: its name there, and its path.
type Passed = BTreeMap<(Module, String), Vec<String>>;

fn passed_on(modules: &BTreeMap<Module, String>) -> Passed {
    let mut passed = Passed::new();
    for (module, text) in modules {
        for statement in text.split(';').map(str::trim_start) {
            let statement = statement.rsplit_once('}').map_or(statement, |_| statement);
            let Some(at) = statement.find("pub").filter(|at| statement[*at..].contains("use ")) else { continue };
            let Some((_, body)) = statement[at..].split_once("use ") else { continue };
            for path in paths(body) {
                if let (Some(name), Some(path)) = (path.last().cloned(), absolute(module, &path, modules)) {
                    passed.insert((module.clone(), name), path);
                }
            }
        }
    }
    passed
}

/// Circles of files that use one another, inside each part of the house; each sorted, single files left out.
pub(crate) fn circles(files: &[(String, String)]) -> Vec<Vec<String>> {
    let text = |source: &str| code(source).into_iter().map(|(_, line)| line + "\n").collect::<String>();
    let modules: BTreeMap<Module, String> =
        files.iter().filter(|(path, _)| path != "main.rs").map(|(path, source)| (module(path), text(source))).collect();
    let passed = passed_on(&modules);
    let folder = |module: &Module| modules.keys().any(|other| other.len() > module.len() && other.starts_with(module));
    let mut edges: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
    for (from, code) in modules.iter().filter(|(module, _)| !folder(module)) {
        let used = paths(code).into_iter().filter_map(|path| {
            let path = absolute(from, &path, &modules)?;
            let target = defined(&path, &modules, &passed)?;
            let (known, _) = modules.get_key_value(&target)?;
            (known != from && !folder(known) && known.first() == from.first()).then_some(known)
        });
        edges.insert(from, used.collect());
    }
    strongly_connected(&edges, files)
}

/// By reach: two files are in one circle if each reaches the other.
fn strongly_connected(edges: &BTreeMap<&Module, BTreeSet<&Module>>, files: &[(String, String)]) -> Vec<Vec<String>> {
    let reach = |start: &Module| {
        let mut seen: BTreeSet<&Module> = BTreeSet::new();
        let mut open: Vec<&Module> = edges.get(start).into_iter().flatten().copied().collect();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(edges.get(next).into_iter().flatten().copied());
            }
        }
        seen
    };
    let reached: BTreeMap<&Module, BTreeSet<&Module>> = edges.keys().map(|module| (*module, reach(module))).collect();
    let mut circles: BTreeSet<Vec<String>> = BTreeSet::new();
    for (module_here, seen) in &reached {
        if !seen.contains(module_here) {
            continue;
        }
        let round = |path: &&(String, String)| {
            let other = module(&path.0);
            seen.contains(&other) && reached.get(&other).is_some_and(|back| back.contains(*module_here))
        };
        let mut circle: Vec<String> = files.iter().filter(round).map(|(path, _)| path.clone()).collect();
        circle.sort();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}
