//! The JSON Schema and the loader take the same files, as far as a schema can say so.
//!
//! Documents are made at random by following the schema; what is out of its reach (names that must differ, phases that
//! must go forward, …) is then put right, so that both must take them. Each is then changed in one place, in a way whose
//! verdict the schema can know, and both must agree again.

use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;
use serde_json::{Map, Value, json};
use tempfile::TempDir;
use xtask::commands::schema;

/// The part of JSON Schema that the schema uses. A word that is not known here fails the test.
struct Validator {
    root: Value,
    /// The pattern of names, the only one there is.
    name: Regex,
}

/// Words that explain and do not judge.
const EXPLAIN: [&str; 5] = ["$schema", "title", "description", "default", "examples"];

impl Validator {
    fn new() -> Validator {
        let root = schema::schema();
        let name = root["properties"]["lesson"]["pattern"].as_str().expect("names have a pattern");
        let name = Regex::new(name).expect("a sound pattern");
        Validator { root, name }
    }

    fn takes(&self, value: &Value) -> bool {
        self.holds(&self.root, value)
    }

    fn holds(&self, schema: &Value, value: &Value) -> bool {
        let Some(words) = schema.as_object() else {
            return schema.as_bool().expect("a schema is an object or a boolean");
        };
        words.iter().all(|(word, argument)| self.word_holds(word, argument, words, value))
    }

    fn word_holds(&self, word: &str, argument: &Value, words: &Map<String, Value>, value: &Value) -> bool {
        let number = |test: fn(f64, f64) -> bool| {
            value.as_f64().is_none_or(|value| test(value, argument.as_f64().expect("a number")))
        };
        let length = |length: Option<usize>, test: fn(usize, usize) -> bool| {
            let limit = argument.as_u64().and_then(|limit| usize::try_from(limit).ok()).expect("a length");
            length.is_none_or(|length| test(length, limit))
        };
        let characters = value.as_str().map(|text| text.chars().count());
        let schemas = || argument.as_array().expect("a list of schemas").iter();
        match word {
            "type" => match argument.as_str().expect("one type") {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "number" => value.is_number(),
                "boolean" => value.is_boolean(),
                other => panic!("unknown type {other}"),
            },
            "enum" => argument.as_array().expect("a list").contains(value),
            "minimum" => number(|value, limit| value >= limit),
            "exclusiveMinimum" => number(|value, limit| value > limit),
            "maximum" => number(|value, limit| value <= limit),
            "multipleOf" => number(|value, divisor| value % divisor == 0.0),
            "minLength" => length(characters, |length, limit| length >= limit),
            "maxLength" => length(characters, |length, limit| length <= limit),
            "minItems" => length(value.as_array().map(Vec::len), |length, limit| length >= limit),
            "maxItems" => length(value.as_array().map(Vec::len), |length, limit| length <= limit),
            "minProperties" => length(value.as_object().map(Map::len), |length, limit| length >= limit),
            "pattern" => {
                assert_eq!(argument, self.name.as_str(), "a second pattern");
                value.as_str().is_none_or(|text| self.name.is_match(text))
            }
            "required" => value.as_object().is_none_or(|table| {
                argument
                    .as_array()
                    .expect("names")
                    .iter()
                    .all(|name| table.contains_key(name.as_str().expect("a name")))
            }),
            "properties" => value.as_object().is_none_or(|table| {
                let known = argument.as_object().expect("schemas by name");
                table.iter().all(|(key, value)| known.get(key).is_none_or(|schema| self.holds(schema, value)))
            }),
            "additionalProperties" => value.as_object().is_none_or(|table| {
                let known = words.get("properties").and_then(Value::as_object);
                let is_known = |key: &String| known.is_some_and(|known| known.contains_key(key));
                table.iter().all(|(key, value)| is_known(key) || self.holds(argument, value))
            }),
            "items" => value.as_array().is_none_or(|items| items.iter().all(|item| self.holds(argument, item))),
            "contains" => value.as_array().is_none_or(|items| items.iter().any(|item| self.holds(argument, item))),
            "anyOf" => schemas().any(|schema| self.holds(schema, value)),
            "allOf" => schemas().all(|schema| self.holds(schema, value)),
            "not" => !self.holds(argument, value),
            "if" => !self.holds(argument, value) || self.holds(&words["then"], value),
            "$ref" => self.holds(self.definition(argument), value),
            "then" | "definitions" => true,
            word => {
                assert!(EXPLAIN.contains(&word), "the test does not know the word {word}");
                true
            }
        }
    }

    fn definition(&self, reference: &Value) -> &Value {
        let pointer = reference.as_str().and_then(|reference| reference.strip_prefix('#')).expect("a reference");
        self.root.pointer(pointer).expect("what a reference names is there")
    }

