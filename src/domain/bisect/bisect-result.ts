import {
  type RangeCommit,
  type BisectMark,
  type BisectMarks,
  computeStepEffect,
  searchBisect,
} from './search-bisect.ts'
import { type CaseKey, formatCaseId } from '../core/case.ts'
import type { ComparisonVerdict, Decision } from '../verdict/comparison.ts'
import type { Metric } from '../core/metric.ts'
import type { Interval } from '../core/statistics.ts'
import type { JudgedComparison } from '../verdict/judged-comparison.ts'
import { selectDistinctRecords, withoutAbandoned } from '../history/history-records.ts'
import { observe, type TrackingRules } from '../history/observe.ts'
import type { HistoryRecord } from '../../record/history.ts'
import { formatShare } from '../core/numbers.ts'

/** A commit that a bisect searches. Subject and author are untrusted input. */
export type LoggedCommit = RangeCommit & {
  readonly subject: string
  readonly author: string
  /** ISO 8601. */
  readonly committedAt: string
}

const bisectVersion = 1

/** Commit ids of both ends; `bad` is worse. */
export type BisectEnds = { readonly good: string; readonly bad: string }

/** The question of a search. */
export type BisectQuestion = BisectEnds & {
  readonly suite: string
  /** Patterns of case ids; empty: all cases of the suite. */
  readonly cases: readonly string[]
  /** Null: the gate metric with the most significant regression. */
  readonly metric: string | null
  /** Whether only first parents are searched, so that a merge counts as one commit. */
  readonly isFirstParent: boolean
  readonly configPath: string
  readonly configSha256: string
}

/** The metric that the search follows from commit to commit. */
export type BisectTarget = CaseKey & {
  readonly caseId: string
  readonly metric: Metric
  /** Minimum effect during the search: a third of the step between the ends. */
  readonly minEffect: number
}

/** What the runs of two commits show about the target. */
export type BisectAnswer = {
  /** The later and the earlier side; the effect is that of `head` relative to `base`. */
  readonly head: string
  readonly base: string
  readonly verdict: ComparisonVerdict
  /** Null, also below: as in `Comparison`. */
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
  /** The commit differs from both ends, so there is more than one step. */
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
  readonly sentence: string
  /** Null: no metric is worse at the bad end. */
  readonly target: BisectTarget | null
  /** Null: nothing was run. */
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

/**
 * Collects the marks of the steps so far. If runs of a culprit against its predecessor contradict it, marks from saved
 * records are ignored and the search continues without them.
 */
export function collectMarks(steps: readonly BisectStep[]): BisectMarks {
  const trusted = isSavedTrusted(steps) ? steps : steps.filter(({ isSaved }) => !isSaved)
  return new Map(
    trusted.flatMap(({ kind, commit, mark }): [string, BisectMark][] => (kind === 'commit' ? [[commit, mark]] : [])),
  )
}

/** Whether saved records may still answer a step. */
export function isSavedTrusted(steps: readonly BisectStep[]): boolean {
  return steps.every((step) => step.kind !== 'culprit' || step.mark === 'bad')
}

/** Chooses the gate metric with the most significant regression between the ends; null without a regression. */
export function chooseTarget(judged: readonly JudgedComparison[]): BisectTarget | null {
  const worse = judged
    .flatMap(({ head, decisions }) => decisions.map((found) => ({ head, ...found })))
    .filter(({ isGate, decision }) => isGate && decision.verdict === 'regression')
  const [first] = worse.toSorted((one, other) => computeCertainty(other.decision) - computeCertainty(one.decision))
  if (!first) return null
  const { head, metric, decision } = first
  return { caseId: head.id, ...head.key, metric, minEffect: computeStepEffect(decision.effect ?? 0) }
}

/** Smallest change that the interval allows, in logs; 0 if the interval includes zero. */
function computeCertainty({ interval }: Decision): number {
  const [low, high] = interval ?? [0, 0]
  return low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(Math.log1p(low)), Math.abs(Math.log1p(high)))
}

type HistoryQuestion = Pick<BisectQuestion, 'good' | 'bad' | 'suite' | 'cases' | 'metric'>

/**
 * Builds the question about the newest lasting regression of a history: from its last good run to its first bad one,
 * with the metric of the clearest change. Uses the testbed of the newest record, and any suite if `suite` is null. Null
 * without a regression, or without a range to search.
 */
