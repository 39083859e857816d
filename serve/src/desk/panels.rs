//! The parts of the arbitrator's desk.

use renown::campaign::options::OptionKind;
use renown::campaign::state::Phase;
use renown::campaign::turn::Step;
use renown::campaign::view::Seen;
use renown::catalog::Catalog;
use renown::club::Kind;
use renown::publish::html::{Html, day, el, link, list, name, void};
use renown::report::journal::LogRow;
use renown::report::lists::ListRow;

use crate::form::draw::carried;
use crate::form::parts::{button, hidden, labelled, select, text};

/// How many acts can be looked at.
const ACTS: usize = 12;

fn form(base: &str, action: &str, inner: impl Into<Html>) -> Html {
    let action = format!("{base}/{action}");
    el("form", &[("method", "post"), ("action", &action), ("class", "ask")], [carried("desk", ""), inner.into()])
}

fn open(title: &str, inner: impl Into<Html>) -> Html {
    el("details", &[("class", "panel")], [el("summary", &[], title), inner.into()])
}

fn players_of(seen: &Seen) -> Vec<(String, String)> {
    seen.players.values().map(|player| (player.id.0.to_string(), player.name.clone())).collect()
}

/// Disputes and reports that wait.
pub(super) fn docket(base: &str, seen: &Seen, log: &[LogRow]) -> Html {
    let at_report = seen.battles.values().filter(|battle| battle.open && battle.step == Step::Battle);
    let items = at_report.filter_map(|battle| {
        let number = battle.id.0;
        let place = link(&format!("{base}/battle-{number}.html"), format!("Battle {number}"));
        let disputed = log.iter().rev().find(|row| is_dispute(row, number));
        match (&battle.confirmation, disputed) {
            (Some(waiting), _) => {
                let by = seen.players.get(&waiting.by).map_or("somebody", |player| player.name.as_str());
                let words = Html::from([
                    ": reported by ".into(),
                    name(by),
                    ", stands by silence on ".into(),
                    day(waiting.silence),
                ]);
                Some(Html::from([place, words]))
            }
            (None, Some(row)) => {
                let record = link(&format!("{base}/report?battle={number}"), "record it");
                Some(Html::from([place, ": ".into(), Html::from(row.says.join("; ")), " – ".into(), record]))
            }
            (None, None) => None,
        }
    });
    let items = list(items);
    if items.is_empty() { el("p", &[("class", "soft")], "No dispute, no report that waits.") } else { items }
}

fn is_dispute(row: &LogRow, battle: u32) -> bool {
    row.undone_by.is_none()
        && row.command.as_ref().is_some_and(|command| {
            let value: serde_json::Value = serde_json::from_str(command.0.get()).unwrap_or_default();
            value["do"] == "dispute-report" && value["battle"] == battle
        })
}

/// Steps of the opening.
pub(super) fn opening(base: &str, phase: Phase) -> Html {
    let step = |what: &str, words: &str| form(base, "opening", [hidden("do", what), button(words, "go")]);
    match phase {
        Phase::Mustering => step("order", "The muster is over: roll the starting order"),
        Phase::Picking | Phase::Hiding => Html::from([
            el("p", &[], "Systems and bases are picked on the players' desks, or on yours for them."),
            step("begin", "Roll Leadership and begin"),
        ]),
        Phase::Running => Html::default(),
    }
}

/// The last acts, with undo, redo and amend.
pub(super) fn acts(base: &str, log: &[LogRow], head: u64) -> Html {
    let head = head.to_string();
    let turn = |what: &str, words: &str| {
        let action = format!("{base}/{what}");
        el(
            "form",
            &[("method", "post"), ("action", &action), ("class", "inline")],
            [hidden("head", &head), button(words, "")],
        )
    };
    let rows = log.iter().rev().take(ACTS).map(|row| {
        let amendable = row.kind == Kind::Command && row.undone_by.is_none() && row.amended_by.is_none();
        let amend =
            amendable.then(|| Html::from([" ".into(), link(&format!("{base}/amend?entry={}", row.entry), "amend")]));
        let number = el("strong", &[], row.entry.to_string());
        let says: Vec<&str> = row.says.iter().take(2).map(String::as_str).collect();
        let class = if row.undone_by.is_some() { "undone" } else { "entry" };
        let words = format!(" {} {}: {}", row.at.format("%m-%d %H:%M"), row.by, says.join("; "));
        el("li", &[("class", class)], [number, Html::from(words), amend.unwrap_or_default()])
    });
    let rows = el("ul", &[("class", "deeds")], rows.collect::<Html>());
    [turn("undo", "Undo the last act"), turn("redo", "Redo"), rows].into()
}

/// Pairings and weeks.
pub(super) fn calendar(base: &str, seen: &Seen) -> Html {
    if seen.phase() != Some(Phase::Running) {
        return Html::default();
    }
    let pair = form(base, "pairings", button("Draw a round of pairings", ""));
    let spare: Html = seen
        .players
        .values()
        .filter(|player| player.active())
        .map(|player| {
            let id = player.id.0.to_string();
            let input = void("input", &[("type", "checkbox"), ("name", "spare"), ("value", &id)]);
            el("label", &[("class", "choice")], [input, name(&player.name)])
        })
        .collect();
    let spare = el("fieldset", &[], [el("legend", &[], "Spared (IDLE-03)"), spare]);
    let week = form(base, "week", [spare, button("Close the week", "")]);
    [pair, open("Close the week", week)].into()
}

