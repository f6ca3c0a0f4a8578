//! A chain, drawn as a chain: from the source down to what is completed. A band is as wide as the items that go there;
//! what is refused or lost turns off to the right at the place where it happens; a buffer is filled as far as it was at
//! the end of the run.

use maud::{Markup, html};
use scenarios::outcome::ChainOutcome;
use scenarios::study::{ChainModel, ChainSetting};

use super::{Page, words};

/// The picture's measures. A label has the room from `LABEL_X` to `WIDTH`.
const WIDTH: u64 = 256;
const BAND_X: u64 = 30;
const BAND_WIDTH: u64 = 72;
const TURN_X: u64 = 114;
const LABEL_X: u64 = 121;
const SOURCE_HEIGHT: u64 = 36;
const TURN_HEIGHT: u64 = 40;
const BUFFER_HEIGHT: u64 = 34;
const PASS_HEIGHT: u64 = 18;
/// Characters that fit behind a band.
const LABEL_CHARACTERS: usize = 17;

pub(super) fn draw(
    page: &Page,
    model: &ChainModel,
    setting: ChainSetting,
    outcome: &ChainOutcome,
    levels: &[u64],
) -> Markup {
    let wide = |items: u64| {
        let width = u128::from(items) * u128::from(BAND_WIDTH) * 10 / u128::from(outcome.produced.max(1));
        u64::try_from(width).unwrap_or(0)
    };
    let stages = model.stages.len();
    let obeys = |place: usize| setting.depth >= stages - 1 - place && place + 1 < stages;
    let boundary_obeys = setting.depth >= stages;
    let mut y = 0;
    let mut parts: Vec<Markup> = Vec::new();

    parts.push(band(wide(outcome.produced), y, SOURCE_HEIGHT));
    parts.push(label(y + 12, page.text(&model.source.named.label), "strong"));
    parts.push(label(y + 26, &format!("{} {}", page.say(words::PRODUCED), outcome.produced), ""));
    y += SOURCE_HEIGHT;

    let mut flowing = outcome.produced;
    let mut buffers_y: Vec<u64> = Vec::new();
    for (place, stage) in model.stages.iter().enumerate() {
        let refused = if place == 0 { outcome.refused } else { 0 };
        for (turned, class, word) in [(refused, "refused", words::REFUSED), (outcome.lost[place], "lost", words::LOST)]
        {
            let height = if turned > 0 { TURN_HEIGHT } else { 0 };
            if turned > 0 {
                let after = flowing.saturating_sub(turned);
                parts.push(turn(wide(flowing), wide(after), y, class));
                parts.push(band(wide(after), y, height));
                parts.push(label(y + 15, &format!("{} {turned}", page.say(word)), class));
                flowing = after;
            }
            y += height;
        }
        buffers_y.push(y);
        let level = levels.get(place).copied().unwrap_or(0);
        parts.push(buffer(y, level, (!setting.unbounded).then_some(stage.buffer)));
        parts.push(label(y + 14, page.text(&stage.named.label), "strong"));
        let bound = if setting.unbounded { "∞".to_owned() } else { stage.buffer.to_string() };
        parts.push(label(y + 28, &format!("{} {level}/{bound}", page.say(words::BUFFER)), ""));
        y += BUFFER_HEIGHT;
        flowing = flowing.saturating_sub(level);
        parts.push(band(wide(flowing), y, PASS_HEIGHT));
        let stalled = outcome.stalled_rounds[place];
        if stalled > 0 {
            let said = format!("{} {stalled} {}", page.say(words::STALLED), page.say(words::ROUNDS));
            parts.push(label(y + 9, &said, "quiet"));
        }
        y += PASS_HEIGHT;
    }
    parts.push(arrow(wide(outcome.completed), y));
    parts.push(label(y + 10, page.say(words::COMPLETED), "strong"));
    parts.push(label(y + 24, &outcome.completed.to_string(), ""));
    y += 30;

    // The signal goes up on the left, from a full buffer to whoever obeys it.
    for place in (0..stages).filter(|place| obeys(*place)) {
        parts.push(signal(buffers_y[place + 1] + BUFFER_HEIGHT / 2, buffers_y[place] + BUFFER_HEIGHT / 2 + 4));
    }
    if boundary_obeys && !buffers_y.is_empty() {
        parts.push(signal(buffers_y[0] + BUFFER_HEIGHT / 2 - 4, SOURCE_HEIGHT / 2));
    }

    html! {
        figure.flow {
            figcaption { (page.say(words::FLOW_TITLE)) }
            svg viewBox={ "0 0 " (WIDTH) " " (y) } role="img" aria-label=(spoken(page, outcome)) focusable="false" {
                @for part in parts { (part) }
            }
            @if boundary_obeys || (0..stages).any(obeys) {
                p.note { svg.signal-swatch viewBox="0 0 22 10" aria-hidden="true" focusable="false" { path.signal d="M0 5H22" {} } (page.say(words::SIGNAL)) }
            }
        }
    }
}

