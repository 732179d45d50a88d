//! How many connections may be open.

/// Lets this program open as many files as the system lets it: a connection is one, and what programs are started with (often
/// 1024) is soon too few. Gives the number.
#[cfg(unix)]
pub fn raise_open_files() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    // Where it may not, it serves as many as it may.
    let _ = setrlimit(Resource::Nofile, raised);
    getrlimit(Resource::Nofile).current
}

/// Lets this program open as many files as the system lets it, which it does already.
#[cfg(not(unix))]
pub fn raise_open_files() -> Option<u64> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    #[test]
    fn as_many_as_allowed() {
        let before = getrlimit(Resource::Nofile);
        let few = before.maximum.map_or(1024, |most| most.min(1024));
        setrlimit(Resource::Nofile, Rlimit { current: Some(few), ..before }).unwrap();
        let raised = super::raise_open_files();
        assert_eq!(raised, before.maximum);
        setrlimit(Resource::Nofile, before).unwrap();
    }
}
