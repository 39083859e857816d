//! The fleet register: commissioning, names, flagship, trials, corrected figures
//! (FLEET-01 to FLEET-11, CMDR-02, CMDR-06, CMDR-09).

use std::sync::Arc;

use crate::campaign::hint::Hint;
use crate::campaign::state::improvement;
use chrono::NaiveDateTime;

use super::aftermath::promotions;
use super::command::NewVessel;
use super::composition::{self, Breach};
use super::event::Event;
use super::leadership;
use super::purchase;
use super::refusal::{Refusal, Refusals};
use super::state::{Bought, Campaign, Design, DesignId, Hulls, Phase, Player, PlayerId, Vessel, VesselId, VesselState};
use super::{Circumstances, about, names, player, vessel_of};
use crate::ships::class::ShipClass;

/// Commissions vessels, one or a whole fleet; every problem of all of them is reported at once.
pub(super) fn buy(
    campaign: &Campaign,
    owner: PlayerId,
    first: VesselId,
    vessels: &[NewVessel],
    flagship: Option<&str>,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let buyer = player(campaign, owner)?;
    may_commission(campaign, buyer, with)?;
    let mut yard = Yard::new(campaign, buyer);
    let mut problems = Vec::new();
    for (index, new) in (0..).zip(vessels) {
        let id = VesselId(first.0 + index);
        match yard.commission(id, new, with) {
            Ok(()) => {}
            Err(refusals) if vessels.len() == 1 => problems.extend(refusals),
            Err(refusals) => problems.extend(
                refusals
                    .into_iter()
                    .map(|refusal| Refusal { says: format!("\"{}\": {}", new.name, refusal.says), ..refusal }),
            ),
        }
    }
    if let Some(name) = flagship {
        let named = yard.after.register(owner).find(|vessel| names::same(&vessel.name, name)).map(|vessel| vessel.id);
        match named {
            Some(vessel) => yard.happen(Event::FlagshipChosen { player: owner, vessel }, with.now),
            None => problems.push(Refusal::by("CMDR-02", format!("no vessel of the fleet is called \"{name}\""))),
        }
    }
    if !problems.is_empty() {
        return Err(Refusals(problems));
    }
    let Yard { mut after, mut events, waived, .. } = yard;
    let mut allowed = late_by_ruling(campaign, buyer, with);
    allowed.extend(waived);
    allowed.extend(judge(campaign, &after, buyer, with, |_| true)?);
    if !allowed.is_empty()
        && let Some(reason) = with.ruling
    {
        mark_allowed(&mut events, reason);
    }
    events.extend(allowed);
    if buyer.ready {
        // A ship that joins a running register is rolled for at once (FLEET-07).
        for index in 0..vessels.len() {
            let id = VesselId(first.0 + u32::try_from(index).unwrap_or_default());
            for event in leadership::fleet_trials(&after, id, with)? {
                super::apply::apply(&mut after, &event, with.now);
                events.push(event);
            }
        }
    }
    Ok(events)
}

/// Adds what a granted appeal brings: judged by the list, rolled for at once (APPEAL-06).
pub(super) fn reinforce(
    campaign: &Campaign,
    owner: PlayerId,
    id: VesselId,
    new: &NewVessel,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let buyer = player(campaign, owner)?;
    let mut yard = Yard::new(campaign, buyer);
    yard.commission(id, new, with).map_err(Refusals)?;
    let Yard { after, mut events, waived, .. } = yard;
    let mut allowed = waived;
    allowed.extend(judge(campaign, &after, buyer, with, |breach| breach.rule != "FLEET-01")?);
    if !allowed.is_empty()
        && let Some(reason) = with.ruling
    {
        mark_allowed(&mut events, reason);
    }
    events.extend(allowed);
    events.extend(leadership::fleet_trials(&after, id, with)?);
    Ok(events)
}

/// Once the fleets have mustered, ships join by reinforcement appeals or the arbitrator's ruling (FLEET-02).
fn may_commission(campaign: &Campaign, buyer: &Player, with: &Circumstances<'_>) -> Result<(), Refusal> {
    let phase = about(campaign)?.phase;
    let mustering = phase == Phase::Mustering || (buyer.late && !buyer.ready);
    if mustering || (phase == Phase::Running && with.ruling.is_some()) {
        return Ok(());
    }
    Err(Refusal::by("FLEET-02", format!("the fleets have mustered: {}'s register is closed", buyer.name))
        .hint(Hint::WaitForReinforcement))
}

