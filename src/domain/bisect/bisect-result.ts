import type { Axes } from '../core/case.ts'
import type { ComparisonVerdict } from '../verdict/comparison.ts'
import type { Metric } from '../core/metric.ts'
import type { Interval } from '../core/statistics.ts'
import type { LoggedCommit } from './logged-commit.ts'
import type { BisectMark } from './search-bisect.ts'

export const bisectVersion = 1

/** The question of a search. */
export type BisectQuestion = {
  /** 40 hexadecimal digits. */
  readonly good: string
  readonly bad: string
  readonly suite: string
  /** Patterns of case ids; empty: all cases of the suite. */
  readonly cases: readonly string[]
  /** Null: the gate metric with the most significant regression. */
  readonly metric: string | null
  readonly isFirstParent: boolean
  readonly configPath: string
  readonly configSha256: string
}

/** The metric that the search follows from commit to commit. */
export type BisectTarget = {
  readonly caseId: string
  readonly suite: string
  readonly benchmark: string
  readonly axes: Axes
  readonly metric: Metric
  /** Minimum effect during the search: a third of the step between the ends. */
  readonly minEffect: number
}

/** Result of one judged pair. */
export type BisectAnswer = {
  /** The later and the earlier side; the effect is that of `head` relative to `base`. */
  readonly head: string
  readonly base: string
  readonly verdict: ComparisonVerdict
  readonly effect: number | null
  readonly interval: Interval | null
  /** Counted runs of base and head. */
  readonly runs: readonly [number, number]
  readonly reason: string
}

/** One step of the search, conclusive or not. */
export type BisectStep = {
  /**
   * `ends`: the bad end against the good one; `commit`: one commit; `culprit`: the found commit against its
   * predecessor.
   */
  readonly kind: 'ends' | 'commit' | 'culprit'
  readonly commit: string
  readonly mark: BisectMark
  readonly reason: string
  /** Answered by earlier runs instead of new ones. */
  readonly isSaved: boolean
  readonly isBetween: boolean
  readonly answers: readonly BisectAnswer[]
  /** Relative to the search folder; null: nothing was run. */
  readonly runFolder: string | null
}

/**
 * How the search ended. `found`: one commit, confirmed by its runs against its predecessor. `unconfirmed`: one commit
 * is left, not confirmed by those runs. `range`: several commits are left. `no-step`: the ends do not differ as the
 * question assumes.
 */
export type BisectEnding = 'found' | 'unconfirmed' | 'range' | 'no-step'

/** Result of a search; the JSON output of `warpgauge bisect`. */
export type BisectResult = {
  readonly schemaVersion: typeof bisectVersion
  readonly question: BisectQuestion
  readonly ending: BisectEnding
  /** Summary in one sentence. */
  readonly sentence: string
  readonly target: BisectTarget | null
  readonly testbedId: string | null
  /** The found commit; null when several commits are left, or none. */
  readonly culprit: LoggedCommit | null
  /** Commits that may have caused the step, oldest first, with the reason why they cannot be distinguished. */
  readonly suspects: readonly (LoggedCommit & { readonly mark: BisectMark | null })[]
  /** Comparison of the culprit with its predecessor; without a single culprit, of the bad end with the good one. */
  readonly answer: BisectAnswer | null
  /** Number of commits after the good end, up to and including the bad one. */
  readonly commits: number
  readonly steps: readonly BisectStep[]
}
