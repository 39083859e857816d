//! Events as sentences.

mod month;
mod rewards;

use crate::campaign::amend::How;
use crate::campaign::bounds::total;
use crate::campaign::event::Event;
use crate::campaign::state::battle::report::Report;
use crate::campaign::state::battle::result::{BattleResult, Degree};
use crate::campaign::state::battle::under_way::PERSON;
use crate::campaign::state::battle::{Fielded, Step, Work};
use crate::campaign::state::{BattleId, Campaign, Origin, Phase, PlayerId, SystemId, Vessel, VesselId};
use crate::campaign::turn::BySide;
use crate::campaign::turn::report::Role;
use crate::report::score::score;
use crate::scenario::set_up::SetUp;
use crate::text::{a, and_list, count, shown, thousands};

/// Tells events in order. Names come from the campaign before or after, whichever knows them.
#[must_use]
pub fn tell(before: &Campaign, after: &Campaign, events: &[Event]) -> Vec<String> {
    let names = Names { before, after };
    // A reason with a line break in it must not pass for another sentence.
    let line = |says: String| shown(&says).into_owned();
    let told: Vec<String> = events.iter().filter_map(|event| names.sentence(event)).map(line).collect();
    if !told.is_empty() {
        return told;
    }
    // A step in which nothing happened is told as well: somebody asked what came of it.
    let passed = events.iter().filter_map(|event| Some((names.passed(event)?, event.rule())));
    passed.map(|(says, rule)| line(format!("{says} ({rule})"))).collect()
}

/// The sentence of one event without its rule, as a reader of the campaign may be told it.
#[must_use]
pub fn plain(campaign: &Campaign, event: &Event) -> Option<String> {
    let says = tell(campaign, campaign, std::slice::from_ref(event)).pop()?;
    Some(says.strip_suffix(&format!(" ({})", event.rule())).unwrap_or(&says).to_owned())
}

/// A sentence without the rule at its end.
#[must_use]
pub fn without_rule(says: &str) -> &str {
    let Some((before, rule)) = says.strip_suffix(')').and_then(|says| says.rsplit_once(" (")) else { return says };
    let is_rule = rule.split_once('-').is_some_and(|(word, number)| {
        word.bytes().all(|letter| letter.is_ascii_uppercase()) && number.bytes().all(|digit| digit.is_ascii_digit())
    });
    if is_rule { before } else { says }
}

/// Who won a battle, and how.
fn won(names: &Names<'_>, id: BattleId, players: BySide<PlayerId>, report: &Report, result: &BattleResult) -> String {
    let name = |role: Role| names.player(*players.of(role));
    let field = result.field.map_or_else(String::new, |role| format!(", {} holds the field", name(role)));
    let won = result.winner.map_or_else(
        || "is a draw".to_owned(),
        |role| format!("is won by {}{}", name(role), if result.degree == Degree::Marginal { ", just" } else { "" }),
    );
    let Some(battle) = names.after.battles.get(&id).or_else(|| names.before.battles.get(&id)) else { return won };
    format!("{won}: {}{field}", score(battle, report, result))
}

struct Names<'a> {
    before: &'a Campaign,
    after: &'a Campaign,
}

fn table_sentence(battle: BattleId, set_up: &SetUp) -> String {
    let zone = set_up.field.zone.map_or_else(String::new, |zone| format!(" in the {zone}"));
    let things = match set_up.field.things.len() {
        0 => "nothing on the table".to_owned(),
        1 => "1 phenomenon".to_owned(),
        number => format!("{number} phenomena"),
    };
    format!("Battle {} is set up{zone} with {things}", battle.0)
}

