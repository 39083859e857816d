//! Command: Leadership, special orders, re-rolls (LEAD, ORDER, BRACE).
// A new variant is met where it matters, not passed over.
#![warn(clippy::wildcard_enum_match_arm)]

pub(super) mod leadership;
pub(super) mod re_rolls;
pub(super) mod special_orders;
