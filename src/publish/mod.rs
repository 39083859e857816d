//! What the club sees: the campaign as pages. Drawn from the same views as the reports; opens no file and no database,
//! but for [`folder`], which writes what was drawn.
//!
//! A page holds what its reader may know and nothing else: names come from a [`Seen`] campaign, and the arbitrator's is
//! asked only whether an event is secret. Files are named by ids that tell nothing.

mod battle;
mod cores;
pub mod folder;
mod front;
mod graph;
pub mod html;
mod journal;
mod map;
pub mod news;
mod past;
mod player;
pub mod print;
pub mod replay;
mod ship;

use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::campaign::hint::Wording;
use crate::campaign::state::{BattleId, Campaign, PlayerId, SystemId, VesselId};
use crate::campaign::view::{Seen, Viewer};
use crate::catalog::Catalog;
use crate::store::Recorded;
use html::{Frame, Html, day, el, link, name, player_page};
use past::{Deed, Past};

/// What a site is drawn from.
pub struct Sources<'a> {
    /// The whole campaign, the arbitrator's.
    pub campaign: &'a Campaign,
    /// For whom the site is.
    pub viewer: Viewer,
    /// Every entry of the journal, by number.
    pub entries: &'a [Recorded],
    /// What exists.
    pub catalog: &'a Catalog,
    /// The last day that is told of.
    pub today: NaiveDate,
    /// The dice of each battle are shown.
    pub dice: bool,
    /// Battles that the program fought, to be stepped through.
    pub replays: &'a BTreeMap<BattleId, Result<Picture, String>>,
    /// How whoever publishes words what is due.
    pub wording: Wording,
    /// Pages are for a frame that somebody else draws: each holds its content alone.
    pub unframed: bool,
}

/// A battle to step through.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What it is drawn from, by a name that tells nothing of it.
    pub from: String,
    /// The pictures; absent where the folder holds them already.
    pub drawn: Option<Html>,
}

/// A file of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, without a folder.
    pub name: String,
    /// What stands above it, where it is a page.
    pub title: Option<String>,
    /// What it holds; nothing where the folder holds it already.
    pub content: String,
    /// What a battle to step through is drawn from.
    pub drawn_from: Option<String>,
}

impl File {
    /// A file with its content.
    pub fn new(name: impl Into<String>, content: impl Into<String>) -> Self {
        Self { name: name.into(), title: None, content: content.into(), drawn_from: None }
    }

    /// Whether it stays as it lies in the folder.
    #[must_use]
    pub const fn is_kept(&self) -> bool {
        self.drawn_from.is_some() && self.content.is_empty()
    }
}

/// Draws the whole site, the same bytes each time.
#[must_use]
pub fn site(from: &Sources<'_>) -> Vec<File> {
    let seen = Seen::new(from.campaign.clone(), from.viewer);
    let past = Past::read(from, &seen);
    let only_for = match from.viewer {
        Viewer::Public => None,
        Viewer::Arbitrator => Some("the arbitrator".to_owned()),
        Viewer::Player(id) => seen.players.get(&id).map(|player| player.name.clone()),
    };
    let campaign = seen.about.as_ref().map(|about| about.name.clone()).unwrap_or_default();
    let ships = ship_pages(&seen, &past);
    let site = Site { from, past, ships, frame: Frame { campaign, only_for }, seen };
    let mut files = vec![File::new("style.css", include_str!("style.css"))];
    // Those with most to draw first, so that no core waits long for another.
    let sections: [Section; 7] =
        [battle::pages, ship::pages, journal::pages, news::pages, player::pages, map::pages, front::pages];
    let drawn = cores::on_all_cores(
        &sections,
        &|pages| {
            let mut files = Vec::new();
            pages(&site, &mut files);
            files
        },
        &mut |_, _| {},
    );
    files.extend(drawn.into_iter().flatten());
    files
}

