//! The deck, the hand and the piles (SF-TYR-05 to 07, SF-CARD-01).

use crate::battle::space_fleet::cards::{Card, DECK};
use crate::battle::space_fleet::decisions::answer::{Judged, Refusal};
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::state::roster::Roster;
use crate::battle::space_fleet::state::{Battle, SQUADRONS};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::fixed_list::FixedList;
use crate::table::side::Side;

/// Every card of the deck, in the order of the list.
#[must_use]
pub fn full_deck() -> FixedList<Card, DECK> {
    let mut deck = FixedList::new();
    for card in Card::ALL {
        for _ in 0..card.count() {
            deck.push(*card).expect("the deck has room for every card");
        }
    }
    deck
}

impl Battle {
    /// The most cards of the hand: by Hiveships, and by swarms (SF-TYR-05).
    #[must_use]
    pub fn hand_limit(&self, roster: &Roster, hive: Side) -> usize {
        let mut counted = [false; SQUADRONS];
        let mut limit = 0;
        for (id, ship) in self.fleet(hive) {
            let class = roster.class(self, id);
            let known = &mut counted[usize::from(ship.squadron.0) % SQUADRONS];
            if class.is_tyranid() && !*known {
                *known = true;
                limit += usize::from(class.cards_to_hand);
            }
        }
        limit
    }
}

impl<D: Dice + ?Sized> Play<'_, D> {
    /// Before the first turn the deck is shuffled and a hand drawn, unless they lie there already.
    pub(in crate::battle::space_fleet) fn deal(&mut self, hive: Side) -> Judged<()> {
        let cards = &self.battle.cards;
        if !cards.deck.is_empty() || !cards.hand.is_empty() || !cards.discard.is_empty() {
            return Ok(());
        }
        self.battle.cards.deck = full_deck();
        self.shuffle()?;
        self.draw(hive)
    }

    fn shuffle(&mut self) -> Judged<()> {
        for last in (1..self.battle.cards.deck.len()).rev() {
            let other = self.random_of(last + 1)?;
            self.battle.cards.deck.swap(last, other);
        }
        Ok(())
    }

    /// Draws up to the limit; an empty deck is made of the discards again (SF-TYR-07).
    fn draw(&mut self, hive: Side) -> Judged<()> {
        let limit = self.battle.hand_limit(self.roster, hive);
        while self.battle.cards.hand.len() < limit {
            if self.battle.cards.deck.is_empty() {
                if self.battle.cards.discard.is_empty() {
                    break;
                }
                self.battle.cards.deck = std::mem::take(&mut self.battle.cards.discard);
                self.shuffle()?;
            }
            if let Some(card) = self.battle.cards.deck.pop() {
                self.battle.cards.hand.push(card).map_err(|full| full.of("cards"))?;
            }
        }
        Ok(())
    }

    /// The end of a turn: discards, then the hand is refilled.
    pub(in crate::battle::space_fleet) fn discard(&mut self, given: &[Card]) -> Judged<()> {
        let hive = self.battle.active;
        let limit = self.battle.hand_limit(self.roster, hive);
        let mut hand = self.battle.cards.hand;
        for card in given {
            let Some(at) = hand.iter().position(|held| held == card) else {
                return Err(Refusal::new("SF-TYR-07", format!("there is no {card} in the hand to discard")).into());
            };
            hand.remove(at);
        }
        let surplus = self.battle.cards.hand.len().saturating_sub(limit);
        if given.len() > 2.max(surplus) {
            return Err(Refusal::new(
                "SF-TYR-07",
                format!("{} cards may be discarded, not {}", 2.max(surplus), given.len()),
            )
            .into());
        }
        if hand.len() > limit {
            let more = hand.len() - limit;
            return Err(
                Refusal::new("SF-TYR-06", format!("the hand is now {limit}: {more} more must be discarded")).into()
            );
        }
        for card in given {
            self.battle.cards.discard.push(*card).map_err(|full| full.of("cards"))?;
        }
        self.battle.cards.hand = hand;
        self.draw(hive)?;
        let drawn = self.battle.cards.hand.len().saturating_sub(hand.len()) as u8;
        self.tell("SF-TYR-07", What::Cards(given.len() as u8, drawn));
        self.battle.late = true;
        Ok(())
    }

    pub(in crate::battle::space_fleet) fn step_cards(&mut self) -> Judged<bool> {
        if self.battle.late {
            self.end_turn()?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Takes a card out of the hand.
    pub(super) fn use_card(&mut self, card: Card) -> Result<(), Refusal> {
        let Some(at) = self.battle.cards.hand.iter().position(|held| *held == card) else {
            return Err(Refusal::new("SF-TYR-12", format!("there is no {card} in the hand")));
        };
        self.battle.cards.hand.remove(at);
        let pile =
            if card == Card::Reinforce { &mut self.battle.cards.removed } else { &mut self.battle.cards.discard };
        // Every pile has room for the whole deck.
        pile.push(card).map_err(|_| Refusal::new("SF-CARD-01", "there are more cards than the deck has"))?;
        self.battle.cards.played = true;
        Ok(())
    }

    pub(super) fn holds_card(&self, card: Card) -> bool {
        self.battle.cards.hand.contains(&card)
    }
}
