//! `cargo xtask schema`: the JSON Schema of scenario files, with which editors complete keys and explain them.
//!
//! It is made from the table of the format (`scenarios::format`), and takes what the loader takes, as far as a schema
//! can say so. Out of its reach are: names that are used twice or that nothing has; a depth beyond the chain; phases that
//! overlap, run backwards or outlast the run; a trace that is shorter than the run, or no file; the whole number that a
//! stage's rate is; more than nine decimal places; letters of a name beyond ASCII; what all of a file's cells cost; the
//! paths, measures and conditions of sweeps and searches; and whatever an extended file says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use scenarios::format::{Choice, Key, Kind, Needs, TABLES, Table};
use serde_json::{Map, Value, json};

use crate::console::{self, Failure};
use crate::lab;

/// What `schema` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cargo xtask schema                                            prints it
  cargo xtask schema --output scenarios/scenario.schema.json    writes the shipped one anew

A scenario file names it in its first line, for editors that know TOML: #:schema ./scenario.schema.json")]
pub struct Args {
    /// Write it to this file.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The file's name, beside the scenarios that are shipped.
const FILE_NAME: &str = "scenario.schema.json";

/// A name, in the regular expressions that every validator has. Which characters beyond ASCII are letters is more than
/// they can say.
const NAME_PATTERN: &str = r"^[^\x00-,./:-@\[-^`{-\x7f][^\x00-,/:-@\[-^`{-\x7f]*$";

/// Prints or writes the schema.
///
/// # Errors
///
/// [`Failure::Input`] where the file cannot be written; [`Failure::Output`] where standard output cannot.
pub fn run(args: &Args) -> Result<(), Failure> {
    let text = text();
    match &args.output {
        None => console::data(|out| out.write_all(text.as_bytes())),
        Some(file) => {
            fs::write(file, text).map_err(|error| Failure::Input(format!("cannot write `{}`: {error}", file.display())))
        }
    }
}

/// Where the shipped schema is.
pub fn shipped_file() -> PathBuf {
    lab::scenarios_folder().join(FILE_NAME)
}

/// Says what is wrong with the shipped schema, where it is not what the format is now.
pub fn shipped_is_stale() -> Option<String> {
    let shipped = fs::read_to_string(shipped_file()).unwrap_or_default();
    (shipped.replace("\r\n", "\n") != text()).then(|| {
        format!(
            "scenarios/{FILE_NAME} is not what the format is now; write it anew with\n`cargo xtask schema --output \
             scenarios/{FILE_NAME}`."
        )
    })
}

/// The path of the shipped schema from a folder of this workspace; nothing from elsewhere.
pub fn path_from(folder: &Path) -> Option<String> {
    let folder = folder.canonicalize().ok()?;
    let target = lab::scenarios_folder().canonicalize().ok()?;
    let below = folder.strip_prefix(target.parent()?).ok()?;
    if folder == target {
        return Some(format!("./{FILE_NAME}"));
    }
    let up = "../".repeat(below.components().count());
    Some(format!("{}scenarios/{FILE_NAME}", if up.is_empty() { "./" } else { &up }))
}

/// The schema as it is written to a file.
pub fn text() -> String {
    // Not with `{:#}`, whose order of keys depends on what other crates ask of serde_json; every map here is sorted.
    let mut text = String::new();
    write_sorted(&schema(), 0, &mut text);
    text.push('\n');
    text
}

/// The schema.
pub fn schema() -> Value {
    let mut definitions = Definitions::default();
    let mut root = definitions.loose("file");
    root.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
    root.insert("title".to_owned(), json!("Scenario file of the overload lab"));
    root.insert("allOf".to_owned(), Value::Array(rules_of_a_file()));
    root.insert("definitions".to_owned(), Value::Object(definitions.finish()));
    Value::Object(root)
}

/// Tables that others refer to.
#[derive(Default)]
struct Definitions {
    made: BTreeMap<String, Map<String, Value>>,
}

impl Definitions {
    /// A table that may be a part of one: what an extended file says is merged with it.
    fn loose(&mut self, name: &str) -> Map<String, Value> {
        self.table(name, true)
    }

    fn finish(self) -> Map<String, Value> {
        self.made.into_iter().map(|(name, table)| (name, Value::Object(table))).collect()
    }

