//! Maps as data, made by the generator, and drawn.

use std::collections::BTreeSet;

use renown::campaign::chart::{Chart, WorldType};
use renown::campaign::generate::{SYSTEMS, generate, least_distance_squared};
use renown::catalog::maps::{Maps, load, write};
use renown::report::chart::{ChartView, OwnerView, svg, text};
use renown::report::style::Style;
use unicode_width::UnicodeWidthStr as _;

/// Splitmix64: even picks from a seed.
fn picks(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((mixed ^ (mixed >> 31)) % u64::from(below)).expect("below a u32")
    }
}

fn generated(systems: u32, seed: u64) -> Chart {
    generate(systems, "Test Reach", &mut picks(seed))
}

type Point = (i64, i64);

fn place(chart: &Chart, id: &str) -> Point {
    let system = chart.systems.iter().find(|system| system.id == id).expect("the id of a system");
    (system.x.into(), system.y.into())
}

fn turn(o: Point, a: Point, b: Point) -> i64 {
    ((a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)).signum()
}

/// Panics if two channels cross or one passes within `clear` of a third system.
fn assert_planar(chart: &Chart, clear: i64) {
    for (index, (a, b)) in chart.channels.iter().enumerate() {
        let (from, to) = (place(chart, a), place(chart, b));
        for (c, d) in &chart.channels[..index] {
            if BTreeSet::from([a, b, c, d]).len() == 4 {
                let (c_at, d_at) = (place(chart, c), place(chart, d));
                let apart = turn(from, to, c_at) * turn(from, to, d_at) > 0
                    || turn(c_at, d_at, from) * turn(c_at, d_at, to) > 0;
                assert!(apart, "{}: {a} to {b} crosses {c} to {d}", chart.id);
            }
        }
        for third in chart.systems.iter().filter(|system| system.id != *a && system.id != *b) {
            let at = place(chart, &third.id);
            let (along, away) = ((to.0 - from.0, to.1 - from.1), (at.0 - from.0, at.1 - from.1));
            let length = along.0 * along.0 + along.1 * along.1;
            let dot = along.0 * away.0 + along.1 * away.1;
            let cross = along.0 * away.1 - along.1 * away.0;
            let beside = (0..=length).contains(&dot);
            let far = cross * cross >= clear * clear * length;
            assert!(!beside || far, "{}: {a} to {b} passes near {}", chart.id, third.id);
        }
    }
}

fn number(chart: &Chart, kinds: &[WorldType]) -> usize {
    chart.systems.iter().filter(|system| kinds.contains(&system.kind)).count()
}

#[test]
fn every_built_in_map_can_be_played_and_drawn() {
    use WorldType::{Agri, Civilised, Mining, Uninhabited};
    let maps = Maps::embedded();
    assert!(maps.ids().count() >= 6);
    for chart in maps.all() {
        assert!((6..=25).contains(&chart.systems.len()), "{}", chart.id);
        assert!(chart.note.starts_with("A house map: the printed warp channels are not known."), "{}", chart.id);
        assert_planar(chart, 50);
        // MAP-06
        let inhabited = chart.systems.len() - number(chart, &[Uninhabited]);
        assert!(2 * number(chart, &[Agri, Civilised, Mining]) >= inhabited, "{}", chart.id);
        assert!(7 * number(chart, &[Uninhabited]) <= chart.systems.len(), "{}", chart.id);
        assert_eq!(load(&chart.id, &write(chart)).as_ref(), Ok(chart));
    }
    let port_maw = maps.get("port-maw").expect("a built-in map");
    let doubled: Vec<&str> = port_maw.systems.iter().filter(|s| s.port_maw).map(|s| s.name.as_str()).collect();
    assert_eq!(doubled, ["Port Maw"]);
    assert_eq!(maps.get("port_maw"), None);
    assert_eq!(maps.hint("port_maw"), "; did you mean \"port-maw\"?");
}

#[test]
fn a_broken_map_has_all_its_problems_listed_with_their_lines() {
    let problems = load("maps/broken.toml", include_str!("../maps/broken.toml")).expect_err("it is broken");
    let listed: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(listed.join("\n") + "\n", include_str!("../maps/broken.txt"));
}

#[test]
fn a_map_of_three_systems_is_too_small() {
    let mut chart = generated(4, 1);
    let gone = chart.systems.pop().expect("four systems").id;
    chart.channels.retain(|(a, b)| *a != gone && *b != gone);
    let problems = load("maps/three.toml", &write(&chart)).expect_err("three are too few");
    assert_eq!(problems[0].to_string(), "maps/three.toml:1: the map has 3 systems, but a campaign needs 4");
}

