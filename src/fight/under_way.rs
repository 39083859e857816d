//! A battle that is kept as it is played: every answer and die is written down before anybody is told what came of it,
//! and played again from there when the battle is taken up.

use std::collections::VecDeque;
use std::fmt;

use super::Fight;
use super::stations::Stations;
use super::war::{Keep, People, captains};
use crate::battle::gothic::decisions::answer::{Answer, Stop};
use crate::battle::gothic::event::Event;
use crate::battle::gothic::state::Battle as Table;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::BattleId;
use crate::campaign::turn::BySide;
use crate::campaign::turn::report::{Fought, Role};
use crate::campaign::turn::under_way::{PERSON, Row};
use crate::dice::{Dice, DiceError, Kept, Pip, Roll, Source, Why};
use crate::notation::BattleFile;
use crate::table::side::Side;

/// Where rows are kept for good.
pub trait Keeper {
    /// Keeps rows after those that are kept already, all of them or none.
    ///
    /// # Errors
    /// Why they cannot be kept.
    fn keep(&mut self, rows: &[Row]) -> Result<(), String>;
}

/// Why a battle was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The rules, the dice or the engine refuse something.
    Refused(Refusals),
    /// Somebody does not go on.
    BrokenOff,
    /// What was kept does not lead on any more: rules or fleets are others than when it began.
    Strayed(String),
    /// An answer could not be kept.
    NotKept(String),
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusals) => refusals.fmt(f),
            Self::BrokenOff => f.write_str("the battle was broken off"),
            Self::Strayed(what) => write!(f, "what was kept of the battle does not lead on any more: {what}"),
            Self::NotKept(what) => write!(f, "the answer could not be kept: {what}"),
        }
    }
}

impl From<Refusals> for Halt {
    fn from(refusals: Refusals) -> Self {
        Self::Refused(refusals)
    }
}

impl From<Halt> for Refusals {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Refused(refusals) => refusals,
            other @ (Halt::BrokenOff | Halt::Strayed(_) | Halt::NotKept(_)) => Refusal::plain(other.to_string()).into(),
        }
    }
}

/// The dice and the answers of a battle: those that are kept first, then new ones, which are kept.
pub struct Diary<'a> {
    dice: &'a mut dyn Dice,
    keeper: Option<&'a mut dyn Keeper>,
    /// People type the dice in: each roll is kept at once, after the answer that asks for it.
    typed: bool,
    /// The dice follow from a text, and are drawn again beside those that are kept.
    drawn: bool,
    kept: VecDeque<Row>,
    /// How many of them are played again.
    again: usize,
    fresh: Vec<Row>,
    rolls: Vec<Roll>,
    source: Source,
    /// The text gives other dice than those that fell.
    otherwise: bool,
}

impl<'a> Diary<'a> {
    /// Dice of a battle that is fought in one go: nothing is kept on the way.
    pub fn loose(dice: &'a mut dyn Dice) -> Self {
        let source = dice.source();
        Self {
            dice,
            keeper: None,
            typed: false,
            drawn: false,
            kept: VecDeque::new(),
            again: 0,
            fresh: Vec::new(),
            rolls: Vec::new(),
            source,
            otherwise: false,
        }
    }

    /// A battle that goes on after `kept`.
    pub fn kept(kept: Vec<Row>, keeper: &'a mut dyn Keeper, dice: &'a mut dyn Dice, drawn: bool) -> Self {
        let typed = dice.source() == Source::Typed;
        Self { keeper: Some(keeper), typed, drawn, kept: kept.into(), ..Self::loose(dice) }
    }

    /// Whether nothing is kept on the way.
    pub(super) const fn is_loose(&self) -> bool {
        self.keeper.is_none()
    }

    /// Every roll so far.
    pub(super) fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    fn next(&mut self) -> Option<Row> {
        let row = self.kept.pop_front();
        self.again += usize::from(row.is_some());
        row
    }

    /// That the row played last does not fit.
    pub(super) fn strayed(&self, what: impl fmt::Display) -> Halt {
        Halt::Strayed(format!("row {}, {what}", self.again))
    }

    /// Why the battle does not go on after something that the engine did not do.
    pub(super) fn stopped(&self, stop: Stop) -> Halt {
        match stop {
            Stop::Dice(DiceError::NotTyped { .. }) if !self.is_loose() => Halt::BrokenOff,
            Stop::Dice(DiceError::NotKept { what }) => Halt::NotKept(what),
            Stop::Dice(DiceError::OtherPurpose { due, .. }) if self.otherwise => {
                self.strayed(format!("\"{due}\": this `seed:` gives other dice than those that fell"))
            }
            Stop::Dice(error @ DiceError::OtherPurpose { .. }) if !self.is_loose() => self.strayed(error),
            other @ (Stop::Refused(_) | Stop::Dice(_) | Stop::Outgrown(_)) => Halt::Refused(other.into()),
        }
    }

