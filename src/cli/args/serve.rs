//! `renown serve` and `renown member`: carried out by the server's own program.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Options of the server.
#[derive(Args, Clone, Debug)]
pub struct ServeArgs {
    /// The port to listen on
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    pub port: u16,
    /// Let the local network in, without encryption: who listens on it can read along
    #[arg(long)]
    pub lan: bool,
    /// The address that links and QR codes name, such as `https://club.example/war`
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// The reverse proxy in front of it, whose word on who calls is believed
    #[arg(long, value_name = "ADDRESS")]
    pub proxy: Option<IpAddr>,
    /// Everybody may look on, without a link
    #[arg(long)]
    pub public: bool,
    /// Keep a proven copy of the campaign here after each day with changes
    #[arg(long, value_name = "DIR")]
    pub backup: Option<PathBuf>,
    /// How many such copies are kept
    #[arg(long, value_name = "NUMBER", default_value_t = 14, requires = "backup")]
    pub keep: usize,
    /// Print a systemd unit for this campaign, and end
    #[arg(long)]
    pub unit: bool,
}

/// Who may come in by a link.
#[derive(Debug, Subcommand)]
pub enum MemberVerb {
    /// List invitations and devices that are let in
    List,
    /// Make a link and a QR code that let somebody in
    Invite {
        /// A player, `arbitrator`, or `guest`
        whom: String,
        /// What a guest is called
        #[arg(long, value_name = "NAME", default_value = "a guest")]
        name: String,
        /// How many days the link lets devices in
        #[arg(long, value_name = "NUMBER", default_value_t = 14)]
        days: u64,
        /// How many devices it lets in
        #[arg(long, value_name = "NUMBER", default_value_t = 5)]
        devices: u32,
        /// The address that the link names
        #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
        url: String,
    },
    /// Revoke one key by its number, with the devices that it let in
    Revoke {
        /// Number of the key, as `renown member list` shows it
        key: u64,
    },
    /// Revoke every key of somebody
    Dismiss {
        /// A player, `arbitrator`, or `guest`
        whom: String,
        /// What the guest is called
        #[arg(long, value_name = "NAME", default_value = "a guest")]
        name: String,
    },
}
