import type { DatasetIdentity } from '../core/dataset.ts'
import type { IsolationRecord } from './isolation.ts'
import type { Plan } from '../plan/plan.ts'
import type { ResolvedRevision, TestMerge } from '../core/revision.ts'
import type { Selection } from '../plan/selection.ts'
import type { Testbed } from '../testbed/testbed.ts'
import type { Trial } from './trial.ts'

/**
 * Version of `run.json` that is written. Version 2 added `work` to what a GPU and a stage used; a record of version 1 is
 * one of version 2 without it.
 */
export const runRecordVersion = 2

/** Where the rules came from. */
export type ConfigSource = {
  /** Path inside the repository, or as given on the command line. */
  readonly path: string
  readonly sha256: string
  /** `base`: read at a commit of the base branch. `head`: the head brought it, so it cannot vouch for itself. `local`: a person's own run. */
  readonly origin: 'base' | 'head' | 'local'
  readonly commit: string | null
  /** Name and version of the rule set that the config asks for, `production@1`; absent: none. */
  readonly ruleSet?: string
}

/** What a measurement leaves behind as `run.json`. Everything after measuring works from this alone. */
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
  /** The commit of the base that the head is compared with; absent: there is no base. */
  readonly baseCommit?: string
  /** What the revision `head` is where a pull request was measured as it would be merged; absent: the head itself. */
  readonly testMerge?: TestMerge
  readonly testbed: Testbed
  readonly revisions: readonly ResolvedRevision[]
  readonly datasets: readonly DatasetIdentity[]
  /** SHA-256 of the files that `pipeline.identity` names (model weights …), by revision label and path. */
  readonly identity: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Command templates by revision label, before placeholders were filled. */
  readonly commands: Readonly<Record<string, readonly string[]>>
  /** Variables that the config sets for every command; absent in records of older tools. */
  readonly variables?: Readonly<Record<string, string>>
  /** What kept the commands of this run apart; absent in records of older tools. */
  readonly isolation?: IsolationRecord
  readonly plan: Plan
  readonly trials: readonly Trial[]
  /** SHA-256 of the copies of committed files that this run is compared with, by their names below `baselines`. */
  readonly comparedWith?: Readonly<Record<string, string>>
  /** What of the plan this run was to measure; absent: all of it. */
  readonly selection?: Selection
  /** Suites that were measured on another testbed; only in a run that was joined from others. */
  readonly elsewhere?: readonly { readonly testbed: Testbed; readonly suites: readonly string[] }[]
  /** The runs that this one was joined from; absent: it was measured as it is. */
  readonly joinedFrom?: readonly JoinedRun[]
}

/** One of the runs that were joined. */
export type JoinedRun = {
  readonly runId: string
  readonly selection: Selection | null
  /** Ids of the cases that it measured. */
  readonly cases: readonly string[]
}
