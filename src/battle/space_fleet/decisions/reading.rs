//! Reads an answer as a player writes it.

use super::answer::{Answer, Berth, Decision, Target};
use crate::battle::space_fleet::cards::Card;
use crate::battle::space_fleet::state::agenda::Question;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, Facing, Leg, Mover, ShipId, Turret};
use crate::table::fixed_list::FixedList;
use crate::table::geometry::{Heading, Length, Point};
use crate::text::did_you_mean;

type Read<T> = Result<T, String>;

/// Looks names up in one battle.
struct Reader<'a> {
    battle: &'a Battle,
    roster: &'a Roster,
}

/// Reads an answer to what is due.
///
/// # Errors
/// What could not be understood.
pub fn read(battle: &Battle, roster: &Roster, text: &str) -> Read<Answer> {
    let reader = Reader { battle, roster };
    let text = text.trim();
    match text {
        "done" => return Ok(Answer::Done),
        "yes" => return Ok(Answer::Yes),
        "no" => return Ok(Answer::No),
        "let go" => return Ok(Answer::LetGo),
        "keep" => return Ok(Answer::Keep),
        "tear" => return Ok(Answer::Tear),
        _ => {}
    }
    if let Decision::Asked(_, question) = battle.pending()
        && let Some(answer) = reader.to_question(question, text)?
    {
        return Ok(answer);
    }
    if let Some(rest) = text.strip_prefix("reform ") {
        return reader.reform(rest);
    }
    if let Some(rest) = text.strip_prefix("play ") {
        return reader.play(rest);
    }
    if let Some(rest) = text.strip_prefix("discard ") {
        let mut cards = FixedList::new();
        for word in rest.split(',') {
            cards.push(card(word.trim())?).map_err(|_| "there are not so many cards".to_owned())?;
        }
        return Ok(Answer::Discard(cards));
    }
    let (who, what) = text.split_once(": ").ok_or_else(|| format!("`{text}` is not understood: WHO: WHAT, or done"))?;
    reader.order(who.trim(), what.trim())
}

fn card(word: &str) -> Read<Card> {
    Card::from_word(word).ok_or_else(|| {
        let hint = did_you_mean(word, Card::ALL.iter().map(|card| card.word()));
        format!("there is no card \"{word}\"{hint}")
    })
}

fn number<T: std::str::FromStr>(word: &str, what: &str) -> Read<T> {
    word.trim().parse().map_err(|_| format!("\"{word}\" is not {what}"))
}

fn degrees(word: &str) -> Read<Heading> {
    let value: u16 = number(word, "a heading")?;
    if value < 360 { Ok(Heading::new(i32::from(value))) } else { Err(format!("a heading is 0 to 359, not {value}")) }
}

fn length(word: &str) -> Read<Length> {
    let found: Length =
        word.parse().map_err(|_| format!("\"{word}\" is not a length in inches with at most three decimals"))?;
    if found < Length::ZERO || found > Leg::LONGEST {
        return Err(format!("\"{word}\" is no way that a ship can go"));
    }
    Ok(found)
}

/// One of the two numbers of a place.
fn coordinate(word: &str) -> Read<Length> {
    word.parse().map_err(|_| format!("\"{word}\" is not a length in inches with at most three decimals"))
}

/// Legs in words.
fn legs<const N: usize>(text: &str) -> Read<FixedList<Leg, N>> {
    let mut found = FixedList::new();
    if text.trim() == "stay" {
        return Ok(found);
    }
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let leg = match word {
            "ahead" => Leg::ahead(length(words.next().ok_or("ahead by how much?")?)?),
            "left" | "right" => {
                let by = match words.peek().and_then(|word| word.parse::<i32>().ok()) {
                    Some(by) => {
                        words.next();
                        by
                    }
                    None => 45,
                };
                if by != 45 && by != 90 {
                    return Err(format!("a turn is 45 or 90 degrees, not {by}"));
                }
                Leg::turn(if word == "left" { -by } else { by })
            }
            _ => return Err(format!("\"{word}\" is no part of a move: ahead N, left, right, left 90, right 90, stay")),
        };
        found.push(leg).map_err(|full| format!("a move has {} parts at most", full.most))?;
    }
    Ok(found)
}

