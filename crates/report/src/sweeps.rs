//! A grid's rows as they come: written piece by piece, so that a grid of any size is never held.
//!
//! A row is the cell's scenario and setting, the value of each axis, and the value of each measure. Columns are called
//! by paths and names, which are the same in every language. Pieces that follow one another in the grid can be written
//! one after another, by one program or by several: together they are what one call would have written.

use std::fmt::Write as _;
use std::io::{self, Write};

use scenarios::what_if::{Answered, Grid};

/// A form that rows can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Columns for people.
    Table,
    /// CSV: a line for each row.
    Csv,
    /// JSON Lines: an object for each row, a line each.
    Json,
}

/// How a grid is laid out.
#[derive(Clone, Debug)]
pub struct Layout {
    form: Form,
    headers: Vec<String>,
    widths: Vec<usize>,
    axes: usize,
}

/// Scenario and setting.
const CELL_COLUMNS: usize = 2;
/// Least width of a measure: counts to 999,999,999.
const MEASURE_WIDTH: usize = 9;

impl Layout {
    /// The columns of a grid.
    pub fn new(grid: &Grid<'_>, form: Form) -> Layout {
        let names: Vec<(&str, &str)> = grid.cells().iter().map(|cell| grid.study().names(*cell)).collect();
        let widest = |names: &mut dyn Iterator<Item = &str>| names.map(|name| name.chars().count()).max().unwrap_or(0);
        let mut headers = vec!["scenario".to_owned(), "setting".to_owned()];
        let mut least =
            vec![widest(&mut names.iter().map(|names| names.0)), widest(&mut names.iter().map(|names| names.1))];
        for axis in grid.axes() {
            headers.push(axis.path.clone());
            // Of a progression the second value has the step's decimal places.
            let shown = [0, 1, axis.values.len() - 1].map(|index| axis.values.get(index));
            let width = |value: scenarios::study::Decimal| value.to_string().len();
            least.push(shown.into_iter().flatten().map(width).max().unwrap_or(0));
        }
        for measure in grid.measures() {
            headers.push(measure.name().to_owned());
            least.push(MEASURE_WIDTH);
        }
        let widths = headers.iter().zip(least).map(|(header, least)| header.chars().count().max(least)).collect();
        Layout { form, headers, widths, axes: grid.axes().len() }
    }

    /// What stands above the rows; nothing in JSON.
    ///
    /// # Errors
    ///
    /// Where the writer fails.
    pub fn write_header(&self, mut out: impl Write) -> io::Result<()> {
        match self.form {
            Form::Table => {
                let rule: Vec<String> = self.widths.iter().map(|width| "─".repeat(*width)).collect();
                let mut text = String::new();
                self.push_line(&mut text, &self.headers);
                self.push_line(&mut text, &rule);
                out.write_all(text.as_bytes())
            }
            Form::Csv => {
                let headers: Vec<String> = self.headers.iter().map(|header| quoted(header)).collect();
                writeln!(out, "{}", headers.join(","))
            }
            Form::Json => Ok(()),
        }
    }

    /// Rows as text. Those that the grid does not have are left out.
    pub fn rows(&self, grid: &Grid<'_>, answered: &Answered) -> String {
        let mut text = String::new();
        let mut cells: Vec<String> = Vec::new();
        for (index, values) in answered.rows() {
            let Some(row) = grid.row(index) else { continue };
            let (scenario, setting) = grid.study().names(row.cell);
            cells.clear();
            cells.extend([scenario.to_owned(), setting.to_owned()]);
            cells.extend(row.values.iter().map(ToString::to_string));
            cells.extend(values.iter().map(|value| match value {
                Some(value) => value.to_string(),
                None => self.missing().to_owned(),
            }));
            self.push_row(&mut text, &cells);
        }
        text
    }

