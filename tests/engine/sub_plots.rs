//! Battles of the campaign with each of the eighteen sub-plots, fought by the engine: what was rolled is on the table,
//! and the report answers what a record cannot tell.

use renown::battle::gothic::event::Silent;
use renown::battle::gothic::state::{Battle, FeatureKind, Phase};
use renown::battle::gothic::sub_plots::Plot;
use renown::campaign::apply::apply;
use renown::campaign::command::Command;
use renown::campaign::state::{BattleId, Campaign, PlayerId, VesselId};
use renown::campaign::turn::plots::{Outcome, SubPlot, waiting};
use renown::campaign::turn::report::{GuestKind, Role, faults};
use renown::campaign::umpire::Unasked;
use renown::campaign::{Circumstances, decide};
use renown::captain::{self, Captain, Standing};
use renown::catalog::Catalog;
use renown::dice::{Dice, DiceError, Fast, Pip, Source, Why};
use renown::fight::{self, Fight, MOST};
use renown::store::Store;
use renown::table::side::Side;

use crate::support::Folder;

/// Anna's Imperial and Bert's Chaos fleet, picked for a Fleet Engagement of 1,000 points.
const LINES: [&str; 23] = [
    "new War --map cyclops",
    "player add Anna --fleet gothic-sector --commander Daros",
    "player add Bert --fleet chaos-incursion --commander Urlock",
    "fleet buy Anna lunar --name Agrippa",
    "fleet buy Anna gothic --name Vigil",
    "fleet buy Anna dauntless --name Duke",
    "fleet buy Anna sword:4 --name Lancers",
    "fleet buy Anna cobra:3 sword:2 --name Hounds",
    "flagship Anna Agrippa",
    "fleet buy Bert murder --name Knife",
    "fleet buy Bert carnage --name Unclean",
    "fleet buy Bert slaughter --name Harvest",
    "fleet buy Bert infidel:4 --name Faithless",
    "flagship Bert Knife",
    "start --pick Anna=Rebo --pick Bert=Lithore --dice seed:war",
    "challenge Anna Bert --accept",
    "battle next 1 --dice 5,3",
    "battle next 1 --dice 4",
    "battle next 1 --dice 5",
    "battle next 1 --system Nman",
    "battle next 1 --points 1000",
    "battle next 1 --fleet Anna=all --fleet Bert=all",
    "verify",
];

const BATTLE: BattleId = BattleId(1);

/// Dice that roll one sub-plot for both, and anything else by chance.
struct Forced(usize, Fast);

impl Dice for Forced {
    fn roll(&mut self, why: Why<'_>, faces: &mut [Pip]) -> Result<(), DiceError> {
        let face = match why.what {
            "sub-plot table" => self.0 / 6 * 2 + 1,
            "sub-plot" => self.0 % 6 + 1,
            _ => return self.1.roll(why, faces),
        };
        faces.fill(Pip::new(u8::try_from(face).expect("a face")).expect("a face"));
        Ok(())
    }

    fn source(&self) -> Source {
        self.1.source()
    }
}

fn give(campaign: &mut Campaign, command: &Command, dice: &mut dyn Dice, catalog: &Catalog) {
    let now = campaign.about.as_ref().expect("it is open").opened;
    let mut with = Circumstances { library: catalog, umpire: &Unasked, dice, now, by: None, ruling: None };
    let events = decide(campaign, command, &mut with).unwrap_or_else(|why| panic!("{why}"));
    events.iter().for_each(|event| apply(campaign, event, now));
}

fn rolled(campaign: &Campaign, role: Role) -> &SubPlot {
    campaign.battles[&BATTLE].sides.as_ref().expect("sides").of(role).plot.as_ref().expect("a sub-plot")
}

/// The ship of a vessel in the battle.
fn ship(fight: &Fight, vessel: VesselId) -> usize {
    let found = fight.muster.ships.iter().position(|ship| ship.source == fight::Source::Register(vessel));
    found.expect("it takes part")
}

