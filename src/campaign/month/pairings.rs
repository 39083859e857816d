//! A round of pairings: random opponents, nobody meets his last one while that can be helped (CHAL-01, CHAL-03, CHAL-04).

use super::matching::cheapest;
use super::{before_deadline, running};
use crate::campaign::event::Event;
use crate::campaign::hint::Hint;
use crate::campaign::refusal::{Refusal, Refusals};
use crate::campaign::state::{BattleId, Campaign, Player, PlayerId, Round};
use crate::campaign::turn::challenge::{self, Kin, busy, kin};
use crate::campaign::{Circumstances, opening};
use crate::text::count;

/// Draws a round. Its pairs become accepted challenges with the numbers from `first` on.
pub(in crate::campaign) fn pair(
    campaign: &Campaign,
    first: BattleId,
    bonus: Option<i32>,
    with: &mut Circumstances<'_>,
) -> Result<Vec<Event>, Refusals> {
    let about = running(campaign)?;
    before_deadline(campaign, with.now.date())?;
    let today = with.now.date();
    let (field, mut events) = field(campaign, with);
    if field.len() < 2 {
        let number = i64::try_from(field.len()).unwrap_or(i64::MAX);
        let says = format!("a round needs two players or more who are free; there is {}", count(number, "player"));
        return Err(Refusal::by("CHAL-01", says).hint(Hint::ShowWhoFights).into());
    }
    let costs = Costs::new(campaign, &field, with);
    let bye = bye(&field, &costs, with)?;
    let players: Vec<&Player> = field.iter().copied().filter(|player| Some(player.id) != bye).collect();
    let order = opening::rank(&players, "pairing", with)?;
    let drawn: Vec<usize> = order.iter().filter_map(|id| field.iter().position(|player| player.id == *id)).collect();
    let pairs: Vec<(&Player, &Player)> =
        draw(&drawn, &|a, b| costs.of(a, b)).into_iter().map(|(a, b)| (field[a], field[b])).collect();
    let round = Round {
        number: about.round.as_ref().map_or(0, |round| round.number) + 1,
        on: today,
        pairs: pairs.iter().map(|(one, other)| (one.id, other.id)).collect(),
        bye,
    };
    events.push(Event::RoundPaired { round });
    let mut problems = Vec::new();
    for (id, (one, other)) in (first.0..).map(BattleId).zip(pairs) {
        match challenge::allegiance(campaign, one, other, with) {
            Ok(notes) => events.extend(notes),
            Err(Refusals(refusals)) => problems.extend(refusals),
        }
        if id.0 < campaign.next_battle().0 {
            return Err(Refusal::plain(format!("battle {} exists already", id.0)).into());
        }
        let mut battle = challenge::offered(id, one.id, other.id, today);
        battle.aftermath.playing_bonus = bonus;
        events.push(Event::ChallengeOffered { battle: Box::new(battle) });
        events.push(Event::ChallengeAccepted { battle: id, on: today });
    }
    if problems.is_empty() { Ok(events) } else { Err(Refusals(problems)) }
}

/// Who can be paired, and a note for everybody who cannot.
fn field<'c>(campaign: &'c Campaign, with: &Circumstances<'_>) -> (Vec<&'c Player>, Vec<Event>) {
    let mut field = Vec::new();
    let mut notes = Vec::new();
    for player in campaign.players.values().filter(|player| player.active()) {
        let says = match (busy(campaign, player.id), player.away_until.filter(|_| player.away_on(with.now.date()))) {
            (_, Some(until)) => format!("{} is away until {until}", player.name),
            (Some(battle), None) => format!("{} is still in battle {}", player.name, battle.id.0),
            (None, None) => {
                field.push(player);
                continue;
            }
        };
        notes.push(Event::Noted { player: None, rule: "CAMP-17".to_owned(), says });
    }
    (field, notes)
}

/// What it costs to let two players meet. One pair that a rule forbids is worse than any number of repeats, and one
/// repeat is worse than any number of pairs that the rulebook only asks to avoid.
struct Costs {
    number: usize,
    kin: Vec<Option<Kin>>,
    last: Vec<Option<usize>>,
    imperial: u32,
    step: u32,
}

