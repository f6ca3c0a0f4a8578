//! Every figure that the two lessons print, as they print it, beside the lab's in both arithmetics.
//!
//! Source of the printed figures: *Backpressure* ("Geri Basınç") and *Throttling and load shedding* ("Kısıtlama ve Yük
//! Boşaltma") of the course *Resilience and Reliability* ("Dayanıklılık ve Güvenilirlik"), CC BY-SA 4.0. They are read
//! off the published tables, and nothing here is worked out from them.

use report::answers::cells_for_tables;
use report::language::Language;
use report::table::Table;
use report::views;
use scenarios::other_arithmetic;
use scenarios::study::{Arithmetic, Study};

use super::{Section, markdown};
use crate::console::Failure;
use crate::lab;

/// The files that rebuild them.
const FILES: [&str; 3] = ["ay11", "ay12", "ay13"];

/// A line for each row of a printed table: the table that rebuilds it; the texts that its row begins with; and its
/// figures, by the keys of their columns.
const PRINTED: &str = "
ay11.system | source > carrier | rate=97.22
ay11.system | stage > ingress | buffer=200 rate=250
ay11.system | stage > event log | buffer=150 rate=150
ay11.system | stage > projection | buffer=100 rate=120
ay11/fault-free | unbounded | completed=116301 refused=0 lost=0 lost-at=0/0/0 backlog=362 oldest-waiting=3 max-age=4
ay11/fault-free | no signal | completed=82282 refused=0 lost=34064 lost-at=4164/14950/14950 backlog=317 oldest-waiting=2 max-age=3
ay11/fault-free | one link | completed=97224 refused=0 lost=19114 lost-at=4164/14950/0 backlog=325 oldest-waiting=3 max-age=4
ay11/fault-free | two links | completed=112124 refused=0 lost=4164 lost-at=4164/0/0 backlog=375 oldest-waiting=3 max-age=4
ay11/fault-free | to the boundary | completed=112124 refused=4164 lost=0 lost-at=0/0/0 backlog=375 oldest-waiting=3 max-age=4
ay11/ay11 | unbounded | completed=71814 refused=0 lost=0 lost-at=0/0/0 backlog=44849 oldest-waiting=460 max-age=460
ay11/ay11 | no signal | completed=71814 refused=0 lost=44494 lost-at=4164/14950/25380 backlog=355 oldest-waiting=3 max-age=4
ay11/ay11 | one link | completed=71814 refused=0 lost=44404 lost-at=4164/40240/0 backlog=445 oldest-waiting=5 max-age=6
ay11/ay11 | two links | completed=71814 refused=0 lost=44399 lost-at=44399/0/0 backlog=450 oldest-waiting=7 max-age=8
ay11/ay11 | to the boundary | completed=71814 refused=44399 lost=0 lost-at=0/0/0 backlog=450 oldest-waiting=7 max-age=8
ay11.fault-free-cost | to the boundary | produced=116663 refused=4164 refused-percent=3.57 refused-without-swing=0
ay11.fault-free-cost | to the boundary | oldest-waiting=3 stalled=598/897/0 source-stops=4164 checks-a-second=291.66
ay11.fault-free-cost | unbounded | oldest-waiting=3
ay11.sensitivity | Consumer at 90 a round | slowest=90 deficit=7.22 unbounded-backlog=9029 lost-without-signal=34064 refused-at-the-boundary=8579 lost-over-refused=3.971
ay11.sensitivity | AY11: the projection falls behind | slowest=60 deficit=37.22 unbounded-backlog=44849 lost-without-signal=44494 refused-at-the-boundary=44399 lost-over-refused=1.002
ay11.sensitivity | Consumer at 30 a round | slowest=30 deficit=67.22 unbounded-backlog=80753 lost-without-signal=80394 refused-at-the-boundary=80303 lost-over-refused=1.001
ay12.system | status event | class=1 cost=1 rate=97.22 ceiling-1.2=116.66
ay12.system | tracking query | class=2 cost=1 rate=416.67 ceiling-1.2=500.00
ay12.system | end-of-day batch | class=3 cost=60 demand=90.00 ceiling-1.2=1.80
ay12.system | all flows | demand=603.89 share-of-capacity=86.3
ay12/fault-free | none | admitted=58331/250002/900 throttled=0/0/0 shed=0/0/0 max-age=1 backlog=122 oldest-waiting=0
ay12/fault-free | throttle only | admitted=58331/234372/600 throttled=0/15630/300 shed=0/0/0 max-age=0 backlog=0 oldest-waiting=0
ay12/fault-free | shed only | admitted=58331/250002/900 throttled=0/0/0 shed=0/0/0 max-age=1 backlog=122 oldest-waiting=0
ay12/fault-free | both | admitted=58331/234372/600 throttled=0/15630/300 shed=0/0/0 max-age=0 backlog=0 oldest-waiting=0
ay13/ay13a | none | admitted=58331/250002/2700 throttled=0/0/0 shed=0/0/0 max-age=67 backlog=52266 oldest-waiting=66
ay13/ay13a | throttle only | admitted=58331/234372/600 throttled=0/15630/2100 shed=0/0/0 max-age=0 backlog=0 oldest-waiting=0
ay13/ay13a | shed only | admitted=58331/250002/1872 throttled=0/0/0 shed=0/0/828 max-age=1 backlog=680 oldest-waiting=0
ay13/ay13a | both | admitted=58331/234372/600 throttled=0/15630/2100 shed=0/0/0 max-age=0 backlog=0 oldest-waiting=0
ay13/ay13b | none | admitted=58331/250002/900 throttled=0/0/0 shed=0/0/0 max-age=81 backlog=48983 oldest-waiting=80
ay13/ay13b | throttle only | admitted=58331/234372/600 throttled=0/15630/300 shed=0/0/0 max-age=29 backlog=15624 oldest-waiting=28
ay13/ay13b | shed only | admitted=58331/229912/454 throttled=0/0/0 shed=0/20090/446 max-age=1 backlog=525 oldest-waiting=0
ay13/ay13b | both | admitted=58331/229852/455 throttled=0/15630/300 shed=0/4520/145 max-age=1 backlog=525 oldest-waiting=0
ay13/ay13b.protected-peak | shed only | protected-a-round=480.40 peak-a-second=513.89 share-of-peak=0.9348 refused-a-round=34.23
ay13.failures | AY13b: an edge node is lost | deficit=78.89 minutes=8 per-month=2 minutes-a-month=16 share-of-budget=56.7
ay12.fault-free-cost | throttle only > tracking query | throttled=15630 refused-percent=6.25 refused-a-second=26.05 throttled-without-swing=0
ay12.fault-free-cost | shed only > tracking query | shed=0 max-age=1
ay12.fault-free-cost | none > tracking query | max-age=1
ay12.fault-free-cost | both > tracking query | checks-a-request=2
ay13.sensitivity | Batch at 3.0 a round | admitted=58331/234372/600 refused=16830
ay13.sensitivity | Batch at 6.0 a round | admitted=58331/234372/600 refused=18630
ay13.sensitivity | Capacity 595 (15 % lost) | admitted=58331/234372/600 refused=15930
ay13.sensitivity | Capacity 455 (35 % lost) | admitted=58331/214820/5 refused=36077
";

