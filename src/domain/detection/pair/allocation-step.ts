import { memoryUnits } from '../../core/memory-unit.ts'
import type { Metric } from '../../core/metric.ts'
import type { PairRequest } from './pair.ts'

/** Device memory is mapped, and large host pages are handed out, by 2 MiB. */
const pageBytes = 2 * 2 ** 20
/** Runs of a side may land on this many steps beside each other before they count as scattered. */
const mostSteps = 2
/** Figures that were converted from bytes are off by less. */
const rounding = 1e-9

/**
 * How far equal programs may lie apart, in the metric's unit: the smallest difference between runs of one side, and at
 * least a page of 2 MiB where every value is larger than that.
 */
export function estimateAllocationStep({ unit }: Pick<Metric, 'unit'>, { base, head }: PairRequest): number {
  const page = Object.hasOwn(memoryUnits, unit) ? pageBytes / (memoryUnits[unit] ?? 1) : 0
  const isPaged = Math.min(...base, ...head) >= page
  const differences = [...listSteps(base), ...listSteps(head)]
  return Math.max(isPaged ? page : 0, differences.length > 0 ? Math.min(...differences) : 0)
}

/** Whether the runs of every side and session lie within two steps, as steps of an allocator do and noise does not. */
export function isStepped({ base, head, history = [] }: PairRequest, step: number): boolean {
  return [base, head, ...history.filter((session) => session.length > 0)].every(
    (values) => Math.max(...values) - Math.min(...values) <= mostSteps * step * (1 + rounding),
  )
}

/** "2 MiB", or in the metric's own unit where that is none of memory. */
export function formatStep({ unit }: Pick<Metric, 'unit'>, step: number): string {
  const bytes = step * (Object.hasOwn(memoryUnits, unit) ? (memoryUnits[unit] ?? 1) : Number.NaN)
  if (Number.isNaN(bytes)) return `${Number(step.toPrecision(3))} ${unit}`
  return bytes < 2 ** 20 ? `${Math.round(bytes)} B` : `${Number((bytes / 2 ** 20).toPrecision(3))} MiB`
}

function listSteps(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted
    .map((value, index) => value - (sorted[index - 1] ?? value))
    .filter((difference, index) => difference > rounding * (sorted[index] ?? 0))
}
