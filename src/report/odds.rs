//! The odds of an attack or of a test against Leadership, worked out exactly over all faces.
//!
//! Chances are fractions computed as floating-point numbers here, outside the engine: they are for reading, and no
//! battle depends on them. A test enumerates all faces through the engine and compares.
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts of hits are small, and bars are drawn to the nearest mark"
)]

use serde::Serialize;

use super::style::Style;
use crate::battle::criticals::{applies, extra_damage};
use crate::battle::profile::Profile;

/// Dice of one kind at one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Volley {
    /// How many.
    pub dice: u8,
    /// The number each needs.
    pub needed: u8,
}

/// An attack on one ship.
#[derive(Clone, Debug, Default)]
pub struct Attack {
    /// The dice.
    pub volleys: Vec<Volley>,
    /// Misses are rolled again (ORDER-10).
    pub lock_on: bool,
    /// Shields up.
    pub shields: u8,
    /// The target has the 4+ save (BRACE-04).
    pub braced: bool,
    /// The ship, with its hits left, when criticals and destruction are asked for.
    pub ship: Option<(Profile, u8)>,
}

/// Chances of 0, 1, 2… of something.
pub type Chances = Vec<f64>;

/// What an attack may do.
#[derive(Clone, Debug, Serialize)]
pub struct Odds {
    /// Hits scored.
    pub hits: Chances,
    /// Hits that get past shields and saves: damage before criticals.
    pub damage: Chances,
    /// Hits lost with criticals, when the ship is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<Chances>,
    /// That it ends crippled or worse.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crippled: Option<f64>,
    /// That it is brought to 0 hits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destroyed: Option<f64>,
}

/// Works out an attack.
#[must_use]
pub fn attack(attack: &Attack) -> Odds {
    let mut hits: Chances = vec![1.0];
    for volley in &attack.volleys {
        let one = f64::from(7_u8.saturating_sub(volley.needed.clamp(1, 7))) / 6.0;
        let one = if attack.lock_on { one + (1.0 - one) * one } else { one };
        for _ in 0..volley.dice {
            hits = plus(&hits, &[1.0 - one, one]);
        }
    }
    let shields = usize::from(attack.shields);
    let save = if attack.braced { 0.5 } else { 0.0 };
    let mut damage: Chances = vec![0.0; hits.len().saturating_sub(shields).max(1)];
    for (count, chance) in hits.iter().enumerate() {
        let through = count.saturating_sub(shields);
        let mut spread: Chances = vec![1.0];
        for _ in 0..through {
            spread = plus(&spread, &[save, 1.0 - save]);
        }
        for (taken, share) in spread.iter().enumerate() {
            damage[taken] += chance * share;
        }
    }
    let mut odds = Odds { hits, damage, lost: None, crippled: None, destroyed: None };
    if let Some((profile, left)) = &attack.ship {
        let states = wear(profile, *left, &odds.damage);
        let full = usize::from(profile.hits);
        let at = |hits: usize| states.iter().map(|branch| branch[hits]).sum::<f64>();
        odds.lost = Some((0..=usize::from(*left)).map(|lost| at(usize::from(*left) - lost)).collect());
        odds.crippled = Some((0..=usize::from(*left)).filter(|hits| 2 * (full - hits) >= full).map(at).sum());
        odds.destroyed = Some(at(0));
    }
    odds
}

/// The sum of two independent numbers.
fn plus(a: &[f64], b: &[f64]) -> Chances {
    let mut sum = vec![0.0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            sum[i + j] += x * y;
        }
    }
    sum
}

/// Chances by hits left, one list for each combination of bridge smashed (1) and shields collapsed (2).
type States = [Chances; 4];

/// What damage points, each with its die for a critical, make of a ship (CRIT-01 to CRIT-14).
fn wear(profile: &Profile, left: u8, damage: &[f64]) -> States {
    let size = usize::from(left) + 1;
    let mut now: States = std::array::from_fn(|_| vec![0.0; size]);
    now[0][usize::from(left)] = 1.0;
    let mut end: States = std::array::from_fn(|_| vec![0.0; size]);
    for chance in damage {
        for (total, part) in end.iter_mut().zip(&now) {
            for (sum, value) in total.iter_mut().zip(part) {
                *sum += chance * value;
            }
        }
        now = point(profile, &now);
    }
    end
}

/// One more point of damage.
fn point(profile: &Profile, now: &States) -> States {
    let mut next: States = std::array::from_fn(|_| vec![0.0; now[0].len()]);
    for (mark, branch) in now.iter().enumerate() {
        for (hits, chance) in branch.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            if hits <= 1 {
                next[mark][0] += chance;
                continue;
            }
            let hits = hits - 1;
            let critical = f64::from(7 - profile.critical_on) / 6.0;
            next[mark][hits] += chance * (1.0 - critical);
            let escort = profile.size == crate::battle::profile::Size::Escort;
            for rolled in 2..=12_u8 {
                let chance = chance * critical * f64::from(6 - rolled.abs_diff(7)) / 36.0;
                if escort {
                    next[mark][0] += chance;
                    continue;
                }
                let (bridge, shields) = (mark & 1 != 0, mark & 2 != 0);
                let result = (rolled..=12).find(|result| applies(profile, bridge, shields, *result)).unwrap_or(12);
                let after = match result {
                    9 => mark | 1,
                    10 => mark | 2,
                    _ => mark,
                };
                let extras = extra_damage(profile.criticals, result);
                for extra in extras {
                    next[after][hits.saturating_sub(usize::from(*extra))] += chance / extras.len() as f64;
                }
            }
        }
    }
    next
}

/// The chance to pass a test on so many dice, 11 and more failing, with or without a re-roll (LEAD-03, LEAD-09).
#[must_use]
pub fn test(leadership: u8, dice: u8, reroll: bool) -> f64 {
    let mut totals: Chances = vec![1.0];
    for _ in 0..dice {
        totals = plus(&totals, &[0.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0]);
    }
    let once: f64 = totals.iter().take(usize::from(leadership.min(10)) + 1).sum();
    if reroll { once + (1.0 - once) * once } else { once }
}

/// A list of chances as a small picture.
#[must_use]
pub fn picture(title: &str, chances: &[f64], style: Style) -> String {
    let mean: f64 = chances.iter().enumerate().map(|(count, chance)| count as f64 * chance).sum();
    let last = chances.iter().rposition(|chance| *chance >= 0.0005).unwrap_or(0);
    let mut lines = vec![format!("{title}, {mean:.2} on average")];
    for (count, chance) in chances.iter().take(last + 1).enumerate() {
        let bar = if style.unicode { "█" } else { "#" }.repeat((chance * 40.0).round().max(0.0) as usize);
        let line = format!("{count:>4} {:>6.1} %  {bar}", chance * 100.0);
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}

/// The odds of an attack for people.
#[must_use]
pub fn draw(odds: &Odds, style: Style) -> String {
    let mut parts = vec![picture("Hits", &odds.hits, style), picture("Damage", &odds.damage, style)];
    if let Some(lost) = &odds.lost {
        parts.push(picture("Hits lost, criticals included", lost, style));
    }
    if let (Some(crippled), Some(destroyed)) = (odds.crippled, odds.destroyed) {
        parts.push(format!("Crippled {:.1} %, of these destroyed {:.1} %", crippled * 100.0, destroyed * 100.0));
    }
    parts.join("\n\n")
}
