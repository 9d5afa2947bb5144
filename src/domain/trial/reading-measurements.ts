import type { Metric } from '../core/metric.ts'
import type { Trial } from './trial.ts'
import { buildReadingMetric, computeProcessValue } from './trial-readings.ts'
import type { ProcessReading } from '../../record/readings.ts'

/**
 * Collects the values that a tool printed in every process, one per process. Values of one process share memory
 * layout, clocks and caches, so they are not independent (see docs/suites.md, `command`).
 */
export function collectReadingMeasurements(trials: readonly Trial[]): { metric: Metric; samples: readonly number[] }[] {
  const [first, ...others] = trials.map(indexByMetric)
  if (!first) return []
  return [...first].flatMap(([name, { metric, value }]) => {
    const rest = others.map((found) => found.get(name))
    const isSame = rest.every(
      (found) => found?.metric.unit === metric.unit && found.metric.betterWhen === metric.betterWhen,
    )
    return isSame ? [{ metric, samples: [value, ...rest.flatMap((found) => found?.value ?? [])] }] : []
  })
}

/** Lists the names of values that not all processes printed once, or printed with different units. */
export function listUnsteadyReadings(trials: readonly Trial[]): string[] {
  const steady = new Set(collectReadingMeasurements(trials).map(({ metric }) => metric.name))
  const all = trials.flatMap(({ readings }) => readings?.benchmarks ?? []).map((one) => buildReadingMetric(one).name)
  return [...new Set(all)].filter((name) => !steady.has(name))
}

type Figure = { readonly metric: Metric; readonly value: number }

/** Indexes values by metric name. Values with one name cannot be told apart, so they are unsteady. */
function indexByMetric({ readings }: Trial): Map<string, Figure> {
  const groups = Map.groupBy(readings?.benchmarks ?? [], (reading) => buildReadingMetric(reading).name)
  const single = [...groups].flatMap(([name, group]) => (group.length === 1 ? [[name, toFigure(group)] as const] : []))
  return new Map(single.flatMap(([name, figure]) => (figure ? [[name, figure] as const] : [])))
}

function toFigure([reading]: readonly ProcessReading[]): Figure | null {
  if (!reading) return null
  const value = computeProcessValue(reading)
  return Number.isFinite(value) ? { metric: buildReadingMetric(reading), value } : null
}
