import { isWithinBudget, type Budget } from './budget.ts'
import { hasGivenUp, isFinished } from './case-finished.ts'
import { isCleared, determineProgress } from '../verdict/comparison-progress.ts'
import { withLadderRuns } from './ladder.ts'
import { isForwards, type OrderSeed } from './pair-order.ts'
import type { Plan, PlannedCase, PlannedComparison } from './plan.ts'
import { nothingKnown, type PriorKnowledge } from './prior-knowledge.ts'
import { isCounted, selectInterleavedRuns, countScreeningRuns } from './interleaved-runs.ts'
import { sumValues } from '../core/statistics.ts'
import { isContaminated, type Trial } from '../trial/trial.ts'

/** The next execution to make. */
export type NextTrial = {
  readonly planned: PlannedCase
  readonly index: number
  readonly isWarmup: boolean
}

/** What else decides which trial comes next. */
export type ScheduleRules = {
  readonly known: PriorKnowledge
  readonly budget: Budget
  readonly seed: OrderSeed
}

export const plainSchedule: ScheduleRules = { known: nothingKnown, budget: { run: null, suites: {} }, seed: null }

/**
 * Which trial comes next, given those already on record; null when nothing is left to do. A pure function of the record,
 * so a resumed run goes on exactly where it stopped. First every case gets the runs that the plan asks for: groups one
 * after the other, within a group in turn, in an order that favours no side (see `isForwards`). Cases on a ladder get the runs of the rungs they climb. Then the comparisons that are
 * still open compete for the runs that the budget allows.
 */
export function chooseNextTrial(
  plan: Plan,
  trials: readonly Trial[],
  rules: ScheduleRules = plainSchedule,
): NextTrial | null {
  const cases = withLadderRuns(plan.cases, plan.ladders ?? [], trials)
  const planned = cases.map((item) => queueCase(item, plan, trials, rules))
  for (const group of Map.groupBy(planned, (item) => item.planned.interleaveGroup).values()) {
    const next = chooseInGroup(group, plan, rules.seed)
    if (next) return { ...next, planned: plan.cases.find(({ id }) => id === next.planned.id) ?? next.planned }
  }
  return chooseOpenTrial(plan, trials, rules)
}

/** How many executions the plan asks for at least, warm-ups included. */
export function countPlannedTrials({ cases, comparisons }: Plan): number {
  const waiting = new Set(comparisons.filter((item) => item.isScreened).map((item) => item.base))
  return cases
    .filter((planned) => !waiting.has(planned.id))
    .reduce((sum, planned) => sum + planned.warmups + planned.repeats, 0)
}

/** A case with what it has done, counted from the run with which its group began. */
type QueuedCase = {
  readonly planned: PlannedCase
  readonly done: readonly Trial[]
  /** Runs before the others of its group joined. */
  readonly before: number
  readonly isOpen: boolean
}

function queueCase(planned: PlannedCase, plan: Plan, trials: readonly Trial[], { known }: ScheduleRules): QueuedCase {
  const done = trials.filter((trial) => trial.caseId === planned.id)
  const asBase = plan.comparisons.find((item) => item.base === planned.id)
  const asHead = plan.comparisons.find((item) => item.head === planned.id && item.isScreened)
  if (asBase && isStandingBy(asBase, plan, trials, known)) return { planned, done, before: 0, isOpen: false }
  const before =
    asHead && !isStandingBy(asHead, plan, trials, known) ? countScreeningRuns(asHead, planned, trials, known) : 0
  return { planned, done, before, isOpen: !isFinished(planned, done, before) || isShort(planned, plan, done, before) }
}

/** A compared case whose run failed has it made again now rather than later, so that its pair stays together. */
function isShort(planned: PlannedCase, { comparisons }: Plan, done: readonly Trial[], before: number): boolean {
  const isCompared = comparisons.some(({ head, base }) => head === planned.id || base === planned.id)
  return isCompared && done.filter(isCounted).length - before < planned.repeats && !isExhausted(planned, done)
}

/** The reference waits while committed samples may still clear the head, and for good once they have. */
function isStandingBy(
  comparison: PlannedComparison,
  { cases }: Plan,
  trials: readonly Trial[],
  known: PriorKnowledge,
): boolean {
  const head = cases.find((item) => item.id === comparison.head)
  if (!comparison.isScreened || !head || trials.some((trial) => trial.caseId === comparison.base)) return false
  if (known.screen(comparison.head, []) === null) return false
  const own = trials.filter((trial) => trial.caseId === comparison.head)
  if (own.filter(isCounted).length < head.repeats && !isFinished(head, own, 0)) return true
  return isCleared(comparison, head, trials, known)
}

