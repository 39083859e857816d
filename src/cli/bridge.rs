//! What a player may ask for while he plays a battle at the terminal: the table, ships, targets, orders, the story, and
//! help with what is due. Nothing of it is an answer.

use super::session::Session;
use crate::battle::gothic::decisions;
use crate::battle::gothic::state::Battle;
use crate::battle::gothic::state::roster::Roster;
use crate::captain::hidden_from_view::seen;
use crate::report::table::{bridge, text};
use crate::table::side::Side;

/// What the terminal says about questions and answers.
const HELP: &str = "\
table        the table as a map           ships    all ships and their state
ship NAME    one ship and its targets     targets  who can be fired at, and odds
orders       special orders with chances  story    the last turns; `story all`
measure A B  also `measure A 60 40`       usual    or an empty line
end          nothing more in this phase   quit     stop; the battle is kept
Names may be shortened. Every kind of answer: `help answers`.";

/// Every form of answer.
const ANSWERS: &str = "\
Agrippa: lock on                               a special order
Agrippa: ahead 10, right 45, ahead 5           a move; `ahead` alone goes as far as it may, `stay` nowhere
Agrippa: port battery at Unclean, dorsal lance 2 at Iron Duke
Agrippa: all at Unclean · nova cannon at 60 40 · test
Agrippa: launch torpedoes heading 90           6 of them: `launch 6 torpedoes heading 90`
Agrippa: launch 2 fury, 2 starhawk · salvo 3: left 10 · wave 4: attack Unclean · recall
Agrippa: board Unclean · disengage · teleport Unclean · detonate · reveal
Agrippa: enter low orbit 1040 heading 180 · bearing 90 heading 45 (on leaving it)
yes · no · ram Unclean · repair fire, engine room · remove 1 4 · Agrippa takes it · at 60 40 heading 90
Agrippa: fire at field 2 · turn right 45 · fleet re-roll";

/// A battle as it stands, with what was told of it.
pub(super) struct Bridge<'a> {
    pub(super) roster: &'a Roster,
    pub(super) battle: &'a Battle,
    /// What has happened, line by line; a turn begins with its own line.
    pub(super) story: &'a [String],
}

impl Bridge<'_> {
    /// Shows what a line asks for; whether it asked for something.
    pub(super) fn shows(&self, session: &mut Session<'_>, line: &str) -> bool {
        let Some(side) = self.battle.pending().side() else { return false };
        let told = seen(self.battle, self.roster, side, |battle, roster| {
            Bridge { roster, battle, story: self.story }.told(session, side, line)
        });
        match told {
            Some(told) => {
                session.status(&told);
                true
            }
            None => false,
        }
    }

    fn told(&self, session: &Session<'_>, side: Side, line: &str) -> Option<String> {
        let (roster, battle, style) = (self.roster, self.battle, session.io.style);
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        Some(match (word.to_lowercase().as_str(), rest.trim()) {
            ("table" | "map", "") => text::map(roster, battle, style),
            ("ships", "") => bridge::ships(roster, battle, side, style),
            ("ship", name) if !name.is_empty() => match decisions::ship(roster, name) {
                Ok(id) => bridge::ship(roster, battle, id, style),
                Err(why) => why,
            },
            ("targets", "") => bridge::targets(roster, battle, side, style),
            ("orders", "") => bridge::orders(roster, battle, side, style),
            ("story", "all") => told_or_nothing(self.story),
            ("story", "") => told_or_nothing(self.last_turn()),
            ("help" | "?", "answers") => style.plain(ANSWERS),
            ("help" | "?", _) => style.plain(&self.help()),
            ("measure", _) => match decisions::measure(battle, roster, line)? {
                Ok(told) | Err(told) => told,
            },
            _ => return None,
        })
    }

    /// What happened since the last turn but one began.
    fn last_turn(&self) -> &[String] {
        let turns = (0..self.story.len()).rev().filter(|at| self.story[*at].starts_with("Turn "));
        let from = turns.take(2).last().unwrap_or(0);
        &self.story[from..]
    }

    /// Answers that the rules take now.
    fn help(&self) -> String {
        let examples = bridge::examples(self.roster, self.battle);
        let due = decisions::due(self.roster, &self.battle.pending());
        format!("{due}, for example:\n  {}\n\n{HELP}", examples.join("\n  "))
    }
}

fn told_or_nothing(lines: &[String]) -> String {
    if lines.is_empty() { "Nothing has happened yet.".to_owned() } else { lines.join("\n") }
}
