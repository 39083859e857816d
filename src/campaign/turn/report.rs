//! The report of a battle: what became of each vessel, whoever fought it and however (SCEN-15 to SCEN-17, SCEN-132).

use serde::{Deserialize, Serialize};

use super::{Battle, BySide, Side, Step, at_step, sides, victory};
use crate::battle::class::words;
use crate::campaign::Circumstances;
use crate::campaign::event::Event;
use crate::campaign::month::confirm;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::{BattleId, Campaign, Vessel, VesselId};
use crate::dice::{Why, d6};
use crate::text::count;

/// What happened in a battle. The engine and a person write the same report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Report {
    /// Game turns played.
    pub turns: Option<u32>,
    /// Every vessel that was picked, in the order of the fleets.
    pub vessels: Vec<VesselReport>,
    /// Units that stand on no register (SCEN-132).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guests: Vec<Guest>,
    /// Who surrendered (SCEN-131).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surrendered: Option<Role>,
    /// Transports that crossed the table (SCEN-78).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transports_through: Option<u32>,
    /// Assault points scored in play (SCEN-87).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assault_points: Option<u32>,
    /// The planet was destroyed (SCEN-112).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub planet_destroyed: bool,
    /// Every Exterminator is destroyed or gone (SCEN-117).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exterminators_gone: bool,
    /// Victory points as the players counted them, to be compared.
    pub victory_points: BySide<Option<u32>>,
    /// Whether each sub-plot was achieved, where the record cannot tell (PLOT-46).
    pub plots: BySide<Option<bool>>,
}

words! {
    /// One of the two sides.
    Role {
        /// The attacker.
        Attacker = "attacker",
        /// The defender.
        Defender = "defender",
    }
}

impl Role {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

impl<T> BySide<T> {
    /// The value of a side.
    pub const fn of(&self, role: Role) -> &T {
        match role {
            Role::Attacker => &self.attacker,
            Role::Defender => &self.defender,
        }
    }

    /// The value of a side, to be changed.
    pub const fn of_mut(&mut self, role: Role) -> &mut T {
        match role {
            Role::Attacker => &mut self.attacker,
            Role::Defender => &mut self.defender,
        }
    }
}

/// What became of a register entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct VesselReport {
    /// Which.
    pub vessel: VesselId,
    /// Its fate.
    pub fate: Fate,
    /// Hits lost in this battle; all of them for what was destroyed.
    #[serde(default)]
    pub hits_lost: u32,
    /// Crippled at any moment (XP-07).
    #[serde(default)]
    pub crippled: bool,
    /// Escorts lost, by class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<(String, u32)>,
    /// The D6 after the battle for a ship lost in the warp (VP-21).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warp: Option<u8>,
}

impl VesselReport {
    /// Escorts lost.
    #[must_use]
    pub fn ships_lost(&self) -> u32 {
        self.lost.iter().map(|(_, number)| number).sum()
    }

    /// Destroyed, a hulk, or lost in the warp for ever.
    #[must_use]
    pub fn is_destroyed(&self) -> bool {
        matches!(self.fate, Fate::Destroyed | Fate::Hulk | Fate::HulkGone) || self.warp == Some(1)
    }

    /// Was on the table at any time (XP-05).
    #[must_use]
    pub fn fought(&self) -> bool {
        self.fate != Fate::NeverEntered
    }
}

words! {
    /// What became of a vessel (SCEN-16). Of a squadron: of those ships that were not lost.
    Fate {
        /// Still there when the game ended.
        OnTable = "on table",
        /// Left the table (VP-15).
        Disengaged = "disengaged",
        /// Destroyed and removed; of a squadron: wiped out.
        Destroyed = "destroyed",
        /// A hulk on the table at the end.
        Hulk = "hulk",
        /// A hulk that exploded, drifted off or was swallowed (VP-07).
        HulkGone = "hulk gone",
        /// Vanished in a warp rift (VP-21).
        LostInWarp = "lost in the warp",
        /// Left by the edge that was its objective (SCEN-63).
        LeftByEdge = "left by the edge",
        /// Landed on a planet (VP-26).
        Landed = "landed",
        /// Never came on the table.
        NeverEntered = "never entered",
    }
}

/// A unit that stands on no register: a defence, a transport, a guest, a decoy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Guest {
    /// Whose.
    pub side: Role,
    /// What.
    pub name: String,
    /// Its points; 0 for what gives no victory points (VP-25).
    pub points: u32,
    /// Its fate.
    pub fate: Fate,
    /// Crippled at any moment.
    #[serde(default)]
    pub crippled: bool,
}

/// Records the report of a battle, and who won it.
pub(in crate::campaign) fn record(
    campaign: &Campaign,
    id: BattleId,
    report: &Report,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let battle = at_step(campaign, id, Step::Battle)?;
    confirm::may_report(campaign, battle, with)?;
    let problems = problems(campaign, battle, report)?;
    if !problems.is_empty() {
        return Err(Refusals(problems));
    }
    let mut report = report.clone();
    for entry in &mut report.vessels {
        let Some(vessel) = campaign.vessels.get(&entry.vessel) else { continue };
        if entry.fate == Fate::LostInWarp {
            entry.warp = Some(d6(with.dice, Why::new("lost in the warp", &vessel.name))?);
        }
        complete(campaign, vessel, entry);
    }
    let computed = victory::judge(campaign, battle, &report, BySide::default())?;
    let mut notes = Vec::new();
    for role in [Role::Attacker, Role::Defender] {
        let counted = *report.victory_points.of(role);
        let computed = computed.victory_points.of(role);
        if let Some(counted) = counted.filter(|counted| counted != computed) {
            let says =
                format!("the {role}'s victory points are {computed} by the record, {counted} by the players' count");
            notes.push(Event::Noted { player: None, rule: "VP-20".to_owned(), says });
        }
    }
    // A ruling lets the players' own count stand, for the winner too.
    let result = match with.ruling {
        Some(_) => victory::judge(campaign, battle, &report, report.victory_points)?,
        None => computed,
    };
    let both = sides(battle)?;
    let players = BySide { attacker: both.attacker.player, defender: both.defender.player };
    let mut events = vec![confirm::given(campaign, id, players, report, result, with)?];
    events.extend(notes);
    Ok(events)
}

