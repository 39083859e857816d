//! The file survives what happens to single calls: the program is killed at any of them, or it fails. Judged by the
//! program's own `verify`.

#![cfg(unix)]

mod support;

use support::shim::{self, Fault, KILLED};
use support::{Folder, campaign};

const RENAME: [&str; 5] = ["fleet", "rename", "Anna", "Agrippa", "Renamed"];

#[test]
fn the_shim_reaches_the_calls_of_sqlite() {
    let Some(shim) = shim::shim() else { return };
    let folder = Folder::new();
    campaign(&folder);
    let ended = shim::run(shim, &folder, &RENAME, Fault { calls: "sync", ..Fault::default() });
    assert_eq!((ended.said.code, ended.signal), (0, None));
    let counted: Vec<&str> = ended.calls.iter().filter(|call| call.number > 0).map(|call| call.what.as_str()).collect();
    assert!(counted.len() >= 3 && counted.iter().all(|what| *what == "sync"), "{counted:?}");
    let said: Vec<u8> =
        ended.calls.iter().filter(|call| call.what == "say").flat_map(|call| call.data.clone()).collect();
    assert!(String::from_utf8_lossy(&said).contains("Recorded as entry 29"), "the log knows what was printed");
    // Before the first write to the log nothing has happened; half of it is not an entry.
    for how in ["kill", "kill-half"] {
        campaign(&folder);
        let ended = shim::run(shim, &folder, &RENAME, Fault { calls: "write", at: 12, how, ..Fault::default() });
        assert_eq!((ended.signal, ended.said.err.as_str()), (Some(KILLED), ""), "{how}");
        let last = ended.calls.last().expect("it was killed at a call");
        assert_eq!((last.number, last.result), (12, if how == "kill" { -2 } else { last.length / 2 }), "{how}");
        assert!(folder.ok(&["verify"]).starts_with("The campaign is whole: 28 entries"), "{how}");
        for side in folder.files().iter().filter(|file| file.contains('-')) {
            std::fs::remove_file(folder.path(side)).expect("the test made it");
        }
    }
    campaign(&folder);
    let ended = shim::run(shim, &folder, &RENAME, Fault { calls: "sync", at: 1, how: "EIO", ..Fault::default() });
    assert_eq!((ended.said.code, ended.signal), (1, None), "{:?}", ended.said);
}
