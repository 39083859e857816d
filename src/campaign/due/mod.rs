//! What only people can decide: the one list of open decisions of a campaign, and the steps that decide nothing and are
//! taken by themselves (CAMP-12, CAMP-13). Questions at a terminal, pages and programs that play are all made from it.

mod choices;

use chrono::{Days, NaiveDate};

use super::Library;
use super::aftermath::appeals::Offers;
use super::aftermath::{appeals, boons, promotions, renown, repairs};
use super::command::Command;
use super::ranks::PromotionTable;
use super::refusal::Refusal;
use super::state::battle::{Battle, Side, Step};
use super::state::grant::AppealKind;
use super::state::{BattleId, Campaign, Phase, Player, PlayerId, SystemId, Vessel, VesselId, VesselState};
use super::turn::MissionClass;
use super::turn::orders::ADMIRAL;
use super::turn::report::Role;
use super::turn::{location, plots, size};

/// A decision that only people can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The battle that waits for it; none where it is the campaign's.
    pub battle: Option<BattleId>,
    /// Who decides. Of several any may, for both.
    pub who: Vec<PlayerId>,
    /// What.
    pub ask: Ask,
    /// The rule that leaves it to him.
    pub rule: &'static str,
    /// Since when it is open, where that is known.
    pub since: Option<NaiveDate>,
    /// The last day, where there is one; after it the usual answer may be taken for him.
    pub until: Option<NaiveDate>,
}

/// What is asked, with what may be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Before the start: a system to begin with (CAMP-08).
    Pick {
        /// Those that are free.
        free: Vec<SystemId>,
    },
    /// Where a pirate's base is hidden: before the start, or when he joins or comes back later (CAMP-09).
    Base {
        /// Systems that it may be in, as far as he may know.
        systems: Vec<SystemId>,
    },
    /// A challenge: accept, decline or refuse (CHAL-01, CHAL-02).
    Answer,
    /// Orders: an admiral chooses raid or battle, or has them rolled; an attacker may hunt a pirate's base.
    Orders {
        /// Who may choose them (MISSION-02).
        chooser: Option<PlayerId>,
        /// Who may hunt (PIRATE-04).
        hunter: Option<PlayerId>,
    },
    /// Where the attacker strikes (MISSION-06).
    Location {
        /// The systems in his reach.
        reach: Vec<SystemId>,
    },
    /// How large the battle is (MISSION-10).
    Size {
        /// The fewest points.
        least: u32,
        /// The most.
        most: u32,
        /// The middle of the range.
        usual: u32,
    },
    /// What a player fields (MISSION-13).
    Fleet {
        /// Points that he may field; none where they are not counted.
        allowance: Option<u32>,
        /// Vessels that are ready, with the points that each counts for.
        ready: Vec<(VesselId, u32)>,
        /// The flagship and the best whole ships that fit; none where nothing fits by itself.
        usual: Vec<VesselId>,
    },
    /// The ship that a sub-plot asks for (PLOT-46).
    Nominate {
        /// Capital ships that may be named, as far as he may know them.
        ships: Vec<VesselId>,
    },
    /// Sub-plots whose players are not told.
    Plots,
    /// The battle itself, then its report.
    Battle {
        /// It has begun at the terminal.
        under_way: bool,
        /// Points of free planetary defences that the defender has not spent (MISSION-17).
        free_defences: u32,
    },
    /// Whether a report stands (SCEN-15).
    Confirm,
    /// Whether repair tenders give repair points or renown (RENOWN-17).
    Tenders {
        /// Those that served.
        vessels: Vec<VesselId>,
    },
    /// Whether a Mechanicus flagship rolls refits or gifts for its commander's rank (RANK-05).
    Gift,
    /// How crews advance: in Leadership or in skill (XP-02).
    Advances {
        /// The crews.
        vessels: Vec<VesselId>,
    },
    /// Whom veteran trainers train (APPEAL-13).
    Train {
        /// Crews that are not trained yet.
        crews: Vec<VesselId>,
    },
    /// Where repair points go, and who withdraws (REPAIR-01, REPAIR-12).
    Repairs {
        /// Points to spend.
        points: u32,
        /// Points that a hit or an escort costs.
        price: u32,
        /// Where they usually go.
        usual: Vec<(VesselId, u32)>,
    },
    /// Which appeals a player makes, if any (APPEAL-01).
    Appeals {
        /// The most.
        most: usize,
        /// Those that are open to his fleet, each with the face of a die that grants it.
        kinds: Vec<(AppealKind, i32)>,
        /// Those that are not, and why.
        closed: Vec<(AppealKind, Refusal)>,
    },
    /// What is done with a granted appeal (APPEAL-04).
    Grant {
        /// Which.
        kind: AppealKind,
        /// A result that waits for ships to be named, and how many.
        names: Option<(String, u32)>,
        /// Ships that it may be for; a system or a class where there are none.
        ships: Vec<VesselId>,
    },
    /// A new flagship for a lost one (CMDR-06).
    Flagship {
        /// Ships that may be it.
        ships: Vec<VesselId>,
    },
    /// A Mark of Chaos for a rank (RANK-13).
    Mark {
        /// How many.
        owed: usize,
        /// Those that are open.
        open: Vec<&'static str>,
    },
}

