import { type Budget, isWithinBudget } from './budget.ts'
import {
  countScreeningRuns,
  hasGivenUp,
  isCounted,
  isFinished,
  nothingKnown,
  type PriorKnowledge,
  selectInterleavedRuns,
} from './interleaved-runs.ts'
import { determineProgress, isCleared } from '../verdict/judged-comparison.ts'
import { selectRecordedPairs } from '../verdict/recorded-evidence.ts'
import { withLadderRuns } from './ladder.ts'
import type { Plan, PlannedCase, PlannedComparison } from './plan.ts'
import { sumValues } from '../core/statistics.ts'
import { isContaminated, type Trial } from '../trial/trial.ts'
import { isForwards, type OrderSeed } from './run-order.ts'

/** The next trial to run. */
export type NextTrial = {
  readonly planned: PlannedCase
  readonly index: number
  readonly isWarmup: boolean
  /** A recorded run next to the judged ones; absent: no. */
  readonly isRecorded?: true
}

/** Further inputs of the schedule. */
export type ScheduleRules = {
  readonly known: PriorKnowledge
  readonly budget: Budget
  readonly seed: OrderSeed
}

/** Rules without prior knowledge, budget and random order. */
export const plainSchedule: ScheduleRules = { known: nothingKnown, budget: { run: null, suites: {} }, seed: null }

/**
 * Chooses the next trial; null if nothing is left. A pure function of the record, so a resumed run continues exactly.
 * First every case gets its planned runs: one group after the other, interleaved within a group in balanced random
 * order (see `isForwards`). Cases on a ladder get the runs of their rungs. Then undecided comparisons compete for the
 * remaining budget.
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
  // Finishes a comparison that is in the middle of a step; otherwise chooses the largest uncertainty per device-second.
  const candidates = plan.comparisons.flatMap((comparison) => buildCandidate(comparison, plan, trials, rules) ?? [])
  return candidates.toSorted((a, b) => b.urgency - a.urgency)[0]?.next ?? null
}

/** Counts the minimum number of trials in the plan, including warm-ups. */
export function countPlannedTrials({ cases, comparisons }: Plan): number {
  const waiting = new Set(comparisons.filter((item) => item.isScreened).map((item) => item.base))
  return cases
    .filter((planned) => !waiting.has(planned.id))
    .reduce((sum, planned) => sum + planned.warmups + planned.repeats, 0)
}

/**
 * Counts the trials of the plan if every adaptive comparison and ladder takes its maximum, including warm-ups.
 * Repetitions of failed and excluded runs are not in the plan.
 */
export function countMaxTrials({ cases, comparisons, ladders = [] }: Plan): number {
  return sumValues(
    cases.map(({ id, warmups, repeats }) => {
      const own = comparisons.filter(({ head, base }) => head === id || base === id)
      // A screened head runs alone first, and again next to its reference.
      const screening = own.some(({ head, isScreened }) => isScreened && head === id) ? repeats : 0
      const rungs = ladders.filter((ladder) => ladder.cases.includes(id))
      const most = Math.max(repeats, ...[...own, ...rungs].map(({ maxRepeats }) => maxRepeats))
      return warmups + screening + most
    }),
  )
}

/** A case with its trials, relative to the start of its group. */
type QueuedCase = {
  readonly planned: PlannedCase
  readonly done: readonly Trial[]
  /** Runs before the rest of the group joined. */
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
  // A failed run of a compared case is repeated immediately, so that its pair stays together.
  const isCompared = plan.comparisons.some(({ head, base }) => head === planned.id || base === planned.id)
  const isShort = isCompared && done.filter(isCounted).length - before < planned.repeats && !isExhausted(planned, done)
  return { planned, done, before, isOpen: isShort || !isFinished(planned, done, before) }
}

/** The reference waits while committed samples may still clear the head, and never runs once they have. */
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
 * Remaining warm-ups as a negative number, then the pair of the next counted run. A run that does not count leaves
 * its pair open, so it is repeated immediately and the drawn order of the pair stays valid.
 */