/// A figure that a lesson prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The table that rebuilds it.
    pub table: &'static str,
    /// The texts that its row begins with.
    pub row: &'static str,
    /// The key of its column.
    pub column: &'static str,
    /// As it is printed.
    pub printed: &'static str,
    /// As the lab has it in `double`.
    pub double: Option<String>,
    /// As the lab has it in `exact`.
    pub exact: Option<String>,
}

/// Every printed figure, in the order of the lessons.
///
/// # Errors
///
/// Where a run's books do not add up.
pub fn figures(shipped: &[Study]) -> Result<Vec<Figure>, Failure> {
    let is_wanted = |study: &&Study| FILES.contains(&study.about.file.as_str());
    let studies: Vec<Study> = shipped.iter().filter(is_wanted).cloned().collect();
    let double = tables(&studies)?;
    let exact_studies: Vec<Study> = studies
        .into_iter()
        .map(|mut study| {
            if study.about.arithmetic == Arithmetic::Double {
                study.about.arithmetic = other_arithmetic(study.about.arithmetic);
            }
            study
        })
        .collect();
    let exact = tables(&exact_studies)?;
    let mut figures = Vec::new();
    for line in PRINTED.lines() {
        let mut parts = line.split(" | ");
        let (Some(table), Some(row), Some(printed)) = (parts.next(), parts.next(), parts.next()) else { continue };
        for (column, printed) in printed.split(' ').filter_map(|figure| figure.split_once('=')) {
            let (double, exact) = (find(&double, table, row, column), find(&exact, table, row, column));
            figures.push(Figure { table, row, column, printed, double, exact });
        }
    }
    Ok(figures)
}

fn tables(studies: &[Study]) -> Result<Vec<Table>, Failure> {
    let answers = lab::answer(studies, cells_for_tables)?;
    Ok(answers.iter().flat_map(|answers| views::tables(answers, Language::English)).collect())
}

fn find(tables: &[Table], table: &str, row: &str, column: &str) -> Option<String> {
    let table = tables.iter().find(|candidate| candidate.name == table)?;
    let place = table.columns.iter().position(|candidate| candidate.key == column)?;
    let starts: Vec<&str> = row.split(" > ").collect();
    let is_wanted =
        |cells: &&Vec<report::table::Value>| cells.iter().zip(&starts).all(|(cell, start)| cell.to_string() == *start);
    Some(table.rows.iter().find(is_wanted)?.get(place)?.to_string())
}

