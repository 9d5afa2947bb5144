import { wallTime } from '../../domain/core/metric.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { computeSpeedup } from '../../domain/scaling/scaling.ts'
import { listUnsteadyReadings } from '../../domain/trial/measurements.ts'
import { buildReadingMetric, computeProcessValue } from '../../domain/trial/trial-readings.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { buildFigure } from '../figures.ts'
import { memoryPeakName } from '../runs.ts'
import type { TradeOffRow } from '../trade-off.ts'
import type { MeasuredOutcome } from '../../domain/trial/outcome.ts'

/** Variants of one benchmark in the output of a tool. */
type ReportedVariants = { readonly benchmark: string; readonly base: string; readonly rows: readonly TradeOffRow[] }

/**
 * Compares the variants that a tool reports: readings of one benchmark with the axis `variant`, which have both a wall
 * time and a peak of GPU memory in every run. The first one is the base. `confidence`: of the intervals.
 */
export function listReportedVariants({ trials }: MeasuredOutcome, confidence: number): ReportedVariants[] {
  const unsteady = listUnsteadyReadings(trials)
  const readings = trials
    .flatMap((trial) => trial.readings?.benchmarks ?? [])
    .filter((reading) => !unsteady.includes(buildReadingMetric(reading).name))
  const byBenchmark = Map.groupBy(readings, ({ name }) => name)
  return [...byBenchmark].flatMap(([benchmark, own]) => {
    const variants = [...Map.groupBy(own, ({ axes }) => axes['variant'])].flatMap(([name, all]) => {
      const getValues = (metric: string): number[] =>
        all.filter((one) => one.metric.name === metric).map(computeProcessValue)
      const [seconds, bytes] = [getValues(wallTime.name), getValues(memoryPeakName)]
      return name === undefined || seconds.length === 0 || bytes.length === 0
        ? []
        : [{ name: String(name), seconds, bytes }]
    })
    const [base, ...others] = variants
    if (!base || others.length === 0) return []
    const rows = others.map(({ name, seconds, bytes }): TradeOffRow => {
      const found = computeSpeedup(base.seconds, seconds, confidence)
      return {
        name,
        speedup: found?.value ?? null,
        interval: found?.interval ?? null,
        overhead: computeMedian(bytes) / computeMedian(base.bytes) - 1,
        source: 'reported by the tool',
        problem: null,
        isHidden: false,
        isSingle: seconds.length === 1 || base.seconds.length === 1,
      }
    })
    return [{ benchmark, base: base.name, rows }]
  })
}

/** Derives speed-up and memory overhead of the variants that a tool reports. */
export function deriveReportedVariants(
  { planned: { key } }: MeasuredOutcome,
  found: readonly ReportedVariants[],
): DerivedValue[] {
  return found.flatMap(({ rows }) =>
    rows.flatMap(({ name, speedup, interval, overhead, isSingle }) => {
      const own = { ...key, axes: { ...key.axes, variant: name } }
      const reason = isSingle ? 'single runs: no interval' : null
      return [
        buildFigure(own, 'speedup', speedup, { interval, reason }),
        buildFigure(own, 'memory_overhead', overhead, { reason }),
      ]
    }),
  )
}
