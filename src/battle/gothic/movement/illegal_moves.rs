//! Why a move is not legal: its figures, put into words only where somebody reads them. Programs try many moves.

use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::state::ShipId;
use crate::battle::gothic::state::roster::Roster;
use crate::table::geometry::Length;

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::battle::gothic) enum Astray {
    /// A defence does not move.
    Stationary,
    /// Less than nothing ahead.
    Backwards,
    /// A blast marker that it does not leave.
    Trail,
    /// Out of low orbit in the turn in which it came.
    Climbs,
    /// No turn is left to it: the rule, and how it goes on.
    Turns(&'static str, &'static str),
    /// Under sail it turns before it moves.
    TurnsLate,
    /// So many degrees at most, not so many.
    TooWide(i32, i32),
    /// So far before a turn, not so far.
    TooSoon(Length, Length),
    /// A free turn by a ship that has been turned.
    Pushed,
    /// A free turn in the middle of a move.
    DrawnMidway,
    /// A free turn of so many degrees that no planet gives.
    NotDrawn(i32),
    /// So far at most, not so far; slowed by markers or not.
    TooFar(Length, Length, bool),
    /// Exactly so far.
    NotAllAhead(Length),
    /// So far at least, not so far.
    TooShort(Length, Length),
}

impl Astray {
    /// What a player is told.
    pub(in crate::battle::gothic) fn refusal(self, roster: &Roster, id: ShipId) -> Refusal {
        let name = &roster[id].name;
        let (rule, message) = match self {
            Self::Stationary => ("DEF-01", format!("{name} does not move: it may only stay")),
            Self::Backwards => ("MOVE-06", format!("{name} cannot move backwards")),
            Self::Trail => ("CHAOS-08", format!("{name} leaves no blast marker there")),
            Self::Climbs => ("ORBIT-12", format!("{name} has entered low orbit this turn and cannot leave it again")),
            Self::Turns(rule, why) => (rule, format!("{name} may not turn {why}")),
            Self::TurnsLate => ("MOVE-07", format!("{name} may turn only before it moves")),
            Self::TooWide(widest, degrees) => {
                ("MOVE-07", format!("{name} may turn {widest} degrees at most, not {degrees}"))
            }
            Self::TooSoon(before, since) => {
                ("MOVE-08", format!("{name} must move {before} cm before a turn, not {since}"))
            }
            Self::Pushed => ("TERRAIN-31", format!("{name} is turned by all ahead full and draws no further")),
            Self::DrawnMidway => {
                ("TERRAIN-31", format!("{name} may make a free turn only at the beginning and at the end of its move"))
            }
            Self::NotDrawn(degrees) => ("TERRAIN-31", format!("{name} has no free turn of {degrees} degrees there")),
            Self::TooFar(most, gone, slowed) => {
                let (rule, why) = if slowed { ("BLAST-13", " through blast markers") } else { ("MOVE-02", "") };
                (rule, format!("{name} may move {most} cm at most{why}, not {gone}"))
            }
            Self::NotAllAhead(most) => ("ORDER-04", format!("{name} must move exactly {most} cm on all ahead full")),
            Self::TooShort(least, gone) => ("MOVE-03", format!("{name} must move at least {least} cm, not {gone}")),
        };
        Refusal::new(rule, message)
    }
}
