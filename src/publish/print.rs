//! Pages for paper: the fleet register, a data sheet for each ship, the form for the report of a battle, the map.

use super::html::{Html, document, el, list, name, void};
use super::ship::sheet_html;
use crate::battle::gothic::state::Order;
use crate::campaign::Library as _;
use crate::campaign::state::battle::report::Fate;
use crate::campaign::state::battle::{Battle, Side};
use crate::campaign::state::{Player, PlayerId, Vessel, VesselState};
use crate::campaign::view::Seen;
use crate::catalog::Catalog;
use crate::report::chart::{self, ChartView};
use crate::report::register::{self, RegisterRow};
use crate::report::sheet::capitalised;
use crate::report::ship::ShipSheet;
use crate::text::thousands;

/// Sizes of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// Lines left free on a register for ships to come.
const FREE: usize = 6;
/// Game turns of a data sheet.
const TURNS: usize = 8;

fn sheet(title: &str, paper: Paper, main: impl Into<Html>) -> String {
    let size = match paper {
        Paper::A4 => "A4",
        Paper::Letter => "Letter",
    };
    let style = format!("<style>@page {{ size: {size}; margin: 12mm; }}\n{}</style>", include_str!("print.css"));
    document(title, Html::drawn(style), el("main", &[], main))
}

/// A box to tick; `ticked` where it is already.
fn tick(ticked: bool) -> Html {
    el("span", &[("class", if ticked { "box ticked" } else { "box" })], if ticked { "✕" } else { "" })
}

fn line(label: &str, value: impl Into<Html>) -> Html {
    el("p", &[("class", "line")], [el("span", &[("class", "label")], label), el("span", &[("class", "value")], value)])
}

fn row(cells: impl IntoIterator<Item = Html>) -> Html {
    el("tr", &[], cells.into_iter().map(|cell| el("td", &[], cell)).collect::<Html>())
}

fn grid(class: &str, headings: &[&str], rows: impl IntoIterator<Item = Html>) -> Html {
    let head: Html = headings.iter().map(|heading| el("th", &[("scope", "col")], *heading)).collect();
    let rows: Html = rows.into_iter().collect();
    el("table", &[("class", class)], [el("thead", &[], el("tr", &[], head)), el("tbody", &[], rows)])
}

/// The registers of players, each on a page of its own.
#[must_use]
pub fn registers(seen: &Seen, players: &[PlayerId], catalog: &Catalog, paper: Paper) -> String {
    let pages = players.iter().filter_map(|id| {
        let player = seen.players.get(id)?;
        let drawn = register::register(seen, *id, catalog)?;
        let list = catalog.list(&player.list).map_or_else(|| player.list.clone(), |list| list.name.clone());
        let head: Html = [
            line("Player", name(&player.name)),
            line("Fleet", list),
            line("Commander", name(&player.commander)),
            line("Rank", drawn.rank_words()),
            line("Systems", systems(seen, player)),
        ]
        .into();
        let entry = |row_of: &RegisterRow| {
            let title: Html =
                if row_of.flagship { [name(&row_of.name), " (flagship)".into()].into() } else { name(&row_of.name) };
            let leadership = row_of.leadership.map(|leadership| leadership.to_string()).unwrap_or_default();
            row([
                title,
                row_of.class.as_str().into(),
                thousands(row_of.points).into(),
                leadership.into(),
                register::remarks(row_of).into(),
                Html::default(),
            ])
        };
        let body: Html = if drawn.secret {
            el("p", &[], "The register is secret.")
        } else {
            let free = (0..FREE).map(|_| row((0..6).map(|_| Html::default())));
            let rows = drawn.vessels.iter().map(entry).chain(free);
            let headings = ["Ship or squadron", "Class", "Points", "Ld", "Refits, crew skills, remarks", "Damage"];
            let total = line("Points in all", thousands(drawn.points));
            [grid("register", &headings, rows), total].into()
        };
        Some(el("section", &[("class", "page")], [el("h1", &[], "Fleet register"), head, body]))
    });
    sheet("Fleet register", paper, pages.collect::<Html>())
}

fn systems(seen: &Seen, player: &Player) -> String {
    let names: Vec<&str> = seen.systems_of(player.id).map(|system| system.name.as_str()).collect();
    names.join(", ")
}

/// A data sheet for each ship of players, with boxes to tick at the table.
#[must_use]
pub fn sheets(seen: &Seen, players: &[PlayerId], catalog: &Catalog, paper: Paper) -> String {
    let vessels = players.iter().flat_map(|id| seen.register(*id).filter(|v| v.state != VesselState::Withdrawn));
    let pages: Html = vessels.map(|vessel| ship_sheet(seen, vessel, catalog)).collect();
    let pages = if pages.is_empty() { el("p", &[], "There is no ship that may be shown.") } else { pages };
    sheet("Data sheets", paper, pages)
}

