//! Every battle: forces, scenario, sub-plots once they may be known, result, losses, aftermath.

use super::html::{Html, day, el, facts, link, list, section, table};
use super::{File, Picture, Site, battle_link, battle_page, replay_page};
use crate::campaign::state::battle::{Battle, Side, Step};
use crate::campaign::state::{BattleId, VesselId};
use crate::campaign::turn::report::Role;
use crate::report::battle::{BattleView, PlotView, SideView};
use crate::report::{history, score};
use crate::text::thousands;

pub(super) fn pages(site: &Site<'_>, files: &mut Vec<File>) {
    let rows = site.seen.battles.values().rev().map(|battle| {
        vec![
            battle_link(battle.id),
            fought(site, battle.id).map(day).unwrap_or_default(),
            [site.player(battle.challenger), " and ".into(), site.player(battle.challenged)].into(),
            battle.scenario.map(|scenario| scenario.to_string()).unwrap_or_default().into(),
            battle.system.map(|system| site.system(system)).unwrap_or_default(),
            short_result(site, battle).into(),
        ]
    });
    let columns = [
        ("Battle", false),
        ("Fought", false),
        ("Between", false),
        ("Scenario", false),
        ("System", false),
        ("Result", false),
    ];
    let all = table("", &columns, rows);
    let all = if all.is_empty() { el("p", &[], "No battle has been offered yet.") } else { all };
    site.page(files, "battles.html", "Battles", "battles.html", all);
    for battle in site.seen.battles.values() {
        let title = format!("Battle {}", battle.id.0);
        site.page(files, battle_page(battle.id), &title, "battles.html", whole(site, battle));
        if let Some(Ok(Picture { from, drawn })) = site.replay(battle.id) {
            match drawn {
                None => files.push(File::new(replay_page(battle.id), "")),
                Some(drawn) => {
                    let back = el("p", &[("class", "pager")], battle_link(battle.id));
                    let main = [back, drawn.clone()];
                    site.page(files, replay_page(battle.id), &format!("{title}, turn by turn"), "battles.html", main);
                }
            }
            files.last_mut().expect("one was just drawn").drawn_from = Some(from.clone());
        }
    }
}

fn fought(site: &Site<'_>, id: BattleId) -> Option<chrono::NaiveDate> {
    site.past.battles.get(&id).and_then(|past| past.fought)
}

/// The result in a few words, or what is due.
pub(super) fn short_result(site: &Site<'_>, battle: &Battle) -> String {
    let player = |id| site.seen.players.get(&id).map_or("somebody", |player| player.name.as_str());
    if let (Some(result), Some(report), Some(sides)) = (&battle.result, &battle.report, &battle.sides) {
        return score::line(result.winner.map(|role| player(sides.of(role).player)), battle, report, result);
    }
    match (battle.ending, &battle.confirmation) {
        (Some(ending), _) => ending.to_string(),
        (None, Some(_)) => "reported, not confirmed".to_owned(),
        (None, None) => format!("{} is due", battle.step),
    }
}

fn whole(site: &Site<'_>, battle: &Battle) -> Html {
    let view = BattleView::new(&site.seen, battle, site.from.catalog);
    let past = site.past.battles.get(&battle.id).cloned().unwrap_or_default();
    let dice = past.dice.iter().map(|roll| {
        let faces: Vec<String> = roll.faces.iter().map(|pip| pip.face().to_string()).collect();
        vec![roll.purpose.as_str().into(), faces.join(" ").into(), roll.source.to_string().into()]
    });
    let dice = table("", &[("For", false), ("Faces", false), ("From", false)], dice);
    [
        about(site, battle, &view),
        set_up(battle),
        forces(site, battle, &view),
        result(site, battle, &view),
        replay(site, battle.id),
        section("account", "How it came about and what came of it", site.deeds(&past.deeds)),
        section("dice", "Dice", dice),
        pager(site, battle.id),
    ]
    .into()
}

/// The way to the battle turn by turn, or why there is none.
fn replay(site: &Site<'_>, id: BattleId) -> Html {
    match site.replay(id) {
        None => Html::default(),
        Some(Ok(_)) => el("p", &[], link(&replay_page(id), "Step through the battle turn by turn")),
        Some(Err(why)) => el("p", &[], format!("The battle cannot be shown turn by turn. {why}")),
    }
}

