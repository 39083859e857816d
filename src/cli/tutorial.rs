//! `renown tutorial`: a small campaign in memory, with fixed dice, told step by step. Every line is a command that works
//! as it is printed.

use super::args::Cli;
use super::error::CliError;
use super::session::{Io, Result, Session};
use super::{args, line};
use crate::club::Memory;
use clap::Parser as _;

/// What is told, and what is then done.
struct Lesson {
    why: &'static str,
    does: &'static [&'static str],
}

/// The evening on which it happens.
const DAY: &str = "2026-11-16T20:00";

const LESSONS: &[Lesson] = &[
    Lesson {
        why: "One file holds a campaign. Opening it chooses the map and, if the club wants them, house rules \
              (`renown rules options`). Everything that follows is an entry of its journal.",
        does: &["new \"Autumn War\" --map cyclops --ends 2026-12-15"],
    },
    Lesson {
        why: "Each player has a fleet list and a commander. Renown begins at 1, and is what the campaign is about.",
        does: &[
            "player add Anna --fleet gothic-sector --commander Ravensburg",
            "player add Boris --fleet chaos-incursion --commander Vorgath",
        ],
    },
    Lesson {
        why: "Fleets are bought before the start, ship by ship or from a file (`renown fleet template gothic-sector`). \
              The flagship carries the commander: without it there are no re-rolls.",
        does: &[
            "fleet buy anna lunar --name Agrippa",
            "fleet buy anna gothic --name Vigil",
            "fleet buy anna cobra:4 --name Hounds",
            "fleet buy boris murder --name Testament",
            "fleet buy boris carnage --name Unclean",
            "fleet buy boris iconoclast:4 --name Idols",
            "flagship anna Agrippa",
            "flagship boris Testament",
            "register anna",
        ],
    },
    Lesson {
        why: "The start rolls who picks a system first, then Leadership for every crew. Dice come from the program; \
              `--dice ask` lets you type what you rolled. Here they are fixed, so that it comes out the same for everybody.",
        does: &["start --pick anna=rebo --pick boris=lithore --dice seed:tour", "map show"],
    },
    Lesson {
        why: "A challenge that is taken up runs on by itself as far as nobody must decide: initiative, orders, scenario. \
              It stops at the first question for a person and says whose it is.",
        does: &["challenge anna boris --accept --dice seed:tour", "status"],
    },
    Lesson {
        why: "The attacker says where he strikes, both agree the size, each fields a fleet. `fit` takes the flagship and \
              the best whole ships that fit. Sub-plots are rolled: each is a bet for renown beside the battle.",
        does: &["battle next 1 --system halemnet --points 750 --fleet anna=fit --fleet boris=all --dice seed:tour"],
    },
    Lesson {
        why: "The table is rolled once and kept. Play it with models, or let the engine fight it (`battle fight 1`). \
              `battle forecast 1` says what is likely.",
        does: &["scenario setup --battle 1 --dice seed:tour"],
    },
    Lesson {
        why: "After the game the losses are recorded in one line a fleet; who is not named is unhurt. Victory points, \
              renown, ranks and experience follow by themselves, each with its rule in brackets.",
        does: &[
            "battle record 1 --loss \"boris=Testament hulk by Agrippa, Unclean 3\" --loss \"anna=Agrippa 4\" --dice seed:tour",
        ],
    },
    Lesson {
        why: "Now each side decides for itself: where its repair points go, whether it appeals for help. Nothing is used up \
              by silence; who has finished may fight again. Boris takes the usual answers, Anna says hers.",
        does: &["battle next 1 --usual boris", "battle next 1 --repair Agrippa=3 --appeal anna=none"],
    },
    Lesson {
        why: "Boris's flagship is lost, so he owes his commander another (CMDR-06). The status names everything that \
              waits for somebody.",
        does: &["status", "flagship boris Unclean"],
    },
    Lesson {
        why: "A slip is taken back, and the journal keeps both. An old entry is amended: everything after it is decided \
              again with the dice that have fallen, and what changes is shown first.",
        does: &["fleet rename anna Vigil Vigilant", "undo", "log --last 3"],
    },
    Lesson {
        why: "Where the war stands, and proof that the file says so.",
        does: &["standings", "newsletter", "verify"],
    },
    Lesson {
        why: "That is all of it: challenge, `battle next`, record. `renown new` opens your own campaign; `renown --help` \
              lists the rest.",
        does: &[],
    },
];

pub(super) fn run(session: &mut Session<'_>) -> Result<()> {
    let catalog = session.shared_catalog()?;
    let clock = args::time(DAY).map_err(CliError::new)?;
    let mut memory = Memory::default();
    for (number, lesson) in (1..).zip(LESSONS) {
        let heading = session.io.style.heading(&format!("{number} of {}", LESSONS.len()));
        session.print(&format!("{heading}\n{}", session.io.style.wrap(lesson.why, 0)))?;
        for does in lesson.does {
            session.print(&format!("\n$ renown {does}"))?;
            let words = line::words(does).map_err(CliError::new)?;
            let cli = Cli::try_parse_from(std::iter::once("renown".to_owned()).chain(words))
                .map_err(|error| CliError::new(error.to_string()))?;
            let style = session.io.style;
            // What is told goes where the lesson goes; nobody is asked in the middle of it.
            let (mut out, mut err, mut input) = (Vec::new(), Vec::new(), std::io::empty());
            let io =
                Io { out: &mut out, err: &mut err, input: &mut input, interactive: false, style, err_colour: false };
            let mut inner = Session::new(cli.common, io, Some(memory.in_memory()));
            (inner.set_clock, inner.one_step) = (Some(clock), false);
            inner.use_catalog(&catalog);
            let verb = cli.verb;
            super::dispatch(&mut inner, verb).and_then(|()| inner.finish())?;
            drop(inner);
            for told in [err, out] {
                let told = String::from_utf8_lossy(&told).into_owned();
                if !told.trim().is_empty() {
                    let told = if session.io.interactive { style.fold(&told) } else { told };
                    session.print(&told)?;
                }
            }
        }
        session.print("")?;
        if session.io.interactive && number < LESSONS.len() {
            let typed = session.ask("An empty line goes on, `quit` stops: ");
            if typed.is_none_or(|typed| typed == "quit") {
                return Ok(());
            }
        }
    }
    Ok(())
}
