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
  efficiency: 'share',
  ceiling: '×',
  sequences_per_hour: 'sequences/h',
  projected_hours: 'h',
  projected_sequences_per_hour: 'sequences/h',
  fixed_cost: 's',
  seconds_per_sequence: 's',
  sustained_rate: 'share',
  best_objective: '',
  against_best: 'share',
  unmatched_rows: 'rows',
  label_agreement: 'share',
  score_agreement: 'share',
  label_agreement_elsewhere: 'share',
  score_agreement_elsewhere: 'share',
  total_hours: 'h',
  packing_efficiency: 'share',
  queue_full_share: 'share',
  queue_normal_share: 'share',
  starved_share: 'share',
  pace_held: 'share',
  memory_growth: 'B',
  memory_slope: 'B/repeat',
  certain_growth: 'B',
  memory_left: 'B',
  memory_peak_share: 'share',
  allocator_efficiency: 'share',
  oom_crashes: 'runs',
  oom_handled: 'runs',
  stage_rate: 'sequences/s',
  gpu_stage_utilization: '%',
  stage_utilization: '%',
  stage_utilization_min: '%',
  stage_utilization_max: '%',
  stage_sm_activity: 'share',
  stage_memory_min: 'B',
  stage_memory_mean: 'B',
  stage_memory_peak: 'B',
  avg_time_per_sequence_ms: 'ms',
  stage_packing: 'share',
  stage_speedup: '×',
  stage_efficiency: 'share',
  usl_contention: 'share',
  usl_coherency: '',
  usl_peak: 'GPUs',
  usl_peak_speedup: '×',
  sequences_per_second: 'sequences/s',
  tokens_per_second: 'tokens/s',
  packing_lowest: 'share',
  badly_packed_batches: 'batches',
  padding_efficiency: 'share',
  loader_wait_mean: 's',
  loader_wait_p95: 's',
  utilization_warnings: 'share',
  load_imbalance: 'share',
  telemetry_captured: 'share',
} as const

/** Name of a derived value of a suite. */
export type FigureName = keyof typeof units

/**
 * Builds a derived value of a number, or of a text: the reason why there is none. Null: no value, and `more` has the
 * reason. Without `more`, it is measured, plausible and has no interval.
 */
export function buildFigure(
  { suite, benchmark, axes }: CaseKey,
  name: FigureName,
  value: number | string | null,
  more: Partial<DerivedValue> = {},
): DerivedValue {
  const plain = { interval: null, reason: null, isSuspicious: false, isDeclared: false, ...more }
  const own = { suite, benchmark, axes, name, unit: units[name] }
  return typeof value === 'string' ? { ...own, ...plain, value: null, reason: value } : { ...own, value, ...plain }
}

/** Marks a value as not judged for a reason, unless it is marked already; null: the value stays as it is. */
export function markUnjudged(figure: DerivedValue, why: string | null): DerivedValue {
  if (why === null || figure.value === null || figure.isSuspicious) return figure
  return { ...figure, isSuspicious: true, reason: figure.reason === null ? why : `${figure.reason}; ${why}` }
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

/** Finds the first derived value of this name that has at least these axes. */
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
