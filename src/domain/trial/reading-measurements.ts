import type { Metric } from '../core/metric.ts'
import type { Trial } from './trial.ts'
import { buildReadingMetric, computeProcessValue, type ProcessReading } from './trial-readings.ts'

/**
 * The figures that a tool printed in every one of these processes, one value per process: values of one process share its
 * memory layout, its clocks and its caches, so that more of them are no more evidence (see docs/suites.md, `command`).
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

/** Names of figures that some of these processes gave and others did not, or gave in another unit. */
export function listUnsteadyReadings(trials: readonly Trial[]): string[] {
  const steady = new Set(collectReadingMeasurements(trials).map(({ metric }) => metric.name))
  const all = new Set(trials.flatMap((trial) => [...indexByMetric(trial).keys()]))
  return [...all].filter((name) => !steady.has(name))
}

type Figure = { readonly metric: Metric; readonly value: number }

/** Two figures whose names are alike once they are cut cannot be told apart, so neither is taken. */
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