    fn missing(&self) -> &'static str {
        match self.form {
            Form::Table => "–",
            Form::Csv => "",
            Form::Json => "null",
        }
    }

    fn push_row(&self, text: &mut String, cells: &[String]) {
        match self.form {
            Form::Table => self.push_line(text, cells),
            Form::Csv => {
                for (place, cell) in cells.iter().enumerate() {
                    let comma = if place == 0 { "" } else { "," };
                    // Numbers and missing values need no quotes, and names that do get them.
                    let _ = write!(text, "{comma}{}", if place < CELL_COLUMNS { quoted(cell) } else { cell.clone() });
                }
                text.push('\n');
            }
            Form::Json => {
                for (place, (header, cell)) in self.headers.iter().zip(cells).enumerate() {
                    let comma = if place == 0 { "{" } else { ", " };
                    // Names are letters, digits, `-`, `_` and `.`: nothing that JSON would escape.
                    let quote = if place < CELL_COLUMNS { "\"" } else { "" };
                    let _ = write!(text, "{comma}\"{header}\": {quote}{cell}{quote}");
                }
                text.push_str("}\n");
            }
        }
    }

    fn push_line(&self, text: &mut String, cells: &[String]) {
        let mut line = String::new();
        for (place, (cell, width)) in cells.iter().zip(&self.widths).enumerate() {
            let space = " ".repeat(width.saturating_sub(cell.chars().count()));
            let gap = if place == 0 { "" } else { "  " };
            let _ = match place < CELL_COLUMNS {
                true => write!(line, "{gap}{cell}{space}"),
                false => write!(line, "{gap}{space}{cell}"),
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }

    /// Whether a grid has two axes, short enough for a picture.
    pub fn has_heat_map(&self, grid: &Grid<'_>) -> bool {
        self.form == Form::Table
            && self.axes == 2
            && grid.axes()[0].values.len() <= HeatMap::MOST_ROWS
            && grid.axes()[1].values.len() <= HeatMap::MOST_COLUMNS
    }
}

/// Names hold no quotes and no line breaks; a decimal comma could be in one.
fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\n']) { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.to_owned() }
}

/// A measure over two axes, in shades: the first axis downwards, the second to the right.
#[derive(Clone, Debug, Default)]
pub struct HeatMap {
    values: Vec<Vec<Option<u64>>>,
}

/// From the smallest value to the largest, in equal steps.
const SHADES: [char; 5] = ['·', '░', '▒', '▓', '█'];

impl HeatMap {
    /// Values of the first axis that a picture has room for.
    pub const MOST_ROWS: u64 = 100;
    /// Values of the second axis that a picture has room for.
    pub const MOST_COLUMNS: u64 = 60;

    /// Takes rows in, in the grid's order.
    pub fn add(&mut self, answered: &Answered) {
        self.values.extend(answered.rows().map(|(_, values)| values.to_vec()));
    }

    /// A picture for each cell and each measure.
    pub fn render(&self, grid: &Grid<'_>) -> String {
        let mut text = String::new();
        let points = usize::try_from(grid.points()).unwrap_or(usize::MAX);
        for (cell, of_cell) in grid.cells().iter().zip(self.values.chunks(points)) {
            let (scenario, setting) = grid.study().names(*cell);
            for (place, measure) in grid.measures().iter().enumerate() {
                let values: Vec<Option<u64>> = of_cell.iter().map(|values| values[place]).collect();
                let _ = writeln!(text, "\n{} — {scenario}, {setting}", measure.name());
                picture(grid, &values, &mut text);
            }
        }
        text
    }
}

fn picture(grid: &Grid<'_>, values: &[Option<u64>], text: &mut String) {
    let (down, right) = (&grid.axes()[0], &grid.axes()[1]);
    let there: Vec<u64> = values.iter().flatten().copied().collect();
    let (Some(least), Some(most)) = (there.iter().min().copied(), there.iter().max().copied()) else { return };
    let steps = SHADES.len() as u128 - 1;
    // The smallest value alone has the first shade, so that "none at all" can be told from "a few".
    let shade = |value: u64| match value.checked_sub(least) {
        Some(above) if above > 0 => {
            let place = (u128::from(above) * steps).div_ceil(u128::from(most - least)).clamp(1, steps);
            SHADES[usize::try_from(place).unwrap_or(0)]
        }
        _ => SHADES[0],
    };
    let label = |index: u64| down.values.get(index).map(|value| value.to_string()).unwrap_or_default();
    let width = (0..down.values.len()).map(|index| label(index).len()).max().unwrap_or(0);
    let columns = usize::try_from(right.values.len()).unwrap_or(1);
    for (index, row) in (0..).zip(values.chunks(columns)) {
        let shades: String =
            row.iter().map(|value| value.map_or(' ', shade)).flat_map(|shade| [shade, shade]).collect();
        let _ = writeln!(text, "{:>width$} {}", label(index), shades.trim_end());
    }
    let _ = writeln!(
        text,
        "{:>width$} axes: down, {} = {}; to the right, {} = {}",
        "", down.path, down.values, right.path, right.values
    );
    let bounds: Vec<String> = (1..=steps)
        .map(|step| {
            let up_to = u128::from(least) + u128::from(most - least) * step / steps;
            format!("{} ≤ {up_to}", SHADES[usize::try_from(step).unwrap_or(0)])
        })
        .collect();
    let _ = writeln!(text, "{:>width$} {} {least}  {}", "", SHADES[0], bounds.join("  "));
}
