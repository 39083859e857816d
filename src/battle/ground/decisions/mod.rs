//! Decisions: who is asked what, how answers are carried out, read and written, and which is usual.

pub mod due;
pub mod options;
pub mod read;
pub mod take;
pub mod usual;
pub mod words;
pub mod write;
