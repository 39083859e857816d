//! When a game ends, and who has won (SF-VP-01, SF-VP-02, SF-SCEN-02 to 20, SF-SCEN-26).

use super::points::End;
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, Edge, Fate, Phase, ShipId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::side::Side;

/// Who has won; `None` for a draw.
pub type Winner = Option<Side>;

impl Battle {
    fn of(&self, side: Side) -> impl Iterator<Item = ShipId> {
        self.all().filter(move |(_, ship)| ship.owner == side).map(|(id, _)| id)
    }

    fn left_by(&self, id: ShipId, edge: Edge) -> bool {
        self.ship(id).fate == Fate::Left && self.ship(id).edge == Some(edge)
    }

    /// Whether a side has a ship that can still do something, on the table or to come (SF-SCEN-26).
    #[must_use]
    pub fn is_in_the_game(&self, roster: &Roster, side: Side) -> bool {
        self.all().any(|(id, ship)| {
            ship.side == side
                && matches!(ship.fate, Fate::Fighting | Fate::Reserve)
                // Mines alone keep no hive fleet in the game (SF-TYR-32).
                && !roster.class(self, id).special.mine
        })
    }

    /// A scenario's own condition, as it stands: who would win by it now; none when it does not decide.
    #[must_use]
    pub fn condition(&self, roster: &Roster, over: bool) -> Option<Winner> {
        let scenario = self.scenario;
        let (attacker, defender) = (scenario.attacker, scenario.defender());
        let far = Self::home(attacker).opposite();
        let support = |side: Side| self.of(side).filter(move |id| roster.class(self, *id).special.support);
        let lost = |id: ShipId| matches!(self.end_of(id), End::Destroyed | End::Captured);
        let whole = |id: ShipId| self.ship(id).cripple.is_none();
        let at_end = |winner: Side| over.then_some(Some(winner));
        match scenario.number {
            2 => {
                let all = support(defender).count();
                let off = support(defender).filter(|id| self.left_by(*id, Self::home(attacker)) && whole(*id)).count();
                let stopped = support(defender).filter(|id| lost(*id) || self.end_of(*id) == End::Crippled).count();
                (2 * stopped >= all).then_some(Some(attacker)).or((2 * off > all).then_some(Some(defender)))
            }
            3 => {
                let all = self.of(attacker).count();
                let off = self.of(attacker).filter(|id| self.left_by(*id, far) && whole(*id)).count();
                (off >= all.div_ceil(2)).then_some(Some(attacker)).or_else(|| at_end(defender))
            }
            6 => {
                let off = self.of(defender).any(|id| self.ship(id).fate == Fate::Left && whole(id));
                let beaten = self.of(defender).all(|id| lost(id) || self.end_of(id) == End::Crippled);
                off.then_some(Some(defender)).or(beaten.then_some(Some(attacker)))
            }
            10 => {
                // The defender wins at once if nobody of the attackers is left before the flankers come.
                let waiting = self.all().any(|(_, ship)| ship.side == attacker && ship.fate == Fate::Reserve);
                let there = self.fleet(attacker).next().is_some();
                (waiting && !there).then_some(Some(defender))
            }
            11 => {
                let free: Vec<ShipId> = self
                    .of(defender)
                    .filter(|id| roster.ships.get(usize::from(id.0)).is_some_and(|entry| entry.free))
                    .collect();
                let off = free.iter().filter(|id| self.left_by(**id, Self::home(defender))).count();
                let gone = free
                    .iter()
                    .filter(|id| {
                        lost(**id) || self.ship(**id).fate == Fate::Left && !self.left_by(**id, Self::home(defender))
                    })
                    .count();
                (off >= 2)
                    .then_some(Some(defender))
                    .or((gone >= 2).then_some(Some(attacker)))
                    .or_else(|| at_end(attacker))
            }
            14 => {
                let off = support(defender).any(|id| self.left_by(id, far));
                let gone = support(defender).all(lost);
                off.then_some(Some(defender)).or(gone.then_some(Some(attacker)))
            }
            15 => self.rearguard(roster, attacker, far),
            16 | 18 => self.flagship_condition(roster, scenario.number, defender, attacker),
            17 => {
                let off = support(attacker).all(|id| self.left_by(id, Edge::Right));
                let failed = support(attacker)
                    .any(|id| lost(id) || self.ship(id).fate == Fate::Left && !self.left_by(id, Edge::Right));
                off.then_some(Some(attacker)).or(failed.then_some(Some(defender))).or_else(|| at_end(defender))
            }
            19 => self.hit_and_run(roster, attacker, over),
            _ => None,
        }
    }

