import { formatCaseId, type CaseKey } from '../core/case.ts'
import type { Metric } from '../core/metric.ts'
import { type Testbed, listTestbedDifferences } from '../testbed/testbed.ts'
import type { NoiseCase, NoiseRecord, NoiseSession } from '../../record/noise.ts'
import { mostSessions } from '../../record/limits.ts'
import { computeMean, computeMedian, normalPerMad } from '../core/statistics.ts'
import { computeReachableEffect, type KnownNoise } from '../detection/pair/reach.ts'
import { formatCounted, formatShare } from '../core/numbers.ts'

/** Samples that a run adds to one case. The kind of a metric may change without a change of the noise. */
export type FreshNoise = Omit<NoiseCase, 'metrics'> & {
  readonly metrics: readonly (Omit<Metric, 'kind'> & { readonly samples: readonly number[] })[]
}

/** Key of a case in the noise record; the same for both sides of a comparison. */
export function buildNoiseKey({ suite, benchmark, axes }: CaseKey): CaseKey {
  const kept = Object.entries(axes).filter(([name]) => name !== 'revision' && name !== 'arm')
  return { suite, benchmark, axes: Object.fromEntries(kept.toSorted(([a], [b]) => compareTexts(a, b))) }
}

/** Lists the sessions of one metric, oldest first; empty for another dataset, whose runs may vary differently. */
export function listSessionSamples(
  noise: NoiseRecord | null,
  key: CaseKey,
  metricName: string,
  datasetSha256: string,
): (readonly number[])[] {
  const wanted = formatCaseId(buildNoiseKey(key))
  const found = noise?.cases.find((item) => item.datasetSha256 === datasetSha256 && formatCaseId(item) === wanted)
  const metric = found?.metrics.find((item) => item.name === metricName)
  return (metric?.sessions ?? []).map((session) => session.samples)
}

/**
 * Adds the samples of one run to the record: one session per metric, at most the newest twelve. A run that is already
 * recorded replaces its own sessions. Drops the sessions of a metric whose unit or direction changed, and all sessions
 * if the machine changed, because another driver or power limit changes the noise.
 */
export function addSessions(
  noise: NoiseRecord | null,
  testbed: Testbed,
  fresh: readonly FreshNoise[],
  provenance: Omit<NoiseSession, 'samples'>,
): NoiseRecord {
  const isSameMachine = noise !== null && listTestbedDifferences(noise.testbed, testbed).length === 0
  const cases = new Map((isSameMachine ? noise.cases : []).map((item) => [formatNoiseCaseId(item), item]))
  for (const item of fresh) {
    const id = formatNoiseCaseId(item)
    cases.set(id, addToCase(cases.get(id), item, provenance))
  }
  const sorted = [...cases].toSorted(([a], [b]) => compareTexts(a, b)).map(([, item]) => item)
  return { schemaVersion: 1, testbed, cases: sorted }
}

function addToCase(
  known: NoiseCase | undefined,
  fresh: FreshNoise,
  { recordedAt, runId, commit }: Omit<NoiseSession, 'samples'>,
): NoiseCase {
  const metrics = new Map((known?.metrics ?? []).map((metric) => [metric.name, metric]))
  for (const { samples, name, unit, betterWhen } of fresh.metrics) {
    if (samples.length === 0) continue
    const old = metrics.get(name)
    const isSame = old?.unit === unit && old.betterWhen === betterWhen
    const others = isSame ? old.sessions.filter((session) => session.runId !== runId) : []
    const byTime = [...others, { recordedAt, runId, commit, samples }].toSorted(
      (a, b) => Date.parse(a.recordedAt) - Date.parse(b.recordedAt),
    )
    metrics.set(name, { name, unit, betterWhen, sessions: byTime.slice(-mostSessions) })
  }
  const sorted = [...metrics.values()].toSorted((a, b) => compareTexts(a.name, b.name))
  return { ...buildNoiseKey(fresh), datasetSha256: fresh.datasetSha256, metrics: sorted }
}

