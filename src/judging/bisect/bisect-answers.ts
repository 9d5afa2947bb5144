import type { BisectAnswer, BisectStep, BisectTarget } from '../../domain/bisect/bisect-result.ts'
import { decideMark, type StepAnswers } from '../../domain/bisect/step-mark.ts'
import { createUndecided, type Decision } from '../../domain/verdict/comparison.ts'
import type { JudgedComparison } from '../../domain/verdict/judged-comparison.ts'

/** Revision labels of the good end, the bad end and the commit before the culprit in a bisection record. */
export const goodLabel = 'good'
export const badLabel = 'bad'
export const beforeLabel = 'before'

type Ends = { readonly good: string; readonly bad: string }
type StepOutcome = Pick<BisectStep, 'mark' | 'reason' | 'isBetween' | 'answers'>

/** Judges whether the bad end is worse than the good end at all. */
export function judgeEnds(
  judged: readonly JudgedComparison[],
  target: BisectTarget | null,
  { good, bad }: Ends,
): StepOutcome {
  if (target) {
    const decision = findDecision(judged, goodLabel, 'head', target)
    return { mark: 'bad', reason: decision.reason, isBetween: false, answers: [toAnswer(decision, good, bad)] }
  }
  const gates = judged.flatMap(({ decisions }) => decisions.filter(({ isGate }) => isGate))
  const all = gates.map(({ decision }) => decision)
  const open = all.find(({ verdict }) => verdict !== 'unchanged' && verdict !== 'improvement')
  const better = all.find(({ verdict }) => verdict === 'improvement')
  return {
    mark: all.length === 0 || open ? 'undecided' : 'good',
    reason: explainEnds(all[0], open, better),
    isBetween: false,
    answers: all.slice(0, 4).map((decision) => toAnswer(decision, good, bad)),
  }
}

function explainEnds(first: Decision | undefined, open: Decision | undefined, better: Decision | undefined): string {
  if (!first) return 'no run of both ends has a gate metric'
  if (open) return `inconclusive whether the bad end is worse: ${open.reason}`
  return better
    ? `the bad end is better than the good one: ${better.reason}`
    : `the bad end is not worse: ${first.reason}`
}

/** Judges a commit that ran interleaved with both ends. */
export function judgeCommit(
  judged: readonly JudgedComparison[],
  target: BisectTarget,
  ends: Ends & { readonly commit: string },
): StepOutcome {
  const againstGood = findDecision(judged, goodLabel, 'head', target)
  const badAgainst = findDecision(judged, 'head', badLabel, target)
  return combineAnswers({ againstGood, badAgainst }, ends)
}

/** Builds the outcome of a step from two decisions that were made before, for example from saved evidence. */
export function combineAnswers(
  answers: StepAnswers,
  { good, bad, commit }: Ends & { readonly commit: string },
): StepOutcome {
  const { againstGood, badAgainst } = answers
  return { ...decideMark(answers), answers: [toAnswer(againstGood, good, commit), toAnswer(badAgainst, commit, bad)] }
}

/** Confirms the commit that was found by a comparison with its predecessor. Mark `good` means: not confirmed. */
export function judgeCulprit(
  judged: readonly JudgedComparison[],
  target: BisectTarget,
  { before, commit }: { readonly before: string; readonly commit: string },
): StepOutcome {
  const decision = findDecision(judged, beforeLabel, 'head', target)
  const isDenied = decision.verdict === 'unchanged' || decision.verdict === 'improvement'
  const mark = decision.verdict === 'regression' ? 'bad' : isDenied ? 'good' : 'undecided'
  return { mark, reason: decision.reason, isBetween: false, answers: [toAnswer(decision, before, commit)] }
}

function findDecision(judged: readonly JudgedComparison[], base: string, head: string, target: BisectTarget): Decision {
  const found = judged.find((one) => one.base.revision === base && one.head.revision === head)
  const metric = found?.decisions.find((one) => one.metric.name === target.metric.name)
  return metric?.decision ?? createUndecided('missing', `the two sides have no runs with ${target.metric.name}`)
}

function toAnswer(decision: Decision, base: string, head: string): BisectAnswer {
  const { verdict, effect, interval, reason } = decision
  return { head, base, verdict, effect, interval, runs: [decision.base?.count ?? 0, decision.head?.count ?? 0], reason }
}