    /// SF-SCEN-15: half the attacker's points.
    fn rearguard(&self, roster: &Roster, attacker: Side, far: Edge) -> Option<Winner> {
        let points = |ids: &dyn Fn(ShipId) -> bool| {
            self.of(attacker).filter(|id| ids(*id)).map(|id| self.cost(roster, id)).sum::<u32>()
        };
        let all = points(&|_| true);
        let off = points(&|id| self.left_by(id, far) && self.ship(id).cripple.is_none());
        let stopped = points(&|id| {
            !(matches!(self.end_of(id), End::Whole) || self.left_by(id, far) && self.ship(id).cripple.is_none())
        });
        match (2 * off >= all, 2 * stopped >= all) {
            (true, true) => Some(None),
            (true, false) => Some(Some(attacker)),
            (false, true) => Some(Some(attacker.other())),
            (false, false) => None,
        }
    }

    /// SF-SCEN-16 and SF-SCEN-18.
    fn flagship_condition(&self, roster: &Roster, number: u8, defender: Side, attacker: Side) -> Option<Winner> {
        let flagship = self.of(defender).find(|id| roster.is_flagship(*id))?;
        let gone = matches!(self.end_of(flagship), End::Destroyed | End::Captured);
        if number == 18 {
            // Only until the reserve has come.
            let waiting = self.all().any(|(_, ship)| ship.side == defender && ship.fate == Fate::Reserve);
            return (gone && waiting).then_some(Some(attacker));
        }
        let home = self.left_by(flagship, Self::home(defender));
        let elsewhere = self.ship(flagship).fate == Fate::Left && !home;
        home.then_some(Some(defender)).or((gone || elsewhere).then_some(Some(attacker)))
    }

    /// SF-SCEN-19: three things at once.
    fn hit_and_run(&self, roster: &Roster, attacker: Side, over: bool) -> Option<Winner> {
        let defender = attacker.other();
        let destroyed = |id: &ShipId| self.end_of(*id) == End::Destroyed;
        let all = self.of(defender).count();
        let half = 2 * self.of(defender).filter(destroyed).count() >= all;
        let support = self.of(defender).filter(destroyed).any(|id| roster.class(self, id).special.support);
        let whole: u32 = self.of(attacker).map(|id| self.cost(roster, id)).sum();
        let off: u32 =
            self.of(attacker).filter(|id| self.ship(*id).fate == Fate::Left).map(|id| self.cost(roster, id)).sum();
        if half && support && 2 * off >= whole {
            return Some(Some(attacker));
        }
        over.then_some(Some(defender))
    }

    /// Who has won by what stands now: the scenario's condition, else victory points (SF-VP-02, SF-SCEN-23).
    #[must_use]
    pub fn winner(&self, roster: &Roster) -> Winner {
        if let Some(winner) = self.condition(roster, true) {
            return winner;
        }
        let [one, two] = self.half_points(roster);
        match one.cmp(&two) {
            std::cmp::Ordering::Greater => Some(Side::One),
            std::cmp::Ordering::Less => Some(Side::Two),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl<D: Dice + ?Sized> Play<'_, D> {
    /// Whether the game ends now; then it is over.
    pub(in crate::battle::space_fleet) fn ended(&mut self) -> bool {
        let (battle, roster) = (&*self.battle, self.roster);
        let alone = Side::BOTH.iter().any(|side| !battle.is_in_the_game(roster, *side));
        let decided = battle.condition(roster, false).is_some();
        let goal =
            battle.goal > 0 && battle.half_points(roster).iter().any(|halves| *halves >= 2 * u32::from(battle.goal));
        if alone || decided || goal {
            self.finish();
            return true;
        }
        false
    }

    /// The battle is over.
    pub(in crate::battle::space_fleet) fn finish(&mut self) {
        self.battle.phase = Phase::Over;
        self.battle.agenda.clear();
        self.battle.current = None;
        let winner = self.battle.winner(self.roster);
        self.tell("SF-VP-02", What::Over(winner));
    }
}
