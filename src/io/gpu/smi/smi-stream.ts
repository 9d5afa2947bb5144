import type { GpuReading } from '../../../domain/telemetry/gpu.ts'
import type { EnvironmentVariables } from '../../../domain/core/child-environment.ts'

export type SmiStreamOptions = {
  readonly env: EnvironmentVariables
  /** Physical indices to watch. */
  readonly gpus: readonly number[]
  readonly intervalMs: number
  /** Called once per tick with the readings of every watched GPU that answered. */
  readonly onReadings: (readings: readonly GpuReading[]) => void
  /** Called with a sentence for every reason why readings are missing. */
  readonly onProblem: (problem: string) => void
  /** Longest silence before the first reading in ms, 10 s by default: waking a driver takes that long. */
  readonly startLimitMs?: number
}

/** A tool that delivers readings by itself until it is disposed of. */
export interface SmiStream extends Disposable {
  /** Ends the tool and waits until it is gone, at most a second. */
  close(): Promise<void>
}

/** Starts a tool; one per kind of monitor. */
export type OpenSmiStream = (options: SmiStreamOptions) => SmiStream

/** A tool that is silent for this many intervals hangs. */
export const silentIntervals = 10
export const defaultStartLimitMs = 10_000
