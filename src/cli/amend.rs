//! `renown amend`: changes a past command and decides everything after it again.

use clap::Parser as _;

use super::args::{AmendArgs, Cli};
use super::error::CliError;
use super::session::{Io, Result, Session};
use crate::campaign::amend::How;
use crate::campaign::names;
use crate::campaign::refusal::Refusals;
use crate::club::amend::{NewCommand, Plan, Unfit, Wish};
use crate::club::amendment::AmendmentView;
use crate::club::{AmendDice, ClubError, Failed, Keeping, Kind, Member, Recorded, StoreError, Trial};
use crate::dice::{Kept, Mark, Matched, Roll};

pub(super) fn run(session: &mut Session<'_>, args: &AmendArgs) -> Result<()> {
    let how = match (args.remove, args.after) {
        (true, _) => How::Remove,
        (_, true) => How::Insert,
        _ => How::Replace,
    };
    if args.remove != args.command.is_empty() {
        return Err(match how {
            How::Remove => CliError::usage("an entry that is taken out has no command in its place"),
            _ => CliError::usage(format!("what is to stand in place of entry {}?", args.entry))
                .hint("write the right command after --, such as `renown amend 12 -- battle record 3 report.toml`")
                .hint("--remove takes the entry out"),
        });
    }
    let mut choices = Choices::read(args)?;
    session.as_member(|session, member| {
        let mut rolled = Vec::new();
        for _ in 0..TRIES {
            if attempt(session, member, args, how, &mut choices, &mut rolled)? {
                return Ok(());
            }
        }
        Err(CliError::new("others kept coming first: nothing was recorded").hint("try again in a moment"))
    })
}

/// How often an amendment that others came before is planned again.
const TRIES: u32 = 20;

/// Plans the amendment and records it; `false` when others came first and it is to be planned again, with the dice that
/// are kept in `rolled`.
fn attempt(
    session: &mut Session<'_>,
    member: &mut Member<'_>,
    args: &AmendArgs,
    how: How,
    choices: &mut Choices,
    rolled: &mut Vec<Roll>,
) -> Result<bool> {
    let given = session.given(member)?;
    let target = member.target(args.entry)?;
    let keeper = member.amend_dice(&target, &given, is_typed(session, args))?;
    if rolled.is_empty() {
        *rolled = keeper.stand();
        let stands: Vec<String> = Kept::Rolls(rolled.clone()).lines().collect();
        if !stands.is_empty() {
            session.status(&format!("What was typed in before stands: {}.", stands.join("; ")));
        }
    }
    let new = if how == How::Remove {
        Vec::new()
    } else {
        let ground = member.amend_at(&target, how)?;
        let old = if how == How::Replace { target.entry.dice.clone() } else { Vec::new() };
        new_commands(session, ground, &target, old, rolled, (&args.command, &keeper))?
    };
    let mut wish = Wish { target, how, new, instead: Vec::new() };
    let plan = settle(session, member, &mut wish, choices, rolled.clone(), &keeper)?;
    let view = AmendmentView::new(&plan, &wish.target);
    for entry in choices.unused(&plan) {
        session.status(&format!("Entry {entry} still fits: what you decided about it was not needed."));
    }
    // Nobody is asked about what he said yes to: it is recorded first.
    let at_once = args.yes && plan.decided() && !session.common.dry_run;
    if !at_once {
        session.show(&view, |_| view.text())?;
    }
    if session.common.dry_run {
        session.status("A dry run: nothing was recorded.");
        return Ok(true);
    }
    if !plan.decided() {
        return Err(undecided(&plan));
    }
    if !args.yes && !confirmed(session)? {
        return Ok(true);
    }
    let catalog = session.shared_catalog()?;
    *rolled = plan.dice(Mark::New).cloned().collect();
    match member.amend(plan, &given, &catalog) {
        Ok(entries) => session.acknowledge_entries(*entries.start(), *entries.end(), "Undo with `renown undo`."),
        Err(Failed { why: ClubError::Store(StoreError::HeadMoved { now, .. }), .. }) if args.yes => {
            session.status(&format!("Entry {now} came first: the amendment is planned again after that."));
            return Ok(false);
        }
        // Who said yes said it to another plan.
        Err(failed) => return Err(member.unrecorded(failed).into()),
    }
    if at_once {
        session.show(&view, |_| view.text())?;
    }
    Ok(true)
}

/// Whether dice of an amendment are typed in: by its own `--dice ask`, or by that of the command it puts in.
fn is_typed(session: &Session<'_>, args: &AmendArgs) -> bool {
    let inner = args.command.windows(2).any(|words| words == ["--dice", "ask"]);
    session.common.dice == "ask" || inner || args.command.iter().any(|word| word == "--dice=ask")
}

/// Whether the arbitrator, who has seen the plan, wants it recorded.
fn confirmed(session: &mut Session<'_>) -> Result<bool> {
    match session.ask("Record this amendment? [y/N] ").map(|answer| answer.trim().to_lowercase()) {
        Some(answer) if answer.starts_with('y') => Ok(true),
        Some(_) => {
            session.status("Nothing was recorded.");
            Ok(false)
        }
        None => Err(CliError::new("nothing was recorded").hint("add --yes to record the amendment")),
    }
}

