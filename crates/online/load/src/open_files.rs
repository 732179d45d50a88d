/// Raises the open-file limit to its maximum and returns it. Child processes inherit it.
#[cfg(unix)]
pub fn raise_open_files() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let _ = setrlimit(Resource::Nofile, raised);
    getrlimit(Resource::Nofile).current
}

/// No limit to raise on this platform.
#[cfg(not(unix))]
pub fn raise_open_files() -> Option<u64> {
    None
}
