//! A battle to step through: a picture for each phase in which something happened, with the ways of ships and ordnance.
//! Without a script all pictures stand one below the other.

use std::collections::BTreeMap;

use super::html::{Html, document, el, list};
use crate::battle::event::Event;
use crate::battle::ordnance::FlightId;
use crate::battle::profile::Roster;
use crate::battle::state::{Battle, Phase, ShipId, Side};
use crate::battle::{self, wording};
use crate::catalog::situation::BattleFile;
use crate::dice::{Dice as _, Listed};
use crate::report::table::{self, Scene, Track};

/// One picture and what is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The game turn.
    pub turn: u8,
    /// What it shows.
    pub title: String,
    /// What happened, in order.
    pub told: Vec<String>,
    /// The picture.
    pub svg: String,
}

/// Draws frames while a battle is played.
pub struct Recorder<'a> {
    roster: &'a Roster,
    frames: Vec<Frame>,
    ships: BTreeMap<ShipId, Track>,
    flights: BTreeMap<FlightId, Track>,
    told: Vec<String>,
}

impl<'a> Recorder<'a> {
    /// Begins with the table as it is.
    #[must_use]
    pub fn new(roster: &'a Roster, battle: &Battle) -> Self {
        let mut recorder =
            Self { roster, frames: Vec::new(), ships: BTreeMap::new(), flights: BTreeMap::new(), told: Vec::new() };
        recorder.draw(battle, battle.turn, "At the start".to_owned());
        recorder.begin_tracks(battle);
        recorder
    }

    /// Notes an action: what came of it, and where everything is now.
    pub fn note(&mut self, before: &Battle, after: &Battle, events: &[Event]) {
        for event in events {
            if let Event::Moved(ship, _, at, _) = event
                && let Some(track) = self.ships.get_mut(ship)
                && track.points.last() != Some(at)
            {
                track.points.push(*at);
            }
            if !matches!(event, Event::Turn(..) | Event::Phase(..)) {
                self.told.push(event.tell(self.roster));
            }
        }
        self.follow(after);
        if moment(before) != moment(after) {
            self.end_phase(before, after);
        }
    }

    /// The frames, with what happened since the last phase ended.
    #[must_use]
    pub fn finish(mut self, battle: &Battle) -> Vec<Frame> {
        self.end_phase(battle, battle);
        self.frames
    }

    fn end_phase(&mut self, before: &Battle, after: &Battle) {
        if !self.told.is_empty() {
            let title =
                format!("Turn {}, {}: {}", before.turn, self.roster.sides[before.active as usize], before.phase);
            self.draw(after, before.turn, title);
        }
        if (before.turn, before.active) != (after.turn, after.active) {
            self.begin_tracks(after);
        }
    }

    fn draw(&mut self, battle: &Battle, turn: u8, title: String) {
        let tracks: Vec<Track> =
            self.ships.values().chain(self.flights.values()).filter(|track| track.points.len() > 1).cloned().collect();
        let svg = table::scene(self.roster, battle, Scene { title: Some(&title), tracks: &tracks });
        self.frames.push(Frame { turn, title, told: std::mem::take(&mut self.told), svg });
    }

    /// A new player turn: everything starts where it stands.
    fn begin_tracks(&mut self, battle: &Battle) {
        self.ships.clear();
        self.flights.clear();
        self.follow(battle);
    }

    fn follow(&mut self, battle: &Battle) {
        for (id, ship) in battle.all().filter(|(_, ship)| ship.present()) {
            let track =
                self.ships.entry(id).or_insert_with(|| Track { side: ship.side, ordnance: false, points: Vec::new() });
            if track.points.last() != Some(&ship.at) {
                track.points.push(ship.at);
            }
        }
        for flight in battle.flights.iter().filter(|flight| flight.aboard.is_none()) {
            let track = self.flights.entry(flight.id).or_insert_with(|| Track {
                side: flight.side,
                ordnance: true,
                points: Vec::new(),
            });
            if track.points.last() != Some(&flight.at) {
                track.points.push(flight.at);
            }
        }
    }
}

/// What is told a step: the action, the battle before and after it, and what came of it.
pub type Each<'a> = dyn FnMut(&str, &Battle, &Battle, &[Event]) + 'a;

/// Plays a battle file again and tells each step.
///
/// # Errors
/// When an action cannot be taken, or the dice do not come out even.
pub fn again(file: &BattleFile, each: &mut Each<'_>) -> Result<(), String> {
    let roster = &file.situation.roster;
    let mut battle = file.situation.battle;
    let mut dice = Listed::parse(&file.dice).map_err(|error| format!("`dice`: {error}"))?;
    for (number, action) in (1..).zip(&file.actions) {
        let failed = |why: String| format!("action {number}, `{action}`: {why}");
        let given = wording::read(&battle, roster, action).map_err(failed)?;
        let mut events: Vec<Event> = Vec::new();
        let before = battle;
        battle::answer(&mut battle, roster, &given, &mut dice, &mut events).map_err(|stop| failed(stop.to_string()))?;
        each(action, &before, &battle, &events);
    }
    dice.finish().map_err(|error| error.to_string())
}

/// The frames of a battle file.
///
/// # Errors
/// As [`again`].
pub fn frames(file: &BattleFile) -> Result<Vec<Frame>, String> {
    let mut last = file.situation.battle;
    let mut recorder = Recorder::new(&file.situation.roster, &last);
    again(file, &mut |_, before, after, events| {
        recorder.note(before, after, events);
        last = *after;
    })?;
    Ok(recorder.finish(&last))
}

const fn moment(battle: &Battle) -> (u8, Side, Phase) {
    (battle.turn, battle.active, battle.phase)
}

/// The frames with buttons to step through them; the buttons appear where scripts run.
#[must_use]
pub fn component(frames: &[Frame]) -> Html {
    let button =
        |attribute: &'static str, by: &str, words: &str| el("button", &[("type", "button"), (attribute, by)], words);
    let bar = el(
        "div",
        &[("class", "steps"), ("hidden", "hidden"), ("role", "group"), ("aria-label", "Steps")],
        [
            button("data-turn", "-1", "Turn back"),
            button("data-step", "-1", "Back"),
            el("output", &[("aria-live", "polite")], ""),
            button("data-step", "1", "Forward"),
            button("data-turn", "1", "Turn forward"),
        ],
    );
    let frames = (1..).zip(frames).map(|(number, frame): (usize, &Frame)| {
        let id = format!("frame-{number}");
        let turn = frame.turn.to_string();
        let figure = el("figure", &[], Html::drawn(frame.svg.clone()));
        let told = list(frame.told.iter().map(Html::from));
        let head = el("h2", &[], &frame.title);
        el("section", &[("class", "frame"), ("id", &id), ("data-turn", &turn)], [head, figure, told])
    });
    let frames = el("div", &[("class", "frames")], frames.collect::<Html>());
    let script = Html::drawn(format!("<script>{}</script>", include_str!("replay.js")));
    el("div", &[("class", "replay")], [bar, frames, script])
}

/// A page of its own that needs no other file.
#[must_use]
pub fn page(title: &str, frames: &[Frame]) -> String {
    let style = Html::drawn(format!("<style>{}</style>", include_str!("style.css")));
    let main = el("main", &[("id", "main")], [el("h1", &[], title), component(frames)]);
    document(title, style, main)
}
