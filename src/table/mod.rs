//! What any table-top game measures with: lengths, headings, points, rectangles, short lists of a fixed size, the two
//! sides. Knows no game.
//!
//! Everything is whole numbers, so that the same moves give the same places on every machine.
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "lengths are bounded by the size of a table, and lists by their capacity"
)]

pub mod edge;
pub mod fixed_list;
pub mod geometry;
mod rect;
pub mod side;
pub(crate) mod sines;
