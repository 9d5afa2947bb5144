import { describeCase } from '../../domain/core/describe-case.ts'
import { gpuBusyTime, wallTime } from '../../domain/core/metric.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import { getSamples, isMeasured } from '../outcomes.ts'
import type { ScalingPoint } from './scaling-figures.ts'

/** Wall time of a run in seconds: while a GPU was busy (mean over its GPUs), and the rest. */
type SplitTime = { readonly busy: number; readonly rest: number }

/** A run is limited by the host if its GPUs are idle for more than this share of it. */
const minRestShare = 0.5
/** The busy time must scale better than the run by this factor. */
const minAdvantage = 1.1

/**
 * Lists a caution for the smallest GPU count whose speed-up is limited by time without GPU work: the busy time per GPU
 * shrinks, the larger rest of the run does not.
 */
export function listHostBoundCautions(points: readonly ScalingPoint[]): Finding[] {
  const base = splitTime(points.find(({ gpus }) => gpus === 1))
  if (base === null) return []
  const found = points
    .filter(({ gpus }) => gpus > 1)
    .flatMap((point): Finding[] => {
      const time = splitTime(point)
      if (time === null || !isHostBound(base, time)) return []
      return [{ kind: 'caution', subject: describeCase(point.key), reason: describe(base, time) }]
    })
  return found.slice(0, 1)
}

function isHostBound(base: SplitTime, time: SplitTime): boolean {
  const runScale = (base.busy + base.rest) / (time.busy + time.rest)
  return time.rest > minRestShare * (time.busy + time.rest) && base.busy / time.busy > minAdvantage * runScale
}

function describe(base: SplitTime, time: SplitTime): string {
  const [busy, rest] = [
    [base.busy, time.busy],
    [base.rest, time.rest],
  ].map(([one = 0, more = 0]) => `${one.toPrecision(3)} to ${more.toPrecision(3)} s`)
  const scale = `${(base.busy / time.busy).toPrecision(3)}×`
  return `GPU work scaled ${scale} (busy time of each GPU ${busy}), but the rest of the run, such as start-up, took ${rest}: give each run more GPU work to measure its scaling`
}

/** Null without wall time, or without busy time of every run. */
function splitTime(point: ScalingPoint | undefined): SplitTime | null {
  const outcome: CaseOutcome | undefined = point?.outcome
  // Only the GPUs of one node were observed.
  if (!point || (point.nodes ?? 1) > 1 || !isMeasured(outcome)) return null
  const [wall, sums] = [wallTime, gpuBusyTime].map(({ name }) => getSamples(outcome, name))
  if (!wall?.length || !sums?.length) return null
  const busy = computeMedian(sums) / point.gpus
  return busy > 0 ? { busy, rest: Math.max(0, computeMedian(wall) - busy) } : null
}
