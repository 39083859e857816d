//! Every noun of the campaign as a row of its table.

use std::sync::Arc;

use super::{Reader, Record, Unreadable, json, word};
use crate::campaign::state::battle::{Battle, Ending};
use crate::campaign::state::{
    About, Allegiance, BattleId, Channel, Design, DesignId, PirateBase, Player, PlayerId, System, SystemId, Vessel,
    VesselId,
};
use crate::campaign::turn::MissionClass;
use crate::scenario::Scenario;
use crate::store::cells::{Cell, Grown, Table};

impl Record for About {
    const TABLE: Table = Table {
        name: "about",
        columns: &[
            "id",
            "name",
            "chart",
            "chart_note",
            "opened",
            "ends",
            "phase",
            "started",
            "starting_order",
            "options",
            "ids",
            "round",
            "week",
            "finished",
        ],
        grown: &[Grown::Null, Grown::Null, Grown::Null],
    };

    fn cells(&self) -> Vec<Cell> {
        vec![
            Cell::Int(1),
            self.name.as_str().into(),
            self.chart.as_str().into(),
            self.chart_note.as_str().into(),
            word(&self.opened),
            self.ends.map_or(Cell::Null, |ends| word(&ends)),
            self.phase.word().into(),
            self.started.map_or(Cell::Null, |started| word(&started)),
            json(&self.order),
            json(&self.options),
            json(&self.ids),
            self.round.as_ref().map_or(Cell::Null, json),
            self.week.map_or(Cell::Null, |day| word(&day)),
            self.finished.as_ref().map_or(Cell::Null, json),
        ]
    }

    fn read(row: &Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self {
            name: row.text(1)?.to_owned(),
            chart: row.text(2)?.to_owned(),
            chart_note: row.text(3)?.to_owned(),
            opened: row.word(4)?,
            ends: row.opt_word(5)?,
            phase: row.word(6)?,
            started: row.opt_word(7)?,
            order: row.json(8)?,
            options: row.json(9)?,
            ids: row.json(10)?,
            round: row.opt_json(11)?,
            week: row.opt_word(12)?,
            finished: row.opt_json(13)?,
        })
    }
}

impl Record for Player {
    const TABLE: Table = Table {
        name: "player",
        columns: &[
            "id",
            "name",
            "fleet",
            "list",
            "pirate",
            "start_points",
            "commander",
            "commander_kind",
            "promotions",
            "renown",
            "flagship_id",
            "joined",
            "late",
            "rebel",
            "last_game",
            "games",
            "allowed",
            "boons",
            "ready",
            "left_on",
            "away_until",
            "byes",
            "warned",
            "marks",
            "excused",
            "side",
        ],
        grown: &[Grown::Null, Grown::Null, Grown::Zero, Grown::Null, Grown::NoList, Grown::Null, Grown::Null],
    };

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.id.0.into(),
            self.name.as_str().into(),
            self.fleet.as_str().into(),
            self.list.as_str().into(),
            self.pirate.into(),
            self.start_points.into(),
            self.commander.as_str().into(),
            self.commander_kind.as_deref().into(),
            self.promotions.word().into(),
            self.renown.into(),
            self.flagship.map(|id| id.0).into(),
            word(&self.joined),
            self.late.into(),
            self.rebel.into(),
            self.last_game.map_or(Cell::Null, |day| word(&day)),
            self.games.into(),
            json(&self.allowed),
            json(&self.boons),
            self.ready.into(),
            self.left.map_or(Cell::Null, |day| word(&day)),
            self.away_until.map_or(Cell::Null, |day| word(&day)),
            self.byes.into(),
            self.warned.map_or(Cell::Null, |day| word(&day)),
            json(&self.marks),
            self.excused.map_or(Cell::Null, |day| word(&day)),
            self.side.map(Allegiance::word).into(),
        ]
    }

    fn read(row: &Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self {
            id: PlayerId(row.number(0)?),
            name: row.text(1)?.to_owned(),
            fleet: row.text(2)?.to_owned(),
            list: row.text(3)?.to_owned(),
            pirate: row.flag(4)?,
            start_points: row.number(5)?,
            commander: row.text(6)?.to_owned(),
            commander_kind: row.opt_text(7)?,
            promotions: row.word(8)?,
            renown: row.number(9)?,
            flagship: row.opt_number(10)?.map(VesselId),
            joined: row.word(11)?,
            late: row.flag(12)?,
            rebel: row.flag(13)?,
            last_game: row.opt_word(14)?,
            games: row.number(15)?,
            allowed: row.json(16)?,
            boons: row.json(17)?,
            ready: row.flag(18)?,
            left: row.opt_word(19)?,
            away_until: row.opt_word(20)?,
            byes: row.number(21)?,
            warned: row.opt_word(22)?,
            marks: row.json(23)?,
            excused: row.opt_word(24)?,
            side: row.opt_word(25)?,
        })
    }
}

