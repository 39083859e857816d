//! Special orders: giving them, and bracing.

use crate::battle::gothic::decisions::answer::Judged;
use crate::battle::gothic::decisions::question::{DamageQuestion, MovementQuestion};
use crate::battle::gothic::decisions::refusal::Refusal;
use crate::battle::gothic::event::{Event, Log};
use crate::battle::gothic::movement::squadrons::Members;
use crate::battle::gothic::state::agenda::{Check, Task, Test, Threat};
use crate::battle::gothic::state::{Critical, Fate, Order, Phase, ShipId, Unit};
use crate::battle::gothic::turn::play::Play;
use crate::dice::Dice;
use crate::ships::profile::{CriticalTable, Profile};
use crate::ships::traits::Trait;

impl Profile {
    /// The rule by which it has no orders that would change its speed or course.
    const fn bars_orders(&self) -> &'static str {
        if self.odd.space_hulk {
            "HULK-03"
        } else if self.odd.quadrant.is_some() {
            "FORT-08"
        } else if self.sails.is_some() {
            "ELDAR-05"
        } else if matches!(self.criticals, CriticalTable::Haven) {
            "HAVEN-02"
        } else {
            "DEF-06"
        }
    }
}

impl<D: Dice + ?Sized, L: Log> Play<'_, D, L> {
    /// Gives an order to a unit that has not moved (ORDER-02).
    pub(in crate::battle::gothic) fn give_order(&mut self, unit: Unit, order: Order) -> Judged<()> {
        self.may_order(unit, order)?;
        self.battle.set_out(unit);
        let tries = self.battle.members(unit).iter().any(|ship| self.profile(*ship).improved.always_tries);
        if self.battle.stopped(self.roster, unit) && !tries {
            // Only the crew that may pass even now is let through, and so it must.
            let check = Check { unit, test: Test::Order(order), dice: 2, drop: 0, needed: 0, total: 0 };
            return self.answer_pass(check, true);
        }
        if self.is_free(unit, order) {
            self.cast_off(unit);
            self.ordered(unit, order, true);
            return Ok(());
        }
        let members = self.battle.members(unit);
        let slow = members.iter().map(|ship| self.profile(*ship).slow_reload).max().unwrap_or(0);
        let slow = if order == Order::ReloadOrdnance { slow } else { 0 };
        let needed = self.battle.command_value(self.roster, unit) - slow;
        self.cast_off(unit);
        self.test(unit, Test::Order(order), 2, needed)
    }

    /// Whether a unit takes an order without a check, as Orks go All Ahead Full.
    fn is_free(&self, unit: Unit, order: Order) -> bool {
        let members = self.battle.members(unit);
        let all = |test: &dyn Fn(ShipId) -> bool| members.iter().all(|ship| test(*ship));
        match order {
            Order::AllAheadFull => all(&|ship| self.profile(ship).crew.free_ahead),
            // Damaged manoeuvring needs the check again (DARK-14).
            Order::ComeToNewHeading => all(&|ship| {
                let sound = self.battle.ship(ship).criticals.count(Critical::Manoeuvring) == 0;
                sound && self.profile(ship).is(Trait::FreeHeading)
            }),
            Order::BurnRetros | Order::LockOn | Order::ReloadOrdnance | Order::Brace => false,
        }
    }

    /// Whether a crew may pass a command check after another unit failed one.
    fn passes_late(&self, unit: Unit, order: Order) -> bool {
        let passer = self.battle.passer(self.roster, unit, Test::Order(order).kind());
        passer.is_some_and(|ship| self.profile(ship).improved.passes_late)
    }

    fn may_order(&self, unit: Unit, order: Order) -> Result<(), Refusal> {
        self.is_a_unit(unit, "SQUAD-03")?;
        let name = self.unit_name(unit);
        let members = self.battle.members(unit);
        let any = |test: &dyn Fn(ShipId) -> bool| members.iter().any(|ship| test(*ship));
        if order == Order::Brace {
            let message = format!("{name} can brace only before the dice of an attack on it");
            return Err(Refusal::new("BRACE-01", message));
        }
        if order != Order::ReloadOrdnance && any(&|ship| self.profile(ship).nominal) {
            let message = format!("{name} is a planetary defence: it may only reload ordnance and brace");
            return Err(Refusal::new("DEF-06", message));
        }
        if order == Order::ReloadOrdnance && !any(&|ship| self.profile(ship).has_ordnance()) {
            return Err(Refusal::new("ORDER-12", format!("{name} has no ordnance to reload")));
        }
        if let Some(current) = self.battle.current {
            let message = format!("{} must finish its move first", self.unit_name(current));
            return Err(Refusal::new("ORDER-02", message));
        }
        // A straggler may have moved back into formation by itself: the others are ordered without it (SQUAD-08).
        if members.iter().all(|ship| self.battle.ship(*ship).done.moved) {
            return Err(Refusal::new("ORDER-02", format!("{name} has moved already")));
        }
        if any(&|ship| self.battle.ship(ship).order == Some(Order::Brace)) {
            return Err(Refusal::new("ORDER-14", format!("{name} is braced and can take no other order this turn")));
        }
        self.heeds_orders(unit)?;
        let side = self.battle.active;
        let tries = any(&|ship| self.profile(ship).improved.always_tries);
        if self.battle.stopped(self.roster, unit) && !tries && !self.passes_late(unit, order) {
            let message = format!("{} has failed a command check this turn", self.roster.sides[side as usize]);
            // Free orders are lost with it (LEAD-12).
            let rule = if self.is_free(unit, order) { "LEAD-12" } else { "LEAD-04" };
            return Err(Refusal::new(rule, message));
        }
        self.suits_order(unit, order)
    }

    /// Whether the crews of a unit take orders at all in this turn.
    fn heeds_orders(&self, unit: Unit) -> Result<(), Refusal> {
        let (name, members) = (self.unit_name(unit), self.battle.members(unit));
        let any = |test: &dyn Fn(ShipId) -> bool| members.iter().any(|ship| test(*ship));
        if self.battle.caught_off_guard(self.battle.side_of(unit)) {
            return Err(Refusal::new("PLOT-32", format!("{name} is surprised and takes no special orders yet")));
        }
        if any(&|ship| self.battle.ship(ship).done.roused || self.battle.ship(ship).done.standby) {
            let message = format!("{name} is on standby or has gone on alert in this turn: no orders");
            return Err(Refusal::new("SCEN-53", message));
        }
        if self.battle.enthralled(unit) {
            return Err(Refusal::new("CHAOS-07", format!("{name} hears the sirens and takes no order")));
        }
        if any(&|ship| self.battle.ship(ship).done.feats.inert == 1) {
            return Err(Refusal::new("ELDAR-24", format!("the dead aboard {name} do nothing but move in this turn")));
        }
        if any(&|ship| self.battle.ship(ship).done.evaded) {
            return Err(Refusal::new("REFIT-09", format!("{name} has made an evasive turn: no orders in this turn")));
        }
        if any(&|ship| self.battle.ship(ship).done.feats.frenzy > 0) {
            return Err(Refusal::new("CHAOS-05", format!("the crew of {name} is in a frenzy and takes no orders")));
        }
        if any(&|ship| self.profile(ship).odd.mute) {
            return Err(Refusal::new("STONE-03", format!("{name} takes no special orders")));
        }
        if any(&|ship| self.battle.ship(ship).done.feats.charge > 0) {
            return Err(Refusal::new("KILLER-03", format!("{name} charges its gun and takes no orders")));
        }
        Ok(())
    }

    /// Whether every ship of a unit is of a class that may be given an order.
    fn suits_order(&self, unit: Unit, order: Order) -> Result<(), Refusal> {
        let (name, members) = (self.unit_name(unit), self.battle.members(unit));
        let any = |test: &dyn Fn(ShipId) -> bool| members.iter().any(|ship| test(*ship));
        if order == Order::ComeToNewHeading && any(&|ship| self.profile(ship).steady) {
            let ship = members.iter().find(|ship| self.profile(**ship).steady);
            let class = ship.map_or("", |ship| self.profile(*ship).class.as_str());
            return Err(Refusal::new("ORDER-08", format!("{name}: a {class} may not come to a new heading")));
        }
        if order == Order::BurnRetros && any(&|ship| self.profile(ship).is(Trait::NoRetros)) {
            return Err(Refusal::new("DARK-04", format!("{name} has no burn retros")));
        }
        let spent = |ship: ShipId| {
            let criticals = &self.battle.ship(ship).criticals;
            criticals.count(Critical::Surge) > 0 || criticals.count(Critical::Leech) > 0
        };
        if order == Order::AllAheadFull && any(&|ship| self.profile(ship).is(Trait::NoAhead) || spent(ship)) {
            let rule = if any(&spent) { "CRIT-10" } else { "NICA-02" };
            return Err(Refusal::new(rule, format!("{name} cannot go all ahead full")));
        }
        if order == Order::BurnRetros && any(&|ship| self.profile(ship).odd.rok) {
            return Err(Refusal::new("ORK-04", format!("{name}: a rok may not burn retros")));
        }
        let rushed = matches!(order, Order::AllAheadFull | Order::ComeToNewHeading | Order::BurnRetros);
        // A space hulk goes All Ahead Full to ram, and for nothing else (HULK-03).
        let rams = |ship: ShipId| order == Order::AllAheadFull && self.profile(ship).odd.space_hulk;
        let barred =
            |ship: &&ShipId| self.profile(**ship).sails.is_some() || self.profile(**ship).stationed && !rams(**ship);
        if let Some(ship) = members.iter().find(barred).filter(|_| rushed) {
            let class = self.profile(*ship).class.as_str();
            return Err(Refusal::new(self.profile(*ship).bars_orders(), format!("{name}: a {class} has no {order}")));
        }
        Ok(())
    }

    /// What a command check for an order of the Movement Phase brings.
    pub(in crate::battle::gothic) fn ordered(&mut self, unit: Unit, order: Order, passed: bool) {
        if !passed {
            let side = self.battle.side_of(unit);
            if self.battle.is_ghost(self.roster, unit) {
                self.battle.player_mut(side).ghost_failed = true;
                self.fall_silent(unit, 1);
                return;
            }
            self.battle.player_mut(side).check_failed = true;
            self.tell(|| Event::OrdersStopped(side));
            return;
        }
        let mut members = Members::new();
        for ship in self.battle.members(unit).iter().filter(|ship| !self.battle.ship(**ship).done.moved) {
            members.push(*ship).expect("each ship once");
        }
        for ship in &members {
            let ship = self.battle.ship_mut(*ship);
            ship.order = Some(order);
            if order == Order::ReloadOrdnance {
                ship.spent = crate::battle::gothic::state::ordnance::Spent::default();
            }
        }
        if order == Order::ReloadOrdnance {
            members.iter().for_each(|ship| self.share_silos(*ship));
        }
        self.tell(|| Event::Ordered(unit, order));
        if order == Order::AllAheadFull {
            self.then(Task::Surge(unit));
            // Each ship that wants to ram names its target before the distance is rolled (RAM-02).
            for ship in members.iter().rev() {
                let (side, at) = (self.battle.ship(*ship).side, self.battle.ship(*ship).at);
                if self.battle.fleet(side.other()).any(|(_, enemy)| self.battle.ground.on_one_table(at, enemy.at)) {
                    self.ask(MovementQuestion::NameRam(*ship));
                }
            }
        }
    }

    /// Asks a unit whether it braces, unless it is braced or cannot be (BRACE-15).
    pub(in crate::battle::gothic) fn offer_brace(&mut self, unit: Unit, threat: Threat) {
        let members = self.battle.members(unit);
        let braced = members.iter().all(|ship| self.battle.ship(*ship).order == Some(Order::Brace));
        if !members.is_empty() && !braced && members.iter().all(|ship| self.may_brace(*ship)) {
            self.ask(DamageQuestion::Brace { unit, threat });
        }
    }

    /// A ship may not brace in the turn after an evasive turn (REFIT-09), nor once its weave has failed (REFIT-27), nor
    /// while its fleet is surprised (PLOT-32).
    fn may_brace(&self, id: ShipId) -> bool {
        let ship = self.battle.ship(id);
        let evaded = ship.done.evaded && ship.side == self.battle.active;
        // Nor in its own turn while it attacks the planet (SCEN-88).
        let assaults = ship.done.assaults && ship.side == self.battle.active;
        let heeds = !self.profile(id).odd.mute && ship.done.feats.frenzy == 0 && ship.done.feats.charge == 0;
        heeds && !ship.done.weave_failed && !evaded && !assaults && !self.battle.caught_off_guard(ship.side)
    }

    /// The answer to [`DamageQuestion::Brace`].
    pub(in crate::battle::gothic) fn answer_brace(&mut self, unit: Unit, threat: Threat, brace: bool) -> Judged<()> {
        if !brace {
            self.tell(|| Event::Braced(unit, threat, false));
            return Ok(());
        }
        let needed = self.battle.command_value(self.roster, unit);
        self.test(unit, Test::Order(Order::Brace), 2, needed)
    }

    /// A unit is braced: the order replaces any other for all its ships (BRACE-08, BRACE-14).
    pub(in crate::battle::gothic) fn brace(&mut self, unit: Unit) {
        for ship in &self.battle.members(unit) {
            let own_turn = self.battle.ship(*ship).side == self.battle.active;
            let moving = own_turn && self.battle.phase == Phase::Movement && !self.battle.ship(*ship).done.moved;
            let ship = self.battle.ship_mut(*ship);
            if let Some(order) = ship.order.filter(|order| moving && *order != Order::Brace) {
                ship.done.moves_under = Some(order);
            }
            ship.order = Some(Order::Brace);
            ship.done.braced_late = own_turn;
        }
        self.tell(|| Event::Ordered(unit, Order::Brace));
    }

    /// Brace orders that are due end with the turn (END-06).
    pub(in crate::battle::gothic) fn end_braces(&mut self) {
        self.end_feats();
        self.end_docking();
        let side = self.battle.active;
        for id in (0..self.battle.ships.len() as u8).map(ShipId) {
            let ship = self.battle.ship_mut(id);
            ship.done.evaded &= ship.side != side;
            if ship.side != side || ship.order != Some(Order::Brace) {
                continue;
            }
            if ship.done.braced_late {
                ship.done.braced_late = false;
                continue;
            }
            ship.order = None;
            self.tell(|| Event::OrderEnded(id, Order::Brace));
        }
    }

    /// When a unit has moved: a squadron that lost an escort over the edge must try to follow it (DISENG-10).
    pub(in crate::battle::gothic) fn after_unit(&mut self, unit: Unit) -> Judged<()> {
        let Unit::Squadron(squadron) = unit else { return Ok(()) };
        let fled =
            self.battle.ships.iter().any(|ship| ship.squadron == Some(squadron) && ship.fate == Fate::Disengaged);
        if fled && self.battle.phase == Phase::Movement && self.is_escort(unit) {
            return self.must_disengage(unit);
        }
        Ok(())
    }
}