function chooseInGroup(group: readonly QueuedCase[], { comparisons }: Plan, seed: OrderSeed): NextTrial | null {
  const open = group.filter((item) => item.isOpen)
  const turn = Math.min(...open.map(computeTurn))
  const due = open.filter((item) => computeTurn(item) === turn)
  const name = group[0]?.planned.interleaveGroup ?? ''
  const isExact = comparisons.some(
    (item) => item.confirm === 'exact' && group.some(({ planned: { id } }) => id === item.head || id === item.base),
  )
  const chosen = turn < 0 || isForwards(turn, seed, name, isExact) ? due[0] : due.at(-1)
  return chosen ? buildNextTrial(chosen.planned, chosen.done) : null
}

/**
 * Warm-ups that are left, as a negative number; then the pair that its next run that counts belongs to. A run that does
 * not count leaves the pair open, so that it is made again at once and the order of the pair stays as drawn.
 */
function computeTurn({ planned, done, before }: QueuedCase): number {
  return done.length < planned.warmups ? done.length - planned.warmups : done.filter(isCounted).length - before
}

function buildNextTrial(planned: PlannedCase, done: readonly Trial[]): NextTrial {
  return { planned, index: done.length, isWarmup: done.length < planned.warmups }
}

/** However trials end, a case has an end: every second one may fail, and the head of a screened case runs twice. */
function computeMaxTrials({ warmups, repeats, maxRepeats, maxReruns }: PlannedCase): number {
  return 2 * (warmups + repeats + Math.max(repeats, maxRepeats) + maxReruns)
}

/** A comparison in the middle of a step is finished first; otherwise the least certain answer per device-second is next. */
function chooseOpenTrial(plan: Plan, trials: readonly Trial[], rules: ScheduleRules): NextTrial | null {
  const candidates = plan.comparisons.flatMap((comparison) => buildCandidate(comparison, plan, trials, rules) ?? [])
  const chosen = candidates.toSorted((a, b) => b.urgency - a.urgency)[0]
  return chosen?.next ?? null
}

type Candidate = { readonly next: NextTrial; readonly urgency: number }

function buildCandidate(
  comparison: PlannedComparison,
  plan: Plan,
  trials: readonly Trial[],
  rules: ScheduleRules,
): Candidate | null {
  const find = (id: string): PlannedCase | undefined => plan.cases.find((item) => item.id === id)
  const [head, base] = [find(comparison.head), find(comparison.base)]
  if (!head || !base) return null
  const progress = determineProgress(comparison, head, trials, rules.known)
  if (progress.state !== 'open' && progress.state !== 'measuring') return null
  const runs = selectInterleavedRuns(comparison, head, trials, rules.known)
  const sides = plan.cases.flatMap((planned) =>
    planned === head || planned === base ? [{ planned, runs: planned === head ? runs.head : runs.base }] : [],
  )
  const pair = { sides, group: head.interleaveGroup, isExact: comparison.confirm === 'exact' }
  const next = chooseInPair(pair, progress.wanted, trials, rules.seed)
  if (!next) return null
  if (progress.state === 'measuring') return { next, urgency: Number.POSITIVE_INFINITY }
  const step = estimateStepSeconds(pair, progress.wanted)
  if (!isWithinBudget(rules.budget, { plan, trials, suite: head.key.suite, moreDeviceSeconds: step })) return null
  return { next, urgency: progress.outlook.uncertainty / Math.max(step, 1e-9) }
}

/** Both sides in the order of the plan. */
type PairPlan = { readonly sides: readonly PairMember[]; readonly group: string; readonly isExact: boolean }

type PairMember = { readonly planned: PlannedCase; readonly runs: readonly Trial[] }

/** One more run of the side that has fewer; both equal: as drawn. Null when a side cannot be run any more. */
function chooseInPair(
  { sides, group, isExact }: PairPlan,
  wanted: number,
  trials: readonly Trial[],
  seed: OrderSeed,
): NextTrial | null {
  const queue = sides.map((side) => ({ ...side, done: trials.filter((trial) => trial.caseId === side.planned.id) }))
  if (queue.some(({ planned, done }) => isExhausted(planned, done))) return null
  const open = queue.filter(({ runs }) => runs.length < wanted)
  const fewest = Math.min(...open.map(({ runs }) => runs.length))
  const due = open.filter(({ runs }) => runs.length === fewest)
  const chosen = isForwards(fewest, seed, group, isExact) ? due[0] : due.at(-1)
  return chosen ? buildNextTrial(chosen.planned, chosen.done) : null
}

function isExhausted(planned: PlannedCase, done: readonly Trial[]): boolean {
  const contaminated = done.filter((trial) => isContaminated(trial) && !trial.isWarmup).length
  return hasGivenUp(done) || contaminated > planned.maxReruns || done.length >= computeMaxTrials(planned)
}

/** Device-seconds that the runs up to the next look will take, by those already made. */
function estimateStepSeconds({ sides }: PairPlan, wanted: number): number {
  return sumValues(
    sides.map(({ planned, runs }) => {
      const seconds = sumValues(runs.map((trial) => trial.wallSeconds ?? 0)) / Math.max(1, runs.length)
      return Math.max(0, wanted - runs.length) * seconds * Math.max(1, planned.gpus.length)
    }),
  )
}
