import type { PairAnswer, PairVerdict } from './pair.ts'

/** An answer without an estimate. */
export function createUnjudgedAnswer(verdict: PairVerdict, effect: number | null, reason: string): PairAnswer {
  return {
    verdict,
    effect: effect === null ? null : effect + 0,
    interval: null,
    resolution: null,
    excluded: null,
    reason,
  }
}

/** The answer for a side without runs; null when both sides have runs. */
export function answerWithoutRuns(base: readonly number[], head: readonly number[]): PairAnswer | null {
  if (base.length > 0 && head.length > 0) return null
  return createUnjudgedAnswer('inconclusive', null, `no runs on the ${base.length === 0 ? 'base' : 'head'} side`)
}

/** Reason for an inconclusive pair with a single run on a side. */
export const singleRunReason = 'a single run on a side has no spread; run it again'
