//! A battle that was written down, played again.

use crate::battle;
use crate::battle::gothic::event::Event;
use crate::battle::gothic::state::{Battle, Phase};
use crate::battle::gothic::{self, Gothic};
use crate::notation::BattleFile;
use crate::table::side::Side;

/// When something happens in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The game turn.
    pub turn: u8,
    /// Whose turn it is.
    pub active: Side,
    /// The phase of it.
    pub phase: Phase,
}

impl Moment {
    /// The present of a battle.
    #[must_use]
    pub const fn of(battle: &Battle) -> Self {
        Self { turn: battle.turn, active: battle.active, phase: battle.phase }
    }
}

/// What is told a step: the answer, or none where the first turn is opened; when it was given, the battle after it, and
/// what came of it.
pub type Each<'a> = dyn FnMut(Option<&str>, Moment, &Battle, &[Event]) + 'a;

/// Plays a battle file again and tells each step. Gives the battle at its end.
///
/// # Errors
/// The answer that cannot be given, or that the dice do not come out even.
pub fn again(file: &BattleFile, each: &mut Each<'_>) -> Result<Battle, String> {
    let roster = &file.situation.roster;
    let mut battle = file.situation.battle;
    let mut dice = file.dice.again().map_err(|error| format!("the dice: {error}"))?;
    let mut events: Vec<Event> = Vec::new();
    if file.opens {
        let before = Moment::of(&battle);
        gothic::begin(&mut battle, roster, &mut *dice, &mut events)
            .map_err(|stop| format!("the opening of the first turn: {stop}"))?;
        each(None, before, &battle, &events);
    }
    let mut before = Moment::of(&battle);
    battle::replay::<Gothic, _>(&mut battle, roster, &file.actions, &mut *dice, |action, battle, events| {
        each(Some(action), before, battle, events);
        before = Moment::of(battle);
    })?;
    dice.finish().map_err(|error| format!("after the last answer: {error}"))?;
    Ok(battle)
}