function formatNoiseCaseId(item: Omit<NoiseCase, 'metrics'>): string {
  return `${formatCaseId(buildNoiseKey(item))} ${item.datasetSha256}`
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** Merges two noise records of one testbed: all sessions of both, at most the newest twelve of each metric. */
export function mergeNoise(one: NoiseRecord, other: NoiseRecord): NoiseRecord {
  const [timeOfOne = 0, timeOfOther = 0] = [one, other].map(({ cases }) =>
    cases
      .flatMap(({ metrics }) => metrics.flatMap(({ sessions }) => sessions))
      .reduce((newest, { recordedAt }) => Math.max(newest, Date.parse(recordedAt)), Number.NEGATIVE_INFINITY),
  )
  const [newer, older] = timeOfOne >= timeOfOther ? [one, other] : [other, one]
  if (listTestbedDifferences(newer.testbed, older.testbed).length > 0) return newer
  let merged = newer
  for (const item of older.cases) {
    const same = newer.cases.find((known) => formatNoiseCaseId(known) === formatNoiseCaseId(item))
    for (const { sessions, ...metric } of item.metrics) {
      const known = new Set(same?.metrics.find(({ name }) => name === metric.name)?.sessions.map(({ runId }) => runId))
      for (const { samples, ...provenance } of sessions.filter(({ runId }) => !known.has(runId)))
        merged = addSessions(merged, newer.testbed, [{ ...item, metrics: [{ ...metric, samples }] }], provenance)
    }
  }
  return merged
}

/** Spread of runs of unchanged code, as shares of their level. */
export type NoiseFloor = {
  readonly runs: number
  readonly sessions: number
  /** Coefficient of variation inside a session. Includes outliers, because a slow tail affects decisions too. */
  readonly cv: number
  /** Coefficient of variation from the median absolute deviation, which ignores outliers. */
  readonly robustCv: number
  /** Standard deviation of the session medians, as a share; null with fewer than three sessions. */
  readonly sessionDeviation: number | null
}

/** Minimum number of runs minus sessions. A spread from fewer is too often wrong by a factor of two. */
const fewestDegreesOfFreedom = 6
/** Minimum number of sessions for a deviation between sessions. */
const fewestSessions = 3
/**
 * Measured on an H200: synchronized GPU-bound regions vary by 0.1 to 0.3 % inside and between sessions, process wall
 * time by 2 % and more. Only the former could be judged by stored samples without false alarms; 1 % separates them.
 */
const quietCv = 0.01
const quietSessionDeviation = 0.01

/** Estimates the noise floor from sessions; null when no session has two positive samples. */
export function estimateNoiseFloor(sessions: readonly (readonly number[])[]): NoiseFloor | null {
  const usable = sessions
    .map((session) => session.filter((value) => Number.isFinite(value) && value > 0))
    .filter((session) => session.length > 0)
  const runs = usable.reduce((sum, session) => sum + session.length, 0)
  const degreesOfFreedom = runs - usable.length
  if (degreesOfFreedom < 1) return null
  const squares = sumSquares(usable.flatMap((session) => computeShares(session, computeMean(session))))
  // The deviation of a session of one run is 0 and would lower the median.
  const several = usable.filter((session) => session.length > 1)
  const deviations = several.flatMap((session) => computeShares(session, computeMedian(session)).map(Math.abs))
  const medians = usable.map((session) => computeMedian(session))
  const ofMedians = sumSquares(computeShares(medians, computeMean(medians)))
  return {
    runs,
    sessions: usable.length,
    cv: Math.sqrt(squares / degreesOfFreedom),
    robustCv: normalPerMad * computeMedian(deviations) * Math.sqrt(runs / degreesOfFreedom),
    sessionDeviation: usable.length < fewestSessions ? null : Math.sqrt(ofMedians / (medians.length - 1)),
  }
}

/** Whether the spread is based on enough runs for decisions; null is not. */
export function isWellKnown(floor: NoiseFloor | null): floor is NoiseFloor {
  return floor !== null && floor.runs - floor.sessions >= fewestDegreesOfFreedom
}

/** Whether stored samples may show that a run is unchanged: low noise inside and between sessions. */
export function isQuiet(floor: NoiseFloor | null): boolean {
  if (!isWellKnown(floor) || floor.sessions < fewestSessions || floor.sessionDeviation === null) return false
  return floor.cv <= quietCv && floor.sessionDeviation <= quietSessionDeviation
}

function sumSquares(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share * share, 0)
}

function computeShares(session: readonly number[], center: number): number[] {
  return session.map((value) => value / center - 1)
}

/**
 * Largest automatic minimum effect. A wider gate would pass obvious regressions, so it keeps the configured value and
 * stays inconclusive.
 */
const widestGate = 0.1

/** The minimum effect used for a gate, as a share. */
export type EffectiveMinEffect = {
  readonly minEffect: number
  /** Reason why a gate cannot be judged at the configured minimum effect, as a sentence; null when it can. */
  readonly note: string | null
}

/**
 * Computes the minimum effect that can be judged at this noise: the configured one, or the smallest one detectable with
 * `maxRepeats` runs per side. A noise floor from too few runs changes nothing.
 */
export function computeEffectiveMinEffect(
  configured: number,
  floor: NoiseFloor | null,
  maxRepeats: number,
  gates = 1,
): EffectiveMinEffect {
  const asked = { minEffect: configured, note: null }
  if (!isWellKnown(floor)) return asked
  const least = computeReachableEffect(toKnownNoise(floor), { maxRuns: maxRepeats, gates })
  const runs = `${formatCounted(maxRepeats, 'run')} per side`
  if (least === null) return { ...asked, note: `${runs} cannot detect any change: set run.maxRepeats to 3 or more` }
  if (least <= configured) return asked
  const noise = `because runs of the same code vary by ${formatShare(floor.cv)}`
  const limits = `${formatShare(configured)} is below what ${runs} can detect here (${formatShare(least)}), ${noise}`
  if (least <= Math.max(widestGate, configured))
    return { minEffect: least, note: `${limits}: judged at ${formatShare(least)}` }
  const advice = 'out of reach; gate on a stage or a synchronized region instead'
  return { ...asked, note: `${limits}: ${advice}` }
}

/** Converts a noise floor to the input of the rule for pairs. */
export function toKnownNoise({ cv, runs, sessions }: NoiseFloor): KnownNoise {
  return { cv, degreesOfFreedom: runs - sessions }
}
