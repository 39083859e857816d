//! Warp channels for given places: short, never crossing, and every system reached (MAP-03).

type Point = (u16, u16);
type Edge = (usize, usize);

/// More channels than this at one system only come from the spanning tree.
const MOST_CHANNELS: usize = 4;

pub(super) fn distance_squared(a: Point, b: Point) -> u32 {
    let (dx, dy) = (u32::from(a.0.abs_diff(b.0)), u32::from(a.1.abs_diff(b.1)));
    dx * dx + dy * dy
}

/// The shortest tree that joins all points, and the best of the other Gabriel edges.
///
/// An edge is a Gabriel edge when no third point lies in the circle on it. Such edges never cross, keep clear of
/// third points, and contain the shortest tree.
pub(super) fn channels(points: &[Point]) -> Vec<Edge> {
    let mut edges = gabriel_edges(points);
    edges.sort_by_key(|&(a, b)| (distance_squared(points[a], points[b]), a, b));
    let (mut chosen, mut spare) = tree(points.len(), &edges);
    let mut degree = vec![0_usize; points.len()];
    for &(a, b) in &chosen {
        degree[a] += 1;
        degree[b] += 1;
    }
    // A third more channels than systems, each where the way round is longest: a campaign needs more than one way
    // to most systems.
    let wanted = points.len() + points.len() / 3;
    while chosen.len() < wanted {
        spare.retain(|&(a, b)| degree[a] < MOST_CHANNELS && degree[b] < MOST_CHANNELS);
        // The first of equals is the shortest.
        let detours = spare.iter().map(|&(a, b)| jumps(points.len(), &chosen, a, b)).enumerate();
        let Some((next, _)) = detours.reduce(|best, other| if other.1 > best.1 { other } else { best }) else { break };
        let (a, b) = spare.remove(next);
        degree[a] += 1;
        degree[b] += 1;
        chosen.push((a, b));
    }
    chosen.sort_unstable();
    chosen
}

/// How many channels lie between two points.
fn jumps(points: usize, channels: &[Edge], from: usize, to: usize) -> usize {
    let mut reached = vec![false; points];
    let mut rim = vec![from];
    let mut jumps = 0;
    while !rim.is_empty() && !rim.contains(&to) {
        jumps += 1;
        for at in &rim {
            reached[*at] = true;
        }
        let beyond = |at: usize| channels.iter().filter_map(move |&(a, b)| other_end(at, a, b));
        let mut next: Vec<usize> = rim.iter().flat_map(|at| beyond(*at)).filter(|at| !reached[*at]).collect();
        next.sort_unstable();
        next.dedup();
        rim = next;
    }
    jumps
}

fn other_end(at: usize, a: usize, b: usize) -> Option<usize> {
    if a == at { Some(b) } else { (b == at).then_some(a) }
}

fn gabriel_edges(points: &[Point]) -> Vec<Edge> {
    let pairs = (0..points.len()).flat_map(|a| (a + 1..points.len()).map(move |b| (a, b)));
    pairs
        .filter(|&(a, b)| {
            let length = distance_squared(points[a], points[b]);
            let outside = |third: &Point| {
                let sum = distance_squared(points[a], *third) + distance_squared(points[b], *third);
                sum > length
            };
            points.iter().enumerate().all(|(third, point)| third == a || third == b || outside(point))
        })
        .collect()
}

/// Kruskal's tree over sorted edges, and the edges it left.
fn tree(points: usize, edges: &[Edge]) -> (Vec<Edge>, Vec<Edge>) {
    let mut part: Vec<usize> = (0..points).collect();
    edges.iter().copied().partition(|&(a, b)| {
        let (keep, drop) = (part[a], part[b]);
        if keep != drop {
            part.iter_mut().filter(|mark| **mark == drop).for_each(|mark| *mark = keep);
        }
        keep != drop
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_diagonals_of_a_square_are_no_channels() {
        let square = [(0, 0), (100, 0), (0, 100), (100, 100)];
        assert_eq!(gabriel_edges(&square), [(0, 1), (0, 2), (1, 3), (2, 3)]);
    }

    #[test]
    fn a_point_in_the_way_takes_the_channel() {
        assert_eq!(channels(&[(0, 0), (200, 0), (100, 10)]), [(0, 2), (1, 2)]);
    }
}
