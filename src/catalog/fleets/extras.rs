//! Reads what only one fleet has.

use crate::campaign::extras::{
    Clan, DefenceRules, DefenceValue, DefencesBySize, DefencesByType, Evolution, Extras, Gift, Mark, Minefield,
    OrbitalMine, OrdnancePurchase, RamiliesCampaign, Xenotech,
};
use crate::catalog::reader::Node;

use super::class::read_confidence;
use super::effects::read_effects_of;
use super::ledger::{Kind, Ledger, read_id};

/// Reads every table of a fleet file that is not a fleet, list, commander, upgrade, craft or class.
pub(super) fn read_extras(node: &Node<'_>, ledger: &mut Ledger) -> Extras {
    Extras {
        marks: node.tables("mark", |mark| Mark {
            table: mark.text("table"),
            id: read_id(mark),
            points: mark.number("points"),
            effect: mark.text("effect"),
            effects: read_effects_of(mark, &format!("mark-of-{}", read_id(mark))),
            confidence: read_confidence(mark).0,
        }),
        clans: node.tables("clan", |clan| Clan {
            id: read_id(clan),
            points: clan.number("points"),
            colour: clan.text("colour"),
            effect: clan.text("effect"),
            confidence: read_confidence(clan).0,
        }),
        gifts: node.tables("gift", |gift| Gift {
            roll: gift.number("roll"),
            id: read_id(gift),
            effect: gift.text("effect"),
            effects: read_effects_of(gift, &read_id(gift)),
            confidence: read_confidence(gift).0,
        }),
        xenotech: node.tables("xenotech", |system| Xenotech {
            roll: system.number("roll"),
            id: read_id(system),
            effect: system.text("effect"),
            points_cruiser: system.number("points_cruiser"),
            points_escort: system.number("points_escort"),
            points_to_choose: system.number("points_to_choose"),
            confidence: read_confidence(system).0,
        }),
        evolutions: node.tables("evolution", |evolution| Evolution {
            roll: evolution.number("roll"),
            id: read_id(evolution),
            points: evolution.number("points"),
            effect: evolution.text("effect"),
            effects: read_effects_of(evolution, &read_id(evolution)),
            confidence: read_confidence(evolution).0,
        }),
        ordnance: node.tables("ordnance", |marker| {
            ledger.begin(marker, "[ordnance]");
            OrdnancePurchase {
                item: marker.text("item"),
                points: marker.number("points"),
                lists: ledger.names(marker, "lists", Kind::List, ""),
                max_percent: marker.number("max_percent"),
            }
        }),
        ..read_defences(node, ledger)
    }
}

fn read_defences(node: &Node<'_>, ledger: &mut Ledger) -> Extras {
    Extras {
        defence_rules: node.opt_table("defence_rules", |rules| DefenceRules {
            leadership: rules.number("leadership"),
            orders: rules.texts("orders"),
            squadron_max_1_hit: rules.number("squadron_max_1_hit"),
            squadron_max_larger: rules.number("squadron_max_larger"),
            blast_markers_removed: rules.text("blast_markers_removed"),
        }),
        defences_by_type: node.tables("defences_by_type", |world| DefencesByType {
            roll_from: world.number("roll_from"),
            roll_to: world.number("roll_to"),
            code: world.text("code"),
            world: world.text("type"),
            defences: world.text("defences"),
        }),
        defences_by_size: node.tables("defences_by_size", |size| DefencesBySize {
            size: size.text("size"),
            defences: size.text("defences"),
            max_if_bought: size.number("max_if_bought"),
        }),
        defence_value: node.opt_table("defence_value", |value| DefenceValue {
            points_each: value.text("points_each"),
            campaign: value.text("campaign"),
            port_maw_multiplier: value.number("port_maw_multiplier"),
            confidence: read_confidence(value).0,
        }),
        orbital_mine: node.opt_table("orbital_mine", |mine| read_orbital_mine(mine)),
        minefield: node.opt_table("minefield", |field| read_minefield(field)),
        ramilies: node.opt_table("ramilies", |ramilies| {
            ledger.begin(ramilies, "[ramilies]");
            read_ramilies(ramilies, ledger)
        }),
        ..Extras::default()
    }
}

fn read_orbital_mine(node: &Node<'_>) -> OrbitalMine {
    OrbitalMine {
        name: node.text("name"),
        points: node.number("points"),
        speed_cm: node.number("speed_cm"),
        attack_dice: node.number("attack_dice"),
        attack_dice_hit_by_turrets: node.number("attack_dice_hit_by_turrets"),
        shields_protect: node.flag("shields_protect"),
        note: node.text("note"),
        confidence: read_confidence(node).0,
    }
}

fn read_minefield(node: &Node<'_>) -> Minefield {
    Minefield {
        name: node.text("name"),
        points: node.number("points"),
        max: node.number("max"),
        size_cm: node.text("size_cm"),
        armour: node.number("armour"),
        detection_range_cm: node.number("detection_range_cm"),
        detection_roll: node.text("detection_roll"),
        mines_per_detected_ship: node.number("mines_per_detected_ship"),
        placed_within_cm: node.number("placed_within_cm"),
        note: node.text("note"),
        confidence: read_confidence(node).0,
    }
}

fn read_ramilies(node: &Node<'_>, ledger: &mut Ledger) -> RamiliesCampaign {
    RamiliesCampaign {
        fleets: ledger.names(node, "fleets", Kind::Fleet, ""),
        min_renown: node.number("min_renown"),
        appeal_roll: node.number("appeal_roll"),
        alternative: node.text("alternative"),
        repair_points: node.text("repair_points"),
        attacked: node.text("attacked"),
        withdrawn_ship_returns: node.text("withdrawn_ship_returns"),
        moving: node.text("moving"),
        refits: node.text("refits"),
        confidence: read_confidence(node).0,
    }
}
