//! A player at the terminal in a battle of the engine: his formation, his deployment and his answers.

use std::collections::VecDeque;

use crate::battle::answer::Answer;
use crate::battle::event::Event;
use crate::battle::state::{Battle as Table, Side};
use crate::battle::{choice, wording};
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::turn::set_up::Formation;
use crate::cli::play;
use crate::cli::session::Session;
use crate::fight::Fight;
use crate::fight::stations::{HELP, Post, Stations};
use crate::fight::war::{People, broken_off};
use crate::report::listing::{Listing, words};

/// Who sits at the terminal, and what was written down beforehand.
pub(super) struct AtTerminal<'a, 's> {
    pub(super) session: &'a mut Session<'s>,
    pub(super) fight: &'a Fight,
    /// The sides that he plays.
    pub(super) plays: [bool; 2],
    /// Lines of the files that say where a side deploys.
    pub(super) orders: [Option<VecDeque<String>>; 2],
}

impl People for AtTerminal<'_, '_> {
    fn plays(&self, side: Side) -> bool {
        self.plays[side as usize]
    }

    fn deploys(&self, side: Side) -> bool {
        self.plays(side) || self.orders[side as usize].is_some()
    }

    fn deploy(&mut self, stations: &mut Stations<'_>) -> Result<(), Refusals> {
        if !stations.any() && !stations.chooses_turn() {
            return Ok(());
        }
        if let Some(lines) = self.orders[stations.side() as usize].take() {
            return from_file(stations, lines);
        }
        self.at_the_table(stations)
    }

    fn answer(&mut self, battle: &Table, events: &[Event], refused: Option<&str>) -> Option<Answer> {
        for event in events {
            let _ = self.session.print(&event.tell(&self.fight.roster));
        }
        if let Some(why) = refused {
            self.session.status(&format!("refused: {why}"));
        }
        asked(self.session, self.fight, battle)
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

/// Carries out everything that was written down; every line that cannot be read, and then everything that is wrong.
fn from_file(stations: &mut Stations<'_>, lines: VecDeque<String>) -> Result<(), Refusals> {
    let mut wrong = Vec::new();
    for (number, line) in (1..).zip(lines) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() || line == "done" {
            continue;
        }
        if let Err(why) = stations.order(line) {
            wrong.push(Refusal::plain(format!("line {number}: {why}")));
        }
    }
    wrong.extend(stations.faults());
    if wrong.is_empty() { Ok(()) } else { Err(Refusals(wrong)) }
}

impl AtTerminal<'_, '_> {
    /// Shows the table and takes orders until the player is content and the rules are.
    fn at_the_table(&mut self, stations: &mut Stations<'_>) -> Result<(), Refusals> {
        for line in stations.told() {
            self.session.status(&line);
        }
        self.places(stations);
        loop {
            let name = &self.fight.roster.sides[stations.side() as usize];
            let question = format!("{name} deploys (help, places, done)\n> ");
            let Some(line) = self.session.ask(&question) else { return Err(broken_off()) };
            match line.trim() {
                "quit" => return Err(broken_off()),
                "help" | "?" => self.session.status(HELP),
                "places" => self.places(stations),
                "" | "done" => {
                    let faults = stations.faults();
                    if faults.is_empty() {
                        return Ok(());
                    }
                    for fault in faults {
                        self.session.status(&format!("refused: {fault}"));
                    }
                }
                line => {
                    if let Err(why) = stations.order(line) {
                        self.session.status(&format!("refused: {why}"));
                    }
                }
            }
        }
    }

    /// Who is where, both sides.
    fn places(&mut self, stations: &Stations<'_>) {
        for (own, posts) in [(false, stations.enemies()), (true, stations.posts())] {
            let side = if own { stations.side() } else { stations.side().other() };
            self.session.status(&format!("{}:", self.fight.roster.sides[side as usize]));
            let listing = Listing::new(
                posts.iter().collect::<Vec<&Post>>(),
                &[
                    words("unit", &|post| post.unit.clone()),
                    words("class", &|post| post.class.clone()),
                    words("place", &|post| post.place.clone()),
                ],
            );
            self.session.status(&listing.table(self.session.io.style));
        }
    }
}

/// Asks at the terminal until an answer can be read; an empty line is the usual one.
fn asked(session: &mut Session<'_>, fight: &Fight, battle: &Table) -> Option<Answer> {
    loop {
        let due = wording::due(&fight.roster, &battle.pending());
        let line = session.ask(&format!("{due}\n> "))?;
        match line.as_str() {
            "quit" => return None,
            "" | "usual" => return choice::usual(battle, &fight.roster),
            "help" | "?" => session.status(play::HELP),
            line => match wording::measure(battle, &fight.roster, line) {
                Some(Ok(told) | Err(told)) => session.status(&told),
                None => match wording::read(battle, &fight.roster, line) {
                    Ok(answer) => return Some(answer),
                    Err(why) => session.status(&format!("refused: {why}")),
                },
            },
        }
    }
}
