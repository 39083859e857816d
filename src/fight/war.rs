//! A battle played through: captains or people decide, everything is kept, and who cannot win any more gives up.

use super::stations::Stations;
use super::{Fight, MOST, PATIENCE};
use crate::battle::answer::{Answer, Decision, Stop};
use crate::battle::event::{Event, Log, Silent};
use crate::battle::profile::Roster;
use crate::battle::state::{Battle, Phase, Side};
use crate::battle::{self, wording};
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::turn::BySide;
use crate::campaign::turn::report::{Fought, Role};
use crate::campaign::turn::set_up::SetUp;
use crate::captain::Captain;
use crate::catalog::situation::{self, BattleFile, Situation};
use crate::dice::{Dice, Kept, Recorder};

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
    /// The record of the battle, for the campaign.
    #[must_use]
    pub fn fought(self, captains: BySide<String>) -> Fought {
        Fought { captains, file: self.file, deployed: self.deployed, digest: Some(self.digest) }
    }
}

/// A set-up, the fleets as deployed, and what people ordered for it.
type Stationed = (SetUp, Battle, BySide<Vec<String>>);

/// Who places his fleet first, by the dice of the set-up, and who after him.
pub(super) fn placing(set_up: &SetUp) -> [Role; 2] {
    match set_up.dealt.places_first {
        Some(Role::Defender) => [Role::Defender, Role::Attacker],
        _ => [Role::Attacker, Role::Defender],
    }
}

/// People who play one side or both.
pub trait People {
    /// Whether a side is theirs.
    fn plays(&self, side: Side) -> bool;

    /// Whether they deploy a side.
    fn deploys(&self, side: Side) -> bool {
        self.plays(side)
    }

    /// The deployment of a side, which starts from what the program would do.
    ///
    /// # Errors
    /// What cannot be read, or that they break off.
    fn deploy(&mut self, stations: &mut Stations<'_>) -> Result<(), Refusals>;

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

    fn deploy(&mut self, _: &mut Stations<'_>) -> Result<(), Refusals> {
        Ok(())
    }

    fn answer(&mut self, _: &Battle, _: &[Event], _: Option<&str>) -> Option<Answer> {
        None
    }
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

/// What is said when somebody does not go on.
#[must_use]
pub fn broken_off() -> Refusals {
    Refusal::plain("the battle was broken off and is not recorded; its set-up stands").into()
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
        Ok(battle::answer(battle, &self.roster, answer, dice, log)?)
    }

    /// Rolls the set-up and has people deploy their own fleets, who places first by the dice before the other.
    fn stationed(&self, dice: &mut dyn Dice, people: &mut dyn People) -> Result<Stationed, Refusals> {
        let (set_up, mut laid) = self.deploy(dice)?;
        let mut deployed: BySide<Vec<String>> = BySide::default();
        for role in placing(&set_up) {
            let side = Self::side(role);
            if !people.deploys(side) {
                continue;
            }
            let mut stations = Stations::new(self, &set_up, &laid, side);
            people.deploy(&mut stations)?;
            let faults = stations.faults();
            if !faults.is_empty() {
                return Err(Refusals(faults));
            }
            laid = stations.battle;
            *deployed.of_mut(role) = stations.given();
        }
        Ok((set_up, laid, deployed))
    }

    /// Fights the battle and keeps everything; people decide for the sides that are theirs.
    ///
    /// # Errors
    /// When the dice cannot be had, when a deployment is against the rules, or somebody breaks off.
    pub fn tell(
        &self,
        dice: &mut dyn Dice,
        captains: &mut [Captain; 2],
        people: &mut dyn People,
    ) -> Result<Told, Refusals> {
        let mut recorder = Recorder::new(dice);
        let mut events = Vec::new();
        let (set_up, laid, deployed) = self.stationed(&mut recorder, people)?;
        let before = recorder.len();
        let mut battle = self.open(laid, &mut recorder, &mut events)?;
        let (mut actions, mut told) = (Vec::new(), 0);
        for _ in 0..MOST {
            let Some(side) = battle.pending().side() else { break };
            let answer = if people.plays(side) {
                let mut refused: Option<String> = None;
                loop {
                    let Some(answer) = people.answer(&battle, &events[told..], refused.as_deref()) else {
                        return Err(broken_off());
                    };
                    told = events.len();
                    match battle::answer(&mut battle, &self.roster, &answer, &mut recorder, &mut events) {
                        Ok(()) => break Some(answer),
                        Err(Stop::Refused(refusal)) => refused = Some(refusal.to_string()),
                        Err(stop) => return Err(stop.into()),
                    }
                }
            } else {
                self.one(&mut battle, captains, &mut recorder, &mut events)?
            };
            let Some(answer) = answer else { break };
            actions.push(wording::write(&self.roster, &answer));
        }
        let file = BattleFile {
            situation: Situation { roster: self.roster.clone(), battle: laid },
            opens: true,
            actions,
            dice: Kept::Rolls(recorder.into_rolls().split_off(before)),
        };
        let digest = situation::digest(&self.roster, &battle);
        Ok(Told { set_up, file: situation::write_battle(&file), deployed, digest, end: battle, events })
    }
}
