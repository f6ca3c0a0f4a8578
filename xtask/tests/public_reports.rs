//! Small systems behind public reports of real limiters, queues and simulators that got them wrong, each with the right
//! answer. The facts are those of the reports; the systems are boiled down to rounds.

use xtask::verify::workbench::Workbench;

/// Flows as `cost class rate [counts]`, and what a gate of them comes to.
struct Report {
    source: &'static str,
    what: &'static str,
    rounds: u32,
    capacity: u64,
    flows: &'static [&'static str],
    setting: &'static str,
    scenario: &'static str,
    /// By flow: offered, admitted, throttled, shed, served.
    counts: &'static [[u64; 5]],
    /// Largest age, backlog, oldest waiting, peak after entry, stranded.
    figures: [u64; 5],
}

const PLAIN: Report = Report {
    source: "",
    what: "",
    rounds: 600,
    capacity: 100,
    flows: &["1 1 85"],
    setting: "",
    scenario: "",
    counts: &[[51_000, 51_000, 0, 0, 51_000]],
    figures: [0, 0, 0, 85, 0],
};

const GATES: &[Report] = &[
    Report {
        source: "rwz/redis-gcra#6",
        what: "a request larger than the capacity is never served, and blocks all behind it",
        capacity: 300,
        flows: &["1 1 100", "301 2 0.1"],
        counts: &[[60_000, 60_000, 0, 0, 1_000], [60, 60, 0, 0, 0]],
        figures: [0, 77_060, 590, 77_060, 177_200],
        ..PLAIN
    },
    Report {
        source: "rwz/redis-gcra#6",
        what: "with a bound the queue behind it stays short, and as stuck",
        capacity: 300,
        flows: &["1 1 100", "301 2 0.1"],
        setting: "shed = { bound = 2 }",
        counts: &[[60_000, 1_299, 0, 58_701, 1_000], [60, 1, 0, 59, 0]],
        figures: [0, 600, 590, 600, 177_200],
        ..PLAIN
    },
    Report {
        source: "traefik/traefik#8330",
        what: "a page that loads eight things at once, at a ceiling of one a round",
        rounds: 60,
        flows: &["1 1 1 8"],
        setting: "throttle = { ceiling = 1 }",
        counts: &[[8, 1, 7, 0, 1]],
        figures: [0, 0, 0, 1, 0],
        ..PLAIN
    },
    Report {
        source: "plausible/analytics#6497",
        what: "twice a minute's quota within two seconds around the minute: each round keeps to its ceiling",
        rounds: 120,
        capacity: 1_000,
        flows: &[
            "1 1 120 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,120,120",
        ],
        setting: "throttle = { ceiling = 1 }",
        counts: &[[240, 240, 0, 0, 240]],
        figures: [0, 0, 0, 120, 0],
        ..PLAIN
    },
    Report {
        source: "golang/go#46579",
        what: "a tenth for 100 rounds is ten",
        rounds: 100,
        capacity: 10,
        flows: &["1 1 0.1"],
        counts: &[[10, 10, 0, 0, 10]],
        figures: [0, 0, 0, 1, 0],
        ..PLAIN
    },
    Report {
        source: "spring-cloud/spring-cloud-gateway#368",
        what: "a ceiling of 200 lets 200 through in a round, not 201",
        rounds: 2,
        capacity: 10_000,
        flows: &["1 1 200 500,500"],
        setting: "throttle = { ceiling = 1 }",
        counts: &[[1_000, 400, 600, 0, 400]],
        figures: [0, 0, 0, 200, 0],
        ..PLAIN
    },
    Report {
        source: "bookingcom/carbonapi#35",
        what: "one burst at full load is late for ever",
        rounds: 100,
        capacity: 1,
        flows: &[
            "1 1 1 10,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1",
        ],
        counts: &[[109, 109, 0, 0, 100]],
        figures: [9, 9, 8, 10, 0],
        ..PLAIN
    },
    Report {
        source: "palantir/conjure-java-runtime#1077",
        what: "capacity that comes back after 60 rounds: with a bound there is nothing to work off",
        rounds: 300,
        capacity: 64,
        flows: &["1 1 40"],
        setting: "shed = { bound = 2 }",
        scenario: "[[scenario.phase]]\nfrom = 1\nto = 60\ncapacity = 10",
        counts: &[[12_000, 10_210, 0, 1_790, 10_210]],
        figures: [1, 0, 0, 50, 0],
    },
    Report {
        source: "palantir/conjure-java-runtime#1077",
        what: "without one, requests of the outage are served 45 rounds late",
        rounds: 300,
        capacity: 64,
        flows: &["1 1 40"],
        scenario: "[[scenario.phase]]\nfrom = 1\nto = 60\ncapacity = 10",
        counts: &[[12_000, 12_000, 0, 0, 12_000]],
        figures: [45, 0, 0, 1_840, 0],
        ..PLAIN
    },
    Report { source: "Kong/lua-resty-dns-client#25", what: "ten of ten servers", ..PLAIN },
    Report {
        source: "Kong/lua-resty-dns-client#25",
        what: "the same, bounded",
        setting: "shed = { bound = 2 }",
        ..PLAIN
    },
    Report { source: "Kong/lua-resty-dns-client#25", what: "nine of ten servers", capacity: 90, ..PLAIN },
    Report {
        source: "Kong/lua-resty-dns-client#25",
        what: "the same, bounded",
        capacity: 90,
        setting: "shed = { bound = 2 }",
        ..PLAIN
    },
    Report {
        source: "Kong/lua-resty-dns-client#25",
        what: "eight of ten servers",
        capacity: 80,
        counts: &[[51_000, 51_000, 0, 0, 48_000]],
        figures: [36, 3_000, 35, 3_080, 0],
        ..PLAIN
    },
    Report {
        source: "Kong/lua-resty-dns-client#25",
        what: "the same, bounded",
        capacity: 80,
        setting: "shed = { bound = 2 }",
        counts: &[[51_000, 48_080, 0, 2_920, 48_000]],
        figures: [1, 80, 0, 160, 0],
        ..PLAIN
    },
    Report {
        source: "Kong/lua-resty-dns-client#25",
        what: "seven of ten servers",
        capacity: 70,
        counts: &[[51_000, 51_000, 0, 0, 42_000]],
        figures: [106, 9_000, 105, 9_070, 0],
        ..PLAIN
    },
    Report {
        source: "Kong/lua-resty-dns-client#25",
        what: "the same, bounded",
        capacity: 70,
        setting: "shed = { bound = 2 }",
        counts: &[[51_000, 42_070, 0, 8_930, 42_000]],
        figures: [1, 70, 0, 140, 0],
        ..PLAIN
    },
    Report {
        source: "Kong/lua-resty-dns-client#25",
        what: "six of ten servers",
        capacity: 60,
        counts: &[[51_000, 51_000, 0, 0, 36_000]],
        figures: [177, 15_000, 176, 15_060, 0],
        ..PLAIN
    },
    Report {
        source: "Kong/lua-resty-dns-client#25",
        what: "the same, bounded",
        capacity: 60,
        setting: "shed = { bound = 2 }",
        counts: &[[51_000, 36_060, 0, 14_940, 36_000]],
        figures: [1, 60, 0, 120, 0],
        ..PLAIN
    },
    Report {
        source: "CiwPython/Ciw#260",
        what: "arrivals as fast as service: nobody waits",
        rounds: 24,
        capacity: 1,
        flows: &["1 1 1"],
        counts: &[[24, 24, 0, 0, 24]],
        figures: [0, 0, 0, 1, 0],
        ..PLAIN
    },
    Report {
        source: "r-simmer/simmer#116",
        what: "a small request does not overtake a large one that does not fit",
        rounds: 3,
        capacity: 10,
        flows: &["7 1 0 1", "7 1 0 1", "1 1 0 1"],
        counts: &[[1, 1, 0, 0, 1], [1, 1, 0, 0, 1], [1, 1, 0, 0, 1]],
        figures: [1, 0, 0, 15, 3],
        ..PLAIN
    },
];

