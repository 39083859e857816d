//! `renown odds`.

use super::error::CliError;
use super::session::{Result, Session};
use crate::battle::gothic::shooting::gunnery_table;
use crate::report::odds::{self, Attack, Volley};
use crate::ships::fitting::Fitting;
use crate::ships::profile::{Gun, Profile};
use crate::text::did_you_mean;

const HINT: &str = "such as `7 dice at 6+ with lock on against 2 shields, braced`, `firepower 10 in column 2 at 5+ against \
                    murder`, `4 lances against lunar with 5 hits`, `leadership 8 with a re-roll`";

pub(super) fn run(session: &mut Session<'_>, text: &str) -> Result<()> {
    let lower = text.to_lowercase().replace(',', " ");
    let words: Vec<&str> = lower.split_whitespace().collect();
    if let Some(place) = words.iter().position(|word| *word == "leadership") {
        return leadership(session, &words, place);
    }
    let attack = attack(session, &words)?;
    let odds = odds::attack(&attack);
    session.show(&odds, |style| odds::draw(&odds, style))
}

/// `leadership 8 on 3 dice with a re-roll`
fn leadership(session: &mut Session<'_>, words: &[&str], place: usize) -> Result<()> {
    let value = number(words.get(place + 1))?;
    let dice = match words.iter().position(|word| *word == "dice") {
        Some(at) => number(words.get(at.wrapping_sub(1)))?,
        None => 2,
    };
    if value > 10 || !(1..=3).contains(&dice) {
        return Err(CliError::new("Leadership is at most 10, tested on 1 to 3 dice (LEAD-15)").hint(HINT));
    }
    let reroll = words.contains(&"re-roll");
    let chance = odds::test(value, dice, reroll);
    session.show(&serde_json::json!({ "passed": chance }), |_| format!("Passed {:.1} %", chance * 100.0))
}

fn attack(session: &mut Session<'_>, words: &[&str]) -> Result<Attack> {
    let mut attack = Attack::default();
    let mut class = None;
    let (mut shields, mut hits) = (None, None);
    for (at, word) in words.iter().enumerate() {
        let before = || number(words.get(at.wrapping_sub(1)));
        match *word {
            "dice" | "die" => {
                attack.volleys.push(Volley { dice: before()?, needed: needed(&words[at..])?, gun: Gun::Battery });
            }
            "lance" | "lances" => attack.volleys.push(Volley { dice: before()?, needed: 4, gun: Gun::Lance }),
            "firepower" => {
                let column = words[at..].iter().position(|word| *word == "column");
                let column = number(column.and_then(|column| words.get(at + column + 1)))?;
                let dice = gunnery_table::dice(u16::from(number(words.get(at + 1))?), column);
                attack.volleys.push(Volley { dice, needed: needed(&words[at..])?, gun: Gun::Battery });
            }
            "lock" => attack.lock_on = true,
            "shield" | "shields" => shields = Some(before()?),
            "hit" | "hits" => hits = Some(before()?),
            "braced" => attack.braced = true,
            "against" if words.get(at + 1).is_some_and(|next| next.parse::<u8>().is_err()) => {
                class = words.get(at + 1).copied();
            }
            "at" | "on" | "in" | "with" | "and" | "column" | "against" | "left" | "shot" | "up" | "a" => {}
            word if word.trim_end_matches('+').parse::<u8>().is_ok() => {}
            word if Some(word) == class => {}
            word => return Err(CliError::usage(format!("\"{word}\" is not understood")).hint(HINT)),
        }
    }
    if attack.volleys.is_empty() {
        return Err(CliError::usage("no dice are rolled").hint(HINT));
    }
    let dice: u32 = attack.volleys.iter().map(|volley| u32::from(volley.dice)).sum();
    if dice > 120 {
        return Err(CliError::new(format!("{dice} dice are more than any fleet rolls at once: 120 at most")));
    }
    if let Some(id) = class {
        let profile = profile(session, id)?;
        let left = hits.unwrap_or(profile.hits).min(profile.hits);
        attack.ship = Some((profile, left));
    } else if hits.is_some() {
        return Err(CliError::usage("name the class as well: its criticals depend on its weapons").hint(HINT));
    }
    attack.shields = shields;
    Ok(attack)
}

fn profile(session: &mut Session<'_>, id: &str) -> Result<Profile> {
    let fleets = &session.catalog()?.fleets;
    let class = fleets.class(id).ok_or_else(|| {
        let near = did_you_mean(id, fleets.class_ids());
        CliError::new(format!("there is no class \"{id}\"{near}"))
    })?;
    Profile::of(class, &Fitting::default(), fleets).map_err(|reasons| CliError {
        messages: reasons.iter().map(|reason| format!("{}: {reason}", class.name)).collect(),
        hints: Vec::new(),
        usage: false,
    })
}

/// The number after the next `at`: `6+`.
fn needed(words: &[&str]) -> Result<u8> {
    let at = words.iter().position(|word| *word == "at").and_then(|at| words.get(at + 1));
    let needed = at.and_then(|word| word.trim_end_matches('+').parse().ok()).filter(|needed| (2..=6).contains(needed));
    needed.ok_or_else(|| CliError::usage("say what each die needs: `at 5+`").hint(HINT))
}

fn number(word: Option<&&str>) -> Result<u8> {
    let number = word.and_then(|word| word.parse().ok());
    number.ok_or_else(|| {
        let found = word.map_or("nothing", |word| word);
        CliError::usage(format!("a number is missing, not \"{found}\"")).hint(HINT)
    })
}