/// Fills in what follows from the rest: all hits of a wreck, the crippling of a ship at half its hits (CRIPPLE-01).
fn complete(campaign: &Campaign, vessel: &Vessel, entry: &mut VesselReport) {
    if campaign.is_squadron(vessel) {
        if entry.fate == Fate::Destroyed {
            entry.lost = vessel
                .hulls
                .iter()
                .map(|hulls| (campaign.class(hulls.design).id.clone(), hulls.count - hulls.lost))
                .collect();
        }
        // Half of the starting ships, rounded up (VP-13).
        let started = vessel.ships();
        entry.crippled = started > 1 && entry.ships_lost() >= started.div_ceil(2) && entry.ships_lost() < started;
        return;
    }
    let full = campaign.full_hits(vessel);
    let left = full.saturating_sub(vessel.damage);
    if matches!(entry.fate, Fate::Destroyed | Fate::Hulk | Fate::HulkGone) {
        entry.hits_lost = left;
    }
    if (left.saturating_sub(entry.hits_lost)) * 2 <= full && entry.hits_lost > 0 {
        entry.crippled = true;
    }
}

/// Everything wrong with a report, at once.
fn problems(campaign: &Campaign, battle: &Battle, report: &Report) -> Result<Vec<Refusal>, Refusal> {
    let both = sides(battle)?;
    let mut found = Vec::new();
    for fielded in both.both().into_iter().flat_map(|side: &Side| &side.fleet) {
        let Some(vessel) = campaign.vessels.get(&fielded.vessel) else { continue };
        let entries: Vec<&VesselReport> = report.vessels.iter().filter(|entry| entry.vessel == vessel.id).collect();
        let [entry] = entries.as_slice() else {
            let times = if entries.is_empty() { "not in the report" } else { "in the report twice" };
            found.push(Refusal::by("SCEN-16", format!("\"{}\" is {times}", vessel.name)));
            continue;
        };
        found.extend(wrong_entry(campaign, vessel, entry));
    }
    for entry in &report.vessels {
        let picked = both.both().into_iter().flat_map(|side| &side.fleet).any(|fielded| fielded.vessel == entry.vessel);
        if !picked {
            let name = campaign.vessels.get(&entry.vessel).map_or("a vessel", |vessel| vessel.name.as_str());
            found.push(Refusal::by("SCEN-15", format!("\"{name}\" took no part in battle {}", battle.id.0)));
        }
    }
    Ok(found)
}

fn wrong_entry(campaign: &Campaign, vessel: &Vessel, entry: &VesselReport) -> Vec<Refusal> {
    let mut found = Vec::new();
    let name = &vessel.name;
    if campaign.is_squadron(vessel) {
        for (class, number) in &entry.lost {
            let has = vessel
                .hulls
                .iter()
                .filter(|hulls| campaign.class(hulls.design).id == *class)
                .map(|hulls| hulls.count - hulls.lost)
                .sum::<u32>();
            if *number > has {
                let says = format!("\"{name}\" cannot have lost {}: it had {has}", count(*number, class));
                found.push(Refusal::by("SCEN-16", says));
            }
        }
        if matches!(entry.fate, Fate::Hulk | Fate::HulkGone) {
            found.push(
                Refusal::by("SCEN-16", format!("\"{name}\" is a squadron and leaves no hulk")).hint("write destroyed"),
            );
        }
        if entry.ships_lost() == vessel.ships() && !matches!(entry.fate, Fate::Destroyed) {
            found.push(
                Refusal::by("SCEN-16", format!("all ships of \"{name}\" are lost, but its fate is {}", entry.fate))
                    .hint("write destroyed"),
            );
        }
        return found;
    }
    if !entry.lost.is_empty() {
        found.push(Refusal::by("SCEN-16", format!("\"{name}\" is no squadron and loses hits, not ships")));
    }
    let left = campaign.full_hits(vessel).saturating_sub(vessel.damage);
    let gone = matches!(entry.fate, Fate::Destroyed | Fate::Hulk | Fate::HulkGone);
    if entry.hits_lost > left {
        found.push(Refusal::by(
            "SCEN-16",
            format!("\"{name}\" cannot have lost {} hits: it had {left}", entry.hits_lost),
        ));
    } else if entry.hits_lost == left && !gone {
        let says = format!("\"{name}\" has lost all of its {left} hits, but its fate is {}", entry.fate);
        found.push(Refusal::by("SCEN-16", says).hint("write destroyed or hulk"));
    }
    if entry.fate == Fate::NeverEntered && (entry.hits_lost > 0 || entry.crippled) {
        found.push(Refusal::by("SCEN-16", format!("\"{name}\" never entered and cannot be damaged")));
    }
    found
}
