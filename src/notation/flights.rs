//! Flights by their names, as files write them.

use super::values::small;
use crate::battle::gothic::state::ordnance::Mark;
use crate::battle::gothic::state::ordnance::{FlightId, FlightKind};
use crate::catalog::reader::Node;

/// The name under which a flight is written.
pub(super) fn written(id: FlightId) -> String {
    format!("{} {}", id.kind.word(), id.number)
}

/// Reads the name of a flight, which need not be in play any more.
pub(super) fn flight_at(node: &Node<'_>, key: &'static str) -> FlightId {
    name(node, key, &node.text(key))
}

/// Reads ordnance that is fired at.
pub(super) fn mark(node: &Node<'_>) -> Mark {
    match small(node, "minefield").and_then(|place| place.checked_sub(1)) {
        Some(index) => Mark::Minefield(index),
        None => Mark::Flight(flight_at(node, "flight")),
    }
}

pub(super) fn name(node: &Node<'_>, key: &str, text: &str) -> FlightId {
    let known = text.rsplit_once(' ').and_then(|(word, number)| {
        let kind = FlightKind::ALL.iter().find(|kind| kind.word() == word)?;
        Some(FlightId { kind: *kind, number: number.parse().ok()? })
    });
    known.unwrap_or_else(|| {
        node.problem_at(
            key,
            format_args!("\"{text}\" must be like \"salvo 3\", \"boarding salvo 4\", \"wave 5\", \"mine 6\""),
        );
        FlightId::default()
    })
}
