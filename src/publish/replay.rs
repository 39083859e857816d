//! A battle to step through: a picture for each phase in which something happened, with the ways of ships and ordnance.
//! Without a script all pictures stand one below the other.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::cores::on_all_cores;
use super::html::{Html, document, el, escape, name};
use super::{Picture, replay_page};
use crate::battle::gothic::event::Event;
use crate::battle::gothic::state::ordnance::FlightId;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, ShipId};
use crate::campaign::command::Command;
use crate::campaign::state::BattleId;
use crate::catalog::Catalog;
use crate::fight::replay::{self, Moment};
use crate::notation;
use crate::notation::BattleFile;
use crate::report::table::Track;
use crate::report::table::film::Stage;
use crate::store::Recorded;

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

/// A battle with everything that is drawn of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The sides by name.
    pub sides: [String; 2],
    /// What the pictures share.
    pub stage: Stage,
    /// The pictures, in order.
    pub frames: Vec<Frame>,
}

/// Draws frames while a battle is played.
pub struct Recorder<'a> {
    roster: &'a Roster,
    stage: Stage,
    frames: Vec<Frame>,
    ships: BTreeMap<ShipId, Track>,
    flights: BTreeMap<FlightId, Track>,
    told: Vec<String>,
}

impl<'a> Recorder<'a> {
    /// Begins with the table as it is.
    #[must_use]
    pub fn new(roster: &'a Roster, battle: &Battle) -> Self {
        let mut recorder = Self {
            roster,
            stage: Stage::new(roster, battle),
            frames: Vec::new(),
            ships: BTreeMap::new(),
            flights: BTreeMap::new(),
            told: Vec::new(),
        };
        recorder.draw(battle, battle.turn, "At the start".to_owned());
        recorder.begin_tracks(battle);
        recorder
    }

    /// Notes an action: what came of it, and where everything is now.
    pub fn note(&mut self, before: Moment, after: &Battle, events: &[Event]) {
        for event in events {
            if let Event::Moved(ship, _, at, _) = event
                && let Some(track) = self.ships.get_mut(ship)
                && track.points.last() != Some(at)
            {
                track.points.push(*at);
            }
            // What the picture shows better needs no words.
            let drawn = matches!(event, Event::Marker(..) | Event::MarkerRemoved(..) | Event::Flew(..));
            if !drawn && !matches!(event, Event::Turn(..) | Event::Phase(..)) {
                self.told.push(event.tell(self.roster));
            }
        }
        self.follow(after);
        if before != Moment::of(after) {
            self.end_phase(before, after);
        }
    }

    /// The battle, with what happened since the last phase ended.
    #[must_use]
    pub fn finish(mut self, battle: &Battle) -> Replay {
        self.end_phase(Moment::of(battle), battle);
        Replay { sides: self.roster.sides.clone(), stage: self.stage, frames: self.frames }
    }