impl Record for Design {
    const TABLE: Table = Table { name: "design", columns: &["id", "class", "figures"], grown: &[] };

    fn cells(&self) -> Vec<Cell> {
        vec![self.id.0.into(), self.class.id.as_str().into(), json(self.class.as_ref())]
    }

    fn read(row: &Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self { id: DesignId(row.number(0)?), class: Arc::new(row.json(2)?) })
    }
}

impl Record for Vessel {
    const TABLE: Table = Table {
        name: "vessel",
        columns: &[
            "id",
            "player_id",
            "place",
            "name",
            "hulls",
            "upgrades",
            "officer",
            "points",
            "origin",
            "leadership",
            "commissioned",
            "trials",
            "late",
            "state",
            "lost",
            "former_names",
            "allowed",
            "list_points",
            "damage",
            "refits",
            "skills",
            "withdrawn_id",
        ],
        grown: &[],
    };

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.id.0.into(),
            self.player.0.into(),
            self.place.into(),
            self.name.as_str().into(),
            json(&self.hulls),
            json(&self.upgrades),
            self.officer.as_ref().map_or(Cell::Null, json),
            self.points.into(),
            json(&self.origin),
            self.leadership.into(),
            word(&self.commissioned),
            self.trials.map_or(Cell::Null, |day| word(&day)),
            self.late.into(),
            self.state.word().into(),
            self.lost.map_or(Cell::Null, |day| word(&day)),
            json(&self.former_names),
            self.allowed.as_deref().into(),
            self.list_points.into(),
            self.damage.into(),
            json(&self.refits),
            json(&self.skills),
            self.withdrawn.map(|id| id.0).into(),
        ]
    }

    fn read(row: &Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self {
            id: VesselId(row.number(0)?),
            player: PlayerId(row.number(1)?),
            place: row.number(2)?,
            name: row.text(3)?.to_owned(),
            hulls: row.json(4)?,
            upgrades: row.json(5)?,
            officer: row.opt_json(6)?,
            points: row.number(7)?,
            origin: row.json(8)?,
            leadership: row.opt_number(9)?,
            commissioned: row.word(10)?,
            trials: row.opt_word(11)?,
            late: row.flag(12)?,
            state: row.word(13)?,
            lost: row.opt_word(14)?,
            former_names: row.json(15)?,
            allowed: row.opt_text(16)?,
            list_points: row.number(17)?,
            damage: row.number(18)?,
            refits: row.json(19)?,
            skills: row.json(20)?,
            withdrawn: row.opt_number(21)?.map(BattleId),
        })
    }
}

impl Record for System {
    const TABLE: Table = Table {
        name: "system",
        columns: &["id", "slug", "name", "kind", "x", "y", "blackstone", "port_maw", "note", "owner_id"],
        grown: &[],
    };

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.id.0.into(),
            self.slug.as_str().into(),
            self.name.as_str().into(),
            self.kind.word().into(),
            self.x.into(),
            self.y.into(),
            self.blackstone.into(),
            self.port_maw.into(),
            self.note.as_deref().into(),
            self.owner.map(|id| id.0).into(),
        ]
    }

    fn read(row: &Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self {
            id: SystemId(row.number(0)?),
            slug: row.text(1)?.to_owned(),
            name: row.text(2)?.to_owned(),
            kind: row.word(3)?,
            x: row.number(4)?,
            y: row.number(5)?,
            blackstone: row.flag(6)?,
            port_maw: row.flag(7)?,
            note: row.opt_text(8)?,
            owner: row.opt_number(9)?.map(PlayerId),
        })
    }
}

