//! What is asked, as a form.

use renown::campaign::Library;
use renown::campaign::aftermath::repairs;
use renown::campaign::due::{Ask, Due};
use renown::campaign::ranks::Mark;
use renown::campaign::state::battle::Battle;
use renown::campaign::state::grant::AppealKind;
use renown::campaign::state::{PlayerId, SystemId, Vessel, VesselId, VesselState};
use renown::campaign::turn::{MissionClass, defences};
use renown::campaign::view::{Seen, Viewer};
use renown::scenario::Scenario;
use renown::text::thousands;

use super::{Choice, Field, Form, Kind, Row, about, id, version, view};

/// The form of a decision.
pub fn form(seen: &Seen, due: &Due, library: &dyn Library) -> Form {
    let view = view(seen, due);
    let who = due.who.first().copied().unwrap_or(PlayerId(0));
    let fields = Asked { seen, due, library, who }.fields();
    let page = match &due.ask {
        Ask::Battle { .. } => due.battle.map(|battle| format!("report?battle={}", battle.0)),
        _ => None,
    };
    Form {
        due: id(due, view.asks),
        version: version(seen, due),
        battle: view.battle,
        who: view.who,
        asks: view.asks,
        says: view.says,
        rule: due.rule,
        until: due.until,
        fields,
        submit: submit(&due.ask),
        page,
    }
}

const fn submit(ask: &Ask) -> &'static str {
    match ask {
        Ask::Pick { .. } => "Take this system",
        Ask::Base { .. } => "Hide the base here",
        Ask::Answer => "Answer",
        Ask::Orders { .. } => "Give orders",
        Ask::Location { .. } => "Strike there",
        Ask::Size { .. } => "Agree",
        Ask::Fleet { .. } => "Field this fleet",
        Ask::Nominate { .. } => "Nominate",
        Ask::Battle { .. } => "Record the battle",
        Ask::Confirm => "Send",
        Ask::Repairs { .. } => "Spend and withdraw",
        Ask::Appeals { .. } => "Declare",
        Ask::Grant { .. } => "Take it",
        Ask::Flagship { .. } => "Hoist the flag",
        Ask::Plots | Ask::Tenders { .. } | Ask::Gift | Ask::Advances { .. } | Ask::Train { .. } | Ask::Mark { .. } => {
            "Decide"
        }
    }
}

/// A decision before whoever makes it.
struct Asked<'a> {
    seen: &'a Seen,
    due: &'a Due,
    library: &'a dyn Library,
    who: PlayerId,
}

fn field(key: impl Into<String>, label: impl Into<String>, kind: Kind) -> Field {
    Field { key: key.into(), label: label.into(), kind }
}

fn one_of(key: &str, label: &str, choices: Vec<Choice>, usual: Option<&str>) -> Field {
    field(key, label, Kind::OneOf { choices, usual: usual.map(ToOwned::to_owned) })
}