fn pager(site: &Site<'_>, id: BattleId) -> Html {
    let before = site.seen.battles.range(..id).next_back().map(|(id, _)| *id);
    let after = site.seen.battles.range(id..).nth(1).map(|(id, _)| *id);
    let to = |id: BattleId, words: &str| link(&battle_page(id), format!("{words}: battle {}", id.0));
    let both = before.map(|id| to(id, "Before")).into_iter().chain(after.map(|id| to(id, "After")));
    let both: Html = both.collect();
    if both.is_empty() { both } else { el("p", &[("class", "pager")], both) }
}

fn about(site: &Site<'_>, battle: &Battle, view: &BattleView) -> Html {
    let base = view.base_attack.then(|| match &view.structure {
        Some(structure) => format!("an attack on a base: {structure} in place of the planet"),
        None => "an attack on a base".to_owned(),
    });
    let due = (battle.open && battle.step != Step::Closed).then(|| view.due.clone());
    facts([
        ("Between", [site.player(battle.challenger), " and ".into(), site.player(battle.challenged)].into()),
        ("Offered", day(battle.offered)),
        ("Fought", fought(site, battle.id).map(day).unwrap_or_default()),
        ("Kind", view.class.map(|class| class.to_string()).unwrap_or_default().into()),
        ("Scenario", view.scenario.map(|scenario| scenario.to_string()).unwrap_or_default().into()),
        ("System", battle.system.map(|system| site.system(system)).unwrap_or_default()),
        ("Size", view.size.map(|size| format!("{} points", thousands(size))).unwrap_or_default().into()),
        ("Transports", view.transports.map(|number| number.to_string()).unwrap_or_default().into()),
        ("Target", base.unwrap_or_default().into()),
        (
            "Turns",
            battle.report.as_ref().and_then(|report| report.turns).map(|t| t.to_string()).unwrap_or_default().into(),
        ),
        ("Ended", view.ending.map(|ending| ending.to_string()).unwrap_or_default().into()),
        ("Forfeited by", battle.forfeited_by.map(|by| site.player(by)).unwrap_or_default()),
        ("Due", due.unwrap_or_default().into()),
    ])
}

/// The table as it was rolled, and what else was rolled for it.
fn set_up(battle: &Battle) -> Html {
    let Some(set_up) = battle.set_up.as_deref() else { return Html::default() };
    let picture = match crate::fight::table(&set_up.field) {
        Ok((roster, laid)) => el("figure", &[], Html::drawn(crate::report::table::svg(&roster, &laid))),
        Err(why) => el("p", &[], format!("The table cannot be drawn: {why}")),
    };
    let zone = set_up.field.zone.map(|zone| format!("{zone} ({})", zone.number())).unwrap_or_default();
    let sunward = set_up.field.sunward.map(|edge| edge.to_string()).unwrap_or_default();
    let lines = list(set_up.lines.iter().map(|line| Html::from(format!("{} ({})", line.says, line.rule))));
    section("table", "The table", [facts([("Zone", zone.into()), ("Sunward", sunward.into())]), picture, lines])
}

fn forces(site: &Site<'_>, battle: &Battle, view: &BattleView) -> Html {
    let Some(sides) = &battle.sides else { return Html::default() };
    let roles = [("Attacker", &sides.attacker), ("Defender", &sides.defender)];
    let both = roles.into_iter().zip(&view.sides).map(|((role, side), drawn)| {
        let head = el("h3", &[], [format!("{role}: ").into(), site.player(side.player)]);
        el("div", &[], [head, side_html(site, battle, side, drawn)])
    });
    section("forces", "Forces", el("div", &[("class", "sides")], both.collect::<Html>()))
}

