//! The report of a whole battle as a form: both fleets on one screen, all unhurt until somebody taps.

use renown::campaign::state::battle::Battle;
use renown::campaign::state::{Campaign, Vessel, VesselId};
use renown::campaign::turn::report::{
    self, Destroyer, Fate, Field, Guest, GuestKind, Question, Report, Role, VesselReport,
};
use renown::publish::html::{Html, el, name, section, void};

use crate::fields::Fields;
use crate::form::parts::{labelled, number, plain, select, tick};

/// What may become of a vessel, besides standing on the table to the end or being destroyed.
const FATES: [(&str, &str); 8] = [
    ("", "on the table, or destroyed where nothing is left"),
    ("disengaged", "disengaged"),
    ("destroyed", "destroyed"),
    ("hulk", "drifting hulk"),
    ("hulk gone", "a hulk that blew up or was taken"),
    ("left by the edge", "left by the edge"),
    ("lost in the warp", "lost in the warp"),
    ("never entered", "never entered"),
];

fn fate(word: &str) -> Option<Fate> {
    Some(match word {
        "disengaged" => Fate::Disengaged,
        "destroyed" => Fate::Destroyed,
        "hulk" => Fate::Hulk,
        "hulk gone" => Fate::HulkGone,
        "left by the edge" => Fate::LeftByEdge,
        "lost in the warp" => Fate::LostInWarp,
        "never entered" => Fate::NeverEntered,
        _ => return None,
    })
}

/// A battle before whoever reports it.
pub(super) struct Sheet<'a> {
    pub(super) campaign: &'a Campaign,
    pub(super) battle: &'a Battle,
}

const BOTH: [Role; 2] = [Role::Attacker, Role::Defender];

