/// Raises the number of files this program may open to what it may raise it to, and gives that number. Programs started
/// later have it too.
#[cfg(unix)]
pub fn raise_open_files() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let _ = setrlimit(Resource::Nofile, raised);
    getrlimit(Resource::Nofile).current
}

/// Nothing to raise here.
#[cfg(not(unix))]
pub fn raise_open_files() -> Option<u64> {
    None
}
