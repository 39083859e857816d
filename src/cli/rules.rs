//! `renown rules`.

use super::args::{Format, RulesVerb};
use super::error::CliError;
use super::session::{Result, Session};
use crate::cases;
use crate::catalog::options;
use crate::catalog::rules::{Chapter, Rule, Rules};
use crate::report::listing::{Listing, words};
use crate::report::rules as drawn;
use crate::text::did_you_mean;

pub(super) fn run(session: &mut Session<'_>, verb: RulesVerb) -> Result<()> {
    match verb {
        RulesVerb::List { prefix } => list(session, prefix.as_deref()),
        RulesVerb::Show { ids } => show(session, &ids),
        RulesVerb::Rulings { prefix } => rulings(session, prefix.as_deref()),
        RulesVerb::Search { words } => search(session, &words.join(" ")),
        RulesVerb::Options => {
            let defs = options::embedded();
            match session.common.format {
                Format::Table | Format::Json => session.show(&defs, |style| drawn::options(defs, style)),
                Format::Csv | Format::Markdown => {
                    let listing = Listing::new(
                        defs,
                        &[
                            words("Option", &|def: &crate::campaign::options::OptionDef| def.id.clone()),
                            words("Default", &|def: &crate::campaign::options::OptionDef| def.default.to_string()),
                            words("Rule", &|def: &crate::campaign::options::OptionDef| def.rule.clone()),
                            words("Title", &|def: &crate::campaign::options::OptionDef| def.title.clone()),
                        ],
                    );
                    session.list(&listing)
                }
            }
        }
        RulesVerb::Check { paths } => check(session, &paths),
    }
}

fn listing<'r>(rules: &'r [&'r Rule]) -> Listing<'r> {
    let flags = |rule: &&Rule| {
        let flags = [(rule.manual, "manual"), (rule.optional, "optional")];
        flags.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect::<Vec<_>>().join(", ")
    };
    Listing::new(
        rules,
        &[
            words("Rule", &|rule: &&Rule| rule.id.clone()),
            words("Title", &|rule: &&Rule| rule.title.clone()),
            words("Flags", &flags),
        ],
    )
}

/// The chapters whose rules begin so; all of them where nothing is said.
fn chapters(prefix: Option<&str>) -> Result<Vec<&'static Chapter>> {
    let rules = Rules::embedded();
    let wanted = prefix.map(str::to_uppercase);
    let found: Vec<_> =
        rules.chapters().filter(|chapter| wanted.as_ref().is_none_or(|wanted| chapter.prefix == *wanted)).collect();
    if found.is_empty() {
        let typed = prefix.unwrap_or_default();
        let near = did_you_mean(typed, rules.chapters().map(|chapter| chapter.prefix.as_str()));
        return Err(CliError::new(format!("no rules begin with \"{typed}\"{near}")));
    }
    Ok(found)
}

fn rulings(session: &mut Session<'_>, prefix: Option<&str>) -> Result<()> {
    let chapters = chapters(prefix)?;
    match session.common.format {
        Format::Table => {
            let text = drawn::ruling_text(chapters, session.io.style);
            session.print(&text)
        }
        Format::Markdown => session.print(&drawn::ruling_page(chapters)),
        Format::Json | Format::Csv => {
            let found = chapters.into_iter().flat_map(drawn::rulings).collect();
            session.list(&drawn::ruling_rows(found))
        }
    }
}

fn list(session: &mut Session<'_>, prefix: Option<&str>) -> Result<()> {
    let chapters = chapters(prefix)?;
    if session.common.format == Format::Table {
        let text = drawn::list(chapters.iter().copied(), session.io.style);
        return session.print(&text);
    }
    let all: Vec<&Rule> = chapters.iter().flat_map(|chapter| &chapter.rules).collect();
    session.list(&listing(&all))
}

fn show(session: &mut Session<'_>, ids: &[String]) -> Result<()> {
    let rules = Rules::embedded();
    let mut found = Vec::new();
    let mut unknown = Vec::new();
    for id in ids {
        match rules.get(id) {
            Some(rule) => found.push(rule),
            None => {
                let near = rules.nearest(id).map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
                unknown.push(format!("there is no rule \"{id}\"{near}"));
            }
        }
    }
    if !unknown.is_empty() {
        return Err(CliError {
            messages: unknown,
            hints: vec!["`renown rules search WORDS` finds rules".to_owned()],
            usage: false,
        });
    }
    session.show(&found, |style| {
        let shown: Vec<String> = found.iter().map(|rule| drawn::show(rule, options::embedded(), style)).collect();
        shown.join("\n\n")
    })
}

fn search(session: &mut Session<'_>, query: &str) -> Result<()> {
    let rules = Rules::embedded();
    let hits = rules.search(query);
    if hits.is_empty() {
        return Err(CliError::new(rules.why_no_hit(query)));
    }
    if session.common.format == Format::Table {
        let text = drawn::hits(&hits, query, session.io.style);
        return session.print(&text);
    }
    let all: Vec<&Rule> = hits.iter().map(|hit| hit.rule).collect();
    session.list(&listing(&all))
}

fn check(session: &mut Session<'_>, paths: &[std::path::PathBuf]) -> Result<()> {
    let report = cases::check(paths, super::case_line::give).map_err(|problems| CliError {
        hints: vec!["tests/rules/README.md explains the form of a case".to_owned()],
        ..CliError::data(&problems)
    })?;
    if session.common.format == Format::Json {
        session.show(&report, |_| String::new())?;
    } else {
        for failure in &report.failures {
            session.print(&failure.to_string())?;
        }
        session.print(&format!("{} passed, {} failed", report.passed, report.failures.len()))?;
    }
    if report.failures.is_empty() { Ok(()) } else { Err(CliError::new("some cases fail")) }
}
