//! Variables that tell insta to let everything pass. Under them a green check would mean nothing.

/// A variable's value; `None` where it is unset or empty, which insta takes for the same.
pub(super) fn variable(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()).filter(|value| !value.is_empty())
}

/// Says why a check would be worthless here, if it would.
pub(super) fn refuse_worthless_check(read: impl Fn(&str) -> Option<String>) -> Result<(), String> {
    if let Some(value) = read("INSTA_FORCE_PASS").filter(|value| value != "0") {
        let way_out = if read("INSTA_CARGO_INSTA").is_some() {
            "`cargo insta test` sets it: use `cargo insta test --check`, or `cargo xtask check` and then `cargo insta \
             review`"
        } else {
            "unset it"
        };
        return Err(format!("INSTA_FORCE_PASS={value} makes every snapshot pass, so nothing was checked; {way_out}"));
    }
    if let Some(value) = read("INSTA_UPDATE").filter(|value| !is_harmless_update(value)) {
        return Err(format!(
            "INSTA_UPDATE={value} accepts snapshots unseen, so nothing was checked; unset it, and accept with `cargo \
             xtask check --accept`"
        ));
    }
    for name in ["INSTA_FORCE_UPDATE", "INSTA_FORCE_UPDATE_SNAPSHOTS"] {
        if let Some(value) = read(name).filter(|value| value != "0") {
            return Err(format!(
                "{name}={value} accepts every snapshot, so nothing was checked; unset it, and accept with `cargo \
                 xtask check --accept`"
            ));
        }
    }
    Ok(())
}

/// Says why there would be nothing to accept here, if there would not.
pub(super) fn refuse_futile_accept(read: impl Fn(&str) -> Option<String>) -> Result<(), String> {
    let update = read("INSTA_UPDATE");
    if update.as_deref() == Some("no") {
        return Err("INSTA_UPDATE=no writes no snapshots, so none can be accepted; unset it".to_owned());
    }
    let is_ci = match read("CI") {
        Some(value) => value != "false" && value != "0",
        None => read("TF_BUILD").is_some(),
    };
    if is_ci && update.as_deref() != Some("new") {
        return Err("CI is set: snapshots are only checked there, and accepted where someone looks at them".to_owned());
    }
    if read("INSTA_PENDING_DIR").is_some() {
        return Err("INSTA_PENDING_DIR puts pending snapshots elsewhere; unset it to accept them".to_owned());
    }
    Ok(())
}

fn is_harmless_update(value: &str) -> bool {
    matches!(value, "auto" | "new" | "no")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<'a>(set: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
        |name| set.iter().find(|(set_name, _)| *set_name == name).map(|(_, value)| (*value).to_owned())
    }

    #[test]
    fn what_lets_everything_pass_is_refused() {
        for (name, value) in [
            ("INSTA_FORCE_PASS", "1"),
            ("INSTA_UPDATE", "always"),
            ("INSTA_UPDATE", "1"),
            ("INSTA_UPDATE", "unseen"),
            ("INSTA_UPDATE", "force"),
            ("INSTA_UPDATE", "whatever"),
            ("INSTA_FORCE_UPDATE", "1"),
            ("INSTA_FORCE_UPDATE_SNAPSHOTS", "1"),
        ] {
            let reason = refuse_worthless_check(with(&[(name, value)])).expect_err(name);
            assert!(reason.starts_with(&format!("{name}={value} ")), "{reason}");
        }
    }

    #[test]
    fn what_keeps_the_check_honest_is_not() {
        for set in [
            &[][..],
            &[("INSTA_FORCE_PASS", "0")],
            &[("INSTA_UPDATE", "auto")],
            &[("INSTA_UPDATE", "new")],
            &[("INSTA_UPDATE", "no")],
            &[("CI", "true")],
        ] {
            assert_eq!(refuse_worthless_check(with(set)), Ok(()), "{set:?}");
        }
    }

    #[test]
    fn cargo_insta_is_told_its_own_way_out() {
        let set = [("INSTA_FORCE_PASS", "1"), ("INSTA_CARGO_INSTA", "1")];
        let reason = refuse_worthless_check(with(&set)).expect_err("a forced pass");
        assert!(reason.contains("`cargo insta test --check`"), "{reason}");
    }

    #[test]
    fn nothing_is_accepted_where_nothing_is_written() {
        for set in [
            &[("CI", "true")][..],
            &[("TF_BUILD", "True")],
            &[("INSTA_UPDATE", "no")],
            &[("INSTA_PENDING_DIR", "/elsewhere")],
        ] {
            assert!(refuse_futile_accept(with(set)).is_err(), "{set:?}");
        }
        for set in [&[][..], &[("CI", "false")], &[("CI", "1"), ("INSTA_UPDATE", "new")]] {
            assert_eq!(refuse_futile_accept(with(set)), Ok(()), "{set:?}");
        }
    }
}
