import type { Comparison } from './comparison.ts'
import type { CheckConclusion } from './delivery.ts'
import type { Derived, RequirementResult } from './requirement.ts'
import type { RunRecord } from './run-record.ts'
import type { Testbed } from './testbed.ts'
import type { Interval, Summary } from './statistics.ts'
import type { Axes } from './case.ts'

export const reportVersion = 1

/** pass: judged, nothing failed. fail: a regression or a failed requirement. inconclusive: could not tell. error: could not be measured. */
export type OverallVerdict = 'pass' | 'fail' | 'inconclusive' | 'error'

/** One cell of a section: text, nothing, a number or an interval with its unit. */
export type Cell =
  | string
  | null
  | { readonly value: number; readonly unit: string }
  | { readonly interval: Interval; readonly unit: string }

/** A table that a suite wants shown. Reporters know nothing about suites beyond this. */
export type Section = {
  readonly id: string
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** Sentences under the table. */
  readonly notes: readonly string[]
  /** Folded until somebody opens it. */
  readonly isDetail?: boolean
}

/** Something the reader must know: asked for and not measured, failed, or to be taken with care. */
export type Finding = {
  readonly kind: 'not-tested' | 'failed' | 'contaminated' | 'missing' | 'caution'
  /** Which case or part. */
  readonly subject: string
  readonly reason: string
}

/** What was measured for one case, for the details. */
export type CaseSummary = {
  readonly suite: string
  readonly benchmark: string
  readonly axes: Axes
  readonly revision: string
  readonly failedTrials: number
  readonly resultRows: number | null
  readonly wallSeconds: Summary | null
}

export type NextStep = {
  readonly text: string
  /** A command to run, or null. */
  readonly command: string | null
}

/** The one value from which exit code, check, comment, summary and JSON derive. */
export type Report = {
  readonly schemaVersion: typeof reportVersion
  readonly title: string
  readonly runId: string
  readonly verdict: OverallVerdict
  readonly conclusion: CheckConclusion
  readonly exitCode: 0 | 1 | 2
  /** The verdict in one sentence. */
  readonly sentence: string
  readonly counts: Readonly<
    Record<Comparison['verdict'] | 'requirements passed' | 'requirements failed' | 'requirements not evaluated', number>
  >
  readonly yardstick: RunRecord['yardstick']
  readonly head: { readonly ref: string; readonly commit: string | null }
  readonly pullRequest: number | null
  readonly testbed: Testbed
  readonly comparisons: readonly Comparison[]
  readonly requirements: readonly RequirementResult[]
  readonly derived: readonly Derived[]
  readonly sections: readonly Section[]
  readonly findings: readonly Finding[]
  readonly cases: readonly CaseSummary[]
  readonly nextSteps: readonly NextStep[]
}
