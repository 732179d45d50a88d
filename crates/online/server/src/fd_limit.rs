//! The open-file limit, which bounds the number of connections.

/// Raises the soft limit of open files to the hard limit: each connection needs one, and the usual
/// default of 1024 is too low. Returns the limit, if it could be raised.
pub fn raise_open_files() -> Option<u64> {
    rlimit::increase_nofile_limit(u64::MAX).ok()
}

/// Current limit of open files, if there is one.
#[cfg(unix)]
pub(crate) fn open_files() -> Option<u64> {
    rlimit::Resource::NOFILE.get_soft().ok().filter(|limit| *limit != rlimit::INFINITY)
}

/// Current limit of open files; unknown on this platform.
#[cfg(not(unix))]
pub(crate) fn open_files() -> Option<u64> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use rlimit::Resource;

    #[test]
    fn the_open_file_limit_is_raised_to_the_maximum() {
        let (soft, hard) = Resource::NOFILE.get().unwrap();
        Resource::NOFILE.set(hard.min(1024), hard).unwrap();
        assert_eq!(super::raise_open_files(), Some(hard));
        Resource::NOFILE.set(soft, hard).unwrap();
    }
}
