//! What a record must say besides its vessels: the scenario's own result and the sub-plots it cannot judge (PLOT-46).

use super::{Part, Question, Role};
use crate::campaign::hint::Hint;
use crate::campaign::refusal::Refusal;
use crate::campaign::state::Campaign;
use crate::campaign::state::battle::Battle;
use crate::campaign::state::battle::report::{Fate, Guest, GuestKind, Report};
use crate::campaign::turn::plots::Plot;
use crate::campaign::turn::victory;
use crate::text::count;

/// What the report of a battle is asked besides its vessels and guests.
#[must_use]
pub fn questions(battle: &Battle) -> Vec<Question> {
    let mut asked = battle.scenario.map_or_else(Vec::new, |scenario| scenario.rules().asks().to_vec());
    let Some(both) = &battle.sides else { return asked };
    for role in [Role::Attacker, Role::Defender] {
        let Some(plot) = both.of(role).plot.as_ref().map(|plot| plot.plot) else { continue };
        if plot == Plot::HitAndRun && !asked.contains(&Question::Turns) {
            asked.push(Question::Turns);
        }
        if plot.is_answered_by_players() {
            asked.push(Question::Plot(role, plot));
        }
    }
    asked
}

/// The questions that a report leaves open, as refusals.
pub(super) fn unanswered(campaign: &Campaign, battle: &Battle, report: &Report) -> Vec<Refusal> {
    let open = questions(battle).into_iter().filter_map(|question| match question {
        Question::TransportsThrough if report.surrendered.is_none() && report.transports_through.is_none() => {
            Some(Refusal::by("SCEN-81", "how many transports crossed the table?").hint(Hint::TellTransportsThrough))
        }
        Question::TransportsThrough if report.surrendered.is_none() && on_their_way(report) > 0 => {
            let says =
                format!("{} still on the table: the convoy is not over", count(on_their_way(report), "transport"));
            Some(Refusal::by("SCEN-77", says).hint("play on until the last has left or is destroyed"))
        }
        Question::AssaultPoints if report.surrendered.is_none() && report.assault_points.is_none() => {
            Some(Refusal::by("SCEN-92", "how many assault points were scored?").hint(Hint::TellAssaultPoints))
        }
        Question::ExterminatorsGone
            if report.surrendered.is_none() && !exterminatus_decided(campaign, battle, report) =>
        {
            Some(
                Refusal::by("SCEN-117", "neither the planet nor the Exterminators nor a fleet is gone: who has won?")
                    .hint(Hint::TellFateOfPlanet),
            )
        }
        Question::Turns if report.turns.is_none() => {
            Some(Refusal::by("PLOT-42", "how many turns did the battle last?").hint(Hint::TellTurns))
        }
        Question::Plot(role, plot) if report.plots.of(role).is_none() && !told_by_guests(report, role, plot) => Some(
            Refusal::by("PLOT-46", format!("was the {role}'s sub-plot {plot} achieved?")).hint(Hint::TellPlot(role)),
        ),
        _ => None,
    });
    open.collect()
}

/// Transports that a report leaves on the table.
fn on_their_way(report: &Report) -> u32 {
    let there = |guest: &&Guest| guest.kind == GuestKind::Transport && guest.fate == Fate::OnTable;
    report.guests.iter().filter(there).map(|guest| guest.number).sum()
}

/// The planet, the Exterminators or an empty field decide (SCEN-116).
fn exterminatus_decided(campaign: &Campaign, battle: &Battle, report: &Report) -> bool {
    report.planet_destroyed || exterminators_gone(report) || victory::field(campaign, battle, report).is_some()
}

/// As stated, or because no named Exterminator is left in play: a hulk cannot fire, nor one that is away (SCEN-117).
pub(in crate::campaign::turn) fn exterminators_gone(report: &Report) -> bool {
    let mut named = report.vessels.iter().filter(|entry| entry.part == Some(Part::Exterminator)).peekable();
    report.exterminators_gone || (named.peek().is_some() && named.all(|entry| entry.fate != Fate::OnTable))
}

/// The reinforcement is among the guests, so that its fate is known (PLOT-25).
fn told_by_guests(report: &Report, role: Role, plot: Plot) -> bool {
    plot == Plot::UnexpectedHelp
        && report.guests.iter().any(|guest| guest.side == role && guest.kind == GuestKind::Help)
}