/// What only a ruling does.
pub(super) fn rulings(base: &str, seen: &Seen) -> Html {
    let reason = || {
        let input = void("input", &[("id", "f-why"), ("name", "ruling"), ("required", ""), ("maxlength", "300")]);
        labelled("f-why", "Reason, kept for everybody to read", input)
    };
    let players = players_of(seen);
    let renown = form(
        base,
        "rule",
        [
            hidden("do", "renown"),
            select("player", "Player", &players, ""),
            text("by", "By how much", "", 5),
            reason(),
            button("Rule", ""),
        ],
    );
    let systems: Vec<(String, String)> =
        seen.systems.values().map(|system| (system.id.0.to_string(), system.name.clone())).collect();
    let mut owners = vec![(String::new(), "nobody".to_owned())];
    owners.extend(players.clone());
    let owner = form(
        base,
        "rule",
        [
            hidden("do", "owner"),
            select("system", "System", &systems, ""),
            select("player", "Owner", &owners, ""),
            reason(),
            button("Rule", ""),
        ],
    );
    let battles: Vec<(String, String)> = seen
        .battles
        .values()
        .filter(|battle| battle.open)
        .map(|battle| (battle.id.0.to_string(), format!("Battle {}", battle.id.0)))
        .collect();
    let ends = if battles.is_empty() {
        Html::default()
    } else {
        let abandon = form(
            base,
            "rule",
            [
                hidden("do", "abandon"),
                select("battle", "Battle", &battles, ""),
                reason(),
                button("Abandon it", "danger"),
            ],
        );
        let forfeit = form(
            base,
            "rule",
            [
                hidden("do", "forfeit"),
                select("battle", "Battle", &battles, ""),
                select("player", "Who did not turn up", &players, ""),
                button("Forfeited", "danger"),
            ],
        );
        Html::from([open("A battle is broken off", abandon), open("Somebody did not turn up", forfeit)])
    };
    [open("Renown", renown), open("Who holds a system", owner), ends].into()
}

/// Entering players and taking them out.
pub(super) fn players(base: &str, seen: &Seen, catalog: &Catalog) -> Html {
    let lists: Vec<(String, String)> = ListRow::all(&catalog.fleets)
        .into_iter()
        .filter(|row| row.playable)
        .map(|row| (row.id.clone(), format!("{} ({} points)", row.name, row.start_points)))
        .collect();
    let add = form(
        base,
        "players",
        [
            hidden("do", "add"),
            text("name", "Name", "", 60),
            select("list", "Fleet list", &lists, ""),
            text("commander", "Commander", "", 60),
            text("kind", "Kind of commander, where the list asks", "", 60),
            button("Enter", "go"),
        ],
    );
    let rows = seen.players.values().map(|player| {
        let place = link(&format!("{base}/player-{}.html", player.id.0), name(&player.name));
        let fleet = link(&format!("{base}/me?player={}", player.id.0), "fleet");
        let build = link(&format!("{base}/build?player={}", player.id.0), "build");
        Html::from([place, " – ".into(), fleet, ", ".into(), build])
    });
    let all = players_of(seen);
    let change = |what: &str, words: &str| {
        form(base, "players", [hidden("do", what), select("player", "Player", &all, ""), button(words, "danger")])
    };
    let changes =
        [change("leave", "Has left"), change("return", "Has come back"), change("remove", "Take out before the start")];
    [list(rows), open("Enter a player", add), open("Somebody leaves or comes back", Html::from(changes))].into()
}

/// House rules with their values.
pub(super) fn options(base: &str, seen: &Seen) -> Html {
    let Some(about) = &seen.about else { return Html::default() };
    let settable = about.phase == Phase::Mustering;
    let defs = renown::catalog::options::embedded();
    let rows = defs.iter().map(|def| {
        let now = about.options.get(&def.id).map(ToString::to_string).unwrap_or_default();
        let words = Html::from([el("strong", &[], &def.id), format!(": {} – {now}", def.title).into()]);
        if !settable {
            return words;
        }
        let values = allowed(&def.kind);
        let field = if values.is_empty() {
            text("value", "Value", &now, 20)
        } else {
            let values: Vec<(String, String)> = values.into_iter().map(|value| (value.clone(), value)).collect();
            select("value", "Value", &values, &now)
        };
        Html::from([words, open("change", form(base, "option", [hidden("option", &def.id), field, button("Set", "")]))])
    });
    open("All of them", list(rows))
}

fn allowed(kind: &OptionKind) -> Vec<String> {
    match kind {
        OptionKind::Flag => vec!["true".to_owned(), "false".to_owned()],
        OptionKind::Choice { choices } => choices.clone(),
        OptionKind::Number { .. } | OptionKind::Text { .. } => Vec::new(),
    }
}

/// Members and what is kept.
pub(super) fn file(base: &str) -> Html {
    list([
        link(&format!("{base}/members"), "Members: invitations and devices"),
        form(base, "cards", button("Cards with new links, to print and cut out", "")),
        link(&format!("{base}/backup"), "A backup of the campaign, read back and proven"),
        link(&format!("{base}/export"), "The journal as an export"),
    ])
}