    /// Keeps what is new.
    pub(super) fn flush(&mut self) -> Result<(), Halt> {
        let Some(keeper) = self.keeper.as_mut().filter(|_| !self.fresh.is_empty()) else { return Ok(()) };
        keeper.keep(&self.fresh).map_err(Halt::NotKept)?;
        self.fresh.clear();
        Ok(())
    }

    /// Something that must be as it is kept, or is kept now, before anybody is asked.
    fn stands(&mut self, row: Row) -> Result<(), Halt> {
        match self.next() {
            None => {
                self.fresh.push(row);
                self.flush()
            }
            Some(kept) if kept == row => Ok(()),
            Some(kept) => Err(self.strayed(format!("`{}` was kept, and `{}` would be due", told(&kept), told(&row)))),
        }
    }

    /// The fleets as programs deploy them.
    pub(super) fn begun(&mut self, digest: impl Fn() -> String) -> Result<(), Halt> {
        match self.kept.front() {
            _ if self.is_loose() => Ok(()),
            Some(Row::Begun { digest: kept }) if *kept != digest() => {
                Err(self.strayed("ships or table are not those that it began with"))
            }
            Some(_) | None => self.stands(Row::Begun { digest: digest() }),
        }
    }

    /// A side is asked: all that has happened is kept before it hears of it.
    pub(super) fn due(&mut self, side: Role, turn: u8, digest: impl FnOnce() -> String) -> Result<(), Halt> {
        if self.is_loose() { Ok(()) } else { self.stands(Row::Due { side, turn, digest: digest() }) }
    }

    /// Whether a side deployed by orders that are kept.
    pub(super) fn deploys(&self, role: Role) -> bool {
        matches!(self.kept.front(), Some(Row::Due { side, turn: 0, .. }) if *side == role)
    }

    /// Gives the orders again that a side gave; whether it had done.
    pub(super) fn orders(
        &mut self,
        role: Role,
        mut order: impl FnMut(&str) -> Result<(), String>,
    ) -> Result<bool, Halt> {
        while let Some(row) = self.next() {
            match row {
                Row::Order { side, order: line } if side == role => {
                    order(&line).map_err(|why| self.strayed(format!("`{line}`: {why}")))?;
                }
                Row::Deployed { side } if side == role => return Ok(true),
                other @ (Row::Begun { .. }
                | Row::Due { .. }
                | Row::Order { .. }
                | Row::Deployed { .. }
                | Row::Answer { .. }
                | Row::Rolled { .. }) => {
                    return Err(self.strayed(format!("`{}` in the middle of a deployment", told(&other))));
                }
            }
        }
        Ok(false)
    }

    /// Keeps an order of a side.
    pub(super) fn order(&mut self, side: Role, line: &str) -> Result<(), Halt> {
        if self.is_loose() {
            return Ok(());
        }
        self.fresh.push(Row::Order { side, order: line.trim().to_owned() });
        self.flush()
    }

    /// A side has deployed.
    pub(super) fn deployed(&mut self, side: Role) {
        if !self.is_loose() {
            self.fresh.push(Row::Deployed { side });
        }
    }

    /// The answer that is kept, if one is.
    pub(super) fn answered(&mut self) -> Result<Option<String>, Halt> {
        match self.next() {
            None => Ok(None),
            Some(Row::Answer { answer }) => Ok(Some(answer)),
            Some(other) => Err(self.strayed(format!("`{}` in place of an answer", told(&other)))),
        }
    }

    /// A new answer. It is kept with its dice, or before the first that somebody types in.
    pub(super) fn answer(&mut self, answer: String) {
        self.fresh.push(Row::Answer { answer });
    }

    /// The new answer was refused.
    pub(super) fn take_back(&mut self) {
        self.fresh.pop_if(|row| matches!(row, Row::Answer { .. }));
    }

    /// A roll that is kept; a text gives the same again.
    fn given_back(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<Option<Roll>, DiceError> {
        let Some(row) = self.next() else { return Ok(None) };
        let purpose = why.to_string();
        let roll = match row {
            Row::Rolled { roll } if roll.purpose == purpose && roll.faces.len() == faces.len() => roll,
            other @ (Row::Begun { .. }
            | Row::Due { .. }
            | Row::Order { .. }
            | Row::Deployed { .. }
            | Row::Answer { .. }
            | Row::Rolled { .. }) => return Err(DiceError::OtherPurpose { due: purpose, recorded: told(&other) }),
        };
        if self.drawn {
            self.dice.roll(why, faces)?;
            if *faces != *roll.faces {
                self.otherwise = true;
                return Err(DiceError::OtherPurpose { due: purpose.clone(), recorded: purpose });
            }
        }
        faces.copy_from_slice(&roll.faces);
        Ok(Some(roll))
    }
}

impl Dice for Diary<'_> {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        if faces.is_empty() {
            return Ok(());
        }
        let not_kept = |halt: Halt| DiceError::NotKept { what: halt.to_string() };
        let roll = match self.given_back(why, faces)? {
            Some(roll) => roll,
            None => {
                if self.typed {
                    self.flush().map_err(not_kept)?;
                }
                self.dice.roll(why, faces)?;
                let (purpose, source) = (why.to_string(), self.dice.source());
                let roll = Roll { purpose, faces: faces.to_vec(), source, mark: None };
                if !self.is_loose() {
                    self.fresh.push(Row::Rolled { roll: roll.clone() });
                }
                if self.typed {
                    self.flush().map_err(not_kept)?;
                }
                roll
            }
        };
        self.source = roll.source;
        self.rolls.push(roll);
        Ok(())
    }

    fn source(&self) -> Source {
        self.source
    }

    fn finish(&mut self) -> Result<(), DiceError> {
        self.dice.finish()
    }
}

