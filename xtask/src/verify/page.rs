//! `docs/trust.md`: all sections, in an order to read them in.

use std::path::PathBuf;

use scenarios::study::Study;

use super::{
    Section, closed_forms, continuous, determinism, differential, false_relations, lessons, little, mutants, prose,
    random_rounds,
};
use crate::console::Failure;
use crate::lab;

const OPENING: &str = "\
# Why the numbers can be trusted

Snapshots show that an answer has changed; this page is about answers being right. The lab is held against closed forms,
against exact Markov chains, against a second model that shares nothing with it, and against the lessons' printed figures;
and every run keeps identities that hold for any system. Every number below is written by `cargo xtask verify --write`, and
`cargo xtask verify` fails where one has changed, or where anything here disagrees.

**Türkçe özet.** Anlık görüntüler bir yanıtın değiştiğini gösterir; bu sayfa yanıtların doğru olduğunu gösterir. Sayılar
kapalı formüllerle, kesin Markov zincirleriyle, istek istek sayan ikinci bir modelle ve derslerin basılı rakamlarıyla
karşılaştırılır; her koşum ayrıca her sistemde geçerli olan özdeşlikleri (gelen = kabul + ret, Little yasası) sağlamak
zorundadır. Derslerin tablolarındaki her rakam `double` aritmetiğiyle basamağı basamağına yeniden üretilir; `exact`
aritmetiğinin nerede ve neden ayrıldığı aşağıdadır. Sayfadaki bütün sayıları `cargo xtask verify --write` yazar, `cargo
xtask verify` denetler.
";

const CLOSING: &str = "\
## To repeat it

```text
cargo xtask verify             all of the above, and whether this page is up to date
cargo xtask verify --quick     fewer random systems, no debug build; the page is not asked to have their counts
cargo xtask verify --write     the same, and writes this page
cargo xtask verify --mutants   tests every mutant of the cores (needs cargo-mutants; about an hour)
```

The fast part of it runs in `cargo test`: the lessons' figures, the theory, the false relations, and some thousand random
systems that a property test makes smaller where they disagree.
";

/// Random systems that the second model is compared on, and how many in a quick run.
pub const SYSTEMS: u64 = 10_000;
const QUICK_SYSTEMS: u64 = 1_000;

/// The sections that are done at once: those whose text `cargo test` looks for on the page.
///
/// # Errors
///
/// Where a part cannot be done at all.
pub fn fast_sections(shipped: &[Study]) -> Result<Vec<Section>, Failure> {
    let mut sections = vec![
        lessons::section(shipped)?,
        prose::section(shipped)?,
        little::section(shipped)?,
        closed_forms::section()?,
        random_rounds::section()?,
        continuous::section(),
        false_relations::section()?,
    ];
    sections.extend(mutants::section()?);
    Ok(sections)
}

/// The sections that take longer.
///
/// # Errors
///
/// Where a part cannot be done at all.
pub fn long_sections(shipped: &[Study], quick: bool) -> Result<Vec<Section>, Failure> {
    let systems = if quick { QUICK_SYSTEMS } else { SYSTEMS };
    Ok(vec![differential::section(systems)?, determinism::section(shipped, !quick)?])
}

/// The page.
pub fn page(fast: &[Section], long: &[Section]) -> String {
    let sections: Vec<&str> = fast.iter().chain(long).map(|section| section.markdown.trim_end()).collect();
    format!("{OPENING}\n{}\n\n{CLOSING}", sections.join("\n\n"))
}

/// Where the page stands.
pub fn path() -> PathBuf {
    lab::root().join("docs").join("trust.md")
}
