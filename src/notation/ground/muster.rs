//! A table for two armies that are still to be set up.

use super::army::Army;
use super::read::read;
use super::{GroundSituation, write_kind};
use crate::catalog::reader::Problem;
use crate::text::quoted;

/// A side that comes to a battle.
#[derive(Clone, Debug)]
pub struct Side<'s> {
    /// Whose it is.
    pub name: &'s str,
    /// Its army.
    pub army: &'s Army,
    /// Ids of the formations it brings, one for each; all of the army once where nothing is said.
    pub formations: &'s [String],
    /// How many of its spacecraft come (EP-SPACE-15).
    pub craft: usize,
}

/// A table of two armies before the set-up (EP-TURN-06). Two sides may bring one army, so names are made their own.
///
/// # Errors
/// Every formation that an army does not have, and whatever else is wrong.
pub fn muster(sides: &[Side<'_>; 2], terrain: &str) -> Result<GroundSituation, Vec<Problem>> {
    let (mut rows, mut kinds, mut crafts, mut problems) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (index, side) in sides.iter().enumerate() {
        for kind in &side.army.units {
            let mut own = kind.clone();
            own.id = own_id(index, &kind.id);
            for (id, _) in &mut own.transports {
                *id = own_id(index, id);
            }
            kinds.push(write_kind(&own));
        }
        let all: Vec<String> = side.army.formations.iter().map(|formation| formation.id.clone()).collect();
        let wanted = if side.formations.is_empty() { &all } else { side.formations };
        for (number, id) in wanted.iter().enumerate() {
            match side.army.formations.iter().find(|formation| formation.id == *id) {
                Some(formation) => rows.push(row(
                    index,
                    side.name,
                    formation,
                    wanted[..number].iter().filter(|other| *other == id).count(),
                )),
                None => problems.push(Problem {
                    file: side.army.name.clone(),
                    line: 0,
                    message: format!("it has no formation \"{id}\""),
                }),
            }
        }
        for craft in side.army.craft.iter().take(side.craft) {
            crafts.push(format!(
                "{{ name = {}, side = {}, initiative = {}, orbital_bp = {}, bombardments = {}, pinpoint_attacks = {}, planetfall = {}, slow = {}, small = {} }}",
                quoted(&format!("{} of {}", craft.name, side.name)),
                quoted(side.name),
                craft.initiative,
                craft.orbital_bp,
                craft.bombardments,
                craft.pinpoint,
                craft.planetfall,
                craft.slow,
                craft.small
            ));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let players: Vec<String> = sides
        .iter()
        .map(|side| format!("{{ name = {}, strategy = {} }}", quoted(side.name), side.army.strategy))
        .collect();
    let text = format!(
        "phase = \"set-up\"\nside = [{}]\nunit = [{}]\ncraft = [{}]\nformation = [{}]\n{terrain}",
        players.join(", "),
        kinds.join(", "),
        crafts.join(", "),
        rows.join(", ")
    );
    read("muster", &text)
}

fn own_id(index: usize, id: &str) -> String {
    format!("{id}-{}", if index == 0 { "a" } else { "b" })
}

/// One formation, waiting to be deployed.
fn row(index: usize, side: &str, formation: &super::army::ArmyFormation, before: usize) -> String {
    let units: Vec<String> = formation
        .units
        .iter()
        .flat_map(|(id, number)| std::iter::repeat_n(quoted(&format!("{} off", own_id(index, id))), *number as usize))
        .collect();
    let ordinal = if before == 0 { String::new() } else { format!(" {}", crate::text::numeral(before as u32 + 1)) };
    let name = format!("{} {}{ordinal}", side.replace([',', ':'], " "), formation.name);
    format!(
        "{{ name = {}, side = {}, initiative = {}, points = {}, units = [{}] }}",
        quoted(&name),
        quoted(side),
        formation.initiative,
        formation.points,
        units.join(", ")
    )
}
