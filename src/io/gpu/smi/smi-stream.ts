import type { GpuReading } from '../../../domain/telemetry/gpu.ts'
import type { EnvironmentVariables } from '../../../domain/core/child-environment.ts'

export type SmiStreamOptions = {
  readonly env: EnvironmentVariables
  /** Physical indices to watch. */
  readonly gpus: readonly number[]
  readonly intervalMs: number
  /** Called once per tick with the readings of every watched GPU that responded. */
  readonly onReadings: (readings: readonly GpuReading[]) => void
  /** Called with a sentence for each reason why readings are missing. */
  readonly onProblem: (problem: string) => void
  /** Time-out of the first reading in ms. Default: 10 s, because initializing a driver is slow. */
  readonly startLimitMs?: number
}

/** A tool that delivers readings until it is disposed. */
export interface SmiStream extends Disposable {
  /** Stops the tool and waits for its end, at most one second. */
  close(): Promise<void>
}

/** Starts a tool; one function per kind of monitor. */
export type OpenSmiStream = (options: SmiStreamOptions) => SmiStream

/** A tool without output for this many intervals counts as hung. */
export const silentIntervals = 10
export const defaultStartLimitMs = 10_000
