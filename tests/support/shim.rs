//! Runs of the real program whose calls on files are counted, cut short, failed or fatal: see `tests/shim/fault.c`.

use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::{Folder, NOW, RENOWN, Run, Said, said};

/// The shim, compiled; `None` where there is no C compiler.
pub(crate) fn shim() -> Option<&'static Path> {
    static MADE: OnceLock<Option<PathBuf>> = OnceLock::new();
    MADE.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shim/fault.c");
        // Several test programs may want it at once: each makes its own.
        let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fault-{}.so", std::process::id()));
        let run = Command::new("cc")
            .args(["-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o"])
            .args([&made, &source])
            .args(["-ldl", "-lpthread"])
            .output();
        match run {
            Ok(run) if run.status.success() => Some(made),
            Ok(run) => panic!("the shim does not compile: {}", String::from_utf8_lossy(&run.stderr)),
            Err(error) => {
                eprintln!("SKIPPED: no C compiler `cc` for the calls that fail ({error})");
                None
            }
        }
    })
    .as_deref()
}

/// What happens to which call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fault<'f> {
    /// Which calls count, as `FAULT_CALLS`; all where it is empty.
    pub(crate) calls: &'f str,
    /// At which of them, from 1; 0 for a run that is only counted.
    pub(crate) at: usize,
    /// As `FAULT_HOW`.
    pub(crate) how: &'f str,
    /// Every later one too.
    pub(crate) ever: bool,
}

/// How a run with a fault in it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    /// What it printed.
    pub(crate) said: Said,
    /// The signal that ended it.
    pub(crate) signal: Option<i32>,
    /// Its calls, in order.
    pub(crate) calls: Vec<Call>,
}

/// One call on a file of the folder, or one piece of what the program prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    /// Which of those that count, from 1; 0 for what does not.
    pub(crate) number: usize,
    pub(crate) what: String,
    /// What it returned; -1 failed, -2 killed.
    pub(crate) result: i64,
    /// Where in the file, or the flags of an `open`.
    pub(crate) offset: i64,
    pub(crate) length: i64,
    pub(crate) path: String,
    pub(crate) second: String,
    /// What was written.
    pub(crate) data: Vec<u8>,
}

/// The signal that takes a program which hangs.
pub(crate) const HUNG: i32 = 14;

/// The signal that kills.
pub(crate) const KILLED: i32 = 9;

/// Runs the program in a folder with a fault in it. The log lies beside the folder, not in it.
pub(crate) fn run(shim: &Path, folder: &Folder, args: &[&str], fault: Fault<'_>) -> Ended {
    run_typed(shim, folder, args, fault, Stdio::null())
}

/// The same, with something that is typed in.
pub(crate) fn run_typed(shim: &Path, folder: &Folder, args: &[&str], fault: Fault<'_>, typed: Stdio) -> Ended {
    let here = folder.path("").canonicalize().expect("the folder is there");
    let log = here.with_extension("calls");
    let _ = std::fs::remove_file(&log);
    let mut command = Command::new(RENOWN);
    command.args(args).current_dir(&here).env_clear().stdin(typed);
    command.env("RENOWN_NOW", NOW).env("RENOWN_STEP", "1").env("COLUMNS", "100").env("LC_ALL", "C.UTF-8");
    command.env("LD_PRELOAD", shim).env("FAULT_UNDER", &here).env("FAULT_LOG", &log);
    command.env("FAULT_DATA", "1").env("FAULT_SECONDS", "60");
    if !fault.calls.is_empty() {
        command.env("FAULT_CALLS", fault.calls);
    }
    if fault.at > 0 {
        command.env("FAULT_AT", fault.at.to_string()).env("FAULT_HOW", fault.how);
    }
    if fault.ever {
        command.env("FAULT_EVER", "1");
    }
    let output = command.output().expect("the program starts");
    let signal = output.status.signal();
    let calls = read_log(&std::fs::read(&log).unwrap_or_default());
    let _ = std::fs::remove_file(&log);
    Ended { said: said(output), signal, calls }
}

fn read_log(mut bytes: &[u8]) -> Vec<Call> {
    let mut calls = Vec::new();
    while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
        let line = std::str::from_utf8(&bytes[..end]).expect("paths of the test are UTF-8");
        bytes = &bytes[end + 1..];
        let [number, what, result, offset, length, path, second] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("\"{line}\" is no line of the log");
        };
        let count = |text: &str| text.parse::<i64>().expect("the log counts");
        let result = count(result);
        let data = match (what, usize::try_from(result)) {
            ("write" | "say", Ok(length)) if length > 0 => {
                let (data, rest) = bytes.split_at(length);
                bytes = &rest[1..];
                data.to_vec()
            }
            _ => Vec::new(),
        };
        calls.push(Call {
            number: usize::try_from(count(number)).expect("numbers are counted from 0"),
            what: what.to_owned(),
            result,
            offset: count(offset),
            length: count(length),
            path: path.to_owned(),
            second: second.to_owned(),
            data,
        });
    }
    calls
}

/// The calls that change a file.
const CHANGES: &str = "open,write,sync,truncate,rename,link,unlink";

impl Run {
    /// A fault at one of the calls on files of the folder that the run takes place in.
    fn with(self, fault: Fault<'_>) -> Self {
        let shim = shim().expect("a C compiler `cc` makes the shim");
        let here = self.command.get_current_dir().expect("the run has a folder").canonicalize().expect("it is there");
        let run = self.env("LD_PRELOAD", &shim.to_string_lossy()).env("FAULT_UNDER", &here.to_string_lossy());
        let run = run.env("FAULT_CALLS", fault.calls).env("FAULT_AT", &fault.at.to_string());
        let run = run.env("FAULT_HOW", fault.how);
        if fault.ever { run.env("FAULT_EVER", "1") } else { run }
    }

    /// Kills the run at its call of that number.
    pub(crate) fn stopped_at(self, call: usize) -> Self {
        self.with(Fault { calls: CHANGES, at: call, how: "kill", ever: false })
    }

    /// Lets every such call from that number on fail.
    pub(crate) fn failing_at(self, calls: &str, call: usize, error: &str) -> Self {
        self.with(Fault { calls, at: call, how: error, ever: true })
    }
}

/// Runs a command again and again, killed at one call after the other until it comes through, each time in a folder
/// that `prepare` has made; `judge` looks at what is left. `step` leaves calls out. Returns how many calls there were.
pub(crate) fn at_every_call(
    args: &[&str],
    step: usize,
    prepare: impl Fn(&Folder),
    judge: impl Fn(&Folder, &Said, usize),
) -> usize {
    for call in (1..).step_by(step) {
        let folder = Folder::new();
        prepare(&folder);
        let said = folder.run(args).stopped_at(call).go();
        judge(&folder, &said, call);
        if said.code >= 0 {
            assert!(call > 1, "the shim is not laid over the program: {said:?}");
            return call;
        }
    }
    unreachable!("every program ends")
}

/// How many calls to leave out: all are tried where `RENOWN_CALLS` is set.
pub(crate) fn step(short: usize) -> usize {
    if std::env::var_os("RENOWN_CALLS").is_some() { 1 } else { short }
}