    /// A schema with what its `allOf` refers to.
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema.pointer("/allOf/0/$ref").or(schema.get("$ref")) {
            Some(reference) => self.definition(reference),
            None => schema,
        }
    }
}

/// A generator of numbers; the tests are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        // Knuth's multiplier; the upper half of the state is good enough for a test.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % sides
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

const ROUNDS: usize = 12;

/// Makes a value by following a schema. `key` is where it will stand.
fn made(validator: &Validator, schema: &Value, key: &str, dice: &mut Dice) -> Value {
    let schema = validator.resolved(schema);
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return dice.pick(words).clone();
    }
    if let Some(either) = schema.get("anyOf").and_then(Value::as_array).filter(|_| schema.get("type").is_none()) {
        return made(validator, &either[dice.below(either.len())].clone(), key, dice);
    }
    match schema["type"].as_str().expect("a type") {
        "object" => made_table(validator, schema, dice),
        "array" => {
            let count = if key == "counts" { ROUNDS } else { 1 + dice.below(3) };
            (0..count).map(|_| made(validator, &schema["items"], key, dice)).collect()
        }
        "string" => json!(*dice.pick(&["a", "some-name", "0.5_x", "yük", "-"])),
        "boolean" => json!(dice.chance(50)),
        "number" => {
            let least = schema["minimum"].as_u64().unwrap_or(0);
            if schema.get("multipleOf").is_some() {
                match dice.below(4) {
                    0 => json!(least as f64),
                    1 => json!(least),
                    _ => json!(least + dice.below(20) as u64),
                }
            } else {
                json!(*dice.pick(&[0.5, 1.0, 2.25, 97.22, 3.0]))
            }
        }
        other => panic!("no value of type {other}"),
    }
}

/// Every required key, and some of the others.
fn made_table(validator: &Validator, schema: &Value, dice: &mut Dice) -> Value {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        // Rates by name: the names are put in later.
        return json!({"?": made(validator, &schema["additionalProperties"], "?", dice)});
    };
    let choice = schema.get("anyOf").and_then(Value::as_array).map(|choices| dice.pick(choices).clone());
    let listed = |schema: &Value| -> Vec<String> {
        schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect()
    };
    let mut required = listed(schema);
    let mut banned = Vec::new();
    if let Some(choice) = &choice {
        required.extend(listed(choice));
        banned = choice["not"]["anyOf"].as_array().into_iter().flatten().flat_map(listed).collect();
    }
    let mut table = Map::new();
    for (key, schema) in properties {
        if required.contains(key) || (!banned.contains(key) && dice.chance(40)) {
            table.insert(key.clone(), made(validator, schema, key, dice));
        }
    }
    if table.is_empty() && schema["minProperties"] == json!(1) {
        table.insert("tr".to_owned(), json!("metin"));
    }
    Value::Object(table)
}

/// A whole file of one model, with all that the schema cannot say put right.
fn made_file(validator: &Validator, system: &str, dice: &mut Dice) -> Value {
    let mut file = made_table(validator, &validator.root.clone(), dice);
    let table = file.as_object_mut().expect("a table");
    // Sweeps and searches are said in words of their own, which the schema takes as they are.
    for key in ["extends", "gate", "chain", "sweep", "solve"] {
        table.remove(key);
    }
    table.insert("rounds".to_owned(), json!(ROUNDS));
    for key in [system, "setting", "scenario"] {
        let schema = validator.root["properties"][key].clone();
        table.insert(key.to_owned(), made(validator, &schema, key, dice));
    }
    let mut names = Vec::new();
    if system == "gate" {
        complete(validator, &mut table["gate"], "flow", dice);
        for flow in table["gate"]["flow"].as_array_mut().expect("flows") {
            names.push(name_apart(flow, names.len()));
            trace_fits(flow);
        }
        table["gate"]["capacity"] = json!(700);
    } else {
        complete(validator, &mut table["chain"], "stage", dice);
        let schema = validator.root["definitions"]["source-part"].clone();
        let mut source = made_table(validator, &schema, dice);
        source["name"] = json!("source");
        source["rate"] = json!(97.22);
        if source.get("arrivals").is_some() {
            let schema = validator.root["definitions"]["arrivals"].clone();
            source["arrivals"] = made_table(validator, &schema, dice);
        }
        names.push(name_apart(&mut source, 0));
        trace_fits(&mut source);
        table["chain"]["source"] = source;
        for stage in table["chain"]["stage"].as_array_mut().expect("stages") {
            names.push(name_apart(stage, names.len()));
        }
    }
    let mut index = 0;
    for list in ["setting", "scenario"] {
        for item in table[list].as_array_mut().expect("a list") {
            index += 1;
            name_apart(item, index);
            let item = item.as_object_mut().expect("a table");
            let foreign: &[&str] =
                if system == "gate" { &["depth", "unbounded"] } else { &["throttle", "shed", "capacity"] };
            for key in foreign {
                item.remove(*key);
            }
            if let Some(depth) = item.get_mut("depth") {
                *depth = json!(1);
            }
            put_rates_right(item, &names);
            let mut round = 0;
            for phase in item.get_mut("phase").and_then(Value::as_array_mut).into_iter().flatten() {
                let phase = phase.as_object_mut().expect("a table");
                if system == "chain" {
                    phase.remove("capacity");
                }
                put_rates_right(phase, &names);
                phase.insert("from".to_owned(), json!(round + 1));
                round += 3;
                phase.insert("to".to_owned(), json!(round));
            }
        }
    }
    file
}

