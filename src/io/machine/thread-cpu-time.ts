let addedMs = 0

/** Counts processor time that another thread used for this one. */
export function addCpuMs(ms: number): void {
  addedMs += ms
}

/**
 * Processor time of this thread in milliseconds, exact for spans of microseconds; costs about 1 µs. Linux counts the
 * current time slice of a thread only at its end and at clock ticks (every 1 to 10 ms), and otherwise when the time of the
 * complete process is read: `thread_group_cputime` in `kernel/sched/cputime.c` updates the calling thread first.
 */
export function readThreadCpuMs(): number {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return addedMs + (user + system) / 1000
}
