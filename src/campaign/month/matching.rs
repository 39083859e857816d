//! The cheapest way to pair everybody with somebody: an exact matching of least cost.
//!
//! A greedy pairing leaves the last two with each other however ill they fit, and trying every pairing of forty players
//! takes longer than a campaign. This is Edmonds' blossom algorithm with weights, in the form that keeps one dual value
//! a node and grows all alternating trees at once: the cube of the number of players. The tests compare it with trying
//! everything.

use std::collections::VecDeque;

/// Pairs `0..number` off with the least sum of `cost`; `number` is even. The partner of each.
pub(super) fn cheapest(number: usize, cost: impl Fn(usize, usize) -> u32) -> Vec<usize> {
    let dearest = (0..number).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| cost(a, b)).max().unwrap_or(0);
    // Heavier than everything it could save: who wants the most weight leaves nobody out.
    let base = (i64::from(dearest) + 1) * (i64::try_from(number).unwrap_or(i64::MAX / 4) + 1);
    let mut matching = Matching::new(number, |a, b| base - i64::from(cost(a, b)));
    while matching.augment() {}
    (1..=number).map(|node| matching.mate[node].saturating_sub(1)).collect()
}

/// Where a node stands in the trees that are grown from the free ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// In no tree.
    Out,
    /// An even number of edges from its root.
    Even,
    /// An odd number.
    Odd,
}

#[derive(Clone, Copy, Default)]
struct Edge {
    from: usize,
    to: usize,
    /// 0 where there is no edge.
    weight: i64,
}

/// Nodes 1 to `players` are players, higher ones blossoms; 0 is nobody.
struct Matching {
    players: usize,
    nodes: usize,
    edge: Vec<Vec<Edge>>,
    dual: Vec<i64>,
    mate: Vec<usize>,
    /// The even node with the tightest edge to this one.
    nearest: Vec<usize>,
    /// The outermost blossom that holds a node.
    outer: Vec<usize>,
    /// The player of the tree from which an odd node was reached.
    parent: Vec<usize>,
    label: Vec<Label>,
    /// What a blossom is made of, its base first.
    petals: Vec<Vec<usize>>,
    /// The petal of a blossom that holds a player.
    petal_of: Vec<Vec<usize>>,
    seen: Vec<usize>,
    round: usize,
    queue: VecDeque<usize>,
}

impl Matching {
    fn new(players: usize, weight: impl Fn(usize, usize) -> i64) -> Self {
        let size = players * 2 + 1;
        let mut edge = vec![vec![Edge::default(); size]; size];
        let mut heaviest = 0;
        for (from, row) in edge.iter_mut().enumerate() {
            for (to, edge) in row.iter_mut().enumerate() {
                let real = (1..=players).contains(&from) && (1..=players).contains(&to) && from != to;
                let weight = if real { weight(from - 1, to - 1) } else { 0 };
                heaviest = heaviest.max(weight);
                *edge = Edge { from, to, weight };
            }
        }
        let mut petal_of = vec![vec![0; players + 1]; size];
        (1..=players).for_each(|player| petal_of[player][player] = player);
        Self {
            players,
            nodes: players,
            edge,
            dual: (0..size).map(|node| if (1..=players).contains(&node) { heaviest } else { 0 }).collect(),
            mate: vec![0; size],
            nearest: vec![0; size],
            outer: (0..size).map(|node| if node <= players { node } else { 0 }).collect(),
            parent: vec![0; size],
            label: vec![Label::Out; size],
            petals: vec![Vec::new(); size],
            petal_of,
            seen: vec![0; size],
            round: 0,
            queue: VecDeque::new(),
        }
    }

    /// How far an edge is from being tight.
    fn slack(&self, edge: Edge) -> i64 {
        self.dual[edge.from] + self.dual[edge.to] - self.edge[edge.from][edge.to].weight * 2
    }

    fn between(&self, from: usize, to: usize) -> i64 {
        self.slack(self.edge[from][to])
    }

    fn offer(&mut self, from: usize, to: usize) {
        if self.nearest[to] == 0 || self.between(from, to) < self.between(self.nearest[to], to) {
            self.nearest[to] = from;
        }
    }

    fn find_nearest(&mut self, node: usize) {
        self.nearest[node] = 0;
        for from in 1..=self.players {
            let outer = self.outer[from];
            if self.edge[from][node].weight > 0 && outer != node && self.label[outer] == Label::Even {
                self.offer(from, node);
            }
        }
    }

    fn enqueue(&mut self, node: usize) {
        if node <= self.players {
            self.queue.push_back(node);
        } else {
            self.petals[node].clone().into_iter().for_each(|petal| self.enqueue(petal));
        }
    }

    fn put_in(&mut self, node: usize, outer: usize) {
        self.outer[node] = outer;
        if node > self.players {
            self.petals[node].clone().into_iter().for_each(|petal| self.put_in(petal, outer));
        }
    }

