import type { TelemetrySummary } from './telemetry.ts'

/** Telemetry of one node during a trial that spans nodes. */
export type NodeTelemetry = {
  /** Host name. */
  readonly node: string
  /** Null: not available; see `problem`. */
  readonly telemetry: TelemetrySummary | null
  /** Why there is no telemetry; null with telemetry. */
  readonly problem: string | null
}
