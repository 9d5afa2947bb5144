import type { Axes } from '../core/case.ts'
import type { Operator, Severity } from '../verdict/requirement.ts'

/** A figure that a rule may judge. */
export type RuleSource = {
  readonly suite: string
  /** Name of a derived value or metric. */
  readonly value: string
  /** Absent: those of the rule. */
  readonly axes?: Axes
}

export type Rule = {
  readonly id: string
  /** In order of preference: the first whose suite is part of the run is judged. */
  readonly sources: readonly RuleSource[]
  readonly axes?: Axes
  readonly operator: Operator
  readonly limit: number
  readonly unit: string
  /** Absent: fail. */
  readonly severity?: Severity
  /** True: a run without the figure is shown as not evaluated and held up by nothing. */
  readonly isOptional?: true
}

/** Limits that belong together. A change of any of them is a new version, which is stored with every verdict (W39). */
export type RuleSet = {
  readonly version: number
  /** Where the limits come from. */
  readonly source: string
  readonly rules: readonly Rule[]
}

/** Sources of a figure that any of these suites has under the same name. */
export function listSources(suites: readonly string[], value: string): RuleSource[] {
  return suites.map((suite) => ({ suite, value }))
}

/** Suites that time the whole pipeline, those of full size first. */
export const wholeRuns = ['production', 'end-to-end', 'scaling', 'stages'] as const
export const scalingRuns = ['scaling', 'stages'] as const

/** Measured at full size, else projected to it. */
export const hoursAtFullSize: readonly RuleSource[] = [
  { suite: 'production', value: 'total_hours' },
  { suite: 'end-to-end', value: 'projected_hours' },
]

/** MON-01: every run left samples of its GPUs; a run without them fails it. */
export const monitored: Rule = {
  id: 'MON-01',
  sources: [{ suite: 'monitor', value: 'gpu_samples_logged' }],
  operator: '==',
  limit: 1,
  unit: 'share',
}

/** PERF-03: the speed-up over one GPU by the number of GPUs; more than two are not part of every run. */
export function buildSpeedupFloors(limits: Readonly<Record<number, number>>): Rule[] {
  return Object.entries(limits).map(([gpus, limit]) => ({
    id: 'PERF-03',
    sources: listSources(scalingRuns, 'speedup'),
    axes: { gpus: Number(gpus) },
    operator: '>=',
    limit,
    unit: '×',
    ...(Number(gpus) > 2 && { isOptional: true }),
  }))
}

/** PERF-04 */
export function buildThroughputFloor(sequencesPerHour: number): Rule {
  return {
    id: 'PERF-04',
    sources: listSources(['production', 'end-to-end'], 'sequences_per_hour'),
    operator: '>=',
    limit: sequencesPerHour,
    unit: 'sequences/h',
  }
}

/** The head against the tag v1.0, case by case. */
export const speedupOverFirstRelease: Rule = {
  id: 'SPEEDUP-v1.0',
  sources: listSources(['revision'], 'speedup'),
  axes: { revision: 'v1.0' },
  operator: '>=',
  limit: 4,
  unit: '×',
}
