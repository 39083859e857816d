//! Every player: commander, rank and promotions, renown over time, register.

use chrono::NaiveDate;

use super::html::{Html, day, el, facts, name, player_page, section, table};
use super::past::PlayerPast;
use super::{File, Site, battle_link, front, graph, with_commas};
use crate::campaign::state::{Player, Vessel, VesselState};
use crate::report::register::{self, RegisterRow};
use crate::text::{count, thousands};

pub(super) fn pages(site: &Site<'_>, files: &mut Vec<File>) {
    site.page(files, "players.html", "Players", "players.html", front::standing_table(site));
    for player in site.seen.players.values() {
        site.page(files, player_page(player.id), &player.name, "players.html", whole(site, player));
    }
}

fn whole(site: &Site<'_>, player: &Player) -> Html {
    let past = site.past.players.get(&player.id).cloned().unwrap_or_default();
    [
        about(site, player),
        section("renown", "Renown", renown(site, player, &past)),
        section("promotions", "Promotions", site.deeds(&past.promotions)),
        section("register", "Fleet register", fleet(site, player)),
        section("lost", "Lost ships", lost(site, player)),
        section("battles", "Battles", battles(site, player)),
        section("career", "Career", site.deeds(&past.deeds)),
    ]
    .into()
}

fn about(site: &Site<'_>, player: &Player) -> Html {
    let list =
        site.from.catalog.fleets.list(&player.list).map_or_else(|| player.list.clone(), |list| list.name.clone());
    let systems = with_commas(site.seen.systems_of(player.id).map(|system| site.system(system.id)));
    let flagship = player.flagship.map(|ship| site.ship(ship)).unwrap_or_default();
    let marks: Vec<String> = player.marks.iter().map(|mark| format!("mark of {mark}")).collect();
    let away = player.away_until.map(|until| Html::from(["until ".into(), day(until)]));
    facts([
        ("Commander", name(&player.commander)),
        ("Rank", player.rank().title.into()),
        ("Renown", player.renown.to_string().into()),
        ("Re-rolls with the flagship", player.rerolls_at(player.renown).to_string().into()),
        ("Marks", marks.join(", ").into()),
        ("Fleet", list.into()),
        ("Flagship", flagship),
        ("Systems", systems),
        ("Games", player.games.to_string().into()),
        ("Joined", day(player.joined)),
        ("Left", player.left.map(day).unwrap_or_default()),
        ("Away", away.unwrap_or_default()),
    ])
}

/// The figures at the end of each day.
fn by_day(changes: &[(NaiveDate, i32)]) -> Vec<(NaiveDate, i32)> {
    let mut days: Vec<(NaiveDate, i32)> = Vec::new();
    for (on, value) in changes {
        match days.last_mut() {
            Some(last) if last.0 == *on => last.1 = *value,
            _ => days.push((*on, *value)),
        }
    }
    days
}

fn renown(site: &Site<'_>, player: &Player, past: &PlayerPast) -> Html {
    let days = by_day(&past.renown);
    let (Some((_, first)), Some((_, now))) = (days.first(), days.last()) else { return Html::default() };
    let most = days.iter().map(|(_, value)| *value).max().unwrap_or(*now);
    let label = format!("Renown of {} over time: from {first} to {now}, at most {most}", player.name);
    // The line ends with the last day on which anybody's renown changed, so that a new day alone changes nothing.
    let everybody = site.past.players.values().filter_map(|past| past.renown.last());
    let until = everybody.map(|(on, _)| *on).max().unwrap_or(player.joined);
    let rows = days.iter().map(|(on, value)| vec![day(*on), value.to_string().into()]);
    let figures = table("Renown at the end of the day", &[("Day", false), ("Renown", true)], rows);
    let figures = el("details", &[], [el("summary", &[], "The figures"), figures]);
    [graph::steps(&label, &days, until), figures].into()
}

fn fleet(site: &Site<'_>, player: &Player) -> Html {
    let Some(drawn) = register::register(&site.seen, player.id, site.from.catalog) else { return Html::default() };
    if drawn.secret {
        return el("p", &[], "The register is secret.");
    }
    let base = drawn.base.as_ref().map(|base| el("p", &[("class", "secret")], format!("Hidden base: {base} (secret)")));
    let number = count(i64::try_from(drawn.vessels.len()).unwrap_or(i64::MAX), "vessel");
    let points = format!("{number}, {} points; {}", thousands(drawn.points), drawn.rank_words());
    let columns = [
        ("Vessel", false),
        ("Class", false),
        ("Points", true),
        ("Leadership", true),
        ("Hits", true),
        ("State", false),
        ("Remarks", false),
    ];
    let rows = site.seen.register(player.id).zip(&drawn.vessels).map(|(vessel, row)| cells(site, vessel, row));
    let table = table("", &columns, rows);
    [base.unwrap_or_default(), el("p", &[], points), table].into()
}

fn cells(site: &Site<'_>, vessel: &Vessel, row: &RegisterRow) -> Vec<Html> {
    let mut title = site.ship(vessel.id);
    if row.flagship {
        title.push(" (flagship)");
    }
    let hits: Vec<String> = row.hits.iter().map(ToString::to_string).collect();
    vec![
        title,
        row.class.as_str().into(),
        thousands(row.points).into(),
        row.leadership.map(|leadership| leadership.to_string()).unwrap_or_default().into(),
        hits.join("/").into(),
        register::state_words(row).into(),
        register::remarks(row).into(),
    ]
}

fn lost(site: &Site<'_>, player: &Player) -> Html {
    let lost = site.seen.vessels.values().filter(|v| v.player == player.id && v.state == VesselState::Lost);
    let rows = lost.map(|vessel| {
        vec![
            site.ship(vessel.id),
            register::class_words(&site.seen, &vessel.hulls).into(),
            vessel.lost.map(day).unwrap_or_default(),
        ]
    });
    table("", &[("Vessel", false), ("Class", false), ("Lost", false)], rows)
}

fn battles(site: &Site<'_>, player: &Player) -> Html {
    let fought = site.seen.battles.values().rev().filter(|battle| battle.involves(player.id));
    let rows = fought.map(|battle| {
        vec![
            battle_link(battle.id),
            site.player(battle.opponent_of(player.id)),
            battle.scenario.map(|scenario| scenario.to_string()).unwrap_or_default().into(),
            battle.system.map(|system| site.system(system)).unwrap_or_default(),
            super::battle::short_result(site, battle).into(),
        ]
    });
    let columns = [("Battle", false), ("Against", false), ("Scenario", false), ("System", false), ("Result", false)];
    table("", &columns, rows)
}