impl Asked<'_> {
    fn fields(&self) -> Vec<Field> {
        match &self.due.ask {
            Ask::Pick { free } => vec![one_of("system", "System", self.systems(free), None)],
            Ask::Base { systems } => vec![one_of("system", "Where", self.systems(systems), None)],
            Ask::Answer => vec![one_of(
                "answer",
                "Your answer",
                vec![
                    Choice::new("accept", "Accept", "the battle begins"),
                    Choice::new("decline", "I cannot play", "nothing comes of it"),
                    Choice::new("refuse", "I will not play", "refused (CHAL-02)"),
                ],
                None,
            )],
            Ask::Orders { chooser, hunter } => Self::orders(chooser.is_some(), hunter.is_some()),
            Ask::Location { reach } => vec![one_of("system", "Where to strike", self.systems(reach), None)],
            Ask::Size { least, most, usual } => self.size(*least, *most, *usual),
            Ask::Fleet { allowance, ready, usual } => self.fleet(*allowance, ready, usual),
            Ask::Nominate { ships } => self.nominate(ships),
            Ask::Battle { free_defences, .. } => self.works(*free_defences),
            Ask::Confirm => vec![
                one_of(
                    "answer",
                    "The report",
                    vec![
                        Choice::new("confirm", "I agree", "it stands"),
                        Choice::new("dispute", "I dispute it", "with a reason"),
                    ],
                    None,
                ),
                field("reason", "What is wrong with it", Kind::Text { most: 500, needed: false }),
            ],
            Ask::Tenders { vessels } => vec![field(
                "tender",
                "Gives 2 repair points instead of 1 renown",
                Kind::SomeOf { choices: self.vessels(vessels), budget: None, usual: Vec::new() },
            )],
            Ask::Gift => vec![one_of(
                "gift",
                "The flagship rolls",
                vec![Choice::new("refit", "A refit", ""), Choice::new("gift", "A gift", "")],
                Some("refit"),
            )],
            Ask::Advances { vessels } => self.advances(vessels),
            Ask::Train { crews } => {
                let mut choices = self.vessels(crews);
                choices.insert(0, Choice::new("none", "Nobody", ""));
                vec![one_of("train", "Whom the veterans train", choices, Some("none"))]
            }
            Ask::Repairs { points, price, usual } => self.repairs(*points, *price, usual),
            Ask::Appeals { most, kinds, closed } => {
                let closed = closed.iter().map(|(kind, why)| (*kind, why.to_string())).collect::<Vec<_>>();
                Self::appeals(*most, kinds, &closed)
            }
            Ask::Grant { kind, names, ships } => self.grant(*kind, names.as_ref(), ships),
            Ask::Flagship { ships } => vec![one_of("ship", "The new flagship", self.vessels(ships), None)],
            Ask::Mark { open, .. } => {
                vec![one_of(
                    "mark",
                    "Mark of Chaos",
                    open.iter().map(|mark| Choice::new(*mark, *mark, "")).collect(),
                    None,
                )]
            }
            Ask::Plots => Vec::new(),
        }
    }

    fn battle(&self) -> Option<&Battle> {
        self.due.battle.and_then(|id| self.seen.battles.get(&id))
    }

    fn systems(&self, systems: &[SystemId]) -> Vec<Choice> {
        let known = systems.iter().filter_map(|id| self.seen.systems.get(id));
        let owner = |id: PlayerId| self.seen.players.get(&id).map_or("somebody", |player| player.name.as_str());
        known
            .map(|system| {
                let owner = system.owner.map_or("neutral", owner);
                Choice::new(&system.name, &system.name, format!("{}, {owner}", system.kind))
            })
            .collect()
    }

    fn vessels(&self, vessels: &[VesselId]) -> Vec<Choice> {
        let known = vessels.iter().filter_map(|id| self.seen.vessels.get(id));
        known.map(|vessel| self.vessel(vessel)).collect()
    }

    fn vessel(&self, vessel: &Vessel) -> Choice {
        Choice { points: Some(vessel.points), ..Choice::new(&vessel.name, &vessel.name, about(self.seen, vessel)) }
    }

    fn orders(chooses: bool, hunts: bool) -> Vec<Field> {
        let mut choices = vec![Choice::new("roll", "Roll", "the die decides")];
        if chooses {
            choices.extend(
                [MissionClass::Raid, MissionClass::Battle].map(|class| Choice::new(class.word(), class.word(), "")),
            );
        }
        if hunts {
            let such = Scenario::ALL.iter().filter(|scenario| scenario.rules().attacks_bases());
            choices.extend(such.map(|scenario| {
                let word = scenario.word();
                Choice::new(format!("hunt {word}"), format!("Hunt the base: {word}"), "searched for first (PIRATE-04)")
            }));
        }
        vec![one_of("orders", "Orders", choices, Some("roll"))]
    }

    fn size(&self, least: u32, most: u32, usual: u32) -> Vec<Field> {
        let mut fields = vec![field("points", "Points", Kind::Number { least, most, usual: Some(usual) })];
        let scenario = self.battle().and_then(|battle| battle.scenario);
        if let Some(range) = scenario.and_then(|scenario| scenario.rules().convoy(usual)) {
            let label =
                format!("Transports, usually {} to {} for {} points", range.start(), range.end(), thousands(usual));
            fields.push(field("transports", label, Kind::Number { least: 0, most: 99, usual: None }));
        }
        let attacker = self.battle().and_then(|battle| battle.sides.as_ref()).map(|sides| sides.attacker.player);
        let wolves = attacker
            .and_then(|id| self.seen.players.get(&id))
            .and_then(|player| self.library.list(&player.list))
            .is_some_and(|list| list.pirate == Some(true));
        if wolves && most >= 1500 {
            fields.push(field("assault", "The wolf pack tries for a Planetary Assault (PIRATE-16)", Kind::Tick));
        }
        fields
    }

    fn fleet(&self, allowance: Option<u32>, ready: &[(VesselId, u32)], usual: &[VesselId]) -> Vec<Field> {
        let Some(battle) = self.battle() else { return Vec::new() };
        let choices = self.seen.register(self.who).map(|vessel| {
            let counts = ready.iter().find(|(id, _)| *id == vessel.id).map(|(_, points)| *points);
            let why_not = counts.is_none().then(|| vessel.state.to_string());
            Choice { points: counts.or(Some(vessel.points)), why_not, ..self.vessel(vessel) }
        });
        let choices: Vec<Choice> = choices.collect();
        let usual = usual.iter().filter_map(|id| self.seen.vessels.get(id)).map(|vessel| vessel.name.clone()).collect();
        let mut fields = vec![field("vessel", "Vessels", Kind::SomeOf { choices, budget: allowance, usual })];
        let defends = battle.sides.as_ref().is_some_and(|sides| sides.defender.player == self.who);
        let share = battle.scenario.is_some_and(|scenario| scenario.rules().defence_share().is_some());
        if defends && share {
            let most = allowance.unwrap_or(0);
            fields.push(field(
                "defences",
                "Points kept for planetary defences",
                Kind::Number { least: 0, most, usual: Some(0) },
            ));
            fields.extend(self.for_sale(battle, most));
        }
        fields
    }

    fn for_sale(&self, battle: &Battle, most: u32) -> Vec<Field> {
        let kinds = defences::for_sale(self.seen, battle, self.library).into_iter().filter(|kind| kind.points <= most);
        kinds
            .map(|kind| {
                let label = format!("{}, {} points each", kind.name, kind.points);
                field(format!("work:{}", kind.id), label, Kind::Number { least: 0, most: 99, usual: Some(0) })
            })
            .collect()
    }

    /// What the defender may still buy for nothing: his to choose, and no more than he has.
    fn works(&self, free: u32) -> Vec<Field> {
        let Some(battle) = self.battle().filter(|_| free > 0) else { return Vec::new() };
        let defender = battle.sides.as_ref().map(|sides| sides.defender.player);
        let his = match self.seen.viewer() {
            Viewer::Arbitrator => true,
            Viewer::Player(viewer) => Some(viewer) == defender,
            Viewer::Public => false,
        };
        if his { self.for_sale(battle, free) } else { Vec::new() }
    }

    fn nominate(&self, ships: &[VesselId]) -> Vec<Field> {
        let choices = self.vessels(ships);
        if choices.is_empty() {
            // The register is secret: what stands on the table is named whole.
            return vec![field("named", "The ship, by its whole name", Kind::Text { most: 60, needed: true })];
        }
        vec![one_of("ship", "Which ship", choices, None)]
    }

    fn advances(&self, vessels: &[VesselId]) -> Vec<Field> {
        let known = vessels.iter().filter_map(|id| self.seen.vessels.get(id));
        let choices = || vec![Choice::new("leadership", "1 Leadership", ""), Choice::new("skill", "A skill", "rolled")];
        known
            .map(|vessel| one_of(&format!("advance:{}", vessel.name), &vessel.name, choices(), Some("leadership")))
            .collect()
    }

    fn repairs(&self, points: u32, price: u32, usual: &[(VesselId, u32)]) -> Vec<Field> {
        let hurt = self.seen.register(self.who).filter_map(|vessel| {
            let missing = repairs::missing(self.seen, vessel);
            let usual = usual.iter().find(|(id, _)| *id == vessel.id).map_or(0, |(_, by)| *by);
            let label = format!("{}, short of {missing}", vessel.name);
            (missing > 0).then(|| Row { value: vessel.name.clone(), label, most: missing, usual })
        });
        let rows: Vec<Row> = hurt.collect();
        let mut fields = Vec::new();
        if !rows.is_empty() && points > 0 {
            let label = if price == 1 {
                format!("Repair points: {points}")
            } else {
                format!("Repair points: {points}, {price} a repair")
            };
            fields.push(field("repair", label, Kind::Split { points, price, rows }));
        }
        let own: Vec<VesselId> = self
            .seen
            .register(self.who)
            .filter(|vessel| vessel.state == VesselState::Ready)
            .map(|vessel| vessel.id)
            .collect();
        let choices = self.vessels(&own);
        fields.push(field(
            "withdraw",
            "Withdraw for repairs",
            Kind::SomeOf { choices, budget: None, usual: Vec::new() },
        ));
        fields
    }

    fn appeals(most: usize, kinds: &[(AppealKind, i32)], closed: &[(AppealKind, String)]) -> Vec<Field> {
        let twice = u32::try_from(most).unwrap_or(2).min(2);
        let open = kinds.iter().map(|(kind, face)| {
            let label = format!("For {}, granted on a {face} or more", kind.word());
            field(format!("appeal:{}", kind.word()), label, Kind::Number { least: 0, most: twice, usual: Some(0) })
        });
        let closed = closed.iter().map(|(kind, why)| field("", format!("Not for {}: {why}", kind.word()), Kind::Note));
        open.chain(closed).collect()
    }

    fn grant(&self, kind: AppealKind, names: Option<&(String, u32)>, ships: &[VesselId]) -> Vec<Field> {
        let take = |label: &str| {
            let choices =
                vec![Choice::new("take", label, ""), Choice::new("waive", "Waive it", "left unused (APPEAL-09)")];
            one_of("grant", "What is done with it", choices, Some("take"))
        };
        if let Some((boon, number)) = names {
            let (choices, label) = (self.vessels(ships), format!("{number} for {boon}"));
            return vec![field("ship", label, Kind::SomeOf { choices, budget: None, usual: Vec::new() })];
        }
        match kind {
            AppealKind::Refit => vec![
                take("Refit this ship"),
                one_of("ship", "The ship", self.vessels(ships), None),
                field("torpedoes", "A weapons refit rolls special torpedoes instead (APPEAL-18)", Kind::Tick),
            ],
            AppealKind::Reinforcements => vec![
                take("Take this vessel"),
                one_of("class", "Class", super::super::pages::build::classes(self.seen, self.who, self.library), None),
                field("number", "Ships, for a squadron", Kind::Number { least: 1, most: 9, usual: Some(1) }),
                field("name", "Its name", Kind::Text { most: 60, needed: false }),
            ],
            AppealKind::Other => {
                let mut marks: Vec<Choice> =
                    Mark::ALL.iter().map(|mark| Choice::new(mark.word(), mark.word(), "")).collect();
                marks.insert(0, Choice::new("", "None", ""));
                vec![
                    take("Roll on the table"),
                    field(
                        "ship",
                        "The ships it is for, where it is for any",
                        Kind::SomeOf { choices: self.vessels(ships), budget: None, usual: Vec::new() },
                    ),
                    one_of("mark", "The mark of a champion", marks, Some("")),
                    field("no-models", "There are no models to lend (APPEAL-15)", Kind::Tick),
                ]
            }
            AppealKind::Ramilies => {
                let all: Vec<SystemId> = self.seen.systems.keys().copied().collect();
                vec![take("Take the star fort"), one_of("system", "Where it is hidden", self.systems(&all), None)]
            }
        }
    }
}
