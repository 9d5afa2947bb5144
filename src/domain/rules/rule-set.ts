import type { Axes } from '../core/case.ts'
import type { Operator, Severity } from '../verdict/requirement.ts'

/** A value that a rule can judge. */
export type RuleSource = {
  readonly suite: string
  /** Name of a derived value or metric. */
  readonly value: string
  /** Absent: the axes of the rule. */
  readonly axes?: Axes
}

/** A limit on one value. */
export type Rule = {
  readonly id: string
  /** In order of preference. */
  readonly sources: readonly RuleSource[]
  readonly axes?: Axes
  readonly operator: Operator
  readonly limit: number
  readonly unit: string
  /** Absent: fail. */
  readonly severity?: Severity
  /** Without the value, the rule is shown as not evaluated and does not block a pass. */
  readonly isOptional?: true
}

/** A versioned set of limits. Every change of a limit needs a new version, which each verdict stores. */
export type RuleSet = {
  readonly version: number
  /** Origin of the limits. */
  readonly source: string
  readonly rules: readonly Rule[]
}

/** Lists the sources of a value that several suites provide. */
export function listSources(suites: readonly string[], value: string): RuleSource[] {
  return suites.map((suite) => ({ suite, value }))
}

/** Suites that time the complete pipeline, full size first. */
export const wholeRuns = ['production', 'end-to-end', 'scaling', 'stages'] as const
/** Suites that run on several GPU counts. */
export const scalingRuns = ['scaling', 'stages'] as const

/** Measured at full size, else projected. */
export const hoursAtFullSize: readonly RuleSource[] = [
  { suite: 'production', value: 'total_hours' },
  { suite: 'end-to-end', value: 'projected_hours' },
]

/** MON-01: every run must have GPU samples. */
export const monitored: Rule = {
  id: 'MON-01',
  sources: [{ suite: 'monitor', value: 'gpu_samples_logged' }],
  operator: '==',
  limit: 1,
  unit: 'share',
}

/** PERF-03: speed-up over one GPU by GPU count. Counts above two are optional. */
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

/** PERF-04: minimum throughput in sequences per hour. */
export function buildThroughputFloor(sequencesPerHour: number): Rule {
  return {
    id: 'PERF-04',
    sources: listSources(['production', 'end-to-end'], 'sequences_per_hour'),
    operator: '>=',
    limit: sequencesPerHour,
    unit: 'sequences/h',
  }
}

/** Head compared with tag v1.0, per case. */
export const speedupOverFirstRelease: Rule = {
  id: 'SPEEDUP-v1.0',
  sources: listSources(['revision'], 'speedup'),
  axes: { revision: 'v1.0' },
  operator: '>=',
  limit: 4,
  unit: '×',
}
