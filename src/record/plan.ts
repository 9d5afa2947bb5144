import { z } from 'zod'
import { limits } from './limits.ts'
import { longRun } from './pipeline.ts'
import { caseId, caseKey, count, detail, metricName, name, seconds, type Stored } from './parts.ts'
import { plannedTool } from './readings.ts'
import { caseOptions, tableChecks } from './tables.ts'

/**
 * Why a trial does not count. `partial`: a part of the work failed. `resumed`: it continued earlier work, so its time
 * is not that of a run. `stopped`: its goal was out of reach.
 */
export const trialFailure = z.strictObject({
  kind: z.enum([
    'not-started',
    'exit-code',
    'partial',
    'out-of-memory',
    'signal',
    'timed-out',
    'cancelled',
    'no-proof',
    'resumed',
    'stopped',
    'failed-benchmark',
  ]),
  /** Description with the value. */
  detail,
})
export type TrialFailure = Stored<typeof trialFailure>

/** A case with everything needed to run it. */
const plannedCase = z.strictObject({
  id: caseId,
  key: caseKey,
  /** Label of the revision: `head`, or a name from the config. */
  revision: name,
  /** Name of the dataset in the config; empty: none. */
  dataset: name,
  /** Device ids passed to the command. */
  gpus: z.array(count).max(limits.few),
  /** Number of nodes of this case; absent: that of the launcher. */
  nodes: count.min(1).exactOptional(),
  warmups: count,
  /** Minimum number of counted runs; an undecided comparison may need more (see `PlannedComparison`). */
  repeats: count,
  /** Maximum number of counted runs if the case is part of a comparison. */
  maxRepeats: count,
  /** Maximum number of contaminated trials that are repeated. */
  maxReruns: count,
  timeoutSeconds: seconds,
  /** Sampling interval of the GPU monitor; null: its default. */
  sampleIntervalMs: count.nullable(),
  /** Cases with the same group are interleaved. */
  interleaveGroup: caseId,
  /** `cached`: samples of an earlier run may be reused if commit, data, host and command agree. */
  samplesFrom: z.enum(['fresh', 'cached']),
  /** Failures that are a valid answer of this case; absent: none. */
  answers: z.array(trialFailure.shape.kind).max(limits.few).exactOptional(),
  /** Options that this case adds to the command; absent: none. */
  options: caseOptions.exactOptional(),
  /** Extra settings of a run that takes hours; absent: an ordinary run. */
  longRun: longRun.exactOptional(),
  /** The result tables to compare with; absent: none. */
  tables: tableChecks.exactOptional(),
  /** A benchmark tool that runs instead of the pipeline; absent: the pipeline. */
  tool: plannedTool.exactOptional(),
  /** Sample the host even without a GPU; absent: do not, because sampling uses CPU time. */
  watchesHost: z.literal(true).exactOptional(),
  /** Record memory over time; absent: only its extremes. */
  keepsMemory: z.literal(true).exactOptional(),
})
export type PlannedCase = Stored<typeof plannedCase>

/** A requested case that cannot be measured here. */
const notTested = z.strictObject({ key: caseKey, reason: detail })
export type NotTested = Stored<typeof notTested>

/** A head case and its reference. Both are interleaved until the result is decided or a limit is reached. */
const plannedComparison = z.strictObject({
  head: caseId,
  base: caseId,
  minEffect: z.number().gt(0).lt(1),
  /** Whether to judge at the smallest detectable effect if noise hides `minEffect`. */
  mayWiden: z.boolean(),
  /** Metrics to decide: names, prefixes followed by `*`, or one of `autoGates`. */
  gate: z.array(metricName).max(limits.few),
  /**
   * Minimum cost of a slowdown of a part, as a share of the run, that fails the check; for gates that `auto`
   * selected. Absent: any slowdown fails.
   */
  minCost: z.number().min(0).lt(1).exactOptional(),
  /** Minimum slowdown of GPU busy time, relative to itself, for a gate that `auto` selected. Absent: any. */
  minGpuEffect: z.number().min(0).lt(1).exactOptional(),
  /** Maximum runs per side. If it does not exceed the repeats of the cases, the number of runs is fixed. */
  maxRepeats: count,
  /** Screening: the base runs only if committed samples cannot show that the head is unchanged. */
  isScreened: z.boolean(),
  /**
   * Draw the order of each pair independently, and report a change only by a sign-flip test of at least seven pairs;
   * absent: no.
   */
  confirm: z.literal('exact').exactOptional(),
})
export type PlannedComparison = Stored<typeof plannedComparison>

/**
 * Cases that compete for runs by successive halving (Jamieson & Talwalkar, AISTATS 2016). All cases start with their
 * planned runs; the better part of each rung continues with more runs.
 */
const ladder = z.strictObject({
  cases: z.array(caseId).max(limits.cases),
  /** Name of the metric that ranks them. */
  metric: name,
  /** From rung to rung, runs grow and cases shrink by this factor. */
  factor: z.number().gt(1).max(100),
  /** Minimum number of cases that remain, so that the final runs can distinguish them. */
  finalists: count.min(1),
  /** Maximum runs per case. */
  maxRepeats: count,
  /**
   * Device-minutes for all rungs; a warm-up costs as much as a run. A rung that would exceed it does not start. Null:
   * no limit.
   */
  gpuMinutes: z.number().positive().nullable(),
})
export type Ladder = Stored<typeof ladder>

/** Everything that a run measures. */
export const plan = z.strictObject({
  cases: z.array(plannedCase).max(limits.cases),
  notTested: z.array(notTested).max(limits.cases),
  comparisons: z.array(plannedComparison).max(limits.cases),
  /** Cases that compete for runs; absent: none. */
  ladders: z.array(ladder).max(limits.few).exactOptional(),
})
export type Plan = Stored<typeof plan>

/** The part of a plan that one job measures. */
export const selection = z.strictObject({
  /** Patterns of case ids with `*` as wildcard. */
  only: z.array(caseId).max(limits.few),
})
export type Selection = Stored<typeof selection>
