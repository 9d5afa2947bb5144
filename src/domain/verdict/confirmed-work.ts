import { judgeMetric, type MetricRequest } from '../detection/pair/judge-metric.ts'
import { gpuBusyTime, gpuDramTime, inferMetricKind, type Metric } from '../core/metric.ts'

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
export function chooseLeastRuns(metric: Metric, hasWorkChanged: boolean): number | undefined {
  const kind = inferMetricKind(metric)
  return (kind === 'duration' || kind === 'rate') && !hasWorkChanged ? fewestConfirming : undefined
}

/** Memory activity that changed by less than this share of the busy time's change does not bear it out. */
const leastFollowed = 0.5

/**
 * Whether the work of the GPUs changed: a change of the busy time by its rule, and memory activity that follows it by half
 * or more and whose 95 % interval excludes none. `ask` is null for what was not measured.
 */
export function isWorkChanged(ask: (metric: Metric) => MetricRequest | null): boolean {
  const [ofBusy, ofDram] = [ask(gpuBusyTime), ask(gpuDramTime)]
  if (!ofBusy || !ofDram) return false
  const [busy, dram] = [judgeMetric(gpuBusyTime, ofBusy), judgeMetric(gpuDramTime, ofDram)]
  if (busy.verdict !== 'regression' && busy.verdict !== 'improvement') return false
  if (busy.effect === null || dram.effect === null || dram.interval === null) return false
  const [low, high] = dram.interval
  return (low > 0 || high < 0) && dram.effect / busy.effect >= leastFollowed
}
