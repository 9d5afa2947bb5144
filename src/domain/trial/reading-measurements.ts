import type { Metric } from '../core/metric.ts'
import type { Trial } from './trial.ts'
import { readingMetric, valueOfProcess, type KeptReading } from './trial-readings.ts'

/**
 * The figures that a tool printed in every one of these processes, one value per process: values of one process share its
 * memory layout, its clocks and its caches, so that more of them are no more evidence (see docs/suites.md, `command`).
 */
export function readingMeasurements(trials: readonly Trial[]): { metric: Metric; samples: readonly number[] }[] {
  const [first, ...others] = trials.map(byMetric)
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
export function unsteadyReadings(trials: readonly Trial[]): string[] {
  const steady = new Set(readingMeasurements(trials).map(({ metric }) => metric.name))
  const all = new Set(trials.flatMap((trial) => [...byMetric(trial).keys()]))
  return [...all].filter((name) => !steady.has(name))
}

type Figure = { readonly metric: Metric; readonly value: number }

/** Two figures whose names are alike once they are cut cannot be told apart, so neither is taken. */
function byMetric({ readings }: Trial): Map<string, Figure> {
  const groups = Map.groupBy(readings?.benchmarks ?? [], (reading) => readingMetric(reading).name)
  const single = [...groups].flatMap(([name, group]) => (group.length === 1 ? [[name, figureOf(group)] as const] : []))
  return new Map(single.flatMap(([name, figure]) => (figure ? [[name, figure] as const] : [])))
}

function figureOf([reading]: readonly KeptReading[]): Figure | null {
  if (!reading) return null
  const value = valueOfProcess(reading)
  return Number.isFinite(value) ? { metric: readingMetric(reading), value } : null
}
