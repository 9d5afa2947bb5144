import { formatCaseId, type CaseKey } from '../core/case.ts'
import { computeReachableEffect } from '../detection/pair/reachable-effect.ts'
import { toKnownNoise } from './effective-min-effect.ts'
import type { Metric } from '../core/metric.ts'
import { estimateNoiseFloor, type NoiseFloor } from './noise-floor.ts'
import { countFalseAlarms, countDetections, type Rate, type Rounds, type SelfTestRules } from './self-test.ts'
import { fitTheilSen } from '../history/theil-sen.ts'
import { computeMedian } from '../core/statistics.ts'

const driftConfidence = 0.99
/**
 * Enough draws to distinguish 1 % from 3 %. Other metrics get fewer, because a pipeline with many stages has dozens of
 * them.
 */
const gateDraws = 400
const otherDraws = 100

/** Samples of one metric of one case from a run of the head against itself. */
export type CalibrationSamples = {
  readonly key: CaseKey
  readonly metric: Metric
  readonly isGate: boolean
  /** Samples of both arms, in the order of measurement. */
  readonly samples: readonly number[]
  readonly rounds: Rounds
}

/** Rules of the calibration, and access to the sessions of each metric. */
export type CalibrationRules = Omit<SelfTestRules, 'metric' | 'sessions' | 'draws'> & {
  readonly listSessions: (key: CaseKey, metric: string) => SelfTestRules['sessions']
}

/** Result of a calibration for one metric of one case. */
export type CalibratedMetric = Pick<CalibrationSamples, 'key' | 'metric' | 'isGate'> & {
  readonly floor: NoiseFloor
  /** Relative change of the level from the first run to the last; null for fewer than six runs. */
  readonly drift: number | null
  /** Whether the drift is statistically significant. */
  readonly isDrifting: boolean
  /** Minimum detectable slowdown with three, ten and the configured maximum of runs per side; null: none. */
  readonly reachOfThree: number | null
  readonly reachOfTen: number | null
  readonly reachOfMost: number | null
  readonly minEffect: number
  readonly maxRepeats: number
  /** How often the rule called this unchanged code slower. */
  readonly falseAlarms: Rate
  /** How often the rule found a slowdown of the minimum effect. */
  readonly found: Rate
}

/** Measures the decision rule on the noise of this machine; null for samples without a measurable spread. */
export function calibrate(samples: CalibrationSamples, rules: CalibrationRules): CalibratedMetric | null {
  const { key, metric, isGate, rounds } = samples
  const floor = estimateNoiseFloor([samples.samples])
  if (!floor || rounds.length === 0) return null
  const noise = toKnownNoise(floor)
  const test = {
    ...rules,
    metric,
    sessions: rules.listSessions(key, metric.name),
    draws: isGate ? gateDraws : otherDraws,
  }
  return {
    key,
    metric,
    isGate,
    floor,
    ...estimateDrift(samples.samples),
    reachOfThree: computeReachableEffect(noise, { maxRuns: 3 }),
    reachOfTen: computeReachableEffect(noise, { maxRuns: 10 }),
    reachOfMost: computeReachableEffect(noise, { maxRuns: rules.maxRepeats }),
    minEffect: rules.minEffect,
    maxRepeats: rules.maxRepeats,
    falseAlarms: countFalseAlarms(rounds, test),
    found: countDetections(rounds, test, rules.minEffect),
  }
}

/** Formats the metric and case of a calibration: `wall_time of scaling/predict gpus=2`. */
export function formatCalibratedName({ key, metric }: Pick<CalibratedMetric, 'key' | 'metric'>): string {
  return `${metric.name} of ${formatCaseId(key)}`
}

/** Fits a line through the runs in order; with fewer than six runs hardly any slope is significant. */
function estimateDrift(samples: readonly number[]): Pick<CalibratedMetric, 'drift' | 'isDrifting'> {
  if (samples.length < 6) return { drift: null, isDrifting: false }
  const level = computeMedian(samples)
  const places = Float64Array.from(samples.keys())
  const line = fitTheilSen(
    places,
    Float64Array.from(samples, (value) => value / level),
    { confidence: driftConfidence },
  )
  const [low, high] = line.slopeInterval
  return { drift: line.slope * (samples.length - 1), isDrifting: low > 0 || high < 0 }
}
