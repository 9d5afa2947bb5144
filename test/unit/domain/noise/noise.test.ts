import { expect, test, it } from 'vitest'
import { formatReviewedJson } from '../../../../src/domain/core/json.ts'
import {
  addSessions,
  listSessionSamples,
  type FreshNoise,
  isQuiet,
  isWellKnown,
  estimateNoiseFloor,
  computeEffectiveMinEffect,
  type NoiseFloor,
  mergeNoise,
} from '../../../../src/domain/noise/noise.ts'
import { aTestbed } from '../../a-run.ts'
import { parseNoise } from '../../../../src/config/records/parse-records.ts'
import { mostSessions } from '../../../../src/record/limits.ts'
import fc from 'fast-check'
import type { NoiseCase, NoiseRecord } from '../../../../src/record/noise.ts'

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
  expect(formatReviewedJson(addSessions(once, aTestbed(), [aFresh()], from('run')))).toBe(formatReviewedJson(once))
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
  const text = formatReviewedJson(addSessions(null, aTestbed(), [one, other], from('run')))
  expect(text).toBe(formatReviewedJson(addSessions(null, aTestbed(), [other, one], from('run'))))
  expect(text).toContain('"samples": [10, 10.1]\n')
  expect(formatReviewedJson(parseNoise(text, 'noise.json'))).toBe(text)
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
  const noise = JSON.parse(formatReviewedJson(addSessions(null, aTestbed(), [aFresh()], from('run'))))
  const { sessions } = noise.cases[0].metrics[0]
  noise.cases[0].metrics[0].sessions = Array(count).fill(sessions[0])
  return JSON.stringify(noise)
}

const quiet = [
  [100, 100.2, 99.8, 100],
  [100.1, 100.3, 99.9, 100.1],
  [99.9, 100.1, 99.7, 99.9],
]

test('pools the spread inside the sessions and takes that between their medians apart', () => {
  const floor = estimateNoiseFloor([
    [99, 101],
    [199, 201],
    [149, 151],
  ])
  // Shares: 1 % twice, 0.5 % twice, 0.667 % twice, over three degrees of freedom; medians 100, 200, 150.
  expect(floor?.cv).toBeCloseTo(Math.sqrt((2 * 0.01 ** 2 + 2 * 0.005 ** 2 + (2 * 0.02 ** 2) / 9) / 3), 12)
  expect(floor?.sessionDeviation).toBeCloseTo(1 / 3, 12)
  expect(floor).toMatchObject({ runs: 6, sessions: 3 })
})

test('the robust figure sets an outlier aside, the plain one does not', () => {
  const floor = estimateNoiseFloor([[100, 101, 99, 100, 101, 99, 170]])
  expect(floor?.robustCv).toBeLessThan(0.02)
  expect(floor?.cv).toBeGreaterThan(0.2)
})

test('says nothing where there is nothing to say: no pair of runs, no positive value', () => {
  expect(estimateNoiseFloor([])).toBeNull()
  expect(estimateNoiseFloor([[5], [6], [7]])).toBeNull()
  expect(estimateNoiseFloor([[0, 0, Number.NaN, -1]])).toBeNull()
  expect(estimateNoiseFloor([[5, 5, 5]])).toEqual({ runs: 3, sessions: 1, cv: 0, robustCv: 0, sessionDeviation: null })
  expect(estimateNoiseFloor([[5, 6], [0], []])).toMatchObject({ runs: 2, sessions: 1 })
})

test('two sessions do not tell how far sessions lie apart', () => {
  expect(estimateNoiseFloor(quiet.slice(0, 2))?.sessionDeviation).toBeNull()
  expect(isQuiet(estimateNoiseFloor(quiet.slice(0, 2)))).toBe(false)
  expect(isQuiet(estimateNoiseFloor(quiet))).toBe(true)
})

test.each([
  ['runs that scatter', quiet.map((session) => session.map((value, index) => value * (1 + 0.02 * (index % 2))))],
  ['sessions that lie apart', quiet.map((session, index) => session.map((value) => value * (1 + 0.02 * index)))],
  ['too few runs', quiet.map((session) => session.slice(0, 2))],
  ['no runs at all', []],
])('%s are not quiet', (_, sessions) => {
  expect(isQuiet(estimateNoiseFloor(sessions))).toBe(false)
})

test('a spread of five degrees of freedom is not well known, one of six is', () => {
  expect(isWellKnown(estimateNoiseFloor([[1, 2, 3, 4, 5, 6]]))).toBe(false)
  expect(isWellKnown(estimateNoiseFloor([[1, 2, 3, 4, 5, 6, 7]]))).toBe(true)
})

test('does not depend on the unit', () => {
  const sessions = fc.array(fc.array(fc.double({ min: 1, max: 2, noNaN: true }), { minLength: 2, maxLength: 5 }), {
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(sessions, fc.double({ min: 1e-6, max: 1e6, noNaN: true }), (values, factor) => {
      const one = estimateNoiseFloor(values)
      const other = estimateNoiseFloor(values.map((session) => session.map((value) => value * factor)))
      expect(other?.cv).toBeCloseTo(one?.cv ?? Number.NaN, 9)
      expect(other?.robustCv).toBeCloseTo(one?.robustCv ?? Number.NaN, 9)
      expect(other?.sessionDeviation ?? 0).toBeCloseTo(one?.sessionDeviation ?? 0, 9)
    }),
  )
})

function aFloor(cv: number, overrides: Partial<NoiseFloor> = {}): NoiseFloor {
  return { runs: 20, sessions: 1, cv, robustCv: cv, sessionDeviation: null, ...overrides }
}

test('leaves a gate alone that the noise allows, or whose noise is hardly known', () => {
  const asAsked = { minEffect: 0.03, note: null }
  expect(computeEffectiveMinEffect(0.03, aFloor(0.002), 10)).toEqual(asAsked)
  expect(computeEffectiveMinEffect(0.03, aFloor(0), 10)).toEqual(asAsked)
  expect(computeEffectiveMinEffect(0.03, null, 10)).toEqual(asAsked)
  expect(computeEffectiveMinEffect(0.03, aFloor(0.2, { runs: 4 }), 10)).toEqual(asAsked)
})

test('widens a gate that is tighter than about twice the noise, and says by how much and why', () => {
  const widened = computeEffectiveMinEffect(0.01, aFloor(0.02), 10)
  expect(widened.minEffect).toBeGreaterThan(0.033)
  expect(widened.minEffect).toBeLessThan(0.037)
  expect(widened.note).toMatch(
    /^1 % is below what 10 runs per side can detect here \(\S+ %\), because runs of the same code vary by 2 %: judged at \S+ %$/,
  )
  expect(computeEffectiveMinEffect(0.01, aFloor(0.02), 40).minEffect).toBeLessThan(0.025)
})

test('never widens a gate until it passes what everybody calls a regression', () => {
  const hopeless = computeEffectiveMinEffect(0.03, aFloor(0.17), 10)
  expect(hopeless).toMatchObject({ minEffect: 0.03 })
  expect(hopeless.note).toMatch(/out of reach; gate on a stage/)
  expect(computeEffectiveMinEffect(0.1, aFloor(0.07), 10)).toMatchObject({ minEffect: 0.1 })
})

test('says so where so few runs can tell nothing', () => {
  expect(computeEffectiveMinEffect(0.03, aFloor(0.001), 2)).toEqual({
    minEffect: 0.03,
    note: '2 runs per side cannot detect any change: set run.maxRepeats to 3 or more',
  })
})

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