export function findQuestion(
  records: readonly HistoryRecord[],
  rules: TrackingRules,
  suite: string | null,
): HistoryQuestion | null {
  const newest = records.toSorted((one, other) => Date.parse(one.measuredAt) - Date.parse(other.measuredAt)).at(-1)
  const own = withoutAbandoned(
    selectDistinctRecords(records.filter(({ testbed }) => testbed.id === newest?.testbed.id)),
  )
  const latest = own.at(-1)
  if (!latest) return null
  const questions = observe(own, latest, [], rules)
    .causes.toSorted((one, other) => one.bad.order - other.bad.order)
    .flatMap(({ good, bad, shifts }): HistoryQuestion[] => {
      const clearest = shifts.find(({ history }) => suite === null || history.key.suite === suite)?.history
      if (!clearest || good.commit === bad.commit) return []
      const { key, metric } = clearest
      return [{ good: good.commit, bad: bad.commit, suite: key.suite, cases: [formatCaseId(key)], metric: metric.name }]
    })
  return questions.at(-1) ?? null
}

/** A search so far, and the commits of its range, parents before children. */
export type BisectState = Pick<BisectResult, 'question' | 'testbedId' | 'target' | 'steps'> & {
  readonly range: readonly LoggedCommit[]
}

/** Computes the result of a search. Pure: a resumed search has the same result. */
export function summarizeBisect(known: BisectState): BisectResult {
  const { range, ...kept } = known
  const { steps } = kept
  const marks = collectMarks(steps)
  const left = new Set(searchBisect(range, marks).suspects)
  const ends = steps.find(({ kind }) => kind === 'ends')
  const [only] = left.size === 1 ? left : []
  const confirmation = only === undefined ? null : findConfirmation(only, known)
  const ending = ends?.mark === 'bad' ? chooseEnding(left.size, confirmation) : 'no-step'
  const suspects = range.filter(({ commit }) => ending !== 'no-step' && left.has(commit))
  const outcome = {
    ending,
    suspects: suspects.map((one) => ({ ...one, mark: marks.get(one.commit) ?? null })),
    answer: (confirmation ?? ends)?.answers[0] ?? null,
  } as const
  return {
    schemaVersion: bisectVersion,
    ...kept,
    commits: range.length,
    ...outcome,
    culprit: (ending === 'found' && suspects[0]) || null,
    sentence: formatOutcome(outcome, known),
  }
}

function chooseEnding(left: number, confirmation: BisectStep | null): BisectEnding {
  if (left !== 1) return 'range'
  return confirmation?.mark === 'bad' ? 'found' : 'unconfirmed'
}

/**
 * Finds the runs that compare the found commit with its predecessor; if the range is a single commit, the runs of its
 * ends. Null: not run yet.
 */
export function findConfirmation(
  culprit: string,
  { question, range, steps }: Pick<BisectState, 'question' | 'range' | 'steps'>,
): BisectStep | null {
  const own = steps.findLast(({ kind, commit }) => kind === 'culprit' && commit === culprit)
  if (own) return own
  const parents = range.find(({ commit }) => commit === culprit)?.parents ?? []
  const isWholeRange = culprit === question.bad && parents[0] === question.good
  return isWholeRange ? (steps.find(({ kind }) => kind === 'ends') ?? null) : null
}

function formatOutcome(
  { ending, suspects, answer }: Pick<BisectResult, 'ending' | 'suspects' | 'answer'>,
  { question, target, steps }: BisectState,
): string {
  const what = target ? `${target.metric.name} of ${target.caseId}` : `suite ${question.suite}`
  const change = answer ? formatChange(answer) : 'worse'
  const [first, last] = [suspects[0], suspects.at(-1)].map((one) => one?.commit.slice(0, 12) ?? 'unknown')
  switch (ending) {
    case 'found':
      return `${first} made ${what} ${change}`
    case 'unconfirmed':
      return `${first} is the only suspect left, but its runs against the previous commit do not confirm that it made ${what} worse`
    case 'range': {
      const marks = [
        ['skipped', 'could not be run'],
        ['undecided', 'inconclusive'],
        [null, 'not tested'],
      ] as const
      const counts = marks.map(([mark, text]) => [suspects.filter((one) => one.mark === mark).length, text] as const)
      const why = counts.flatMap(([count, text]) => (count > 0 ? [`${count} ${text}`] : [])).join(', ')
      return `one of ${suspects.length} commits, up to ${last}, made ${what} ${change}; they cannot be distinguished: ${why}`
    }
    case 'no-step':
      return `no regression from ${question.good.slice(0, 12)} to ${question.bad.slice(0, 12)}: ${steps[0]?.reason ?? 'nothing was measured'}`
    default:
      return ending satisfies never
  }
}

function formatChange({ effect, interval }: BisectAnswer): string {
  if (effect === null) return 'worse'
  const [low, high] = (interval ?? []).map(formatSignedShare)
  return `worse (${formatSignedShare(effect)}${interval ? `, 95 % interval ${low} to ${high}` : ''})`
}

function formatSignedShare(effect: number): string {
  return `${effect < 0 ? '−' : '+'}${formatShare(Math.abs(effect))}`
}
