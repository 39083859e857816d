//! Folds events into the campaign. Applying needs no dice and cannot fail: whatever could be refused was refused
//! when the command was decided.

use super::composition;
use super::event::Event;
use super::month::fold::fold;
use super::state::{BattleId, Campaign, DesignId, Phase, Player, PlayerId, Vessel, VesselId, VesselState};
use super::turn::scenario::Scenario;
use super::turn::{BySide, MissionClass};
use crate::campaign::state::battle::report::Report;
use crate::campaign::state::battle::{Battle, Side, Step};
use crate::campaign::state::grant::Grant;

/// Applies one event.
pub fn apply(campaign: &mut Campaign, event: &Event, at: chrono::NaiveDateTime) {
    match event {
        Event::CampaignOpened { about, systems, channels } => {
            campaign.about = Some(about.clone());
            campaign.systems = systems.iter().map(|system| (system.id, system.clone())).collect();
            campaign.channels = channels.iter().map(|channel| ((channel.a, channel.b), *channel)).collect();
        }
        Event::OptionSet { option, to, .. } => {
            if let Some(about) = &mut campaign.about {
                about.options.set(option, to.clone());
            }
        }
        Event::DeadlineSet { ends } => {
            if let Some(about) = &mut campaign.about {
                about.ends = *ends;
            }
        }
        Event::PlayerJoined { player } => {
            note_ids(campaign, |ids| ids.player = ids.player.max(player.id.0));
            campaign.players.insert(player.id, player.clone());
        }
        Event::PlayerRemoved { player } => {
            campaign.vessels.retain(|_, vessel| vessel.player != *player);
            campaign.bases.remove(player);
            campaign.players.remove(player);
        }
        Event::RenownChanged { player, to, .. } => {
            if let Some(player) = campaign.players.get_mut(player) {
                player.renown = *to;
            }
        }
        Event::PhaseReached { phase } => {
            if let Some(about) = &mut campaign.about {
                about.phase = *phase;
                if *phase == Phase::Running {
                    about.started = Some(at);
                }
            }
        }
        Event::OrderRolled { order } => {
            if let Some(about) = &mut campaign.about {
                about.order.clone_from(order);
            }
        }
        Event::SystemClaimed { player, system } | Event::SystemTaken { player, system, .. } => {
            if let Some(system) = campaign.systems.get_mut(system) {
                system.owner = Some(*player);
            }
        }
        Event::OwnerEdited { system, owner, .. } => {
            if let Some(system) = campaign.systems.get_mut(system) {
                system.owner = *owner;
            }
        }
        Event::BaseHidden { base } => {
            campaign.bases.insert(base.player, base.clone());
        }
        Event::PlayerReady { player } => {
            if let Some(player) = campaign.players.get_mut(player) {
                player.ready = true;
            }
        }
        Event::AllegianceChanged { player, rebel } => {
            if let Some(player) = campaign.players.get_mut(player) {
                player.rebel = *rebel;
            }
        }
        Event::BaseRevealed { owner, to, .. } => {
            if let Some(base) = campaign.bases.get_mut(owner) {
                base.known_to.push(*to);
            }
        }
        Event::WorldChanged { system, to, .. } => {
            if let Some(system) = campaign.systems.get_mut(system) {
                system.kind = *to;
            }
        }
        Event::BaseDestroyed { owner } => {
            campaign.bases.remove(owner);
        }
        Event::BattleClosed { battle } => close(campaign, *battle, at),
        Event::Allowed { player, rule, says, .. } => {
            if let Some(player) = campaign.players.get_mut(player) {
                player.allowed.push(composition::key(rule, says));
            }
        }
        Event::Noted { .. } => {}
        _ => {
            apply_to_commander(campaign, event);
            apply_to_register(campaign, event);
            apply_to_battle(campaign, event);
            fold(campaign, event);
        }
    }
}

