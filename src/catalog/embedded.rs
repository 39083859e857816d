//! The data files of the project, part of the program.

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
