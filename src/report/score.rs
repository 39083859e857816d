//! The score of a battle in words: what decided it, the winner's first (SCEN-11, VP-20).

use crate::campaign::state::battle::Battle;
use crate::campaign::state::battle::report::Report;
use crate::campaign::state::battle::result::{BattleResult, Degree};
use crate::campaign::turn::BySide;
use crate::campaign::turn::report::Role;
use crate::campaign::turn::victory::Decided;
use crate::text::count;

/// The score, such as `221 to 45 victory points` or `2 transports through, 60 to 120 victory points`.
#[must_use]
pub fn score(battle: &Battle, report: &Report, result: &BattleResult) -> String {
    let first = result.winner.unwrap_or(Role::Attacker);
    let pair = |of: BySide<u32>| format!("{} to {}", of.of(first), of.of(first.other()));
    let points = &result.victory_points;
    let earned = match (points.attacker, points.defender) {
        (0, 0) => None,
        _ => Some(format!("{} victory points", pair(*points))),
    };
    let decided = match Decided::of(battle, report, result) {
        Decided::Points => None,
        Decided::Surrender => Some("by surrender".to_owned()),
        Decided::Damage(damage) => Some(format!("{} damage points", pair(damage))),
        Decided::Transports(halves) => Some(transports(halves)),
        Decided::Assault(total) => Some(format!("an assault total of {total}")),
        Decided::PlanetDestroyed => Some("the planet is destroyed".to_owned()),
        Decided::NoExterminators => Some("no Exterminator is left".to_owned()),
        Decided::Field => Some("the enemy fleet is gone".to_owned()),
        Decided::BaseDestroyed => Some("the base is destroyed".to_owned()),
    };
    match (decided, earned) {
        (None, None) => "no victory points on either side".to_owned(),
        (Some(only), None) | (None, Some(only)) => only,
        (Some(decided), Some(earned)) => format!("{decided}, {earned}"),
    }
}

fn transports(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 0) => "no transport through".to_owned(),
        (0, _) => "half a transport through".to_owned(),
        (whole, 0) => format!("{} through", count(whole, "transport")),
        (whole, _) => format!("{} and a half through", count(whole, "transport")),
    }
}

/// Who won and the score, for a line of a list: `Anna won, 221 to 45 victory points`.
#[must_use]
pub fn line(winner: Option<&str>, battle: &Battle, report: &Report, result: &BattleResult) -> String {
    let just = if result.degree == Degree::Marginal { " just" } else { "" };
    let won = winner.map_or_else(|| "a draw".to_owned(), |name| format!("{name} won{just}"));
    format!("{won}, {}", score(battle, report, result))
}

/// What a report would come to, for the player who makes it: what each side earns, then who wins and by what.
#[must_use]
pub fn preview(names: &BySide<String>, battle: &Battle, report: &Report, result: &BattleResult) -> Vec<String> {
    let mut lines = Vec::new();
    for role in [Role::Attacker, Role::Defender] {
        let earned: Vec<String> =
            result.account.of(role).iter().map(|line| format!("{} {}", line.what, line.points)).collect();
        let earned = if earned.is_empty() { String::new() } else { format!(": {}", earned.join(", ")) };
        let points = count(*result.victory_points.of(role), "victory point");
        lines.push(format!("{} earns {points}{earned}", names.of(role)));
    }
    for role in [Role::Attacker, Role::Defender] {
        let plot = battle.sides.as_ref().and_then(|sides| sides.of(role).plot.as_ref());
        let plot = plot.map_or_else(String::new, |plot| {
            let done = if *result.plots.of(role) { "achieved" } else { "failed" };
            format!(", {} {done}", plot.plot)
        });
        lines.push(format!("{}: {}{plot}", names.of(role), result.name(role)));
    }
    let field = result.field.map_or("nobody", |role| names.of(role));
    let winner = result.winner.map(|role| names.of(role).as_str());
    lines.push(format!("{}; {field} holds the field", line(winner, battle, report, result)));
    lines
}
