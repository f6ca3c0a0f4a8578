//! What the repository recorded at a revision, read through git's own commands. Nothing of the working tree is touched.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// A commit, and the folder from which paths are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    folder: PathBuf,
    commit: String,
}

/// Why there is nothing to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevisionError(String);

impl Revision {
    /// The commit of a name, as `HEAD~1`, `v1.0` or `origin/main`; without one, the merge base with `main` or, where
    /// there is no such branch here, with the `main` of `origin`.
    ///
    /// # Errors
    ///
    /// Where git cannot be run, the folder is in no repository, or there is no such commit in this clone.
    pub fn find(folder: &Path, name: Option<&str>) -> Result<Revision, RevisionError> {
        if !folder.is_dir() {
            return Err(RevisionError(format!("there is no folder `{}`", folder.display())));
        }
        git(folder, &["rev-parse", "--git-dir"])
            .map_err(|error| RevisionError(format!("this is no clone of a git repository: {error}")))?;
        let commit = match name {
            Some(name) => commit_of(folder, name),
            None => merge_base(folder),
        };
        match commit {
            Ok(commit) => Ok(Revision { folder: folder.to_owned(), commit }),
            Err(RevisionError(message)) => Err(RevisionError(format!("{message}{}", shallow_advice(folder)))),
        }
    }

    /// The first characters of its name, enough to find it.
    pub fn short_name(&self) -> &str {
        &self.commit[..self.commit.len().min(12)]
    }

    /// Every file below `below` at this revision, with its text; paths are counted from the folder, in git's order.
    ///
    /// # Errors
    ///
    /// Where git fails, as in a clone that lacks the files' contents, or a file is no text.
    pub fn files(&self, below: &str) -> Result<Vec<(String, String)>, RevisionError> {
        let listed = git(&self.folder, &["ls-tree", "-r", "-z", &self.commit, "--", below])?;
        let mut paths = Vec::new();
        let mut objects = Vec::new();
        // mode SP type SP object TAB path NUL
        for entry in listed.split('\0').filter(|entry| !entry.is_empty()) {
            let (head, path) = entry.split_once('\t').ok_or_else(|| unexpected("ls-tree"))?;
            let mut fields = head.split(' ').skip(1);
            if fields.next() == Some("blob") {
                objects.push(fields.next().ok_or_else(|| unexpected("ls-tree"))?.to_owned());
                paths.push(path.to_owned());
            }
        }
        let texts = self.texts(objects)?;
        Ok(paths.into_iter().zip(texts).collect())
    }

    /// The contents of objects, in order, all from one process.
    fn texts(&self, objects: Vec<String>) -> Result<Vec<String>, RevisionError> {
        let failed = |error: std::io::Error| RevisionError(format!("git cat-file: {error}"));
        let mut child = command(&self.folder)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(no_git)?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(unexpected("cat-file"));
        };
        let wanted = objects.len();
        // Beside the reading, since either pipe may fill up.
        let asking = thread::spawn(move || objects.iter().try_for_each(|object| writeln!(stdin, "{object}")));
        let mut answers = BufReader::new(stdout);
        let mut texts = Vec::with_capacity(wanted);
        while texts.len() < wanted {
            let mut head = String::new();
            answers.read_line(&mut head).map_err(failed)?;
            // object SP type SP size LF contents LF
            let size = head.trim_end().rsplit(' ').next().and_then(|size| size.parse::<usize>().ok());
            let size = size.ok_or_else(|| RevisionError(format!("git cat-file: {}", head.trim_end())))?;
            let mut contents = vec![0; size + 1];
            answers.read_exact(&mut contents).map_err(failed)?;
            contents.pop();
            texts.push(String::from_utf8(contents).map_err(|_| RevisionError("a snapshot is no text".to_owned()))?);
        }
        drop(answers);
        // A git that ended early has been reported by what could not be read.
        let _ = asking.join();
        child.wait().map_err(failed)?;
        Ok(texts)
    }
}

fn commit_of(folder: &Path, name: &str) -> Result<String, RevisionError> {
    // A name that begins with a dash is no name, and git would take it for an option.
    let no_commit = || RevisionError(format!("there is no revision `{name}` in this clone"));
    if name.starts_with('-') {
        return Err(no_commit());
    }
    let found = git(folder, &["rev-parse", "--verify", "--quiet", &format!("{name}^{{commit}}")]);
    found.map(|commit| commit.trim().to_owned()).map_err(|_| no_commit())
}

fn merge_base(folder: &Path) -> Result<String, RevisionError> {
    commit_of(folder, "HEAD").map_err(|_| RevisionError("there is no commit yet to compare with".to_owned()))?;
    let Some(main) = ["main", "origin/main"].into_iter().find(|name| commit_of(folder, name).is_ok()) else {
        return Err(RevisionError(
            "there is neither `main` nor `origin/main` in this clone: name the revision to compare with".to_owned(),
        ));
    };
    git(folder, &["merge-base", "HEAD", main])
        .map(|commit| commit.trim().to_owned())
        .map_err(|_| RevisionError(format!("`HEAD` and `{main}` have no common commit in this clone")))
}

/// What to do where history is cut off, as in most clones that a service makes.
fn shallow_advice(folder: &Path) -> &'static str {
    match git(folder, &["rev-parse", "--is-shallow-repository"]) {
        Ok(answer) if answer.trim() == "true" => {
            "; it is a shallow clone, without the history before its first commits: `git fetch --unshallow` gets it"
        }
        _ => "",
    }
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["--no-pager", "-c", "core.quotePath=false"]);
    command
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String, RevisionError> {
    let output = command(folder).args(arguments).stdin(Stdio::null()).output().map_err(no_git)?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.trim();
        let name = arguments.first().copied().unwrap_or_default();
        return Err(RevisionError(if said.is_empty() { format!("git {name} failed") } else { said.to_owned() }));
    }
    String::from_utf8(output.stdout).map_err(|_| RevisionError("git printed what is no text".to_owned()))
}

#[expect(clippy::needless_pass_by_value, reason = "it stands where an error is mapped")]
fn no_git(error: std::io::Error) -> RevisionError {
    RevisionError(format!("git cannot be run: {error}"))
}

fn unexpected(what: &str) -> RevisionError {
    RevisionError(format!("git {what} printed what was not expected"))
}

impl fmt::Display for RevisionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RevisionError {}
