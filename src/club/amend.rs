//! Amends the history: a past command is changed, and everything after it decided again with the dice already rolled.
//!
//! First a plan, which shows what would come of it; then the same plan is recorded, so that no die is rolled twice.

use chrono::NaiveDateTime;

use super::{ClubError, Giver, PROGRAM, thrown};
use crate::campaign::amend::{Amendment, Due, How, Instead, knows};
use crate::campaign::apply::apply;
use crate::campaign::command::Command;
use crate::campaign::event::Event;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::{Campaign, PlayerId};
use crate::campaign::umpire::Umpire;
use crate::campaign::{Circumstances, decide};
use crate::catalog::Catalog;
use crate::dice::{Dice, Mark, Matched, Replayed, Roll};
use crate::fight::proof::Engine;
use crate::store::{Again, AmendmentDraft, Draft, Recorded, Snapshot, Store, StoreError, Told, difference};

/// A command that is put into the history, with its circumstances.
#[derive(Clone, Debug)]
pub struct NewCommand {
    /// The command.
    pub command: Command,
    /// When it is as if given.
    pub at: NaiveDateTime,
    /// Whether the arbitrator gave that time with `--at`; `None` where nobody knows.
    pub at_given: Option<bool>,
    /// Who gives it; `None` for the arbitrator.
    pub by: Option<PlayerId>,
    /// The arbitrator's reason for letting a rule pass.
    pub ruling: Option<String>,
    /// Its dice.
    pub dice: Vec<Roll>,
}

/// What the arbitrator decides about an entry that no longer fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It is taken out.
    Drop,
    /// It stands by his ruling.
    Allow(String),
    /// He has not decided: nothing can be recorded.
    Undecided,
}

/// What an amendment would do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What it changes.
    pub amendment: Amendment,
    /// The campaign as it stands, ended battles included.
    pub before: Snapshot,
    /// The campaign as it would stand.
    pub after: Campaign,
    /// What was put in or came out otherwise.
    pub again: Vec<Again>,
    /// How many entries were decided again.
    pub decided: u32,
    /// Entries that no longer fit, with why and what is to become of them.
    pub unfit: Vec<(u64, Refusals, Unfit)>,
    /// The campaign before the first entry about which nothing is decided: where another command could be given.
    pub ground: Option<Campaign>,
}

impl Plan {
    /// The dice with this mark.
    pub fn dice(&self, mark: Mark) -> impl Iterator<Item = &Roll> {
        self.again.iter().flat_map(|again| &again.draft.dice).filter(move |roll| roll.mark == Some(mark))
    }

    /// Whether the arbitrator has decided about everything that no longer fits.
    #[must_use]
    pub fn decided(&self) -> bool {
        self.unfit.iter().all(|(_, _, unfit)| *unfit != Unfit::Undecided)
    }
}

/// The entry that is to be amended.
///
/// # Errors
/// When it is not in force.
pub fn target(store: &Store, id: u64) -> Result<Recorded, ClubError> {
    let recorded = store.entry(id)?.ok_or(StoreError::NoEntry(id))?;
    if recorded.in_force() {
        return Ok(recorded);
    }
    let refusal = match recorded.undone_by {
        Some(by) => Refusal::by("CAMP-04", format!("entry {id} is not in force: entry {by} undid or amended it")),
        None => Refusal::by("CAMP-04", format!("entry {id} is no command and cannot be amended")),
    };
    Err(ClubError::Refused(refusal.hint(Hint::ShowJournal).into()))
}

/// What the arbitrator wants changed.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The entry that is amended.
    pub target: Recorded,
    /// What is done to it.
    pub how: How,
    /// The commands in its place, or after it.
    pub new: Vec<NewCommand>,
    /// Later entries that are given anew.
    pub instead: Vec<(u64, Vec<NewCommand>)>,
}

/// The campaign in which new commands of an amendment are given.
///
/// # Errors
/// When an entry cannot be read.
pub fn ground(store: &Store, target: &Recorded, how: How) -> Result<Campaign, ClubError> {
    let mut campaign = store.whole_before(target.place())?;
    if how == How::Insert {
        let events = target.entry.events().unwrap_or_default();
        events.iter().for_each(|event| apply(&mut campaign, event, target.entry.at));
    }
    Ok(campaign)
}

