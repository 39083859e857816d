//! What the disk says is passed on as it is: no room, an error, or nothing that can be relied on.

#![cfg(target_os = "linux")]

use crate::support::shim::step;
use crate::support::{Folder, campaign};

const RENAME: &[&str] = &["fleet", "rename", "Anna", "Agrippa", "Renamed"];

/// Renames a ship while writes from one on fail, first the first, until none does. Tells `judge` of each.
fn failing(error: &str, syncs: bool, judge: impl Fn(&str, bool)) -> usize {
    for call in (1..).step_by(if syncs { 1 } else { step(3) }) {
        let folder = Folder::new();
        campaign(&folder);
        let calls = if syncs { "sync" } else { "write" };
        let said = folder.run(RENAME).failing_at(calls, call, error).go();
        let recorded = folder.ok(&["log", "--last", "1"]).contains("is now called Renamed");
        assert_eq!(folder.run(&["verify"]).go().code, 0, "write {call}, error {error}");
        if said.code == 0 {
            // The rest failed after the commit, in the log's folding.
            assert!(recorded, "write {call}, error {error} was acknowledged");
            return call;
        }
        judge(&said.err, recorded);
    }
    unreachable!("a run ends")
}

#[test]
fn no_room_is_no_room_and_an_error_is_an_error() {
    for error in ["EFBIG", "ENOSPC", "EDQUOT"] {
        failing(error, false, |err, recorded| {
            let message = "error: no room to write \"campaign.renown\"\n\
                           hint: free some space and give the command again; nothing was changed\n";
            assert_eq!((err, recorded), (message, false), "error {error}");
        });
    }
    let writes = failing("EIO", false, |err, recorded| {
        let message = "error: \"campaign.renown\" cannot be used: disk I/O error\n\
                       hint: see to the disk and to who may use the file and its folder; nothing was changed\n";
        assert_eq!((err, recorded), (message, false));
    });
    assert!(writes > 5, "only {writes} writes were seen");
}

#[test]
fn what_is_not_known_is_not_claimed() {
    let unsure = std::cell::Cell::new(0);
    let step = failing("EIO", true, |err, recorded| {
        let message = "error: \"campaign.renown\": whether it was recorded is not known: disk I/O error\n\
                       hint: see to the disk; `renown log` tells whether it was recorded\n";
        if err == message {
            unsure.set(unsure.get() + 1);
        } else {
            assert!(err.ends_with("; nothing was changed\n") && !recorded, "{err}");
        }
    });
    eprintln!("{} of {step} not known", unsure.get());
}
