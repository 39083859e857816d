//! A player at the terminal in a battle of the engine: his formation, his deployment and his answers.

use std::cell::RefCell;
use std::collections::VecDeque;

use crate::battle::gothic::decisions;
use crate::battle::gothic::decisions::answer::Answer;
use crate::battle::gothic::event::Event;
use crate::battle::gothic::state::Battle as Table;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::cli::bridge::Bridge;
use crate::cli::session::Session;
use crate::fight::Fight;
use crate::fight::stations::{HELP, Post, Stations};
use crate::fight::under_way::Halt;
use crate::fight::war::{Keep, People};
use crate::report::listing::{Listing, words};
use crate::scenario::party::Formation;
use crate::table::side::Side;

/// Who sits at the terminal, and what was written down beforehand.
pub(super) struct AtTerminal<'a, 's> {
    /// Whom dice are asked from, too.
    pub(super) session: &'a RefCell<&'a mut Session<'s>>,
    pub(super) fight: &'a Fight,
    /// The sides that he plays.
    pub(super) plays: [bool; 2],
    /// Lines of the files that say where a side deploys.
    pub(super) orders: [Option<VecDeque<String>>; 2],
    /// What was told of the battle so far.
    pub(super) story: Vec<String>,
}

impl People for AtTerminal<'_, '_> {
    fn plays(&self, side: Side) -> bool {
        self.plays[side as usize]
    }

    fn deploys(&self, side: Side) -> bool {
        self.plays(side) || self.orders[side as usize].is_some()
    }

    fn deploy(&mut self, stations: &mut Stations<'_>, keep: &mut Keep<'_>) -> Result<(), Halt> {
        let written = self.orders[stations.side() as usize].take();
        if !stations.any() && !stations.chooses_turn() {
            let name = &self.fight.roster.sides[stations.side() as usize];
            let said = written.is_some_and(|lines| lines.iter().any(|line| !line.trim().is_empty()));
            return if said {
                let refusal = Refusal::plain(format!("{name} deploys nothing in this battle"));
                Err(Refusals::from(refusal.hint("leave out --deploy")).into())
            } else {
                Ok(())
            };
        }
        if let Some(lines) = written {
            return from_file(stations, &lines)?.iter().try_for_each(|line| keep(line));
        }
        self.at_the_table(stations, keep)
    }

    fn heard(&mut self, events: &[Event]) {
        self.story.extend(events.iter().map(|event| event.tell(&self.fight.roster)));
    }

    fn answer(&mut self, battle: &Table, events: &[Event], refused: Option<&str>) -> Option<Answer> {
        let mut session = self.session.borrow_mut();
        for event in events {
            let told = event.tell(&self.fight.roster);
            let _ = session.say(&told);
            self.story.push(told);
        }
        if let Some(why) = refused {
            session.status(&format!("refused: {why}"));
        }
        asked(&mut session, self.fight, battle, &self.story)
    }
}

/// The formation of a side whose player sits at the terminal; `None` lets a die decide (SCEN-121).
pub(super) fn formation(session: &mut Session<'_>, name: &str) -> Option<Formation> {
    loop {
        let question = format!("{name} forms a sphere, a wedge or a cross; an empty line lets a die decide\n> ");
        let line = session.ask(&question)?;
        match Formation::from_word(line.trim()) {
            Some(formation) => return Some(formation),
            None if line.trim().is_empty() => return None,
            None => session.status(&format!("refused: \"{line}\" is no formation (SCEN-121)")),
        }
    }
}

/// Carries out everything that was written down; every line that cannot be read, and then everything that is wrong. The
/// lines that were orders come back.
fn from_file(stations: &mut Stations<'_>, lines: &VecDeque<String>) -> Result<Vec<String>, Refusals> {
    let (mut orders, mut wrong) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(lines) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() || line == "done" {
            continue;
        }
        match stations.order(line) {
            Ok(()) => orders.push(line.to_owned()),
            Err(why) => wrong.push(Refusal::plain(format!("line {number}: {why}"))),
        }
    }
    wrong.extend(stations.faults());
    if wrong.is_empty() { Ok(orders) } else { Err(Refusals(wrong)) }
}

impl AtTerminal<'_, '_> {
    /// Shows the table and takes orders until the player is content and the rules are.
    fn at_the_table(&mut self, stations: &mut Stations<'_>, keep: &mut Keep<'_>) -> Result<(), Halt> {
        let mut session = self.session.borrow_mut();
        for line in stations.told() {
            session.status(&line);
        }
        places(&mut session, self.fight, stations);
        loop {
            let name = &self.fight.roster.sides[stations.side() as usize];
            let question = format!("{name} deploys (help, places, done)\n> ");
            let line = session.line(&question).ok_or(Halt::BrokenOff)?;
            match line.trim() {
                "quit" => return Err(Halt::BrokenOff),
                "help" | "?" => session.status(HELP),
                "places" => places(&mut session, self.fight, stations),
                "" | "done" => {
                    let faults = stations.faults();
                    if faults.is_empty() {
                        return Ok(());
                    }
                    for fault in faults {
                        session.status(&format!("refused: {fault}"));
                    }
                }
                line => match stations.order(line) {
                    Ok(()) => keep(line)?,
                    Err(why) => session.status(&format!("refused: {why}")),
                },
            }
        }
    }
}

/// Who is where, both sides.
fn places(session: &mut Session<'_>, fight: &Fight, stations: &Stations<'_>) {
    for (own, posts) in [(false, stations.enemies()), (true, stations.posts())] {
        let side = if own { stations.side() } else { stations.side().other() };
        session.status(&format!("{}:", fight.roster.sides[side as usize]));
        let listing = Listing::new(
            posts.iter().collect::<Vec<&Post>>(),
            &[
                words("unit", &|post| post.unit.clone()),
                words("class", &|post| post.class.clone()),
                words("place", &|post| post.place.clone()),
            ],
        );
        session.status(&listing.table(session.io.style));
    }
}

/// Asks at the terminal until an answer can be read; an empty line is the usual one.
fn asked(session: &mut Session<'_>, fight: &Fight, battle: &Table, story: &[String]) -> Option<Answer> {
    let bridge = Bridge { roster: &fight.roster, battle, story };
    loop {
        let due = decisions::due(&fight.roster, &battle.pending());
        let line = session.line(&format!("{due}\n> "))?;
        match line.as_str() {
            "quit" => return None,
            "" | "usual" => return decisions::usual(battle, &fight.roster),
            line if bridge.shows(session, line) => {}
            line => match decisions::read(battle, &fight.roster, line) {
                Ok(answer) => return Some(answer),
                Err(why) => session.status(&format!("refused: {why}")),
            },
        }
    }
}