/// Works out what an amendment would do. `fresh` rolls what was never rolled; `choose` is asked about every entry that
/// no longer fits.
///
/// # Errors
/// Why the new commands themselves cannot be given, or the file's reason.
pub fn plan(
    store: &Store,
    wish: &Wish,
    catalog: &Catalog,
    fresh: &mut dyn Dice,
    choose: &mut dyn FnMut(&Recorded, &Refusals) -> Unfit,
) -> Result<Plan, ClubError> {
    let Wish { target, how, new, instead } = wish;
    let (entry, place) = (target.entry.entry, target.place());
    if entry == 1 && *how != How::Insert {
        let refusal =
            Refusal::by("CAMP-04", "entry 1 opens the campaign and cannot be amended").hint(Hint::InsertAfterOpening);
        return Err(ClubError::Refused(refusal.into()));
    }
    let commands = |new: &[NewCommand]| new.iter().map(|new| new.command.clone()).collect();
    let mut amendment = Amendment {
        entry,
        how: *how,
        commands: commands(new),
        instead: instead.iter().map(|(entry, new)| Instead { entry: *entry, commands: commands(new) }).collect(),
        dropped: Vec::new(),
        supersedes: instead.iter().map(|(entry, _)| *entry).collect(),
    };
    if *how != How::Insert {
        amendment.supersedes.insert(0, entry);
    }
    // No moment is held while dice are asked for, so all that is needed is read first.
    let (mut history, before, after) = store.at_one_moment(|store| {
        // Somebody may have undone it since it was chosen.
        self::target(store, entry)?;
        Ok::<_, ClubError>((store.history(place.0)?, store.whole()?, store.whole_before(place)?))
    })?;
    history.retain(|recorded| recorded.place() >= place);
    let ids: Vec<u64> = history.iter().map(|recorded| recorded.entry.entry).collect();
    let place_of = |id: u64| history.iter().find(|recorded| recorded.entry.entry == id).map(|found| found.place().0);
    if let Some((entry, _)) = instead.iter().find(|(entry, _)| place_of(*entry).is_none()) {
        let says = format!("entry {entry} does not come after entry {} and cannot be given anew", target.entry.entry);
        return Err(ClubError::Refused(Refusal::by("CAMP-04", says).into()));
    }
    let sequence = amendment.sequence(&ids);
    let told = Told::from(after);
    let after = Campaign::default();
    let plan = Plan { amendment, before, after, again: Vec::new(), decided: 0, unfit: Vec::new(), ground: None };
    let mut retelling = Retelling { plan, told, catalog };
    // An entry decided again is numbered after all others of its place, so those that follow there are numbered anew.
    let mut renumbered = None;
    let mut past = history.iter();
    for due in sequence {
        match due {
            Due::New(index) => {
                retelling.put_in(place.0, &new[index])?;
                renumbered = Some(place.0);
            }
            Due::Instead(which, index) => {
                let (entry, new) = &instead[which];
                let place = place_of(*entry).unwrap_or(*entry);
                retelling.put_in(place, &new[index])?;
                renumbered = Some(place);
            }
            Due::Past(id) => {
                let Some(recorded) = past.find(|recorded| recorded.entry.entry == id) else { continue };
                let forced = renumbered == Some(recorded.place().0);
                if retelling.decide_again(recorded, forced, fresh, choose)? {
                    renumbered = Some(recorded.place().0);
                }
            }
        }
    }
    let mut plan = retelling.plan;
    plan.after = retelling.told.whole();
    let removed = if *how == How::Insert { &[] } else { target.entry.dice.as_slice() };
    keep_unneeded(&mut plan.again, new.len(), removed);
    Ok(plan)
}

/// The dice of the amended entry that none of the commands in its place used stay with the last of them.
fn keep_unneeded(again: &mut [Again], new: usize, removed: &[Roll]) {
    let used: Vec<Roll> = again.iter().take(new).flat_map(|again| again.draft.dice.clone()).collect();
    let Some(last) = new.checked_sub(1).and_then(|last| again.get_mut(last)) else { return };
    let left = removed.iter().filter(|roll| !used.iter().any(|used| fell_alike(used, roll)));
    last.draft.dice.extend(left.map(|roll| Roll { mark: Some(Mark::Unneeded), ..roll.clone() }));
}

fn fell_alike(one: &Roll, other: &Roll) -> bool {
    one.purpose == other.purpose && one.faces == other.faces
}

/// Whether an entry used the same dice as before; one that was new in an earlier amendment is no longer.
fn same_dice(now: &[Roll], before: &[Roll]) -> bool {
    let unneeded = |roll: &Roll| roll.mark == Some(Mark::Unneeded);
    now.len() == before.len()
        && now.iter().zip(before).all(|(now, before)| {
            fell_alike(now, before) && unneeded(now) == unneeded(before) && now.mark != Some(Mark::New)
        })
}

struct Retelling<'a> {
    plan: Plan,
    told: Told,
    catalog: &'a Catalog,
}

