//! What is found in the shipped files, before it is put into words; figures from the lessons and from models of other
//! authors.

use std::path::Path;

use report::answers::{Answers, cells_for_tables, cells_for_words};
use report::language::Language;
use report::ratio::Ratio;
use report::words::{Finding, Measure, Reason, findings, passages, same_answers};
use scenarios::Resolved;
use scenarios::study::{Study, Text};

fn shipped(file: &str) -> Study {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(file);
    let (resolved, diagnostics) = scenarios::load(&path);
    match resolved {
        Some(Resolved::Study(study)) => *study,
        _ => panic!("{}", diagnostics.render(false)),
    }
}

fn answer(study: &Study) -> Answers<'_> {
    let cells = [cells_for_tables(study), cells_for_words(study)].concat();
    Answers::new(study, cells.into_iter().map(|cell| (cell, study.run(cell).expect("the books add up"))))
}

/// Hands the findings about a scenario, or about the file, to a check.
fn check(file: &str, about: &str, check: impl Fn(&[Finding<'_>])) {
    let study = shipped(file);
    let answers = answer(&study);
    let topics = findings(&answers);
    let topic = topics.iter().find(|topic| topic.label.en == about).expect("a topic of that label");
    check(&topic.findings);
}

fn ratio(text: &str) -> Option<Ratio> {
    scenarios::study::Decimal::parse(text).ok().map(Ratio::from)
}

/// English labels of the best settings by a measure, their figure, and the worst setting's.
fn best(found: &[Finding<'_>], wanted: impl Fn(Measure) -> bool) -> (Vec<String>, Option<Ratio>, Option<Ratio>) {
    let mut measured = found.iter().filter_map(|finding| match finding {
        Finding::Best { by, best, worst } if wanted(*by) => {
            let names = best.iter().map(|standing| standing.setting.en.clone()).collect();
            Some((names, best[0].figure, worst.and_then(|worst| worst.figure)))
        }
        _ => None,
    });
    measured.next().expect("a measure that was compared")
}

fn is_label(text: &Text, en: &str) -> bool {
    text.en == en
}

#[test]
fn the_lost_node_is_short_of_what_the_lesson_says() {
    check("ay13.toml", "AY13b: an edge node is lost", |found| {
        let load = Finding::Load {
            offered: ratio("603.89").expect("a decimal"),
            capacity: 525,
            deficit: ratio("78.89").expect("a decimal"),
            rounds: None,
            is_gate: true,
        };
        assert_eq!(found[0], load);
    });
}

#[test]
fn the_batch_pays_from_the_round_in_which_its_ceiling_or_the_bound_is_met() {
    check("ay13b-timeline.toml", "AY13b: an edge node is lost", |found| {
        let pays: Vec<_> = found
            .iter()
            .filter_map(|finding| match finding {
                Finding::Pays { setting, flow, refused, from_round, reason, .. } => {
                    Some((setting.en.as_str(), flow.en.as_str(), *refused, *from_round, *reason))
                }
                _ => None,
            })
            .collect();
        let batch = "end-of-day batch";
        // 1.5 a round: one in round 1, two in round 2, of which the ceiling of 1.8 lets one pass.
        assert_eq!(pays[0], ("throttle only", batch, 900, 2, Reason::Ceiling(1)));
        // The phase begins in round 121, and the bound is 2.0 × 525.
        assert_eq!(pays[1], ("shed only", batch, 356, 128, Reason::Bound(1_050)));
        assert_eq!(pays.len(), 3);
        let waits = |finding: &&Finding<'_>| matches!(finding, Finding::Waits { age_rounds: 65, .. });
        assert_eq!(found.iter().filter(waits).count(), 1);
    });
}

#[test]
fn settings_are_compared_by_recovery_and_by_budget() {
    check("ay13b-timeline.toml", "AY13b: an edge node is lost", |found| {
        let recovery = best(found, |by| by == Measure::Recovery);
        assert_eq!(recovery, (vec!["both".to_owned()], ratio("3"), ratio("410")));
        // 876 late rounds of a second, twice a month.
        let budget = best(found, |by| matches!(by, Measure::Budget { .. }));
        assert_eq!(budget, (vec!["shed only".to_owned(), "both".to_owned()], ratio("0"), ratio("29.2")));
        let age = best(found, |by| by == Measure::Age);
        assert_eq!(age, (vec!["shed only".to_owned(), "both".to_owned()], ratio("1"), ratio("65")));
    });
}

#[test]
fn a_ceiling_under_one_lets_nothing_pass() {
    check("flights.toml", "As recorded", |found| {
        let cuts = found.iter().any(|finding| {
            matches!(finding, Finding::CeilingCuts { passes: 0, throttled: 1_004, ceiling, .. }
                if Some(*ceiling) == ratio("0.84"))
        });
        assert!(cuts, "{found:?}");
    });
}

#[test]
fn a_partial_signal_only_moves_the_loss() {
    check("ay11.toml", "AY11: the projection falls behind", |found| {
        let losses: Vec<_> = found
            .iter()
            .filter_map(|finding| match finding {
                Finding::Loses { lost, stage, lost_there, .. } => Some((*lost, stage.en.as_str(), *lost_there)),
                _ => None,
            })
            .collect();
        let expected = [(44_494, "projection", 25_380), (44_404, "event log", 40_240), (44_399, "ingress", 44_399)];
        assert_eq!(losses, expected);
        // Whatever the signal, as many are completed: nobody is best.
        let served = best(found, |by| matches!(by, Measure::Served { .. }));
        assert_eq!((served.0.len(), served.1, served.2), (5, ratio("71814"), None));
    });
}

#[test]
fn a_fault_free_day_is_run_although_the_file_lists_none() {
    check("ay13.toml", "Two failures at the edge (AY13)", |found| {
        let Some(Finding::FaultFree { rounds: 600, costs, .. }) = found.first() else { panic!("{found:?}") };
        let refused: Vec<u64> = costs.iter().map(|cost| cost.refused).collect();
        // The lesson: the ceiling refuses 15,630 queries and 300 requests of the batch.
        assert_eq!(refused, [0, 15_930, 0, 15_930]);
    });
}

#[test]
fn settings_that_never_differ_are_named() {
    let study = shipped("ay13a-timeline.toml");
    assert_eq!(same_answers(&answer(&study)), [["throttle-only", "both"]]);
    check("ay13a-timeline.toml", "The batch runs into the peak hour, and ends (AY13a over time)", |found| {
        let same = found.iter().any(|finding| {
            matches!(finding, Finding::SameAnswers { settings }
                if settings.len() == 2 && is_label(settings[0], "throttle only") && is_label(settings[1], "both"))
        });
        assert!(same, "{found:?}");
    });
    assert!(same_answers(&answer(&shipped("ay13.toml"))).is_empty());
}

#[test]
fn one_setting_is_compared_with_none() {
    let study = shipped("ay13.toml").only(None, Some("both")).expect("a setting of that name");
    let answers = answer(&study);
    let topics = findings(&answers);
    let compared = topics.iter().flat_map(|topic| &topic.findings);
    assert_eq!(compared.filter(|finding| matches!(finding, Finding::Best { .. })).count(), 0);
}

/// A sentence carries numbers, ends, and speaks its own language.
#[test]
fn every_finding_is_a_sentence_in_both_languages() {
    for file in ["ay11-timeline.toml", "ay13b-timeline.toml", "ay13.toml", "elb.toml", "flights.toml"] {
        let study = shipped(file);
        let answers = answer(&study);
        let found: Vec<usize> = findings(&answers).iter().map(|topic| topic.findings.len()).collect();
        for language in Language::ALL {
            let said = passages(&answers, language);
            assert_eq!(said.iter().map(|passage| passage.sentences.len()).collect::<Vec<_>>(), found, "{file}");
            for sentence in said.iter().flat_map(|passage| &passage.sentences) {
                assert!(sentence.ends_with('.'), "{sentence}");
                let carries_numbers = sentence.bytes().any(|byte| byte.is_ascii_digit());
                let names_settings = sentence.contains('“');
                assert!(carries_numbers || names_settings, "{sentence}");
                // No ending hangs on a number or a name: no apostrophe stands before one.
                assert!(language == Language::English || !sentence.contains('\''), "{sentence}");
            }
        }
    }
}
