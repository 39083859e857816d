//! Gives a reader many inputs, each made from a number, so that one that breaks it can be made again.

pub(crate) mod corpus;
pub(crate) mod mutate;

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use crate::readers::{Came, READERS, Reader, War};
use crate::support::Picks;

/// Processor time beyond which an input counts as a hang.
const SLOW: Duration = Duration::from_secs(1);

/// A run that takes as long as this does not end.
const NEVER: Duration = Duration::from_secs(120);

thread_local! {
    /// Where and why this thread panicked last.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
    static WATCHED: RefCell<bool> = const { RefCell::new(false) };
}

/// Panics of readers are noted, not printed.
fn quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if WATCHED.with_borrow(|watched| *watched) {
                let place = info.location().map(ToString::to_string).unwrap_or_default();
                PANIC.with_borrow_mut(|panic| *panic = Some(place));
            } else {
                usual(info);
            }
        }));
    });
}

/// What is wrong with how a reader took an input; `None` if nothing is.
fn wrong(reader: Reader, war: &War, bytes: &[u8], came: &mut [u64; 2]) -> Option<String> {
    WATCHED.set(true);
    let begun = Instant::now();
    let done = catch_unwind(AssertUnwindSafe(|| reader(war, bytes)));
    let took = begun.elapsed();
    WATCHED.set(false);
    match done {
        Err(panic) => {
            let place = PANIC.take().unwrap_or_default();
            Some(format!("panic at {place}: {}", said(&*panic)))
        }
        Ok(how) => {
            came[usize::from(how == Came::Used)] += 1;
            // Others may have had the processor: only its own time counts.
            (took > SLOW && processor_time(|| reader(war, bytes)) > SLOW).then(|| "a hang".to_owned())
        }
    }
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no words").chars().take(300).collect()
}

/// The time a thread has had the processor.
fn processor_time<T>(work: impl FnOnce() -> T) -> Duration {
    let now = || busy(Path::new("thread-self"));
    let (begun, before) = (Instant::now(), now());
    let _ = catch_unwind(AssertUnwindSafe(work));
    match (before, now()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => begun.elapsed(),
    }
}