impl Report {
    fn text(&self) -> String {
        let mut text = format!("rounds = {}\n[gate]\ncapacity = {}\n", self.rounds, self.capacity);
        for (place, flow) in self.flows.iter().enumerate() {
            let parts: Vec<&str> = flow.split(' ').collect();
            let [cost, class, rate, counts @ ..] = &parts[..] else { panic!("{flow}") };
            text += &format!("[[gate.flow]]\nname = \"flow-{place}\"\ncost = {cost}\nclass = {class}\nrate = {rate}\n");
            if let [counts] = counts {
                text += &format!("arrivals = {{ counts = [{counts}], then = \"nothing\" }}\n");
            }
        }
        let (setting, scenario) = (self.setting, self.scenario);
        text + &format!("[[setting]]\nname = \"case\"\n{setting}\n[[scenario]]\nname = \"case\"\n{scenario}\n")
    }
}

#[test]
fn gates_come_to_the_right_answer() {
    let workbench = Workbench::new().expect("there is room below target");
    for report in GATES {
        let name = format!("{}: {}", report.source, report.what);
        let outcome = workbench.gate("report", &report.text()).unwrap_or_else(|failure| panic!("{name}\n{failure}"));
        let counts: Vec<[u64; 5]> = outcome
            .flows
            .iter()
            .map(|flow| [flow.offered, flow.admitted, flow.throttled, flow.shed, flow.served])
            .collect();
        assert_eq!(counts, report.counts, "{name}");
        let figures = [
            outcome.max_age_rounds,
            outcome.backlog_units,
            outcome.oldest_waiting_rounds,
            outcome.peak_backlog_units,
            outcome.stranded_units,
        ];
        assert_eq!(figures, report.figures, "{name}");
    }
}

