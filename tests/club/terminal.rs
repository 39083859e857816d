//! Standings, map and register on narrow and wide terminals, with and without colour and line characters.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test club terminal::` writes `tests/snapshots/terminal.txt` anew.

use std::fmt::Write as _;

use renown::report::style::Style;
use unicode_width::UnicodeWidthStr as _;

use crate::support::{self, Folder};

/// What the program prints in this style.
fn shown(folder: &Folder, args: &[&str], style: Style) -> String {
    let campaign = folder.path("campaign.renown");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let io = renown::cli::Io {
        out: &mut out,
        err: &mut err,
        input: &mut std::io::empty(),
        interactive: false,
        style,
        err_colour: false,
    };
    let words = ["renown", "--campaign"].into_iter().map(Into::into).chain([campaign.into_os_string()]);
    let words = words.chain(["--at", support::NOW].into_iter().map(Into::into));
    renown::cli::run(words.chain(args.iter().map(Into::into)), io);
    assert_eq!(String::from_utf8_lossy(&err), "", "{args:?}");
    String::from_utf8(out).expect("text")
}

/// A text without what sets it in bold or in colour.
fn without_colour(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        out.push_str(before);
        rest = after.split_once('m').expect("a colour ends").1;
    }
    out + rest
}

#[test]
fn reports_look_right_on_every_terminal() {
    let folder = Folder::new();
    support::campaign(&folder);
    let mut text = String::new();
    for args in [&["standings", "--trend"] as &[&str], &["map", "show"], &["register", "Boris"]] {
        for (width, unicode) in [(80, true), (80, false), (200, true), (200, false)] {
            let plain = Style { unicode, colour: false, width };
            let drawn = shown(&folder, args, plain);
            for line in drawn.lines() {
                assert!(line.width() <= usize::from(width), "{args:?} at {width}: {line}");
            }
            assert!(unicode || drawn.is_ascii(), "{args:?} at {width}: {drawn}");
            let coloured = shown(&folder, args, Style { colour: true, ..plain });
            assert_eq!(without_colour(&coloured), drawn, "{args:?} at {width}: colour changes more than colour");
            let letters = if unicode { "Unicode" } else { "ASCII" };
            let _ = writeln!(text, "# {} at {width} columns, {letters}\n\n{drawn}", args.join(" "));
        }
    }
    let path = format!("{}/tests/snapshots/terminal.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &text).expect("the snapshot can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = (1..).zip(expected.lines().zip(text.lines())).find(|(_, (expected, found))| expected != found);
    assert_eq!(differs, None, "the first line that differs");
    assert_eq!(expected, text);
}
