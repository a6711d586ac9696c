//! Whether memory that is asked for can be had. A table that is larger than the machine must be
//! refused before it is made: afterwards there is nobody left to refuse it.

use std::fs;

/// The reason why this many mebibytes cannot be had, as far as that can be known beforehand.
///
/// # Errors
///
/// The reason.
pub fn check(mebibytes: usize) -> Result<(), String> {
    let bytes = mebibytes.checked_mul(1 << 20).ok_or("more than can be addressed")?;
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| "the system refuses it".to_owned())?;
    match available() {
        Some(free) if (free as usize) < bytes => Err(format!("only {} MiB are free", free >> 20)),
        _ => Ok(()),
    }
}

/// Bytes that are free, on systems that tell: the least of what the machine and the control group of
/// this process have left.
fn available() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()?.checked_mul(1024)
    });
    let number = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let group = number("/sys/fs/cgroup/memory.max")
        .map(|most| most.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)));
    machine.into_iter().chain(group).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_is_there_and_too_much_is_not() {
        assert_eq!(check(1), Ok(()));
        assert!(check(usize::MAX).is_err());
        assert!(check(usize::MAX >> 21).is_err());
    }
}
