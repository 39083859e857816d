//! Sub-plots in a battle: what they do to ships and players, and what they note for their objectives (PLOT-10 to
//! PLOT-43).
//!
//! A player's [`SubPlot`] stands with him; what it makes of a ship stands in [`Drill`] and in the ship's figures
//! ([`experiment`]). Hooks in the chapters of the rulebook tell it what it waits for: a hull lost, a ship boarded, a
//! decoy fired at. A battle without sub-plots pays for none of it. [`judged`] says whether an objective is met,
//! [`secrets`] takes out what the other player may not see.
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod judged;
pub mod secrets;

use super::event::{Cause, Event, Log};
use super::state::{Battle, Crowd, Fate, ShipId, Unit, Volley};
use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::state::ordnance::Flight;
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::gun::Gun;
use crate::table::geometry::Length;
use crate::table::side::Side;
use crate::text::words;

words! {
    /// The eighteen sub-plots.
    Plot {
        /// Legacies of War 1.
        GunneryPractice = "Gunnery Practice",
        /// Legacies of War 2.
        ExtendedDuty = "Extended Duty",
        /// Legacies of War 3.
        BloodBond = "Blood Bond",
        /// Legacies of War 4.
        FleetExperience = "Fleet Experience",
        /// Legacies of War 5.
        NoQuarter = "No Quarter",
        /// Legacies of War 6.
        Vendetta = "Vendetta",
        /// Chance Circumstances 1.
        MeteorStorm = "Meteor Storm",
        /// Chance Circumstances 2.
        SignallingProblems = "Signalling Problems",
        /// Chance Circumstances 3.
        UnexpectedHelp = "Unexpected Help",
        /// Chance Circumstances 4.
        NavigationalHazards = "Navigational Hazards",
        /// Chance Circumstances 5.
        FreshCaptain = "Fresh Captain",
        /// Chance Circumstances 6.
        EnemyPlans = "Enemy Plans",
        /// Secret Ploys 1.
        SurpriseAttack = "Surprise Attack",
        /// Secret Ploys 2.
        SecretIntelligence = "Secret Intelligence",
        /// Secret Ploys 3.
        ExperimentalShip = "Experimental Ship",
        /// Secret Ploys 4.
        DesperateMission = "Desperate Mission",
        /// Secret Ploys 5.
        Decoy = "Decoy",
        /// Secret Ploys 6.
        HitAndRun = "Hit-and-Run",
    }
}

/// A player's sub-plot, with what has happened for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubPlot {
    /// The sub-plot.
    pub plot: Plot,
    /// The ship it drew or nominated (PLOT-46).
    pub ship: Option<ShipId>,
    /// Turns in which the enemy has no special orders (PLOT-32), or in which the battle must be won (PLOT-42).
    pub turns: u8,
    /// Known to its player alone (PLOT-06).
    pub secret: bool,
    /// The plans are found (PLOT-31), the informer's ship was boarded or raided (PLOT-35), or the decoy was fired at
    /// (PLOT-41).
    pub happened: bool,
    /// Enemy capital ships damaged (PLOT-11), enemies that its ship has crippled or destroyed (PLOT-29), or own capital
    /// ships crippled or destroyed since the last own turn began (PLOT-14).
    pub tally: Crowd,
    /// Enemies that bear a fire of its player's making (PLOT-11), or own capital ships with Leadership 1 higher in this
    /// turn (PLOT-14).
    pub beside: Crowd,
}

impl SubPlot {
    /// A sub-plot at the start of a battle.
    #[must_use]
    pub fn new(plot: Plot) -> Self {
        Self {
            plot,
            ship: None,
            turns: 0,
            secret: false,
            happened: false,
            tally: Crowd::default(),
            beside: Crowd::default(),
        }
    }
}

/// What sub-plots add to a ship's Leadership for one battle (PLOT-43).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drill {
    /// In everything (PLOT-28, PLOT-36, PLOT-37).
    pub leadership: i8,
    /// For Lock On (PLOT-10, PLOT-12).
    pub lock_on: i8,
    /// For Reload Ordnance (PLOT-12).
    pub reload: i8,
}

