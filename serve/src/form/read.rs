//! What was filled in, as commands. What the rules think of them is for the rules to say.

use renown::campaign::command::{Command, NewShips, NewVessel};
use renown::campaign::due::{Ask, Due};
use renown::campaign::ranks::Mark;
use renown::campaign::state::grant::AppealKind;
use renown::campaign::state::{BattleId, Origin, PlayerId, SystemId, VesselId};
use renown::campaign::turn::MissionClass;
use renown::campaign::view::Seen;
use renown::club::{Member, Moment};
use renown::scenario::Scenario;

use super::vessel;
use crate::fields::Fields;

/// Reads the answer to a decision, with everything that is wrong with it at once.
///
/// # Errors
/// What is missing or not understood.
pub fn commands(
    due: &Due,
    seen: &Seen,
    given: &Fields,
    member: &Member<'_>,
    before: &Moment,
) -> Result<Vec<Command>, Vec<String>> {
    let who = due.who.first().copied().unwrap_or(PlayerId(0));
    let battle = due.battle.unwrap_or(BattleId(0));
    let mut reader = Reader { seen, given, who, battle, wrong: Vec::new() };
    let commands = match (&due.ask, before) {
        (Ask::Nominate { .. }, before) if given.has("named") => {
            let name = given.get("named").unwrap_or_default();
            let ship = member.on_table(before, battle, name);
            let ship = ship.or_else(|| reader.fail(format!("No ship \"{name}\" stands on the table.")));
            ship.map(|ship| vec![Command::NominateShip { battle, player: who, ship }])
        }
        (ask, before) => reader.answer(ask, before),
    };
    match commands {
        Some(commands) if reader.wrong.is_empty() => Ok(commands),
        _ => {
            if reader.wrong.is_empty() {
                reader.wrong.push("Nothing was chosen.".to_owned());
            }
            Err(reader.wrong)
        }
    }
}

struct Reader<'a> {
    seen: &'a Seen,
    given: &'a Fields,
    who: PlayerId,
    battle: BattleId,
    wrong: Vec<String>,
}

