//! Which table a ship rolls its criticals on (CRIT-03).

use crate::text::words;

words! {
    /// The table on which a ship's criticals are rolled.
    CriticalTable {
        /// The common one (CRIT-03).
        Common = "common",
        /// That of planetary defences (DEF-08).
        Defence = "defence",
        /// That of the quadrants of a star fort (FORT-02).
        StarFort = "star fort",
        /// That of space hulks (HULK-04).
        SpaceHulk = "space hulk",
        /// That of the Eldar (ELDAR-21).
        Eldar = "eldar",
        /// That of an Eldar Haven (HAVEN-01).
        Haven = "haven",
        /// That of the Dark Eldar (DARK-14).
        DarkEldar = "dark eldar",
        /// That of the Necrons (NEC-11).
        Necron = "necron",
        /// That of bio-ships (HIVE-39).
        Tyranid = "tyranid",
    }
}
