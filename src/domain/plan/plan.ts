import type { CaseOptions } from '../core/case-options.ts'
import type { CaseKey } from '../core/case.ts'
import type { LongRun } from '../production/long-run.ts'
import type { PlannedTool } from './planned-tool.ts'
import type { TrialFailure } from '../trial/trial.ts'
import type { TableChecks } from '../tables/table-rule.ts'

/** A case with all that is needed to run it. */
export type PlannedCase = {
  readonly id: string
  readonly key: CaseKey
  /** Label of the revision that runs: `head`, or a name from the config. */
  readonly revision: string
  /** Name of the dataset in the config. */
  readonly dataset: string
  /** Device ids handed to the command. */
  readonly gpus: readonly number[]
  readonly warmups: number
  /** Runs that count at least; a comparison that is not settled by then goes on (see `PlannedComparison`). */
  readonly repeats: number
  /** Runs that count at most, when the case is one side of a comparison. */
  readonly maxRepeats: number
  /** How many contaminated trials may be run again. */
  readonly maxReruns: number
  readonly timeoutSeconds: number
  /** Time between two looks at the GPUs; null: the usual one of the monitor. */
  readonly sampleIntervalMs: number | null
  /** Cases of one group are measured in turn. */
  readonly interleaveGroup: string
  /** `cached`: samples of an earlier run may stand in for fresh ones when commit, data, host and command agree. */
  readonly samplesFrom: 'fresh' | 'cached'
  /** What this case sets beyond the command; absent: nothing. */
  readonly options?: CaseOptions
  /** Ways of failing that are an answer to what the case asks, and no fault of the run; absent: none. */
  readonly answers?: readonly TrialFailure['kind'][]
  /** What a run of hours needs beyond others; absent: it takes minutes. */
  readonly longRun?: LongRun
  /** Whose answers its result tables are held against; absent: nobody's. */
  readonly tables?: TableChecks
  /** A benchmark tool that runs in place of the pipeline; absent: the pipeline. */
  readonly tool?: PlannedTool
  /** The host is watched even where there is no GPU to watch; absent: the sampling would only use its cores. */
  readonly watchesHost?: true
  /** Memory over time is kept of its trials; absent: only its extremes. */
  readonly keepsMemory?: true
}

/** Something that was asked for and cannot be measured here. */
export type NotTested = {
  readonly key: CaseKey
  readonly reason: string
}

/** Head and reference of one question. Both are run in turn until the answer is settled, or the limits are reached. */
export type PlannedComparison = {
  /** Case ids. */
  readonly head: string
  readonly base: string
  readonly minEffect: number
  /** Where the known noise hides that, the smallest effect within reach is judged instead. */
  readonly mayWiden: boolean
  /** Metrics that must be settled: names, starts of names with `*` behind them, or one of `autoGates`. */
  readonly gate: readonly string[]
  /** What a slowdown of a part must cost of the run to fail the check, for gates that `auto` selected. Absent: any. */
  readonly minCost?: number
  /** Runs per side at most. Not above the repeats of the cases: their number is settled beforehand. */
  readonly maxRepeats: number
  /** The base is run only when committed samples cannot clear the head without it. */
  readonly isScreened: boolean
  /** The order within each pair is drawn, and only a sign-flip test of at least seven pairs tells a change; absent: no. */
  readonly confirm?: 'exact'
}

export type Plan = {
  readonly cases: readonly PlannedCase[]
  readonly notTested: readonly NotTested[]
  readonly comparisons: readonly PlannedComparison[]
  /** Cases that compete for runs; absent: none do. */
  readonly ladders?: readonly Ladder[]
}

/** A plan of cases alone, none of which is measured beside another. */
export function createPlan(cases: readonly PlannedCase[], notTested: readonly NotTested[] = []): Plan {
  return { cases, notTested, comparisons: [] }
}

/**
 * Cases that compete for runs. All climb the first rung with the runs that they are planned with; of those on a rung the
 * better part goes on, with as many times the runs (successive halving: Jamieson & Talwalkar, AISTATS 2016).
 */
export type Ladder = {
  /** Case ids. */
  readonly cases: readonly string[]
  /** Name of the metric they compete in. */
  readonly metric: string
  /** From rung to rung the runs grow and the cases shrink by this. */
  readonly factor: number
  /** So many cases are never thinned out: the last are to be told apart by their runs. */
  readonly finalists: number
  /** Runs of one case at most. */
  readonly maxRepeats: number
  /** Device-minutes for all rungs, warm-ups at the price of a run; a rung that would not fit is not begun. Null: no limit. */
  readonly gpuMinutes: number | null
}