impl Reader<'_> {
    fn fail<T>(&mut self, says: impl Into<String>) -> Option<T> {
        self.wrong.push(says.into());
        None
    }

    fn system(&mut self) -> Option<SystemId> {
        let Some(name) = self.given.get("system") else { return self.fail("Choose a system.") };
        let found = self.seen.systems.values().find(|system| system.name == name).map(|system| system.id);
        found.or_else(|| self.fail(format!("There is no system \"{name}\".")))
    }

    fn vessel(&mut self, name: &str) -> Option<VesselId> {
        vessel(self.seen, self.who, name).or_else(|| self.fail(format!("There is no vessel \"{name}\".")))
    }

    fn vessels(&mut self, key: &str) -> Vec<VesselId> {
        let names: Vec<String> = self.given.all(key).filter(|name| !name.is_empty()).map(ToOwned::to_owned).collect();
        names.iter().filter_map(|name| self.vessel(name)).collect()
    }

    /// A ship of either side.
    fn ship_of_either(&mut self) -> Option<VesselId> {
        let Some(name) = self.given.get("ship") else { return self.fail("Choose a ship.") };
        let own = vessel(self.seen, self.who, name);
        let theirs = self.seen.battles.get(&self.battle).map(|battle| battle.opponent_of(self.who));
        let found = own.or_else(|| vessel(self.seen, theirs?, name));
        found.or_else(|| self.fail(format!("There is no ship \"{name}\".")))
    }

    /// Numbers of rows, `key:name`.
    fn rows(&mut self, key: &str) -> Vec<(String, u32)> {
        let prefix = format!("{key}:");
        let mut rows = Vec::new();
        for (name, value) in
            self.given.iter().filter_map(|(name, value)| Some((name.strip_prefix(&prefix)?, value.trim())))
        {
            match value.parse::<u32>() {
                Ok(0) => {}
                _ if value.is_empty() => {}
                Ok(number) => rows.push((name.to_owned(), number)),
                Err(_) => self.wrong.push(format!("\"{value}\" is no number for {name}.")),
            }
        }
        rows
    }

    fn number(&mut self, key: &str) -> Option<u32> {
        let text = self.given.get(key)?;
        text.parse().ok().or_else(|| self.fail(format!("\"{text}\" is no number.")))
    }

    fn answer(&mut self, ask: &Ask, before: &Moment) -> Option<Vec<Command>> {
        let (battle, player) = (self.battle, self.who);
        let one = |command: Command| Some(vec![command]);
        match ask {
            Ask::Pick { .. } => one(Command::PickSystem { player, system: self.system()? }),
            Ask::Base { .. } => one(Command::HideBase { player, system: self.system()?, structure: None }),
            Ask::Answer => match self.given.get("answer") {
                Some("accept") => one(Command::AcceptChallenge { battle }),
                Some("decline") => one(Command::DeclineChallenge { battle }),
                Some("refuse") => one(Command::RefuseChallenge { battle }),
                _ => self.fail("Choose an answer."),
            },
            Ask::Orders { chooser, .. } => self.orders(chooser.is_some()),
            Ask::Location { .. } => one(Command::ChooseLocation { battle, system: self.system()? }),
            Ask::Size { .. } => {
                let (points, transports) = (self.number("points"), self.number("transports"));
                one(Command::AgreeSize { battle, points, transports, assault: self.given.has("assault") })
            }
            Ask::Fleet { .. } => {
                let vessels = self.vessels("vessel");
                let (defences, works) = (self.number("defences").unwrap_or(0), self.rows("work"));
                one(Command::PickFleet { battle, player, vessels, defences, works })
            }
            Ask::Nominate { .. } => one(Command::NominateShip { battle, player, ship: self.ship_of_either()? }),
            Ask::Battle { .. } => {
                let defender = self.seen.battles.get(&battle).and_then(|battle| battle.sides.as_ref());
                let player = defender.map(|sides| sides.defender.player)?;
                one(Command::BuyDefences { battle, player, works: self.rows("work") })
            }
            Ask::Confirm => match self.given.get("answer") {
                Some("confirm") => one(Command::ConfirmReport { battle }),
                Some("dispute") => match self.given.get("reason") {
                    Some(reason) => one(Command::DisputeReport { battle, reason: reason.to_owned() }),
                    None => self.fail("Say what is wrong with the report."),
                },
                _ => self.fail("Agree to it, or dispute it."),
            },
            Ask::Tenders { .. } => one(Command::AdjustRenown { battle, tenders: self.vessels("tender") }),
            Ask::Gift => {
                let gifts = if self.given.get("gift") == Some("gift") { vec![player] } else { Vec::new() };
                one(Command::Promote { battle, gifts })
            }
            Ask::Advances { vessels } => self.advances(vessels),
            Ask::Train { .. } => match self.given.get("train") {
                Some("none") => one(Command::TrainCrew { battle, player, vessel: None }),
                Some(name) => one(Command::TrainCrew { battle, player, vessel: Some(self.vessel(name)?) }),
                None => self.fail("Choose a crew, or nobody."),
            },
            Ask::Repairs { .. } => {
                let spend: Vec<(VesselId, u32)> =
                    self.rows("repair").into_iter().filter_map(|(name, by)| Some((self.vessel(&name)?, by))).collect();
                let withdraw = self.vessels("withdraw");
                one(Command::SpendRepairs { battle, player, spend: Some(spend), withdraw, quick: None })
            }
            Ask::Appeals { .. } => {
                let mut kinds = Vec::new();
                for (word, number) in self.rows("appeal") {
                    match AppealKind::from_word(&word) {
                        Some(kind) => kinds.extend(std::iter::repeat_n(kind, number.min(9) as usize)),
                        None => self.wrong.push(format!("There is no appeal for {word}.")),
                    }
                }
                one(Command::DeclareAppeals { battle, player, kinds })
            }
            Ask::Grant { kind, names, .. } => self.grant(*kind, names.is_some(), before),
            Ask::Flagship { .. } => {
                let name = self.given.get("ship").map(ToOwned::to_owned);
                let Some(name) = name else { return self.fail("Choose a ship.") };
                one(Command::ChooseFlagship { player, vessel: self.vessel(&name)? })
            }
            Ask::Mark { .. } => match self.given.get("mark").and_then(Mark::from_word) {
                Some(mark) => one(Command::ChooseMark { player, mark }),
                None => self.fail("Choose a Mark."),
            },
            Ask::Plots => self.fail("The sub-plots wait for what is not told here."),
        }
    }

    fn orders(&mut self, rolled: bool) -> Option<Vec<Command>> {
        let (battle, player) = (self.battle, self.who);
        match self.given.get("orders") {
            Some("roll") if rolled => Some(vec![Command::ReceiveOrders { battle, choices: Vec::new() }]),
            Some("roll") => Some(vec![Command::RollForOrders { battle }]),
            Some(other) => {
                if let Some(scenario) = other.strip_prefix("hunt ").and_then(Scenario::from_word) {
                    return Some(vec![Command::HuntBase { battle, scenario }]);
                }
                match MissionClass::from_word(other) {
                    Some(class) => Some(vec![Command::ReceiveOrders { battle, choices: vec![(player, class)] }]),
                    None => self.fail(format!("\"{other}\" is no order.")),
                }
            }
            None => self.fail("Choose the orders."),
        }
    }

    fn advances(&mut self, vessels: &[VesselId]) -> Option<Vec<Command>> {
        let (battle, player) = (self.battle, self.who);
        let mut commands = Vec::new();
        for id in vessels {
            let Some(known) = self.seen.vessels.get(id) else { continue };
            match self.given.get(&format!("advance:{}", known.name)) {
                Some("skill") => commands.push(Command::TakeAdvance { battle, player, vessel: *id, skill: true }),
                Some("leadership") => commands.push(Command::TakeAdvance { battle, player, vessel: *id, skill: false }),
                _ => {}
            }
        }
        if commands.is_empty() { self.fail("Say how at least one crew advances.") } else { Some(commands) }
    }

    fn grant(&mut self, kind: AppealKind, names: bool, before: &Moment) -> Option<Vec<Command>> {
        let (battle, player) = (self.battle, self.who);
        if self.given.get("grant") == Some("waive") {
            return Some(vec![Command::WaiveGrant { battle, player, kind }]);
        }
        let command = match kind {
            AppealKind::Refit if !names => {
                let ship = self.vessels("ship").first().copied();
                let Some(ship) = ship else { return self.fail("Choose a ship.") };
                Command::TakeRefit { battle, player, ship, torpedoes: self.given.has("torpedoes") }
            }
            AppealKind::Reinforcements => {
                let (class, name) = (self.given.get("class"), self.given.get("name"));
                let (Some(class), Some(name)) = (class, name) else { return self.fail("Choose a class and a name.") };
                let ships = NewShips {
                    class: class.to_owned(),
                    count: self.given.number("number").unwrap_or(1),
                    weapons: Vec::new(),
                };
                let new = new_vessel(name, ships);
                Command::TakeReinforcement { battle, player, vessel: before.next_vessel(), new }
            }
            AppealKind::Ramilies => Command::TakeRamilies { battle, player, system: self.system()?, give_up: None },
            AppealKind::Other | AppealKind::Refit => {
                let mut ships = self.vessels("ship").into_iter();
                let (vessel, more) = (ships.next(), ships.collect());
                let mark = self.given.get("mark").and_then(Mark::from_word);
                Command::TakeOther { battle, player, vessel, more, mark, no_models: self.given.has("no-models") }
            }
        };
        Some(vec![command])
    }
}

/// A vessel as it is bought without anything besides.
pub(crate) fn new_vessel(name: &str, ships: NewShips) -> NewVessel {
    NewVessel {
        name: name.to_owned(),
        ships: vec![ships],
        upgrades: Vec::new(),
        officer: None,
        origin: Origin::Main,
        unfinished: false,
    }
}
