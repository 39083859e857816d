//! Reinforcements (SF-TYR-30).

use crate::battle::space_fleet::class::{Arc, Mount};
use crate::battle::space_fleet::decisions::answer::{Judged, Refusal};
use crate::battle::space_fleet::event::What;
use crate::battle::space_fleet::measures::{ADJACENT, inches};
use crate::battle::space_fleet::shooting::bearing::in_arc;
use crate::battle::space_fleet::state::agenda::Question;
use crate::battle::space_fleet::state::ship::Urge;
use crate::battle::space_fleet::state::{Ship, ShipId, SquadronId};
use crate::battle::space_fleet::turn::play::Play;
use crate::dice::Dice;
use crate::table::geometry::{Heading, Length, Point};

impl<D: Dice + ?Sized> Play<'_, D> {
    /// A Hiveship loses a wound, and a die decides what comes.
    pub(super) fn reinforce(&mut self, hive: ShipId) -> Judged<()> {
        self.lose("SF-TYR-30", hive, 1)?;
        let die = self.die("reinforce", hive)?;
        let number = match die {
            ..=1 => 0,
            2 | 3 => 2,
            4 | 5 => 3,
            6.. => 1,
        };
        self.tell("SF-TYR-30", What::Reinforces(hive, die, number));
        if number == 0 || !self.ship(hive).fights() {
            return Ok(());
        }
        if die == 6 {
            return self.ask(Question::Spawn(hive));
        }
        let drone = self.roster.classes.iter().position(|class| class.id == "drone").unwrap_or(0) as u8;
        self.ask(Question::SpawnAt { hive, class: drone, number })
    }

    /// Which vessel arrives on a six: any but a Hiveship.
    pub(in crate::battle::space_fleet) fn choose_spawn(&mut self, hive: ShipId, class: u8) -> Judged<()> {
        let chosen = self.roster.classes.get(usize::from(class));
        if chosen.is_none_or(|class| !class.is_tyranid() || class.special.hiveship) {
            return Err(Refusal::new("SF-TYR-30", "any single vessel may arrive except a Hiveship").into());
        }
        self.battle.agenda.pop();
        self.ask(Question::SpawnAt { hive, class, number: 1 })
    }

    /// Vessels arrive within 3, in the Fixed Forward arc; the first where it is told, the others beside it.
    pub(in crate::battle::space_fleet) fn spawn(
        &mut self,
        hive: ShipId,
        class: u8,
        number: u8,
        place: (Point, Heading),
    ) -> Judged<()> {
        let (at, heading) = place;
        let mother = *self.ship(hive);
        if !mother.at.within(at, ADJACENT)
            || !in_arc(&mother, Arc::FixedForward, Mount::Arc, at)
            || !self.battle.holds(at)
        {
            let message = format!("vessels arrive within 3 of {}, in its Fixed Forward arc", self.roster.name(hive));
            return Err(Refusal::new("SF-TYR-30", message).into());
        }
        self.battle.agenda.pop();
        let first = ShipId(self.battle.ships.len() as u8);
        let across = Heading::new(i32::from(mother.heading.degrees()) + 90);
        for place in 0..number {
            let step = i32::from(place.div_ceil(2)) * if place % 2 == 1 { 1 } else { -1 };
            let spot = self.clamped(at.ahead(across, Length(inches(1).0 * step + 100 * step)));
            let id = ShipId(self.battle.ships.len() as u8);
            let ship = Ship {
                class,
                side: mother.side,
                owner: mother.side,
                squadron: SquadronId::of_ship(first),
                at: spot,
                heading,
                damage: self.roster.classes[usize::from(class)].damage,
                urge: Urge { newborn: true, finished: true, ..Urge::default() },
                ..Ship::default()
            };
            self.battle.ships.push(ship).map_err(|full| full.of("ships"))?;
            self.tell("SF-TYR-30", What::Arrives(id, spot));
        }
        Ok(())
    }
}