#[test]
fn a_generated_map_of_any_size_is_valid_and_comes_out_the_same_again() {
    use WorldType::{Agri, Civilised, Forge, Hive, Mining, Uninhabited};
    for systems in SYSTEMS {
        for seed in 0..6 {
            let chart = generated(systems, seed);
            assert_eq!(chart, generated(systems, seed));
            let written = write(&chart);
            assert_eq!(load("maps/test-reach.toml", &written), Ok(chart.clone()), "{systems} {seed}\n{written}");

            let least = i64::from(least_distance_squared(systems));
            for (index, a) in chart.systems.iter().enumerate() {
                for b in &chart.systems[..index] {
                    let (a, b) = (place(&chart, &a.id), place(&chart, &b.id));
                    assert!((a.0 - b.0).pow(2) + (a.1 - b.1).pow(2) >= least, "{systems} {seed}");
                }
            }
            // The least distance is never under 56, so a channel keeps at least half of it from others.
            assert_planar(&chart, 28);

            let size = chart.systems.len();
            let ends = |id: &str| chart.channels.iter().filter(|(a, b)| a == id || b == id).count();
            let degrees: Vec<usize> = chart.systems.iter().map(|system| ends(&system.id)).collect();
            assert!(degrees.iter().all(|degree| (1..=5).contains(degree)), "{systems} {seed}: {degrees:?}");
            let pleasant = degrees.iter().filter(|degree| (2..=4).contains(*degree)).count();
            assert!(systems < 10 || 10 * pleasant >= 7 * size, "{systems} {seed}: {degrees:?}");

            assert!(systems < 6 || number(&chart, &[Hive, Forge]) >= 1, "{systems} {seed}");
            assert!(100 * number(&chart, &[Uninhabited]) <= 15 * size, "{systems} {seed}");
            assert!(2 * number(&chart, &[Agri, Civilised, Mining]) >= size, "{systems} {seed}");
            let fortresses = chart.systems.iter().filter(|system| system.blackstone).count();
            assert_eq!(fortresses, if systems < 10 { 0 } else { (size + 6) / 12 });
        }
    }
    assert_ne!(generated(12, 1).systems, generated(12, 2).systems);
}

const PLAIN: Style = Style { unicode: true, colour: false, width: 80 };

/// A view with owners, homes and a base, as the arbitrator sees it.
fn owned(chart: &Chart, owners: usize) -> ChartView {
    let mut view = ChartView::from_chart(chart);
    view.owners = (0..owners).map(|index| OwnerView { name: format!("Admiral {index}") }).collect();
    for (index, system) in view.systems.iter_mut().enumerate() {
        system.owner = (index % 3 != 2).then_some(index % owners);
        system.home = (index < owners).then_some(index);
        system.base = (index == 2).then_some(0);
    }
    view
}

#[test]
fn the_text_drawing_names_every_system_once_and_keeps_to_the_width() {
    let mut charts: Vec<Chart> = Maps::embedded().all().cloned().collect();
    charts.extend([4, 20, 40, 60].map(|systems| generated(systems, 7)));
    for chart in &charts {
        for width in [60, 80, 100, 160, 200] {
            for (unicode, owners) in [(true, 3), (false, 14)] {
                let mut view = owned(chart, owners);
                view.note = None;
                let drawn = text(&view, Style { unicode, width, ..PLAIN });
                assert!(drawn.lines().all(|line| line.width() <= usize::from(width.min(160))), "{drawn}");
                let words = drawn.replace(['(', ')'], " ");
                for system in &chart.systems {
                    let times = words.matches(&system.name).count();
                    let within = chart.systems.iter().filter(|other| other.name.contains(&system.name)).count();
                    let in_title = usize::from(chart.name.contains(&system.name));
                    let on_legend = usize::from(system.port_maw);
                    assert_eq!(times, within + in_title + on_legend, "{} at {width}\n{drawn}", system.name);
                }
                assert!(unicode || drawn.is_ascii(), "{drawn}");
                assert!(!drawn.contains('\u{1b}'));
            }
        }
    }
}

#[test]
fn the_text_drawing_of_a_small_map() {
    let mut view = owned(Maps::embedded().get("athena").expect("a built-in map"), 2);
    view.note = None;
    let style = Style { unicode: false, width: 60, ..PLAIN };
    assert_eq!(text(&view, style), include_str!("../maps/athena.txt"));
    let coloured = text(&view, Style { colour: true, ..style });
    let coloured = renown::text::drawn(&coloured);
    assert!(coloured.contains("\u{1b}[36m[C]a^\u{1b}[0m"), "{coloured}");
    assert!(coloured.contains("\u{1b}[33mb Admiral 1 (2)\u{1b}[0m"), "{coloured}");
}