    /// The even way round a blossom from its base to a petal: how many petals come before it.
    fn way_to(&mut self, blossom: usize, petal: usize) -> usize {
        let petals = &mut self.petals[blossom];
        let place = petals.iter().position(|other| *other == petal).unwrap_or(0);
        if place % 2 == 0 {
            return place;
        }
        petals[1..].reverse();
        petals.len() - place
    }

    fn join(&mut self, node: usize, to: usize) {
        let edge = self.edge[node][to];
        self.mate[node] = edge.to;
        if node <= self.players {
            return;
        }
        let petal = self.petal_of[node][edge.from];
        let place = self.way_to(node, petal);
        for index in 0..place {
            let (one, other) = (self.petals[node][index], self.petals[node][index ^ 1]);
            self.join(one, other);
        }
        self.join(petal, to);
        self.petals[node].rotate_left(place);
    }

    /// Turns every edge over on the way back to the root.
    fn turn_over(&mut self, mut node: usize, mut to: usize) {
        loop {
            let next = self.outer[self.mate[node]];
            self.join(node, to);
            if next == 0 {
                return;
            }
            let above = self.outer[self.parent[next]];
            self.join(next, above);
            (node, to) = (above, next);
        }
    }

    /// Where the ways from two even nodes to their root meet; nobody if they have two roots.
    fn meet(&mut self, mut one: usize, mut other: usize) -> usize {
        self.round += 1;
        while one != 0 || other != 0 {
            if one != 0 {
                if self.seen[one] == self.round {
                    return one;
                }
                self.seen[one] = self.round;
                one = self.outer[self.mate[one]];
                if one != 0 {
                    one = self.outer[self.parent[one]];
                }
            }
            std::mem::swap(&mut one, &mut other);
        }
        0
    }

    fn shrink(&mut self, one: usize, base: usize, other: usize) {
        let mut blossom = self.players + 1;
        while blossom <= self.nodes && self.outer[blossom] != 0 {
            blossom += 1;
        }
        self.nodes = self.nodes.max(blossom);
        self.dual[blossom] = 0;
        self.label[blossom] = Label::Even;
        self.mate[blossom] = self.mate[base];
        let mut petals = vec![base];
        for (index, end) in [one, other].into_iter().enumerate() {
            let mut node = end;
            while node != base {
                let mate = self.outer[self.mate[node]];
                petals.extend([node, mate]);
                self.enqueue(mate);
                node = self.outer[self.parent[mate]];
            }
            if index == 0 {
                petals[1..].reverse();
            }
        }
        self.petals[blossom].clone_from(&petals);
        self.put_in(blossom, blossom);
        for node in 1..=self.nodes {
            self.edge[blossom][node].weight = 0;
            self.edge[node][blossom].weight = 0;
        }
        self.petal_of[blossom].fill(0);
        for petal in petals {
            for node in 1..=self.nodes {
                if self.edge[blossom][node].weight == 0 || self.between(petal, node) < self.between(blossom, node) {
                    self.edge[blossom][node] = self.edge[petal][node];
                    self.edge[node][blossom] = self.edge[node][petal];
                }
            }
            for player in 1..=self.players {
                if self.petal_of[petal][player] != 0 {
                    self.petal_of[blossom][player] = petal;
                }
            }
        }
        self.find_nearest(blossom);
    }

    fn expand(&mut self, blossom: usize) {
        for petal in self.petals[blossom].clone() {
            self.put_in(petal, petal);
        }
        let entered = self.edge[blossom][self.parent[blossom]].from;
        let petal = self.petal_of[blossom][entered];
        let place = self.way_to(blossom, petal);
        let petals = self.petals[blossom].clone();
        for pair in petals[..place].chunks_exact(2) {
            let (odd, even) = (pair[0], pair[1]);
            self.parent[odd] = self.edge[even][odd].from;
            self.label[odd] = Label::Odd;
            self.label[even] = Label::Even;
            self.nearest[odd] = 0;
            self.find_nearest(even);
            self.enqueue(even);
        }
        self.label[petal] = Label::Odd;
        self.parent[petal] = self.parent[blossom];
        for rest in &petals[place + 1..] {
            self.label[*rest] = Label::Out;
            self.find_nearest(*rest);
        }
        self.outer[blossom] = 0;
    }

    /// Follows a tight edge: the tree grows, a blossom shrinks, or two trees meet and the matching grows.
    fn follow(&mut self, edge: Edge) -> bool {
        let (from, to) = (self.outer[edge.from], self.outer[edge.to]);
        match self.label[to] {
            Label::Out => {
                self.parent[to] = edge.from;
                self.label[to] = Label::Odd;
                let mate = self.outer[self.mate[to]];
                self.nearest[to] = 0;
                self.nearest[mate] = 0;
                self.label[mate] = Label::Even;
                self.enqueue(mate);
            }
            Label::Even => {
                let base = self.meet(from, to);
                if base == 0 {
                    self.turn_over(from, to);
                    self.turn_over(to, from);
                    return true;
                }
                self.shrink(from, base, to);
            }
            Label::Odd => {}
        }
        false
    }