impl Reader<'_> {
    fn ship(&self, name: &str) -> Read<ShipId> {
        self.roster.find(self.battle, name.trim()).ok_or_else(|| {
            let names: Vec<String> = self.battle.ids().map(|id| self.roster.name(id).into_owned()).collect();
            format!(
                "there is no ship \"{}\"{}",
                name.trim(),
                did_you_mean(name.trim(), names.iter().map(String::as_str))
            )
        })
    }

    /// A ship whose name begins a text, longest name first, and the rest.
    fn leading<'t>(&self, text: &'t str) -> Read<(ShipId, &'t str)> {
        let mut best: Option<(usize, ShipId)> = None;
        for id in self.battle.ids() {
            let name = self.roster.name(id);
            let fits = text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(&name))
                && text[name.len()..].chars().next().is_none_or(|next| next == ' ' || next == ',');
            if fits && best.is_none_or(|(long, _)| name.len() > long) {
                best = Some((name.len(), id));
            }
        }
        let (long, id) = best.ok_or_else(|| format!("\"{text}\" does not begin with the name of a ship"))?;
        Ok((id, text[long..].trim()))
    }

    /// A weapon that begins a text, by what it is called on that ship.
    fn system<'t>(&self, id: ShipId, text: &'t str) -> Option<(u8, &'t str)> {
        let class = self.roster.class(self.battle, id);
        (0..class.systems.len()).find_map(|system| {
            let numbered = format!("system {}", system + 1);
            let rest = text.strip_prefix(class.system_name(system)).or_else(|| text.strip_prefix(numbered.as_str()))?;
            rest.strip_prefix(' ').map(|rest| (system as u8, rest.strip_prefix("at ").unwrap_or(rest)))
        })
    }

    fn order(&self, who: &str, what: &str) -> Read<Answer> {
        if let Some(target) = what.strip_prefix("board ") {
            let mut boarders = FixedList::new();
            for name in who.split(',') {
                boarders.push(self.ship(name)?).map_err(|full| format!("{} ships board at most", full.most))?;
            }
            return Ok(Answer::Board(self.ship(target)?, boarders));
        }
        if what == "hold fire" {
            return self.squadron(who).map(Answer::HoldFire);
        }
        if let Some(swarm) = who.strip_prefix("swarm ").filter(|_| what == "done") {
            return self.squadron(swarm).map(Answer::FinishSwarm);
        }
        if let Some(id) = self.roster.find(self.battle, who)
            && let Some(answer) = self.ship_order(id, what)?
        {
            return Ok(answer);
        }
        if matches!(self.battle.pending(), Decision::Swarm(_)) {
            if what == "done" {
                return self.squadron(who).map(Answer::FinishSwarm);
            }
            return Ok(Answer::Steer(Mover { ship: self.ship(who)?, legs: legs(what)? }));
        }
        self.moving(who, what)
    }

    fn squadron(&self, name: &str) -> Read<crate::battle::space_fleet::state::SquadronId> {
        let found = self.roster.find_squadron(self.battle, name);
        let found = found.or_else(|| self.roster.find(self.battle, name).map(|id| self.battle.ship(id).squadron));
        found.ok_or_else(|| format!("there is no squadron \"{name}\""))
    }

    /// Orders that begin with one ship's name.
    fn ship_order(&self, id: ShipId, what: &str) -> Read<Option<Answer>> {
        let swarm = matches!(self.battle.pending(), Decision::Swarm(_));
        let answer = match what {
            "shield on" => Answer::Shield(id, true),
            "shield off" => Answer::Shield(id, false),
            "gunnery crews" => Answer::Gunnery(id),
            "repair" => Answer::Repair(id),
            "explode" => Answer::Explode(id),
            "wait" => Answer::Finish(id),
            "done" if swarm => Answer::Finish(id),
            _ => {
                if let Some(megatons) = what.strip_prefix("jettison ") {
                    Answer::Jettison(id, number(megatons, "a number of megatons")?)
                } else if let Some(to) = what.strip_prefix("turret ") {
                    Answer::Turn(
                        id,
                        Turret::from_word(to)
                            .ok_or_else(|| format!("a turret points left, front or right, not {to}"))?,
                    )
                } else if let Some(target) = what.strip_prefix("claw ") {
                    Answer::Claw(id, self.ship(target)?)
                } else if let Some(heading) = what.strip_prefix("drift ") {
                    Answer::Drift(id, degrees(heading)?)
                } else if let Some((system, at)) = self.system(id, what) {
                    self.attack(id, system, at, swarm)?
                } else {
                    return Ok(None);
                }
            }
        };
        Ok(Some(answer))
    }

    /// What an attack is aimed at: a rock, one ship, or shares of a broadside.
    fn attack(&self, id: ShipId, system: u8, at: &str, swarm: bool) -> Read<Answer> {
        if let Some(rock) = at.strip_prefix("asteroid ") {
            let rock: u8 = number(rock, "an asteroid")?;
            return Ok(Answer::Fire(id, system, Target::Asteroid(rock.saturating_sub(1))));
        }
        let (target, rest) = self.leading(at)?;
        if swarm {
            let times = if rest.is_empty() { 1 } else { number(rest, "a number of attacks")? };
            return Ok(Answer::Strike(id, system, target, times));
        }
        if rest.is_empty() {
            return Ok(Answer::Fire(id, system, Target::Ship(target)));
        }
        let mut shares = FixedList::new();
        for part in at.split(',') {
            let (target, dice) = self.leading(part.trim())?;
            let dice: u8 = number(dice, "a number of dice")?;
            shares
                .push((target, dice))
                .map_err(|full| format!("a broadside is divided among {} at most", full.most))?;
        }
        Ok(Answer::Split(id, system, shares))
    }

    /// A squadron's move: `Alpha: Agrippa ahead 4; Tonnant ahead 4`, or one ship's: `Agrippa: ahead 4`.
    fn moving(&self, who: &str, what: &str) -> Read<Answer> {
        let squadron = self.squadron(who)?;
        let mut movers = FixedList::new();
        if what == "stay" {
            return Ok(Answer::Move(squadron, movers));
        }
        let full = |_| "a squadron has not so many ships".to_owned();
        let alone = self.roster.find(self.battle, who);
        if let Some(ship) = alone
            && let Ok(found) = legs(what)
        {
            movers.push(Mover { ship, legs: found }).map_err(full)?;
            return Ok(Answer::Move(squadron, movers));
        }
        for part in what.split(';') {
            let (ship, rest) = match self.leading(part.trim()) {
                Ok(found) => found,
                Err(problem) => return Err(legs::<26>(what).err().filter(|_| alone.is_some()).unwrap_or(problem)),
            };
            movers.push(Mover { ship, legs: legs(rest)? }).map_err(full)?;
        }
        Ok(Answer::Move(squadron, movers))
    }

    fn reform(&self, text: &str) -> Read<Answer> {
        let (who, what) = text.split_once(": ").ok_or("reform SQUADRON: SHIP to X Y heading N; SHIP heading N")?;
        let squadron = self.squadron(who.trim())?;
        let mut berths = FixedList::new();
        for part in what.split(';') {
            let (ship, rest) = self.leading(part.trim())?;
            let mut berth = Berth { ship, at: None, heading: None };
            let mut words = rest.split_whitespace();
            while let Some(word) = words.next() {
                let mut next = || words.next().ok_or_else(|| format!("{word} what?"));
                match word {
                    "to" => berth.at = Some(Point { x: coordinate(next()?)?, y: coordinate(next()?)? }),
                    "heading" => berth.heading = Some(degrees(next()?)?),
                    _ => return Err(format!("\"{word}\" is no part of reforming: to X Y, heading N")),
                }
            }
            berths.push(berth).map_err(|_| "a squadron has not so many ships".to_owned())?;
        }
        Ok(Answer::Reform(squadron, berths))
    }

    fn play(&self, text: &str) -> Read<Answer> {
        let Some((word, on)) = text.split_once(" on ") else { return card(text).map(Answer::Play) };
        let card = card(word)?;
        if let Some((vessel, target)) = on.split_once(" against ") {
            return Ok(Answer::PlayBoard(card, self.ship(vessel)?, self.ship(target)?));
        }
        if matches!(card, Card::Swarm1 | Card::Swarm2 | Card::Swarm3 | Card::Swarm4) {
            return self.squadron(on).map(|squadron| Answer::PlayOnSwarm(card, squadron));
        }
        let (vessel, rest) = self.leading(on)?;
        let rest = rest.strip_prefix("row ").unwrap_or(rest);
        let row = if rest.is_empty() { 0 } else { number(rest, "a row")? };
        Ok(Answer::PlayOn(card, vessel, row))
    }

    /// Answers that only a question takes.
    fn to_question(&self, question: Question, text: &str) -> Read<Option<Answer>> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(Some(match (question, words.as_slice()) {
            (Question::Row { .. }, ["row", row]) => Answer::Row(number(row, "a row")?),
            (Question::Dodge { .. }, ["shift", heading]) => Answer::Shift(degrees(heading)?),
            (Question::Which(_), ["critical", row]) => Answer::Critical(number(row, "a row")?),
            (Question::Counter(_), ["counter-attack", ..]) => {
                Answer::Counter(self.ship(text.trim_start_matches("counter-attack"))?)
            }
            (Question::Place { .. }, [_, ..]) => self.shields(text)?,
            (Question::Creep(_), [_, ..]) => {
                let found = legs::<3>(text)?;
                creep(&found).ok_or("a slow move is up to 2 ahead, then one turn")?
            }
            (Question::Spawn(_), [class]) => {
                let at = self.roster.classes.iter().position(|known| known.id == *class);
                Answer::Spawn(at.ok_or_else(|| format!("there is no class \"{class}\""))? as u8)
            }
            (Question::SpawnAt { .. }, ["at", x, y, "heading", heading]) => {
                Answer::SpawnAt(Point { x: coordinate(x)?, y: coordinate(y)? }, degrees(heading)?)
            }
            _ => return Ok(None),
        }))
    }

    fn shields(&self, text: &str) -> Read<Answer> {
        let mut given = [0; 4];
        for part in text.split(',') {
            let (facing, shields) = part.trim().split_once(' ').ok_or("FACING N, such as front 3, left 2")?;
            let at = Facing::from_word(facing)
                .ok_or_else(|| format!("\"{facing}\" is no facing: front, left, right, rear"))?;
            given[at as usize] = number(shields, "a number of shields")?;
        }
        debug_assert!(self.battle.ships.len() < 200);
        Ok(Answer::Shields(given))
    }
}

fn creep(legs: &[Leg]) -> Option<Answer> {
    use crate::battle::space_fleet::state::answers_under_way::Step;
    match legs.iter().map(|leg| leg.step()).collect::<Vec<_>>().as_slice() {
        [] => Some(Answer::Creep(Length::ZERO, 0)),
        [Step::Ahead(by)] => Some(Answer::Creep(*by, 0)),
        [Step::Turn(turn)] => Some(Answer::Creep(Length::ZERO, *turn)),
        [Step::Ahead(by), Step::Turn(turn)] => Some(Answer::Creep(*by, *turn)),
        // Judged by the rules: one turn, at the end.
        [Step::Ahead(by), Step::Turn(one), Step::Turn(two)] => {
            Some(Answer::Creep(*by, if one + two == 0 { 90 } else { one + two }))
        }
        _ => None,
    }
}
