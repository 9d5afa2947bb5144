import { throughput, type Metric } from '../core/metric.ts'
import type { WorkCount } from '../../record/run.ts'

/** The parts of a trial that give its throughput. */
type TimedWork = {
  readonly work?: WorkCount
  readonly resultRows: number | null
  readonly wallSeconds: number | null
}

/**
 * Divides the work of each trial by its wall time: the units that the program counted, otherwise result rows. Empty
 * unless every trial has both.
 */
export function collectThroughput(trials: readonly TimedWork[]): { metric: Metric; samples: number[] }[] {
  const units = new Set(trials.map(({ work }) => work?.unit ?? null))
  const [unit = null] = units
  if (units.size !== 1) return []
  const rates = trials.map(({ work, resultRows, wallSeconds }) => {
    const count = unit === null ? resultRows : (work?.count ?? null)
    return (count ?? 0) / (wallSeconds ?? Number.NaN)
  })
  if (!rates.every((rate) => Number.isFinite(rate) && rate > 0)) return []
  return [{ metric: unit === null ? throughput : { ...throughput, unit: `${unit}/s` }, samples: rates }]
}