/// What the outcomes of a sub-plot must have put on the table.
fn on_the_table(fight: &Fight, laid: &Battle, role: Role, rolled: &SubPlot) {
    let own = Fight::side(role);
    let seat = own as usize;
    let kind = rolled.plot;
    let plot = laid.players[seat].plot.unwrap_or_else(|| panic!("{kind} is not in the battle"));
    assert_eq!((plot.plot, plot.secret), (kind, rolled.secret));
    assert_eq!(plot.ship.map(|id| usize::from(id.0)), rolled.ship.map(|vessel| ship(fight, vessel)), "{kind}");
    let ships = || fight.roster.ships.iter().zip(laid.ships.iter()).filter(|(_, ship)| ship.side == own);
    let guests = ships().filter(|(entry, _)| entry.fitting.guest && entry.fitting.poses.is_none()).count();
    assert_eq!(guests > 0, kind == Plot::UnexpectedHelp, "{kind}");
    let posing = ships().filter(|(_, ship)| ship.done.posing).count();
    assert_eq!(posing, usize::from(kind == Plot::Decoy), "{kind}");
    assert_eq!(laid.players[seat].rerolls, 1 + u8::from(kind == Plot::SecretIntelligence), "{kind}");
    for outcome in &rolled.outcomes {
        match *outcome {
            Outcome::LockOn { ship: id, by } => assert_eq!(laid.ships[ship(fight, id)].drill.lock_on, by),
            Outcome::Reload { ship: id, by } => assert_eq!(laid.ships[ship(fight, id)].drill.reload, by),
            Outcome::Leadership { ship: id, by } => assert_eq!(laid.ships[ship(fight, id)].drill.leadership, by),
            Outcome::Critical { ship: id, result } => {
                let criticals = laid.ships[ship(fight, id)].criticals;
                let borne = usize::from(criticals.repairable())
                    + usize::from(criticals.bridge_smashed)
                    + usize::from(criticals.shields_collapsed);
                assert_eq!(borne, usize::from(result < 11), "critical {result}");
            }
            Outcome::Experiment { ship: id, .. } => {
                assert!(fight.roster.ships[ship(fight, id)].fitting.experiment.is_some());
            }
            Outcome::NoOrders { turns } => assert_eq!(plot.turns, turns),
            Outcome::Help { points } => {
                let help = ships().filter(|(entry, _)| entry.fitting.guest).map(|(entry, _)| entry.profile.worth);
                assert!((1..=points).contains(&help.sum()), "help of {points} points");
            }
            Outcome::Hazards { clouds, asteroids } => {
                let count = |kind| laid.features.iter().filter(|feature| feature.kind == kind).count();
                let there = (count(FeatureKind::Cloud), count(FeatureKind::Asteroids));
                assert!(there.0 >= usize::from(clouds) && there.1 >= usize::from(asteroids), "{there:?}");
            }
        }
    }
    for (id, lost) in &rolled.damage {
        let index = ship(fight, *id);
        let left = fight.roster.ships[index].profile.hits - u8::try_from(*lost).expect("few");
        assert_eq!(laid.ships[index].hits, left, "{kind}");
    }
}

#[test]
fn each_sub_plot_is_on_the_table_and_in_the_report() {
    let folder = Folder::new();
    for line in LINES {
        folder.ok(&line.split(' ').collect::<Vec<_>>());
    }
    let store = Store::open(&folder.path("campaign.renown")).expect("the campaign");
    let picked = store.load().expect("it is readable").campaign;
    let catalog = Catalog::embedded();
    let rounds: u64 = std::env::var("RENOWN_SUB_PLOTS").ok().and_then(|count| count.parse().ok()).unwrap_or(1);
    let all = (0..rounds).flat_map(|round| Plot::ALL.iter().enumerate().map(move |(index, kind)| (round, index, kind)));
    for (round, index, kind) in all {
        let mut dice = Forced(index, Fast::new(2_718 + round, index as u64));
        let mut campaign = picked.clone();
        let secret = index % 2 == 0;
        give(&mut campaign, &Command::RollSubPlots { battle: BATTLE, secret }, &mut dice, &catalog);
        for player in waiting(&campaign.battles[&BATTLE]) {
            let enemy = if player == PlayerId(1) { PlayerId(2) } else { PlayerId(1) };
            let whose = if *kind == Plot::DesperateMission { player } else { enemy };
            let ship = campaign.register(whose).next().expect("a capital ship").id;
            give(&mut campaign, &Command::NominateShip { battle: BATTLE, player, ship }, &mut dice, &catalog);
        }
        let fight = Fight::new(&campaign, BATTLE, &catalog).unwrap_or_else(|why| panic!("{kind}: {why}"));
        let (_, laid, mut battle) = fight.begin(&mut dice, &mut Silent).expect("these dice never run out");
        for role in [Role::Attacker, Role::Defender] {
            on_the_table(&fight, &laid, role, rolled(&campaign, role));
        }
        let mut captains = [Captain::new(Standing::default()), Captain::cadet(round, index as u64)];
        captains.rotate_left(index % 2);
        let watch = |_: &Battle, _: &_| {};
        captain::play(&mut battle, &fight.roster, &mut captains, &mut dice, &mut Silent, watch, MOST)
            .expect("these dice never run out");
        assert_eq!(battle.phase, Phase::Over, "{kind}");
        let report = fight.report(&campaign, &battle);
        let wrong = faults(&campaign, &campaign.battles[&BATTLE], &report);
        assert!(wrong.is_empty(), "{kind}: {wrong:?}");
        let told = kind.is_answered_by_players() || *kind == Plot::GunneryPractice;
        assert_eq!(report.plots.attacker.is_some(), told, "{kind}");
        let decoys = report.guests.iter().filter(|guest| guest.kind == GuestKind::Decoy).count();
        assert_eq!(decoys, if *kind == Plot::Decoy { 2 } else { 0 }, "{kind}");
        assert!(!battle.hides_plots_from(Side::One) || secret || *kind == Plot::Decoy, "{kind}");
    }
}
