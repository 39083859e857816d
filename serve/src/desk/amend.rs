//! `/amend`: an entry taken out or a report corrected, with everything that follows shown before it is recorded.

use axum::http::StatusCode;
use renown::campaign::amend::How;
use renown::campaign::command::Command;
use renown::club::amend::{NewCommand, Plan, Unfit, Wish};
use renown::club::amendment::AmendmentView;
use renown::club::{Failed, Given, Recorded};
use renown::publish::html::{Html, el, section};

use crate::answer::{Answer, Wrong, sentence};
use crate::call::Call;
use crate::form::parts::{hidden, tick};
use crate::give::unrecorded;
use crate::{frame, pages};

fn entry(call: &Call<'_>) -> Result<u64, Wrong> {
    let number = call.form.get("entry").or_else(|| call.query.get("entry"));
    number.and_then(|number| number.parse().ok()).ok_or_else(Wrong::nothing)
}

pub(crate) fn show(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let above = pages::done(call)?;
    page(call, above, None)
}

fn page(call: &mut Call<'_>, above: Html, plan: Option<(&Plan, &Recorded)>) -> Result<Answer, Wrong> {
    let id = entry(call)?;
    let target = call.member().target(id)?;
    let rows = call.member().entries(id..=id)?;
    let told: Html = rows.iter().flat_map(|row| &row.says).map(|line| el("p", &[], line)).collect();
    let base = call.app.place.base.clone();
    let head = call.club.last_entry()?.to_string();
    let typed = call.form.clone();
    let report = match target.entry.command() {
        Some(Command::RecordBattle { report, fought: None, .. }) => report_fields(call, &target, &report)?,
        _ => Html::default(),
    };
    let drop = tick("drop", "Take out what no longer fits", typed.has("drop"));
    let action = format!("{base}/amend");
    let form = |how: &str, inner: Html, words: &str| {
        let go = |value: &str, words: &str, class: &str| {
            el("button", &[("name", "go"), ("value", value), ("type", "submit"), ("class", class)], words)
        };
        let sure = match plan {
            Some((plan, _)) if plan.decided() && typed.get("how") == Some(how) => {
                go("send", "Record this amendment", "go")
            }
            _ => Html::default(),
        };
        el(
            "form",
            &[("method", "post"), ("action", &action), ("class", "ask")],
            [
                hidden("entry", &id.to_string()),
                hidden("how", how),
                hidden("head", &head),
                inner,
                drop.clone(),
                el("p", &[("class", "send")], [go("look", words, ""), " ".into(), sure]),
            ],
        )
    };
    let replace = if report.is_empty() {
        report
    } else {
        section("replace", "The report as it should have been", form("replace", report, "See what would change"))
    };
    let remove =
        section("remove", "As if it had never been given", form("remove", Html::default(), "See what would change"));
    let shown = plan.map(|(plan, target)| {
        let view = AmendmentView::new(plan, target);
        let lines: Html = view.text().lines().map(|line| Html::from([Html::from(line), "\n".into()])).collect();
        section("plan", "What would change", el("pre", &[("class", "plan")], lines))
    });
    let more = el("p", &[("class", "soft")], "Any other command can be put in its place at the terminal.");
    let main: Html = [above, told, shown.unwrap_or_default(), replace, remove, more].into();
    Ok(Answer::page(frame::page(call, &format!("Amend entry {id}"), "/amend", main)?))
}

