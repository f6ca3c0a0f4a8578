//! What the report says around its pictures, in both languages.

use crate::language::Label;

macro_rules! words {
    ($($name:ident = $en:literal, $tr:literal;)*) => {
        $(pub(super) const $name: Label = Label::new($en, $tr);)*
    };
}

words! {
    TITLE = "Overload Lab", "Aşırı Yük Laboratuvarı";
    SLOGAN = "What happens to a service that is asked for more than it can do?", "Bir hizmetten yapabileceğinden fazlası istendiğinde ne olur?";
    SKIP = "Skip to the content", "İçeriğe geç";
    FOOTER = "Every number is exact, and the same on every machine. Pictures keep the smallest and the largest value of every step.", "Her sayı kesindir ve her makinede aynıdır. Resimler her adımın en küçük ve en büyük değerini korur.";
    OVERVIEW = "Scenarios and settings", "Senaryolar ve ayarlar";
    OVERVIEW_LEAD = "A row is what goes wrong, a column is what protects. A cell says how it went, and opens on a click.", "Satır neyin ters gittiğini, sütun neyin koruduğunu söyler. Hücre, nasıl geçtiğini gösterir ve tıklanınca açılır.";
    SCENARIO = "scenario", "senaryo";
    SETTINGS = "settings", "ayarlar";
    BACK = "All scenarios", "Bütün senaryolar";
    ROUNDS = "rounds", "tur";
    ROUND = "round", "tur";
    MEAN = "⌀", "⌀";
    BEST = "best of its row", "satırının en iyisi";
    BEST_SHORT = "best", "en iyi";
    HOLDS = "all on time", "hepsi zamanında";
    REFUSES = "refuses", "reddediyor";
    LATE = "late", "geç kalıyor";
    LOSES = "loses", "kaybediyor";
    HOLDS_MEANS = "Nothing that is to be protected is refused, and nothing is late.", "Korunması gereken hiçbir istek reddedilmez, hiçbiri geç kalmaz.";
    REFUSES_MEANS = "On time, but some of what is to be protected is refused: the sender knows.", "Zamanında, ama korunması gerekenin bir kısmı reddedilir: gönderen bunu bilir.";
    LATE_MEANS = "Work gets older than it may.", "İş, olabileceğinden fazla yaşlanır.";
    LOSES_MEANS = "What was accepted is dropped: nobody will send it again.", "Kabul edilen iş düşer: kimse yeniden göndermez.";
    LATE_TERM = "late", "geç";
    OLDER_THAN = "older than {} rounds", "yaşı {} turdan büyük";
    OLDER_THAN_ONE = "older than one round", "yaşı bir turdan büyük";
    LATE_SAID = "as the file says", "dosyada yazılı";
    LATE_ASSUMED = "what full queues take to be worked off", "dolu kuyrukların eritilme süresi";
    PROTECTED = "of the protected", "korunandan karşılanan";
    ADMITTED = "admitted", "karşılanan";
    NOT_LOST = "not lost", "kaybolmayan";
    ROUNDS_OLD = "rounds old", "tur yaşında";
    ROUND_OLD = "round old", "tur yaşında";
    AGE = "age", "yaş";
    BACKLOG = "backlog", "biriken";
    REFUSED = "refused", "ret";
    RECOVERY = "recovery", "toparlanma";
    NEVER = "not in the run", "koşuda değil";
    BUDGET = "min/month", "dk/ay";
    CHANGES = "What is different", "Farklı olan";
    NOTHING = "Nothing: the system as it is written.", "Hiçbir şey: sistem yazıldığı gibi.";
    WHOLE_RUN = "the whole run", "bütün koşu";
    SHADED = "shaded in the pictures", "resimlerde gölgeli";
    PICTURES = "Over the rounds", "Turlar boyunca";
    CURSOR = "Show the values of round", "Şu turun değerleri";
    CURSOR_HELP = "Point at a picture, or move this with the arrow keys: every picture shows its exact values there. A step is {} rounds; where they differ, the smallest, the largest and the mean (⌀) are shown.", "Bir resmin üstüne gelin ya da bunu ok tuşlarıyla oynatın: her resim oradaki kesin değerleri gösterir. Bir adım {} turdur; değerler farklıysa en küçüğü, en büyüğü ve ortalaması (⌀) görünür.";
    CURSOR_HELP_ONE = "Point at a picture, or move this with the arrow keys: every picture shows its exact values there.", "Bir resmin üstüne gelin ya da bunu ok tuşlarıyla oynatın: her resim oradaki kesin değerleri gösterir.";
    IN_WORDS = "In words", "Sözle";
    TABLES = "In numbers", "Sayıyla";
    REQUESTS_A_ROUND = "requests a round", "istek/tur";
    UNITS = "units", "birim";
    ITEMS = "items", "olay";
    ITEMS_A_ROUND = "items a round", "olay/tur";
    OFFERED = "offered", "gelen";
    SERVED = "served", "işlenen";
    THROTTLED = "throttled", "kısıt reddi";
    SHED = "shed", "boşaltma reddi";
    WAITING = "waiting", "bekleyen";
    BOUND = "bound", "sınır";
    AT_MOST = "at most", "en çok";
    BACKLOG_TITLE = "Backlog", "Biriken";
    AGE_TITLE = "Age of the oldest waiting", "En eski bekleyenin yaşı";
    OLDEST = "oldest waiting", "bekleyen yaş";
    PRODUCED = "produced", "üretilen";
    COMPLETED = "completed", "tamamlanan";
    LOST = "lost", "kaybolan";
    PASSED = "passed on", "geçen";
    STALLED = "stalled", "durdu";
    SOURCE_TITLE = "Source and end", "Kaynak ve son";
    BUFFER = "buffer", "tampon";
    FLOW_TITLE = "Where the items go", "Olaylar nereye gidiyor";
    FLOW_SAYS = "{} produced, {} completed, {} refused, {} lost, {} waiting at the end", "{} üretilen, {} tamamlanan, {} reddedilen, {} kaybolan, sonda {} bekleyen";
    SIGNAL = "stops for a full buffer", "dolu tampon için durur";
    SAME_SCALE = "All settings have the same scale", "Bütün ayarlar aynı ölçektedir";
    ABOVE = "goes beyond the picture", "resmin dışına çıkıyor";
}
