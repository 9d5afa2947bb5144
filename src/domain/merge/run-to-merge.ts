import type { RunRecord } from '../trial/run-record.ts'

/** One of several runs that are to become one. */
export type RunToMerge = {
  /** How a person knows it: the path of its folder. */
  readonly name: string
  /** Where its raw output will lie in the joined folder, with a slash behind; empty: where it lies now. */
  readonly prefix: string
  readonly record: RunRecord
}
