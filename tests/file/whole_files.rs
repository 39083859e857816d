//! What the program writes is there whole or not at all: a full disk, a folder that may not be written, a run that is
//! killed, a reader who comes at any moment. What it reads is a file, and no larger than it should be.

#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::support::{Folder, NOW, RENOWN, Said, campaign, said};

/// Runs the program where no file may grow beyond so many blocks of 512 bytes.
fn limited(folder: &Folder, blocks: u32, args: &[&str]) -> Said {
    // The signal that goes with it is ignored: the write fails instead, as on a full disk.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, RENOWN])
        .args(args)
        .env_clear()
        .env("RENOWN_NOW", NOW)
        .env("RENOWN_STEP", "1")
        .current_dir(folder.path(""))
        .stdin(Stdio::null())
        .output();
    said(output.expect("there is a shell"))
}

/// The names of the files in a folder, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|file| file.expect("an entry").file_name().to_string_lossy().into_owned())
        // What SQLite keeps beside a campaign that is read.
        .filter(|name| !name.starts_with("campaign.renown-"))
        .collect();
    names.sort();
    names
}

const DUEL: &str = r#"ordnance = "unused"
phase = "shooting"
side = [{ name = "Anna" }, { name = "Bert" }]
ship = [
    { name = "Agrippa", class = "lunar", side = "Anna", at = [60, 60], heading = 90, leadership = 7 },
    { name = "Unclean", class = "murder", side = "Bert", at = [60, 80], heading = 180, leadership = 7 },
]
"#;

/// Everything that writes a file, and the file.
const WRITERS: &[(&[&str], &str)] = &[
    (&["print", "register", "--out", "out"], "out"),
    (&["map", "show", "--svg", "out"], "out"),
    (&["map", "generate", "--systems", "60", "--seed", "1", "--out", "out"], "out"),
    (&["report", "--html", "out"], "out"),
    (&["play", "duel.toml", "--actions", "actions.txt", "--dice", "seed:a", "--record", "out"], "out"),
    (&["play", "duel.toml", "--actions", "actions.txt", "--dice", "seed:a", "--svg", "out"], "out"),
    (&["export", "out"], "out"),
    (&["man", "pages"], "pages/renown.1"),
];

fn ready(folder: &Folder) {
    campaign(folder);
    folder.write("duel.toml", DUEL);
    folder.write("actions.txt", "usual\n".repeat(6));
    std::fs::create_dir_all(folder.path("pages")).expect("a folder");
}

#[test]
fn a_full_disk_leaves_the_old_file_and_nothing_beside() {
    for (args, file) in WRITERS {
        let folder = Folder::new();
        ready(&folder);
        let replaces = args[0] != "export";
        if replaces {
            folder.write(file, "old");
        }
        let place = folder.path(file).parent().expect("a folder").to_path_buf();
        let before = names(&place);
        let said = limited(&folder, 1, args);
        assert_eq!(said.code, 1, "{args:?}: {}", said.all());
        assert!(said.err.contains("error:"), "{args:?}: {}", said.err);
        assert_eq!(names(&place), before, "{args:?}");
        if replaces {
            assert_eq!(folder.read(file), b"old", "{args:?}");
        }
        folder.ok(args);
        assert!(folder.read(file).len() > 512, "{args:?}");
    }
}

#[test]
fn what_may_not_be_written_is_not_replaced() {
    // Root may write everything.
    if std::fs::write("/proc/sys/kernel/ostype", "").is_ok() || is_root() {
        return;
    }
    let folder = Folder::new();
    ready(&folder);
    let file = folder.write("out", "old");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o444)).expect("its own file");
    let said = folder.run(&["map", "show", "--svg", "out"]).go();
    assert_eq!((said.code, folder.read("out").as_slice()), (1, b"old".as_slice()));
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout.starts_with(b"0"))
}

#[test]
fn a_picture_keeps_the_rights_of_the_one_it_replaces_and_a_link_stays_one() {
    let folder = Folder::new();
    ready(&folder);
    let file = folder.write("real.svg", "old");
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).expect("its own file");
    std::os::unix::fs::symlink("real.svg", folder.path("link.svg")).expect("a link");
    folder.ok(&["map", "show", "--svg", "link.svg"]);
    assert!(folder.read("real.svg").starts_with(b"<svg "));
    assert!(folder.path("link.svg").is_symlink());
    let mode = std::fs::metadata(&file).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    // A device is written as it is.
    folder.ok(&["map", "show", "--svg", "/dev/null"]);
    assert!(!Path::new("/dev/null").is_file());
}

