//! A battle before it is set up, in plain values: two sides and their ships, everybody still to come. It becomes a
//! situation as a text does, with the same checks and the same refusals.

use super::entrant::{self, Entrant};
use super::told::{Heard, Of, Told};
use super::{Situation, check, mission, plots};
use crate::battle::gothic::missions::mission::{Group, GroupKind, Mission};
use crate::battle::gothic::state::roster::Roster;
use crate::battle::gothic::state::{Battle, Fate, Player, SHIPS, ShipId};
use crate::battle::gothic::sub_plots::SubPlot;
use crate::catalog::fleets::Fleets;
use crate::table::edge::Edge;
use crate::table::side::Side;

/// Two sides that are to meet. The first attacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// What both are called.
    pub sides: [String; 2],
    /// Re-rolls of both.
    pub rerolls: [u8; 2],
    /// Every ship.
    pub ships: Vec<Entrant>,
    /// Sub-plots of both, each with the name of the ship that it is about.
    pub plots: [Option<(SubPlot, Option<String>)>; 2],
}

impl Setup {
    /// The battle with every ship still to come; or everything that the engine does not play.
    ///
    /// # Errors
    /// Every reason why it cannot be fought, in words.
    pub fn situation(self, fleets: &Fleets) -> Result<Situation, Vec<String>> {
        let heard = Heard::default();
        let (mut battle, mut roster) = (Battle { turn: 1, ..Battle::default() }, Roster::default());
        // Who sails needs a sun; the set-up rolls where it is.
        battle.ground.sunward = Some(Edge::Left);
        for (player, rerolls) in battle.players.iter_mut().zip(self.rerolls) {
            *player = Player { rerolls, ..Player::default() };
        }
        roster.sides = self.sides;
        if roster.sides[0].eq_ignore_ascii_case(&roster.sides[1]) {
            heard.problem_at("side", format_args!("both sides are called \"{}\"", roster.sides[0]));
        }
        let count = self.ships.len();
        let (mut brought, mut crowded) = ([Vec::new(), Vec::new()], false);
        for (place, mut entrant) in self.ships.into_iter().enumerate() {
            (entrant.ship.fate, entrant.ship.done.from_edge) = (Fate::ToCome, entrant::NOT_GIVEN);
            brought[entrant.ship.side as usize].push(entrant.name.clone());
            let told = heard.about(Of::Ship(place), format!("ship \"{}\"", entrant.name));
            let ship = entrant.enter(&told, fleets, &mut roster);
            crowded |= battle.ships.push(ship).is_err();
        }
        debug_assert!(!crowded || count > SHIPS, "who finds no room is counted");
        check::count(&heard, count, &roster, &battle);
        battle.recount();
        entrant::settle(&roster, &mut battle);
        check::ships(&heard, &roster, &battle, false);
        lay_plots(&heard, self.plots, &roster, &mut battle);
        battle.mission = Mission { on: true, attacker: Side::One, ..Mission::default() };
        for (side, names) in Side::BOTH.into_iter().zip(brought) {
            let mut group = Group { kind: GroupKind::Raid, side, ..Group::default() };
            let of_group = heard.about(Of::Group(side as usize), "[group]".to_owned());
            names.iter().filter_map(|name| named(&of_group, &roster, name)).for_each(|id| group.ships.insert(id));
            if let Err(full) = battle.mission.groups.push(group) {
                heard.problem(full.of("groups of ships"));
            }
        }
        mission::check_groups(&heard, &roster, &battle);
        let problems = heard.into_problems();
        if problems.is_empty() { Ok(Situation { roster, battle }) } else { Err(problems) }
    }
}

/// The ship of a name.
fn named(told: &impl Told, roster: &Roster, name: &str) -> Option<ShipId> {
    let found = roster.ships.iter().position(|entry| entry.name.eq_ignore_ascii_case(name));
    if found.is_none() {
        told.problem(format_args!("there is no ship \"{name}\""));
    }
    found.filter(|index| *index < SHIPS).map(|index| ShipId(index as u8))
}

fn lay_plots(heard: &Heard, given: [Option<(SubPlot, Option<String>)>; 2], roster: &Roster, battle: &mut Battle) {
    // Too many ships to name one of them, which is told already.
    if roster.ships.len() > SHIPS {
        return;
    }
    for (owner, given) in Side::BOTH.into_iter().zip(given) {
        let Some((mut plot, ship)) = given else { continue };
        let told = heard.about(Of::Plot(owner as usize), format!("sub-plot {}", plot.plot));
        plot.ship = ship.and_then(|name| named(&told, roster, &name));
        plots::check(&told, roster, battle, owner, &plot);
        battle.player_mut(owner).plot = Some(plot);
    }
    plots::check_poses(heard, roster, battle);
}
