//! The open-file limit, which bounds the number of connections.

/// Raises the soft limit of open files to the hard limit: each connection needs one, and the usual
/// default of 1024 is too low. Returns the limit.
#[cfg(unix)]
pub fn raise_open_files() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    // If raising fails, the server works with the current limit.
    let _ = setrlimit(Resource::Nofile, raised);
    getrlimit(Resource::Nofile).current
}

/// Current limit of open files.
#[cfg(unix)]
pub(crate) fn open_files() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

/// Current limit of open files; unknown on this platform.
#[cfg(not(unix))]
pub(crate) fn open_files() -> Option<u64> {
    None
}

/// Raises the limit of open files; nothing to do on this platform.
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
