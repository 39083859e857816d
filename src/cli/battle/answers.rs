//! Answers to a step, read from a TOML file: its keys are the options' names.
//!
//! ```toml
//! system = "Rebo"
//! points = 1000
//! fleet = ["Anna=Agrippa,Hound Squadron", "Boris=all"]
//! ```

use crate::catalog::reader::{self, Node};
use crate::cli::args::NextArgs;
use crate::cli::error::CliError;
use crate::cli::session::Result;
use crate::files;

/// Adds the answers of `--answers FILE`; what is given on the command line goes before them.
pub(super) fn complete(mut args: NextArgs) -> Result<NextArgs> {
    let Some(path) = args.answers.take() else { return Ok(args) };
    let name = path.display().to_string();
    let text =
        files::read_text(&path, files::WRITTEN).map_err(|error| CliError::new(format!("\"{name}\": {error}")))?;
    let given = reader::read(&name, &text, read).map_err(|problems| CliError {
        hints: vec!["`renown battle next --help` explains the answers".to_owned()],
        ..CliError::data(&problems)
    })?;
    let answered = args.accept || args.decline || args.refuse;
    let list = |own: Vec<String>, other: Vec<String>| if own.is_empty() { other } else { own };
    Ok(NextArgs {
        battle: args.battle,
        answers: None,
        step: args.step || given.step,
        usual: list(args.usual, given.usual),
        leadership: list(args.leadership, given.leadership),
        accept: args.accept || (!answered && given.accept),
        decline: args.decline || (!answered && given.decline),
        refuse: args.refuse || (!answered && given.refuse),
        choose: list(args.choose, given.choose),
        hunt: args.hunt.or(given.hunt),
        scenario: args.scenario.or(given.scenario),
        system: args.system.or(given.system),
        points: args.points.or(given.points),
        transports: args.transports.or(given.transports),
        fleets: list(args.fleets, given.fleets),
        defences: args.defences.or(given.defences),
        works: list(args.works, given.works),
        secret_plots: args.secret_plots || given.secret_plots,
        reveal_plots: args.reveal_plots || given.reveal_plots,
        nominate: list(args.nominate, given.nominate),
        no_claim: args.no_claim || given.no_claim,
        marks: list(args.marks, given.marks),
        gifts: list(args.gifts, given.gifts),
        skills: list(args.skills, given.skills),
        replace: list(args.replace, given.replace),
        train: list(args.train, given.train),
        repair: list(args.repair, given.repair),
        withdraw: list(args.withdraw, given.withdraw),
        appeals: list(args.appeals, given.appeals),
        refit: list(args.refit, given.refit),
        torpedoes: list(args.torpedoes, given.torpedoes),
        reinforce: list(args.reinforce, given.reinforce),
        other: list(args.other, given.other),
        no_models: list(args.no_models, given.no_models),
        tenders: list(args.tenders, given.tenders),
        ramilies: list(args.ramilies, given.ramilies),
        give_up: list(args.give_up, given.give_up),
        move_ramilies: list(args.move_ramilies, given.move_ramilies),
        quick: args.quick.or(given.quick),
        assault: args.assault || given.assault,
        waive: list(args.waive, given.waive),
    })
}

fn read(node: &Node<'_>) -> NextArgs {
    NextArgs {
        battle: 0,
        answers: None,
        step: node.flag("step"),
        usual: node.texts("usual"),
        leadership: node.texts("leadership"),
        accept: node.flag("accept"),
        decline: node.flag("decline"),
        refuse: node.flag("refuse"),
        choose: node.texts("choose"),
        hunt: node.opt_text("hunt"),
        scenario: node.opt_text("scenario"),
        system: node.opt_text("system"),
        points: node.opt_number("points"),
        transports: node.opt_number("transports"),
        fleets: node.texts("fleet"),
        defences: node.opt_number("defences"),
        works: node.texts("defence"),
        secret_plots: node.flag("secret-plots"),
        reveal_plots: node.flag("reveal-plots"),
        nominate: node.texts("nominate"),
        no_claim: node.flag("no-claim"),
        marks: node.texts("mark"),
        gifts: node.texts("gift"),
        skills: node.texts("skill"),
        replace: node.texts("replace"),
        train: node.texts("train"),
        repair: node.texts("repair"),
        withdraw: node.texts("withdraw"),
        appeals: node.texts("appeal"),
        refit: node.texts("refit"),
        torpedoes: node.texts("torpedoes"),
        reinforce: node.texts("reinforce"),
        other: node.texts("other"),
        no_models: node.texts("no-models"),
        tenders: node.texts("tender-repairs"),
        ramilies: node.texts("ramilies"),
        give_up: node.texts("give-up"),
        move_ramilies: node.texts("move-ramilies"),
        quick: node.opt_text("quick"),
        assault: node.flag("assault"),
        waive: node.texts("waive"),
    }
}