/// Plays what was kept of a battle again, as far as it goes.
pub(super) fn again(fight: &Fight, id: BattleId, ranks: &BySide<String>, rows: &[Row]) -> Result<(), String> {
    let plays = ranks.both().map(|rank| rank == PERSON);
    let (mut nobody, mut none) = (Gone { plays }, NoMore);
    let mut nowhere = Nowhere;
    let mut diary = Diary::kept(rows.to_vec(), &mut nowhere, &mut none, false);
    let played = fight.play(&mut diary, &mut captains(id, ranks), &mut nobody);
    let left = diary.kept.len();
    match played {
        Ok(_) | Err(Halt::BrokenOff) if left == 0 => Ok(()),
        Ok(_) | Err(Halt::BrokenOff) => Err(format!("nothing asks for the last {left} rows")),
        Err(Halt::Strayed(what)) => Err(what),
        Err(halt) => Err(halt.to_string()),
    }
}

/// Nobody who answered is there any more.
struct Gone {
    plays: [bool; 2],
}

impl People for Gone {
    fn plays(&self, side: Side) -> bool {
        self.plays[side as usize]
    }

    fn deploy(&mut self, _: &mut Stations<'_>, _: &mut Keep<'_>) -> Result<(), Halt> {
        Err(Halt::BrokenOff)
    }

    fn answer(&mut self, _: &Table, _: &[Event], _: Option<&str>) -> Option<Answer> {
        None
    }
}

/// No die falls any more.
struct NoMore;

impl Dice for NoMore {
    fn roll(&mut self, why: Why<'_>, _: &mut [Pip]) -> Result<(), DiceError> {
        Err(DiceError::NotTyped { purpose: why.to_string() })
    }

    fn source(&self) -> Source {
        Source::List
    }
}

/// What follows is nobody's to keep.
struct Nowhere;

impl Keeper for Nowhere {
    fn keep(&mut self, _: &[Row]) -> Result<(), String> {
        Ok(())
    }
}

/// A row in a few words.
fn told(row: &Row) -> String {
    match row {
        Row::Begun { digest } => format!("fleets {}", short(digest)),
        Row::Due { side, turn, digest } => format!("the {side} is asked in turn {turn}, table {}", short(digest)),
        Row::Order { side, order } => format!("the {side} orders {order}"),
        Row::Deployed { side } => format!("the {side} has deployed"),
        Row::Answer { answer } => answer.clone(),
        Row::Rolled { roll } => roll.purpose.clone(),
    }
}

fn short(digest: &str) -> &str {
    digest.get(..8).unwrap_or(digest)
}

/// What a record says otherwise than the rows that were kept while the battle was under way.
pub(super) fn otherwise(rows: &[Row], file: &BattleFile, fought: &Fought) -> Option<String> {
    let mut deployed: BySide<Vec<&str>> = BySide::default();
    let (mut answers, mut rolls) = (Vec::new(), Vec::new());
    for row in rows {
        match row {
            // The orders before it came to nothing.
            Row::Order { side, order } if order.eq_ignore_ascii_case("usual") => deployed.of_mut(*side).clear(),
            Row::Order { side, order } => deployed.of_mut(*side).push(order),
            Row::Answer { answer } => answers.push(answer.clone()),
            Row::Rolled { roll } => rolls.push(roll.clone()),
            Row::Begun { .. } | Row::Due { .. } | Row::Deployed { .. } => {}
        }
    }
    if let Some(role) =
        [Role::Attacker, Role::Defender].into_iter().find(|role| deployed.of(*role) != fought.deployed.of(*role))
    {
        return Some(format!("the {role} deployed otherwise"));
    }
    let dice: Vec<String> = Kept::Rolls(rolls).lines().collect();
    let recorded: Vec<String> = file.dice.lines().collect();
    for (what, kept, said) in [("answer", &answers, &file.actions), ("roll", &dice, &recorded)] {
        if let Some(at) = (0..kept.len().max(said.len())).find(|at| kept.get(*at) != said.get(*at)) {
            let [kept, said] = [kept, said].map(|list| list.get(at).map_or("nothing", String::as_str));
            return Some(format!("{what} {} is `{said}`, and `{kept}` was kept", at + 1));
        }
    }
    None
}