#[test]
fn an_export_takes_no_place_that_is_taken() {
    let folder = Folder::new();
    ready(&folder);
    folder.write("out", "mine");
    std::os::unix::fs::symlink("nowhere", folder.path("dangling")).expect("a link");
    for file in ["out", "dangling"] {
        let said = folder.run(&["export", file]).go();
        assert_eq!(said.code, 1, "{file}: {}", said.all());
    }
    assert_eq!(folder.read("out"), b"mine");
}

#[test]
fn a_publication_on_a_full_disk_can_be_given_again() {
    let folder = Folder::new();
    ready(&folder);
    for blocks in [0, 1, 4, 12] {
        let said = limited(&folder, blocks, &["publish", "site"]);
        assert_eq!(said.code, 1, "{blocks}: {}", said.all());
        let left: Vec<String> = names(&folder.path("site")).into_iter().filter(|name| name.starts_with('.')).collect();
        assert_eq!(left, [""; 0], "{blocks}");
    }
    folder.ok(&["publish", "site"]);
    folder.ok(&["publish", "other"]);
    assert_eq!(names(&folder.path("site")), names(&folder.path("other")));
}

#[test]
fn a_publication_that_is_killed_at_any_moment_can_be_given_again() {
    let folder = Folder::new();
    ready(&folder);
    folder.ok(&["publish", "whole"]);
    let rounds = std::env::var("RENOWN_KILLS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(12);
    for round in 0..rounds {
        let mut child = Command::new(RENOWN)
            .args(["publish", "site"])
            .env_clear()
            .env("RENOWN_NOW", NOW)
            .env("RENOWN_STEP", "1")
            .current_dir(folder.path(""))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(20 + 17 * round % 300));
        let _ = child.kill();
        child.wait().expect("it ends");
        if round % 4 == 3 {
            // Pages of an earlier state, so that there is something to write and to remove.
            folder.ok(&["publish", "site"]);
            for (name, file) in [("ship-1.html", "old"), ("index.html", "")] {
                if folder.path("site").join(name).exists() {
                    std::fs::write(folder.path("site").join(name), file).expect("it can be written");
                }
            }
        }
    }
    folder.ok(&["publish", "site"]);
    let pages = |dir: &str| -> Vec<String> {
        names(&folder.path(dir)).into_iter().filter(|name| !name.starts_with('.')).collect()
    };
    assert_eq!(pages("site"), pages("whole"));
    for name in pages("whole") {
        let read = |dir: &str| std::fs::read(folder.path(dir).join(&name)).expect("it is there");
        assert_eq!(read("site"), read("whole"), "{name}");
    }
}

#[test]
fn no_visitor_reads_a_part_of_a_page() {
    let folder = Folder::new();
    ready(&folder);
    folder.ok(&["publish", "site"]);
    let (index, done) = (folder.path("site/index.html"), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut reads = 0_u32;
            while !done.load(Ordering::Relaxed) {
                let page = std::fs::read_to_string(&index).expect("the page is always there");
                assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"), "{}", page.len());
                reads += 1;
            }
            reads
        });
        for round in 0..6 {
            let name = format!("Agrippa {round}");
            let old = if round == 0 { "Agrippa".to_owned() } else { format!("Agrippa {}", round - 1) };
            folder.ok(&["fleet", "rename", "Anna", &old, &name]);
            folder.ok(&["player", "renown", "Anna", "1", "--ruling", "so"]);
            folder.ok(&["publish", "site"]);
        }
        done.store(true, Ordering::Relaxed);
        assert!(reader.join().expect("no page was a part") > 6);
    });
}

/// Every reader of a file, and how it is given one.
fn readers(file: &str) -> Vec<Vec<String>> {
    let at = format!("@{file}");
    let path = format!("./{file}.toml");
    let lines: &[&[&str]] = &[
        &["fleet", "import", "Anna", file],
        &["play", file],
        &["play", "duel.toml", "--actions", file],
        &["replay", file],
        &["scenario", "crews", file],
        &["battle", "record", "1", file],
        &["battle", "next", "1", "--answers", file],
        &["pairings", "--dice", &at],
        &["report", "--foreword", &at],
        &["map", "show", &path],
        &["new", "War", "--campaign", "b", "--map", &path],
        &["rules", "check", file],
        &["import", file, "--campaign", "b"],
    ];
    lines.iter().map(|line| line.iter().map(|word| (*word).to_owned()).collect()).collect()
}

/// Runs the program with a limit of memory and of time.
fn bounded(folder: &Folder, args: &[String], input: Stdio) -> Said {
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 1500000; exec timeout 20 \"$0\" \"$@\"", RENOWN])
        .args(args)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("RENOWN_NOW", NOW)
        .env("RENOWN_STEP", "1")
        .current_dir(folder.path(""))
        .stdin(input)
        .output();
    said(output.expect("there is a shell"))
}