impl Record for Channel {
    const TABLE: Table = Table { name: "channel", columns: &["id", "a_id", "b_id"], grown: &[] };

    fn cells(&self) -> Vec<Cell> {
        // A channel has no id of its own; its ends make one.
        let id = i64::from(self.a.0) * 1_000_000 + i64::from(self.b.0);
        vec![id.into(), self.a.0.into(), self.b.0.into()]
    }

    fn read(row: &Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self { a: SystemId(row.number(1)?), b: SystemId(row.number(2)?) })
    }
}

impl Record for PirateBase {
    const TABLE: Table =
        Table { name: "pirate_base", columns: &["id", "system_id", "known_to", "structure"], grown: &[Grown::Null] };

    fn cells(&self) -> Vec<Cell> {
        vec![self.player.0.into(), self.system.0.into(), json(&self.known_to), self.structure.as_deref().into()]
    }

    fn read(row: &Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self {
            player: PlayerId(row.number(0)?),
            system: SystemId(row.number(1)?),
            known_to: row.json(2)?,
            structure: row.opt_text(3)?,
        })
    }
}

impl Record for Battle {
    const TABLE: Table = Table {
        name: "battle",
        columns: &[
            "id",
            "open",
            "step",
            "challenger_id",
            "challenged_id",
            "offered",
            "answered",
            "ending",
            "searched",
            "base_attack",
            "class",
            "scenario",
            "system_id",
            "size",
            "convoy",
            "sides",
            "report",
            "result",
            "aftermath",
            "confirmation",
            "forfeited_by_id",
            "set_up",
            "under_way",
        ],
        grown: &[Grown::Null, Grown::Null, Grown::Null, Grown::Null],
    };

    fn cells(&self) -> Vec<Cell> {
        vec![
            self.id.0.into(),
            self.open.into(),
            self.step.word().into(),
            self.challenger.0.into(),
            self.challenged.0.into(),
            word(&self.offered),
            self.answered.map_or(Cell::Null, |day| word(&day)),
            self.ending.map(Ending::word).into(),
            self.searched.into(),
            self.base_attack.into(),
            self.class.map(MissionClass::word).into(),
            self.scenario.map(Scenario::word).into(),
            self.system.map(|id| id.0).into(),
            self.size.into(),
            self.convoy.as_ref().map_or(Cell::Null, json),
            self.sides.as_ref().map_or(Cell::Null, json),
            self.report.as_ref().map_or(Cell::Null, json),
            self.result.as_ref().map_or(Cell::Null, json),
            json(&self.aftermath),
            self.confirmation.as_ref().map_or(Cell::Null, json),
            self.forfeited_by.map(|id| id.0).into(),
            self.set_up.as_ref().map_or(Cell::Null, json),
            self.under_way.as_ref().map_or(Cell::Null, json),
        ]
    }

    fn read(row: &Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self {
            id: BattleId(row.number(0)?),
            open: row.flag(1)?,
            step: row.word(2)?,
            challenger: PlayerId(row.number(3)?),
            challenged: PlayerId(row.number(4)?),
            offered: row.word(5)?,
            answered: row.opt_word(6)?,
            ending: row.opt_word(7)?,
            searched: row.flag(8)?,
            base_attack: row.flag(9)?,
            class: row.opt_word(10)?,
            scenario: row.opt_word(11)?,
            system: row.opt_number(12)?.map(SystemId),
            size: row.opt_number(13)?,
            convoy: row.opt_json(14)?,
            sides: row.opt_json(15)?,
            report: row.opt_json(16)?,
            result: row.opt_json(17)?,
            aftermath: row.json(18)?,
            confirmation: row.opt_json(19)?,
            forfeited_by: row.opt_number(20)?.map(PlayerId),
            set_up: row.opt_json(21)?,
            under_way: row.opt_json(22)?,
        })
    }
}