    fn table(&mut self, name: &str, is_part: bool) -> Map<String, Value> {
        let Some(table) = table_of(name) else { return Map::new() };
        let properties: Map<String, Value> =
            table.keys.iter().map(|key| (key.name.to_owned(), self.key(key, is_part))).collect();
        let mut schema = Map::new();
        schema.insert("type".to_owned(), json!("object"));
        schema.insert("description".to_owned(), json!(format!("`{}`: {}", table.header, table.about)));
        schema.insert("properties".to_owned(), Value::Object(properties));
        schema.insert("additionalProperties".to_owned(), json!(false));
        if !is_part {
            schema.extend(needs(table));
        }
        schema
    }

    fn key(&mut self, key: &Key, is_part: bool) -> Value {
        let mut schema = self.kind(key.kind, is_part);
        schema.insert("description".to_owned(), json!(explained(key)));
        // What is no JSON in the table of the format is held by a test.
        if let Some(default) = key.default.and_then(|default| serde_json::from_str(default).ok()) {
            schema.insert("default".to_owned(), default);
        }
        if let Ok(example) = serde_json::from_str::<Value>(key.example) {
            schema.insert("examples".to_owned(), json!([example]));
        }
        Value::Object(schema)
    }

    fn kind(&mut self, kind: Kind, is_part: bool) -> Map<String, Value> {
        let schema = match kind {
            Kind::Name { most_characters } => {
                json!({"type": "string", "minLength": 1, "maxLength": most_characters, "pattern": NAME_PATTERN})
            }
            Kind::Text => json!({"anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "properties": {
                        "en": {"type": "string", "description": "In English."},
                        "tr": {"type": "string", "description": "In Turkish."},
                    },
                    "minProperties": 1,
                    "additionalProperties": false,
                },
            ]}),
            Kind::String => json!({"type": "string"}),
            Kind::Word(words) => json!({"type": "string", "enum": words}),
            Kind::Bool => json!({"type": "boolean"}),
            Kind::Decimal { is_above_zero: true, most } => {
                json!({"type": "number", "exclusiveMinimum": 0, "maximum": most})
            }
            Kind::Decimal { is_above_zero: false, most } => json!({"type": "number", "minimum": 0, "maximum": most}),
            // No `integer`: 700.0 is a whole number too, and some validators go by how it is written.
            Kind::Whole { least, most } => {
                json!({"type": "number", "multipleOf": 1, "minimum": least, "maximum": most})
            }
            Kind::List { of, least, most } => {
                let items = Value::Object(self.kind(*of, false));
                let mut list = json!({"type": "array", "items": items, "minItems": least});
                if most < usize::MAX {
                    list["maxItems"] = json!(most);
                }
                list
            }
            Kind::ByName(of) => {
                json!({"type": "object", "additionalProperties": Value::Object(self.kind(*of, false))})
            }
            Kind::Table(name) => self.reference(name, is_part),
            Kind::Tables { of, most } => {
                json!({"type": "array", "items": self.reference(of, false), "maxItems": most})
            }
        };
        match schema {
            Value::Object(schema) => schema,
            _ => Map::new(),
        }
    }

    /// Draft 7 looks at nothing beside a `$ref`; within `allOf` it does.
    fn reference(&mut self, name: &str, is_part: bool) -> Value {
        let suffix = if is_part { "-part" } else { "" };
        let defined = format!("{name}{suffix}");
        if !self.made.contains_key(&defined) {
            let table = self.table(name, is_part);
            self.made.insert(defined.clone(), table);
        }
        json!({"allOf": [{"$ref": format!("#/definitions/{defined}")}]})
    }
}

fn table_of(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}

/// What must be there for a table to be complete.
fn needs(table: &Table) -> Map<String, Value> {
    let mut schema = Map::new();
    match table.needs {
        Needs::All([]) => {}
        Needs::All(keys) => {
            schema.insert("required".to_owned(), json!(keys));
        }
        Needs::One(choices) => {
            let choices: Vec<Value> = choices.iter().map(|choice| one_choice(table, choice)).collect();
            schema.insert("anyOf".to_owned(), Value::Array(choices));
        }
    }
    schema
}

fn one_choice(table: &Table, choice: &Choice) -> Value {
    let known: BTreeSet<&str> = choice.keys.iter().chain(choice.optional).copied().collect();
    let others = table.keys.iter().filter(|key| !known.contains(key.name));
    let others: Vec<Value> = others.map(|key| json!({"required": [key.name]})).collect();
    json!({"required": choice.keys, "not": {"anyOf": others}})
}