/// A ship that joins a closed register by ruling says so.
fn late_by_ruling(campaign: &Campaign, buyer: &Player, with: &Circumstances<'_>) -> Vec<Event> {
    match with.ruling {
        Some(reason) if buyer.ready && campaign.phase() == Some(Phase::Running) => vec![Event::Allowed {
            player: buyer.id,
            rule: "FLEET-02".to_owned(),
            says: "the register is closed".to_owned(),
            reason: reason.to_owned(),
        }],
        _ => Vec::new(),
    }
}

/// Refuses what makes the register worse; what a ruling lets pass becomes an event.
fn judge(
    before: &Campaign,
    after: &Campaign,
    buyer: &Player,
    with: &Circumstances<'_>,
    matters: impl Fn(&Breach) -> bool,
) -> Result<Vec<Event>, Refusals> {
    let Some(owner) = after.players.get(&buyer.id) else { return Ok(Vec::new()) };
    let old = composition::breaches(before, buyer, with.library);
    let new: Vec<Breach> = composition::breaches(after, owner, with.library)
        .into_iter()
        .filter(|breach| !breach.unfinished && matters(breach) && !old.contains(breach))
        .collect();
    settle(after, buyer.id, &new, with)
}

/// What the campaign does about breaches: refuse, note, or let pass by a ruling (FLEET-09).
pub(super) fn settle(
    campaign: &Campaign,
    player: PlayerId,
    breaches: &[Breach],
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let way = about(campaign)?.options.choice("composition");
    let note = |breach: &Breach| Event::Noted {
        player: Some(player),
        rule: breach.rule.to_owned(),
        says: breach.says.clone(),
    };
    let allow = |breach: &Breach, reason: &str| Event::Allowed {
        player,
        rule: breach.rule.to_owned(),
        says: breach.says.clone(),
        reason: reason.to_owned(),
    };
    let mut events = Vec::new();
    let mut refused = Vec::new();
    for breach in breaches {
        // Points are the campaign's own rule, not the fleet list's.
        let composition = breach.rule != "FLEET-01";
        match with.ruling {
            _ if composition && way == "off" => {}
            _ if composition && way == "warn" => events.push(note(breach)),
            Some(reason) => events.push(allow(breach, reason)),
            None => refused.push(breach.refusal()),
        }
    }
    if refused.is_empty() { Ok(events) } else { Err(Refusals(refused)) }
}

/// The register shows what the arbitrator allowed.
fn mark_allowed(events: &mut [Event], reason: &str) {
    for event in events {
        if let Event::VesselCommissioned { vessel } = event {
            vessel.allowed = Some(reason.to_owned());
        }
    }
}

/// A register in the making: what has been commissioned so far counts for what comes next.
struct Yard<'c> {
    buyer: &'c Player,
    after: Campaign,
    events: Vec<Event>,
    /// What a ruling let pass.
    waived: Vec<Event>,
}

impl<'c> Yard<'c> {
    fn new(campaign: &Campaign, buyer: &'c Player) -> Self {
        Self { buyer, after: campaign.clone(), events: Vec::new(), waived: Vec::new() }
    }

    fn happen(&mut self, event: Event, now: NaiveDateTime) {
        super::apply::apply(&mut self.after, &event, now);
        self.events.push(event);
    }