impl Costs {
    fn new(campaign: &Campaign, field: &[&Player], with: &Circumstances<'_>) -> Self {
        let place = |id: PlayerId| field.iter().position(|player| player.id == id);
        let mut last = vec![None; field.len()];
        let about = campaign.about.as_ref();
        for (one, other) in about.and_then(|about| about.round.as_ref()).into_iter().flat_map(|round| &round.pairs) {
            if let (Some(one), Some(other)) = (place(*one), place(*other)) {
                last[one] = Some(other);
                last[other] = Some(one);
            }
        }
        let step = u32::try_from(field.len()).unwrap_or(u32::MAX / 2) + 1;
        let imperial = match about.map_or("", |about| about.options.choice("imperial-war")) {
            "off" => 0,
            "warn" => 1,
            _ => step * step,
        };
        let kin = field.iter().map(|player| kin(player, with.library)).collect();
        Self { number: field.len(), kin, last, imperial, step }
    }

    fn of(&self, one: usize, other: usize) -> u32 {
        let repeat = if self.last[one] == Some(other) { self.step } else { 0 };
        let same = match (self.kin[one], self.kin[other]) {
            (Some(Kin::Imperial), Some(Kin::Imperial)) => self.imperial,
            (Some(one), Some(other)) if one == other => 1,
            _ => 0,
        };
        repeat + same
    }
}

/// Who has no opponent: those with the fewest byes first; among them one without whom the others fit best, then the
/// highest die.
fn bye(field: &[&Player], costs: &Costs, with: &mut Circumstances<'_>) -> Result<Option<PlayerId>, Refusals> {
    if field.len().is_multiple_of(2) {
        return Ok(None);
    }
    let fewest = field.iter().map(|player| player.byes).min().unwrap_or(0);
    let without = |out: usize| {
        let rest: Vec<usize> = (0..costs.number).filter(|other| *other != out).collect();
        least(&rest, &|a, b| costs.of(a, b))
    };
    let candidates: Vec<(u32, &Player)> = (0..field.len())
        .filter(|index| field[*index].byes == fewest)
        .map(|index| (without(index), field[index]))
        .collect();
    let best = candidates.iter().map(|(cost, _)| *cost).min().unwrap_or(0);
    let tied: Vec<&Player> =
        candidates.into_iter().filter(|(cost, _)| *cost == best).map(|(_, player)| player).collect();
    Ok(opening::rank(&tied, "bye", with)?.first().copied())
}

/// The least cost at which all of `left` can be paired.
fn least(left: &[usize], cost: &dyn Fn(usize, usize) -> u32) -> u32 {
    let partner = cheapest(left.len(), |a, b| cost(left[a], left[b]));
    partner.iter().enumerate().map(|(a, b)| cost(left[a], left[*b])).sum::<u32>() / 2
}