/// Puts the array of a system in, where the schema left it out.
fn complete(validator: &Validator, system: &mut Value, part: &str, dice: &mut Dice) {
    let schema = json!({"type": "array", "items": validator.root["definitions"][part]});
    system[part] = made(validator, &schema, part, dice);
}

/// Makes a name one of a kind, and says it.
fn name_apart(item: &mut Value, index: usize) -> String {
    let name = format!("{}{index}", item["name"].as_str().expect("a name"));
    item["name"] = json!(name);
    name
}

fn trace_fits(item: &mut Value) {
    if item.pointer("/arrivals/csv").is_some() {
        item["arrivals"]["csv"] = json!("trace.csv");
        item["arrivals"]["column"] = json!("count");
    }
}

/// Rates of parts that are there; whole, since a stage's must be.
fn put_rates_right(item: &mut Map<String, Value>, names: &[String]) {
    if item.contains_key("rate") {
        let rates: Map<String, Value> = names.iter().map(|name| (name.clone(), json!(4))).collect();
        item.insert("rate".to_owned(), Value::Object(rates));
    }
}

/// TOML on one line for each key at the top.
fn toml_of(file: &Value) -> String {
    let lines = file.as_object().expect("a table").iter();
    lines.map(|(key, value)| format!("{} = {}\n", quoted(key), inline(value))).collect()
}