/// Who inflicts the damage that is being worked out; nobody for asteroids, markers and the like.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Blame {
    side: Option<Side>,
    ship: Option<ShipId>,
}

/// How near the commander's ship must be (PLOT-16, PLOT-22).
const NEAR: Length = Length::cm(30);

impl Battle {
    /// A player's sub-plot, if it is this one.
    #[must_use]
    pub fn plot(&self, side: Side, plot: Plot) -> Option<&SubPlot> {
        self.players[side as usize].plot.as_ref().filter(|known| known.plot == plot)
    }

    /// Whether a Surprise Attack keeps a player from special orders, Brace For Impact among them (PLOT-32).
    #[must_use]
    pub fn caught_off_guard(&self, side: Side) -> bool {
        self.plot(side.other(), Plot::SurpriseAttack).is_some_and(|plot| self.turn <= plot.turns)
    }

    /// What sub-plots make of a ship's own Leadership.
    ///
    /// Ruling: the commander's value stands in for the ship's own (PLOT-16) as that of an embarked officer does: what
    /// befell the ship that tests is taken off it, what befell the flagship is not.
    pub(super) fn plotted(&self, id: ShipId, own: i8) -> i8 {
        let ship = self.ship(id);
        let own = own + ship.drill.leadership;
        match &self.players[ship.side as usize].plot {
            Some(SubPlot { plot: Plot::BloodBond, beside, .. }) if beside.contains(id) => own + 1,
            Some(SubPlot { plot: Plot::FleetExperience, .. }) => own.max(self.experience(id)),
            _ => own,
        }
    }

    /// The Leadership of the fleet commander, if his ship is near.
    fn experience(&self, id: ShipId) -> i8 {
        let ship = self.ship(id);
        let mut flagships = self.fleet(ship.side).filter(|(_, other)| other.flagship && other.at.within(ship.at, NEAR));
        flagships.next().map_or(0, |(_, flagship)| flagship.commander.unwrap_or(flagship.leadership).cast_signed())
    }

    /// Whether signals from the commander's ship reach a unit: a ship of it within 30 cm (PLOT-22).
    pub(super) fn signalled(&self, unit: Unit) -> bool {
        let side = self.side_of(unit);
        if self.plot(side, Plot::SignallingProblems).is_none() {
            return true;
        }
        let members = self.members(unit);
        let hears = |at| members.iter().any(|ship| self.ship(*ship).at.within(at, NEAR));
        self.fleet(side).any(|(id, ship)| self.leads(id) && hears(ship.at))
    }

    /// Whether the fleet commander is aboard; where no ship says so, any commander is.
    pub(super) fn leads(&self, id: ShipId) -> bool {
        let ship = self.ship(id);
        let flagged = self.ships.iter().any(|other| other.side == ship.side && other.flagship);
        if flagged { ship.flagship } else { ship.commander.is_some() }
    }

    fn plotting(&self) -> bool {
        self.players.iter().any(|player| player.plot.is_some())
    }