#[test]
fn many_systems_on_one_spot_still_have_a_number_each() {
    let mut view = ChartView::from_chart(&generated(60, 3));
    let letters = ('a'..='h').flat_map(|first| ('a'..='h').map(move |second| (first, second)));
    for (system, (first, second)) in view.systems.iter_mut().zip(letters) {
        (system.x, system.y) = (500, 500);
        system.name = format!("World {first}{second}");
    }
    let drawn = text(&view, Style { width: 60, ..PLAIN });
    let (_, drawn) = drawn.split_once("\n\n").expect("a title");
    let (drawing, legend) = drawn.split_once("Key ").expect("a legend");
    for (number, system) in (1..).zip(&view.systems) {
        let in_full = drawing.matches(&system.name).count();
        let number = format!("{number:02}");
        let alone = drawing.split_whitespace().filter(|word| **word == number).count();
        let explained = legend.matches(&format!("{number} {}", system.name)).count();
        assert!(matches!((in_full, alone, explained), (1, 0, 0) | (0, 1, 1)), "{}\n{drawn}", system.name);
    }
    assert_well_formed(&svg(&view));
    view.systems.clear();
    assert!(text(&view, PLAIN).starts_with("Test Reach: 0 systems"));
    assert_well_formed(&svg(&view));
}

const HOSTILE: [&str; 8] = [
    "<script>alert('x')</script>",
    "\"quoted\" & 'more' ]]>",
    "🚀🛰️👩‍🚀 Star",
    "\u{202e}נגב אופל",
    "\u{1b}[31mred\u{0}\n\u{ffff}",
    "絶対零度星系",
    "A name far too long for any drawing whatever its width, and then some more of it to be quite sure of that",
    "",
];

#[test]
fn hostile_names_do_no_harm() {
    let mut view = owned(&generated(8, 5), 3);
    for (system, name) in view.systems.iter_mut().zip(HOSTILE) {
        name.clone_into(&mut system.name);
        name.clone_into(&mut system.id);
    }
    HOSTILE[0].clone_into(&mut view.name);
    view.note = Some(HOSTILE[1].to_owned());
    for (owner, name) in view.owners.iter_mut().zip([HOSTILE[0], HOSTILE[4], HOSTILE[6]]) {
        name.clone_into(&mut owner.name);
    }
    let drawing = svg(&view);
    assert_well_formed(&drawing);
    assert!(!drawing.contains("<script"));
    assert!(drawing.contains("&lt;script&gt;"));
    assert!(drawing.contains("נגב אופל"));
    let drawn = text(&view, PLAIN);
    assert!(drawn.lines().all(|line| line.width() <= 80), "{drawn}");
    assert!(drawn.chars().all(|character| character == '\n' || !character.is_control()), "{drawn}");
    assert!(drawn.contains("絶対零度星系"), "{drawn}");
}

#[test]
fn the_svg_of_every_map_is_well_formed_and_stable() {
    for chart in Maps::embedded().all() {
        for view in [ChartView::from_chart(chart), owned(chart, 14)] {
            let drawing = svg(&view);
            assert_eq!(drawing, svg(&view));
            assert_well_formed(&drawing);
            for system in &chart.systems {
                let group = format!("<g id=\"system-{}\">\n<title>", system.id);
                assert_eq!(drawing.matches(&group).count(), 1, "{}", system.id);
            }
            assert_eq!(drawing.matches("<line ").count(), chart.channels.len());
            assert!(!drawing.contains("href"));
        }
    }
}

#[test]
fn a_view_is_plain_json() {
    let view = owned(Maps::embedded().get("athena").expect("a built-in map"), 1);
    let json = serde_json::to_value(&view).expect("a view is plain data");
    assert_eq!(json["systems"][0]["type"], "civilised world");
    assert_eq!(json["systems"][2].get("owner"), None);
    assert_eq!(json["channels"][0], serde_json::json!([0, 2]));
}

/// Panics unless tags balance, attributes are quoted once each, ids are unique and every `&` begins an entity.
fn assert_well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut ids = BTreeSet::new();
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        assert_text(&rest[..start]);
        assert!(!open.is_empty() || rest[..start].trim().is_empty(), "text outside the root");
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        let (body, closed) = tag.strip_suffix('/').map_or((tag, false), |body| (body, true));
        let (name, mut attributes) = body.split_once(' ').unwrap_or((body, ""));
        assert!(name.chars().all(|character| character.is_ascii_alphanumeric()), "{name}");
        let mut seen = BTreeSet::new();
        while let Some((key, after)) = attributes.split_once("=\"") {
            let (value, left) = after.split_once('"').expect("a value ends");
            assert_text(value);
            assert!(seen.insert(key.trim()), "{key} twice in {tag}");
            assert!(key.trim() != "id" || ids.insert(value.to_owned()), "id {value} twice");
            attributes = left;
        }
        assert_eq!(attributes.trim(), "", "{tag}");
        if !closed {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "left open: {open:?}");
}

fn assert_text(text: &str) {
    assert!(text.chars().all(|character| character == '\n' || !character.is_control()));
    for (at, _) in text.match_indices('&') {
        let entity = &text[at..];
        let known = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
        assert!(known.iter().any(|known| entity.starts_with(known)), "{entity}");
    }
}