/// Runs a command line on a copy of the campaign as it stood, and takes what it gave there. It stands for `past`, at
/// the same time; `old` and `rolled` are dice that it may use, of which those that `old` has are not new.
fn new_commands(
    session: &mut Session<'_>,
    mut ground: Trial,
    past: &Recorded,
    old: Vec<Roll>,
    rolled: &[Roll],
    (line, keeper): (&[String], &AmendDice<'_>),
) -> Result<Vec<NewCommand>> {
    let words = std::iter::once("renown".to_owned()).chain(line.iter().cloned());
    let mut cli =
        Cli::try_parse_from(words).map_err(|error| CliError::usage(error.to_string().trim_end().to_owned()))?;
    let common = &mut cli.common;
    if common.at.is_some_and(|at| at > session.clock()) && session.memory.is_none() && common.ruling.is_none() {
        return Err(CliError::new("what is still to come cannot have been given then (CAMP-04)").hint("leave out --at"));
    }
    let at_given = if common.at.is_some() { Some(true) } else { past.entry.at_given };
    common.at = common.at.or(Some(past.entry.at));
    common.data = common.data.take().or_else(|| session.common.data.clone());
    if common.dice == "program" {
        common.dice.clone_from(&session.common.dice);
    }
    let catalog = session.shared_catalog()?;
    let mut told = Vec::new();
    let io = Io {
        out: &mut told,
        err: &mut *session.io.err,
        input: &mut *session.io.input,
        interactive: session.io.interactive,
        style: session.io.style,
        err_colour: session.io.err_colour,
    };
    let mut inner = Session::new(cli.common, io, Some(ground.in_memory()));
    inner.use_catalog(&catalog);
    inner.quiet = true;
    inner.keeper = Some(keeper);
    inner.rolled_before = old.iter().chain(rolled).cloned().collect();
    // It is the arbitrator who gives it, in whose name and for whatever time.
    super::perform(&mut inner, cli.verb).and_then(|()| inner.finish())?;
    let entries = ground.given()?;
    if entries.is_empty() || entries.iter().any(|recorded| recorded.entry.kind != Kind::Command) {
        return Err(CliError::new(format!("`{}` gives no command", line.join(" ")))
            .hint("write one that changes the campaign, as it should have been given"));
    }
    let mut left = old;
    Ok(entries.into_iter().filter_map(|recorded| new_command(recorded, at_given, &mut left)).collect())
}

/// A command given on the copy; dice that the amended entry did not have are new.
fn new_command(recorded: Recorded, at_given: Option<bool>, old: &mut Vec<Roll>) -> Option<NewCommand> {
    let command = recorded.entry.command()?;
    let entry = recorded.entry;
    let dice = entry.dice.into_iter().map(|roll| {
        match old.iter().position(|known| known.purpose == roll.purpose && known.faces == roll.faces) {
            Some(index) => Roll { mark: None, ..old.remove(index) },
            None => Roll { mark: Some(Mark::New), ..roll },
        }
    });
    Some(NewCommand { command, at: entry.at, at_given, by: entry.by, ruling: entry.ruling, dice: dice.collect() })
}

/// What the arbitrator has decided about entries that no longer fit.
struct Choices {
    all: bool,
    drop: Vec<u64>,
    allow: Vec<(u64, String)>,
    instead: Vec<(u64, String)>,
}

impl Choices {
    fn read(args: &AmendArgs) -> Result<Self> {
        let pairs = |flag: &str, form: &str, given: &[String]| -> Result<Vec<(u64, String)>> {
            let read = |given: &String| {
                let pair = given.split_once('=').and_then(|(entry, rest)| Some((entry.trim().parse().ok()?, rest)));
                pair.filter(|(_, rest)| !rest.trim().is_empty())
                    .map(|(entry, rest)| (entry, rest.to_owned()))
                    .ok_or_else(|| CliError::usage(format!("{flag} \"{given}\" is not {form}")))
            };
            given.iter().map(read).collect()
        };
        let allow = pairs("--allow", "ENTRY=REASON", &args.allow)?;
        allow.iter().try_for_each(|(_, reason)| names::reason("a ruling", reason))?;
        Ok(Self {
            all: args.drop_unfit,
            drop: args.drop.clone(),
            allow,
            instead: pairs("--instead", "ENTRY=COMMAND", &args.instead)?,
        })
    }

    fn about(&self, entry: u64) -> Unfit {
        match self.allow.iter().find(|(id, _)| *id == entry) {
            Some((_, reason)) => Unfit::Allow(reason.clone()),
            None if self.all || self.drop.contains(&entry) => Unfit::Drop,
            None => Unfit::Undecided,
        }
    }

    /// Entries about which more was decided than there was to decide.
    fn unused(&self, plan: &Plan) -> Vec<u64> {
        let named = self.drop.iter().chain(self.allow.iter().chain(&self.instead).map(|(entry, _)| entry));
        let amendment = &plan.amendment;
        let needed = |entry: &u64| {
            amendment.dropped.contains(entry)
                || amendment.instead.iter().any(|instead| instead.entry == *entry)
                || plan.again.iter().any(|again| again.place == *entry && again.draft.ruling.is_some())
                || plan.unfit.iter().any(|(id, ..)| id == entry)
        };
        named.filter(|entry| !needed(entry)).copied().collect()
    }

    /// Asks about one entry; `false` when the arbitrator gives up or nobody is there.
    fn ask(&mut self, session: &mut Session<'_>, entry: u64, why: &Refusals) -> bool {
        session.status(&format!("Entry {entry} no longer fits: {why}"));
        let question =
            "[d]rop it, drop [a]ll that no longer fit, give it [n]ew, let it stand by a [r]uling, or [q]uit? ";
        match session.ask(question).as_deref().map(str::trim) {
            Some("d" | "drop") => self.drop.push(entry),
            Some("a" | "all") => self.all = true,
            Some("n" | "new") => match session.ask("renown ").filter(|line| !line.trim().is_empty()) {
                Some(line) => self.instead.push((entry, line.trim().to_owned())),
                None => return false,
            },
            Some("r" | "ruling") => match session.ask("Reason: ").filter(|reason| !reason.trim().is_empty()) {
                Some(reason) => match names::reason("a ruling", reason.trim()) {
                    Ok(()) => self.allow.push((entry, reason.trim().to_owned())),
                    Err(refusal) => session.status(&format!("refused: {refusal}")),
                },
                None => return false,
            },
            _ => return false,
        }
        true
    }
}

/// Plans, and asks about what no longer fits until everything is decided. Dice rolled for one plan stay for the next.
fn settle(
    session: &mut Session<'_>,
    member: &Member<'_>,
    wish: &mut Wish,
    choices: &mut Choices,
    mut rolled: Vec<Roll>,
    keeper: &AmendDice<'_>,
) -> Result<Plan> {
    let catalog = session.shared_catalog()?;
    loop {
        let left = unspent(&rolled, wish);
        let mut plan = session.roll(|dice| {
            let mut kept = Keeping { fresh: dice, keeper };
            let mut fresh = Matched::new(&left, &mut kept, &|_| true);
            let mut choose = |recorded: &Recorded, _: &Refusals| choices.about(recorded.entry.entry);
            member.plan(wish, &catalog, &mut fresh, &mut choose)
        })??;
        let open = plan.unfit.iter().find(|(_, _, unfit)| *unfit == Unfit::Undecided);
        let Some((entry, why)) = open.map(|(entry, why, _)| (*entry, why.clone())) else { return Ok(plan) };
        rolled = plan.dice(Mark::New).cloned().collect();
        let known = |choices: &Choices| choices.instead.iter().find(|(id, _)| *id == entry).cloned();
        let asked = known(choices).is_some()
            || (session.io.interactive && !session.common.dry_run && choices.ask(session, entry, &why));
        match (known(choices), plan.ground.take()) {
            (Some((_, line)), Some(ground)) => {
                let past = member.target(entry)?;
                let words = super::line::words(&line).map_err(CliError::usage)?;
                let dice = past.entry.dice.clone();
                let new = new_commands(session, member.trial(ground)?, &past, dice, &rolled, (&words, keeper))?;
                wish.instead.push((entry, new));
            }
            _ if asked => {}
            _ => return Ok(plan),
        }
    }
}

/// Dice that the new commands have not taken: no die falls twice.
fn unspent(rolled: &[Roll], wish: &Wish) -> Vec<Roll> {
    let given = wish.new.iter().chain(wish.instead.iter().flat_map(|(_, new)| new));
    let mut left = rolled.to_vec();
    for spent in given.flat_map(|new| &new.dice).filter(|roll| roll.mark == Some(Mark::New)) {
        if let Some(at) = left.iter().position(|roll| (&roll.purpose, &roll.faces) == (&spent.purpose, &spent.faces)) {
            left.swap_remove(at);
        }
    }
    left
}

fn undecided(plan: &Plan) -> CliError {
    let open: Vec<u64> =
        plan.unfit.iter().filter(|(_, _, unfit)| *unfit == Unfit::Undecided).map(|(entry, ..)| *entry).collect();
    let list: Vec<String> = open.iter().map(ToString::to_string).collect();
    let first = list.first().cloned().unwrap_or_default();
    CliError::new(format!("nothing was recorded: what is to become of {}?", entries(&list)))
        .hint(format!("--drop {} takes them out, --drop-unfit all that no longer fit", list.join(",")))
        .hint(format!(
            "--instead \"{first}=COMMAND\" gives one anew, --allow {first}=REASON lets it stand by your ruling"
        ))
}

fn entries(list: &[String]) -> String {
    if list.len() == 1 { format!("entry {}", list[0]) } else { format!("entries {}", list.join(", ")) }
}
