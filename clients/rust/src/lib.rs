//! Reports stages, metrics and progress to warpgauge.
//!
//! Does nothing unless the environment variable `WARPGAUGE_EVENTS` names a file, as it does during a measurement.
//! Threads, child processes and several ranks may report at the same time. Errors of the file system never reach the
//! program.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

const RANK_VARIABLES: [&str; 4] = ["RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"];

struct Events {
    file: File,
    /// Seconds since the epoch at `started`; later times come from the steady clock.
    epoch: f64,
    started: Instant,
}

fn events() -> Option<&'static Events> {
    static EVENTS: OnceLock<Option<Events>> = OnceLock::new();
    EVENTS.get_or_init(open_events).as_ref()
}

fn open_events() -> Option<Events> {
    let path = std::env::var_os("WARPGAUGE_EVENTS").filter(|path| !path.is_empty())?;
    let file = OpenOptions::new().append(true).create(true).open(path).ok()?;
    let epoch = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs_f64();
    Some(Events { file, epoch, started: Instant::now() })
}

/// Whether warpgauge measures this process.
pub fn is_measured() -> bool {
    events().is_some()
}

/// Appends one event. A single write per line keeps lines of several threads and processes apart.
fn write_line(events: &Events, rest: &str) {
    let t = events.epoch + events.started.elapsed().as_secs_f64();
    let line = format!("{{\"t\":{t:.6},{rest}}}\n");
    let _ = (&events.file).write(line.as_bytes());
}

/// A text as a JSON string.
fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            _ if character.is_control() => quoted.push(' '),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// A stage from its creation until it is dropped. If it is dropped by a panic, the stage has failed.
#[must_use = "a stage ends when it is dropped"]
pub struct Stage {
    label: Option<String>,
    synchronize: Option<fn()>,
    was_panicking: bool,
}

/// Starts a stage: `let _load = warpgauge::stage("load");`. Its time is the sum of its visits; visits that overlap, such
/// as those of threads, count once.
pub fn stage(name: &str) -> Stage {
    start_stage(name, None)
}

/// Starts a stage with work on a GPU. `synchronize` waits for the device; it is called at the start and end of the
/// stage, during a measurement only.
pub fn gpu_stage(name: &str, synchronize: fn()) -> Stage {
    start_stage(name, Some(synchronize))
}

fn start_stage(name: &str, synchronize: Option<fn()>) -> Stage {
    let label = events().map(|events| {
        if let Some(wait) = synchronize {
            wait();
        }
        let label = quote(name);
        write_line(events, &format!("\"event\":\"stage-start\",\"stage\":{label}"));
        label
    });
    Stage { label, synchronize, was_panicking: std::thread::panicking() }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let (Some(events), Some(label)) = (events(), &self.label) else { return };
        let failed = std::thread::panicking() && !self.was_panicking;
        if let (false, Some(wait)) = (failed, self.synchronize) {
            wait();
        }
        let rest = if failed { ",\"failed\":true" } else { "" };
        write_line(events, &format!("\"event\":\"stage-end\",\"stage\":{label}{rest}"));
    }
}

/// Which values of a metric are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetterWhen {
    Lower,
    Higher,
}

/// Reports a figure that the program computed. Several values of one name in a process count as their median. Times,
/// bytes and rates need no direction. With a value that is not finite the metric has failed.
pub fn metric(name: &str, value: f64, unit: &str, better_when: Option<BetterWhen>) {
    let Some(events) = events() else { return };
    let value = if value.is_finite() { format!("{value:e}") } else { "null".to_string() };
    let direction = match better_when {
        Some(BetterWhen::Lower) => ",\"betterWhen\":\"lower\"",
        Some(BetterWhen::Higher) => ",\"betterWhen\":\"higher\"",
        None => "",
    };
    let (name, unit) = (quote(name), quote(unit));
    write_line(events, &format!("\"event\":\"metric\",\"name\":{name},\"unit\":{unit},\"value\":{value}{direction}"));
}

/// Reports how much of the work is done, in any unit. Ranks report their own share; warpgauge adds them up.
pub fn progress(done: f64, total: Option<f64>) {
    let Some(events) = events() else { return };
    if !done.is_finite() || total.is_some_and(|total| !total.is_finite()) {
        return;
    }
    let total = total.map_or(String::new(), |total| format!(",\"total\":{total:e}"));
    let rank = find_rank().map_or(String::new(), |rank| format!(",\"rank\":{rank}"));
    write_line(events, &format!("\"event\":\"progress\",\"done\":{done:e}{total}{rank}"));
}

fn find_rank() -> Option<u32> {
    RANK_VARIABLES.iter().find_map(|name| std::env::var(name).ok()?.parse().ok())
}