impl Names<'_> {
    fn player(&self, id: PlayerId) -> &str {
        let known = self.after.players.get(&id).or_else(|| self.before.players.get(&id));
        known.map_or("somebody", |player| player.name.as_str())
    }

    fn vessel(&self, id: VesselId) -> &str {
        let known = self.after.vessels.get(&id).or_else(|| self.before.vessels.get(&id));
        known.map_or("a vessel", |vessel| vessel.name.as_str())
    }

    fn system(&self, id: SystemId) -> &str {
        self.after.systems.get(&id).map_or("a system", |system| system.name.as_str())
    }

    /// The sentence of an event, its rule at the end; `None` for what another sentence already says.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are told elsewhere")]
    fn sentence(&self, event: &Event) -> Option<String> {
        let rule = event.rule();
        let says = match event {
            Event::CampaignOpened { about, systems, .. } => {
                let ends = about.ends.map_or_else(String::new, |day| format!(", until {day}"));
                format!(
                    "\"{}\" is open in the {}: {}, all neutral{ends}",
                    about.name,
                    about.chart,
                    count(i64::try_from(systems.len()).unwrap_or(i64::MAX), "system")
                )
            }
            Event::OptionSet { option, from, to } => format!("The house rule {option} is now {to}, not {from}"),
            Event::DeadlineSet { ends: Some(day) } => format!("The campaign ends on {day}"),
            Event::HistoryAmended { entry, how, again, otherwise, dropped } => {
                let what = match how {
                    How::Replace => "is replaced",
                    How::Remove => "is taken out",
                    How::Insert => "is followed by a forgotten command",
                };
                let later = count(*again, "later entry").replace("entrys", "entries");
                let out = if *dropped > 0 { format!(", {dropped} taken out") } else { String::new() };
                format!("Entry {entry} {what}; {later} decided again, {otherwise} of them otherwise{out}")
            }
            Event::DeadlineSet { ends: None } => "The campaign has no deadline".to_owned(),
            Event::PlayerJoined { player } => {
                let late = if player.late { " after the start" } else { "" };
                format!("{} joins{late} with {}, commanded by {}", player.name, player.list, player.commander)
            }
            Event::PlayerRemoved { player } => format!("{} is taken out", self.player(*player)),
            Event::RenownChanged { player, by, to, reason, .. } => {
                format!("{} has {to} renown ({by:+}, {reason})", self.player(*player))
            }
            Event::DesignFiled { .. } => return None,
            Event::VesselCommissioned { vessel } => self.commissioned(vessel),
            Event::VesselSold { vessel, points, .. } => {
                format!("{} is struck off the register: {} set free", self.vessel(*vessel), count(*points, "point"))
            }
            Event::VesselRenamed { from, to, .. } => format!("{from} is now called {to}"),
            Event::FlagshipChosen { player, vessel } => {
                let commander = self.after.players.get(player).map_or("The commander", |p| p.commander.as_str());
                format!("{commander} flies his flag in {}", self.vessel(*vessel))
            }
            Event::PhaseReached { phase } => match phase {
                Phase::Mustering => return None,
                Phase::Picking => "Starting systems are to be picked in this order".to_owned(),
                Phase::Hiding => "Every starting system is picked; pirates hide their bases".to_owned(),
                Phase::Running => "The campaign has begun".to_owned(),
            },
            Event::OrderRolled { order } if order.is_empty() => "Nobody starts with a system".to_owned(),
            Event::OrderRolled { order } => {
                let names: Vec<&str> = order.iter().map(|id| self.player(*id)).collect();
                format!("Order of picking: {}", and_list(&names))
            }
            Event::SystemClaimed { player, system } => {
                format!("{} holds {}", self.player(*player), self.system(*system))
            }
            Event::BaseHidden { base } => {
                let structure = base.structure.as_ref().map_or_else(String::new, |class| format!(" ({class})"));
                format!("{}'s base{structure} is hidden in {}", self.player(base.player), self.system(base.system))
            }
            Event::LeadershipRolled { vessel, face, modifier: 0, leadership, .. } => {
                format!("{} rolls {face}: Leadership {leadership}", self.vessel(*vessel))
            }
            Event::LeadershipRolled { vessel, face, modifier, leadership, .. } => {
                format!("{} rolls {face}, {modifier:+}: Leadership {leadership}", self.vessel(*vessel))
            }
            Event::LeadershipFixed { vessel, leadership, .. } => {
                format!("{} has Leadership {leadership}", self.vessel(*vessel))
            }
            Event::TrialsCompleted { vessel, on, .. } => {
                format!("{} completed its fleet trials on {on}", self.vessel(*vessel))
            }
            Event::UpgradeGained { vessel, upgrade, .. } => {
                format!("{} receives {}: {}", self.vessel(*vessel), upgrade.id, upgrade.effect)
            }
            Event::FiguresAccepted { vessel, from, to, .. } => {
                format!("{} takes over the corrected figures: {from} points become {to}", self.vessel(*vessel))
            }
            Event::PlayerReady { player } => format!("{} is ready to fight", self.player(*player)),
            Event::OwnerEdited { system, owner: Some(owner), reason } => {
                format!("{} goes to {} by the arbitrator's ruling: {reason}", self.system(*system), self.player(*owner))
            }
            Event::OwnerEdited { system, reason, .. } => {
                format!("{} is neutral by the arbitrator's ruling: {reason}", self.system(*system))
            }
            Event::AllegianceChanged { player, rebel: true } => format!("{} goes over to Chaos", self.player(*player)),
            Event::AllegianceChanged { player, .. } => format!("{} is loyal again", self.player(*player)),
            _ => return self.battle_sentence(event).map(|says| format!("{says} ({rule})")),
        };
        Some(format!("{says} ({rule})"))
    }

    /// The sentence of an event of a campaign turn.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are told elsewhere")]
    fn battle_sentence(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::ChallengeOffered { battle } => {
                let (by, to) = (self.player(battle.challenger), self.player(battle.challenged));
                format!("Battle {}: {by} challenges {to}", battle.id.0)
            }
            Event::ChallengeAccepted { battle, .. } => format!("Battle {} is accepted", battle.0),
            Event::BattleEnded { battle, ending, .. } => format!("Battle {} is {ending}", battle.0),
            Event::InitiativeWon { sides, totals, .. } => format!(
                "{} attacks {} ({} to {})",
                self.player(sides.attacker.player),
                self.player(sides.defender.player),
                totals.attacker,
                totals.defender
            ),
            Event::BaseSearched { owner, face, found, .. } => {
                let result = if *found { "found" } else { "not found" };
                format!("{}'s base is searched for with {}: {result}", self.player(*owner), u32::from(*face) * 10)
            }
            Event::BaseRevealed { owner, to, system } => {
                format!("{} knows that {}'s base is in {}", self.player(*to), self.player(*owner), self.system(*system))
            }
            Event::BaseAttacked { system, scenario, .. } => {
                format!("The base in {} is attacked: {scenario}", self.system(*system))
            }
            Event::OrdersFall { to, .. } => format!("{} may choose the orders", self.player(*to)),
            Event::OrdersReceived { class, chosen_by: Some(by), .. } => {
                format!("{} chooses a {class}", self.player(*by))
            }
            Event::OrdersReceived { class, face, .. } => {
                format!(
                    "Orders, {}: a {class} of {} to {} points",
                    face.unwrap_or(0),
                    class.range().0,
                    thousands(class.range().1)
                )
            }
            Event::ScenarioDetermined { scenario, face: Some(face), .. } => format!("Scenario, {face}: {scenario}"),
            Event::ScenarioDetermined { scenario, .. } => format!("Scenario by agreement: {scenario}"),
            Event::LocationChosen { system, .. } => format!("The battle is fought in {}", self.system(*system)),
            Event::SizeAgreed { size, allowances, convoy, .. } => {
                let allowance = |points: Option<u32>| {
                    points.map_or_else(|| "what the dice give".to_owned(), |points| count(points, "point"))
                };
                let convoy = convoy.as_ref().map_or_else(String::new, |convoy| {
                    let faces: Vec<String> = convoy.attackers.iter().map(ToString::to_string).collect();
                    format!("; {} transports, attackers {}", convoy.transports, faces.join(" "))
                });
                format!(
                    "{} points: the attacker has {}, the defender {}{convoy}",
                    thousands(*size),
                    allowance(allowances.attacker),
                    allowance(allowances.defender)
                )
            }
            Event::FleetPicked { player, fleet, flagship, defences, works, .. } => {
                self.picked(*player, fleet, *flagship, *defences, works)
            }
            Event::DefencesRolled { points, number: Some(number), .. } => format!(
                "With a planet on the table the defender has {} worth {}",
                count(*number, "planetary defence"),
                count(*points, "point")
            ),
            Event::DefencesRolled { points, port_maw, .. } => {
                let twice = if *port_maw { ", twice as much in Port Maw" } else { "" };
                format!("The defender has {} of planetary defences{twice}", count(*points, "point"))
            }
            Event::DefencesNamed { works, unspent, .. } => {
                let lost = if *unspent > 0 { format!("; {} unspent", count(*unspent, "point")) } else { String::new() };
                format!("Planetary defences: {}{lost}", works_of(works))
            }
            Event::TransportsGiven { transports, .. } => {
                format!("The attacker has {}", count(*transports, "free transport"))
            }
            Event::FleetsComplete { .. } => "Both fleets are picked".to_owned(),
            Event::BattleSetUp { battle, set_up } => table_sentence(*battle, set_up),
            Event::FightBegun { battle, under_way } => {
                let by =
                    |rank: &String| if rank == PERSON { "at the terminal".to_owned() } else { format!("by a {rank}") };
                let [attacker, defender] = under_way.captains.both().map(by);
                format!("Battle {} begins: the attacker is played {attacker}, the defender {defender}", battle.0)
            }
            Event::UnitsDealt { lines, .. } => {
                lines.iter().map(|line| line.says.as_str()).collect::<Vec<_>>().join("; ")
            }
            Event::SubPlotRolled { player, plot, .. } => {
                let ship = plot.ship.map_or_else(String::new, |ship| format!(", {}", self.vessel(ship)));
                let effects =
                    if plot.effects.is_empty() { String::new() } else { format!(": {}", plot.effects.join("; ")) };
                let (gain, loss) = plot.plot.renown();
                format!("{}'s sub-plot: {} ({gain:+}/{loss}){ship}{effects}", self.player(*player), plot.plot)
            }
            Event::ShipNominated { player, ship, .. } => {
                format!("{} nominates {}", self.player(*player), self.vessel(*ship))
            }
            Event::SubPlotsRevealed { battle } => format!("The sub-plots of battle {} are shown", battle.0),
            Event::SubPlotsComplete { battle } => format!("Battle {} can be fought", battle.0),
            _ => return self.aftermath_sentence(event),
        })
    }

    fn picked(&self, player: PlayerId, fleet: &[Fielded], flagship: bool, defences: u32, works: &[Work]) -> String {
        let names: Vec<&str> = fleet.iter().map(|fielded| self.vessel(fielded.vessel)).collect();
        let points = total(fleet.iter().map(|fielded| fielded.points));
        let commander = if flagship { "the commander aboard" } else { "without the commander" };
        let named = if works.is_empty() { String::new() } else { format!(" ({})", works_of(works)) };
        let defences =
            if defences > 0 { format!(", {} of defences{named}", count(defences, "point")) } else { String::new() };
        let names = if names.is_empty() { vec!["nothing"] } else { names };
        format!(
            "{} fields {}: {} points, {commander}{defences}",
            self.player(player),
            and_list(&names),
            thousands(points)
        )
    }

    /// The sentence of an event of the aftermath.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are told elsewhere")]
    fn aftermath_sentence(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::BattleReported { battle, players, report, result } => {
                format!("Battle {} {}", battle.0, won(self, *battle, *players, report, result))
            }
            Event::WorldChanged { system, from, to } => {
                format!("{} was {} and is {} now", self.system(*system), a(from.word()), a(to.word()))
            }
            Event::BaseDestroyed { owner } => format!("{}'s base is destroyed", self.player(*owner)),
            Event::SystemTaken { player, system, from } => {
                let from = from.map_or_else(String::new, |from| format!(" from {}", self.player(from)));
                format!("{} takes {}{from}", self.player(*player), self.system(*system))
            }
            Event::SystemRaided { player, system, .. } => {
                format!("{} has the use of {} for this turn", self.player(*player), self.system(*system))
            }
            Event::RankChanged { player, from, to, promoted } => {
                let word = if *promoted { "is promoted" } else { "is demoted" };
                format!("{} {word} from {from} to {to}", self.player(*player))
            }
            Event::VesselLost { vessel, .. } => format!("{} is lost", self.vessel(*vessel)),
            Event::VesselReplaced { lost, vessel } => {
                let crew = vessel.leadership.map_or_else(String::new, |ld| format!(", Leadership {ld}"));
                format!("{} takes the place of {}{crew}", vessel.name, self.vessel(*lost))
            }
            Event::ExperienceRolled { vessel, rolled, leadership, .. } => {
                let result = if rolled > leadership { "advances" } else { "learns nothing" };
                format!("{} rolls {rolled} against Leadership {leadership} and {result}", self.vessel(*vessel))
            }
            Event::LeadershipChanged { vessel, from, to, reason, .. } => {
                format!("{} has Leadership {to}, not {from}: {reason}", self.vessel(*vessel))
            }
            Event::SkillLearnt { vessel, skill, .. } => {
                format!("{} learns {}: {}", self.vessel(*vessel), skill.id, skill.effect)
            }
            Event::RepairPointEarned { vessel, .. } => {
                format!("{} earns a repair point for the fleet", self.vessel(*vessel))
            }
            Event::RepairPointsCounted { battle, points } => format!(
                "Repair points: {} has {}, {} {}",
                self.side(*battle, Role::Attacker),
                points.attacker,
                self.side(*battle, Role::Defender),
                points.defender
            ),
            Event::VesselRepaired { vessel, by, .. } => format!("{} is repaired by {by}", self.vessel(*vessel)),
            Event::VesselWithdrawn { vessel, .. } => {
                format!("{} is withdrawn until after the next game", self.vessel(*vessel))
            }
            Event::VesselReturned { vessel, .. } => format!("{} is back at full strength", self.vessel(*vessel)),
            Event::RepairsDone { battle, role, unspent } if *unspent > 0 => {
                format!("{} of {} lost unspent", count(*unspent, "repair point"), self.side(*battle, *role))
            }
            Event::AdvanceWaits { vessel, .. } => {
                format!("{} advances: its owner says whether in Leadership or in skill", self.vessel(*vessel))
            }
            Event::AppealsDeclared { player, number: 0, .. } => format!("{} makes no appeal", self.player(*player)),
            Event::AftermathFinished { battle, player, .. } => {
                format!("{} has settled the aftermath of battle {}", self.player(*player), battle.0)
            }
            Event::BattleClosed { battle } => format!("Battle {} is closed", battle.0),
            Event::Allowed { says, reason, .. } => format!("Allowed by the arbitrator: {says}. Reason: {reason}"),
            Event::Noted { says, .. } => format!("Note: {says}"),
            _ => return self.reward_sentence(event).or_else(|| self.month_sentence(event)),
        })
    }

    /// The sentence of a step that passed without anything to tell.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are told elsewhere")]
    fn passed(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::StepReached { battle, step } => {
                let place = Step::ALL.iter().position(|other| other == step)?;
                let before = Step::ALL.get(place.checked_sub(1)?)?;
                let nothing = match before {
                    Step::Spoils => "no system changes hands",
                    Step::Renown => "no renown is won or lost",
                    Step::Promotions => "nobody is promoted or demoted",
                    Step::Experience => "no crew rolls",
                    Step::Repairs => "nothing is repaired",
                    Step::Challenge
                    | Step::Initiative
                    | Step::Orders
                    | Step::Scenario
                    | Step::Location
                    | Step::Size
                    | Step::Fleets
                    | Step::SubPlots
                    | Step::Battle
                    | Step::Appeals
                    | Step::Closed => "nothing happens",
                };
                format!("Battle {}, {before}: {nothing}; {step} is due", battle.0)
            }
            Event::RepairsDone { battle, role, .. } => format!("{} repairs nothing", self.side(*battle, *role)),
            Event::GrantTaken { grant, .. } => {
                format!("{} leaves the appeal for {} unused", self.player(grant.player), grant.kind)
            }
            _ => return None,
        })
    }

    /// Who has this role in a battle.
    fn side(&self, battle: BattleId, role: Role) -> &str {
        let known = self.after.battles.get(&battle).or_else(|| self.before.battles.get(&battle));
        let sides = known.and_then(|battle| battle.sides.as_ref());
        let role_alone = if role == Role::Attacker { "the attacker" } else { "the defender" };
        sides.map_or(role_alone, |sides| self.player(sides.of(role).player))
    }

    fn commissioned(&self, vessel: &Vessel) -> String {
        let what: Vec<String> = vessel
            .hulls
            .iter()
            .map(|hulls| {
                let class = self.after.designs.get(&hulls.design).map_or("ship", |design| design.class.name.as_str());
                if hulls.count == 1 { a(class) } else { format!("{} × {class}", hulls.count) }
            })
            .collect();
        let from = match &vessel.origin {
            Origin::Main => String::new(),
            Origin::Reserve(list) => format!(", a reserve of {list}"),
            Origin::Ally(list) => format!(", an ally of {list}"),
        };
        format!(
            "{} commissions {}, {}{from}: {} points",
            self.player(vessel.player),
            vessel.name,
            and_list(&what),
            thousands(vessel.points)
        )
    }
}

/// Defences by name and number.
fn works_of(works: &[Work]) -> String {
    let words: Vec<String> = works.iter().map(|work| format!("{} × {}", work.number, work.name)).collect();
    if words.is_empty() { "none".to_owned() } else { and_list(&words) }
}