    fn commission(&mut self, id: VesselId, new: &NewVessel, with: &Circumstances<'_>) -> Result<(), Vec<Refusal>> {
        let mut problems = Vec::new();
        if let Err(refusal) = names::free_for_vessel(&self.after, &new.name, Some(self.buyer.id), None) {
            problems.push(refusal);
        }
        if self.after.vessels.contains_key(&id) {
            problems.push(Refusal::plain(format!("vessel {} is already commissioned", id.0)));
        }
        let priced = match purchase::price(&self.after, self.buyer, new, with.library, with.ruling.is_some()) {
            Ok(priced) => priced,
            Err(refusals) => {
                problems.extend(refusals);
                return Err(problems);
            }
        };
        if !problems.is_empty() {
            return Err(problems);
        }
        let hulls = priced
            .ships
            .iter()
            .map(|ships| Hulls {
                design: self.design(&ships.class, with.now),
                count: ships.count,
                lost: 0,
                weapons: ships.weapons.clone(),
            })
            .collect();
        let place = self.after.register(self.buyer.id).map(|vessel| vessel.place).max().unwrap_or(0) + 1;
        let running = self.after.phase() == Some(Phase::Running);
        let vessel = Vessel {
            id,
            player: self.buyer.id,
            place,
            name: new.name.clone(),
            hulls,
            upgrades: priced.upgrades,
            officer: priced.officer,
            points: priced.points,
            origin: new.origin.clone(),
            leadership: None,
            commissioned: with.now.date(),
            // Trials end with the Leadership roll; until then the date says when the model was finished.
            trials: if new.unfinished { None } else { Some(with.now.date()) },
            late: running,
            state: VesselState::Ready,
            lost: None,
            former_names: Vec::new(),
            allowed: None,
            list_points: priced.points - priced.officer_points,
            damage: 0,
            refits: Vec::new(),
            skills: Vec::new(),
            withdrawn: None,
        };
        self.happen(Event::VesselCommissioned { vessel }, with.now);
        for refusal in priced.waived {
            self.waived.push(Event::Allowed {
                player: self.buyer.id,
                rule: refusal.rule.unwrap_or_default(),
                says: refusal.says,
                reason: with.ruling.unwrap_or_default().to_owned(),
            });
        }
        Ok(())
    }

    /// The design that holds these very figures, filed now if the campaign has none.
    fn design(&mut self, class: &ShipClass, now: NaiveDateTime) -> DesignId {
        if let Some(design) = self.after.designs.values().find(|design| design.class.is_described_by(class)) {
            return design.id;
        }
        let design = Design { id: self.after.next_design(), class: Arc::new(class.clone()) };
        let id = design.id;
        self.happen(Event::DesignFiled { player: self.buyer.id, design }, now);
        id
    }
}

/// Makes a ship one of another class: it keeps refits and what was not an option of its old class.
pub(super) fn convert(campaign: &Campaign, vessel: &Vessel, class: &ShipClass, with: &Circumstances<'_>) -> Vec<Event> {
    let Some(owner) = campaign.players.get(&vessel.player) else { return Vec::new() };
    let old = campaign.class(vessel.hulls[0].design);
    let mut yard = Yard::new(campaign, owner);
    let design = yard.design(class, with.now);
    let hulls = vec![Hulls { design, count: 1, lost: 0, weapons: Vec::new() }];
    let kept = |upgrade: &&Bought| upgrade.gained || old.options.iter().all(|option| option.id != upgrade.id);
    let upgrades: Vec<Bought> = vessel.upgrades.iter().filter(kept).cloned().collect();
    let bought: i32 = upgrades.iter().map(|upgrade| upgrade.points).sum();
    let list_points = class.points.unwrap_or(0).saturating_add_signed(bought);
    let points =
        improvement::worth(list_points, &vessel.refits) + vessel.officer.as_ref().map_or(0, |officer| officer.points);
    yard.happen(
        Event::ShipConverted {
            player: vessel.player,
            vessel: vessel.id,
            hulls,
            upgrades,
            list_points,
            points,
            class: class.name.clone(),
        },
        with.now,
    );
    yard.events
}

pub(super) fn sell(
    campaign: &Campaign,
    owner: PlayerId,
    id: VesselId,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let seller = player(campaign, owner)?;
    let vessel = vessel_of(campaign, owner, id)?;
    let mustering = about(campaign)?.phase == Phase::Mustering || (seller.late && !seller.ready);
    if !mustering {
        return Err(Refusal::by(
            "FLEET-02",
            format!("the fleets have mustered: \"{}\" stays on the register", vessel.name),
        )
        .hint(Hint::SellOnlyBeforeStart)
        .into());
    }
    let sold = Event::VesselSold { player: owner, vessel: id, points: vessel.points };
    let mut after = campaign.clone();
    super::apply::apply(&mut after, &sold, with.now);
    let mut events = vec![sold];
    // Points can only fall: a register that is still too large is none the worse for it.
    events.extend(judge(campaign, &after, seller, with, |breach| breach.rule != "FLEET-01")?);
    Ok(events)
}

pub(super) fn rename(campaign: &Campaign, owner: PlayerId, id: VesselId, name: &str) -> Result<Vec<Event>, Refusals> {
    let vessel = vessel_of(campaign, owner, id)?;
    if vessel.name == name {
        return Err(Refusal::plain(format!("\"{name}\" is already the name of this vessel")).into());
    }
    names::free_for_vessel(campaign, name, Some(owner), Some(id))?;
    let (from, to) = (vessel.name.clone(), name.to_owned());
    Ok(vec![Event::VesselRenamed { player: owner, vessel: id, from, to }])
}