impl Retelling<'_> {
    fn judge(&self, of: &Draft, umpire: &dyn Umpire, dice: &mut dyn Dice) -> Result<Vec<Event>, Refusals> {
        let (now, by, ruling) = (of.at, of.by, of.ruling.as_deref());
        let mut with = Circumstances { library: self.catalog, umpire, dice, now, by, ruling };
        decide(&self.told.now, &of.command, &mut with)
    }

    fn draft(
        &self,
        command: Command,
        at: (NaiveDateTime, Option<bool>),
        by: Option<PlayerId>,
        ruling: Option<String>,
    ) -> Draft {
        Draft {
            at: at.0,
            at_given: at.1,
            by,
            command,
            ruling,
            dice: Vec::new(),
            events: Vec::new(),
            rules: Vec::new(),
            program: PROGRAM.to_owned(),
            catalog: self.catalog.hash().to_owned(),
        }
    }

    fn take(&mut self, events: &[Event], at: NaiveDateTime) {
        self.plan.decided += 1;
        self.told.take(events, at);
    }

    fn put_in(&mut self, place: u64, new: &NewCommand) -> Result<(), ClubError> {
        let mut draft = self.draft(new.command.clone(), (new.at, new.at_given), new.by, new.ruling.clone());
        let umpire = Engine::now(self.catalog);
        let events = self.judge(&draft, &umpire, &mut Replayed::new(new.dice.clone())).map_err(ClubError::Refused)?;
        self.take(&events, new.at);
        draft.rules = events.iter().map(|event| event.rule().to_owned()).collect();
        (draft.events, draft.dice) = (events, new.dice.clone());
        self.plan.again.push(Again { place, draft });
        Ok(())
    }

    /// Decides a past entry again and says whether it is recorded anew.
    fn decide_again(
        &mut self,
        recorded: &Recorded,
        forced: bool,
        fresh: &mut dyn Dice,
        choose: &mut dyn FnMut(&Recorded, &Refusals) -> Unfit,
    ) -> Result<bool, ClubError> {
        let entry = &recorded.entry;
        let id = entry.entry;
        let command = entry.command().ok_or_else(|| {
            let says = format!("entry {id} was given to a newer renown and cannot be decided again");
            ClubError::Refused(Refusal::plain(says).into())
        })?;
        let mut draft = self.draft(command, (entry.at, entry.at_given), entry.by, entry.ruling.clone());
        loop {
            let campaign = &self.told.now;
            let known = |name: &str| knows(campaign, name);
            let mut dice = Matched::new(&entry.dice, fresh, &known);
            let refusals = match self.judge(&draft, &Engine::amended(self.catalog), &mut dice) {
                Ok(events) => {
                    let dice = dice.into_rolls();
                    let same = same_dice(&dice, &entry.dice) && difference(&events, &entry.events).is_none();
                    self.take(&events, entry.at);
                    if same && !forced && draft.ruling == entry.ruling {
                        return Ok(false);
                    }
                    draft.rules = events.iter().map(|event| event.rule().to_owned()).collect();
                    (draft.events, draft.dice) = (events, dice);
                    self.plan.amendment.supersedes.push(id);
                    self.plan.again.push(Again { place: recorded.place().0, draft });
                    return Ok(true);
                }
                Err(refusals) => refusals,
            };
            let unfit = choose(recorded, &refusals);
            match &unfit {
                // A ruling is tried once; what it cannot allow stays undecided.
                Unfit::Allow(reason) if draft.ruling.as_ref() != Some(reason) => draft.ruling = Some(reason.clone()),
                Unfit::Allow(_) | Unfit::Undecided => {
                    if self.plan.ground.is_none() {
                        self.plan.ground = Some(self.told.now.clone());
                    }
                    self.plan.unfit.push((id, refusals, Unfit::Undecided));
                    return Ok(false);
                }
                Unfit::Drop => {
                    self.plan.amendment.dropped.push(id);
                    self.plan.amendment.supersedes.push(id);
                    self.plan.unfit.push((id, refusals, unfit));
                    return Ok(false);
                }
            }
        }
    }
}

/// Records a plan as it was shown.
///
/// # Errors
/// When something is undecided, another entry came meanwhile, or the file cannot take it.
pub fn record(store: &mut Store, plan: Plan, giver: &Giver, catalog: &Catalog) -> Result<Snapshot, ClubError> {
    if !plan.decided() {
        let refusal = Refusal::by("CAMP-04", "the arbitrator has not decided about every entry that no longer fits");
        return Err(ClubError::Refused(refusal.into()));
    }
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let event = Event::HistoryAmended {
        entry: plan.amendment.entry,
        how: plan.amendment.how,
        again: plan.decided - count(plan.amendment.given().count()),
        otherwise: count(plan.again.len() - plan.amendment.given().count()),
        dropped: count(plan.amendment.dropped.len()),
    };
    let unneeded = thrown::unneeded_of(store, &plan.again)?;
    let draft = AmendmentDraft {
        at: giver.at,
        at_given: giver.at_given,
        ruling: giver.ruling.clone(),
        amendment: plan.amendment,
        event,
        again: plan.again,
        unneeded,
        program: PROGRAM.to_owned(),
        catalog: catalog.hash().to_owned(),
    };
    Ok(store.record_amendment(&plan.before, plan.after, &draft)?)
}
