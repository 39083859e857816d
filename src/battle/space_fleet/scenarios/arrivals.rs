//! Squadrons that come later, and those that are roused (SF-SCEN-01, 10, 13, 14, 18, 25).

use crate::battle::space_fleet::decisions::answer::Judged;
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::measures::inches;
use crate::battle::space_fleet::state::{Battle, Edge, Fate, ShipId, SquadronId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::geometry::{Heading, Length, Point};
use crate::table::side::Side;

/// A place on the edge: how far round the table, clockwise from the attacker's left corner (SF-SCEN-25).
#[must_use]
pub fn round_the_edge(battle: &Battle, by: Length) -> (Point, Edge) {
    let (width, depth) = battle.board;
    // Seen from the attacker's edge, clockwise: left edge outward, far edge, right edge back, own edge.
    let sides = match Battle::home(battle.scenario.attacker) {
        Edge::Far => [Edge::Right, Edge::Near, Edge::Left, Edge::Far],
        Edge::Near | Edge::Left | Edge::Right => [Edge::Left, Edge::Far, Edge::Right, Edge::Near],
    };
    let mut left = by;
    for edge in sides {
        let long = if edge.is_short() { depth } else { width };
        if left <= long {
            let at = match edge {
                Edge::Left => Point { x: Length::ZERO, y: left },
                Edge::Far => Point { x: left, y: depth },
                Edge::Right => Point { x: width, y: depth - left },
                Edge::Near => Point { x: width - left, y: Length::ZERO },
            };
            return (at, edge);
        }
        left -= long;
    }
    (Point::default(), sides[3])
}

impl<D: Dice + ?Sized> Play<'_, D> {
    /// Rolls that a scenario places at the start of a turn (SF-TURN-02).
    pub(in crate::battle::space_fleet) fn scenario_rolls(&mut self) -> Judged<()> {
        match self.battle.scenario.number {
            1 => self.jump_point(),
            10 => self.flankers(),
            12 => self.supplies(),
            13 => self.rouse(),
            14 => self.relief(),
            18 => {
                let scenario = self.battle.scenario;
                if self.battle.turn == scenario.arrival {
                    self.all_enter(scenario.defender(), Battle::home(scenario.defender()));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn waiting(&self, side: Side) -> Vec<SquadronId> {
        let mut found = Vec::new();
        for (_, ship) in self.battle.all().filter(|(_, ship)| ship.side == side && ship.fate == Fate::Reserve) {
            if !found.contains(&ship.squadron) {
                found.push(ship.squadron);
            }
        }
        found
    }

    /// SF-SCEN-01: random squadrons at random sections.
    fn jump_point(&mut self) -> Judged<()> {
        let side = self.battle.scenario.defender();
        if self.waiting(side).is_empty() {
            return Ok(());
        }
        let roster = self.roster;
        let die = self.die_of("arrivals", roster.side(side))?;
        self.tell("SF-SCEN-01", What::Scenario(side, die));
        let number = match die {
            ..=3 => 0,
            4 | 5 => 1,
            6.. => 2,
        };
        for _ in 0..number {
            let waiting = self.waiting(side);
            if waiting.is_empty() {
                break;
            }
            let pick = self.random_of(waiting.len())?;
            let section = self.die_of("edge section", roster.side(side))?;
            let (width, depth) = self.battle.board;
            let whole = width + width + depth + depth;
            let middle = Length((whole.0 / 12) * (2 * i32::from(section) - 1));
            let (at, edge) = round_the_edge(self.battle, middle);
            self.enter(waiting[pick], at, edge);
        }
        Ok(())
    }

    /// One of so many, alike: dice again where they cannot be parted evenly.
    pub(in crate::battle::space_fleet) fn random_of(&mut self, number: usize) -> Judged<usize> {
        if number <= 1 {
            return Ok(0);
        }
        loop {
            let (mut value, mut range) = (0, 1);
            while range < number {
                value = value * 6 + usize::from(self.die_of("random choice", "")?) - 1;
                range *= 6;
            }
            let each = range / number;
            if value < each * number {
                return Ok(value / each);
            }
        }
    }

    /// SF-SCEN-10: from the written turn on; late, where the defender chooses, or as written.
    fn flankers(&mut self) -> Judged<()> {
        let scenario = self.battle.scenario;
        let side = scenario.attacker;
        if self.battle.turn < scenario.arrival || self.waiting(side).is_empty() {
            return Ok(());
        }
        let roster = self.roster;
        let die = self.die_of("flankers", roster.side(side))?;
        self.tell("SF-SCEN-10", What::Scenario(side, die));
        let written = scenario.edge.unwrap_or(Edge::Left);
        match die + scenario.rolls {
            ..=2 => self.battle.scenario.rolls += 1,
            // Ruling: the defender sends them to the attacker's own edge, farthest from his fleet.
            3 | 4 => self.all_enter(side, Battle::home(side)),
            5.. => self.all_enter(side, written),
        }
        Ok(())
    }

    /// SF-SCEN-14: on 6 or more, 1 added for each earlier roll.
    fn relief(&mut self) -> Judged<()> {
        let scenario = self.battle.scenario;
        let side = scenario.defender();
        if self.battle.turn < 2 || self.waiting(side).is_empty() {
            return Ok(());
        }
        let roster = self.roster;
        let die = self.die_of("relief", roster.side(side))?;
        self.tell("SF-SCEN-14", What::Scenario(side, die));
        self.battle.scenario.rolls += 1;
        if die + scenario.rolls >= 6 {
            self.all_enter(side, Battle::home(scenario.attacker).opposite());
        }
        Ok(())
    }

    /// Everybody of a side who waits comes in by an edge.
    fn all_enter(&mut self, side: Side, edge: Edge) {
        let (width, depth) = self.battle.board;
        let waiting = self.waiting(side);
        let long = if edge.is_short() { depth } else { width };
        let step = long.0 / (waiting.len() as i32 + 1);
        for (at, squadron) in (1..).zip(waiting) {
            let along = Length(step * at);
            let place = match edge {
                Edge::Left => Point { x: Length::ZERO, y: along },
                Edge::Right => Point { x: width, y: along },
                Edge::Near => Point { x: along, y: Length::ZERO },
                Edge::Far => Point { x: along, y: depth },
            };
            self.enter(squadron, place, edge);
        }
    }

    /// A squadron is placed on the edge, facing inward, its ships side by side.
    fn enter(&mut self, squadron: SquadronId, at: Point, edge: Edge) {
        let heading = edge.inward();
        let ids: Vec<ShipId> = self
            .battle
            .all()
            .filter(|(_, ship)| ship.squadron == squadron && ship.fate == Fate::Reserve)
            .map(|(id, _)| id)
            .collect();
        let across = Heading::new(i32::from(heading.degrees()) + 90);
        let number = ids.len() as i32;
        for (place, id) in (0..).zip(ids) {
            let by = inches(2 * place - (number - 1));
            let spot = self.clamped(at.ahead(across, by));
            let ship = self.battle.ship_mut(id);
            (ship.fate, ship.at, ship.heading, ship.edge) = (Fate::Fighting, spot, heading, None);
        }
        self.tell("SF-SCEN-25", What::Enters(squadron, edge));
    }

    /// The nearest place on the table.
    pub(in crate::battle::space_fleet) fn clamped(&self, at: Point) -> Point {
        let (width, depth) = self.battle.board;
        Point { x: Length(at.x.0.clamp(0, width.0)), y: Length(at.y.0.clamp(0, depth.0)) }
    }

    /// SF-SCEN-13: from turn 3 each idle squadron rolls.
    fn rouse(&mut self) -> Judged<()> {
        if self.battle.turn < 3 {
            return Ok(());
        }
        let side = self.battle.scenario.defender();
        let idle: Vec<SquadronId> = self
            .battle
            .squadrons(side)
            .filter(|squadron| self.battle.members(*squadron).any(|(_, ship)| ship.standby))
            .collect();
        for squadron in idle {
            let roster = self.roster;
            let die = self.die_of("standby", &roster.squadron_name(squadron))?;
            self.tell("SF-SCEN-13", What::Scenario(side, die));
            if die >= 4 {
                for id in self.battle.ids() {
                    if self.ship(id).squadron == squadron {
                        self.battle.ship_mut(id).standby = false;
                    }
                }
                self.tell("SF-SCEN-13", What::Roused(squadron));
            }
        }
        Ok(())
    }
}
