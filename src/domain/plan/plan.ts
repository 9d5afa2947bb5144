import type { CaseOptions } from '../core/case-options.ts'
import type { CaseKey } from '../core/case.ts'
import type { LongRun } from '../production/long-run.ts'
import type { PlannedTool } from './planned-tool.ts'
import type { TrialFailure } from '../trial/trial.ts'
import type { TableChecks } from '../tables/table-rule.ts'

/** A case with everything needed to run it. */
export type PlannedCase = {
  readonly id: string
  readonly key: CaseKey
  /** Label of the revision: `head`, or a name from the config. */
  readonly revision: string
  /** Name of the dataset in the config; empty: none. */
  readonly dataset: string
  /** Device ids passed to the command. */
  readonly gpus: readonly number[]
  readonly warmups: number
  /** Minimum number of counted runs; an undecided comparison may need more (see `PlannedComparison`). */
  readonly repeats: number
  /** Maximum number of counted runs if the case is part of a comparison. */
  readonly maxRepeats: number
  /** Maximum number of contaminated trials that are repeated. */
  readonly maxReruns: number
  readonly timeoutSeconds: number
  /** Sampling interval of the GPU monitor; null: its default. */
  readonly sampleIntervalMs: number | null
  /** Cases with the same group are interleaved. */
  readonly interleaveGroup: string
  /** `cached`: samples of an earlier run may be reused if commit, data, host and command agree. */
  readonly samplesFrom: 'fresh' | 'cached'
  /** Number of nodes of this case; absent: that of the launcher. */
  readonly nodes?: number
  /** Options that this case adds to the command; absent: none. */
  readonly options?: CaseOptions
  /** Failures that are a valid answer of this case; absent: none. */
  readonly answers?: readonly TrialFailure['kind'][]
  /** Extra settings of a run that takes hours; absent: an ordinary run. */
  readonly longRun?: LongRun
  /** The result tables to compare with; absent: none. */
  readonly tables?: TableChecks
  /** A benchmark tool that runs instead of the pipeline; absent: the pipeline. */
  readonly tool?: PlannedTool
  /** Sample the host even without a GPU; absent: do not, because sampling uses CPU time. */
  readonly watchesHost?: true
  /** Record memory over time; absent: only its extremes. */
  readonly keepsMemory?: true
}

/** A requested case that cannot be measured here. */
export type NotTested = {
  readonly key: CaseKey
  readonly reason: string
}

/** A head case and its reference. Both are interleaved until the result is decided or a limit is reached. */
export type PlannedComparison = {
  /** Case ids. */
  readonly head: string
  readonly base: string
  readonly minEffect: number
  /** Whether to judge at the smallest detectable effect if noise hides `minEffect`. */
  readonly mayWiden: boolean
  /** Metrics to decide: names, prefixes followed by `*`, or one of `autoGates`. */
  readonly gate: readonly string[]
  /**
   * Minimum cost of a slowdown of a part, as a share of the run, that fails the check; for gates that `auto`
   * selected. Absent: any slowdown fails.
   */
  readonly minCost?: number
  /** Maximum runs per side. If it does not exceed the repeats of the cases, the number of runs is fixed. */
  readonly maxRepeats: number
  /** Run the base only if committed samples cannot clear the head. */
  readonly isScreened: boolean
  /**
   * Draw the order of each pair independently, and report a change only by a sign-flip test of at least seven pairs;
   * absent: no.
   */
  readonly confirm?: 'exact'
}

/** Everything that a run measures. */
export type Plan = {
  readonly cases: readonly PlannedCase[]
  readonly notTested: readonly NotTested[]
  readonly comparisons: readonly PlannedComparison[]
  /** Cases that compete for runs; absent: none. */
  readonly ladders?: readonly Ladder[]
}

/** Creates a plan of cases without comparisons. */
export function createPlan(cases: readonly PlannedCase[], notTested: readonly NotTested[] = []): Plan {
  return { cases, notTested, comparisons: [] }
}

/**
 * Cases that compete for runs by successive halving (Jamieson & Talwalkar, AISTATS 2016). All cases start with their
 * planned runs; the better part of each rung continues with more runs.
 */
export type Ladder = {
  /** Case ids. */
  readonly cases: readonly string[]
  /** Name of the metric that ranks them. */
  readonly metric: string
  /** From rung to rung, runs grow and cases shrink by this factor. */
  readonly factor: number
  /** Minimum number of cases that remain, so that the final runs can distinguish them. */
  readonly finalists: number
  /** Maximum runs per case. */
  readonly maxRepeats: number
  /**
   * Device-minutes for all rungs; a warm-up costs as much as a run. A rung that would exceed it does not start. Null:
   * no limit.
   */
  readonly gpuMinutes: number | null
}
