import { expect, test } from 'vitest'
import { addSessions, formatNoise, listSessionSamples, type FreshNoise } from '../../../../src/domain/noise/noise.ts'
import { aTestbed } from '../../a-run.ts'
import { parseNoise } from '../../../../src/config/records/parse-records.ts'
import { mostSessions } from '../../../../src/record/limits.ts'

const sha256 = 'd'.repeat(64)

function aFresh(overrides: Partial<FreshNoise> = {}): FreshNoise {
  return {
    suite: 'scaling',
    benchmark: 'predict',
    axes: { gpus: 1 },
    datasetSha256: sha256,
    metrics: [{ name: 'wall_time', unit: 's', betterWhen: 'lower', samples: [10, 10.1] }],
    ...overrides,
  }
}

function from(runId: string, day = 1) {
  return { runId, recordedAt: `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`, commit: 'a'.repeat(40) }
}

const wall = (samples: number[], overrides = {}) => ({
  metrics: [{ name: 'wall_time', unit: 's', betterWhen: 'lower' as const, samples, ...overrides }],
})
const key = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 1 } }

test('keeps one session per run, oldest first, whatever the order of recording', () => {
  const later = addSessions(null, aTestbed(), [aFresh(wall([2, 2]))], from('later', 9))
  const both = addSessions(later, aTestbed(), [aFresh(wall([1, 1]))], from('earlier', 3))
  expect(listSessionSamples(both, key, 'wall_time', sha256)).toEqual([
    [1, 1],
    [2, 2],
  ])
})

test('adding the same run again changes nothing', () => {
  const once = addSessions(null, aTestbed(), [aFresh()], from('run'))
  expect(formatNoise(addSessions(once, aTestbed(), [aFresh()], from('run')))).toBe(formatNoise(once))
})

test('keeps the newest twelve sessions', () => {
  let noise = null
  for (let day = 1; day <= 15; day += 1)
    noise = addSessions(noise, aTestbed(), [aFresh(wall([day, day]))], from(`run ${day}`, day))
  const kept = listSessionSamples(noise, key, 'wall_time', sha256)
  expect(kept).toHaveLength(mostSessions)
  expect(kept[0]).toEqual([4, 4])
  expect(kept.at(-1)).toEqual([15, 15])
})

test('both sides of a comparison share their noise, and other data do not', () => {
  const axes = { revision: 'head', gpus: 1, arm: 'again' }
  const noise = addSessions(null, aTestbed(), [aFresh({ axes })], from('run'))
  expect(noise.cases[0]?.axes).toEqual({ gpus: 1 })
  expect(
    listSessionSamples(noise, { ...key, axes: { gpus: 1, revision: 'merge-base' } }, 'wall_time', sha256),
  ).toHaveLength(1)
  expect(listSessionSamples(noise, key, 'wall_time', 'e'.repeat(64))).toEqual([])
  expect(listSessionSamples(noise, { ...key, axes: { gpus: 2 } }, 'wall_time', sha256)).toEqual([])
  expect(listSessionSamples(noise, key, 'throughput', sha256)).toEqual([])
  expect(listSessionSamples(null, key, 'wall_time', sha256)).toEqual([])
})

test('a metric that means something else now, and a machine that is another now, start anew', () => {
  const first = addSessions(null, aTestbed(), [aFresh(), aFresh({ axes: { gpus: 2 } })], from('first', 1))
  const inMs = addSessions(first, aTestbed(), [aFresh(wall([10_000, 10_100], { unit: 'ms' }))], from('second', 2))
  expect(listSessionSamples(inMs, key, 'wall_time', sha256)).toEqual([[10_000, 10_100]])
  const newDriver = addSessions(first, aTestbed({ driverVersion: '590.1' }), [aFresh()], from('third', 3))
  expect(newDriver.testbed.driverVersion).toBe('590.1')
  expect(newDriver.cases).toHaveLength(1)
  expect(newDriver.cases[0]?.metrics[0]?.sessions.map(({ runId }) => runId)).toEqual(['third'])
})

test('is written in one order, a session on a line, and can be read again', () => {
  const one = aFresh({ axes: { gpus: 1, dataset: 'x' } })
  const other = aFresh({ axes: { dataset: 'x', gpus: 2 } })
  const text = formatNoise(addSessions(null, aTestbed(), [one, other], from('run')))
  expect(text).toBe(formatNoise(addSessions(null, aTestbed(), [other, one], from('run'))))
  expect(text).toContain('"samples": [10, 10.1]\n')
  expect(formatNoise(parseNoise(text, 'noise.json'))).toBe(text)
})

test.each([
  ['a truncated file', '{"schemaVersion":1,', /noise\.json cannot be used: not JSON/],
  ['an endless session', withSamples(Array(2001).fill(1)), /sessions\[0\]\.samples: Too big/],
  ['too many sessions', withSessions(13), /metrics\[0\]\.sessions: Too big/],
  ['a value that is no number', withSamples(['1']), /samples\[0\]: .*number/],
  ['a newer version', '{"schemaVersion":2}', /has schemaVersion 2; this warpgauge reads version 1/],
])('refuses %s with the place (W52)', (_, text, message) => {
  expect(() => parseNoise(text, 'noise.json')).toThrow(message)
})

function withSamples(samples: unknown[]): string {
  const noise = addSessions(null, aTestbed(), [aFresh()], from('run'))
  return JSON.stringify(noise).replace('[10,10.1]', JSON.stringify(samples))
}

function withSessions(count: number): string {
  const noise = JSON.parse(formatNoise(addSessions(null, aTestbed(), [aFresh()], from('run'))))
  const { sessions } = noise.cases[0].metrics[0]
  noise.cases[0].metrics[0].sessions = Array(count).fill(sessions[0])
  return JSON.stringify(noise)
}