/// Ends a battle: both have played a game, and what was lent for it is used up.
fn close(campaign: &mut Campaign, id: BattleId, now: chrono::NaiveDateTime) {
    let Some(battle) = campaign.battles.get_mut(&id) else { return };
    battle.step = Step::Closed;
    battle.open = false;
    let both = battle.players();
    for player in campaign.players.values_mut().filter(|player| both.contains(&player.id)) {
        player.games += 1;
        player.last_game = Some(now.date());
        player.boons.retain(|boon| !boon.next_game || boon.battle == id);
    }
}

/// What a commander bears and what appeals gave him.
fn apply_to_commander(campaign: &mut Campaign, event: &Event) {
    let mut change = |id: &PlayerId, change: &dyn Fn(&mut Player)| {
        if let Some(player) = campaign.players.get_mut(id) {
            change(player);
        }
    };
    match event {
        Event::MarkTaken { player, mark } => change(player, &|player| player.marks.push(mark.clone())),
        Event::MarkLost { player, mark } => change(player, &|player| player.marks.retain(|own| own != mark)),
        Event::BoonGained { player, boon } => change(player, &|player| player.boons.push(boon.clone())),
        Event::BoonAssigned { player, boon, vessel } => change(player, &|player| assign(player, boon, *vessel)),
        Event::BoonUsed { player, boon } => change(player, &|player| {
            // One at a time: a Necron fleet may have several repair points waiting.
            if let Some(index) = player.boons.iter().position(|own| own.id == *boon) {
                player.boons.remove(index);
            }
        }),
        Event::SystemGivenUp { system, .. } => {
            if let Some(system) = campaign.systems.get_mut(system) {
                system.owner = None;
            }
        }
        Event::RamiliesMoved { player, lost: true, .. } => {
            campaign.bases.remove(player);
        }
        // What appeals gave a ship goes with it (XP-09).
        Event::VesselLost { player, vessel, .. } => {
            change(player, &|player| player.boons.retain(|boon| boon.vessel != Some(*vessel)));
        }
        _ => {}
    }
}

/// Gives a result to one of the ships it waits for; each further ship has its own entry.
fn assign(player: &mut Player, id: &str, vessel: VesselId) {
    let Some(index) = player.boons.iter().position(|boon| boon.id == id && boon.waits > 0) else { return };
    let boon = &mut player.boons[index];
    boon.waits -= 1;
    let left = (boon.waits > 0).then(|| boon.clone());
    boon.vessel = Some(vessel);
    boon.waits = 0;
    player.boons.extend(left);
}

