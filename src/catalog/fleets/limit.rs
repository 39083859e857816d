//! Reads selectors, limits and prices.

use crate::campaign::lists::{Bound, Counted, Limit, PerOthers, Price, Selector};
use crate::catalog::reader::{Node, Place};
use crate::ships::class::{People, ShipType};
use crate::text::did_you_mean;

use super::ledger::{Kind, Ledger};

/// Reads a list of selectors; `list` is the list whose sections may be named.
pub(super) fn read_selectors(
    node: &Node<'_>,
    key: &'static str,
    list: Option<&str>,
    ledger: &mut Ledger,
) -> Vec<Selector> {
    let placed = node.placed_texts(key);
    placed.into_iter().filter_map(|(text, place)| read_selector(node, key, &text, place, list, ledger)).collect()
}

fn read_selector(
    node: &Node<'_>,
    key: &'static str,
    text: &str,
    place: Place,
    list: Option<&str>,
    ledger: &mut Ledger,
) -> Option<Selector> {
    let (form, value) = text.split_once(':').unwrap_or((text, ""));
    let unknown = |what: &str, hint: String| {
        node.problem_at(key, format_args!("`{key}` holds \"{text}\", but {what}{hint}"));
        None
    };
    match (form, list) {
        ("section", Some(list)) => {
            ledger.name(Kind::Section, list, value, place);
            Some(Selector::Section(value.to_owned()))
        }
        ("section", None) => unknown("only a list has sections", String::new()),
        ("class", _) => {
            ledger.name(Kind::Class, "", value, place);
            Some(Selector::Class(value.to_owned()))
        }
        ("type", _) => ShipType::from_word(value).map(Selector::Type).or_else(|| {
            let hint = did_you_mean(value, ShipType::ALL.iter().map(|kind| kind.word()));
            unknown("there is no such type", hint)
        }),
        ("people", _) => People::from_word(value).map(Selector::People).or_else(|| {
            unknown("there is no such people", did_you_mean(value, People::ALL.iter().map(|people| people.word())))
        }),
        ("capital", _) if value.is_empty() => Some(Selector::Capital),
        _ => {
            let hint = did_you_mean(form, ["section", "class", "type", "people", "capital"]);
            unknown("a choice of ships is `section:`, `class:`, `type:`, `people:` or `capital`", hint)
        }
    }
}

/// Reads one `[[list.limit]]`.
pub(super) fn read_limit(node: &mut Node<'_>, list: &str, ledger: &mut Ledger) -> Option<Limit> {
    let says = node.text("says");
    node.call(format!("list \"{list}\": limit \"{says}\""));
    let of = read_selectors(node, "of", Some(list), ledger);
    if of.is_empty() && !node.has("of") {
        node.problem("`of` is missing");
    }
    let count = node.opt_word("count", &[Counted::Ships, Counted::Squadrons], |count| match count {
        Counted::Ships => "ships",
        Counted::Squadrons => "squadrons",
    });
    let bound = read_bound(node, list, ledger)?;
    Some(Limit { of, count: count.unwrap_or(Counted::Ships), bound, says })
}

fn read_bound(node: &Node<'_>, list: &str, ledger: &mut Ledger) -> Option<Bound> {
    let mut bounds = read_plain_bounds(node, list, ledger);
    bounds.extend(read_compound_bounds(node, list, ledger));
    if bounds.len() != 1 {
        node.problem(format_args!("a limit has exactly one bound, not {}", bounds.len()));
    }
    bounds.pop()
}

