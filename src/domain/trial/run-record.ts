import type { DatasetDifference, DatasetIdentity } from '../core/dataset.ts'
import type { IsolationRecord } from './isolation.ts'
import type { Plan } from '../plan/plan.ts'
import type { ResolvedRevision, TestMerge } from '../core/revision.ts'
import type { Selection } from '../plan/selection.ts'
import type { Testbed } from '../testbed/testbed.ts'
import type { Trial } from './trial.ts'

/** Current version of `run.json`. Version 2 added `work` to GPUs and stages; version 1 is the same without it. */
export const runRecordVersion = 2

/** The config of the run and its origin. */
export type ConfigSource = {
  /** Path inside the repository, or as given on the command line. */
  readonly path: string
  readonly sha256: string
  /**
   * `base`: read from a commit of the base branch. `head`: read from the head, so it cannot approve itself. `local`:
   * a manual run.
   */
  readonly origin: 'base' | 'head' | 'local'
  readonly commit: string | null
  /** Name and version of the rule set, `production@1`; absent: none. */
  readonly ruleSet?: string
}

/** The contents of `run.json`. All later steps need nothing else. */
export type RunRecord = {
  readonly schemaVersion: typeof runRecordVersion
  readonly tool: { readonly name: string; readonly version: string }
  readonly runId: string
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly status: 'running' | 'finished' | 'interrupted' | 'failed'
  /** Why it did not finish; null otherwise. */
  readonly statusDetail: string | null
  readonly repository: string | null
  readonly event: string
  readonly pullRequest: number | null
  readonly yardstick: ConfigSource
  /** The base commit of the comparison; absent: no base. */
  readonly baseCommit?: string
  /** Set if the revision `head` is a test merge; absent: the head itself. */
  readonly testMerge?: TestMerge
  readonly testbed: Testbed
  readonly revisions: readonly ResolvedRevision[]
  readonly datasets: readonly DatasetIdentity[]
  /** Absent: base and head provide every dataset with the same content, or there is no base. */
  readonly datasetDifferences?: readonly DatasetDifference[]
  /**
   * Committed files that a command names and that have other content than at the head, by revision label; absent: none.
   * Each revision reads its own.
   */
  readonly changedInputs?: Readonly<Record<string, readonly string[]>>
  /** SHA-256 of the files in `pipeline.identity` (model weights …), by revision label and path. */
  readonly identity: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What the commands of `pipeline.versions` printed, by revision label and name; absent: there are none. */
  readonly versions?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Command templates with placeholders, by revision label. */
  readonly commands: Readonly<Record<string, readonly string[]>>
  /** Variables that the config sets for every command; absent in older records. */
  readonly variables?: Readonly<Record<string, string>>
  /** Isolation of the commands; absent in older records. */
  readonly isolation?: IsolationRecord
  readonly plan: Plan
  readonly trials: readonly Trial[]
  /** SHA-256 of the copied baseline files, by their names below `baselines`. */
  readonly comparedWith?: Readonly<Record<string, string>>
  /** The measured part of the plan; absent: all of it. */
  readonly selection?: Selection
  /** Suites of other testbeds; only in merged runs. */
  readonly elsewhere?: readonly { readonly testbed: Testbed; readonly suites: readonly string[] }[]
  /** The merged runs; absent: not merged. */
  readonly joinedFrom?: readonly JoinedRun[]
}

/** One of the merged runs. */
export type JoinedRun = {
  readonly runId: string
  readonly selection: Selection | null
  /** Ids of its measured cases. */
  readonly cases: readonly string[]
}