/// Every figure that is not the same in both arithmetics, why, and how many are.
///
/// # Errors
///
/// As [`figures`].
pub fn section(shipped: &[Study]) -> Result<Section, Failure> {
    let figures = figures(shipped)?;
    let shown = |figure: &Option<String>| figure.clone().unwrap_or("–".to_owned());
    let mut problems = Vec::new();
    for figure in &figures {
        if figure.double.as_deref() != Some(figure.printed) {
            let Figure { table, row, column, printed, .. } = figure;
            problems.push(format!("{table}, {row}, {column}: printed {printed}, ours {}", shown(&figure.double)));
        }
    }
    let parted: Vec<Vec<String>> = figures
        .iter()
        .filter(|figure| figure.double != figure.exact)
        .map(|figure| {
            let place = format!("{}, {}", figure.table, figure.row);
            vec![
                place,
                figure.column.to_owned(),
                figure.printed.to_owned(),
                shown(&figure.double),
                shown(&figure.exact),
            ]
        })
        .collect();
    let streams: Vec<Vec<String>> = STREAMS.iter().filter_map(Stream::row).collect();
    let table = markdown::table(&["table, row", "figure", "printed", "`double`", "`exact`"], 2, &parted);
    let streams = markdown::table(
        &[
            "arrivals",
            "rounds",
            "in all, `double`",
            "in all, `exact`",
            "first round that differs",
            "rounds that differ",
        ],
        1,
        &streams,
    );
    let markdown = format!(
        "## The lessons: every printed figure\n\n\
         {} figures stand in the two lessons' tables and lines. In `double`, which is what their programs compute with, {} \
         are the same to the digit. In `exact`, {} are; the others are these:\n\n{table}\n\
         Why they part: a program of doubles adds rate × swing round after round, and each product and each sum is \
         rounded. Where the decimals make a whole item in some round, the sum of doubles may fall just short of it, and the \
         item arrives one round later: after the end of the run, or in a round in which a buffer has room, or has none. \
         These are the arrivals of the lessons, both ways:\n\n{streams}\n\
         One figure parts for another reason: a share that lies exactly between two printed values goes up in `exact`, and \
         wherever the nearest double lies in `double`: the protected peak of AY13b is such a one.\n",
        figures.len(),
        figures.len() - problems.len(),
        figures.iter().filter(|figure| figure.exact.as_deref() == Some(figure.printed)).count(),
    );
    Ok(Section::new(&markdown, problems))
}

/// Arrivals of a lesson.
struct Stream {
    name: &'static str,
    rate: &'static str,
    swing: &'static [&'static str],
    rounds: u32,
}

const STREAMS: &[Stream] = &[
    Stream {
        name: "carrier, 97.22 × 0.6, 0.6, 0.6, 2.2",
        rate: "97.22",
        swing: &["0.6", "0.6", "0.6", "2.2"],
        rounds: 1_200,
    },
    Stream { name: "status event, 97.22", rate: "97.22", swing: &[], rounds: 600 },
    Stream {
        name: "tracking query, 416.67 × 0.85, 0.85, 0.85, 1.45",
        rate: "416.67",
        swing: &["0.85", "0.85", "0.85", "1.45"],
        rounds: 600,
    },
    Stream { name: "end-of-day batch, 1.5", rate: "1.5", swing: &[], rounds: 600 },
    Stream { name: "end-of-day batch in AY13a, 4.5", rate: "4.5", swing: &[], rounds: 600 },
];

impl Stream {
    fn row(&self) -> Option<Vec<String>> {
        let [double, exact] = [Arithmetic::Double, Arithmetic::Exact].map(|arithmetic| self.counts(arithmetic));
        let (double, exact) = (double?, exact?);
        let differs: Vec<usize> = (0..double.len()).filter(|round| double[*round] != exact[*round]).collect();
        Some(vec![
            self.name.to_owned(),
            self.rounds.to_string(),
            double.iter().sum::<u64>().to_string(),
            exact.iter().sum::<u64>().to_string(),
            differs.first().map_or("–".to_owned(), |round| (round + 1).to_string()),
            differs.len().to_string(),
        ])
    }

    fn counts(&self, arithmetic: Arithmetic) -> Option<Vec<u64>> {
        let rate = arrivals::Decimal::parse(self.rate).ok()?;
        let swing: Result<Vec<_>, _> = self.swing.iter().map(|text| arrivals::Decimal::parse(text)).collect();
        let mut stream = arrivals::RateStream::new(arithmetic, rate, &swing.ok()?);
        Some((0..self.rounds).map(|_| stream.next_round()).collect())
    }
}
