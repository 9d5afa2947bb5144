import { buildFilledTable, toShareCell, type Column } from '../verdict/section.ts'
import { formatCaseId, type CaseKey } from '../core/case.ts'
import { createPlan, type Plan, type PlannedCase } from '../plan/plan.ts'
import { computeReachableEffect } from '../detection/pair/reach.ts'
import { toKnownNoise, estimateNoiseFloor, type NoiseFloor } from './noise.ts'
import type { Metric } from '../core/metric.ts'
import { fitTheilSen } from '../history/forecast.ts'
import { computeMedian } from '../core/statistics.ts'
import { createSeededRandom } from '../core/bootstrap.ts'
import { compareSamples, type SideSamples } from '../verdict/comparison.ts'
import type { Section } from '../verdict/report.ts'
import { formatCounted, formatShare } from '../core/numbers.ts'

const arm = 'arm'
const again = 'again'

/**
 * Builds a plan that measures the head against itself: each case of the head alternates with a twin of the same
 * revision, `rounds` runs each. Other revisions and reused samples are left out, because they do not show the noise.
 */
export function buildCalibrationPlan(plan: Plan, rounds: number): Plan {
  const heads = plan.cases.filter((planned) => planned.revision === 'head' && !isTwin(planned))
  const cases = heads.map((planned): PlannedCase => ({
    ...planned,
    repeats: rounds,
    maxRepeats: rounds,
    samplesFrom: 'fresh',
  }))
  return createPlan(
    cases.flatMap((planned) => [planned, createTwin(planned)]),
    plan.notTested,
  )
}

/** Whether a plan measures code against itself. */
export function isCalibration({ cases }: Pick<Plan, 'cases'>): boolean {
  return cases.some(isTwin)
}

/** Number of runs per side in a calibration plan. */
export function countRounds({ cases }: Pick<Plan, 'cases'>): number {
  return Math.max(1, ...cases.filter(isTwin).map(({ repeats }) => repeats))
}

/** Creates the twin of a case of the head, with its own id. */
export function createTwin(planned: PlannedCase): PlannedCase {
  const key = { ...planned.key, axes: { ...planned.key.axes, [arm]: again } }
  return { ...planned, id: formatCaseId(key), key }
}

/** Whether a case is the twin of another one in a calibration plan. */
export function isTwin({ key }: Pick<PlannedCase, 'key'>): boolean {
  return key.axes[arm] === again
}

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
  /** Values of the two arms of each round, in the order of measurement. */
  readonly rounds: readonly (readonly [one: number, other: number])[]
}