    /// The ship with the fresh captain, if he is among those who do something together (PLOT-29).
    pub(super) fn captain_among(&self, side: Side, ships: &[ShipId]) -> Option<ShipId> {
        self.plot(side, Plot::FreshCaptain)?.ship.filter(|captain| ships.contains(captain))
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// A ship is behind the damage that follows.
    pub(super) fn blame(&mut self, ship: ShipId) {
        self.blame = Blame { side: Some(self.battle.ship(ship).side), ship: Some(ship) };
        self.from = self.battle.ship(ship).at;
    }

    /// The boarders of an action are behind the damage that follows.
    pub(super) fn blame_all(&mut self, ships: &[ShipId]) {
        let Some(first) = ships.first().copied() else { return };
        let captain = self.battle.captain_among(self.battle.ship(first).side, ships);
        self.blame(captain.unwrap_or(first));
    }

    /// A flight is behind the damage that follows, and the ship that launched it.
    pub(super) fn blame_flight(&mut self, flight: &Flight) {
        self.blame = Blame { side: Some(flight.side), ship: flight.from };
        self.from = flight.at;
    }

    /// The enemy is behind the damage to a ship that follows: an explosion, whoever lit it.
    ///
    /// Ruling: an explosion counts for the enemy of every ship inside (PLOT-11), and as no single ship's deed (PLOT-29).
    pub(super) fn blame_enemy_of(&mut self, ship: ShipId) {
        self.blame = Blame { side: Some(self.battle.ship(ship).side.other()), ship: None };
    }

    /// The volley under way is behind the damage to a ship that follows.
    ///
    /// Ruling: the dice of a squadron are one roll, so the fresh captain has the deciding point (PLOT-29) when a weapon
    /// of his, of the kind that scored it, was fired at the target and bears on the ship.
    pub(super) fn blame_volley(&mut self, gun: Gun, ship: ShipId) {
        let side = self.battle.active;
        let captain = self.battle.plot(side, Plot::FreshCaptain).and_then(|plot| plot.ship);
        let (roster, battle) = (self.roster, &*self.battle);
        let scored = |captain: &ShipId| {
            let mut shots = battle.volley.shots.iter().filter(|shot| shot.ship == *captain);
            shots.any(|shot| self.mount(*shot).gun == gun && battle.bears(roster, *captain, shot.weapon, ship))
        };
        self.blame = Blame { side: Some(side), ship: captain.filter(scored) };
    }

    /// A ship has lost hits; it was crippled before, or not.
    pub(super) fn suffered(&mut self, id: ShipId, before: bool, cause: Cause) {
        self.see_decoy(id);
        if !self.battle.plotting() {
            return;
        }
        let (side, hits) = (self.battle.ship(id).side, self.battle.ship(id).hits);
        let out = hits == 0 || !before && self.battle.crippled(self.roster, id);
        let (capital, blame) = (self.profile(id).of_the_line(), self.blame);
        if let Some(plot) = &mut self.battle.player_mut(side.other()).plot {
            let theirs = blame.side == Some(side.other());
            let captained = blame.ship.is_some() && blame.ship == plot.ship;
            // A fire burns long after the critical that lit it.
            let burnt = cause == Cause::Fire && plot.beside.contains(id);
            let practised = plot.plot == Plot::GunneryPractice && capital && (theirs || burnt);
            let proven = plot.plot == Plot::FreshCaptain && out && theirs && captained;
            if practised || proven {
                plot.tally.insert(id);
            }
        }
        if let Some(plot) = &mut self.battle.player_mut(side).plot
            && plot.plot == Plot::BloodBond
            && out
            && capital
        {
            plot.tally.insert(id);
        }
    }

    /// A ship is on fire.
    pub(super) fn lit(&mut self, id: ShipId) {
        let enemy = self.battle.ship(id).side.other();
        let theirs = self.blame.side == Some(enemy);
        if let Some(plot) = &mut self.battle.player_mut(enemy).plot
            && plot.plot == Plot::GunneryPractice
            && theirs
        {
            plot.beside.insert(id);
        }
    }

    /// A ship is lost, by damage or otherwise.
    pub(super) fn fell(&mut self, id: ShipId) {
        let (side, capital) = (self.battle.ship(id).side, self.profile(id).of_the_line());
        if let Some(plot) = &mut self.battle.player_mut(side).plot
            && plot.plot == Plot::BloodBond
            && capital
        {
            plot.tally.insert(id);
        }
    }

    /// A player turn begins: those whose fellows fell since the last have Leadership 1 higher in it (PLOT-14).
    ///
    /// Ruling: "the other capital ships" leaves a crippled ship out, unless it was not the only one.
    pub(super) fn avenge(&mut self) {
        let side = self.battle.active;
        if let Some(plot) = &mut self.battle.player_mut(side.other()).plot
            && plot.plot == Plot::BloodBond
        {
            plot.beside = Crowd::default();
        }
        let Some(SubPlot { tally, .. }) = self.battle.plot(side, Plot::BloodBond).copied() else { return };
        let mut beside = Crowd::default();
        for (id, ship) in self.battle.all().filter(|(_, ship)| ship.side == side) {
            let fellow = tally.iter().any(|lost| lost != id);
            let remains = matches!(ship.fate, Fate::Fighting | Fate::InTheWarp | Fate::ToCome);
            if fellow && remains && self.profile(id).of_the_line() {
                beside.insert(id);
            }
        }
        if let Some(plot) = &mut self.battle.player_mut(side).plot {
            (plot.tally, plot.beside) = (Crowd::default(), beside);
        }
        if !beside.is_empty() {
            self.tell(|| Event::Avenged(side));
        }
    }

    /// A player's men have come aboard a ship, in a boarding or hit-and-run attack (PLOT-35).
    ///
    /// Ruling: a save cancels what they do there, not the attack; what a holofield eludes never came aboard.
    pub(super) fn came_aboard(&mut self, side: Side, target: ShipId) {
        self.see_decoy(target);
        if let Some(plot) = &mut self.battle.player_mut(side).plot
            && plot.plot == Plot::SecretIntelligence
            && plot.ship == Some(target)
        {
            plot.happened = true;
        }
    }

    /// A boarding action looks for the enemy's plans aboard a capital ship: 4+, with 1 added on the commander's ship
    /// (PLOT-30). Nothing is rolled once they are found (PLOT-31).
    ///
    /// Ruling: ships that are grappled fight the same action on, so only its first turn is rolled for.
    pub(super) fn seek_plans(&mut self, boarder: ShipId, target: ShipId) -> Judged<()> {
        let side = self.battle.ship(boarder).side;
        let seeks = self.battle.plot(side, Plot::EnemyPlans).is_some_and(|plot| !plot.happened);
        if !seeks || !self.profile(target).of_the_line() || self.battle.ship(target).grappled.is_some() {
            return Ok(());
        }
        let bonus = u8::from(self.battle.leads(target));
        let face = self.d6("enemy plans", self.name(boarder))?;
        let found = face + bonus >= 4;
        self.tell(|| Event::Plans(boarder, face, bonus, found));
        if let Some(plot) = &mut self.battle.player_mut(side).plot {
            plot.happened = found;
        }
        Ok(())
    }

    /// A decoy is seen for what it is (PLOT-40).
    ///
    /// Ruling: besides direct fire, whatever is worked out by its figures shows it: ordnance, a ram, boarders, damage.
    pub(super) fn see_decoy(&mut self, id: ShipId) {
        if self.battle.ship(id).done.posing {
            self.battle.ship_mut(id).done.posing = false;
            self.tell(|| Event::Unmasked(id));
        }
    }

    /// Fire is declared: a decoy that fires or is fired at is seen for what it is, and has done its work when a capital
    /// ship fired at it (PLOT-40, PLOT-41).
    ///
    /// Ruling: ordnance is launched, not fired at anybody; a nova shell is fired at those under its template as placed.
    pub(super) fn fired_at(&mut self, volley: &Volley) {
        if !Side::BOTH.iter().any(|side| self.battle.plot(*side, Plot::Decoy).is_some()) {
            return;
        }
        let by_capital = |ship: ShipId| self.profile(ship).of_the_line();
        let (mut seen, mut lured) = (Crowd::default(), false);
        let enemy = self.battle.active.other();
        for shot in &volley.shots {
            seen.insert(shot.ship);
            for id in &self.battle.in_sight(self.roster, shot.ship, shot.weapon, shot.target) {
                seen.insert(*id);
                lured |= self.roster.is_decoy(*id) && by_capital(shot.ship);
            }
        }
        for shell in &volley.shells {
            for id in &self.under_template(shell.at) {
                seen.insert(*id);
                lured |= self.roster.is_decoy(*id) && by_capital(shell.ship) && self.battle.ship(*id).side == enemy;
            }
        }
        for shot in &volley.marks {
            seen.insert(shot.ship);
        }
        for id in seen.iter() {
            self.see_decoy(id);
        }
        if let Some(plot) = &mut self.battle.player_mut(enemy).plot
            && plot.plot == Plot::Decoy
        {
            plot.happened |= lured;
        }
    }
}

impl Roster {
    /// Whether a ship is a transport that poses as a capital ship (PLOT-40).
    #[must_use]
    pub fn is_decoy(&self, id: ShipId) -> bool {
        self[id].fitting.poses.is_some()
    }
}
