//! The table, and whether the aims are met.

use std::time::Duration;

use crate::page::Page;

/// At most so many bare processes.
const MOST: f64 = 2.0;
/// So much more at the longest journal than at a short one is noise.
const ALIKE: f64 = 1.1;

/// What was measured of one command on one campaign.
pub(crate) struct Line {
    pub(crate) command: String,
    pub(crate) rows: u64,
    pub(crate) alike_from: u64,
    pub(crate) bare: Duration,
    pub(crate) renown: Duration,
    /// Of the bare process and of ours.
    pub(crate) instructions: Option<(u64, u64)>,
}

impl Line {
    fn ratio(&self) -> f64 {
        self.renown.as_secs_f64() / self.bare.as_secs_f64()
    }
}

/// Prints the table and says whether the aims are met.
pub(crate) fn print(lines: &[Line], page: &mut Page) {
    page.line("| command | rows | bare ms | renown ms | ratio | bare Minstr | renown Minstr | ratio |");
    page.line("|---|---:|---:|---:|---:|---:|---:|---:|");
    let mut lines: Vec<&Line> = lines.iter().collect();
    lines.sort_by_key(|line| (line.command == "fleet rename", line.command.clone(), line.rows));
    for line in &lines {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let counted = line.instructions.map_or_else(
            || "- | - | -".to_owned(),
            |(bare, renown)| {
                let (bare, renown) = (millions(bare), millions(renown));
                format!("{bare:.2} | {renown:.2} | {:.2}", renown / bare)
            },
        );
        let Line { command, rows, bare, renown, .. } = line;
        let (bare, renown, ratio) = (ms(*bare), ms(*renown), line.ratio());
        page.line(&format!("| {command} | {rows} | {bare:.2} | {renown:.2} | {ratio:.2} | {counted} |"));
    }
    page.line("");
    let over: Vec<&&Line> = lines.iter().filter(|line| line.ratio() > MOST).collect();
    say(
        page,
        "at most twice the bare process",
        over.iter().map(|line| format!("{} at {} rows is {:.2} times", line.command, line.rows, line.ratio())),
    );
    let longest = lines.iter().map(|line| line.rows).max().unwrap_or_default();
    let grown = lines.iter().filter(|line| line.rows == longest).filter_map(|long| {
        let short = lines.iter().find(|line| line.command == long.command && line.rows == long.alike_from)?;
        let times = long.renown.as_secs_f64() / short.renown.as_secs_f64();
        (times > ALIKE).then(|| format!("{} takes {times:.2} times as long as at {} rows", long.command, short.rows))
    });
    say(page, "as fast at the longest journal as at a short one, within 10 %", grown);
}

fn say(page: &mut Page, aim: &str, failed: impl Iterator<Item = String>) {
    let failed: Vec<String> = failed.collect();
    page.aim(failed.is_empty(), aim, &failed.join("; "));
}

#[expect(clippy::cast_precision_loss, reason = "a count of instructions is far below 2^52")]
fn millions(count: u64) -> f64 {
    count as f64 / 1e6
}