fn apply_to_register(campaign: &mut Campaign, event: &Event) {
    match event {
        Event::DesignFiled { design, .. } => {
            note_ids(campaign, |ids| ids.design = ids.design.max(design.id.0));
            campaign.designs.insert(design.id, design.clone());
        }
        Event::VesselCommissioned { vessel } => {
            note_ids(campaign, |ids| ids.vessel = ids.vessel.max(vessel.id.0));
            campaign.vessels.insert(vessel.id, vessel.clone());
        }
        Event::VesselSold { vessel, .. } => {
            if let Some(sold) = campaign.vessels.remove(vessel)
                && let Some(player) = campaign.players.get_mut(&sold.player)
                && player.flagship == Some(*vessel)
            {
                player.flagship = None;
            }
        }
        Event::VesselRenamed { vessel, from, to, .. } => change(campaign, *vessel, |vessel| {
            vessel.former_names.push(from.clone());
            vessel.name.clone_from(to);
        }),
        Event::FlagshipChosen { player, vessel } => {
            if let Some(player) = campaign.players.get_mut(player) {
                player.flagship = Some(*vessel);
            }
        }
        Event::LeadershipRolled { vessel, leadership, .. } | Event::LeadershipFixed { vessel, leadership, .. } => {
            change(campaign, *vessel, |vessel| vessel.leadership = Some(*leadership));
        }
        Event::TrialsCompleted { vessel, on, .. } => change(campaign, *vessel, |vessel| vessel.trials = Some(*on)),
        Event::VesselLost { vessel, on, .. } => change(campaign, *vessel, |vessel| {
            vessel.state = VesselState::Lost;
            vessel.lost = Some(*on);
        }),
        // Its id follows from the lost one's and is not given out.
        Event::VesselReplaced { vessel, .. } => {
            campaign.vessels.insert(vessel.id, vessel.clone());
        }
        Event::LeadershipChanged { vessel, to, .. } => {
            change(campaign, *vessel, |vessel| vessel.leadership = Some(*to));
        }
        Event::SkillLearnt { vessel, skill, .. } => {
            change(campaign, *vessel, |vessel| vessel.skills.push(skill.clone()));
        }
        Event::RefitGained { vessel, refit, points, .. } => change(campaign, *vessel, |vessel| {
            vessel.refits.push(refit.clone());
            vessel.points = *points;
        }),
        Event::RefitLost { vessel, refit, .. } => change(campaign, *vessel, |vessel| {
            // The last of that name: only carapace and spores may be there twice, and those are never taken back.
            if let Some(index) = vessel.refits.iter().rposition(|own| own.id == *refit) {
                vessel.refits.remove(index);
                vessel.points = vessel.points_with(&vessel.refits);
            }
        }),
        Event::OfficerJoined { vessel, officer, points, .. } => change(campaign, *vessel, |vessel| {
            vessel.officer = Some(officer.clone());
            vessel.points = *points;
        }),
        Event::ShipConverted { vessel, hulls, upgrades, list_points, points, .. } => {
            change(campaign, *vessel, |vessel| {
                vessel.hulls.clone_from(hulls);
                vessel.upgrades.clone_from(upgrades);
                vessel.list_points = *list_points;
                vessel.points = *points;
            });
        }
        Event::VesselRepaired { vessel, by, .. } => change(campaign, *vessel, |vessel| repair(vessel, *by)),
        Event::VesselWithdrawn { vessel, battle, .. } => change(campaign, *vessel, |vessel| {
            vessel.state = VesselState::Withdrawn;
            vessel.withdrawn = Some(*battle);
        }),
        Event::VesselReturned { vessel, .. } => change(campaign, *vessel, |vessel| {
            vessel.state = VesselState::Ready;
            vessel.withdrawn = None;
            vessel.damage = 0;
            vessel.hulls.iter_mut().for_each(|hulls| hulls.lost = 0);
        }),
        Event::UpgradeGained { vessel, upgrade, .. } => {
            change(campaign, *vessel, |vessel| vessel.upgrades.push(upgrade.clone()));
        }
        Event::FiguresAccepted { vessel, hulls, upgrades, list_points, to, .. } => {
            change(campaign, *vessel, |vessel| {
                vessel.hulls.clone_from(hulls);
                vessel.upgrades.clone_from(upgrades);
                vessel.list_points = *list_points;
                vessel.points = *to;
            });
        }
        _ => {}
    }
}

/// Restores hits, or escorts of a squadron in the order of their classes.
fn repair(vessel: &mut Vessel, by: u32) {
    let mut left = by;
    for hulls in &mut vessel.hulls {
        let back = hulls.lost.min(left);
        hulls.lost -= back;
        left -= back;
    }
    vessel.damage = vessel.damage.saturating_sub(left);
}

/// Writes the losses of a battle into the registers.
fn damage(campaign: &mut Campaign, report: &Report) {
    let designs = &campaign.designs;
    for entry in &report.vessels {
        let Some(vessel) = campaign.vessels.get_mut(&entry.vessel) else { continue };
        vessel.damage += entry.hits_lost - entry.lent.min(entry.hits_lost);
        for (class, number) in &entry.lost {
            let mut left = *number;
            let same = |design: &DesignId| designs.get(design).is_some_and(|design| design.class.id == *class);
            for hulls in vessel.hulls.iter_mut().filter(|hulls| same(&hulls.design)) {
                let lost = left.min(hulls.count - hulls.lost);
                hulls.lost += lost;
                left -= lost;
            }
        }
    }
}