/// One stage: `rounds, arrivals, buffer, rate, depth`; produced, completed, refused, lost; largest age, backlog, oldest
/// waiting.
fn check_chain(source: &str, system: (u32, &str, u64, u64, u64), counts: [u64; 4], figures: [u64; 3]) {
    let (rounds, arrivals, buffer, rate, depth) = system;
    let text = format!(
        "rounds = {rounds}\n[chain.source]\nname = \"source\"\n{arrivals}\n\
         [[chain.stage]]\nname = \"stage\"\nbuffer = {buffer}\nrate = {rate}\n\
         [[setting]]\nname = \"case\"\ndepth = {depth}\n[[scenario]]\nname = \"case\"\n"
    );
    let workbench = Workbench::new().expect("there is room below target");
    let outcome = workbench.chain("report", &text).unwrap_or_else(|failure| panic!("{source}\n{failure}"));
    assert_eq!([outcome.produced, outcome.completed, outcome.refused, outcome.lost[0]], counts, "{source}");
    assert_eq!([outcome.max_age_rounds, outcome.backlog, outcome.oldest_waiting_rounds], figures, "{source}");
    assert_eq!(outcome.stalled_rounds, [0], "{source}");
}

#[test]
fn chains_come_to_the_right_answer() {
    // A burst larger than the buffer: dropped silently, or pushed back, and the same amount either way.
    let burst = "arrivals = { counts = [10000], then = \"nothing\" }";
    check_chain("vectordotdev/vector#291", (20, burst, 100, 1_000, 0), [10_000, 100, 0, 9_900], [1, 0, 0]);
    check_chain("vectordotdev/vector#291", (20, burst, 100, 1_000, 1), [10_000, 100, 9_900, 0], [1, 0, 0]);
    // An output that is gone: a buffer of 300 is full after 30 rounds, and loses from the 31st on.
    check_chain("influxdata/telegraf#4960", (30, "rate = 10", 300, 0, 0), [300, 0, 0, 0], [0, 300, 29]);
    check_chain("influxdata/telegraf#4960", (31, "rate = 10", 300, 0, 0), [310, 0, 0, 10], [0, 300, 30]);
    check_chain("influxdata/telegraf#4960", (60, "rate = 10", 300, 0, 0), [600, 0, 0, 300], [0, 300, 59]);
}