function computeTurn({ planned, done, before }: QueuedCase): number {
  return done.length < planned.warmups ? done.length - planned.warmups : done.filter(isCounted).length - before
}

function buildNextTrial(planned: PlannedCase, done: readonly Trial[]): NextTrial {
  return { planned, index: done.length, isWarmup: done.length < planned.warmups }
}

function buildCandidate(
  comparison: PlannedComparison,
  plan: Plan,
  trials: readonly Trial[],
  rules: ScheduleRules,
): { readonly next: NextTrial; readonly urgency: number } | null {
  const find = (id: string): PlannedCase | undefined => plan.cases.find((item) => item.id === id)
  const [head, base] = [find(comparison.head), find(comparison.base)]
  if (!head || !base) return null
  const progress = determineProgress({ comparison, head, trials, known: rules.known })
  if (progress.state !== 'open' && progress.state !== 'measuring' && progress.state !== 'recording') return null
  const isRecording = progress.state === 'recording'
  const judged = selectInterleavedRuns(comparison, head, trials, rules.known)
  const runs = isRecording ? selectRecordedPairs(comparison, judged, trials) : judged
  const sides = plan.cases.flatMap((planned) =>
    planned === head || planned === base ? [{ planned, runs: planned === head ? runs.head : runs.base }] : [],
  )
  const pair = { sides, group: head.interleaveGroup, isExact: comparison.confirm === 'exact' }
  const chosen = chooseInPair(pair, progress.wanted, trials, rules.seed)
  if (!chosen) return null
  const next = isRecording ? { ...chosen, isWarmup: true, isRecorded: true as const } : chosen
  if (progress.state === 'measuring') return { next, urgency: Number.POSITIVE_INFINITY }
  const step = estimateStepSeconds(pair, progress.wanted)
  if (!isWithinBudget(rules.budget, plan, trials, { suite: head.key.suite, moreDeviceSeconds: step })) return null
  if (progress.state === 'recording') return { next, urgency: Number.POSITIVE_INFINITY }
  return { next, urgency: progress.uncertainty / Math.max(step, 1e-9) }
}

/** Both cases, in plan order. */
type PairPlan = {
  readonly sides: readonly { readonly planned: PlannedCase; readonly runs: readonly Trial[] }[]
  readonly group: string
  readonly isExact: boolean
}

/**
 * Runs the case with fewer runs next; with equal counts in the drawn order. Null if one of them cannot run any more.
 */
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
  const { warmups, repeats, maxRepeats, maxReruns } = planned
  // Every second trial may fail, and the head of a screened case runs twice.
  const most = 2 * (warmups + repeats + Math.max(repeats, maxRepeats) + maxReruns)
  return hasGivenUp(done) || contaminated > maxReruns || done.length >= most
}

/** Estimates the device-seconds until the next look from the runs so far. */
function estimateStepSeconds({ sides }: PairPlan, wanted: number): number {
  return sumValues(
    sides.map(({ planned, runs }) => {
      const seconds = sumValues(runs.map((trial) => trial.wallSeconds ?? 0)) / Math.max(1, runs.length)
      return Math.max(0, wanted - runs.length) * seconds * Math.max(1, planned.gpus.length)
    }),
  )
}

/** Computes the part of the total budget that one job may use: its share of the planned runs. */
export function computeBudgetShare({ run, suites }: Budget, part: Plan, fullPlan: Plan): Budget {
  const computeShare = (suite: string | null): number => {
    const [own, all] = [part, fullPlan].map((plan) =>
      countPlannedTrials({ ...plan, cases: plan.cases.filter(({ key }) => suite === null || key.suite === suite) }),
    )
    return own && all ? own / all : 0
  }
  const scaleMinutes = (minutes: number | null, suite: string | null): number | null =>
    minutes === null ? null : minutes * computeShare(suite)
  return {
    run: scaleMinutes(run, null),
    suites: Object.fromEntries(Object.entries(suites).map(([name, minutes]) => [name, scaleMinutes(minutes, name)])),
  }
}
