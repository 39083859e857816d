//! Events that change a battle: the steps of its turn, what the players bring, its aftermath.

use super::note_ids;
use super::register::{change, damage};
use crate::campaign::event::Event;
use crate::campaign::state::battle::report::Report;
use crate::campaign::state::battle::{Battle, Side, Step};
use crate::campaign::state::grant::Grant;
use crate::campaign::state::{BattleId, Campaign, PlayerId};
use crate::campaign::turn::{BySide, MissionClass};
use crate::scenario::planetary_assault::OF_WOLF_PACKS;

#[expect(clippy::wildcard_enum_match_arm, reason = "the table sends only these here")]
pub(super) fn turn(campaign: &mut Campaign, event: &Event) {
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
        Event::OrdersFall { battle, to } => side(campaign, *battle, *to, |side| side.chooses = true),
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
        _ => {}
    }
}

/// What the players bring: fleets, defences, sub-plots.
#[expect(clippy::wildcard_enum_match_arm, reason = "the table sends only these here")]
pub(super) fn fleets(campaign: &mut Campaign, event: &Event) {
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
        _ => {}
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the table sends only these here")]
pub(super) fn aftermath(campaign: &mut Campaign, event: &Event) {
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
            self::battle(campaign, *battle, |battle| {
                *battle.aftermath.repair_bonus.of_mut(*role) += 1;
                // An advance that is taken after the points were counted still counts in this aftermath (XP-16).
                if let Some(points) = battle.aftermath.repair_points.of_mut(*role) {
                    *points += 1;
                }
            });
        }
        Event::TenderRepairs { battle, role, .. } => {
            self::battle(campaign, *battle, |battle| *battle.aftermath.repair_bonus.of_mut(*role) += 2);
        }
        Event::AssaultTried { battle, granted: true, .. } => {
            self::battle(campaign, *battle, |battle| battle.scenario = Some(OF_WOLF_PACKS));
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
        Event::DeclarationsOpened { battle, on } => {
            self::battle(campaign, *battle, |battle| battle.aftermath.opened = Some(*on));
        }
        Event::AdvanceWaits { battle, vessel, .. } => {
            self::battle(campaign, *battle, |battle| battle.aftermath.advances.push(*vessel));
        }
        Event::AdvanceTaken { battle, vessel, .. } => {
            self::battle(campaign, *battle, |battle| battle.aftermath.advances.retain(|waiting| waiting != vessel));
        }
        Event::TrainersAsked { battle, role, .. } => {
            self::battle(campaign, *battle, |battle| *battle.aftermath.trained.of_mut(*role) = true);
        }
        Event::AppealsDeclared { battle, role, .. } => {
            self::battle(campaign, *battle, |battle| *battle.aftermath.declared.of_mut(*role) = true);
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
