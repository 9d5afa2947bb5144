import type { Axes } from '../core/case.ts'
import type { ComparisonVerdict } from '../verdict/comparison.ts'
import type { Metric } from '../core/metric.ts'
import type { Interval } from '../core/statistics.ts'
import type { LoggedCommit } from './logged-commit.ts'
import type { BisectMark } from './search-bisect.ts'

export const bisectVersion = 1

/** What is looked for. */
export type BisectQuestion = {
  /** 40 hexadecimal digits. */
  readonly good: string
  readonly bad: string
  readonly suite: string
  /** Patterns of case ids; empty: all cases of the suite. */
  readonly cases: readonly string[]
  /** Null: the gate metric that got worse most certainly. */
  readonly metric: string | null
  readonly isFirstParent: boolean
  readonly configPath: string
  readonly configSha256: string
}

/** The figure that is followed from commit to commit. */
export type BisectTarget = {
  readonly caseId: string
  readonly suite: string
  readonly benchmark: string
  readonly axes: Axes
  readonly metric: Metric
  /** The smallest change that counts while searching: a third of the step between the ends. */
  readonly minEffect: number
}

/** An answer of the judge of pairs, as far as it is shown. */
export type BisectAnswer = {
  /** The later side and the earlier one it was held against; the effect is that of `head` over `base`. */
  readonly head: string
  readonly base: string
  readonly verdict: ComparisonVerdict
  readonly effect: number | null
  readonly interval: Interval | null
  /** Runs that counted, of the base and of the head. */
  readonly runs: readonly [number, number]
  readonly reason: string
}

/** One question that was answered, or was not. */
export type BisectStep = {
  /** `ends`: the bad end against the good one; `culprit`: the commit that was found against the one before it. */
  readonly kind: 'ends' | 'commit' | 'culprit'
  readonly commit: string
  readonly mark: BisectMark
  readonly reason: string
  /** Answered by runs of earlier days instead of new ones. */
  readonly isSaved: boolean
  readonly isBetween: boolean
  readonly answers: readonly BisectAnswer[]
  /** Relative to the folder of the search; null: nothing was run. */
  readonly runFolder: string | null
}

/**
 * How it ended. `found`: one commit, and its runs beside the one before it confirm it. `unconfirmed`: one commit is left,
 * and those runs do not confirm it. `range`: several are left. `no-step`: the ends do not differ in the way that was
 * asked about.
 */
export type BisectEnding = 'found' | 'unconfirmed' | 'range' | 'no-step'

/** What a search came to; the JSON of `warpgauge bisect`. */
export type BisectResult = {
  readonly schemaVersion: typeof bisectVersion
  readonly question: BisectQuestion
  readonly ending: BisectEnding
  /** One sentence. */
  readonly sentence: string
  readonly target: BisectTarget | null
  readonly testbedId: string | null
  /** The one commit; null where several are left, or none. */
  readonly culprit: LoggedCommit | null
  /** Commits that may have made the step, oldest first, with why they could not be told apart. */
  readonly suspects: readonly (LoggedCommit & { readonly mark: BisectMark | null })[]
  /** Of the culprit beside the commit before it; of the bad end against the good one where no single commit is known. */
  readonly answer: BisectAnswer | null
  /** Number of commits after the good end up to the bad one. */
  readonly commits: number
  readonly steps: readonly BisectStep[]
}
