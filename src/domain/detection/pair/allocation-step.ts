import { memoryUnits } from '../../core/memory-unit.ts'
import type { Metric } from '../../core/metric.ts'
import type { PairRequest } from './pair.ts'

/** Device memory is mapped in steps of 2 MiB; large host pages have the same size. */
const pageBytes = 2 * 2 ** 20
/** Runs of one side that span more steps than this count as scattered. */
const mostSteps = 2
/** Upper bound of the relative rounding error of values converted from bytes. */
const rounding = 1e-9

/**
 * Estimates how much the memory of equal programs may differ, in the metric's unit: the smallest difference between
 * runs of one side, and at least 2 MiB if every value is larger than that.
 */
export function estimateAllocationStep({ unit }: Pick<Metric, 'unit'>, { base, head }: PairRequest): number {
  const page = Object.hasOwn(memoryUnits, unit) ? pageBytes / (memoryUnits[unit] ?? 1) : 0
  const isPaged = Math.min(...base, ...head) >= page
  const differences = [...listSteps(base), ...listSteps(head)]
  return Math.max(isPaged ? page : 0, differences.length > 0 ? Math.min(...differences) : 0)
}

/** Whether the runs of every side and session lie within two steps, as allocator steps do and noise does not. */
export function isStepped({ base, head, history = [] }: PairRequest, step: number): boolean {
  return [base, head, ...history.filter((session) => session.length > 0)].every(
    (values) => Math.max(...values) - Math.min(...values) <= mostSteps * step * (1 + rounding),
  )
}

/** Formats a step as "2 MiB", or in the metric's unit if that is not a unit of memory. */
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
