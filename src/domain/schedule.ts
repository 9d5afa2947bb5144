import type { PlannedCase } from './plan.ts'
import { isContaminated, type Trial } from './trial.ts'

/** The next execution to make. */
export type NextTrial = {
  readonly planned: PlannedCase
  readonly index: number
  readonly isWarmup: boolean
}

/**
 * Which trial comes next, given those already on record; null when the plan is fulfilled. A pure function of the
 * record, so a resumed run goes on exactly where it stopped. Groups run one after the other; within a group rounds
 * alternate direction (A B B A), so that a drift of the machine hits both sides alike.
 */
export function nextTrial(cases: readonly PlannedCase[], trials: readonly Trial[]): NextTrial | null {
  for (const group of groupsOf(cases)) {
    const next = nextInGroup(group, trials)
    if (next) return next
  }
  return null
}

/** How many executions the plan asks for, warm-ups included. */
export function plannedTrialCount(cases: readonly PlannedCase[]): number {
  return cases.reduce((sum, planned) => sum + planned.warmups + planned.repeats, 0)
}

function nextInGroup(group: readonly PlannedCase[], trials: readonly Trial[]): NextTrial | null {
  const open = group
    .map((planned) => ({ planned, done: trials.filter((trial) => trial.caseId === planned.id) }))
    .filter(({ planned, done }) => !isFinished(planned, done))
  const round = Math.min(...open.map(({ done }) => done.length))
  const inRound = open.filter(({ done }) => done.length === round)
  const chosen = round % 2 === 0 ? inRound[0] : inRound.at(-1)
  if (!chosen) return null
  return { planned: chosen.planned, index: round, isWarmup: round < chosen.planned.warmups }
}

/**
 * A case that failed twice running is not tried again: more GPU time would teach nothing. A contaminated run that was to
 * count is made again until the budget of the case is used up; a contaminated warm-up has warmed up all the same.
 */
function isFinished(planned: PlannedCase, done: readonly Trial[]): boolean {
  const contaminated = done.filter((trial) => isContaminated(trial) && !trial.isWarmup).length
  if (done.length >= planned.warmups + planned.repeats + Math.min(contaminated, planned.maxReruns)) return true
  const own = done.filter((trial) => !isContaminated(trial)).slice(-2)
  return own.length === 2 && own.every((trial) => trial.failure !== null)
}

function groupsOf(cases: readonly PlannedCase[]): PlannedCase[][] {
  return [...Map.groupBy(cases, (planned) => planned.interleaveGroup).values()]
}