/** Rules of a real comparison. */
export type CalibrationRules = {
  readonly minEffect: number
  /** Runs per side at the first and at the last look. */
  readonly repeats: number
  readonly maxRepeats: number
  /** Lists earlier sessions of a case, without the samples under test. */
  readonly listSessions: (key: CaseKey, metric: string) => readonly (readonly number[])[]
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

/** Tests the decision rule by simulation on the measured samples; null if these have no measurable spread. */
export function calibrate(input: CalibrationSamples, rules: CalibrationRules): CalibratedMetric | null {
  const { key, metric, isGate, rounds, samples } = input
  const { minEffect, maxRepeats } = rules
  const floor = estimateNoiseFloor([samples])
  if (!floor || rounds.length === 0) return null
  const computeReach = (maxRuns: number) => computeReachableEffect(toKnownNoise(floor), { maxRuns })
  const level = computeMedian(samples)
  const shares = Float64Array.from(samples, (value) => value / level)
  // With fewer than six runs hardly any slope is significant.
  const line =
    samples.length < 6 ? null : fitTheilSen(Float64Array.from(samples.keys()), shares, { confidence: driftConfidence })
  const [low, high] = line?.slopeInterval ?? [0, 0]
  return {
    key,
    metric,
    isGate,
    floor,
    drift: line && line.slope * (samples.length - 1),
    isDrifting: low > 0 || high < 0,
    reachOfThree: computeReach(3),
    reachOfTen: computeReach(10),
    reachOfMost: computeReach(maxRepeats),
    minEffect,
    maxRepeats,
    falseAlarms: countSlower(input, rules, 0),
    found: countSlower(input, rules, minEffect),
  }
}

/** Formats the metric and case of a calibration: `wall_time of scaling/predict gpus=2`. */
function formatCalibratedName({ key, metric }: Pick<CalibratedMetric, 'key' | 'metric'>): string {
  return `${metric.name} of ${formatCaseId(key)}`
}

/** Number of events in a number of draws. */
type Rate = { readonly count: number; readonly draws: number }

/**
 * Counts how often the rule calls unchanged code slower at this noise, or finds a slowdown of this share, simulated by
 * multiplying the times (dividing the rates) of one arm. Each draw rotates the rounds of one session, swaps the arms of
 * each round at random, and judges after every run, at least as often as a real comparison. Deterministic. All draws use
 * the same runs, so "0 of 400" is not 400 independent trials.
 */
function countSlower(
  { key, metric, isGate, rounds }: CalibrationSamples,
  rules: CalibrationRules,
  effect: number,
): Rate {
  const history = rules.listSessions(key, metric.name)
  const draws = isGate ? gateDraws : otherDraws
  const random = createSeededRandom(0x5eed)
  const factor = metric.betterWhen === 'lower' ? 1 + effect : 1 / (1 + effect)
  let count = 0
  for (let draw = 0; draw < draws; draw += 1) {
    const start = Math.floor(random() * rounds.length)
    const turned = [...rounds.slice(start), ...rounds.slice(0, start)]
    const swapped = turned.map(([one, other]): readonly [number, number] =>
      random() < 0.5 ? [one, other] : [other, one],
    )
    const sides = { base: swapped.map(([one]) => one), head: swapped.map(([, other]) => other * factor) }
    if (isCalledSlower(metric, sides, rules, history)) count += 1
  }
  return { count, draws }
}

function isCalledSlower(
  metric: Metric,
  { base, head }: SideSamples,
  { minEffect, repeats, maxRepeats }: CalibrationRules,
  history: readonly (readonly number[])[],
): boolean {
  const last = Math.min(maxRepeats, base.length)
  for (let runs = Math.min(repeats, last); runs <= last; runs += 1) {
    const sides = { base: base.slice(0, runs), head: head.slice(0, runs) }
    const { verdict } = compareSamples(metric, sides, { minEffect, history, maxRuns: maxRepeats })
    if (verdict !== 'inconclusive') return verdict === 'regression'
  }
  return false
}

const explanation =
  'False alarms and detections are counted over relabeled splits of the same runs, not over as many sessions: 0 means none in these runs.'

/** Common values of the minimum effect, as shares. */
const usualEffects = [0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 1] as const

/**
 * Sections on the noise floor of this machine: gate metrics with one sentence each, and a folded table of all other
 * metrics.
 */
export function buildCalibrationSections(calibrated: readonly CalibratedMetric[]): Section[] {
  const gates = calibrated.filter(({ isGate }) => isGate)
  const others = calibrated.filter(({ isGate }) => !isGate)
  const notes = [...gates.flatMap(describeMetric), explanation]
  const heading = { id: 'calibration-others', title: 'Noise of other metrics', isDetail: true }
  return [
    ...buildFilledTable({ id: 'calibration', title: 'Noise of this machine', notes }, gates, listColumns(gates)),
    ...buildFilledTable(heading, others, listColumns(others)),
  ]
}

function listColumns([first]: readonly CalibratedMetric[]): Column<CalibratedMetric>[] {
  return [
    ['Case', ({ key }) => formatCaseId(key)],
    ['Metric', ({ metric }) => metric.name],
    ['Runs', ({ floor }) => String(floor.runs)],
    ['Noise (CV)', ({ floor }) => toShareCell(floor.cv)],
    ['Without outliers', ({ floor }) => toShareCell(floor.robustCv)],
    ['Drift', ({ drift }) => toShareCell(drift)],
    ['Detectable with 3 runs', ({ reachOfThree }) => toShareCell(reachOfThree)],
    ['Detectable with 10 runs', ({ reachOfTen }) => toShareCell(reachOfTen)],
    ['False alarms', ({ falseAlarms }) => formatRate(falseAlarms)],
    [`Found ${formatShare(first?.minEffect ?? 0)}`, ({ found }) => formatRate(found)],
  ]
}

/** One sentence about the noisiest gate metric, which limits the sensitivity of the machine. */
export function describeCalibration(calibrated: readonly CalibratedMetric[]): string {
  const gates = calibrated.filter(({ isGate }) => isGate)
  const worst = gates.toSorted((a, b) => b.floor.cv - a.floor.cv)[0]
  if (!worst) return 'this run measured the noise of the machine and judged nothing; it has no values of a gate metric'
  return `this run measured the noise of the machine and judged nothing: ${describeReach(worst)} (${formatCalibratedName(worst)}${gates.length > 1 ? ', the noisiest gate' : ''})`
}

function formatRate({ count, draws }: Rate): string {
  return `${count} of ${draws}`
}

function describeMetric(item: CalibratedMetric): string[] {
  const { floor, falseAlarms, found, minEffect, drift } = item
  const name = formatCalibratedName(item)
  const noise = `runs of the same code vary by ${formatShare(floor.cv)}`
  const test = `the rule called it slower in ${formatRate(falseAlarms)} and found ${formatShare(minEffect)} in ${formatRate(found)}`
  const sentence = `${name}: ${noise}. On this machine ${describeReach(item)}; ${test}.`
  if (!item.isDrifting || drift === null) return [sentence]
  const advice = 'check that the machine is warmed up and idle'
  return [sentence, `${name} drifted by ${formatShare(drift)} within the session: ${advice}`]
}

/** Describes the sensitivity for the configured minimum effect, and the next usual effect that is out of reach. */
function describeReach({ minEffect, maxRepeats, reachOfMost: reach }: CalibratedMetric): string {
  const runs = formatCounted(maxRepeats, 'run')
  if (reach === null) return `${runs} per side cannot detect any change: set run.maxRepeats to 3 or more`
  if (minEffect < reach) {
    const possible = usualEffects.find((effect) => effect >= reach)
    const advice = possible === undefined ? '' : `; ${formatShare(possible)} is the smallest usual limit within reach`
    return `${formatShare(minEffect)} is out of reach with ${runs} per side${advice}`
  }
  const beyond = usualEffects.findLast((effect) => effect < reach)
  const limit = beyond === undefined ? '' : `; ${formatShare(beyond)} is out of reach`
  return `${runs} per side can detect ${formatShare(minEffect)}${limit}`
}
