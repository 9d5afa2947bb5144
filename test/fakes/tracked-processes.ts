import { readFileSync, readdirSync } from 'node:fs'

/** Processes that carry this RUNNER_TRACKING_ID in their first environment: the descendants of a step. */
export function findTrackedProcesses(trackingId: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name))
  return pids.map(Number).filter((pid) => hasTrackingId(pid, trackingId))
}

/** Ends what a job left behind, as the runner does at a job's end. */
export function killTrackedProcesses(trackingId: string): void {
  for (const pid of findTrackedProcesses(trackingId)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }
}

function hasTrackingId(pid: number, trackingId: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(`RUNNER_TRACKING_ID=${trackingId}\0`)
  } catch {
    return false
  }
}
