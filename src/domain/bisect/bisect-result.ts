import {
  type RangeCommit,
  type BisectMark,
  type BisectMarks,
  computeStepEffect,
  searchBisect,
} from './search-bisect.ts'
import { type Axes, formatCaseId } from '../core/case.ts'
import type { ComparisonVerdict } from '../verdict/comparison.ts'
import type { Metric } from '../core/metric.ts'
import type { Interval } from '../core/statistics.ts'
import type { JudgedComparison } from '../verdict/judged-comparison.ts'
import type { MetricDecision } from '../verdict/evidence.ts'
import type { Cause } from '../history/shift.ts'
import { selectDistinctRecords, withoutAbandoned } from '../history/history-records.ts'
import { observe, type TrackingRules } from '../history/observe.ts'
import type { HistoryRecord } from '../../record/history.ts'
import { formatShare } from '../core/numbers.ts'

/** A commit of the range. Subject and author are untrusted input. */
export type LoggedCommit = RangeCommit & {
  readonly subject: string
  readonly author: string
  /** ISO 8601. */
  readonly committedAt: string
}

const bisectVersion = 1

/** Commits, as complete ids. */
export type BisectEnds = { readonly good: string; readonly bad: string }

/** The question of a search. */
export type BisectQuestion = BisectEnds & {
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

type Candidate = { readonly judged: JudgedComparison; readonly metric: MetricDecision }

/** Chooses the gate metric with the most significant regression between the ends; null without a regression. */
export function chooseTarget(judged: readonly JudgedComparison[]): BisectTarget | null {
  const worse = judged
    .flatMap((item) => item.decisions.map((metric): Candidate => ({ judged: item, metric })))
    .filter(({ metric }) => metric.isGate && metric.decision.verdict === 'regression')
  const [first] = worse.toSorted((one, other) => computeCertainty(other) - computeCertainty(one))
  if (!first) return null
  const { head } = first.judged
  const { metric, decision } = first.metric
  return { caseId: head.id, ...head.key, metric, minEffect: computeStepEffect(decision.effect ?? 0) }
}

/** Smallest change that the interval allows, in logs; 0 if the interval includes zero. */
function computeCertainty({ metric: { decision } }: Candidate): number {
  const [low, high] = decision.interval ?? [0, 0]
  return low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(Math.log1p(low)), Math.abs(Math.log1p(high)))
}

type HistoryQuestion = Pick<BisectQuestion, 'good' | 'bad' | 'suite' | 'cases' | 'metric'>

/**
 * Builds the question about the newest lasting regression of a history: from its last good run to its first bad one,
 * with the metric of the clearest change. Uses the testbed of the newest record. Null without a regression, or without
 * a range to search.
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
  const { causes } = observe(own, latest, [], rules)
  const questions = causes
    .toSorted((one, other) => one.bad.order - other.bad.order)
    .flatMap((cause) => toQuestion(cause, suite) ?? [])
  return questions.at(-1) ?? null
}

/** Null when the cause does not affect the suite. */
function toQuestion({ good, bad, shifts }: Cause, suite: string | null): HistoryQuestion | null {
  const clearest = shifts.find(({ history }) => suite === null || history.key.suite === suite)
  if (!clearest || good.commit === bad.commit) return null
  const { key, metric } = clearest.history
  return { good: good.commit, bad: bad.commit, suite: key.suite, cases: [formatCaseId(key)], metric: metric.name }
}

/** Everything known of a search. */
export type BisectState = {
  readonly question: BisectQuestion
  readonly range: readonly LoggedCommit[]
  readonly testbedId: string | null
  readonly target: BisectTarget | null
  readonly steps: readonly BisectStep[]
}