impl Sheet<'_> {
    fn player(&self, role: Role) -> &str {
        let side = self.battle.sides.as_ref().map(|sides| sides.of(role).player);
        side.and_then(|id| self.campaign.players.get(&id)).map_or("somebody", |player| player.name.as_str())
    }

    fn fleet(&self, role: Role) -> Vec<&Vessel> {
        let fielded = self.battle.sides.iter().flat_map(|sides| &sides.of(role).fleet);
        fielded.filter_map(|fielded| self.campaign.vessels.get(&fielded.vessel)).collect()
    }

    /// The fields of the report.
    pub(super) fn fields(&self, typed: Option<&Fields>) -> Html {
        let empty = Fields::default();
        let was = typed.unwrap_or(&empty);
        let fleets: Html = BOTH
            .into_iter()
            .map(|role| {
                let rows: Html = self.fleet(role).into_iter().map(|vessel| self.vessel(role, vessel, was)).collect();
                let guests = self.guests(role, was);
                section(role.word(), &format!("{} ({role})", self.player(role)), [rows, guests])
            })
            .collect();
        let turns = number("turns", "Game turns played", was.get("turns").unwrap_or_default(), (0, 99));
        let questions: Html =
            report::questions(self.battle).into_iter().map(|question| self.question(question, was)).collect();
        let sides = |nobody: &str| {
            let mut choices = vec![(String::new(), nobody.to_owned())];
            choices.extend(BOTH.map(|role| (role.word().to_owned(), self.player(role).to_owned())));
            choices
        };
        let gave_up =
            select("surrendered", "Surrendered", &sides("nobody"), was.get("surrendered").unwrap_or_default());
        let mut seen = sides("as the record says");
        seen.push(("nobody".to_owned(), "nobody".to_owned()));
        let field = select("field", "Who held the field, as you saw it", &seen, was.get("field").unwrap_or_default());
        [el("div", &[("class", "sides")], fleets), section("rest", "The battle", [turns, questions, gave_up, field])]
            .into()
    }

    fn vessel(&self, role: Role, vessel: &Vessel, was: &Fields) -> Html {
        let squadron = self.campaign.is_squadron(vessel);
        let key = |word: &str| format!("{word}:{role}:{}", vessel.name);
        let left = if squadron { vessel.ships() } else { report::hits(self.campaign, self.battle, vessel).left };
        let chosen = was.number(&key("left")).unwrap_or(left);
        let boxes: Html = (0..=left)
            .rev()
            .map(|number| {
                let (value, label) = (number.to_string(), if squadron { "ships left" } else { "hits left" });
                let id = format!("l-{}-{number}", plain(&key("left")));
                let (group, words) = (key("left"), format!("{value} {label}"));
                let on: &[(&'static str, &str)] = &[
                    ("type", "radio"),
                    ("id", &id),
                    ("name", &group),
                    ("value", &value),
                    ("aria-label", &words),
                    ("checked", ""),
                ];
                let input = void("input", if number == chosen { on } else { &on[..5] });
                el("label", &[("class", "hit"), ("for", &id)], [input, el("span", &[], value.as_str())])
            })
            .collect();
        let what = crate::form::about(self.campaign, vessel);
        let legend = el("legend", &[], [name(&vessel.name), " ".into(), el("span", &[("class", "soft")], what)]);
        let more = self.more(role, vessel, squadron, was);
        let half = left.div_ceil(2).to_string();
        let attributes: &[(&'static str, &str)] = &[("class", "vessel"), ("data-half", &half)];
        el(
            "fieldset",
            if squadron { &attributes[..1] } else { attributes },
            [legend, el("div", &[("class", "hits")], boxes), more],
        )
    }

    fn more(&self, role: Role, vessel: &Vessel, squadron: bool, was: &Fields) -> Html {
        let key = |word: &str| format!("{word}:{role}:{}", vessel.name);
        let fates: Vec<(String, String)> =
            FATES.iter().map(|(value, words)| ((*value).to_owned(), (*words).to_owned())).collect();
        let fate = select(&key("fate"), "What became of it", &fates, was.get(&key("fate")).unwrap_or_default());
        let mut enemies = vec![(String::new(), "nobody in particular".to_owned())];
        enemies.extend(self.fleet(role.other()).into_iter().map(|enemy| (enemy.name.clone(), enemy.name.clone())));
        let by = select(&key("by"), "Destroyed by", &enemies, was.get(&key("by")).unwrap_or_default());
        let crippled = if squadron {
            Html::default()
        } else {
            tick(&key("crippled"), "Crippled at some moment", was.has(&key("crippled")))
        };
        let open = ["fate", "by", "crippled"].iter().any(|word| was.has(&key(word)));
        let attributes: &[(&'static str, &str)] = &[("class", "more"), ("open", "")];
        el(
            "details",
            if open { attributes } else { &attributes[..1] },
            [el("summary", &[], "more"), fate, by, crippled],
        )
    }

    /// Defences and transports, which stand on no register.
    fn guests(&self, role: Role, was: &Fields) -> Html {
        let Some(side) = self.battle.sides.as_ref().map(|sides| sides.of(role)) else { return Html::default() };
        let count = |key: &str, label: &str, most: u32| number(key, label, was.get(key).unwrap_or("0"), (0, most));
        let mut all: Html = side
            .works
            .iter()
            .map(|work| {
                count(
                    &format!("work:{role}:{}", work.id),
                    &format!("{} destroyed, of {}", work.name, work.number),
                    work.number,
                )
            })
            .collect();
        let convoy =
            self.battle.convoy.as_ref().filter(|_| role == Role::Defender).map_or(0, |convoy| convoy.transports);
        let transports = side.transports.max(convoy);
        if transports > 0 {
            all.push(count(
                &format!("transports:{role}"),
                &format!("Transports destroyed, of {transports}"),
                transports,
            ));
        }
        all
    }

    fn question(&self, question: Question, was: &Fields) -> Html {
        let yes_no = |key: &str, label: &str| {
            let choices = [("", "not answered"), ("yes", "yes"), ("no", "no")];
            let choices: Vec<(String, String)> =
                choices.iter().map(|(value, words)| ((*value).to_owned(), (*words).to_owned())).collect();
            select(key, label, &choices, was.get(key).unwrap_or_default())
        };
        let count = |key: &str, label: &str| number(key, label, was.get(key).unwrap_or_default(), (0, 999));
        match question {
            Question::Turns => Html::default(),
            Question::TransportsThrough => Html::from([
                count("through", "Transports that crossed the table"),
                count("half-through", "Half transports that did"),
            ]),
            Question::AssaultPoints => count("assault", "Assault points scored in play"),
            Question::PlanetDestroyed => tick("planet", "The planet was destroyed", was.has("planet")),
            Question::ExterminatorsGone => {
                tick("exterminators", "Every Exterminator is destroyed or gone", was.has("exterminators"))
            }
            Question::Plot(role, plot) => {
                let label = format!("{}'s sub-plot {plot} was achieved", self.player(role));
                yes_no(&format!("plot:{role}"), &label)
            }
        }
    }

    /// The report that was filled in.
    pub(super) fn read(&self, given: &Fields) -> Report {
        let mut report = Report {
            turns: given.number("turns").filter(|turns| *turns > 0),
            transports_through: given.number("through"),
            half_transports_through: given.number("half-through").filter(|half| *half > 0),
            assault_points: given.number("assault"),
            planet_destroyed: given.has("planet"),
            exterminators_gone: given.has("exterminators"),
            surrendered: given.get("surrendered").and_then(role),
            field: given.get("field").and_then(Field::from_word),
            ..Report::default()
        };
        for side in BOTH {
            let fleet = self.fleet(side);
            report.vessels.extend(fleet.into_iter().map(|vessel| self.entry(side, vessel, given)));
            report.guests.extend(self.read_guests(side, given));
            let answer = given.get(&format!("plot:{side}"));
            *report.plots.of_mut(side) = answer.map(|answer| answer == "yes");
        }
        report
    }

    fn entry(&self, side: Role, vessel: &Vessel, given: &Fields) -> VesselReport {
        let key = |word: &str| format!("{word}:{side}:{}", vessel.name);
        let mut entry = VesselReport::unhurt(vessel.id);
        let squadron = self.campaign.is_squadron(vessel);
        let had = if squadron { vessel.ships() } else { report::hits(self.campaign, self.battle, vessel).left };
        let left = given.number(&key("left")).unwrap_or(had).min(had);
        let said = given.get(&key("fate")).and_then(fate);
        entry.fate = said.unwrap_or(if left == 0 { Fate::Destroyed } else { Fate::OnTable });
        entry.crippled = given.has(&key("crippled"));
        if squadron {
            entry.lost = self.lost(vessel, had - left);
        } else {
            entry.hits_lost = had - left;
        }
        let by = given.get(&key("by")).and_then(|by| self.named(side.other(), by));
        let wrecks = entry.wrecks(self.campaign);
        if let Some(by) = by.filter(|_| wrecks > 0) {
            entry.destroyed_by = vec![Destroyer { by: Some(by), number: wrecks }];
        }
        entry
    }

    fn named(&self, side: Role, name: &str) -> Option<VesselId> {
        self.fleet(side).into_iter().find(|vessel| vessel.name == name).map(|vessel| vessel.id)
    }

    /// Escorts that were lost, of the first classes of the squadron.
    fn lost(&self, vessel: &Vessel, mut number: u32) -> Vec<(String, u32)> {
        let mut lost = Vec::new();
        for hulls in &vessel.hulls {
            let taken = number.min(hulls.count.saturating_sub(hulls.lost));
            if taken > 0 {
                lost.push((self.campaign.class(hulls.design).id.clone(), taken));
            }
            number -= taken;
        }
        lost
    }

    fn read_guests(&self, side: Role, given: &Fields) -> Vec<Guest> {
        let Some(sides) = &self.battle.sides else { return Vec::new() };
        let guest = |name: &str, points: u32, number: u32, kind: GuestKind| Guest {
            side,
            name: name.to_owned(),
            points,
            number,
            kind,
            squadron: None,
            fate: Fate::Destroyed,
            crippled: false,
            destroyed_by: Vec::new(),
        };
        let works = sides.of(side).works.iter().filter_map(|work| {
            let number = given.number(&format!("work:{side}:{}", work.id)).filter(|number| *number > 0)?;
            Some(guest(&work.name, work.points, number, GuestKind::Defence))
        });
        let transports = given.number(&format!("transports:{side}")).filter(|number| *number > 0);
        works.chain(transports.map(|number| guest("transports", 0, number, GuestKind::Transport))).collect()
    }

    /// What everybody is called.
    pub(super) fn names(&self) -> renown::campaign::turn::BySide<String> {
        renown::campaign::turn::BySide {
            attacker: self.player(Role::Attacker).to_owned(),
            defender: self.player(Role::Defender).to_owned(),
        }
    }
}

fn role(word: &str) -> Option<Role> {
    BOTH.into_iter().find(|role| role.word() == word)
}

/// A heading for what it comes to.
pub(super) fn preview(lines: &[String]) -> Html {
    let lines: Html = lines.iter().map(|line| el("p", &[], line)).collect();
    el("div", &[("class", "done"), ("role", "status")], [el("p", &[("class", "lead")], "It would come to:"), lines])
}

/// A label for the arbitrator's reason.
pub(super) fn reason(was: &str) -> Html {
    labelled(
        "f-ruling",
        "A ruling, where a rule is to let it pass",
        void("input", &[("id", "f-ruling"), ("name", "ruling"), ("maxlength", "300"), ("value", was)]),
    )
}
