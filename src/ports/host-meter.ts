import type { TrialHost } from '../record/telemetry.ts'

/** A host measurement in progress. */
export interface HostLook {
  /** Call immediately after the process has exited and was waited for. */
  end(): TrialHost
}

/** Measures what the host did while one process ran. */
export interface HostMeter {
  /** Runs the CPU probe and reads the counters. Call immediately before the process starts. */
  begin(): HostLook
}