pub(super) fn choose_flagship(
    campaign: &Campaign,
    owner: PlayerId,
    id: VesselId,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let commander = player(campaign, owner)?;
    let vessel = vessel_of(campaign, owner, id)?;
    let mut events = Vec::new();
    let old = commander.flagship.and_then(|flagship| campaign.vessels.get(&flagship));
    let intact = old.filter(|flagship| flagship.state != VesselState::Lost);
    if let Some(intact) = intact {
        if intact.id == id {
            return Err(Refusal::plain(format!("\"{}\" is already the flagship", vessel.name)).into());
        }
        // Ruling: before the start the choice is free; after it only a lost flagship is replaced (CMDR-06).
        if commander.ready {
            let says = format!("the flagship \"{}\" is intact", intact.name);
            match with.ruling {
                Some(reason) => events.push(Event::Allowed {
                    player: owner,
                    rule: "CMDR-06".to_owned(),
                    says,
                    reason: reason.to_owned(),
                }),
                None => {
                    return Err(Refusal::by("CMDR-06", says).hint(Hint::ChangeShipByRuling).allowable().into());
                }
            }
        }
    }
    if campaign.is_squadron(vessel) {
        let says = format!("\"{}\" is no capital ship: an odd flagship", vessel.name);
        match about(campaign)?.options.choice("escort-flagship") {
            "refuse" => return Err(Refusal::by("CMDR-02", says).hint("choose a capital ship").into()),
            "warn" => events.push(Event::Noted { player: Some(owner), rule: "CMDR-02".to_owned(), says }),
            _ => {}
        }
    }
    events.push(Event::FlagshipChosen { player: owner, vessel: id });
    if commander.ready {
        // The refits of a rank belong to the flagship: another one has its own rolled anew (RANK-05).
        events.extend(intact.map(|old| promotions::taken_back(commander, old, old.refits.len())).unwrap_or_default());
        events.extend(promotions::rank_refits(campaign, commander, vessel, promotions::Way::Refits, with)?);
    }
    Ok(events)
}

pub(super) fn complete_trials(
    campaign: &Campaign,
    owner: PlayerId,
    id: VesselId,
    now: NaiveDateTime,
) -> Result<Vec<Event>, Refusals> {
    let vessel = vessel_of(campaign, owner, id)?;
    if let Some(on) = vessel.trials {
        return Err(Refusal::by("FLEET-04", format!("\"{}\" completed its trials on {on}", vessel.name)).into());
    }
    Ok(vec![Event::TrialsCompleted { player: owner, vessel: id, on: now.date() }])
}

/// Takes over the fleet files' figures for a vessel, prices included; nothing else about it changes.
pub(super) fn accept_figures(
    campaign: &Campaign,
    owner: PlayerId,
    id: VesselId,
    with: &Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let buyer = player(campaign, owner)?;
    let vessel = vessel_of(campaign, owner, id)?;
    let wanted = purchase::as_commissioned(campaign, vessel);
    let priced = purchase::price(campaign, buyer, &wanted, with.library, true).map_err(Refusals)?;
    let gained = vessel.upgrades.iter().filter(|upgrade| upgrade.gained).cloned();
    let mut yard = Yard::new(campaign, buyer);
    let hulls: Vec<Hulls> = priced
        .ships
        .iter()
        .zip(&vessel.hulls)
        .map(|(ships, old)| Hulls { design: yard.design(&ships.class, with.now), ..old.clone() })
        .collect();
    let list_points = priced.points - priced.officer_points;
    let worth = improvement::worth(list_points, &vessel.refits) + priced.officer_points;
    let upgrades: Vec<Bought> = priced.upgrades.into_iter().chain(gained).collect();
    if hulls == vessel.hulls && worth == vessel.points {
        let says = format!("the figures of \"{}\" are those of the fleet files", vessel.name);
        return Err(Refusal::plain(says).hint(Hint::ShowNotices).into());
    }
    yard.happen(
        Event::FiguresAccepted {
            player: owner,
            vessel: id,
            hulls,
            upgrades,
            list_points,
            from: vessel.points,
            to: worth,
        },
        with.now,
    );
    Ok(yard.events)
}
