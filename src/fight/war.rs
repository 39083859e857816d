//! A battle played through: captains or people decide, everything is kept, and who cannot win any more gives up.

use super::stations::Stations;
use super::under_way::{Diary, Halt};
use super::{Fight, MOST, PATIENCE};
use crate::battle::gothic;
use crate::battle::gothic::decisions;
use crate::battle::gothic::decisions::answer::{Answer, Decision, Stop};
use crate::battle::gothic::event::{Event, Log, Silent};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Phase};
use crate::campaign::refusal::Refusals;
use crate::campaign::state::BattleId;
use crate::campaign::turn::BySide;
use crate::campaign::turn::report::{Fought, Role};
use crate::campaign::turn::under_way::{ADMIRAL, CADET};
use crate::captain::{Budget, Captain, Standing};
use crate::dice::{Dice, Kept};
use crate::notation;
use crate::notation::{BattleFile, Situation};
use crate::scenario::set_up::SetUp;
use crate::table::side::Side;

/// A battle that was fought, with everything that is needed to see it again.
pub struct Told {
    /// How it was set up.
    pub set_up: SetUp,
    /// The battle file, from the fleets as deployed on.
    pub file: String,
    /// What people ordered when they deployed.
    pub deployed: BySide<Vec<String>>,
    /// The name of the battle as it ended.
    pub digest: String,
    /// How it ended.
    pub end: Battle,
    /// Everything that happened.
    pub events: Vec<Event>,
}

impl Told {
    /// The record of the battle, for the campaign: who decided, and the hash of the last row that was kept of it.
    #[must_use]
    pub fn fought(&self, captains: BySide<String>, kept: Option<String>) -> Fought {
        let (file, deployed) = (self.file.clone(), self.deployed.clone());
        Fought { captains, file, deployed, digest: Some(self.digest.clone()), kept }
    }
}

/// A set-up, the fleets as deployed, and what people ordered for it.
type Stationed = (SetUp, Battle, BySide<Vec<String>>);

/// Who places his fleet first, by the dice of the set-up, and who after him.
pub(super) fn placing(set_up: &SetUp) -> [Role; 2] {
    match set_up.dealt.places_first {
        Some(Role::Defender) => [Role::Defender, Role::Attacker],
        Some(Role::Attacker) | None => [Role::Attacker, Role::Defender],
    }
}

/// Keeps an order of a deployment.
pub type Keep<'k> = dyn FnMut(&str) -> Result<(), Halt> + 'k;

/// People who play one side or both.
pub trait People {
    /// Whether a side is theirs.
    fn plays(&self, side: Side) -> bool;

    /// Whether they deploy a side.
    fn deploys(&self, side: Side) -> bool {
        self.plays(side)
    }

    /// The deployment of a side, which starts from what the program would do, or from the orders that are kept. Every
    /// order is kept as soon as it is carried out.
    ///
    /// # Errors
    /// What cannot be read, or that they break off.
    fn deploy(&mut self, stations: &mut Stations<'_>, keep: &mut Keep<'_>) -> Result<(), Halt>;

    /// What happened while answers that are kept were carried out again.
    fn heard(&mut self, _: &[Event]) {}

    /// An answer to what is due: the battle as it stands, what has happened since they were last asked, and why their
    /// last answer was refused go in; `None` to break off.
    fn answer(&mut self, battle: &Battle, events: &[Event], refused: Option<&str>) -> Option<Answer>;
}

/// Programs play both sides.
pub struct Nobody;

impl People for Nobody {
    fn plays(&self, _: Side) -> bool {
        false
    }

    fn deploy(&mut self, _: &mut Stations<'_>, _: &mut Keep<'_>) -> Result<(), Halt> {
        Ok(())
    }

    fn answer(&mut self, _: &Battle, _: &[Event], _: Option<&str>) -> Option<Answer> {
        None
    }
}

/// The programs that play a battle of the campaign; a person's place is kept by one that is never asked.
#[must_use]
pub fn captains(id: BattleId, ranks: &BySide<String>) -> [Captain; 2] {
    [Role::Attacker, Role::Defender].map(|role| {
        let standing = Standing { campaign: true, ..Standing::default() };
        match ranks.of(role).as_str() {
            CADET => Captain::cadet(u64::from(id.0), role as u64),
            ADMIRAL => Captain::admiral(standing, Budget::default()),
            _ => Captain::new(standing),
        }
    })
}