fn side_html(site: &Site<'_>, battle: &Battle, side: &Side, drawn: &SideView) -> Html {
    let hidden = site.seen.hides_register(side.player);
    let rows = side.fleet.iter().map(|fielded| {
        vec![
            site.ship(fielded.vessel),
            thousands(fielded.points).into(),
            fielded.ships.to_string().into(),
            became(site, battle, fielded.vessel).into(),
        ]
    });
    let columns = [("Vessel", false), ("Points", true), ("Ships", true), ("What became of it", false)];
    let fleet = table("", &columns, rows);
    let fleet = if hidden && side.picked { el("p", &[], "The fleet is secret.") } else { fleet };
    let works: Vec<String> = side.works.iter().map(|work| format!("{} × {}", work.number, work.name)).collect();
    let points = if hidden { String::new() } else { thousands(drawn.points) };
    let mut lines = facts([
        ("Renown before", drawn.renown.to_string().into()),
        (
            "Points",
            [points, drawn.allowance.map_or_else(String::new, |most| format!("of {}", thousands(most)))]
                .join(" ")
                .trim()
                .into(),
        ),
        ("Re-rolls", if side.picked && !hidden { drawn.rerolls.to_string().into() } else { Html::default() }),
        (
            "Planetary defences",
            if drawn.defences > 0 { format!("{} points", drawn.defences).into() } else { Html::default() },
        ),
        ("Defences", works.join(", ").into()),
        ("Free transports", if drawn.transports > 0 { drawn.transports.to_string().into() } else { Html::default() }),
    ]);
    lines.push(fleet);
    lines.push(list(drawn.appeals.iter().map(Html::from)));
    lines.push(drawn.plot.as_ref().map(plot_html).unwrap_or_default());
    lines
}

fn plot_html(plot: &PlotView) -> Html {
    let mut words = vec![format!("Sub-plot: {}", plot.plot)];
    words.extend(plot.ship.iter().cloned());
    words.extend((!plot.effect.is_empty()).then(|| plot.effect.to_owned()));
    words.extend(plot.effects.iter().cloned());
    let (gain, loss) = plot.renown;
    words.push(format!("objective: {} ({gain:+}/{loss})", plot.objective));
    let secret = plot.secret.then(|| el("p", &[("class", "secret")], "The other side must not know of it yet."));
    [el("p", &[], words.join("; ")), secret.unwrap_or_default()].into()
}

/// What became of a vessel in the battle.
fn became(site: &Site<'_>, battle: &Battle, id: VesselId) -> String {
    if !site.seen.vessels.contains_key(&id) {
        return String::new();
    }
    let entry = battle.report.as_ref().and_then(|report| report.vessels.iter().find(|entry| entry.vessel == id));
    entry.map_or_else(String::new, |entry| history::damage(&site.seen, entry).unwrap_or_else(|| "unharmed".to_owned()))
}

fn result(site: &Site<'_>, battle: &Battle, view: &BattleView) -> Html {
    let (result, score, told) = match (&battle.result, &view.unconfirmed) {
        (Some(result), _) => (result, view.score.as_deref().unwrap_or_default(), None),
        (None, Some(waiting)) => {
            let words = format!(
                "Reported by {} on {} and not confirmed: {} may dispute it until silence confirms it on {}.",
                waiting.by, waiting.reported, waiting.waits_for, waiting.silence
            );
            (&waiting.result, waiting.score.as_str(), Some(el("p", &[], words)))
        }
        (None, None) => return Html::default(),
    };
    let Some(sides) = &battle.sides else { return Html::default() };
    let won = match result.winner {
        None => Html::from(format!("A draw, {score}.")),
        Some(role) => [site.player(sides.of(role).player), format!(" won, {score}.").into()].into(),
    };
    let rows = [Role::Attacker, Role::Defender].into_iter().map(|role| {
        let side = sides.of(role);
        let earned = result.account.of(role).iter();
        let earned: Vec<String> = earned.map(|line| format!("{} {}", line.what, line.points)).collect();
        let plot = side.plot.as_ref().map_or_else(String::new, |plot| {
            format!("{} {}", plot.plot, if *result.plots.of(role) { "achieved" } else { "failed" })
        });
        vec![
            site.player(side.player),
            result.victory_points.of(role).to_string().into(),
            if told.is_some() { Html::default() } else { result.name(role).into() },
            plot.into(),
            earned.join(", ").into(),
        ]
    });
    let columns =
        [("Side", false), ("Victory points", true), ("Result", false), ("Sub-plot", false), ("Earned by", false)];
    let rows = table("", &columns, rows);
    let field = match result.field {
        Some(role) => [site.player(sides.of(role).player), " holds the field.".into()].into(),
        None => Html::from("Nobody holds the field."),
    };
    let words = el("p", &[("class", "lead")], [won, " ".into(), field]);
    section("result", "Result", [told.unwrap_or_default(), words, rows])
}