/// The vessels of a report, as figures to correct.
fn report_fields(
    call: &mut Call<'_>,
    target: &Recorded,
    report: &renown::campaign::turn::report::Report,
) -> Result<Html, Wrong> {
    let drawn = call.drawn()?;
    let typed = call.form.clone();
    let _ = target;
    let rows = report.vessels.iter().filter_map(|entry| {
        let vessel = drawn.seen.vessels.get(&entry.vessel)?;
        let squadron = drawn.seen.is_squadron(vessel);
        let (key, now) =
            (format!("lost:{}", entry.vessel.0), if squadron { entry.ships_lost() } else { entry.hits_lost });
        let value = typed.get(&key).map_or_else(|| now.to_string(), ToOwned::to_owned);
        let label = format!("{}: {} lost", vessel.name, if squadron { "ships" } else { "hits" });
        Some(crate::form::parts::number(&key, &label, &value, (0, 99)))
    });
    Ok(rows.collect())
}

fn corrected(call: &Call<'_>, seen: &renown::campaign::view::Seen, command: Command) -> Command {
    let Command::RecordBattle { battle, mut report, fought } = command else { return command };
    for entry in &mut report.vessels {
        let Some(lost) = call.form.number(&format!("lost:{}", entry.vessel.0)) else { continue };
        let squadron = seen.vessels.get(&entry.vessel).filter(|vessel| seen.is_squadron(vessel));
        match squadron {
            None => entry.hits_lost = lost,
            Some(vessel) if lost != entry.ships_lost() => {
                let class = vessel.hulls.first().map(|hulls| seen.class(hulls.design).id.clone()).unwrap_or_default();
                entry.lost = if lost == 0 { Vec::new() } else { vec![(class, lost)] };
            }
            Some(_) => {}
        }
    }
    Command::RecordBattle { battle, report, fought }
}

pub(crate) fn give(call: &mut Call<'_>) -> Result<Answer, Wrong> {
    let id = entry(call)?;
    let app = call.app;
    let target = call.member().target(id)?;
    let (how, new) = match call.form.get("how") {
        Some("remove") => (How::Remove, Vec::new()),
        Some("replace") => {
            let drawn = call.drawn()?;
            let command = target.entry.command().ok_or_else(Wrong::nothing)?;
            let entry = &target.entry;
            let new = NewCommand {
                command: corrected(call, &drawn.seen, command),
                at: entry.at,
                at_given: entry.at_given,
                by: entry.by,
                ruling: entry.ruling.clone(),
                dice: entry.dice.clone(),
            };
            (How::Replace, vec![new])
        }
        _ => return Err(Wrong::nonsense("Nothing was asked for.")),
    };
    let wish = Wish { target: target.clone(), how, new, instead: Vec::new() };
    let drop = call.form.has("drop");
    let _writing = app.write();
    let moved =
        call.form.get("head").is_some_and(|head| call.club.last_entry().is_ok_and(|now| head != now.to_string()));
    let mut fresh = app.dice().map_err(|why| Wrong::new(StatusCode::SERVICE_UNAVAILABLE, sentence(&why)))?;
    let planned = call
        .member()
        .plan(&wish, &app.catalog, &mut fresh, &mut |_, _| if drop { Unfit::Drop } else { Unfit::Undecided });
    let plan = match planned {
        Ok(plan) => plan,
        Err(error) => {
            let wrong = Wrong::from(error);
            return Ok(page(call, frame::messages(&wrong.says), None)?.with(wrong.status));
        }
    };
    if call.form.get("go") != Some("send") || !plan.decided() || moved {
        let says: Vec<String> = if moved {
            vec!["Something was recorded since this was drawn. Look again.".to_owned()]
        } else {
            Vec::new()
        };
        let status = if moved { StatusCode::CONFLICT } else { StatusCode::OK };
        return Ok(page(call, frame::messages(&says), Some((&plan, &target)))?.with(status));
    }
    let given = Given { at: call.at, at_given: Some(false), ruling: None, dry_run: false, sent: None };
    let done = call.member().amend(plan, &given, &app.catalog);
    match done {
        Ok(_) => {
            app.tell();
            Ok(Answer::see(format!("{}/desk", app.place.base)))
        }
        Err(failed) => {
            let failed: Failed = failed;
            Err(unrecorded(call.member().unrecorded(failed)))
        }
    }
}