/// The first of the draw meets the next with whom the whole round still costs least, then the first who is left.
fn draw(order: &[usize], cost: &dyn Fn(usize, usize) -> u32) -> Vec<(usize, usize)> {
    let mut left = order.to_vec();
    let mut best = least(&left, cost);
    let mut pairs = Vec::new();
    while let Some((first, rest)) = left.split_first() {
        let fits = rest.iter().copied().find_map(|partner| {
            let others: Vec<usize> = rest.iter().copied().filter(|other| *other != partner).collect();
            let own = cost(*first, partner);
            (own <= best && own + least(&others, cost) == best).then_some((partner, own, others))
        });
        let Some((partner, own, others)) = fits else { break };
        pairs.push((*first, partner));
        best -= own;
        left = others;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Fast;

    /// Every way to pair the players off.
    fn pairings(left: &[usize]) -> Vec<Vec<(usize, usize)>> {
        let Some((first, rest)) = left.split_first() else { return vec![Vec::new()] };
        let with = |partner: usize| {
            let others: Vec<usize> = rest.iter().copied().filter(|other| *other != partner).collect();
            let mut found = pairings(&others);
            found.iter_mut().for_each(|pairs| pairs.push((*first, partner)));
            found
        };
        rest.iter().copied().flat_map(with).collect()
    }

    /// A field of even size with random peoples, and a last round between some of them.
    fn random(pick: &mut Fast, most: u32) -> Costs {
        let number = 2 * (1 + pick.below(most) as usize);
        let peoples = [None, Some(Kin::Imperial), Some(Kin::Chaos), Some(Kin::Eldar)];
        let kin = (0..number).map(|_| peoples[pick.below(4) as usize]).collect();
        let mut last = vec![None; number];
        let mut order: Vec<usize> = (0..number).collect();
        (1..number)
            .rev()
            .for_each(|index| order.swap(index, pick.below(u32::try_from(index).expect("small") + 1) as usize));
        for pair in order.chunks_exact(2).take(pick.below(u32::try_from(number).expect("small") / 2 + 1) as usize) {
            last[pair[0]] = Some(pair[1]);
            last[pair[1]] = Some(pair[0]);
        }
        let step = u32::try_from(number).expect("small") + 1;
        let imperial = [0, 1, step * step][pick.below(3) as usize];
        Costs { number, kin, last, imperial, step }
    }

    /// Forbidden pairs, repeats, and pairs better avoided.
    fn faults(costs: &Costs, pairs: &[(usize, usize)]) -> (usize, usize, usize) {
        let same = |one: usize, other: usize| costs.kin[one].is_some() && costs.kin[one] == costs.kin[other];
        let imperial = |one: usize, other: usize| same(one, other) && costs.kin[one] == Some(Kin::Imperial);
        let of =
            |wanted: &dyn Fn(usize, usize) -> bool| pairs.iter().filter(|(one, other)| wanted(*one, *other)).count();
        let banned = costs.imperial > 1;
        (
            of(&|one, other| banned && imperial(one, other)),
            of(&|one, other| costs.last[one] == Some(other)),
            of(&|one, other| same(one, other) && !(imperial(one, other) && costs.imperial != 1)),
        )
    }

    #[test]
    fn a_repeat_happens_only_if_it_is_unavoidable() {
        let mut pick = Fast::new(11, 0);
        for _ in 0..400 {
            let costs = random(&mut pick, 5);
            let everybody: Vec<usize> = (0..costs.number).collect();
            let drawn = draw(&everybody, &|a, b| costs.of(a, b));
            let mut met: Vec<usize> = drawn.iter().flat_map(|(one, other)| [*one, *other]).collect();
            met.sort_unstable();
            assert_eq!(met, everybody, "everybody meets somebody once");
            let best = pairings(&everybody).iter().map(|pairs| faults(&costs, pairs)).min();
            assert_eq!(Some(faults(&costs, &drawn)), best, "{:?}, last {:?}", drawn, costs.last);
        }
    }

    #[test]
    fn the_draw_decides_where_nothing_forbids() {
        assert_eq!(draw(&[3, 0, 2, 1], &|_, _| 0), [(3, 0), (2, 1)]);
        // 3 met 0 in the last round: he meets the next of the draw.
        let cost = |one: usize, other: usize| u32::from((one, other) == (3, 0) || (one, other) == (0, 3));
        assert_eq!(draw(&[3, 0, 2, 1], &cost), [(3, 2), (0, 1)]);
    }

    #[test]
    fn forty_players_are_drawn_in_a_moment() {
        let mut pick = Fast::new(3, 0);
        for _ in 0..3 {
            let costs = random(&mut pick, 20);
            let everybody: Vec<usize> = (0..costs.number).collect();
            let drawn = draw(&everybody, &|a, b| costs.of(a, b));
            assert_eq!(drawn.len() * 2, costs.number);
            let sum: u32 = drawn.iter().map(|(one, other)| costs.of(*one, *other)).sum();
            assert_eq!(sum, least(&everybody, &|a, b| costs.of(a, b)));
        }
    }
}
