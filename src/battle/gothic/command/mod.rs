//! Command: Leadership, special orders, re-rolls (LEAD, ORDER, BRACE).

pub(super) mod leadership;
pub(super) mod re_rolls;
pub(super) mod special_orders;
