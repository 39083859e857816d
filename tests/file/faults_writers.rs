//! Writers at once lose nothing and do nothing twice, and whoever looks on beside them sees a whole campaign.
//!
//! `RENOWN_WRITERS=500 cargo test --test file faults_writers:: -- --nocapture` has each of eight writers give 500 commands.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use renown::catalog::Catalog;
use renown::club;
use renown::store::{Store, check};

use crate::support::{Folder, open};

const WRITERS: usize = 8;

/// How many commands each gives: a few, or by `RENOWN_WRITERS`.
fn count(usual: usize) -> usize {
    std::env::var("RENOWN_WRITERS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// How often others came first.
#[derive(Default)]
struct Races {
    moved: AtomicUsize,
    held: AtomicUsize,
}

#[test]
fn writers_at_once_lose_nothing_and_do_nothing_twice() {
    let folder = Folder::new();
    folder.ok(&["new", "War"]);
    folder.ok(&["player", "add", "Anna", "--fleet", "gothic-sector", "--commander", "Marr"]);
    for writer in 0..WRITERS {
        folder.ok(&["fleet", "buy", "Anna", "cobra:2", "--name", &format!("Hounds {writer}-0")]);
    }
    let (count, races, over) = (count(10), Races::default(), AtomicBool::new(false));
    let looks = std::thread::scope(|scope| {
        let looker = scope.spawn(|| {
            let mut looks = 0;
            while !over.load(Ordering::Relaxed) {
                for args in [&["verify", "--quick"] as &[&str], &["check"]] {
                    let said = folder.run(args).go();
                    assert_eq!((said.code, said.err.as_str()), (0, ""), "{args:?}, a false alarm: {}", said.out);
                    looks += 1;
                }
            }
            looks
        });
        let (folder, races) = (&folder, &races);
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| scope.spawn(move || (1..=count).for_each(|turn| insist(folder, writer, turn, races))))
            .collect();
        let ended: Vec<_> = writers.into_iter().map(|writer| writer.join()).collect();
        over.store(true, Ordering::Relaxed);
        assert!(ended.iter().all(|ended| ended.is_ok()), "a writer gave up");
        looker.join().expect("whoever looks on sees no damage")
    });
    let path = folder.path("campaign.renown");
    let store = Store::open(&path).expect("the file opens");
    let verified = club::verify(&store, &Catalog::embedded(), false).expect("it is readable");
    assert_eq!((verified.findings, verified.entries), (Vec::new(), (2 + WRITERS + WRITERS * count) as u64));
    assert_eq!(check(&store).expect("it is readable"), []);
    let connection = open(&path);
    for (writer, turn) in (0..WRITERS).flat_map(|writer| (1..=count).map(move |turn| (writer, turn))) {
        let sql = "SELECT count(*) FROM journal WHERE json_extract(command, '$.name') = ?1";
        let name = format!("Hounds {writer}-{turn}");
        let given: i64 = connection.query_row(sql, [&name], |row| row.get(0)).expect("the journal is readable");
        assert_eq!(given, 1, "{name}");
    }
    eprintln!(
        "{WRITERS} writers of {count} commands, {looks} looks, {} times others came first, {} times the file was held",
        races.moved.load(Ordering::Relaxed),
        races.held.load(Ordering::Relaxed)
    );
}

/// Renames a squadron, again and again while others come first.
fn insist(folder: &Folder, writer: usize, turn: usize, races: &Races) {
    let (old, new) = (format!("Hounds {writer}-{}", turn - 1), format!("Hounds {writer}-{turn}"));
    for _ in 0..2000 {
        let said = folder.run(&["fleet", "rename", "Anna", &old, &new]).go();
        if said.code == 0 {
            return;
        }
        let moved = said.err.starts_with("error: somebody else recorded entry ")
            && said.err.ends_with("hint: look at `renown log`, then give the command again; nothing was changed\n");
        let held = said.err == "error: \"campaign.renown\" is held by another program\nhint: try again in a moment\n";
        assert!(said.code == 1 && said.out.is_empty() && (moved || held), "{said:?}");
        let races = if moved { &races.moved } else { &races.held };
        races.fetch_add(1, Ordering::Relaxed);
    }
    panic!("{new} never had its turn");
}
