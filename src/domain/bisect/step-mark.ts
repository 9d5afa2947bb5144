import type { Decision } from '../verdict/comparison.ts'
import type { BisectMark } from './search-bisect.ts'

/** Results of comparing a commit with both ends of the range. Each asks whether the later side is worse. */
export type StepAnswers = {
  /** The commit against the good end. */
  readonly againstGood: Decision
  /** The bad end against the commit. */
  readonly badAgainst: Decision
}

/** The mark of one tested commit. */
export type StepMark = {
  readonly mark: BisectMark
  /** Reason in one sentence. */
  readonly reason: string
  /** The commit differs from both ends, so there is more than one step. */
  readonly isBetween: boolean
}

/** Result of one comparison: a step between the two, none, or inconclusive. */
type Step = 'step' | 'none' | 'open'

/**
 * Decides on which side of the step a commit is. The rule for pairs detects or rules out a slowdown, so both
 * comparisons ask for one: is the commit worse than the good end, and is the bad end worse than the commit? One
 * conclusive result is enough if the effects of both agree with it. Everything else is undecided.
 */
export function decideMark(answers: StepAnswers): StepMark {
  const before = classifyStep(answers.againstGood)
  const after = classifyStep(answers.badAgainst)
  const nearer = isNearerToBad(answers)
  if (before === 'step' && after === 'step') return markBetween(nearer)
  if (before === after) return createMark('undecided', explainUndecided(before, answers))
  const isBad = before === 'step' || after === 'none'
  const isHalfOpen = before === 'open' || after === 'open'
  if (isHalfOpen && nearer !== null && nearer !== isBad)
    return createMark('undecided', `${describeSteps(before, after)}, but its effects are closer to the other end`)
  return createMark(isBad ? 'bad' : 'good', describeSteps(before, after))
}

/**
 * Minimum effect during the search: a third of the step between the ends, so that the step cannot fall between "worse"
 * and "not worse".
 */
export function computeStepEffect(effect: number): number {
  const third = 1 - Math.exp(-Math.abs(Math.log1p(effect)) / 3)
  return Math.min(0.5, Math.max(0.002, third))
}

function classifyStep({ verdict }: Decision): Step {
  if (verdict === 'regression') return 'step'
  return verdict === 'unchanged' || verdict === 'improvement' ? 'none' : 'open'
}

/** Whether more than half of the step lies before the commit; null without effects. */
function isNearerToBad({ againstGood, badAgainst }: StepAnswers): boolean | null {
  if (againstGood.effect === null || badAgainst.effect === null) return null
  const [before, after] = [Math.log1p(againstGood.effect), Math.log1p(badAgainst.effect)]
  // Both effects have the sign of the step unless noise reversed one; the larger one determines the direction.
  const direction = Math.sign(before + after)
  return before * direction >= after * direction
}

/** With several steps the search continues with the larger one, and the reason mentions the other. */
function markBetween(isNearer: boolean | null): StepMark {
  const where = isNearer === false ? 'after' : 'before'
  return {
    mark: isNearer === false ? 'good' : 'bad',
    reason: `worse than the good end, and the bad end is worse still: there is more than one step, and the larger one is ${where} it`,
    isBetween: true,
  }
}

function createMark(mark: BisectMark, reason: string): StepMark {
  return { mark, reason, isBetween: false }
}

function describeSteps(before: Step, after: Step): string {
  const texts = [
    ...(before === 'step' ? ['worse than the good end'] : []),
    ...(before === 'none' ? ['not worse than the good end'] : []),
    ...(after === 'step' ? ['the bad end is worse'] : []),
    ...(after === 'none' ? ['the bad end is not worse'] : []),
  ]
  return texts.join(', ')
}

function explainUndecided(both: Step, { againstGood, badAgainst }: StepAnswers): string {
  if (both === 'none') return 'no significant difference from either end'
  return `inconclusive against the good end (${againstGood.reason}) and against the bad end (${badAgainst.reason})`
}
