import { isGateMetric } from '../../domain/verdict/gate.ts'
import { wallTime } from '../../domain/core/metric.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import { formatShare } from '../../domain/core/share-text.ts'
import { computeMedian } from '../../domain/core/statistics.ts'

/** Typical run-to-run variation of an interpreter's start-up time on an idle machine, in seconds. */
const startUpVariationSeconds = 0.005

/** Outcomes of one suite with its gate patterns and minimum effect (a share). */
export type ShortRunsInput = {
  readonly suite: string
  readonly outcomes: readonly CaseOutcome[]
  readonly gate: readonly string[]
  readonly minEffect: number
}

/**
 * Lists a caution when runs are so short that the minimum effect is smaller than the variation of process start-up. One
 * caution per suite, with its shortest case. Only wall time includes the start-up.
 */
export function listShortRunCautions({ suite, outcomes, gate, minEffect }: ShortRunsInput): Finding[] {
  if (!isGateMetric(wallTime.name, gate)) return []
  const short = outcomes
    .flatMap((outcome) => {
      const seconds = computeMedianSeconds(outcome)
      return seconds === null ? [] : [{ id: outcome.planned.id, seconds }]
    })
    .filter(({ seconds }) => minEffect > 0 && minEffect * seconds < startUpVariationSeconds)
    .toSorted((one, other) => one.seconds - other.seconds)
  const [shortest] = short
  if (!shortest) return []
  const subject = short.length === 1 ? shortest.id : `${suite} (${short.length} cases)`
  const least = short.length === 1 ? 'a run takes' : 'the shortest runs take'
  const part = `a change of ${formatShare(minEffect)} is ${formatMilliseconds(minEffect * shortest.seconds)}`
  const start = `start-up times vary by about ${formatMilliseconds(startUpVariationSeconds)}`
  const advice = 'use a larger dataset or repeat the work in each run'
  const reason = `${least} ${formatMilliseconds(shortest.seconds)} including process start-up: ${part}, but ${start}; ${advice}`
  return [{ kind: 'caution', subject, reason }]
}

function computeMedianSeconds(outcome: CaseOutcome): number | null {
  if (outcome.status !== 'measured') return null
  const samples = outcome.measurements.find(({ metric }) => metric.name === wallTime.name)?.samples ?? []
  return samples.length === 0 ? null : computeMedian(samples)
}

function formatMilliseconds(seconds: number): string {
  return `${Number((seconds * 1000).toPrecision(2))} ms`
}
