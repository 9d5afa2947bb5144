import type { Comparison } from './comparison.ts'
import type { CheckConclusion } from './delivery.ts'
import type { IsolationRecord } from '../trial/isolation.ts'
import type { DerivedValue, RequirementResult } from './requirement.ts'
import type { TestMerge } from '../core/revision.ts'
import type { RunRecord } from '../trial/run-record.ts'
import type { Testbed } from '../testbed/testbed.ts'
import type { Interval, Summary } from '../core/statistics.ts'
import type { Axes, CaseKey } from '../core/case.ts'

export const reportVersion = 1

/**
 * pass: judged, nothing failed. fail: a regression or a failed requirement. inconclusive: could not tell. error:
 * could not be measured.
 */
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
  /** Shown below the headline as well, because it may explain the verdict. */
  readonly isProminent?: true
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

/** What the GPUs did in the head's runs that count, from the least to the most of them; null: no monitor offered it. */
export type TelemetryDigest = {
  /** Most GPUs that one case was given. */
  readonly gpus: number
  /** Per cent of the time in which any kernel ran. */
  readonly utilizationPercent: Interval | null
  readonly powerWatts: Interval | null
  /** The most that any of them held. */
  readonly memoryPeakBytes: number | null
  readonly hottestCelsius: number | null
}

/** Earlier runs of unchanged code on this testbed, for one metric of one case. */
export type PastRuns = CaseKey & {
  readonly metric: string
  readonly unit: string
  /** One for each session, oldest first. */
  readonly medians: readonly number[]
  /** Median of the head of this run. */
  readonly now: number
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
    Record<
      | Comparison['verdict']
      | 'tolerated'
      | 'requirements passed'
      | 'requirements failed'
      | 'requirements not evaluated',
      number
    >
  >
  readonly yardstick: RunRecord['yardstick']
  readonly head: { readonly ref: string; readonly commit: string | null }
  /** The commit whose tree ran; of a pull request its test merge, unless `testMerge` is absent. */
  readonly measuredCommit: string | null
  /** The commit of the base that it is compared with; null: there is no base. */
  readonly baseCommit: string | null
  /** What was merged into what; absent: `measuredCommit` is a commit that somebody wrote. */
  readonly testMerge?: TestMerge
  readonly pullRequest: number | null
  readonly testbed: Testbed
  /** What kept the commands of the run apart; absent: the record does not state it. */
  readonly isolation?: IsolationRecord
  readonly comparisons: readonly Comparison[]
  readonly requirements: readonly RequirementResult[]
  readonly derived: readonly DerivedValue[]
  readonly sections: readonly Section[]
  readonly findings: readonly Finding[]
  readonly cases: readonly CaseSummary[]
  readonly nextSteps: readonly NextStep[]
  /** Absent: nobody watched the GPUs, or there are none. */
  readonly telemetry?: TelemetryDigest
  /** Of gate metrics; absent: nothing is known from before. */
  readonly pastRuns?: readonly PastRuns[]
}
