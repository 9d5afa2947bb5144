import { judgeMetric, type MetricRequest } from './detection/judge-metric.ts'
import type { PairVerdict } from './detection/pair.ts'
import { gpuBusyTime, gpuDramTime, metricKindOf, type Metric } from './metric.ts'

/**
 * A process may take one of two speeds at its start, some per cent apart, and keep it (newton-physics/newton 2534: 13 %).
 * By chance three runs of one side have one speed and three of the other side the other in 3 % of cases, six in 0.05 %.
 */
const fewestConfirming = 6

/**
 * Runs per side that a change of a metric needs where the noise is not known. Two speeds change times, not the amount of
 * work: where the memory activity of the GPUs changed like their busy time, the change is of the work, and any number of
 * runs will do. Undefined: any number.
 */
export function leastRunsFor(metric: Metric, isWorkChanged: boolean): number | undefined {
  const kind = metricKindOf(metric)
  return (kind === 'duration' || kind === 'rate') && !isWorkChanged ? fewestConfirming : undefined
}

/** Whether busy time and memory activity of the GPUs changed in the same direction; `ask` is null for what was not measured. */
export function isWorkChanged(ask: (metric: Metric) => MetricRequest | null): boolean {
  const [busy, dram] = [gpuBusyTime, gpuDramTime].map((metric) => verdictOf(metric, ask(metric)))
  return busy === dram && (busy === 'regression' || busy === 'improvement')
}

function verdictOf(metric: Metric, request: MetricRequest | null): PairVerdict | null {
  return request && judgeMetric(metric, request).verdict
}
