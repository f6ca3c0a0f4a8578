//! Curves over the rounds, drawn as steps.
//!
//! A picture has as many columns as the record has buckets, and a thousand rows; it is stretched to the room that it
//! gets, and its lines are not. A step is drawn from the smallest to the largest value of its rounds, with a line along
//! the mean: a peak of one round in a thousand is there. What a curve is called, what it comes to, and its exact values
//! at the cursor stand below the picture, as text.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};
use scenarios::record::{Buckets, Extremes, Series};

/// Rows of a picture.
const HEIGHT: u64 = 1000;

/// How a curve looks. Each differs from the others in hue, in lightness and in its dashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// What comes.
    Offered,
    /// What is done.
    Served,
    /// Refused by a ceiling, or at a boundary.
    Refused,
    /// Refused by a bound.
    Shed,
    /// Dropped.
    Lost,
    /// What waits.
    Level,
    /// What may not be exceeded.
    Bound,
}

impl Look {
    const fn class(self) -> &'static str {
        match self {
            Look::Offered => "offered",
            Look::Served => "served",
            Look::Refused => "refused",
            Look::Shed => "shed",
            Look::Lost => "lost",
            Look::Level => "level",
            Look::Bound => "bound",
        }
    }

    /// Whether the room below it is filled: of what waits, the amount is the message.
    const fn is_area(self) -> bool {
        matches!(self, Look::Level)
    }
}

/// One curve of a picture.
pub(super) struct Curve<'a> {
    pub(super) look: Look,
    pub(super) name: &'static str,
    pub(super) series: &'a Series,
    /// What it comes to over the run, as the tables say; nothing where that means nothing.
    pub(super) total: Option<String>,
}

/// A picture with its title and key.
pub(super) struct Plot<'a> {
    pub(super) title: String,
    pub(super) unit: &'static str,
    pub(super) curves: Vec<Curve<'a>>,
    /// The value at the upper edge, the same for every setting of a scenario.
    pub(super) top: u64,
    /// Said where a curve goes beyond the upper edge.
    pub(super) above: &'static str,
    pub(super) buckets: Buckets,
    /// First and last rounds in which something is different.
    pub(super) shaded: &'a [(u32, u32)],
}

impl Plot<'_> {
    pub(super) fn draw(&self) -> Markup {
        let columns = self.buckets.count().max(1);
        let top = self.top.max(1);
        let largest = self.curves.iter().map(|curve| curve.series.max()).max().unwrap_or(0);
        html! {
            figure.plot {
                figcaption { (self.title) " " small { (self.unit) } }
                div.picture {
                    svg viewBox={ "0 0 " (columns) " " (HEIGHT) } preserveAspectRatio="none" role="img"
                        aria-label=(self.spoken()) focusable="false" {
                        @for (from, to) in self.shaded {
                            (self.shade(*from, *to))
                        }
                        @for curve in &self.curves {
                            (PreEscaped(draw_curve(curve, self.buckets, top)))
                        }
                        line.cursor x1="0" x2="0" y1="0" y2=(HEIGHT) {}
                    }
                    span.top-value { (top) }
                    @if largest > top {
                        span.above { "↑ " (largest) " " span.hidden { (self.above) } }
                    }
                }
                dl.key {
                    @for curve in &self.curves {
                        div.entry data-series=(encode(curve.series)) {
                            dt { (swatch(curve.look)) (curve.name) }
                            dd data-total=(curve.total.as_deref().unwrap_or("")) {
                                (curve.total.as_deref().unwrap_or(""))
                            }
                        }
                    }
                }
            }
        }
    }

    /// What a reader who does not see the picture is told.
    fn spoken(&self) -> String {
        let mut spoken = format!("{} ({})", self.title, self.unit);
        for curve in &self.curves {
            let least = curve.series.buckets().iter().map(|bucket| bucket.min).min().unwrap_or(0);
            // Writing to a string cannot fail.
            let _ = write!(spoken, "; {} {least}–{}", curve.name, curve.series.max());
        }
        spoken
    }

    /// Rounds to columns: a bucket that is different in part is shaded in part.
    fn shade(&self, from: u32, to: u32) -> Markup {
        let column = |round: u32| {
            let hundredths = u64::from(round) * 100 / u64::from(self.buckets.width.get());
            format!("{}.{:02}", hundredths / 100, hundredths % 100)
        };
        let width = to.saturating_sub(from).saturating_add(1);
        html! {
            rect.shade x=(column(from.saturating_sub(1))) y="0" width=(column(width)) height=(HEIGHT) {}
        }
    }
}

