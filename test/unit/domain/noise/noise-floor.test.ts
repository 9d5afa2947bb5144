import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isQuiet, isWellKnown, estimateNoiseFloor } from '../../../../src/domain/noise/noise.ts'

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
