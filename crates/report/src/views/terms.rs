//! The words of titles, headers and notes, in both languages. The Turkish terms are those of the lessons.

use crate::language::{Label, Language};
use scenarios::study::Text;

/// A text of a file in one language.
pub(crate) fn say(text: &Text, language: Language) -> &str {
    match language {
        Language::English => &text.en,
        Language::Turkish => &text.tr,
    }
}

macro_rules! terms {
    ($($name:ident = $en:literal, $tr:literal;)*) => {
        $(pub(crate) const $name: Label = Label::new($en, $tr);)*
    };
}

terms! {
    SYSTEM = "the system", "sistem";
    SETTING = "setting", "ayar";
    SCENARIO = "scenario", "senaryo";
    FLOW = "flow", "akış";
    CLASS = "class", "sınıf";
    COST = "cost", "birim";
    RATE = "rate", "hız";
    SWING = "swing", "salınım";
    SHARE_OF_CAPACITY = "% of capacity", "kapasitenin %'si";
    DEMAND = "demand a round", "talep/tur";
    CAPACITY = "capacity a round", "kapasite/tur";
    CEILING = "ceiling", "tavan";
    ALL_FLOWS = "all flows", "bütün akışlar";
    OFFERED = "offered", "gelen";
    ADMITTED = "admitted", "karşılanan";
    SERVED = "served", "işlenen";
    THROTTLED = "throttled", "kısıt reddi";
    SHED = "shed", "boşaltma reddi";
    REFUSED_IN_ALL = "refused in all", "toplam ret";
    MAX_AGE = "max age", "en büyük yaş";
    BACKLOG = "backlog", "biriken";
    OLDEST_WAITING = "oldest waiting", "bekleyen yaş";
    PART = "part", "parça";
    SOURCE = "source", "kaynak";
    STAGE = "stage", "halka";
    NAME = "name", "ad";
    BUFFER = "buffer", "kap";
    PRODUCED = "produced", "üretilen";
    PRODUCED_A_ROUND = "produced a round", "üretilen/tur";
    COMPLETED = "completed", "tamamlanan";
    REFUSED = "refused", "reddedilen";
    LOST = "lost", "kaybolan";
    LOST_AT = "lost at", "kayıp yeri";
    CHAIN_MAX_AGE = "max age", "biten yaş";
    STALLED = "stalled rounds", "duraklatılan";
    STEADY_THROTTLED = "throttled, no swing", "kısıt reddi, salınımsız";
    STEADY_SHED = "shed, no swing", "boşaltma reddi, salınımsız";
    STEADY_REFUSED = "refused, no swing", "reddedilen, salınımsız";
    STEADY_LOST = "lost, no swing", "kaybolan, salınımsız";
    REFUSED_SHARE = "refused %", "ret %";
    REFUSED_A_SECOND = "refused a second", "ret/saniye";
    CHECKS_A_REQUEST = "checks a request", "istek başına denetim";
    CHECKS_A_SECOND = "signal checks a second", "sinyal denetimi/saniye";
    SOURCE_STOPS = "source stops", "kaynağın durduğu olay";
    FAULT_FREE_COST = "What the protection costs on a fault-free day", "Arızasız günün bedeli";
    SENSITIVITY = "Sensitivity", "Duyarlılık";
    SLOWEST = "consumed a round", "tüketim/tur";
    DEFICIT = "deficit a round", "açık/tur";
    UNBOUNDED_BACKLOG = "backlog, unbounded", "sınırsız biriken";
    LOST_WITHOUT_SIGNAL = "lost, no signal", "sinyalsiz kayıp";
    REFUSED_AT_BOUNDARY = "refused at the boundary", "sınırda ret";
    LOST_OVER_REFUSED = "lost / refused", "kayıp/ret";
    FAILURES = "The failures", "Arızalar";
    MINUTES = "minutes", "dakika";
    PER_MONTH = "a month", "ayda kez";
    MINUTES_A_MONTH = "minutes a month", "dakika/ay";
    SHARE_OF_BUDGET = "% of the fault budget", "arıza payının %'si";
    PROTECTED_PEAK = "The protected peak", "Korunan tepe";
    PROTECTED_A_ROUND = "protected a round", "korunan/tur";
    PEAK = "peak a second", "tepe/saniye";
    SHARE_OF_PEAK = "share of the peak", "tepenin oranı";
    REFUSED_A_ROUND = "refused a round", "ret/tur";
    CEILINGS = "What a ceiling's whole part lets through", "Tavanın tam sayı kısmının geçirdiği";
    FACTOR = "factor", "pay";
    WHOLE_PART = "passes a round", "turda geçen";
    AVERAGE_OFFERED = "offered a round", "gelen/tur";
    STRANDED_TITLE = "Capacity stranded behind a head that does not fit", "Sığmayan baştaki iş yüzünden kullanılamayan kapasite";
    STRANDED = "stranded units", "kullanılamayan birim";
    ARITHMETIC = "Counts that differ between double and exact", "double ile exact arasında değişen sayımlar";
    COUNT = "count", "sayım";
    DOUBLE = "double", "double";
    EXACT = "exact", "exact";
    DIFFERENCE = "difference", "fark";
    PEAK_BACKLOG = "peak backlog", "en büyük biriken";
    PER_FLOW = "Counts with slashes are by flow", "Bölü çizgili sayımlar akış sırasıyladır";
    PER_STAGE = "Counts with slashes are by stage", "Bölü çizgili sayımlar halka sırasıyladır";
    ROUNDS = "rounds", "tur";
    CAPACITY_WORD = "capacity", "kapasite";
    STEADY = "no swing", "salınım yok";
    TIMELINE = "Timeline and recovery", "Zaman çizgisi ve toparlanma";
    PEAK_END_BACKLOG = "peak end backlog", "tur sonu en büyük biriken";
    IN_ROUND = "in round", "hangi turda";
    TIME_TO_RECOVER = "time to recover", "toparlanma süresi";
    NOT_WITHIN_THE_RUN = "not within the run", "koşu içinde değil";
    REFUSED_BY_PART = "refused before/during/after", "ret önce/sırasında/sonra";
    LOST_BY_PART = "lost before/during/after", "kayıp önce/sırasında/sonra";
    RECOVERY_DEFINED = "Time to recover: rounds from the end of the last phase to the first round from which the end-of-round backlog stays at or below its largest value before the first phase", "Toparlanma süresi: son evrenin bitişinden, tur sonunda birikenin ilk evreden önceki en büyük değerini bir daha aşmadığı ilk tura kadar geçen tur sayısı";
    PHASES = "phases", "evreler";
    AGES = "Ages at completion", "Tamamlanma yaşları";
    LARGEST = "max", "en büyük";
    GOODPUT = "Served on time", "Zamanında işlenen";
    SERVED_ON_TIME = "on time", "zamanında";
    SHARE_OF_OFFERED = "% of offered", "gelenin %'si";
    GOODPUT_DEFINED = "On time: served at an age of at most {} (rounds)", "Zamanında: yaşı en fazla {} (tur) iken işlenen";
    BUDGET = "Late rounds and the error budget", "Geç turlar ve hata bütçesi";
    LATE_ROUNDS = "late rounds", "geç tur";
    SHARE_OF_ROUNDS = "% of rounds", "turların %'si";
    BURNED = "minutes burned a month", "ayda harcanan dakika";
    LATE_ROUND_DEFINED = "A round is late where something was served at an age above {} (rounds), or had waited longer than that at its end; what is refused makes no round late", "Yaşı {} (tur) üstünde bir iş tamamlanmışsa ya da tur sonunda daha uzun süredir bekleyen bir iş varsa tur geçtir; reddedilen iş turu geç yapmaz";
    BURNED_OVER_TIME = "Minutes burned: late rounds in minutes × how often a month", "Harcanan dakika: dakika olarak geç turlar × ayda kaç kez";
    BURNED_BY_SHARE = "Minutes burned: late share of the rounds × minutes × how often a month", "Harcanan dakika: turların geç kalan payı × dakika × ayda kaç kez";
    REPLICATIONS = "Replications", "Yinelemeler";
    MEAN = "mean", "ortalama";
    LOW = "95 % from", "%95 alt";
    HIGH = "95 % to", "%95 üst";
    RUNS = "runs", "koşu";
    REPLICATIONS_DEFINED = "Mean ± 1.96 standard errors over the runs, each with seeds of its own; the first has the seeds that are written. An interval of the mean, not of a single run", "Her biri kendi tohumlarıyla yapılan koşuların ortalaması ± 1.96 standart hata; ilk koşu yazılı tohumlarladır. Aralık ortalamanındır, tek bir koşunun değil";
    RECOVERED_RUNS = "recovered within the run", "koşu içinde toparlanan";
    ENOUGH = "What would have been enough", "Ne yeterdi";
    QUESTION = "question", "soru";
    NUMBER = "number", "sayı";
    CONDITION = "such that", "koşul";
    AS_WRITTEN = "as written", "dosyada";
    NOT_ENOUGH = "not enough", "yetmeyen";
    FIRST_ENOUGH = "first that holds", "ilk sağlayan";
    FROM_HERE_ON = "holds from here on", "buradan sonra hep";
    ISLANDS = "islands", "ada";
    HOLDS = "holds", "sağlıyor";
    YES = "yes", "evet";
    NO = "no", "hayır";
    SMALLEST_VALUE = "smallest", "en küçük";
    LARGEST_VALUE = "largest", "en büyük";
    RANGE_NOTE = "Every value of the range was run; what lies outside it was not looked at", "Aralığın her değeri koşuldu; dışına bakılmadı";
    NONE_HOLDS = "No value of the range holds", "Aralıkta sağlayan değer yok";
    ISLAND_NOTE = "Holds before that too, with values between that do not", "Daha önce de sağlıyor, arada sağlamayan değerler var";
}