/// Draws one kind of pages.
type Section = fn(&Site<'_>, &mut Vec<File>);

/// Everything a page may be drawn from.
struct Site<'a> {
    from: &'a Sources<'a>,
    seen: Seen,
    past: Past,
    ships: BTreeMap<VesselId, String>,
    frame: Frame,
}

/// A page for each ship: the number of its owner, and its own in the order of his purchases.
fn ship_pages(seen: &Seen, past: &Past) -> BTreeMap<VesselId, String> {
    let mut numbers: BTreeMap<PlayerId, u32> = BTreeMap::new();
    let mut pages = BTreeMap::new();
    for id in past.commissioned.iter().chain(seen.vessels.keys()) {
        let Some(vessel) = seen.vessels.get(id).filter(|_| !pages.contains_key(id)) else { continue };
        let number = numbers.entry(vessel.player).or_default();
        *number += 1;
        pages.insert(*id, format!("ship-{}-{number}.html", vessel.player.0));
    }
    pages
}

impl Site<'_> {
    fn page(&self, files: &mut Vec<File>, file: impl Into<String>, title: &str, within: &str, main: impl Into<Html>) {
        let main: Html = [el("h1", &[], name(title)), main.into()].into();
        let content = if self.from.unframed { main.into_string() } else { self.frame.page(title, within, main) };
        files.push(File { title: Some(title.to_owned()), ..File::new(file, content) });
    }

    fn player(&self, id: PlayerId) -> Html {
        self.seen
            .players
            .get(&id)
            .map_or_else(|| "somebody".into(), |player| link(&player_page(id), name(&player.name)))
    }

    fn system(&self, id: SystemId) -> Html {
        self.seen
            .systems
            .get(&id)
            .map_or_else(|| "a system".into(), |system| link(&system_page(id), name(&system.name)))
    }

    fn ship(&self, id: VesselId) -> Html {
        match (self.seen.vessels.get(&id), self.ships.get(&id)) {
            (Some(vessel), Some(page)) => link(page, name(&vessel.name)),
            _ => "a vessel".into(),
        }
    }

    /// The pictures of a battle that is over, where nobody's ships are secret.
    fn replay(&self, id: BattleId) -> Option<&Result<Picture, String>> {
        let battle = self.seen.battles.get(&id).filter(|battle| battle.report.is_some())?;
        let open = battle.players().into_iter().all(|player| !self.seen.hides_register(player));
        self.from.replays.get(&id).filter(|_| open)
    }

    /// What happened, in order of time.
    fn deeds(&self, deeds: &[Deed]) -> Html {
        let mut before = None;
        let items = deeds.iter().map(|deed| {
            // A day is written once; below it stand the other deeds of that day.
            let on = if before.replace(deed.on) == Some(deed.on) {
                el("time", &[("class", "same"), ("datetime", &deed.on.to_string())], deed.on.to_string())
            } else {
                day(deed.on)
            };
            let battle = deed.battle.filter(|id| self.seen.battles.contains_key(id));
            let battle = battle.map(|id| [" (".into(), battle_link(id), ")".into()].into()).unwrap_or_default();
            el("li", &[], [on, " ".into(), deed.says.as_str().into(), battle])
        });
        let items: Html = items.collect();
        if items.is_empty() { items } else { el("ul", &[("class", "deeds")], items) }
    }
}

fn system_page(id: SystemId) -> String {
    format!("system-{}.html", id.0)
}

fn battle_page(id: BattleId) -> String {
    format!("battle-{}.html", id.0)
}

/// The page of a battle to step through.
#[must_use]
pub fn replay_page(id: BattleId) -> String {
    format!("replay-{}.html", id.0)
}

fn battle_link(id: BattleId) -> Html {
    link(&battle_page(id), format!("Battle {}", id.0))
}

/// Names one after the other, with commas.
fn with_commas(items: impl IntoIterator<Item = Html>) -> Html {
    let mut all = Html::default();
    for item in items {
        if !all.is_empty() {
            all.push(", ");
        }
        all.push(item);
    }
    all
}
