//! Decisions: who must decide what, what may be answered, a usual answer, and both as text.

pub mod answer;
pub mod refusal;
pub mod suggestions;
pub mod wording;
pub mod words;
