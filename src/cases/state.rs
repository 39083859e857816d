//! What a case expects the campaign to hold: `"vessel/Agrippa/leadership" = 8`.

use serde_json::{Map, Value};

use crate::campaign::state::Campaign;
use crate::catalog::reader::Node;
use crate::store::Store;

pub(super) fn read(node: &Node<'_>) -> Vec<(String, Value)> {
    let state = node.opt_table("state", |node| {
        node.allow_any_key();
        node.keys()
            .into_iter()
            .map(|key| {
                let value = node.json(&key).unwrap_or(Value::Null);
                (key, value)
            })
            .collect::<Vec<_>>()
    });
    state.unwrap_or_default()
}

pub(super) fn check(expected: &[(String, Value)], store: Option<&Store>) -> Result<(), String> {
    if expected.is_empty() {
        return Ok(());
    }
    let store = store.ok_or("no campaign is open")?;
    let campaign = store.whole().map_err(|error| error.to_string())?.campaign;
    let state = value(&campaign);
    for (path, wanted) in expected {
        let mut found = &state;
        for step in path.split('/') {
            let next = match found {
                Value::Object(map) => map.get(step),
                Value::Array(list) => step.parse::<usize>().ok().and_then(|index| list.get(index)),
                _ => None,
            };
            // What is not there is `none`, so that a case can expect nothing.
            found = next.unwrap_or(&Value::Null);
        }
        let none = found.is_null() && wanted == "none";
        if found != wanted && !none {
            return Err(format!("{path} is {found}, not {wanted}"));
        }
    }
    Ok(())
}

/// The campaign by the names people know, ids replaced.
fn value(campaign: &Campaign) -> Value {
    let json = |value: &dyn erased::Json| value.json();
    let player = |id: &Value| {
        let id = id.as_u64().and_then(|id| campaign.players.values().find(|player| u64::from(player.id.0) == id));
        id.map_or(Value::Null, |player| player.name.clone().into())
    };
    let vessel = |id: &Value| {
        let id = id.as_u64().and_then(|id| campaign.vessels.values().find(|vessel| u64::from(vessel.id.0) == id));
        id.map_or(Value::Null, |vessel| vessel.name.clone().into())
    };
    let mut players = Map::new();
    for record in campaign.players.values() {
        let mut fields = json(record);
        fields["flagship"] = vessel(&fields["flagship"]);
        fields["points"] = campaign.register_points(record.id).into();
        fields["systems"] = campaign.systems_of(record.id).map(|system| system.name.clone()).collect::<Vec<_>>().into();
        players.insert(record.name.clone(), fields);
    }
    let mut vessels = Map::new();
    for record in campaign.vessels.values() {
        let mut fields = json(record);
        fields["player"] = player(&fields["player"]);
        vessels.insert(record.name.clone(), fields);
    }
    let mut systems = Map::new();
    for record in campaign.systems.values() {
        let mut fields = json(record);
        fields["owner"] = player(&fields["owner"]);
        systems.insert(record.name.clone(), fields);
    }
    let battles: Map<String, Value> = campaign
        .battles
        .values()
        .filter(|battle| battle.open)
        .map(|battle| (battle.id.0.to_string(), json(battle)))
        .collect();
    let bases = campaign.bases.values().filter_map(|base| {
        let player = campaign.players.get(&base.player)?;
        let system = campaign.systems.get(&base.system)?;
        Some((player.name.clone(), Value::from(system.name.clone())))
    });
    let mut about = campaign.about.as_ref().map_or(Value::Null, |about| json(about));
    if let Some(order) = about.get("order").and_then(Value::as_array).cloned() {
        about["order"] = order.iter().map(player).collect();
    }
    serde_json::json!({
        "campaign": about, "player": players, "vessel": vessels, "system": systems,
        "base": Value::Object(bases.collect()), "battle": battles,
    })
}

mod erased {
    use serde::Serialize;
    use serde_json::Value;

    pub(super) trait Json {
        fn json(&self) -> Value;
    }

    impl<T: Serialize> Json for T {
        fn json(&self) -> Value {
            serde_json::to_value(self).expect("state values have string keys only")
        }
    }
}