/// What comes next in a battle.
#[expect(clippy::large_enum_variant, reason = "one at a time, taken apart where it is made")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A step that decides nothing.
    RunsOn(Command),
    /// People.
    Waits(Vec<Due>),
}

/// Everything that people must decide now, the campaign's own first, then battle by battle.
#[must_use]
pub fn due(campaign: &Campaign, library: &dyn Library) -> Vec<Due> {
    if campaign.about.as_ref().is_some_and(|about| about.finished.is_some()) {
        return Vec::new();
    }
    let mut list = opening(campaign);
    for player in campaign.players.values().filter(|player| player.active()) {
        list.extend(of_commander(campaign, player));
    }
    for battle in campaign.battles.values().filter(|battle| battle.open) {
        if let Next::Waits(waits) = next(campaign, battle, library) {
            list.extend(waits);
        }
    }
    list
}

/// What comes next in a battle: the one place where its steps become questions.
#[must_use]
pub fn next(campaign: &Campaign, battle: &Battle, library: &dyn Library) -> Next {
    let id = battle.id;
    let due =
        |who: Vec<PlayerId>, rule, ask| Due { battle: Some(id), who, ask, rule, since: battle.answered, until: None };
    let waits = |due: Due| Next::Waits(vec![due]);
    let both = battle.players().to_vec();
    let attacker = battle.sides.as_ref().map_or(battle.challenger, |sides| sides.attacker.player);
    match battle.step {
        Step::Challenge => {
            let answer = due(vec![battle.challenged], "CHAL-01", Ask::Answer);
            waits(Due { since: Some(battle.offered), ..answer })
        }
        Step::Initiative => Next::RunsOn(Command::RollInitiative { battle: id }),
        Step::Orders => orders(battle, campaign),
        Step::Scenario => Next::RunsOn(Command::DetermineScenario { battle: id, agreed: None }),
        Step::Location => match location::reach(campaign, attacker).as_slice() {
            [only] => Next::RunsOn(Command::ChooseLocation { battle: id, system: *only }),
            reach => waits(due(vec![attacker], "MISSION-06", Ask::Location { reach: reach.to_vec() })),
        },
        Step::Size => {
            let class = battle.class.unwrap_or(MissionClass::Battle);
            let (least, most) = size::range(campaign, battle, class).unwrap_or_else(|_| class.range());
            let usual = u32::midpoint(class.range().0, class.range().1);
            waits(due(both, "MISSION-10", Ask::Size { least, most, usual }))
        }
        Step::Fleets => {
            let open = battle.sides.iter().flat_map(|sides| sides.both()).filter(|side| !side.picked);
            let ask =
                |side: &Side| due(vec![side.player], "MISSION-13", choices::fleet(campaign, battle, side, library));
            Next::Waits(open.map(ask).collect())
        }
        Step::SubPlots => sub_plots(campaign, battle, &due),
        Step::Battle => match &battle.confirmation {
            Some(waiting) => {
                let confirm = due(vec![battle.opponent_of(waiting.by)], "SCEN-15", Ask::Confirm);
                waits(Due { since: Some(waiting.reported), until: Some(waiting.silence), ..confirm })
            }
            None => {
                let spare = battle.sides.as_ref().map_or(0, |sides| unspent_defences(&sides.defender));
                let ask = Ask::Battle { under_way: battle.is_under_way(), free_defences: spare };
                waits(due(both, "SCEN-15", ask))
            }
        },
        Step::Spoils => Next::RunsOn(Command::ClaimSpoils { battle: id, claim: true }),
        Step::Renown => {
            let tenders = renown::tenders(campaign, battle);
            let ask = |(who, vessels)| due(vec![who], "RENOWN-17", Ask::Tenders { vessels });
            if tenders.is_empty() {
                return Next::RunsOn(Command::AdjustRenown { battle: id, tenders: Vec::new() });
            }
            Next::Waits(tenders.into_iter().map(ask).collect())
        }
        Step::Promotions => {
            let rolls = battle.players().into_iter().filter(|id| rolls_for_rank(campaign, *id));
            let gifts: Vec<Due> = rolls.map(|id| due(vec![id], "RANK-05", Ask::Gift)).collect();
            if gifts.is_empty() {
                return Next::RunsOn(Command::Promote { battle: id, gifts: Vec::new() });
            }
            Next::Waits(gifts)
        }
        Step::Experience => Next::RunsOn(gain_experience(id)),
        Step::Repairs if battle.aftermath.repair_points.attacker.is_none() => {
            Next::RunsOn(Command::CountRepairs { battle: id })
        }
        Step::Repairs | Step::Appeals => Next::Waits(declarations(campaign, battle, library)),
        Step::Closed => Next::Waits(Vec::new()),
    }
}

