//! Finds places for names so that none lies over another.

/// An area of a drawing; `right` and `bottom` are just outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

impl Area {
    pub(super) const fn new(left: i32, top: i32, width: i32, height: i32) -> Self {
        Self { left, top, right: left + width, bottom: top + height }
    }

    pub(super) const fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    pub(super) const fn within(&self, other: &Self) -> bool {
        self.left >= other.left && self.right <= other.right && self.top >= other.top && self.bottom <= other.bottom
    }
}

/// A place a name could have; less cost is better.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) area: Area,
    pub(super) cost: u32,
    pub(super) text: String,
}

/// Rounds of second thoughts after the first choice.
const ROUNDS: usize = 4;

/// Chooses one candidate for each label such that no two overlap; `None` where that cannot be done.
///
/// The caller leaves out candidates that lie over something fixed.
pub(super) fn place(labels: &[Vec<Candidate>]) -> Vec<Option<&Candidate>> {
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by_key(|label| (labels[*label].len(), *label));
    let mut chosen: Vec<Option<&Candidate>> = vec![None; labels.len()];
    for round in 0..=ROUNDS {
        for &label in &order {
            chosen[label] = None;
            chosen[label] = best(&labels[label], &chosen);
            if chosen[label].is_none() && round > 0 {
                make_way(label, labels, &mut chosen);
            }
        }
    }
    chosen
}

fn best<'c>(candidates: &'c [Candidate], chosen: &[Option<&Candidate>]) -> Option<&'c Candidate> {
    let free = |candidate: &&Candidate| !chosen.iter().flatten().any(|other| other.area.overlaps(&candidate.area));
    candidates.iter().filter(free).min_by_key(|candidate| candidate.cost)
}

/// Moves the one label that stands in the way, if it has another place.
fn make_way<'c>(label: usize, labels: &'c [Vec<Candidate>], chosen: &mut [Option<&'c Candidate>]) {
    for candidate in &labels[label] {
        let in_the_way = |other: Option<&Candidate>| other.is_some_and(|other| other.area.overlaps(&candidate.area));
        let blockers: Vec<usize> = (0..chosen.len()).filter(|other| in_the_way(chosen[*other])).collect();
        let [blocker] = blockers[..] else { continue };
        let before = chosen[blocker].take();
        chosen[label] = Some(candidate);
        chosen[blocker] = best(&labels[blocker], chosen);
        if chosen[blocker].is_some() {
            return;
        }
        chosen[blocker] = before;
        chosen[label] = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(left: i32, cost: u32) -> Candidate {
        Candidate { area: Area::new(left, 0, 4, 1), cost, text: String::new() }
    }

    #[test]
    fn a_label_makes_way_for_one_that_has_no_other_place() {
        // The last label fits only between the places the other two like best.
        let labels = [vec![at(0, 0), at(20, 9)], vec![at(6, 0), at(30, 9)], vec![at(3, 0), at(7, 1), at(40, 90)]];
        let lefts: Vec<_> = place(&labels).into_iter().map(|chosen| chosen.map(|c| c.area.left)).collect();
        assert_eq!(lefts, [Some(0), Some(6), Some(40)]);
        let labels = [vec![at(0, 0), at(20, 9)], vec![at(2, 0)]];
        let lefts: Vec<_> = place(&labels).into_iter().map(|chosen| chosen.map(|c| c.area.left)).collect();
        assert_eq!(lefts, [Some(20), Some(2)]);
    }

    #[test]
    fn a_label_without_any_free_place_has_none() {
        let labels = [vec![at(0, 0)], vec![at(1, 0)]];
        assert_eq!(place(&labels).iter().flatten().count(), 1);
    }
}
