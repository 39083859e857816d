//! Cards on swarms and vessels (SF-TYR-08, 09, 13, 17, 22, 29, 31; SF-CARD-03).

use crate::battle::space_fleet::cards::Card;
use crate::battle::space_fleet::class::Effect;
use crate::battle::space_fleet::decisions::answer::{Judged, Refusal};
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::measures::ADJACENT;
use crate::battle::space_fleet::state::agenda::{Question, Task};
use crate::battle::space_fleet::state::{Fate, ShipId, SquadronId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;

impl<D: Dice + ?Sized> Play<'_, D> {
    /// The whole-fleet card (SF-CARD-03).
    pub(super) fn play_fleet_card(&mut self, card: Card) -> Judged<()> {
        let Some(points) = card.points().filter(|_| card == Card::Fleet2) else {
            let rule = if card == Card::Infect { "SF-TYR-28" } else { "SF-TYR-13" };
            return Err(Refusal::new(rule, format!("{card} cannot be played so now")).into());
        };
        if self.battle.cards.played {
            return Err(
                Refusal::new("SF-CARD-03", format!("{card} is played before any other card of the turn")).into()
            );
        }
        self.use_card(card)?;
        self.tell("SF-CARD-03", What::Plays(card));
        let hive = self.battle.active;
        for id in self.battle.ids() {
            if self.ship(id).side == hive
                && self.ship(id).fights()
                && !self.class(id).special.mine
                && !self.ship(id).urge.newborn
            {
                self.battle.ship_mut(id).urge.points += points;
            }
        }
        Ok(())
    }

    /// Counts a card against a swarm's limit (SF-TYR-08, SF-TYR-09).
    fn count_card(&mut self, squadron: SquadronId) -> Judged<()> {
        let limit = self.battle.members(squadron).map(|(id, _)| self.class(id).cards_per_turn).max().unwrap_or(0);
        let name = self.roster.squadron_name(squadron);
        if self.battle.squads[squadron].cards >= limit {
            let message = format!("{limit} cards a turn may be played on {name}");
            return Err(Refusal::new("SF-TYR-08", message).into());
        }
        self.battle.squads[squadron].cards += 1;
        Ok(())
    }

    /// Action points for every vessel of a swarm (SF-TYR-13).
    pub(super) fn play_on_swarm(&mut self, card: Card, squadron: SquadronId) -> Judged<()> {
        let points = match card {
            Card::Swarm1 | Card::Swarm2 | Card::Swarm3 | Card::Swarm4 => card.points().unwrap_or(0),
            _ => return Err(Refusal::new("SF-TYR-13", format!("{card} is not played on a swarm")).into()),
        };
        let name = self.roster.squadron_name(squadron);
        if !self
            .battle
            .members(squadron)
            .any(|(id, ship)| ship.side == self.battle.active && !ship.urge.finished && self.class(id).is_tyranid())
        {
            return Err(Refusal::new("SF-TYR-10", format!("{name} is no swarm of yours that can act now")).into());
        }
        self.judge_swarm(squadron)?;
        if !self.holds_card(card) {
            return Err(Refusal::new("SF-TYR-12", format!("there is no {card} in the hand")).into());
        }
        self.count_card(squadron)?;
        self.use_card(card)?;
        self.begin_swarm(squadron)?;
        self.tell("SF-TYR-13", What::PlaysOnSwarm(card, squadron));
        for id in self.battle.ids() {
            let ship = self.battle.ship_mut(id);
            if ship.squadron == squadron && ship.fights() && !ship.urge.finished {
                ship.urge.points += points;
            }
        }
        Ok(())
    }

    /// A card on one vessel.
    pub(super) fn play_on(&mut self, card: Card, id: ShipId, row: u8) -> Judged<()> {
        self.judge_vessel(id)?;
        let name = self.roster.name(id);
        if !self.holds_card(card) {
            return Err(Refusal::new("SF-TYR-12", format!("there is no {card} in the hand")).into());
        }
        let urge = self.ship(id).urge;
        if (card.heals() || card == Card::Regenerate) && (urge.on_movement > 0 || urge.attacking) {
            return Err(Refusal::new("SF-TYR-11", format!("{name} regenerates before it moves or attacks")).into());
        }
        self.judge_feature(card, id, row)?;
        let squadron = self.ship(id).squadron;
        self.count_card(squadron)?;
        self.use_card(card)?;
        self.begin_vessel(id)?;
        self.tell("SF-TYR-13", What::PlaysOn(card, id));
        match card {
            Card::Frenzy5 | Card::Frenzy7 => {
                let urge = &mut self.battle.ship_mut(id).urge;
                urge.points += card.points().unwrap_or(0);
                urge.frenzy = true;
                Ok(())
            }
            Card::Regenerate => self.regenerate(id),
            Card::Reinforce => self.reinforce(id),
            _ => {
                let at = self.class(id).row(row).unwrap_or(0);
                let ship = self.battle.ship_mut(id);
                ship.marks[at] = 0;
                self.tell("SF-TYR-17", What::Healed(id, at as u8));
                Ok(())
            }
        }
    }

    /// Whether a feature card has something to do on a vessel.
    fn judge_feature(&self, card: Card, id: ShipId, row: u8) -> Result<(), Refusal> {
        let (name, class, ship) = (self.roster.name(id), self.class(id), self.ship(id));
        if card.heals() {
            let heals =
                class.row(row).is_some_and(|at| ship.bears(at) && class.criticals[at].healed_by.contains(&card));
            return if heals {
                Ok(())
            } else {
                Err(Refusal::new("SF-TYR-17", format!("{card} heals no critical {row} of {name}")))
            };
        }
        match card {
            Card::Regenerate if ship.damage < class.damage => Ok(()),
            Card::Regenerate => Err(Refusal::new("SF-TYR-31", format!("{name} is not wounded"))),
            Card::Reinforce if !class.special.hiveship => {
                Err(Refusal::new("SF-TYR-30", format!("{name} is no Hiveship")))
            }
            Card::Reinforce if self.bears(id, |effect| effect == Effect::NoReinforcements) => {
                Err(Refusal::new("SF-SHIP-18", format!("the bio-mass cells of {name} are ruptured")))
            }
            Card::Reinforce | Card::Frenzy5 | Card::Frenzy7 => Ok(()),
            _ => Err(Refusal::new("SF-TYR-13", format!("{card} is not played on a vessel so"))),
        }
    }

    /// SF-TYR-31.
    fn regenerate(&mut self, id: ShipId) -> Judged<()> {
        let die = self.die("regenerate", id)?;
        let number = if die == 6 { 2 } else { 1 };
        let (faces, _) = self.rolled("regenerate wounds", id, number)?;
        let wounds: u8 = faces[..number].iter().sum();
        if die == 1 {
            self.tell("SF-TYR-31", What::Regenerates(id, die, -(wounds as i8)));
            return self.lose("SF-TYR-31", id, wounds);
        }
        let full = self.class(id).damage;
        let ship = self.battle.ship_mut(id);
        ship.damage = (ship.damage + wounds).min(full);
        self.tell("SF-TYR-31", What::Regenerates(id, die, wounds as i8));
        Ok(())
    }

    /// A vessel boards with a card (SF-TYR-22).
    pub(super) fn play_board(&mut self, card: Card, id: ShipId, target: ShipId) -> Judged<()> {
        self.judge_vessel(id)?;
        let (name, other) = (self.roster.name(id), self.roster.name(target));
        let Some(strength) = card.strength() else {
            return Err(Refusal::new("SF-TYR-22", format!("{card} is no Board card")).into());
        };
        if !self.holds_card(card) {
            return Err(Refusal::new("SF-TYR-12", format!("there is no {card} in the hand")).into());
        }
        let (ship, prey) = (self.ship(id), self.ship(target));
        if !prey.fights() || prey.side == ship.side || !ship.at.within(prey.at, ADJACENT) {
            return Err(Refusal::new("SF-TYR-22", format!("{other} is no enemy within 3 of {name}")).into());
        }
        if ship.done.boarded {
            return Err(Refusal::new("SF-TYR-11", format!("{name} has boarded in this turn")).into());
        }
        if self.bears(id, |effect| effect == Effect::NoBoarding) {
            return Err(
                Refusal::new("SF-SHIP-18", format!("{name} cannot board: its teleporter nexus is injured")).into()
            );
        }
        let squadron = self.ship(id).squadron;
        self.count_card(squadron)?;
        self.use_card(card)?;
        self.begin_vessel(id)?;
        self.tell("SF-TYR-22", What::PlaysOn(card, id));
        self.tyranids_board(id, target, strength)
    }

    /// A boarding action of a vessel with a strength lent to it.
    pub(super) fn tyranids_board(&mut self, id: ShipId, target: ShipId, lent: u8) -> Judged<()> {
        let ship = self.battle.ship_mut(id);
        (ship.done.boarded, ship.urge.attacking) = (true, true);
        (self.battle.boarders, self.battle.boarded, self.battle.lent) = (FixedList::one(id), target, lent);
        self.push(Task::BoardRoll { on: target, counter: false })
    }

    /// When a vessel is boarded, a Board card may strengthen it (SF-TYR-21).
    pub(in crate::battle::space_fleet) fn offer_defence(&mut self, id: ShipId) -> Judged<()> {
        let held = [Card::Board8, Card::Board9, Card::Board10].into_iter().any(|card| self.holds_card(card));
        if held && self.ship(id).fate == Fate::Fighting { self.ask(Question::Defend(id)) } else { Ok(()) }
    }

    /// A Board card is played out of turn.
    pub(in crate::battle::space_fleet) fn defend(&mut self, id: ShipId, card: Card) -> Judged<()> {
        let Some(strength) = card.strength() else {
            return Err(Refusal::new("SF-TYR-21", format!("{card} is no Board card")).into());
        };
        self.use_card(card)?;
        self.battle.agenda.pop();
        self.battle.lent = strength;
        self.tell("SF-TYR-21", What::PlaysOn(card, id));
        Ok(())
    }
}