/// Experience that asks the owners afterwards.
#[must_use]
pub fn gain_experience(battle: BattleId) -> Command {
    Command::GainExperience { battle, skills: Vec::new(), names: Vec::new(), train: Vec::new(), ask: true }
}

/// Systems and bases, before the first battle.
fn opening(campaign: &Campaign) -> Vec<Due> {
    let Some(about) = &campaign.about else { return Vec::new() };
    let due = |who, rule, ask| Due { battle: None, who: vec![who], ask, rule, since: None, until: None };
    match about.phase {
        Phase::Picking => {
            let next = about.order.iter().copied().find(|id| campaign.systems_of(*id).next().is_none());
            let free = campaign.systems.values().filter(|system| system.owner.is_none()).map(|system| system.id);
            let free: Vec<SystemId> = free.collect();
            next.map(|who| due(who, "CAMP-08", Ask::Pick { free })).into_iter().collect()
        }
        Phase::Hiding => {
            let homeless =
                |player: &&Player| player.pirate && !player.ready && !campaign.bases.contains_key(&player.id);
            let homeless = campaign.players.values().filter(homeless);
            let base = |player: &Player| Ask::Base { systems: choices::bases(campaign, player.id) };
            homeless.map(|player| due(player.id, "CAMP-09", base(player))).collect()
        }
        Phase::Mustering | Phase::Running => Vec::new(),
    }
}

/// What a commander owes himself: a flagship for a lost one, Marks of Chaos.
fn of_commander(campaign: &Campaign, player: &Player) -> Vec<Due> {
    let due = |rule, ask| Due { battle: None, who: vec![player.id], ask, rule, since: None, until: None };
    let mut list = Vec::new();
    let sails = |id: VesselId| campaign.vessels.get(&id).is_some_and(|vessel| vessel.state != VesselState::Lost);
    let fit = |vessel: &&Vessel| vessel.state != VesselState::Lost && !campaign.is_squadron(vessel);
    let ships: Vec<VesselId> = campaign.register(player.id).filter(fit).map(|vessel| vessel.id).collect();
    if player.ready && !player.flagship.is_some_and(sails) && !ships.is_empty() {
        list.push(due("CMDR-06", Ask::Flagship { ships }));
    }
    let owed = promotions::marks_owed(player);
    if owed > 0 {
        list.push(due("RANK-13", Ask::Mark { owed, open: promotions::marks_open(player) }));
    }
    list
}

