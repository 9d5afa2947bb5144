import { projectFinish } from './project-finish.ts'
import type { ProgressCurve } from '../../record/pipeline.ts'

/** Rule that ends a run whose goal is out of reach. */
export type StopRule = {
  /** The goal, in seconds from the start of the process. */
  readonly limitSeconds: number
  /** Maximum share of runs that would meet the goal but are stopped. */
  readonly error: number
  /** Time of the first check, in seconds. */
  readonly firstLookSeconds: number
}

const betweenLooks = 1.5

/** Index of the check that is due, from 0; null before the first. */
export function findDueLook(seconds: number, { firstLookSeconds }: StopRule): number | null {
  if (seconds < firstLookSeconds) return null
  return Math.floor(Math.log(seconds / firstLookSeconds) / Math.log(betweenLooks) + 1e-9)
}

/**
 * Decides at one check whether a run should end, with the reason as a sentence. Each check comes 1.5 times as late as
 * the one before. The k-th check spends 6/π²k² of the error (these sum to 1), so that many checks stop no more good runs
 * than one. The time of later stages is unknown and counts as 0, which can only keep a run alive.
 */
export function decideStop(curve: ProgressCurve, look: number, rule: StopRule): { stop: boolean; reason: string } {
  const error = (rule.error * 6) / (Math.PI * (look + 1)) ** 2
  const projection = projectFinish(curve, 1 - 2 * error)
  if (typeof projection === 'string') return { stop: false, reason: projection }
  const [earliest] = projection.interval
  const at = `${formatHours(earliest)} at the earliest; the goal is ${formatHours(rule.limitSeconds)}`
  if (earliest <= rule.limitSeconds) return { stop: false, reason: `it may end after ${at}` }
  const where = curve.stage === null ? 'the run' : `stage ${curve.stage}`
  return {
    stop: true,
    reason: `${where} would end after ${at} (projected ${formatHours(projection.seconds)}; wrong for at most ${rule.error * 100} % of runs over all checks, unless the rate increases)`,
  }
}

function formatHours(seconds: number): string {
  return seconds < 3600 ? `${(seconds / 60).toPrecision(3)} min` : `${(seconds / 3600).toPrecision(3)} h`
}