fn apply_to_battle(campaign: &mut Campaign, event: &Event) {
    match event {
        Event::ChallengeOffered { battle } => {
            note_ids(campaign, |ids| ids.battle = ids.battle.max(battle.id.0));
            campaign.battles.insert(battle.id, Battle::clone(battle));
        }
        Event::ChallengeAccepted { battle, on } => self::battle(campaign, *battle, |battle| {
            battle.answered = Some(*on);
            battle.step = Step::Initiative;
        }),
        Event::BattleEnded { battle, ending, on } => self::battle(campaign, *battle, |battle| {
            battle.answered.get_or_insert(*on);
            battle.ending = Some(*ending);
            battle.step = Step::Closed;
            battle.open = false;
        }),
        Event::InitiativeWon { battle, sides, .. } => self::battle(campaign, *battle, |battle| {
            battle.sides = Some(sides.clone());
            battle.step = Step::Orders;
        }),
        Event::BaseSearched { battle, .. } => self::battle(campaign, *battle, |battle| battle.searched = true),
        Event::BaseAttacked { battle, system, scenario } => self::battle(campaign, *battle, |battle| {
            battle.base_attack = true;
            battle.class = Some(MissionClass::Battle);
            battle.scenario = Some(*scenario);
            battle.system = Some(*system);
            battle.step = Step::Size;
        }),
        Event::OrdersReceived { battle, class, .. } => self::battle(campaign, *battle, |battle| {
            battle.class = Some(*class);
            battle.step = Step::Scenario;
        }),
        Event::ScenarioDetermined { battle, scenario, .. } => self::battle(campaign, *battle, |battle| {
            battle.scenario = Some(*scenario);
            battle.step = Step::Location;
        }),
        Event::LocationChosen { battle, system } => self::battle(campaign, *battle, |battle| {
            battle.system = Some(*system);
            battle.step = Step::Size;
        }),
        Event::SizeAgreed { battle, size, allowances, convoy } => self::battle(campaign, *battle, |battle| {
            battle.size = Some(*size);
            battle.convoy.clone_from(convoy);
            if let Some(sides) = &mut battle.sides {
                sides.attacker.allowance = allowances.attacker;
                sides.defender.allowance = allowances.defender;
            }
            battle.step = Step::Fleets;
        }),
        _ => apply_to_fleets(campaign, event),
    }
}

/// What the players bring: fleets, defences, sub-plots.
fn apply_to_fleets(campaign: &mut Campaign, event: &Event) {
    match event {
        Event::FleetPicked { battle, player, fleet, flagship, defences, works } => {
            side(campaign, *battle, *player, |side| {
                side.picked = true;
                side.fleet.clone_from(fleet);
                side.flagship = *flagship;
                side.defences_bought = *defences;
                side.works.clone_from(works);
            });
        }
        Event::DefencesNamed { battle, works, .. } => self::battle(campaign, *battle, |battle| {
            if let Some(sides) = &mut battle.sides {
                sides.defender.works.clone_from(works);
            }
        }),
        Event::DefencesRolled { battle, points, .. } => self::battle(campaign, *battle, |battle| {
            if let Some(sides) = &mut battle.sides {
                sides.defender.defences_free = *points;
            }
        }),
        Event::TransportsGiven { battle, transports } => self::battle(campaign, *battle, |battle| {
            if let Some(sides) = &mut battle.sides {
                sides.attacker.transports = *transports;
            }
        }),
        Event::FleetsComplete { battle } => self::battle(campaign, *battle, |battle| battle.step = Step::SubPlots),
        Event::BattleSetUp { battle, set_up } => {
            self::battle(campaign, *battle, |battle| battle.set_up = Some(set_up.clone()));
        }
        Event::FightBegun { battle, under_way } => {
            self::battle(campaign, *battle, |battle| battle.under_way = Some(under_way.clone()));
        }
        Event::UnitsDealt { battle, lines, .. } => self::battle(campaign, *battle, |battle| {
            if let Some(set_up) = &mut battle.set_up {
                set_up.lines.extend_from_slice(lines);
            }
        }),
        Event::SubPlotRolled { battle, player, plot } => {
            side(campaign, *battle, *player, |side| side.plot = Some(plot.clone()));
            for (vessel, hits) in &plot.damage {
                change(campaign, *vessel, |vessel| vessel.damage += hits);
            }
        }
        Event::ShipNominated { battle, player, ship } => side(campaign, *battle, *player, |side| {
            if let Some(plot) = &mut side.plot {
                plot.ship = Some(*ship);
            }
        }),
        Event::SubPlotsRevealed { battle } => self::battle(campaign, *battle, |battle| {
            let sides = battle.sides.as_mut().map(|sides| [&mut sides.attacker, &mut sides.defender]);
            for plot in sides.into_iter().flatten().filter_map(|side| side.plot.as_mut()) {
                plot.secret = false;
            }
        }),
        Event::SubPlotsComplete { battle } => self::battle(campaign, *battle, |battle| battle.step = Step::Battle),
        _ => apply_to_aftermath(campaign, event),
    }
}

