import { caseId } from '../core/case.ts'
import { addSessions, noiseKey, type NoiseCase, type NoiseRecord, type NoiseSession } from './noise.ts'
import { testbedDifferences } from '../testbed/testbed-fields.ts'

/** Two records of the noise of one testbed as one: every session of both, the newest twelve of each metric. */
export function mergeNoise(one: NoiseRecord, other: NoiseRecord): NoiseRecord {
  const [newer, older] = newestAt(one) >= newestAt(other) ? [one, other] : [other, one]
  if (testbedDifferences(newer.testbed, older.testbed).length > 0) return newer
  const missing = older.cases.flatMap((item) => sessionsOf(item).map((session) => ({ item, ...session })))
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

type OneSession = {
  readonly metric: Omit<NoiseCase['metrics'][number], 'sessions'>
  readonly session: NoiseSession
}

function sessionsOf({ metrics }: NoiseCase): OneSession[] {
  return metrics.flatMap(({ sessions, ...metric }) => sessions.map((session) => ({ metric, session })))
}

function hasSession(noise: NoiseRecord, wanted: NoiseCase, metric: string, runId: string): boolean {
  const found = noise.cases.find(
    (item) => item.datasetSha256 === wanted.datasetSha256 && caseId(noiseKey(item)) === caseId(noiseKey(wanted)),
  )
  const sessions = found?.metrics.find(({ name }) => name === metric)?.sessions ?? []
  return sessions.some((session) => session.runId === runId)
}

function newestAt({ cases }: NoiseRecord): number {
  const times = cases.flatMap(sessionsOf).map(({ session }) => Date.parse(session.recordedAt))
  return times.reduce((newest, time) => Math.max(newest, time), Number.NEGATIVE_INFINITY)
}
