import { formatCaseId } from '../core/case.ts'
import { addSessions, buildNoiseKey, type NoiseCase, type NoiseRecord, type NoiseSession } from './noise.ts'
import { listTestbedDifferences } from '../testbed/testbed-fields.ts'

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
