//! Spacecraft (EP-SPACE): bombardment, pinpoint attacks, planetfall.

use super::agenda::{Question, Task, Test};
use super::answer::{Going, Judged, Leg, Placing, Step, refuse};
use super::charts::{NEAR, ORBITAL, barrage};
use super::event::Log;
use super::kinds::{Ability, Amount};
use super::measure::free_place;
use super::movement::course::room;
use super::movement::legs::can_stand;
use super::play::Play;
use super::roster::{CraftId, FormationId, UnitId};
use super::shooting::barrage::Laid;
use super::shooting::hits::Saves;
use super::state::{Hit, Keeps, Place};
use super::turn::eligible;
use super::turn::goals::TURNS;
use crate::dice::Dice;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A spacecraft is activated: its test (EP-SPACE-04).
    pub(super) fn arrive(&mut self, side: Side, craft: CraftId) -> Judged<()> {
        let entry = &self.roster[craft];
        if entry.side != side || !eligible::craft(self.battle, craft) {
            let turn = self.battle[craft].arrives;
            let why = if self.battle[craft].gone { "has gone".to_owned() } else { format!("arrives in turn {turn}") };
            return refuse("EP-SPACE-02", format!("{} {why}", entry.name)).map_err(Into::into);
        }
        let rival = self
            .roster
            .craft_ids()
            .any(|other| other != craft && eligible::craft(self.battle, other) && !self.battle[other].delayed);
        let others =
            self.roster.formations_of(side).any(|formation| eligible::formation(self.battle, self.roster, formation));
        if self.battle[craft].delayed && rival && others {
            return refuse(
                "EP-SPACE-04",
                format!("{} was delayed into a turn that is taken: it is the last to act", entry.name),
            )
            .map_err(Into::into);
        }
        let (needs, face) = self.craft_die(craft)?;
        if face >= needs {
            self.operate(craft);
        } else if self.can_reroll(side) {
            let formation = FormationId(0);
            self.ask(Question::Reroll(side, formation, Test::Craft(craft)));
        } else {
            self.craft_failed(craft);
        }
        Ok(())
    }

    fn craft_die(&mut self, craft: CraftId) -> Judged<(i32, i32)> {
        let roster = self.roster;
        let needs = i32::from(roster[craft].initiative) + i32::from(self.battle.retained);
        let face = i32::from(self.d6("action test", &roster[craft].name)?);
        self.tell("EP-SPACE-04", |roster| format!("{} tests: {face} against {needs}+", roster[craft].name));
        Ok((needs, face))
    }

    /// Rolls the test again.
    pub(super) fn craft_again(&mut self, craft: CraftId) -> Judged<()> {
        let (needs, face) = self.craft_die(craft)?;
        if face >= needs {
            self.operate(craft);
        } else {
            self.craft_failed(craft);
        }
        Ok(())
    }

    /// A failed test delays it to the next turn, without a marker; after the last turn it never comes.
    pub(super) fn craft_failed(&mut self, craft: CraftId) {
        let turn = self.battle.turn;
        let state = &mut self.battle[craft];
        state.arrives = turn + 1;
        state.delayed = true;
        state.gone = turn >= TURNS.1;
        self.tell("EP-SPACE-04", |roster| format!("{} is delayed", roster[craft].name));
        let side = self.roster[craft].side;
        self.hand_over(side);
    }

    fn operate(&mut self, craft: CraftId) {
        self.then(Task::CraftGone(craft));
        self.then(Task::Planetfall(craft));
        for left in 0..self.roster[craft].pinpoint {
            self.ask(Question::Pinpoint(craft, left));
        }
        self.then(Task::Bombard(craft));
    }

    /// A template of 12 on each aiming point (EP-SPACE-05); it never claims crossfire.
    pub(super) fn bombard(&mut self, craft: CraftId) -> Judged<()> {
        let entry = &self.roster[craft];
        if entry.orbital_bp == 0 {
            return Ok(());
        }
        let aims = self.battle[craft].aims.clone();
        for aim in aims {
            self.tell("EP-SPACE-05", |roster| format!("{} bombards {aim}", roster[craft].name));
            let laid = Laid { templates: vec![aim], row: barrage(u32::from(entry.orbital_bp)), hit: Hit::BARE };
            let mut accounts = Vec::new();
            let hits = self.fall(&laid, ORBITAL, 0, &[aim], &mut accounts)?;
            self.land_barrage(hits, &mut accounts)?;
            for account in accounts {
                self.settle(account)?;
            }
        }
        Ok(())
    }

    /// A pinpoint attack on an enemy war engine anywhere: 2+, titan killer(D3), a shooting of its own (EP-SPACE-06, EP-SPACE-16).
    pub(super) fn pinpoint(&mut self, craft: CraftId, unit: UnitId) -> Judged<()> {
        let name = self.roster.unit_name(unit);
        let enemy = self.roster.side_of(unit) != self.roster[craft].side;
        let formation = self.roster.formation_of(unit);
        let there = self.battle.at(unit).is_some() && !self.battle.in_air(self.roster, formation);
        if !enemy || !self.kind(unit).is_engine() || !there {
            return refuse("EP-SPACE-06", format!("{name} is no enemy war engine on the table")).map_err(Into::into);
        }
        self.tell("EP-SPACE-06", |roster| format!("{} fires at {name}", roster[craft].name));
        let from: Vec<Point> = self.battle.at(unit).into_iter().collect();
        let mut account = self.account(formation, false, from);
        if account.broken {
            self.bare_hits(&mut account, 1)?;
        } else {
            account.markers = 1;
        }
        let roster = self.roster;
        if self.d6("pinpoint", &roster[craft].name)? >= 2 {
            let hit = Hit { is_macro: true, titan_killer: Some(Amount::D3), ..Hit::BARE };
            self.strike(&mut account, unit, &hit, Saves::NoCover)?;
        }
        self.settle(account)
    }

    /// Formations aboard come down, one after the other (EP-SPACE-08).
    pub(super) fn planetfall(&mut self, craft: CraftId) {
        let aboard: Vec<FormationId> = self
            .roster
            .formation_ids()
            .filter(|formation| self.roster[*formation].carrier == Some(craft))
            .filter(|formation| self.battle[*formation].keeps == Some(Keeps::Aboard))
            .filter(|formation| !self.battle.destroyed(self.roster, *formation))
            .collect();
        for formation in aboard.into_iter().rev() {
            self.ask(Question::Land(formation));
        }
    }

    /// Units come down within 15 of their drop zone, and scatter (EP-SPACE-09).
    pub(super) fn come_down(&mut self, formation: FormationId, placed: &[Placing]) -> Judged<()> {
        let roster = self.roster;
        let mut after = self.battle.clone();
        let drop = after[formation].drop.unwrap_or_default();
        let mut landing = Vec::new();
        for placing in placed {
            match placing {
                Placing::At(unit, at) => {
                    let (kind, name) = (roster.kind(*unit), roster.unit_name(*unit));
                    if !kind.has(Ability::Planetfall) && !kind.has(Ability::SelfPlanetfall) {
                        return refuse("EP-SPACE-07", format!("{name} cannot make planetfall")).map_err(Into::into);
                    }
                    if !at.within(drop, NEAR) || roster.formation_of(*unit) != formation {
                        return refuse("EP-SPACE-09", format!("{name} must be placed within 15 of {drop}"))
                            .map_err(Into::into);
                    }
                    landing.push((*unit, *at));
                }
                Placing::In(unit, carrier) => {
                    room(&after, roster, *unit, *carrier)?;
                    after[*unit].place = Place::In(*carrier);
                }
            }
        }
        let missing = after
            .left(roster, formation)
            .find(|unit| after[*unit].place == Place::Off && !landing.iter().any(|(landed, _)| landed == unit));
        if let Some(unit) = missing {
            return refuse("EP-SPACE-07", format!("{} is neither aboard nor landed", roster.unit_name(unit)))
                .map_err(Into::into);
        }
        *self.battle = after;
        self.battle[formation].keeps = None;
        for (unit, at) in landing {
            self.scatter(unit, at)?;
        }
        if !self.battle.destroyed(roster, formation) && self.aboard_landed(formation) {
            self.ask(Question::Disembark(formation));
        }
        Ok(())
    }

    fn aboard_landed(&self, formation: FormationId) -> bool {
        self.battle.standing(self.roster, formation).any(|(unit, _)| self.battle.passengers(unit).next().is_some())
    }

    /// 2D6 in a random direction; off the table it is lost with everybody aboard (EP-SPACE-10).
    fn scatter(&mut self, unit: UnitId, at: Point) -> Judged<()> {
        let roster = self.roster;
        let name = roster.unit_name(unit);
        let (one, other) = self.two_dice("scatter", &name)?;
        let (first, second) = self.two_dice("direction", &name)?;
        let heading = Heading::new(10 * (i32::from(first - 1) * 6 + i32::from(second - 1)));
        let place = at.ahead(heading, Length::cm(i32::from(one + other)));
        let found = if roster.on_table(place) {
            free_place(self.battle, roster, unit, place, &|place| can_stand(roster, unit, place))
        } else {
            None
        };
        match found {
            Some(place) => {
                self.battle[unit].place = Place::At(place);
                self.tell("EP-SPACE-09", |_| format!("{name} scatters {} cm and lands at {place}", one + other));
            }
            None => {
                self.tell("EP-SPACE-10", |_| format!("{name} comes down off the table and is lost"));
                self.perish(unit);
            }
        }
        Ok(())
    }

    /// Those aboard get out at once (EP-SPACE-11).
    pub(super) fn disembark(&mut self, formation: FormationId, steps: &[Step]) -> Judged<()> {
        let mut out = Vec::new();
        for step in steps {
            let [Leg::To(place)] = step.legs.as_slice() else {
                return refuse("EP-SPACE-11", format!("\"{} 2 to X Y\" puts a unit down", Going::Disembark))
                    .map_err(Into::into);
            };
            out.push((step.unit, *place));
        }
        *self.battle = self.get_out(self.battle.clone(), formation, &out, true)?;
        self.tell("EP-SPACE-11", |roster| format!("{} disembarks", roster[formation].name));
        // Getting out calls overwatch, the landing did not (EP-OVER-03).
        self.then(Task::AfterMove(formation));
        Ok(())
    }

    /// It is removed (EP-SPACE-04).
    pub(super) fn craft_gone(&mut self, craft: CraftId) {
        let state = &mut self.battle[craft];
        state.gone = true;
        state.acted = true;
        self.tell("EP-SPACE-04", |roster| format!("{} has gone", roster[craft].name));
        let side = self.roster[craft].side;
        if !self.battle.retained && eligible::anybody(self.battle, self.roster, side) {
            self.ask(Question::Retain(side));
        } else {
            self.hand_over(side);
        }
    }
}