/// A short piece of the curve.
fn swatch(look: Look) -> Markup {
    html! {
        svg class={ "swatch " (look.class()) } viewBox="0 0 22 10" aria-hidden="true" focusable="false" {
            @if look.is_area() {
                rect.area x="0" y="2" width="22" height="8" {}
            }
            path.line d=(if look.is_area() { "M0 2H22" } else { "M0 5H22" }) {}
        }
    }
}

fn draw_curve(curve: &Curve<'_>, buckets: Buckets, top: u64) -> String {
    let class = curve.look.class();
    let steps: Vec<Step> =
        (0..).zip(curve.series.buckets()).map(|(index, bucket)| Step::of(*bucket, index, buckets, top)).collect();
    if steps.is_empty() || curve.series.max() == 0 {
        return String::new();
    }
    let mut drawn = format!("<g class=\"{class}\">");
    // Writing to a string cannot fail.
    if curve.look.is_area() {
        let _ = write!(drawn, "<path class=\"area\" d=\"{}\"/>", band(&steps, |step| step.max, |_| HEIGHT));
    } else if steps.iter().any(|step| step.min != step.max) {
        let _ = write!(drawn, "<path class=\"band\" d=\"{}\"/>", band(&steps, |step| step.max, |step| step.min));
    }
    let line = if curve.look.is_area() { line(&steps, |step| step.max) } else { line(&steps, |step| step.mean) };
    let _ = write!(drawn, "<path class=\"line\" d=\"{line}\"/></g>");
    drawn
}

/// A bucket in rows of the picture, counted from its upper edge.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Step {
    min: u64,
    max: u64,
    mean: u64,
}

impl Step {
    fn of(bucket: Extremes, index: u32, buckets: Buckets, top: u64) -> Step {
        let (first, last) = buckets.rounds_of(index);
        let rounds = u128::from(last.saturating_sub(first)) + 1;
        Step {
            min: row(u128::from(bucket.min), u128::from(top)),
            max: row(u128::from(bucket.max), u128::from(top)),
            mean: row(bucket.sum, u128::from(top) * rounds),
        }
    }
}

/// The row of a value: 0 at the upper edge, which is `top`, and no row above it. A value that is not 0 is at least one
/// row above the lower edge.
fn row(value: u128, top: u128) -> u64 {
    let height = u128::from(HEIGHT);
    let up = (value.saturating_mul(height) / top.max(1)).clamp(u128::from(value > 0), height);
    u64::try_from(height - up).unwrap_or(0)
}

/// A line along the steps: horizontal and vertical strokes only, equal steps in one stroke.
fn line(steps: &[Step], row_of: impl Fn(&Step) -> u64) -> String {
    let mut path = String::new();
    strokes(&mut path, 'M', 0..steps.len(), |index| row_of(&steps[index]));
    path
}

/// The outline of what lies between two lines along the steps.
fn band(steps: &[Step], upper: impl Fn(&Step) -> u64, lower: impl Fn(&Step) -> u64) -> String {
    let mut path = String::new();
    strokes(&mut path, 'M', 0..steps.len(), |index| upper(&steps[index]));
    let mut index = steps.len();
    while index > 0 {
        let row = lower(&steps[index - 1]);
        while index > 0 && lower(&steps[index - 1]) == row {
            index -= 1;
        }
        // Writing to a string cannot fail.
        let _ = write!(path, "V{row}H{index}");
    }
    path.push('Z');
    path
}

fn strokes(path: &mut String, first: char, steps: std::ops::Range<usize>, row_of: impl Fn(usize) -> u64) {
    let (mut index, end) = (steps.start, steps.end);
    while index < end {
        let row = row_of(index);
        // Writing to a string cannot fail.
        let _ = if index == steps.start { write!(path, "{first}{index} {row}") } else { write!(path, "V{row}") };
        while index < end && row_of(index) == row {
            index += 1;
        }
        let _ = write!(path, "H{index}");
    }
}

/// A series for the script: a step after another, `value` or `min,max,sum`, with `count*` before equal ones.
fn encode(series: &Series) -> String {
    let mut stretches: Vec<(u32, &Extremes)> = Vec::new();
    for bucket in series.buckets() {
        match stretches.last_mut() {
            Some((count, last)) if *last == bucket => *count += 1,
            _ => stretches.push((1, bucket)),
        }
    }
    let mut encoded = String::new();
    for (count, Extremes { min, max, sum }) in stretches {
        if !encoded.is_empty() {
            encoded.push(' ');
        }
        // Writing to a string cannot fail.
        if count > 1 {
            let _ = write!(encoded, "{count}*");
        }
        let _ = if min == max { write!(encoded, "{min}") } else { write!(encoded, "{min},{max},{sum}") };
    }
    encoded
}
