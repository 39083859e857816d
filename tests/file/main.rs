//! The campaign file, and other files, through everything that happens to files.

#[path = "../fuzzing/mod.rs"]
mod fuzzing;
#[path = "../readers/mod.rs"]
mod readers;
#[path = "../support/mod.rs"]
mod support;

mod damage;
mod disk;
mod faults;
mod faults_bits;
mod faults_by_call;
mod faults_power;
mod faults_writers;
mod former_rows;
mod fuzz;
mod keeping;
mod migrations;
mod moments;
mod races;
mod strangers;
mod upgrades;
mod whole_files;
