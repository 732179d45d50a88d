//! Memory and processor time of processes, where the system reports them.

use std::fs;

/// Resident memory in bytes.
pub(crate) fn memory_bytes(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilo| kilo * 1024)
}

/// CPU seconds of one process.
pub(crate) fn cpu_seconds(process: u32) -> Option<f64> {
    ProcessStat::read(process).map(|stat| stat.own)
}

/// CPU seconds of a process and of its children, ended ones included.
pub(crate) fn family_cpu_seconds(process: u32) -> Option<f64> {
    let parent = ProcessStat::read(process)?;
    let processes = fs::read_dir("/proc").ok()?.flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let children = numbers
        .filter_map(ProcessStat::read)
        .filter(|child| child.parent == process)
        .map(|child| child.own + child.children)
        .sum::<f64>();
    Some(parent.own + parent.children + children)
}

/// What `/proc` tells of a process; times in seconds.
struct ProcessStat {
    parent: u32,
    own: f64,
    /// Of children that have ended.
    children: f64,
}

impl ProcessStat {
    fn read(process: u32) -> Option<ProcessStat> {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name in parentheses may hold anything.
        let rest: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        // Times are in hundredths of a second.
        let seconds = |place: usize| Some(rest.get(place)?.parse::<f64>().ok()? / 100.0);
        Some(ProcessStat {
            parent: rest.get(1)?.parse().ok()?,
            own: seconds(11)? + seconds(12)?,
            children: seconds(13)? + seconds(14)?,
        })
    }
}
