//! The history read once: what befell each ship, system, battle and player, and every week's newsletter.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};

use super::Sources;
use crate::campaign::apply::apply;
use crate::campaign::event::Event;
use crate::campaign::month::idle::first_day;
use crate::campaign::state::battle::Battle;
use crate::campaign::state::{BattleId, Campaign, PlayerId, SystemId, VesselId, VesselState};
use crate::campaign::view::Seen;
use crate::dice::Roll;
use crate::report::newsletter::{self, Kills, Newsletter, Span, newsletter};
use crate::report::{history, story};
use crate::store::Recorded;

/// One thing that happened, as the reader may be told it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deed {
    pub(super) on: NaiveDate,
    pub(super) says: String,
    pub(super) battle: Option<BattleId>,
}

/// What is told of one battle.
#[derive(Clone, Debug, Default)]
pub(super) struct BattlePast {
    pub(super) deeds: Vec<Deed>,
    /// The day of the report.
    pub(super) fought: Option<NaiveDate>,
    /// Its dice, as far as the reader may see them.
    pub(super) dice: Vec<Roll>,
}

/// What is told of one player.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayerPast {
    pub(super) deeds: Vec<Deed>,
    pub(super) promotions: Vec<Deed>,
    /// Renown after each change.
    pub(super) renown: Vec<(NaiveDate, i32)>,
}

/// The history, sorted by what it is about.
#[derive(Clone, Debug, Default)]
pub(super) struct Past {
    pub(super) ships: BTreeMap<VesselId, Vec<Deed>>,
    pub(super) systems: BTreeMap<SystemId, Vec<Deed>>,
    pub(super) battles: BTreeMap<BattleId, BattlePast>,
    pub(super) players: BTreeMap<PlayerId, PlayerPast>,
    /// Ships in the order in which they were commissioned. Their ids would tell how many others there are.
    pub(super) commissioned: Vec<VesselId>,
    pub(super) weeks: Vec<Newsletter>,
}

impl Past {
    /// Reads the history that holds.
    pub(super) fn read(from: &Sources<'_>, seen: &Seen) -> Self {
        let mut history: Vec<&Recorded> = from.entries.iter().filter(|recorded| recorded.in_force()).collect();
        history.sort_by_key(|recorded| recorded.place());
        let mut past = Self::default();
        let weeks = spans(from.campaign, from.today);
        // What is the last entry of each week, by the order in which they hold.
        let mut ends: Vec<Option<usize>> = vec![None; weeks.len()];
        for (index, recorded) in history.iter().enumerate() {
            let on = recorded.entry.at.date();
            let later = weeks.iter().zip(&mut ends).rev().take_while(|(week, _)| on <= week.until);
            for (_, end) in later {
                *end = Some(index);
            }
        }
        let mut then = Campaign::default();
        let (mut before, mut kills): (Option<Seen>, [Kills; 2]) = (None, Default::default());
        let mut due = weeks.into_iter().zip(ends).peekable();
        while due.next_if(|(_, end)| end.is_none()).is_some() {}
        for (index, recorded) in history.iter().enumerate() {
            let events = recorded.entry.events().unwrap_or_default();
            for event in &events {
                apply(&mut then, event, recorded.entry.at);
                kills[1].note(from.campaign, event);
            }
            past.note(from, seen, recorded, events);
            while let Some((span, _)) = due.next_if(|(_, end)| *end == Some(index)) {
                let (letter, now) = letter(from, &then, before.as_ref(), &kills[0], &history, span);
                past.weeks.push(letter);
                before = Some(now);
                kills[0] = kills[1].clone();
            }
        }
        past
    }

    /// Notes one entry under all that it is about.
    fn note(&mut self, from: &Sources<'_>, seen: &Seen, recorded: &Recorded, events: Vec<Event>) {
        let (on, battle) = (recorded.entry.at.date(), recorded.entry.battle());
        let mut kept = events;
        kept.retain(|event| from.viewer.may_see_event(from.campaign, event));
        for event in &kept {
            self.note_event(seen, event, on, battle);
        }
        let Some(battle) = battle else { return };
        let past = self.battles.entry(battle).or_default();
        let told = story::tell(seen, seen, &kept);
        past.deeds.extend(told.iter().map(|says| Deed {
            on,
            says: story::without_rule(says).to_owned(),
            battle: None,
        }));
        if from.dice && dice_open(from, recorded) {
            past.dice.extend(recorded.entry.dice.iter().cloned());
        }
    }

    fn note_event(&mut self, seen: &Seen, event: &Event, on: NaiveDate, battle: Option<BattleId>) {
        let tell = || story::plain(seen, event).map(|says| Deed { on, says, battle });
        match event {
            Event::VesselCommissioned { vessel } | Event::VesselReplaced { vessel, .. } => {
                self.commissioned.push(vessel.id);
            }
            Event::BattleReported { battle, report, .. } => {
                self.battles.entry(*battle).or_default().fought = Some(on);
                for entry in &report.vessels {
                    let harm = history::damage(seen, entry).unwrap_or_else(|| "comes through unharmed".to_owned());
                    for says in std::iter::once(harm).chain(history::kills(seen, report, entry.vessel)) {
                        let says = format!("In battle: {says}");
                        self.ships.entry(entry.vessel).or_default().push(Deed { on, says, battle: Some(*battle) });
                    }
                }
                return;
            }
            Event::RenownChanged { player, to, .. } => {
                self.players.entry(*player).or_default().renown.push((on, *to));
                return;
            }
            Event::FleetPicked { fleet, .. } => {
                // Who sails with whom stands on the page of the battle.
                for fielded in fleet {
                    let says = "Sails to battle".to_owned();
                    self.ships.entry(fielded.vessel).or_default().push(Deed { on, says, battle });
                }
                return;
            }
            _ => {}
        }
        for ship in history::ships(event) {
            self.ships.entry(ship).or_default().extend(tell());
        }
        if let Some(system) = system_of(event) {
            self.systems.entry(system).or_default().extend(tell());
        }
        for (player, promotion) in players_of(event) {
            let past = self.players.entry(player).or_default();
            if promotion { &mut past.promotions } else { &mut past.deeds }.extend(tell());
        }
    }
}