/// Whether a program gives up a battle without a limit: late, and behind (SCEN-131).
#[must_use]
pub fn gives_up(roster: &Roster, battle: &Battle) -> bool {
    let (Decision::Move(due) | Decision::Close(due)) = battle.pending() else { return false };
    if !battle.mission.on || battle.last_turn > 0 || battle.turn <= PATIENCE {
        return false;
    }
    // On equal terms it is the attacker who came in vain.
    battle.winner(roster).map_or(due == battle.mission.attacker, |winner| winner != due)
}

impl Fight {
    /// Fights the battle without keeping it: how it ended.
    ///
    /// # Errors
    /// When the dice cannot be had.
    pub fn simulate(&self, dice: &mut dyn Dice, captains: &mut [Captain; 2]) -> Result<Battle, Refusals> {
        let (_, _, mut battle) = self.begin(dice, &mut Silent)?;
        for _ in 0..MOST {
            if battle.phase == Phase::Over {
                break;
            }
            self.one(&mut battle, captains, dice, &mut Silent)?;
        }
        Ok(battle)
    }

    /// Has the side that must decide answer once.
    fn one<L: Log>(
        &self,
        battle: &mut Battle,
        captains: &mut [Captain; 2],
        dice: &mut dyn Dice,
        log: &mut L,
    ) -> Result<Option<Answer>, Refusals> {
        if gives_up(&self.roster, battle) {
            self.carry_out(battle, &Answer::Surrender, dice, log)?;
            return Ok(Some(Answer::Surrender));
        }
        let done = crate::captain::step(battle, &self.roster, captains, dice, log)?;
        Ok(done.map(|(answer, _)| answer))
    }

    /// Carries an answer out that the rules allow.
    ///
    /// # Errors
    /// When they do not, or the dice cannot be had.
    pub fn carry_out<L: Log>(
        &self,
        battle: &mut Battle,
        answer: &Answer,
        dice: &mut dyn Dice,
        log: &mut L,
    ) -> Result<(), Refusals> {
        Ok(gothic::answer(battle, &self.roster, answer, dice, log)?)
    }

    /// Rolls the set-up and has people deploy their own fleets, who places first by the dice before the other.
    fn stationed(&self, diary: &mut Diary<'_>, people: &mut dyn People) -> Result<Stationed, Halt> {
        let (set_up, mut laid) = self.deploy(diary)?;
        diary.begun(|| notation::digest(&self.roster, &laid))?;
        let mut deployed: BySide<Vec<String>> = BySide::default();
        for role in placing(&set_up) {
            let side = Self::side(role);
            if !people.deploys(side) && !diary.deploys(role) {
                continue;
            }
            diary.due(role, 0, || notation::digest(&self.roster, &laid))?;
            let mut stations = Stations::new(self, &set_up, &laid, side);
            let done = diary.orders(role, |line| stations.order(line))?;
            if !done {
                people.deploy(&mut stations, &mut |line| diary.order(role, line))?;
            }
            let faults = stations.faults();
            if !faults.is_empty() {
                return Err(Refusals(faults).into());
            }
            if !done {
                diary.deployed(role);
            }
            laid = stations.battle;
            *deployed.of_mut(role) = stations.given();
        }
        Ok((set_up, laid, deployed))
    }

    /// Fights the battle in one go and keeps everything; people decide for the sides that are theirs.
    ///
    /// # Errors
    /// When the dice cannot be had, when a deployment is against the rules, or somebody breaks off.
    pub fn tell(
        &self,
        dice: &mut dyn Dice,
        captains: &mut [Captain; 2],
        people: &mut dyn People,
    ) -> Result<Told, Refusals> {
        Ok(self.play(&mut Diary::loose(dice), captains, people)?)
    }