fn apply_to_aftermath(campaign: &mut Campaign, event: &Event) {
    match event {
        Event::BattleReported { battle, report, result, .. } => {
            damage(campaign, report);
            self::battle(campaign, *battle, |battle| {
                battle.confirmation = None;
                battle.report = Some(Report::clone(report));
                battle.result = Some(result.clone());
                battle.step = Step::Spoils;
            });
        }
        Event::StepReached { battle, step } => self::battle(campaign, *battle, |battle| battle.step = *step),
        Event::SystemRaided { battle, .. } => self::battle(campaign, *battle, |battle| battle.aftermath.raided = true),
        Event::RepairPointEarned { battle, role, .. } => {
            self::battle(campaign, *battle, |battle| *battle.aftermath.repair_bonus.of_mut(*role) += 1);
        }
        Event::TenderRepairs { battle, role, .. } => {
            self::battle(campaign, *battle, |battle| *battle.aftermath.repair_bonus.of_mut(*role) += 2);
        }
        Event::AssaultTried { battle, granted: true, .. } => {
            self::battle(campaign, *battle, |battle| battle.scenario = Some(Scenario::PlanetaryAssault));
        }
        Event::RepairPointsCounted { battle, points } => self::battle(campaign, *battle, |battle| {
            battle.aftermath.repair_points =
                BySide { attacker: Some(points.attacker), defender: Some(points.defender) };
        }),
        Event::RepairsDone { battle, role, .. } => {
            self::battle(campaign, *battle, |battle| *battle.aftermath.repaired.of_mut(*role) = true);
        }
        Event::AppealRolled { battle, player, kind, granted: true, .. } => {
            let grant = Grant { player: *player, kind: *kind };
            self::battle(campaign, *battle, |battle| battle.aftermath.grants.push(grant));
        }
        Event::AppealsMade { battle } => self::battle(campaign, *battle, |battle| battle.aftermath.appealed = true),
        Event::GrantTaken { battle, grant } => self::battle(campaign, *battle, |battle| {
            if let Some(index) = battle.aftermath.grants.iter().position(|other| other == grant) {
                battle.aftermath.grants.remove(index);
            }
        }),
        _ => {}
    }
}

fn battle(campaign: &mut Campaign, battle: BattleId, change: impl FnOnce(&mut Battle)) {
    if let Some(battle) = campaign.battles.get_mut(&battle) {
        change(battle);
    }
}

fn side(campaign: &mut Campaign, battle: BattleId, player: PlayerId, change: impl FnOnce(&mut Side)) {
    self::battle(campaign, battle, |battle| {
        let sides = battle.sides.as_mut().map(|sides| [&mut sides.attacker, &mut sides.defender]);
        if let Some(side) = sides.into_iter().flatten().find(|side| side.player == player) {
            change(side);
        }
    });
}

fn change(campaign: &mut Campaign, vessel: VesselId, change: impl FnOnce(&mut Vessel)) {
    if let Some(vessel) = campaign.vessels.get_mut(&vessel) {
        change(vessel);
    }
}

fn note_ids(campaign: &mut Campaign, note: impl FnOnce(&mut super::state::Ids)) {
    if let Some(about) = &mut campaign.about {
        note(&mut about.ids);
    }
}