fn read_plain_bounds(node: &Node<'_>, list: &str, ledger: &mut Ledger) -> Vec<Bound> {
    let not_with = node.has("not_with").then(|| Bound::NotWith(read_selectors(node, "not_with", Some(list), ledger)));
    let commander =
        node.has("commander").then(|| Bound::Commander(ledger.names(node, "commander", Kind::Commander, list)));
    [
        node.opt_number("at_most").map(Bound::AtMost),
        node.opt_number("fleet_points").map(Bound::FleetPoints),
        node.opt_number("points_percent").map(Bound::PointsPercent),
        node.flag("hook_capacity").then_some(Bound::HookCapacity),
        not_with,
        commander,
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn read_compound_bounds(node: &Node<'_>, list: &str, ledger: &mut Ledger) -> Vec<Bound> {
    let bounds = [
        node.opt_table("at_most_up_to", |node| Bound::AtMostUpTo {
            count: node.number("count"),
            points: node.number("points"),
        }),
        node.opt_table("at_most_with", |node| Bound::AtMostWith {
            count: node.number("count"),
            others: read_selectors(node, "others", Some(list), ledger),
        }),
        node.opt_table("at_least", |node| Bound::AtLeast {
            count: node.number("count"),
            above_points: node.opt_number("above_points").unwrap_or_default(),
        }),
        node.opt_table("at_most_per", |node| Bound::AtMostPer(read_per_others(node, list, ledger))),
        node.opt_table("at_least_per", |node| Bound::AtLeastPer {
            count: node.number("count"),
            per: read_per(node),
            others: read_selectors(node, "others", Some(list), ledger),
        }),
        node.opt_table("at_most_per_points", |node| Bound::AtMostPerPoints {
            count: node.number("count"),
            points: node.number("points"),
            part: node.flag("part"),
            points_of: read_selectors(node, "points_of", Some(list), ledger),
        }),
        node.opt_table("at_most_per_commanders", |node| Bound::AtMostPerCommanders {
            count: node.number("count"),
            per: read_per(node),
            kinds: ledger.names(node, "kinds", Kind::Commander, list),
        }),
        node.opt_table("options_percent", |node| Bound::OptionsPercent {
            percent: node.number("percent"),
            options: node.texts("options"),
        }),
    ];
    bounds.into_iter().flatten().collect()
}

fn read_per_others(node: &Node<'_>, list: &str, ledger: &mut Ledger) -> PerOthers {
    PerOthers {
        count: node.number("count"),
        per: read_per(node),
        others: read_selectors(node, "others", Some(list), ledger),
        fewer: node.flag("fewer"),
        free_without: node.flag("free_without"),
        plus: node.opt_number("plus").unwrap_or_default(),
        plus_with: ledger.names(node, "plus_with", Kind::Commander, list),
    }
}

/// Reads the size of a group, which cannot be 0.
pub(super) fn read_per(node: &Node<'_>) -> u32 {
    let per = node.number("per");
    if per == 0 && node.has("per") {
        node.problem_at("per", "`per` is 0, but a group needs at least 1");
    }
    per
}

/// Reads the price of an upgrade.
pub(super) fn read_price(node: &Node<'_>) -> Price {
    let price = node.opt_table("price", |price| {
        let types = price.number_map("by_type");
        let by_type = price.has("by_type").then(|| {
            let known = types.iter().filter_map(|(word, points)| {
                let found = ShipType::from_word(word);
                if found.is_none() {
                    let hint = did_you_mean(word, ShipType::ALL.iter().map(|kind| kind.word()));
                    price.problem_at("by_type", format_args!("there is no type \"{word}\"{hint}"));
                }
                Some((found?, *points))
            });
            Price::ByType(known.collect())
        });
        let mut prices: Vec<Price> = [
            price.opt_number("flat").map(Price::Flat),
            price.opt_number("per_ship").map(Price::PerShip),
            price.opt_number("per_launch_bay").map(Price::PerLaunchBay),
            by_type,
        ]
        .into_iter()
        .flatten()
        .collect();
        if prices.len() != 1 {
            price.problem(format_args!("a price has exactly one form, not {}", prices.len()));
        }
        prices.pop()
    });
    if price.is_none() && !node.has("price") {
        node.problem("`price` is missing");
    }
    price.flatten().unwrap_or(Price::Flat(0))
}
