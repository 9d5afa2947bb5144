import { hasAxes, type Axes, type CaseKey } from '../domain/core/case.ts'
import type { Cell } from '../domain/verdict/report.ts'
import type { DerivedValue, Operator, Requirement } from '../domain/verdict/requirement.ts'
import { toCell } from '../domain/verdict/section.ts'

/** Every derived value of the suites with its unit. */
const units = {
  speedup: '×',
  proven_gain: 'share',
  same_answer: '1',
  memory_overhead: 'share',
  checkpoint_overhead: 'share',
  interaction: '×',
} as const

/** Name of a derived value of a suite. */
export type FigureName = keyof typeof units

/** Builds a derived value; without more, it is measured, plausible and has no interval. */
export function buildFigure(
  { suite, benchmark, axes }: CaseKey,
  name: FigureName,
  value: number | null,
  more: Partial<DerivedValue> = {},
): DerivedValue {
  const plain = { interval: null, reason: null, isSuspicious: false, isDeclared: false }
  return { suite, benchmark, axes, name, unit: units[name], value, ...plain, ...more }
}

/** Builds a limit on a derived value, by default of every case of the suite and from the config. */
export function buildLimit(
  value: FigureName,
  operator: Operator,
  limit: number,
  more: Pick<Requirement, 'id' | 'suite' | 'severity'> & Partial<Requirement>,
): Requirement {
  return { value, operator, limit, unit: units[value], axes: {}, rule: 'config', ...more }
}

/** Finds a derived value by name and axes. */
export function findFigure(
  derived: readonly DerivedValue[],
  name: FigureName,
  axes: Axes = {},
): DerivedValue | undefined {
  return derived.find((item) => item.name === name && hasAxes(item.axes, axes))
}

/** The cell of a derived value; empty if it is absent or unknown. */
export function toFigureCell(item: DerivedValue | undefined): Cell {
  return item ? toCell(item.value, item.unit) : null
}