    /// Fights the battle to its end, from where its diary leaves off.
    ///
    /// # Errors
    /// Why it does not come to its end; what the diary kept stands.
    pub fn play(
        &self,
        diary: &mut Diary<'_>,
        captains: &mut [Captain; 2],
        people: &mut dyn People,
    ) -> Result<Told, Halt> {
        let (set_up, laid, deployed) = self.stationed(diary, people)?;
        let before = diary.rolls().len();
        let mut events = Vec::new();
        let mut battle = laid;
        gothic::begin(&mut battle, &self.roster, diary, &mut events).map_err(|stop| diary.stopped(stop))?;
        let (mut actions, mut told) = (Vec::new(), 0);
        for _ in 0..MOST {
            let Some(side) = battle.pending().side() else { break };
            let answer = if people.plays(side) {
                let role = if side == Side::One { Role::Attacker } else { Role::Defender };
                diary.due(role, battle.turn, || notation::digest(&self.roster, &battle))?;
                Some(self.asked(&mut battle, people, diary, &mut events, &mut told)?)
            } else {
                self.decided(&mut battle, captains, diary, &mut events)?
            };
            let Some(answer) = answer else { break };
            actions.push(decisions::write(&self.roster, &answer));
        }
        diary.flush()?;
        let file = BattleFile {
            situation: Situation { roster: self.roster.clone(), battle: laid },
            opens: true,
            actions,
            dice: Kept::Rolls(diary.rolls()[before..].to_vec()),
        };
        let digest = notation::digest(&self.roster, &battle);
        Ok(Told { set_up, file: notation::write_battle(&file), deployed, digest, end: battle, events })
    }

    /// An answer of people, carried out: the one that is kept, else one they are asked for until the rules allow it.
    fn asked(
        &self,
        battle: &mut Battle,
        people: &mut dyn People,
        diary: &mut Diary<'_>,
        events: &mut Vec<Event>,
        told: &mut usize,
    ) -> Result<Answer, Halt> {
        let mut refused: Option<String> = None;
        loop {
            let kept = diary.answered()?;
            let answer = match &kept {
                Some(text) => {
                    people.heard(&events[*told..]);
                    decisions::read(battle, &self.roster, text)
                        .map_err(|why| diary.strayed(format!("`{text}`: {why}")))?
                }
                None => {
                    let given = people.answer(battle, &events[*told..], refused.as_deref());
                    let answer = given.ok_or(Halt::BrokenOff)?;
                    diary.answer(decisions::write(&self.roster, &answer));
                    answer
                }
            };
            *told = events.len();
            match gothic::answer(battle, &self.roster, &answer, diary, events) {
                Ok(()) => return Ok(answer),
                Err(Stop::Refused(refusal)) => match kept {
                    Some(text) => return Err(diary.strayed(format!("`{text}`: {refusal}"))),
                    None => {
                        diary.take_back();
                        refused = Some(refusal.to_string());
                    }
                },
                Err(stop) => return Err(diary.stopped(stop)),
            }
        }
    }

    /// An answer of a program, carried out: the one that is kept, else its own. A cadet decides again even so, since
    /// his next answer depends on what he has drawn.
    fn decided(
        &self,
        battle: &mut Battle,
        captains: &mut [Captain; 2],
        diary: &mut Diary<'_>,
        events: &mut Vec<Event>,
    ) -> Result<Option<Answer>, Halt> {
        if diary.is_loose() {
            return Ok(self.one(battle, captains, diary, events)?);
        }
        let Some(side) = battle.due_from() else { return Ok(None) };
        let captain = &mut captains[side as usize];
        let kept = diary.answered()?;
        let mut refused = 0;
        loop {
            let answer = match &kept {
                Some(text) if !captain.is_cadet() => decisions::read(battle, &self.roster, text)
                    .map_err(|why| diary.strayed(format!("`{text}`: {why}")))?,
                _ if gives_up(&self.roster, battle) => Answer::Surrender,
                _ => match captain.decide(battle, &self.roster, refused) {
                    Some(answer) => answer,
                    None => return Ok(None),
                },
            };
            let text = decisions::write(&self.roster, &answer);
            if kept.is_none() {
                diary.answer(text.clone());
            }
            match gothic::proceed(battle, &self.roster, &answer, diary, events) {
                Ok(()) if kept.as_ref().is_some_and(|kept| *kept != text) => {
                    return Err(diary.strayed(format!("`{text}` would be the answer")));
                }
                Ok(()) => return Ok(Some(answer)),
                Err(Stop::Refused(refusal)) if kept.is_some() && !captain.is_cadet() => {
                    return Err(diary.strayed(format!("`{text}`: {refusal}")));
                }
                Err(Stop::Refused(_)) if refused < 64 => {
                    if kept.is_none() {
                        diary.take_back();
                    }
                    refused += 1;
                }
                Err(stop) => return Err(diary.stopped(stop)),
            }
        }
    }
}
