import type { TrialHost } from '../domain/trial/trial-host.ts'

/** A look at the machine that has begun. */
export interface HostLook {
  /** To be called at once when the process has ended and was waited for. */
  end(): TrialHost
}

/** Tells what the machine did while one process ran. */
export interface HostMeter {
  /** Runs the probe and reads the counters; to be called right before the start. */
  begin(): HostLook
}