    fn outermost(&self) -> Vec<usize> {
        (1..=self.nodes).filter(|node| self.outer[*node] == *node).collect()
    }

    fn blossoms(&self) -> Vec<usize> {
        self.outermost().into_iter().filter(|node| *node > self.players).collect()
    }

    /// Adds one pair; false when nobody is left that could be paired.
    fn augment(&mut self) -> bool {
        self.label.fill(Label::Out);
        self.nearest.fill(0);
        self.queue.clear();
        for node in self.outermost() {
            if self.mate[node] == 0 {
                self.parent[node] = 0;
                self.label[node] = Label::Even;
                self.enqueue(node);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.search() {
                return true;
            }
            if !self.loosen() {
                return false;
            }
            self.queue.clear();
            for node in self.outermost() {
                let near = self.nearest[node];
                let tight = near != 0 && self.outer[near] != node && self.between(near, node) == 0;
                if self.outer[node] == node && tight && self.follow(self.edge[near][node]) {
                    return true;
                }
            }
            for blossom in self.blossoms() {
                if self.label[blossom] == Label::Odd && self.dual[blossom] == 0 {
                    self.expand(blossom);
                }
            }
        }
    }

    /// Follows every tight edge from even nodes.
    fn search(&mut self) -> bool {
        while let Some(from) = self.queue.pop_front() {
            if self.label[self.outer[from]] == Label::Odd {
                continue;
            }
            for to in 1..=self.players {
                if self.edge[from][to].weight == 0 || self.outer[from] == self.outer[to] {
                    continue;
                }
                if self.between(from, to) != 0 {
                    self.offer(from, self.outer[to]);
                } else if self.follow(self.edge[from][to]) {
                    return true;
                }
            }
        }
        false
    }

    /// Changes the dual values by as much as keeps every edge honest; false when there is no more to gain.
    fn loosen(&mut self) -> bool {
        let mut by = i64::MAX;
        for node in self.outermost() {
            if node > self.players && self.label[node] == Label::Odd {
                by = by.min(self.dual[node] / 2);
            }
            if self.nearest[node] != 0 {
                let slack = self.between(self.nearest[node], node);
                match self.label[node] {
                    Label::Out => by = by.min(slack),
                    Label::Even => by = by.min(slack / 2),
                    Label::Odd => {}
                }
            }
        }
        for player in 1..=self.players {
            match self.label[self.outer[player]] {
                Label::Even if self.dual[player] <= by => return false,
                Label::Even => self.dual[player] -= by,
                Label::Odd => self.dual[player] += by,
                Label::Out => {}
            }
        }
        for blossom in self.blossoms() {
            match self.label[blossom] {
                Label::Even => self.dual[blossom] += by * 2,
                Label::Odd => self.dual[blossom] -= by * 2,
                Label::Out => {}
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::cheapest;
    use crate::dice::Fast;

    /// The least cost by trying every pairing.
    fn by_trial(left: &[usize], cost: &dyn Fn(usize, usize) -> u32) -> u32 {
        let Some((first, rest)) = left.split_first() else { return 0 };
        (0..rest.len())
            .map(|index| {
                let others: Vec<usize> = rest.iter().copied().filter(|other| *other != rest[index]).collect();
                cost(*first, rest[index]) + by_trial(&others, cost)
            })
            .min()
            .unwrap_or(0)
    }

    #[test]
    fn no_pairing_is_cheaper() {
        let mut pick = Fast::new(7, 0);
        for round in 0..600 {
            let number = 2 * (1 + pick.below(5) as usize);
            let most = [2, 3, 10, 1000][round % 4];
            let costs: Vec<u32> = (0..number * number).map(|_| pick.below(most)).collect();
            let cost = |a: usize, b: usize| costs[a.min(b) * number + a.max(b)];
            let partner = cheapest(number, cost);
            assert!((0..number).all(|a| partner[a] != a && partner[partner[a]] == a), "{costs:?}: {partner:?}");
            let found: u32 = (0..number).map(|a| cost(a, partner[a])).sum::<u32>() / 2;
            let everybody: Vec<usize> = (0..number).collect();
            assert_eq!(found, by_trial(&everybody, &cost), "{costs:?}");
        }
    }

    #[test]
    fn forty_are_paired_though_most_may_not_meet() {
        // Twenty-one of one side and nineteen of the other: one pair of the same side cannot be helped.
        let cost = |a: usize, b: usize| u32::from((a < 21) == (b < 21));
        let partner = cheapest(40, cost);
        assert_eq!((0..40).map(|a| cost(a, partner[a])).sum::<u32>() / 2, 1);
    }
}
