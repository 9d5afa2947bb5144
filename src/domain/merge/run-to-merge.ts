import type { RunRecord } from '../trial/run-record.ts'

/** One of several runs to merge. */
export type RunToMerge = {
  /** Name for people: the path of its folder. */
  readonly name: string
  /** Folder of its raw output in the joined folder, with a trailing slash; empty: unchanged. */
  readonly prefix: string
  readonly record: RunRecord
}