fn inline(value: &Value) -> String {
    match value {
        Value::Object(table) => {
            let pairs: Vec<String> =
                table.iter().map(|(key, value)| format!("{} = {}", quoted(key), inline(value))).collect();
            format!("{{ {} }}", pairs.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::String(text) => quoted(text),
        other => other.to_string(),
    }
}

fn quoted(text: &str) -> String {
    // The strings of this test need no escape that TOML does not have.
    Value::String(text.to_owned()).to_string()
}

/// The loader, with files beside the document.
struct Loader {
    folder: TempDir,
}

impl Loader {
    fn new() -> Loader {
        let folder = TempDir::new().expect("a temporary folder");
        let trace: String = (0..ROUNDS).map(|count| format!("{count}\n")).collect();
        fs::write(folder.path().join("trace.csv"), format!("count\n{trace}")).expect("writable");
        Loader { folder }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("made.toml")
    }

    fn judge(&self, file: &Value) -> (bool, String) {
        fs::write(self.file(), toml_of(file)).expect("writable");
        let (resolved, diagnostics) = scenarios::load(&self.file());
        (resolved.is_some(), diagnostics.render(false))
    }
}

/// Every place in a value, as a JSON pointer.
fn places(value: &Value, here: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(table) => {
            for (key, value) in table {
                let place = format!("{here}/{}", key.replace('~', "~0").replace('/', "~1"));
                found.push(place.clone());
                places(value, &place, found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let place = format!("{here}/{index}");
                found.push(place.clone());
                places(item, &place, found);
            }
        }
        _ => {}
    }
}

/// Changes one place: a key is taken away, one that does not exist is put in, or a value is replaced by one of another
/// type or far outside every limit.
fn change(file: &mut Value, dice: &mut Dice) -> String {
    let mut all = Vec::new();
    places(file, "", &mut all);
    let place = dice.pick(&all).clone();
    let (parent, key) = place.rsplit_once('/').expect("a pointer has a slash");
    let key = key.replace("~1", "/").replace("~0", "~");
    match dice.below(3) {
        0 => {
            match file.pointer_mut(parent).expect("the parent is there") {
                Value::Object(table) => drop(table.remove(&key)),
                Value::Array(items) => items.clear(),
                _ => unreachable!("only tables and arrays have places"),
            }
            format!("without {place}")
        }
        1 => {
            let target = file.pointer_mut(&place).expect("the place is there");
            match target.as_object_mut() {
                Some(table) => drop(table.insert("no-such-key".to_owned(), json!(1))),
                None => *target = json!({"no-such-key": 1}),
            }
            format!("no-such-key in {place}")
        }
        _ => {
            let values = [
                json!(-1),
                json!(-0.5),
                json!(0),
                json!(0.5),
                json!(2_000_000_000_000_i64),
                json!(1e15),
                json!(true),
                json!(""),
                json!("a/b"),
                json!([]),
                json!({}),
                json!([[]]),
                json!("x".repeat(65)),
            ];
            let value = dice.pick(&values).clone();
            let said = format!("{value} at {place}");
            *file.pointer_mut(&place).expect("the place is there") = value;
            said
        }
    }
}

/// Whether the schema cannot know: a string may name a file or a column that is there or not, and a table of rates takes
/// any name, of which some are those of stages, whose rates are whole.
fn is_out_of_reach(change: &str) -> bool {
    let place = change.rsplit(' ').next().unwrap_or_default();
    let names_a_file = place.ends_with("/csv") || place.ends_with("/column");
    let is_half_a_rate = change.starts_with("0.5 ") && place.contains("/rate/");
    is_half_a_rate
        || (names_a_file && change.starts_with('"'))
        || (place.ends_with("/rate") && change.starts_with("no-such-key"))
}

#[test]
fn the_schema_and_the_loader_take_the_same_files() {
    let validator = Validator::new();
    let loader = Loader::new();
    let mut dice = Dice(1);
    let mut refused = 0;
    for number in 0..500 {
        let system = if number % 2 == 0 { "gate" } else { "chain" };
        let file = made_file(&validator, system, &mut dice);
        let (is_taken, said) = loader.judge(&file);
        assert!(validator.takes(&file), "the schema refuses what follows it:\n{}", toml_of(&file));
        assert!(is_taken, "the loader refuses what the schema takes:\n{}\n{said}", toml_of(&file));
        for _ in 0..3 {
            let mut changed = file.clone();
            let step = change(&mut changed, &mut dice);
            if is_out_of_reach(&step) {
                continue;
            }
            let (is_taken, said) = loader.judge(&changed);
            let by_schema = validator.takes(&changed);
            refused += usize::from(!by_schema);
            assert_eq!(is_taken, by_schema, "loader and schema differ, {step}:\n{}\n{said}", toml_of(&changed));
        }
    }
    assert!(refused > 500, "the changes are worth making: {refused}");
}

#[test]
fn a_part_that_stands_on_the_whole_is_taken_by_both() {
    let validator = Validator::new();
    let loader = Loader::new();
    let mut dice = Dice(2);
    for number in 0..200 {
        let system = if number % 2 == 0 { "gate" } else { "chain" };
        let whole = made_file(&validator, system, &mut dice);
        fs::write(loader.folder.path().join("whole.toml"), toml_of(&whole)).expect("writable");
        let mut part = whole.clone();
        for table in ["", "/gate", "/chain", "/chain/source", "/chain/source/arrivals"] {
            if let Some(table) = part.pointer_mut(table).and_then(Value::as_object_mut) {
                table.retain(|_, _| dice.chance(60));
            }
        }
        part["extends"] = json!("whole.toml");
        let (is_taken, said) = loader.judge(&part);
        assert!(is_taken, "{}\n{said}", toml_of(&part));
        assert!(validator.takes(&part), "{}", toml_of(&part));
    }
}

#[test]
fn every_shipped_file_follows_the_schema_and_names_it() {
    let validator = Validator::new();
    for path in toml_files() {
        let text = fs::read_to_string(&path).expect("a text");
        assert!(text.starts_with("#:schema ./scenario.schema.json\n"), "{}: the first line", path.display());
        let tree: toml::Value = toml::from_str(&text).expect("TOML");
        let value = serde_json::to_value(tree).expect("every TOML of ours is JSON");
        assert!(validator.takes(&value), "{}", path.display());
    }
}

fn toml_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("scenarios");
    let entries = folder.read_dir().expect("the shipped scenarios");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    assert!(paths.len() >= 4);
    paths
}

#[test]
fn the_shipped_schema_is_that_of_the_format() {
    if let Some(said) = schema::shipped_is_stale() {
        panic!("{said}");
    }
    let parsed: Value = serde_json::from_str(&schema::text()).expect("the text is JSON");
    assert_eq!(parsed, schema::schema(), "the text says the whole schema");
}

#[test]
fn examples_and_defaults_are_right_where_they_stand() {
    let validator = Validator::new();
    for table in scenarios::format::TABLES {
        let part = format!("/definitions/{}/properties", table.name);
        let properties = if table.name == "file" { "/properties" } else { &part };
        let properties = validator
            .root
            .pointer(properties)
            .or(validator.root.pointer(&format!("/definitions/{}-part/properties", table.name)));
        let properties = properties.expect("the table is in the schema");
        for key in table.keys {
            for json in [Some(key.example), key.default].into_iter().flatten() {
                let value: Value = serde_json::from_str(json).expect("an example is JSON");
                assert!(validator.holds(&properties[key.name], &value), "{}.{}: {json}", table.name, key.name);
            }
        }
    }
}