/// The weeks of the campaign that have begun.
fn spans(campaign: &Campaign, today: NaiveDate) -> Vec<Span> {
    let Some(about) = &campaign.about else { return Vec::new() };
    let last = about.finished.as_ref().map_or(today, |finish| finish.on.min(today));
    (1..=520)
        .map_while(|week| {
            let since = first_day(about, week).filter(|first| *first <= last)?;
            Some(Span { since, until: since.checked_add_days(Days::new(6))?, week: Some(week) })
        })
        .collect()
}

/// A week's newsletter, and the campaign at its end.
fn letter(
    from: &Sources<'_>,
    then: &Campaign,
    before: Option<&Seen>,
    kills: &Kills,
    history: &[&Recorded],
    span: Span,
) -> (Newsletter, Seen) {
    let mut whole = then.clone();
    whole.forget();
    let before = before.cloned().or_else(|| {
        // Before the first week everybody stood where he began.
        let first = history.partition_point(|recorded| recorded.entry.at.date() < span.since);
        (first > 0).then(|| {
            let mut opening = Campaign::default();
            for recorded in &history[..first] {
                for event in recorded.entry.events().unwrap_or_default() {
                    apply(&mut opening, &event, recorded.entry.at);
                }
            }
            Seen::new(opening, from.viewer)
        })
    });
    let now = Seen::new(whole.clone(), from.viewer);
    // What ended after the span was open then, and what is lost has a name.
    for (id, battle) in &from.campaign.battles {
        whole.battles.entry(*id).or_insert_with(|| Battle { open: false, ..battle.clone() });
    }
    for (id, vessel) in from.campaign.vessels.iter().filter(|(_, vessel)| vessel.state == VesselState::Lost) {
        whole.vessels.entry(*id).or_insert_with(|| vessel.clone());
    }
    for (id, design) in &from.campaign.designs {
        whole.designs.entry(*id).or_insert_with(|| design.clone());
    }
    let seen = Seen::new(whole.clone(), from.viewer);
    let before = before.as_ref();
    let (library, wording) = (from.catalog, from.wording);
    let sources = newsletter::Sources { now: &seen, before, whole: &whole, history, kills, library, wording };
    (newsletter(&sources, span), now)
}

/// Whether the reader may see the dice of an entry. A roll's purpose names a vessel; with secret lists that is its
/// player's secret. Those that an amendment did not need fell for any command of the history.
fn dice_open(from: &Sources<'_>, recorded: &Recorded) -> bool {
    use crate::campaign::view::Viewer;
    use crate::store::Kind;
    let secret_lists = from.campaign.about.as_ref().is_some_and(|about| about.options.flag("secret-lists"));
    let sees = || {
        let command = recorded.entry.command();
        command.is_none_or(|command| {
            from.viewer.may_see_command(from.campaign, &command) && from.viewer.may_see_dice(from.campaign, &command)
        })
    };
    from.viewer == Viewer::Arbitrator || (!secret_lists && recorded.entry.kind != Kind::Amend && sees())
}

/// The system whose history an event is part of.
const fn system_of(event: &Event) -> Option<SystemId> {
    match event {
        Event::SystemClaimed { system, .. }
        | Event::SystemTaken { system, .. }
        | Event::SystemRaided { system, .. }
        | Event::OwnerEdited { system, .. }
        | Event::SystemReleased { system, .. }
        | Event::SystemRebelled { system, .. }
        | Event::SystemGivenUp { system, .. }
        | Event::WorldChanged { system, .. }
        | Event::BaseAttacked { system, .. }
        | Event::BaseRevealed { system, .. }
        | Event::BaseGivenUp { system, .. } => Some(*system),
        Event::BaseHidden { base } => Some(base.system),
        _ => None,
    }
}

/// The players whose career an event is part of, and whether it is a promotion or demotion.
fn players_of(event: &Event) -> Vec<(PlayerId, bool)> {
    match event {
        Event::PlayerJoined { player } => vec![(player.id, false)],
        Event::RankChanged { player, .. } => vec![(*player, true)],
        Event::SystemTaken { player, from, .. } => {
            std::iter::once(*player).chain(*from).map(|player| (player, false)).collect()
        }
        Event::SystemRebelled { player, to, .. } => {
            std::iter::once(*player).chain(*to).map(|player| (player, false)).collect()
        }
        Event::OwnerEdited { owner: Some(player), .. }
        | Event::SystemClaimed { player, .. }
        | Event::SystemReleased { player, .. }
        | Event::SystemGivenUp { player, .. }
        | Event::FlagshipChosen { player, .. }
        | Event::MarkTaken { player, .. }
        | Event::MarkLost { player, .. }
        | Event::PlayerAway { player, .. }
        | Event::PlayerLeft { player, .. }
        | Event::PlayerReturned { player, .. }
        | Event::PlayerWarned { player, .. }
        | Event::AllegianceChanged { player, .. }
        | Event::SideAssigned { player, .. }
        | Event::BoonGained { player, .. }
        | Event::BaseDestroyed { owner: player } => vec![(*player, false)],
        _ => Vec::new(),
    }
}
