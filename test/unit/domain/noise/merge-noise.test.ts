import { expect, it } from 'vitest'
import { mergeNoise } from '../../../../src/domain/noise/noise.ts'
import type { NoiseCase, NoiseRecord } from '../../../../src/record/noise.ts'
import { aTestbed } from '../../a-run.ts'

/** A record with one session for each day. */
function aNoise(days: readonly number[], overrides: Partial<NoiseCase> = {}, testbed = aTestbed()): NoiseRecord {
  const sessions = days.map((day) => {
    return {
      recordedAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
      runId: `run-${day}`,
      commit: 'a'.repeat(40),
      samples: [day],
    }
  })
  const metrics = [{ name: 'wall_time', unit: 's', betterWhen: 'lower' as const, sessions }]
  const key = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 1 } }
  return { schemaVersion: 1, testbed, cases: [{ ...key, datasetSha256: 'd'.repeat(64), metrics, ...overrides }] }
}

const daysOf = ({ cases }: NoiseRecord) =>
  cases.map(({ metrics }) => metrics.flatMap(({ sessions }) => sessions.flatMap(({ samples }) => samples)))

it.each([
  ['the sessions of both', aNoise([1, 3]), aNoise([2]), [[1, 2, 3]]],
  ['a common session once', aNoise([1, 2]), aNoise([2, 3]), [[1, 2, 3]]],
  [
    'the newest twelve',
    aNoise([1, 2, 3, 4, 5, 6, 7]),
    aNoise([8, 9, 10, 11, 12, 13]),
    [[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
  ],
  ['another case beside it', aNoise([2]), aNoise([1, 2], { axes: { gpus: 2 } }), [[2], [1, 2]]],
  ['other data beside it', aNoise([2]), aNoise([2], { datasetSha256: 'e'.repeat(64) }), [[2], [2]]],
  ['an empty record', aNoise([]), aNoise([1]), [[1]]],
  ['only the newer of two machines', aNoise([1]), aNoise([2], {}, aTestbed({ driverVersion: '600.1' })), [[2]]],
])('keeps %s', (_name, one, other, days) => {
  expect(daysOf(mergeNoise(one, other))).toEqual(days)
  expect(new Set(daysOf(mergeNoise(other, one)).map(String))).toEqual(new Set(days.map(String)))
})
