import { notObserved } from './contamination.ts'
import type { Trial } from '../../record/run.ts'

export type { Trial } from '../../record/run.ts'

/** Whether the machine was not fit during the trial. Such a trial is neither a sample nor a failure of the pipeline. */
export function isContaminated({ contamination }: Trial): boolean {
  return contamination.length > 0
}

/** Whether a trial has a wall time or values of a tool. */
export function hasFigures({ wallSeconds, readings }: Trial): boolean {
  const isTimed = wallSeconds !== null && Number.isFinite(wallSeconds) && wallSeconds > 0
  return isTimed || (readings?.benchmarks.length ?? 0) > 0
}

/**
 * What a trial is, in the order of precedence: the first that applies counts, whatever else is true. A failure that the
 * machine caused has its reason among the contaminations, and is none of the pipeline.
 */
const states = [
  ['failed', (trial) => isOwnFailure(trial) && trial.failure?.kind !== 'no-proof'],
  ['not proven', isOwnFailure],
  ['not observed', ({ contamination }) => contamination.some((reason) => reason.startsWith(notObserved))],
  ['contaminated', isContaminated],
  ['measured', (trial) => trial.failure === null && hasFigures(trial)],
] as const satisfies readonly (readonly [string, (trial: Trial) => boolean])[]

/** State of a trial; `empty`: it ended well and has no figures. */
export type TrialState = (typeof states)[number][0] | 'empty'

/** Returns the first state that applies to a trial. */
export function classifyTrial(trial: Trial): TrialState {
  return states.find(([, applies]) => applies(trial))?.[0] ?? 'empty'
}

function isOwnFailure(trial: Trial): boolean {
  return trial.failure !== null && !isContaminated(trial)
}