/** Computes the result of a search. Pure: a resumed search has the same result. */
export function summarizeBisect(known: BisectState): BisectResult {
  const { question, range, testbedId, target, steps } = known
  const marks = collectMarks(steps)
  const found = searchBisect(range, marks)
  const confirmation = found.state === 'found' ? findConfirmation(found.culprit, known) : null
  const ending = chooseEnding(known, found.state === 'found', confirmation)
  const suspects = ending === 'no-step' ? [] : listSuspects(range, marks)
  const answer = (confirmation ?? steps.find(({ kind }) => kind === 'ends'))?.answers[0] ?? null
  const [culprit] = suspects
  return {
    schemaVersion: bisectVersion,
    question,
    target,
    testbedId,
    answer,
    commits: range.length,
    steps,
    ending,
    suspects,
    culprit: ending === 'found' && culprit ? (range.find(({ commit }) => commit === culprit.commit) ?? null) : null,
    sentence: formatOutcome({ ending, suspects, answer, known }),
  }
}

/**
 * Finds the runs that compare the found commit with its predecessor; if the range is a single commit, the runs of its
 * ends.
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

function chooseEnding({ steps }: BisectState, isOne: boolean, confirmation: BisectStep | null): BisectEnding {
  if (steps.find(({ kind }) => kind === 'ends')?.mark !== 'bad') return 'no-step'
  if (!isOne) return 'range'
  return confirmation?.mark === 'bad' ? 'found' : 'unconfirmed'
}

function listSuspects(range: readonly LoggedCommit[], marks: BisectMarks): BisectResult['suspects'] {
  const state = searchBisect(range, marks)
  const left = new Set(state.state === 'found' ? [state.culprit] : state.suspects)
  return range.filter(({ commit }) => left.has(commit)).map((one) => ({ ...one, mark: marks.get(one.commit) ?? null }))
}

type OutcomeInput = {
  readonly ending: BisectEnding
  readonly suspects: BisectResult['suspects']
  readonly answer: BisectAnswer | null
  readonly known: BisectState
}

function formatOutcome({ ending, suspects, answer, known: { question, target, steps } }: OutcomeInput): string {
  const what = target ? `${target.metric.name} of ${target.caseId}` : `suite ${question.suite}`
  const change = answer ? formatChange(answer) : 'worse'
  const [first] = suspects
  switch (ending) {
    case 'found':
      return `${shortenCommit(first?.commit)} made ${what} ${change}`
    case 'unconfirmed':
      return `${shortenCommit(first?.commit)} is the only suspect left, but its runs against the previous commit do not confirm that it made ${what} worse`
    case 'range':
      return `one of ${suspects.length} commits, up to ${shortenCommit(suspects.at(-1)?.commit)}, made ${what} ${change}; they cannot be distinguished: ${explainSuspects(suspects)}`
    case 'no-step':
      return `no regression from ${shortenCommit(question.good)} to ${shortenCommit(question.bad)}: ${steps[0]?.reason ?? 'nothing was measured'}`
    default:
      return ending satisfies never
  }
}

function formatChange({ effect, interval }: BisectAnswer): string {
  if (effect === null) return 'worse'
  const range = interval ? `, 95 % interval ${formatSignedShare(interval[0])} to ${formatSignedShare(interval[1])}` : ''
  return `worse (${formatSignedShare(effect)}${range})`
}

function formatSignedShare(effect: number): string {
  return `${effect < 0 ? '−' : '+'}${formatShare(Math.abs(effect))}`
}

function explainSuspects(suspects: BisectResult['suspects']): string {
  const count = (mark: string): number => suspects.filter((one) => one.mark === mark).length
  const texts = [
    [count('skipped'), 'could not be run'],
    [count('undecided'), 'inconclusive'],
    [suspects.filter(({ mark }) => mark === null).length, 'not tested'],
  ] as const
  return texts.flatMap(([number, text]) => (number > 0 ? [`${number} ${text}`] : [])).join(', ')
}

function shortenCommit(commit: string | undefined): string {
  return commit?.slice(0, 12) ?? 'unknown'
}