/// Orders are rolled, unless an admiral may choose them or hunt a pirate's base (MISSION-01, MISSION-02, PIRATE-04).
fn orders(battle: &Battle, campaign: &Campaign) -> Next {
    let id = battle.id;
    let Some(sides) = &battle.sides else { return Next::Waits(Vec::new()) };
    let admirals: Vec<PlayerId> =
        sides.both().into_iter().filter(|side| side.renown >= ADMIRAL).map(|side| side.player).collect();
    // Whether a base can be attacked where it lies is the hunter's to find out: that he may hunt tells nothing of it.
    let prey = campaign.players.get(&sides.defender.player).is_some_and(|player| player.pirate);
    // Who has had it rolled who decides has not hunted.
    let hunts = prey && !battle.searched && sides.attacker.renown >= ADMIRAL && battle.orders_by().is_none();
    let hunter = hunts.then_some(sides.attacker.player);
    let chooser = match admirals.as_slice() {
        [] => None,
        [only] => Some(*only),
        _ if battle.orders_by().is_none() && hunter.is_none() => {
            return Next::RunsOn(Command::RollForOrders { battle: id });
        }
        _ => battle.orders_by(),
    };
    let mut who: Vec<PlayerId> = chooser.into_iter().chain(hunter).collect();
    who.dedup();
    if who.is_empty() {
        return Next::RunsOn(Command::ReceiveOrders { battle: id, choices: Vec::new() });
    }
    let ask = Ask::Orders { chooser, hunter };
    Next::Waits(vec![Due { battle: Some(id), who, ask, rule: "MISSION-02", since: battle.answered, until: None }])
}

