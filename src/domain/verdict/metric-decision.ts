import type { Decision } from './comparison.ts'
import type { MetricRequest } from '../detection/pair/judge-metric.ts'
import type { WorkCause } from '../telemetry/gpu-work-cause.ts'
import type { Metric } from '../core/metric.ts'

/** A metric with the input and the result of its judgment. */
export type MetricDecision = {
  readonly metric: Metric
  readonly isGate: boolean
  readonly request: MetricRequest
  readonly decision: Decision
  /** Effect on the run, as in `Comparison`. */
  readonly cost?: number
  readonly toleratedBecause?: string
  readonly workCause?: WorkCause
}