fn spoken(page: &Page, outcome: &ChainOutcome) -> String {
    let counts =
        [outcome.produced, outcome.completed, outcome.refused, outcome.lost_in_all(), outcome.backlog].into_iter();
    counts.fold(page.say(words::FLOW_SAYS).to_owned(), |said, count| said.replacen("{}", &count.to_string(), 1))
}

/// Tenths as SVG takes them.
fn tenths(number: u64) -> String {
    format!("{}.{}", number / 10, number % 10)
}

fn band(width_tenths: u64, y: u64, height: u64) -> Markup {
    html! { rect.band x=(BAND_X) y=(y) width=(tenths(width_tenths)) height=(height) {} }
}

/// What leaves the band to the right: a quarter turn, then straight on.
fn turn(before_tenths: u64, after_tenths: u64, y: u64, class: &str) -> Markup {
    let (from, to) = (BAND_X * 10 + after_tenths, BAND_X * 10 + before_tenths);
    // As thick when it lies as when it fell, and never too thin to see.
    let thick = (to - from).clamp(15, TURN_HEIGHT * 10 - 20);
    let to = to.max(from + 15);
    let bottom = y * 10 + thick;
    let path = format!(
        "M{from} {top}Q{from} {bottom} {to} {bottom}H{end}V{top}Z",
        from = tenths(from),
        to = tenths(to),
        top = y,
        bottom = tenths(bottom),
        end = TURN_X,
    );
    html! { path class={ "turn " (class) } d=(path) {} }
}

/// A buffer: how full it was at the end, against its bound. One without a bound is open at the top.
fn buffer(y: u64, level: u64, bound: Option<u64>) -> Markup {
    let height = BUFFER_HEIGHT;
    let filled = match bound {
        Some(bound) => u64::try_from(u128::from(level) * u128::from(height) / u128::from(bound.max(1))).unwrap_or(0),
        None if level > 0 => height,
        None => 0,
    }
    .min(height);
    let (left, right) = (BAND_X - 4, BAND_X + BAND_WIDTH + 4);
    let outline = if bound.is_some() {
        format!("M{left} {y}H{right}V{}H{left}Z", y + height)
    } else {
        format!("M{left} {y}V{0}H{right}V{y}", y + height)
    };
    html! {
        rect.tank x=(left) y=(y) width=(right - left) height=(height) {}
        rect.filled x=(left) y=(y + height - filled) width=(right - left) height=(filled) {}
        path.outline d=(outline) {}
    }
}

fn arrow(width_tenths: u64, y: u64) -> Markup {
    let (left, right) = (BAND_X * 10, BAND_X * 10 + width_tenths.max(20));
    let path = format!(
        "M{} {y}H{}V{}L{} {}L{} {}Z",
        tenths(left),
        tenths(right),
        y + 6,
        tenths(left.midpoint(right)),
        y + 16,
        tenths(left),
        y + 6
    );
    html! { path.band d=(path) {} }
}

/// From a full buffer up to whoever stops for it.
fn signal(from: u64, to: u64) -> Markup {
    let path = format!("M24 {from}C8 {from} 8 {to} 22 {to}");
    html! {
        path.signal d=(path) {}
        path.signal-head d={ "M18 " (to.saturating_sub(4)) "L25 " (to) "L18 " (to + 4) "Z" } {}
    }
}

/// A text behind the band. A long one is squeezed where it ends in a number, and cut short where it is a name.
fn label(y: u64, text: &str, class: &str) -> Markup {
    let is_long = text.chars().count() > LABEL_CHARACTERS;
    let is_squeezed = is_long && text.contains(|character: char| character.is_ascii_digit()) && class != "strong";
    html! {
        text class={ "label " (class) } x=(LABEL_X) y=(y)
            textLength=[is_squeezed.then_some(WIDTH - LABEL_X - 2)]
            lengthAdjust=[is_squeezed.then_some("spacingAndGlyphs")] {
            @if is_long && !is_squeezed {
                title { (text) }
                (text.chars().take(LABEL_CHARACTERS - 1).collect::<String>()) "…"
            } @else {
                (text)
            }
        }
    }
}