    fn end_phase(&mut self, before: Moment, after: &Battle) {
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
        let svg = self.stage.picture(self.roster, battle, &tracks, &title);
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

/// A battle file with its pictures.
///
/// # Errors
/// As [`replay::again`].
pub fn read(file: &BattleFile) -> Result<Replay, String> {
    let mut recorder = Recorder::new(&file.situation.roster, &file.situation.battle);
    let last = replay::again(file, &mut |_, before, after, events| recorder.note(before, after, events))?;
    Ok(recorder.finish(&last))
}

/// The pictures with buttons to step through them; the buttons appear where scripts run.
#[must_use]
pub fn component(replay: &Replay) -> Html {
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
    // Written straight on: there may be hundreds of pictures.
    let mut frames = String::with_capacity(replay.frames.iter().map(|frame| frame.svg.len() + 2048).sum());
    for (number, frame) in (1..).zip(&replay.frames) {
        let number: usize = number;
        let (turn, title) = (frame.turn, escape(&frame.title));
        let _ = write!(
            frames,
            "<section class=\"frame\" id=\"frame-{number}\" data-turn=\"{turn}\"><h2>{title}</h2>\n<figure>"
        );
        frames.push_str(&frame.svg);
        frames.push_str("</figure>");
        if !frame.told.is_empty() {
            frames.push_str("<ul>");
            for line in &frame.told {
                frames.push_str("<li>");
                frames.push_str(&escape(line));
                frames.push_str("</li>\n");
            }
            frames.push_str("</ul>\n");
        }
        frames.push_str("</section>\n");
    }
    let frames = el("div", &[("class", "frames")], Html::drawn(frames));
    let script = Html::drawn(format!("<script>{}</script>", include_str!("replay.js")));
    el("div", &[("class", "replay")], [Html::drawn(replay.stage.defs()), bar, key(replay), frames, script])
}

/// The colours of the sides and, where there is no room for names, the numbers of the ships.
fn key(replay: &Replay) -> Html {
    let sides = replay.sides.iter().zip(&replay.stage.key).zip(["dot d0", "dot d1"]);
    let sides = sides.map(|((side, ships), dot)| {
        let ships: Vec<String> = ships.iter().map(|(number, name)| format!("{number}\u{a0}{name}")).collect();
        let side = [el("span", &[("class", dot)], ""), name(side)];
        el("div", &[], [el("dt", &[], side), el("dd", &[], ships.join(", "))])
    });
    el("dl", &[("class", "key")], sides.collect::<Html>())
}

/// The battles that the program fought, played again and drawn on all cores, or why one cannot be: its classes may have
/// changed since. `kept` says from what a page that still stands was drawn; one that would be drawn from the same is not
/// drawn again. `seen` is told how many are done.
pub fn drawn(
    entries: &[Recorded],
    catalog: &Catalog,
    kept: &BTreeMap<String, String>,
    seen: &mut dyn FnMut(usize, usize),
) -> BTreeMap<BattleId, Result<Picture, String>> {
    let fought = |recorded: &&Recorded| {
        let command = recorded.entry.command.as_ref();
        recorded.in_force() && command.is_some_and(|command| command.get().contains("\"fought\""))
    };
    let fought: Vec<&Recorded> = entries.iter().filter(fought).collect();
    let draw = |recorded: &Recorded| {
        let Some(Command::RecordBattle { battle, fought: Some(fought), .. }) = recorded.entry.command() else {
            return None;
        };
        let from = source(&fought.file, catalog);
        if kept.get(&replay_page(battle)) == Some(&from) {
            return Some((battle, Ok(Picture { from, drawn: None })));
        }
        let file = notation::read_battle("its record", &fought.file, &catalog.fleets)
            .map_err(|problems| problems.first().map(ToString::to_string).unwrap_or_default());
        let drawn = file.and_then(|file| Ok(component(&read(&file)?)));
        Some((battle, drawn.map(|drawn| Picture { from, drawn: Some(drawn) })))
    };
    on_all_cores(&fought, &|recorded| draw(recorded), seen).into_iter().flatten().collect()
}

/// A name for all that the pictures of a battle are drawn from: its record, the rules and figures, and the code that plays
/// and draws it. Nothing else goes into it: a site must not tell by it what its pages do not.
fn source(record: &str, catalog: &Catalog) -> String {
    let mut hash = blake3::Hasher::new();
    for part in [record, catalog.hash(), env!("RENOWN_CODE"), env!("RENOWN_DRAWING")] {
        hash.update(part.as_bytes()).update(&[0]);
    }
    hash.finalize().to_hex().to_string()
}

/// A page of its own that needs no other file.
#[must_use]
pub fn page(title: &str, replay: &Replay) -> String {
    let style = Html::drawn(format!("<style>{}</style>", include_str!("style.css")));
    let main = el("main", &[("id", "main")], [el("h1", &[], title), component(replay)]);
    document(title, style, main)
}