fn ship_sheet(seen: &Seen, vessel: &Vessel, catalog: &Catalog) -> Html {
    let drawn = ShipSheet::new(seen, vessel, &catalog.fleets, catalog);
    let aboard = drawn.commander.clone().or_else(|| drawn.officer.as_ref().map(|officer| officer.rank.clone()));
    let head = el("h2", &[], [name(&vessel.name), format!(" ({} points)", thousands(vessel.points)).into()]);
    let about = [line("Owner", name(&drawn.player)), line("Commander aboard", aboard.unwrap_or_default())];
    let about = el("div", &[("class", "lines")], about);
    let squadron = seen.is_squadron(vessel);
    let mut hits: Vec<Html> = Vec::new();
    for class in &drawn.classes {
        if squadron {
            let ships = (1..=class.ships).map(|number| {
                let boxes: Html = (0..class.figures.hits.today.max(1)).map(|_| tick(false)).collect();
                [format!(" {} {number} ", class.name).into(), boxes].into()
            });
            hits.extend(ships);
        } else {
            let (full, left) = (class.figures.hits.today, class.figures.hits_left);
            hits.extend((0..full).map(|hit| {
                // The box that cripples stands apart.
                let gap = if hit == full.div_ceil(2) { " ‖ " } else { "" };
                [gap.into(), tick(hit < full.saturating_sub(left))].into()
            }));
        }
    }
    let hits = line(if squadron { "Ships" } else { "Hits lost (‖ crippled)" }, hits);
    let criticals = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
    let criticals: Html =
        criticals.iter().map(|number| el("span", &[("class", "pair")], [tick(false), (*number).into()])).collect();
    let criticals = if squadron { Html::default() } else { line("Critical hits", criticals) };
    let blast = line("Blast markers in contact", (0..6).map(|_| tick(false)).collect::<Html>());
    let turns: Vec<String> = (1..=TURNS).map(|turn| turn.to_string()).collect();
    let headings: Vec<&str> = std::iter::once("Orders in turn").chain(turns.iter().map(String::as_str)).collect();
    let orders = Order::ALL.iter().map(|order| {
        let boxes = (0..TURNS).map(|_| tick(false));
        row(std::iter::once(Html::from(capitalised(order.word()))).chain(boxes))
    });
    let orders = grid("orders", &headings, orders);
    let special = list(drawn.other().into_iter().map(Html::from));
    let play = el("div", &[("class", "play")], [el("div", &[], [hits, criticals, blast]), orders]);
    el("section", &[("class", "sheet")], [head, about, sheet_html(&drawn), special, play])
}

/// The form for the report of a battle: of one that is under way, or an empty one.
#[must_use]
pub fn form(seen: &Seen, battle: Option<&Battle>, paper: Paper) -> String {
    let player = |id: PlayerId| seen.players.get(&id).map(|player| name(&player.name)).unwrap_or_default();
    let system = battle.and_then(|battle| battle.system).and_then(|id| seen.systems.get(&id));
    let head: Html = [
        line("Battle", battle.map(|battle| battle.id.0.to_string()).unwrap_or_default()),
        line("Day", ""),
        line("Scenario", battle.and_then(|b| b.scenario).map(|scenario| scenario.to_string()).unwrap_or_default()),
        line("System", system.map(|system| name(&system.name)).unwrap_or_default()),
        line("Points", battle.and_then(|b| b.size).map(thousands).unwrap_or_default()),
        line("Game turns", ""),
    ]
    .into();
    let sides = battle.and_then(|battle| battle.sides.as_ref());
    let both = [("Attacker", sides.map(|sides| &sides.attacker)), ("Defender", sides.map(|sides| &sides.defender))];
    let both = both.into_iter().map(|(role, side)| {
        let who = side.map(|side| player(side.player)).unwrap_or_default();
        [line(role, who), side_form(seen, side)].into()
    });
    let both: Html = both.collect();
    let end: Html = [
        line("Who holds the field", ""),
        line("Who won", ""),
        line("Dice and remarks", ""),
        line("", ""),
        line("Attacker signs", ""),
        line("Defender signs", ""),
    ]
    .into();
    let title = el("h1", &[], "Report of a battle");
    let lines = el("div", &[("class", "lines")], head);
    sheet("Report of a battle", paper, el("section", &[("class", "page")], [title, lines, both, end]))
}

fn side_form(seen: &Seen, side: Option<&Side>) -> Html {
    let fates = [Fate::Disengaged, Fate::Destroyed, Fate::Hulk, Fate::LostInWarp];
    let fielded: Vec<Html> = side
        .map(|side| {
            side.fleet.iter().filter_map(|fielded| seen.vessels.get(&fielded.vessel)).map(|v| name(&v.name)).collect()
        })
        .unwrap_or_default();
    let free = if fielded.is_empty() { 8 } else { 2 };
    let rows = fielded.into_iter().chain((0..free).map(|_| Html::default())).map(|ship| {
        let boxes = std::iter::once(tick(false)).chain(fates.iter().map(|_| tick(false)));
        row([ship, Html::default()].into_iter().chain(boxes).chain([Html::default(), Html::default()]))
    });
    let words: Vec<String> = fates.iter().map(|fate| capitalised(fate.word())).collect();
    let headings: Vec<&str> = ["Ship or squadron", "Hits or ships lost", "Crippled"]
        .into_iter()
        .chain(words.iter().map(String::as_str))
        .chain(["Destroyed by", "Critical hits"])
        .collect();
    let plot = [line("Victory points", ""), line("Sub-plot", ""), el("p", &[], [tick(false), " achieved".into()])];
    [grid("form", &headings, rows), el("div", &[("class", "lines")], plot)].into()
}

/// The map on a page.
#[must_use]
pub fn map(seen: &Seen, paper: Paper) -> String {
    let view = ChartView::from_campaign(seen);
    let picture = el("div", &[("class", "map")], Html::drawn(chart::svg(&view)));
    sheet(&view.name, paper, [picture, void("br", &[])])
}
