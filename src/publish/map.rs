//! The map, and a page for each system with its history.

use super::html::{Html, el, facts, section, table};
use super::{File, Site, battle_link, system_page, with_commas};
use crate::campaign::state::{System, SystemId};
use crate::report::chart::{self, ChartView, Look};

pub(super) fn pages(site: &Site<'_>, files: &mut Vec<File>) {
    let view = ChartView::from_campaign(&site.seen);
    let ids: Vec<SystemId> = site.seen.systems.keys().copied().collect();
    let page = |index: usize| ids.get(index).map(|id| system_page(*id));
    let plain = Look { tall: false, links: None };
    files.push(File::new("map.svg", chart::picture(&view, &plain)));
    files.push(File::new("map-tall.svg", chart::picture(&view, &Look { tall: true, ..plain })));
    let drawn = |tall: bool| {
        let svg = chart::picture(&view, &Look { tall, links: Some(&page) });
        el("div", &[("class", if tall { "chart tall" } else { "chart wide" })], Html::drawn(svg))
    };
    let systems = site.seen.systems.values().map(|system| {
        vec![
            site.system(system.id),
            system.kind.to_string().into(),
            system.owner.map_or_else(|| "neutral".into(), |owner| site.player(owner)),
            with_commas(channels(site, system.id).into_iter().map(|end| site.system(end))),
        ]
    });
    let columns = [("System", false), ("Type", false), ("Owner", false), ("Warp channels to", false)];
    let note = site.seen.about.as_ref().map(|about| el("p", &[("class", "soft")], &about.chart_note));
    let main = [drawn(false), drawn(true), section("systems", "Systems", table("", &columns, systems))];
    let title = site.seen.about.as_ref().map(|about| about.chart.clone()).unwrap_or_default();
    site.page(files, "map.html", &title, "map.html", [main.into(), note.unwrap_or_default()]);
    for system in site.seen.systems.values() {
        site.page(files, system_page(system.id), &system.name, "map.html", whole(site, system));
    }
}

fn channels(site: &Site<'_>, id: SystemId) -> Vec<SystemId> {
    let ends = site.seen.channels.values().filter_map(|channel| match (channel.a == id, channel.b == id) {
        (true, _) => Some(channel.b),
        (_, true) => Some(channel.a),
        _ => None,
    });
    ends.collect()
}

fn whole(site: &Site<'_>, system: &System) -> Html {
    let mut marks = Vec::new();
    if system.blackstone {
        marks.push("a Blackstone Fortress may stand among its defences");
    }
    if system.port_maw {
        marks.push("twice the normal planetary defences");
    }
    let about = facts([
        ("Type", system.kind.to_string().into()),
        ("Owner", system.owner.map_or_else(|| "neutral".into(), |owner| site.player(owner))),
        ("Warp channels to", with_commas(channels(site, system.id).into_iter().map(|end| site.system(end)))),
        ("Marks", marks.join("; ").into()),
        ("Remark", system.note.as_deref().unwrap_or_default().into()),
    ]);
    let battles = site.seen.battles.values().filter(|battle| battle.system == Some(system.id));
    let battles = table(
        "",
        &[("Battle", false), ("Scenario", false), ("Between", false)],
        battles.map(|battle| {
            vec![
                battle_link(battle.id),
                battle.scenario.map(|scenario| scenario.to_string()).unwrap_or_default().into(),
                [site.player(battle.challenger), " and ".into(), site.player(battle.challenged)].into(),
            ]
        }),
    );
    let past = site.past.systems.get(&system.id).map(|deeds| site.deeds(deeds)).unwrap_or_default();
    let past = if past.is_empty() { el("p", &[], "Nothing has happened here yet.") } else { past };
    [about, section("history", "History", past), section("battles", "Battles here", battles)].into()
}