fn sub_plots(campaign: &Campaign, battle: &Battle, due: &dyn Fn(Vec<PlayerId>, &'static str, Ask) -> Due) -> Next {
    let rolled = battle.sides.iter().flat_map(|sides| sides.both()).any(|side| side.plot.is_some());
    if !rolled {
        return Next::RunsOn(Command::RollSubPlots { battle: battle.id, secret: false });
    }
    let ask = |player| {
        let ships = plots::nominees(campaign, battle, player);
        due(vec![player], "PLOT-46", Ask::Nominate { ships })
    };
    let named: Vec<Due> = plots::waiting(battle).into_iter().map(ask).collect();
    // Whose it is that another may not see, he is not told.
    if named.is_empty() {
        Next::Waits(vec![due(battle.players().to_vec(), "PLOT-46", Ask::Plots)])
    } else {
        Next::Waits(named)
    }
}

/// What is left of a defender's free points.
fn unspent_defences(side: &Side) -> u32 {
    let spent: u32 = side.works.iter().map(|work| work.points.saturating_mul(work.number)).fold(0, u32::saturating_add);
    side.defences_free.saturating_sub(spent.saturating_sub(side.defences_bought))
}

/// Whether a commander's flagship is about to roll for his rank (RANK-05).
fn rolls_for_rank(campaign: &Campaign, id: PlayerId) -> bool {
    let Some(player) = campaign.players.get(&id) else { return false };
    let flagship = player.flagship.and_then(|flagship| campaign.vessels.get(&flagship));
    let held = flagship.map_or(0, |ship| ship.refits.iter().filter(|refit| refit.by_rank()).count());
    let sails = flagship.is_some_and(|ship| ship.state != VesselState::Lost);
    sails && player.promotions == PromotionTable::Mechanicus && held < usize::from(player.rank().refits)
}

/// What each side still has to declare for itself, in the order in which it does so (CAMP-13).
fn declarations(campaign: &Campaign, battle: &Battle, library: &dyn Library) -> Vec<Due> {
    let Some(sides) = &battle.sides else { return Vec::new() };
    let roles = [Role::Attacker, Role::Defender].into_iter();
    let owners = roles.filter_map(|role| Some((role, campaign.players.get(&sides.of(role).player)?)));
    owners.flat_map(|(role, owner)| declarations_of(campaign, battle, library, role, owner)).collect()
}

fn declarations_of(
    campaign: &Campaign,
    battle: &Battle,
    library: &dyn Library,
    role: Role,
    owner: &Player,
) -> Vec<Due> {
    let aftermath = &battle.aftermath;
    let days = campaign.about.as_ref().map_or(0, |about| about.options.number("declare-days"));
    let limit = u64::try_from(days).ok().filter(|days| *days > 0).map(Days::new);
    let until = aftermath.opened.zip(limit).and_then(|(since, days)| since.checked_add_days(days));
    let due =
        |rule, ask| Due { battle: Some(battle.id), who: vec![owner.id], ask, rule, since: aftermath.opened, until };
    let own = |id: &&VesselId| campaign.vessels.get(id).is_some_and(|vessel| vessel.player == owner.id);
    let advances: Vec<VesselId> = aftermath.advances.iter().filter(own).copied().collect();
    if !*aftermath.repaired.of(role) {
        let points = aftermath.repair_points.of(role).unwrap_or(0);
        let price = repairs::price(&owner.fleet, library);
        let usual = repairs::usual(campaign, owner.id, &[], points / price);
        let advances = (!advances.is_empty()).then(|| due("XP-02", Ask::Advances { vessels: advances }));
        return advances.into_iter().chain([due("REPAIR-01", Ask::Repairs { points, price, usual })]).collect();
    }
    if !aftermath.has_appealed(role) {
        let trainers =
            aftermath.opened.is_some() && boons::has_trainers(owner, battle.id) && !*aftermath.trained.of(role);
        let Offers { open: kinds, closed } = appeals::offers(campaign, owner, library);
        let ask = Ask::Appeals { most: appeals::number(owner.renown), kinds, closed };
        let train = trainers.then(|| due("APPEAL-13", Ask::Train { crews: boons::untrained(campaign, owner) }));
        return train.into_iter().chain([due("APPEAL-01", ask)]).collect();
    }
    let grants = aftermath.grants.iter().filter(|grant| grant.player == owner.id).map(|grant| {
        let unnamed = boons::unnamed(owner, battle.id).filter(|_| grant.kind == AppealKind::Other);
        let names = unnamed.map(|boon| (boon.id.clone(), boon.waits));
        due("APPEAL-04", Ask::Grant { kind: grant.kind, names, ships: choices::of_grant(campaign, owner, grant.kind) })
    });
    grants.collect()
}

/// Whether a step that somebody else must decide about is not this player's to take: who rolls on past a choice would
/// use up another's right.
#[must_use]
pub fn passes_over(campaign: &Campaign, command: &Command, by: PlayerId, library: &dyn Library) -> Vec<PlayerId> {
    let (Command::ReceiveOrders { battle, .. }
    | Command::RollForOrders { battle }
    | Command::AdjustRenown { battle, .. }
    | Command::Promote { battle, .. }) = command
    else {
        return Vec::new();
    };
    let Some(battle) = campaign.battles.get(battle) else { return Vec::new() };
    match next(campaign, battle, library) {
        Next::Waits(waits) => waits.into_iter().flat_map(|due| due.who).filter(|who| *who != by).collect(),
        Next::RunsOn(_) => Vec::new(),
    }
}

impl Due {
    /// The command that gives the usual answer for a player, where there is one.
    #[must_use]
    pub fn usual(&self, player: PlayerId) -> Vec<Command> {
        let Some(battle) = self.battle else { return Vec::new() };
        match &self.ask {
            // Two admirals first roll for the choice.
            Ask::Orders { chooser: None, .. } => vec![Command::RollForOrders { battle }],
            Ask::Orders { .. } => vec![Command::ReceiveOrders { battle, choices: Vec::new() }],
            Ask::Size { .. } => vec![Command::AgreeSize { battle, points: None, transports: None, assault: false }],
            Ask::Tenders { .. } => vec![Command::AdjustRenown { battle, tenders: Vec::new() }],
            Ask::Gift => vec![Command::Promote { battle, gifts: Vec::new() }],
            Ask::Advances { vessels } => vessels
                .iter()
                .map(|vessel| Command::TakeAdvance { battle, player, vessel: *vessel, skill: false })
                .collect(),
            Ask::Train { .. } => vec![Command::TrainCrew { battle, player, vessel: None }],
            Ask::Repairs { usual, .. } => {
                let spend = Some(usual.clone());
                vec![Command::SpendRepairs { battle, player, spend, withdraw: Vec::new(), quick: None }]
            }
            Ask::Appeals { .. } => vec![Command::DeclareAppeals { battle, player, kinds: Vec::new() }],
            Ask::Pick { .. }
            | Ask::Base { .. }
            | Ask::Answer
            | Ask::Location { .. }
            | Ask::Fleet { .. }
            | Ask::Nominate { .. }
            | Ask::Plots
            | Ask::Battle { .. }
            | Ask::Confirm
            | Ask::Grant { .. }
            | Ask::Flagship { .. }
            | Ask::Mark { .. } => Vec::new(),
        }
    }
}