/// What holds between the parts of a file.
fn rules_of_a_file() -> Vec<Value> {
    let has = |key: &str| json!({"required": [key]});
    let no = |schemas: &[Value]| json!({"not": {"anyOf": schemas}});
    let empty = json!({"maxItems": 0});
    let some = json!({"minItems": 1});
    let recorded = json!({"required": ["arrivals"], "properties": {"arrivals": no(&[has("poisson")])}});
    let needs_of = |name: &str| table_of(name).map(needs).map_or(Value::Null, Value::Object);

    let one_system = json!({"not": {"required": ["gate", "chain"]}});
    let neither_or_extends = json!({"anyOf": [
        has("extends"), has("gate"), has("chain"), {"properties": {"setting": empty, "scenario": empty}},
    ]});
    let gate = json!({"if": has("gate"), "then": {"properties": {
        "gate": {"properties": {"flow": some}},
        "setting": {"minItems": 1, "items": no(&[has("depth"), has("unbounded")])},
        "scenario": some,
    }}});
    let without_capacity = no(&[has("capacity")]);
    let chain = json!({"if": has("chain"), "then": {"properties": {
        "chain": {"properties": {"stage": some}},
        "setting": {"minItems": 1, "items": no(&[has("throttle"), has("shed")])},
        "scenario": {"minItems": 1, "items": {"allOf": [
            without_capacity, {"properties": {"phase": {"items": without_capacity}}},
        ]}},
    }}});
    // What one file alone must say.
    let alone = |system: &str| json!({"required": [system], "not": has("extends")});
    let whole_gate = json!({"if": alone("gate"), "then": {
        "required": ["setting", "scenario"],
        "properties": {"gate": needs_of("gate")},
        "anyOf": [
            has("rounds"),
            {"properties": {"gate": {"required": ["flow"], "properties": {"flow": {"contains": recorded}}}}},
        ],
    }});
    let whole_chain = json!({"if": alone("chain"), "then": {
        "required": ["setting", "scenario"],
        "properties": {"chain": {"allOf": [needs_of("chain"), {"properties": {"source": {
            "allOf": [needs_of("source")],
            "anyOf": [has("rate"), recorded],
            "properties": {"arrivals": {"allOf": [{"$ref": "#/definitions/arrivals"}]}},
        }}}]}},
        "anyOf": [
            has("rounds"),
            {"properties": {"chain": {"required": ["source"], "properties": {"source": recorded}}}},
        ],
    }});
    vec![one_system, neither_or_extends, gate, chain, whole_gate, whole_chain]
}

/// What an editor shows: the meaning, what may stand there, and what holds without it.
fn explained(key: &Key) -> String {
    let mut text = key.about.to_owned();
    if let Some(limits) = limits_of(key.kind) {
        text.push_str(&format!(" {limits}"));
    }
    if let Some(default) = key.default {
        text.push_str(&format!(" Default: {default}."));
    }
    text
}

fn limits_of(kind: Kind) -> Option<String> {
    match kind {
        Kind::Name { most_characters } => Some(format!(
            "A name: at most {most_characters} letters, digits, `-`, `_` and `.`, and no `.` at its beginning."
        )),
        Kind::Decimal { is_above_zero: true, most } => Some(format!("More than 0, at most {most}.")),
        Kind::Decimal { is_above_zero: false, most } => Some(format!("From 0 to {most}.")),
        Kind::Whole { least, most } => Some(format!("A whole number from {least} to {most}.")),
        Kind::List { of, least, most } => {
            let of = limits_of(*of).unwrap_or_default();
            let count = if most == usize::MAX { String::new() } else { format!(" From {least} to {most} of them.") };
            Some(format!("Each: {of}{count}"))
        }
        Kind::ByName(of) => limits_of(*of).map(|of| format!("Each: {of}")),
        Kind::Tables { most, .. } => Some(format!("At most {most}.")),
        Kind::Text | Kind::String | Kind::Word(_) | Kind::Bool | Kind::Table(_) => None,
    }
}

/// JSON with two spaces a level, and the keys of every object sorted.
fn write_sorted(value: &Value, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth + 1);
    let close = "  ".repeat(depth);
    match value {
        Value::Object(map) if !map.is_empty() => {
            let sorted: BTreeMap<&String, &Value> = map.iter().collect();
            text.push('{');
            for (index, (key, value)) in sorted.into_iter().enumerate() {
                text.push_str(if index == 0 { "\n" } else { ",\n" });
                text.push_str(&format!("{indent}{}: ", json!(key)));
                write_sorted(value, depth + 1, text);
            }
            text.push_str(&format!("\n{close}}}"));
        }
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                text.push_str(if index == 0 { "\n" } else { ",\n" });
                text.push_str(&indent);
                write_sorted(item, depth + 1, text);
            }
            text.push_str(&format!("\n{close}]"));
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(Value::to_string).collect();
            text.push_str(&format!("[{}]", items.join(", ")));
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}
