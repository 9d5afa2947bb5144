import type { ProgressCurve } from './progress-curve.ts'
import { projectFinish } from './project-finish.ts'

/** When a run is ended because its goal is out of reach. */
export type StopRule = {
  /** The goal, in seconds from the start of the process. */
  readonly limitSeconds: number
  /** Largest share of runs that would have met the goal and are stopped all the same. */
  readonly error: number
  /** The first look; before it nothing is decided. */
  readonly firstLookSeconds: number
}

export type StopDecision = { readonly stop: boolean; readonly reason: string }

const betweenLooks = 1.5

/** Which look of the rule is due by now, from 0 on; null before the first. */
export function findDueLook(seconds: number, { firstLookSeconds }: StopRule): number | null {
  if (seconds < firstLookSeconds) return null
  return Math.floor(Math.log(seconds / firstLookSeconds) / Math.log(betweenLooks) + 1e-9)
}

/**
 * Whether a run should end at one look. Looks are rare and later ones rarer (each half as late again), and the k-th spends
 * 6/π²k² of the error (the sum over all is 1), so that many looks stop no more good runs than one would. What comes after
 * the stage in progress is unknown and taken to cost nothing, which can only let a run live.
 */
export function decideStop(curve: ProgressCurve, look: number, rule: StopRule): StopDecision {
  const error = (rule.error * 6) / (Math.PI * (look + 1)) ** 2
  const { projection, reason } = projectFinish(curve, 1 - 2 * error)
  if (!projection) return { stop: false, reason }
  const [earliest] = projection.interval
  const at = `${formatHours(earliest)} at the earliest, against a goal of ${formatHours(rule.limitSeconds)}`
  if (earliest <= rule.limitSeconds) return { stop: false, reason: `the end may come after ${at}` }
  const where = curve.stage === null ? 'the run' : `stage ${curve.stage}`
  return {
    stop: true,
    reason: `${where} would end after ${at} (projected ${formatHours(projection.seconds)}; wrong in at most ${rule.error * 100} % of runs over all looks, if the pace does not pick up)`,
  }
}

function formatHours(seconds: number): string {
  return seconds < 3600 ? `${(seconds / 60).toPrecision(3)} min` : `${(seconds / 3600).toPrecision(3)} h`
}
