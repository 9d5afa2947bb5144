import { formatCaseId, type CaseKey } from '../core/case.ts'
import type { Metric } from '../core/metric.ts'
import { formatReviewedJson } from '../core/reviewed-json.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { listTestbedDifferences } from '../testbed/testbed-fields.ts'
import type { NoiseCase, NoiseMetric, NoiseRecord, NoiseSession } from '../../record/noise.ts'
import { mostSessions } from '../../record/limits.ts'

export type { NoiseRecord } from '../../record/noise.ts'

/** The properties that identify a metric; its kind may change without a change of the noise. */
type MetricIdentity = Pick<Metric, 'name' | 'unit' | 'betterWhen'>

/** Samples that a run adds to one case. */
export type FreshNoise = Omit<NoiseCase, 'metrics'> & {
  readonly metrics: readonly (MetricIdentity & { readonly samples: readonly number[] })[]
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
  for (const item of fresh)
    cases.set(formatNoiseCaseId(item), mergeCase(cases.get(formatNoiseCaseId(item)), item, provenance))
  const sorted = [...cases].toSorted(([a], [b]) => compareTexts(a, b)).map(([, item]) => item)
  return { schemaVersion: 1, testbed, cases: sorted }
}

/** Formats the record as committed JSON: stable order, samples of one session per line. */
export function formatNoise(noise: NoiseRecord): string {
  return formatReviewedJson(noise)
}

function mergeCase(
  known: NoiseCase | undefined,
  fresh: FreshNoise,
  provenance: Omit<NoiseSession, 'samples'>,
): NoiseCase {
  const metrics = new Map((known?.metrics ?? []).map((metric) => [metric.name, metric]))
  for (const { samples, ...metric } of fresh.metrics) {
    if (samples.length > 0)
      metrics.set(metric.name, mergeMetric(metrics.get(metric.name), metric, { ...provenance, samples }))
  }
  const sorted = [...metrics.values()].toSorted((a, b) => compareTexts(a.name, b.name))
  return { ...buildNoiseKey(fresh), datasetSha256: fresh.datasetSha256, metrics: sorted }
}

function mergeMetric(
  known: NoiseMetric | undefined,
  { name, unit, betterWhen }: MetricIdentity,
  { recordedAt, runId, commit, samples }: NoiseSession,
): NoiseMetric {
  const isSame = known?.unit === unit && known.betterWhen === betterWhen
  const others = isSame ? known.sessions.filter((session) => session.runId !== runId) : []
  const sessions = [...others, { recordedAt, runId, commit, samples }]
  const byTime = sessions.toSorted((a, b) => Date.parse(a.recordedAt) - Date.parse(b.recordedAt))
  return { name, unit, betterWhen, sessions: byTime.slice(-mostSessions) }
}

function formatNoiseCaseId(item: Omit<NoiseCase, 'metrics'>): string {
  return `${formatCaseId(buildNoiseKey(item))} ${item.datasetSha256}`
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** Merges two noise records of one testbed: all sessions of both, at most the newest twelve of each metric. */
export function mergeNoise(one: NoiseRecord, other: NoiseRecord): NoiseRecord {
  const [newer, older] = findNewestTime(one) >= findNewestTime(other) ? [one, other] : [other, one]
  if (listTestbedDifferences(newer.testbed, older.testbed).length > 0) return newer
  const missing = older.cases.flatMap((item) => listSessions(item).map((session) => ({ item, ...session })))
  return missing.reduce<NoiseRecord>(
    (merged, { item, metric, session }) =>
      hasSession(merged, item, metric.name, session.runId)
        ? merged
        : addSessions(
            merged,
            newer.testbed,
            [{ ...item, metrics: [{ ...metric, samples: session.samples }] }],
            session,
          ),
    newer,
  )
}

type MetricSession = {
  readonly metric: Omit<NoiseCase['metrics'][number], 'sessions'>
  readonly session: NoiseSession
}

function listSessions({ metrics }: NoiseCase): MetricSession[] {
  return metrics.flatMap(({ sessions, ...metric }) => sessions.map((session) => ({ metric, session })))
}

function hasSession(noise: NoiseRecord, wanted: NoiseCase, metric: string, runId: string): boolean {
  const found = noise.cases.find(
    (item) =>
      item.datasetSha256 === wanted.datasetSha256 &&
      formatCaseId(buildNoiseKey(item)) === formatCaseId(buildNoiseKey(wanted)),
  )
  const sessions = found?.metrics.find(({ name }) => name === metric)?.sessions ?? []
  return sessions.some((session) => session.runId === runId)
}

function findNewestTime({ cases }: NoiseRecord): number {
  const times = cases.flatMap(listSessions).map(({ session }) => Date.parse(session.recordedAt))
  return times.reduce((newest, time) => Math.max(newest, time), Number.NEGATIVE_INFINITY)
}
