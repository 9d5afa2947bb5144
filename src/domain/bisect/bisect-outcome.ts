import { formatShare } from '../core/numbers.ts'
import { collectMarks } from './bisect-marks.ts'
import {
  bisectVersion,
  type BisectAnswer,
  type BisectEnding,
  type BisectQuestion,
  type BisectResult,
  type BisectStep,
  type BisectTarget,
} from './bisect-result.ts'
import type { LoggedCommit } from './logged-commit.ts'
import { searchBisect, type BisectMarks } from './search-bisect.ts'

/** Everything known at the end of a search. */
export type BisectKnowledge = {
  readonly question: BisectQuestion
  readonly range: readonly LoggedCommit[]
  readonly testbedId: string | null
  readonly target: BisectTarget | null
  readonly steps: readonly BisectStep[]
}

/** Computes the result of a search. Pure: a resumed search has the same result. */
export function summarizeBisect(known: BisectKnowledge): BisectResult {
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
  { question, range, steps }: Pick<BisectKnowledge, 'question' | 'range' | 'steps'>,
): BisectStep | null {
  const own = steps.findLast(({ kind, commit }) => kind === 'culprit' && commit === culprit)
  if (own) return own
  const parents = range.find(({ commit }) => commit === culprit)?.parents ?? []
  const isWholeRange = culprit === question.bad && parents[0] === question.good
  return isWholeRange ? (steps.find(({ kind }) => kind === 'ends') ?? null) : null
}

function chooseEnding({ steps }: BisectKnowledge, isOne: boolean, confirmation: BisectStep | null): BisectEnding {
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
  readonly known: BisectKnowledge
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