#[test]
fn pipes_devices_folders_and_endless_files_are_refused_by_every_reader() {
    let folder = Folder::new();
    ready(&folder);
    folder.ok(&["challenge", "Anna", "Boris", "--accept"]);
    let made = Command::new("mkfifo").args([folder.path("pipe"), folder.path("pipe.toml")]).status();
    assert!(made.expect("mkfifo runs").success());
    std::fs::create_dir_all(folder.path("dir")).expect("a folder");
    std::fs::create_dir_all(folder.path("dir.toml")).expect("a folder");
    std::os::unix::fs::symlink("/dev/zero", folder.path("zero")).expect("a link");
    std::os::unix::fs::symlink("/dev/zero", folder.path("zero.toml")).expect("a link");
    for name in ["huge", "huge.toml"] {
        // Empty blocks that take no room.
        let file = std::fs::File::create(folder.path(name)).expect("it can be made");
        file.set_len(5 << 30).expect("it can be long");
    }
    let kinds = [
        ("pipe", "this is a pipe or a device, not a file"),
        ("zero", "this is a pipe or a device, not a file"),
        ("dir", "this is a folder, not a file"),
        ("huge", "bytes are read, and it has 5,368,709,120"),
    ];
    for (file, says) in kinds {
        for args in readers(file) {
            if file == "dir" && args[..2] == ["rules", "check"] {
                continue;
            }
            let said = bounded(&folder, &args, Stdio::null());
            assert!(said.code == 1 && said.err.contains(says), "{args:?}: {}", said.all());
        }
    }
    std::fs::create_dir_all(folder.path("club/fleets")).expect("a folder");
    for (file, says) in kinds {
        let inside = folder.path("club/fleets/a.toml");
        std::os::unix::fs::symlink(folder.path(file), &inside).expect("a link");
        let args: Vec<String> = ["fleet", "lists", "--data", "club"].map(ToOwned::to_owned).to_vec();
        let said = bounded(&folder, &args, Stdio::null());
        assert!(said.code == 1 && said.err.contains(says), "{file}: {}", said.all());
        std::fs::remove_file(inside).expect("it was just made");
    }
    // Standard input is bounded too.
    for args in [["play", "-"].as_slice(), &["battle", "record", "1", "-"]] {
        let args: Vec<String> = args.iter().map(|word| (*word).to_owned()).collect();
        let zero = std::fs::File::open("/dev/zero").expect("there are zeroes");
        let said = bounded(&folder, &args, zero.into());
        assert_eq!(
            said.err.lines().next(),
            Some("error: standard input: at most 33,554,432 bytes are read, and it has more"),
            "{args:?}"
        );
    }
    let args: Vec<String> = ["pairings", "--dice", "ask"].map(ToOwned::to_owned).to_vec();
    let zero = std::fs::File::open("/dev/zero").expect("there are zeroes");
    assert_eq!(bounded(&folder, &args, zero.into()).code, 1);
}

#[test]
fn large_and_deep_files_are_refused_in_words_and_in_time() {
    let folder = Folder::new();
    ready(&folder);
    folder.ok(&["challenge", "Anna", "Boris", "--accept"]);
    let vessel = "[[vessel]]\nname = \"A\"\nships = [\"lunar\"]\n";
    let deep = |open: &str, close: &str| format!("a = {}{}\n", open.repeat(100_000), close.repeat(100_000));
    let files = [
        ("many", vessel.repeat(25_000)),
        ("name", vessel.replace('A', &"x".repeat(500_000))),
        ("arrays", deep("[", "]")),
        ("tables", deep("{a=", "}")),
        ("key", format!("[{}a]\n", "a.".repeat(200_000))),
        ("json", format!("{}{}\n", "[".repeat(200_000), "]".repeat(200_000))),
    ];
    for (name, text) in files {
        folder.write(name, &text);
        folder.write(&format!("{name}.toml"), &text);
        for args in readers(name) {
            let said = bounded(&folder, &args, Stdio::null());
            let fine = args[0] == "report" && said.code == 0;
            assert!(fine || [1, 2].contains(&said.code) && said.err.starts_with("error:"), "{args:?}: {}", said.code);
        }
    }
    let said = folder.run(&["fleet", "import", "Anna", "name", "--ruling", "so"]).go();
    assert!(said.err.contains("has at most 60 characters, not 500000"), "{}", &said.err[..200.min(said.err.len())]);
}
