import { judgeMetric, type MetricRequest } from '../detection/pair/judge-metric.ts'
import { gpuBusyTime, gpuDramTime, inferMetricKind, type Metric } from '../core/metric.ts'

/**
 * A process may start in one of two speeds, some percent apart, and keep it (newton-physics/newton 2534: 13 %). By
 * chance, three runs of one side have one speed and three runs of the other side the other in 3 % of cases; six runs
 * in 0.05 %.
 */
const minConfirmingRuns = 6

/**
 * Chooses the minimum runs per side to report a change with unknown noise. Start-up speeds change times but not the
 * amount of work, so a change that memory activity confirms needs no minimum. Undefined: any number.
 */
export function chooseLeastRuns(metric: Metric, hasWorkChanged: boolean): number | undefined {
  const kind = inferMetricKind(metric)
  return (kind === 'duration' || kind === 'rate') && !hasWorkChanged ? minConfirmingRuns : undefined
}

/** Memory activity confirms a change of busy time if its effect is at least this share of it. */
const minFollowedShare = 0.5

/**
 * Whether the amount of GPU work changed: busy time changed by its rule, and memory activity changed by at least half
 * as much with a 95 % interval that excludes 0. `ask` returns null for metrics without samples.
 */
export function isWorkChanged(ask: (metric: Metric) => MetricRequest | null): boolean {
  const [ofBusy, ofDram] = [ask(gpuBusyTime), ask(gpuDramTime)]
  if (!ofBusy || !ofDram) return false
  const [busy, dram] = [judgeMetric(gpuBusyTime, ofBusy), judgeMetric(gpuDramTime, ofDram)]
  if (busy.verdict !== 'regression' && busy.verdict !== 'improvement') return false
  if (busy.effect === null || dram.effect === null || dram.interval === null) return false
  const [low, high] = dram.interval
  return (low > 0 || high < 0) && dram.effect / busy.effect >= minFollowedShare
}
