import { findChangePoints } from '../src/domain/detection/series/change-points.ts'
import { describeChanges } from '../src/domain/detection/series/describe-changes.ts'
import { noisyHistory } from './noisy-history.ts'

/** A program of its own: finds and describes the change points of histories of the lengths given, each several times. */
export type ChangePointsOf = {
  readonly count: number
  readonly found: number
  readonly timesMs: readonly number[]
  /** Peak of the process after this length less that before it. */
  readonly grownBytes: number
}

const [repeats = 5, ...counts] = process.argv.slice(2).map(Number)
changesOf(noisyHistory(500))
process.stdout.write(JSON.stringify(counts.map(measure)))

function measure(count: number): ChangePointsOf {
  const values = noisyHistory(count)
  const beforeBytes = peakBytes()
  let found = 0
  const timesMs = Array.from({ length: repeats }, () => {
    const started = performance.now()
    found = changesOf(values)
    return performance.now() - started
  })
  return { count, found, timesMs, grownBytes: peakBytes() - beforeBytes }
}

function changesOf(values: readonly number[]): number {
  return describeChanges(values, findChangePoints(values, 0.03)).length
}

function peakBytes(): number {
  return process.resourceUsage().maxRSS * 1024
}