/// How many inputs: `usual`, or `RENOWN_FUZZ`.
fn count(usual: u64) -> u64 {
    number("RENOWN_FUZZ").unwrap_or(usual)
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Gives a reader its inputs. `RENOWN_FUZZ_FROM` begins later, to make a broken one again; `RENOWN_FUZZ_SECONDS` ends
/// before the last of them.
pub(crate) fn fuzz(name: &str, usual: u64) {
    quiet();
    let war = War::new();
    let (_, reader) = READERS.into_iter().find(|(known, _)| *known == name).expect("the reader has a name");
    let make = maker(name, &war);
    let watch = Watch::new(name);
    let (from, count) = (number("RENOWN_FUZZ_FROM").unwrap_or(0), count(usual));
    let mut came = [0; 2];
    let mut found: BTreeMap<String, (u64, Vec<u8>)> = BTreeMap::new();
    let (begun, mut given) = (Instant::now(), 0);
    let enough = number("RENOWN_FUZZ_SECONDS").map_or(Duration::MAX, Duration::from_secs);
    for index in from..from + count {
        if begun.elapsed() > enough {
            break;
        }
        given += 1;
        watch.at(index);
        let bytes = make(&mut Picks(index.wrapping_mul(0x9e37_79b9) ^ 0x5eed));
        if let Some(what) = wrong(reader, &war, &bytes, &mut came) {
            // One input for each place is enough.
            let place = what.split(": ").next().unwrap_or(&what).to_owned();
            found.entry(place).or_insert_with(|| (index, bytes));
        }
    }
    let took = begun.elapsed();
    let failures: Vec<String> = found
        .iter()
        .map(|(place, (index, bytes))| {
            let small = smaller(reader, &war, bytes, place);
            let what = wrong(reader, &war, &small, &mut [0; 2]).unwrap_or_else(|| place.clone());
            let text: String = String::from_utf8_lossy(&small).chars().take(3000).collect();
            format!("{name}: input {index} ({} bytes, made smaller: {}): {what}\n{text:?}", bytes.len(), small.len())
        })
        .collect();
    eprintln!(
        "{name}: {given} inputs, {} read whole, {} refused, {} broke it, {took:.1?}",
        came[1],
        came[0],
        found.len()
    );
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Makes one input.
type Maker = dyn Fn(&mut Picks) -> Vec<u8>;

/// Inputs of a reader by number.
fn maker(name: &str, war: &War) -> Box<Maker> {
    if name == "file" {
        let corpus = corpus::campaigns(war);
        return Box::new(move |picks| {
            let bytes = picks.one(&corpus).cloned().unwrap_or_default();
            if picks.below(2) == 0 {
                let change = |text: &str, picks: &mut Picks| {
                    String::from_utf8_lossy(&mutate::made(&[text.as_bytes().to_vec()], picks)).into_owned()
                };
                return corpus::change_cells(&bytes, picks, change);
            }
            flipped(bytes, picks)
        });
    }
    let corpus = corpus::corpus(name, war);
    let chain = name == "import";
    Box::new(move |picks| {
        let bytes = mutate::made(&corpus, picks);
        match picks.below(3) {
            kind @ 1..=2 if chain => mutate::chained(&bytes, kind == 2),
            _ => bytes,
        }
    })
}

/// Some bytes of a file changed, most of them where its pages begin.
fn flipped(mut bytes: Vec<u8>, picks: &mut Picks) -> Vec<u8> {
    for _ in 0..=picks.below(6) {
        let page = picks.below(bytes.len() / 4096);
        let within = if picks.below(2) == 0 { picks.below(64) } else { picks.below(4096) };
        let at = if picks.below(8) == 0 { picks.below(100) } else { page * 4096 + within };
        let value = u8::try_from(picks.below(256)).expect("below 256");
        if let Some(byte) = bytes.get_mut(at) {
            *byte = if picks.below(2) == 0 { value } else { *byte ^ (1 << (value % 8)) };
        }
    }
    if picks.below(20) == 0 {
        bytes.truncate(picks.below(bytes.len()));
    }
    bytes
}

/// Leaves out what is not needed to break the reader at the same place.
fn smaller(reader: Reader, war: &War, bytes: &[u8], place: &str) -> Vec<u8> {
    let begun = Instant::now();
    let breaks = |bytes: &[u8]| wrong(reader, war, bytes, &mut [0; 2]).is_some_and(|what| what.starts_with(place));
    let mut small = bytes.to_vec();
    let mut step = small.len() / 2;
    while step > 0 {
        let mut at = 0;
        while at < small.len() {
            if begun.elapsed() > Duration::from_secs(10) {
                return small;
            }
            let mut less = small.clone();
            less.drain(at..(at + step).min(small.len()));
            if breaks(&less) {
                small = less;
            } else {
                at += step;
            }
        }
        step /= 2;
    }
    small
}

/// How long a thread has had a processor: on a machine that others use as well, the clock tells nothing.
fn busy(thread: &Path) -> Option<Duration> {
    let told = std::fs::read_to_string(Path::new("/proc").join(thread).join("schedstat")).ok()?;
    Some(Duration::from_nanos(told.split(' ').next()?.parse().ok()?))
}

/// Ends the whole program, with the number of the input, when a reader does not come back.
struct Watch(Arc<(AtomicU64, AtomicU64)>);

impl Watch {
    fn new(name: &str) -> Self {
        let state = Arc::new((AtomicU64::new(0), AtomicU64::new(0)));
        let (seen, name) = (Arc::downgrade(&state), name.to_owned());
        let (thread, begun) = (std::fs::read_link("/proc/thread-self").ok(), Instant::now());
        std::thread::spawn(move || {
            let spent = || thread.as_deref().and_then(busy).unwrap_or_else(|| begun.elapsed());
            let mut last = (0, spent());
            while let Some(state) = seen.upgrade() {
                let steps = state.1.load(Ordering::Relaxed);
                if steps != last.0 {
                    last = (steps, spent());
                } else if steps > 0 && spent().saturating_sub(last.1) > NEVER {
                    eprintln!("{name}: input {} does not come back", state.0.load(Ordering::Relaxed));
                    std::process::abort();
                }
                drop(state);
                std::thread::sleep(Duration::from_millis(500));
            }
        });
        Self(state)
    }

    fn at(&self, index: u64) {
        self.0.0.store(index, Ordering::Relaxed);
        self.0.1.fetch_add(1, Ordering::Relaxed);
    }
}
