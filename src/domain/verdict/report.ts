import type { ChartBlock } from '../report/block.ts'
import type { Comparison } from './comparison.ts'
import type { IsolationRecord, RunRecord, TestMerge } from '../../record/run.ts'
import type { DerivedValue, RequirementResult } from './requirement.ts'
import type { Testbed } from '../testbed/testbed.ts'
import type { Interval, Summary } from '../core/statistics.ts'
import type { Axes, CaseKey } from '../core/case.ts'

/** Version of the report format. */
export const reportVersion = 1

/**
 * `pass`: judged, nothing failed. `fail`: a regression or a failed requirement. `inconclusive`: no certain answer.
 * `error`: could not be measured.
 */
export type OverallVerdict = 'pass' | 'fail' | 'inconclusive' | 'error'

/**
 * Why a verdict is not a pass. `undecided`: a gate comparison; `rules-changed`: measured by other rules than count;
 * `dataset-from-head`: the input comes from the head alone.
 */
export type VerdictReason = {
  readonly code:
    | 'regression'
    | 'limit-missed'
    | 'not-measured'
    | 'run-incomplete'
    | 'config-from-head'
    | 'dataset-from-head'
    | 'rules-changed'
    | 'not-judged'
    | 'contaminated'
    | 'undecided'
    | 'limit-not-evaluated'
    | 'nothing-judged'
  readonly text: string
}

/** A table cell: text, empty, a number or an interval with its unit. */
export type Cell =
  | string
  | null
  | { readonly value: number; readonly unit: string }
  | { readonly interval: Interval; readonly unit: string }

/** A table of a suite. Reporters know nothing else about suites. */
export type Section = {
  /** Unique in a report. */
  readonly id: string
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
  /** Sentences below the table. */
  readonly notes: readonly string[]
  /** Collapsed by default. */
  readonly isDetail?: boolean
  /** Explains a change of the comparisons, so it is shown beside them. */
  readonly isExplanation?: true
  /** Figures of the table as charts. */
  readonly charts?: readonly ChartBlock[]
}

/** A note for the reader: something not tested, failed or to be treated with caution. */
export type Finding = {
  readonly kind: 'not-tested' | 'failed' | 'contaminated' | 'missing' | 'caution'
  /** `no-baseline`: nothing is committed for this testbed or case; listed last. Absent: any other finding. */
  readonly code?: 'no-baseline'
  /** The case or part. */
  readonly subject: string
  readonly reason: string
  /** Also shown below the headline, because it may explain the verdict. */
  readonly isProminent?: true
}

/** Measurements of one case, for the details. */
export type CaseSummary = {
  readonly suite: string
  readonly benchmark: string
  readonly axes: Axes
  readonly revision: string
  /** Name of its dataset in the config; absent: none. */
  readonly dataset?: string
  /** Runs that count. */
  readonly runs: number
  readonly failedTrials: number
  /** Null: not counted. */
  readonly resultRows: number | null
  /** Null: not measured. */
  readonly wallSeconds: Summary | null
}

/** A suggested next step for the reader. */
export type NextStep = {
  readonly text: string
  /** A command to run; null: none. */
  readonly command: string | null
}

/** GPU statistics of the head's counted runs, as ranges over GPUs; null: not available. */
export type TelemetryDigest = {
  /** Maximum GPUs per case. */
  readonly gpus: number
  /** Percent of the time in which any kernel ran. */
  readonly utilizationPercent: Interval | null
  readonly powerWatts: Interval | null
  /** Maximum over GPUs. */
  readonly memoryPeakBytes: number | null
  readonly hottestCelsius: number | null
}

/** Earlier runs of unchanged code on this testbed, for one metric of one case. */
export type PastRuns = CaseKey & {
  readonly metric: string
  readonly unit: string
  /** One median per session, oldest first. */
  readonly medians: readonly number[]
  /** Median of the head of this run. */
  readonly now: number
}

/** The single source for exit code, check, comment, summary and JSON. */
export type Report = {
  readonly schemaVersion: typeof reportVersion
  readonly title: string
  readonly runId: string
  readonly verdict: OverallVerdict
  readonly conclusion: CheckConclusion
  readonly exitCode: 0 | 1 | 2
  /** The verdict in one sentence. */
  readonly sentence: string
  /** Why the verdict is not a pass, most important first; empty for a pass. */
  readonly reasons: readonly VerdictReason[]
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
  /** The commit whose tree was measured; for a pull request its test merge, unless `testMerge` is absent. */
  readonly measuredCommit: string | null
  /** The base commit of the comparison; null: no base. */
  readonly baseCommit: string | null
  /** The test merge; absent: `measuredCommit` is an ordinary commit. */
  readonly testMerge?: TestMerge
  /** Null: the run is of no pull request. */
  readonly pullRequest: number | null
  readonly testbed: Testbed
  /** Versions that the pipeline printed, by revision label and name; absent: none were asked for. */
  readonly versions?: RunRecord['versions']
  /** Isolation of the commands; absent: not recorded. */
  readonly isolation?: IsolationRecord
  readonly comparisons: readonly Comparison[]
  readonly requirements: readonly RequirementResult[]
  readonly derived: readonly DerivedValue[]
  readonly sections: readonly Section[]
  readonly findings: readonly Finding[]
  readonly cases: readonly CaseSummary[]
  /** Absent: the run had none. */
  readonly datasets?: RunRecord['datasets']
  readonly nextSteps: readonly NextStep[]
  /** Absent: no GPU monitor, or no GPUs. */
  readonly telemetry?: TelemetryDigest
  /** For gate metrics; absent: no earlier runs. */
  readonly pastRuns?: readonly PastRuns[]
}

/** Conclusion of a GitHub check. `failure`, `cancelled` and `timed_out` block the merge (docs/gate.md). */
export type CheckConclusion = 'success' | 'failure' | 'neutral' | 'cancelled' | 'timed_out'

/** An output to GitHub. Rendering returns these values; one step performs them. */
export type Delivery =
  | {
      readonly kind: 'check-run'
      readonly name: string
      readonly headCommit: string
      readonly conclusion: CheckConclusion
      /** There was no baseline, reference or limit to judge by. */
      readonly isUnjudged?: boolean
      readonly title: string
      readonly summary: string
    }
  | { readonly kind: 'sticky-comment'; readonly pullRequest: number; readonly marker: string; readonly body: string }
  | { readonly kind: 'job-summary'; readonly body: string }

/** Result of a delivery. */
export type Receipt = {
  readonly kind: Delivery['kind']
  readonly status: 'created' | 'updated' | 'written' | 'refused'
  /** Null: the output has no page. */
  readonly url: string | null
  /** Why it was refused and what to do; null on success. */
  readonly problem: string | null
  /** What the written check shows, which can be the result of another run; null: it is in progress. Absent: no written check. */
  readonly conclusion?: CheckConclusion | null
}

/** Result of a mode with a report. */
export type ModeResult = {
  readonly report: Report
  readonly receipts: readonly Receipt[]
  /** Absolute path of the run folder. */
  readonly runFolder: string
}

/** Result of a mode: a report, or a sentence about what was done (null: nothing to do). */
export type ModeEnding = ModeResult | { readonly said: string | null }
