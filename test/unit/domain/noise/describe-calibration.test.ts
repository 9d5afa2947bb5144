import { expect, it } from 'vitest'
import {
  type CalibratedMetric,
  buildCalibrationSections,
  describeCalibration,
} from '../../../../src/domain/noise/calibration.ts'
import { wallTime } from '../../../../src/domain/core/metric.ts'

function aMetric(overrides: Partial<CalibratedMetric> = {}, cv = 0.01): CalibratedMetric {
  const rate = { count: 0, draws: 10 }
  const reach = { reachOfThree: null, reachOfTen: null, reachOfMost: 0.03, minEffect: 0.03, maxRepeats: 10 }
  const key = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 1 } }
  const floor = { cv, robustCv: cv, runs: 9, sessions: 1, sessionDeviation: null }
  return {
    key,
    metric: wallTime,
    isGate: true,
    floor,
    drift: null,
    isDrifting: false,
    ...reach,
    falseAlarms: rate,
    found: rate,
    ...overrides,
  }
}

const head = 'this run measured the noise of the machine and judged nothing'

it.each([
  [{ reachOfMost: null, maxRepeats: 2 }, '2 runs per side cannot detect any change: set run.maxRepeats to 3 or more'],
  [{ reachOfMost: 0.03 }, '10 runs per side can detect 3 %; 2 % is out of reach'],
  [{ reachOfMost: 0.0005 }, '10 runs per side can detect 3 %'],
  [{ reachOfMost: 0.04 }, '3 % is out of reach with 10 runs per side; 5 % is the smallest usual limit within reach'],
  [{ reachOfMost: 0.05 }, '3 % is out of reach with 10 runs per side; 5 % is the smallest usual limit within reach'],
  [{ reachOfMost: 1.1 }, '3 % is out of reach with 10 runs per side'],
])('with a reach of %j says %s', (changed, reach) => {
  const sentence = describeCalibration([aMetric(changed)])
  expect(sentence.startsWith(`${head}: ${reach} (`)).toBe(true)
  expect(sentence).not.toContain('the noisiest')
})

it('speaks of the noisiest gate', () => {
  const metrics = [aMetric({ maxRepeats: 3 }, 0.01), aMetric({ maxRepeats: 4 }, 0.02), aMetric({ isGate: false }, 0.5)]
  expect(describeCalibration(metrics)).toMatch(/: 4 runs per side .*, the noisiest gate\)$/)
  expect(describeCalibration(metrics.slice(2))).toBe(`${head}; it has no values of a gate metric`)
})

it('lists gates apart from other metrics, and says where a session drifted', () => {
  const drifting = { drift: 0.02, isDrifting: true }
  const sections = buildCalibrationSections([
    aMetric(drifting),
    aMetric({ drift: 0.02 }),
    aMetric({ isGate: false, ...drifting }),
  ])
  expect(sections.map(({ id, rows }) => [id, rows.length])).toEqual([
    ['calibration', 2],
    ['calibration-others', 1],
  ])
  expect(sections.map(({ notes }) => notes.filter((note) => note.includes('drifted by 2 %')).length)).toEqual([1, 0])
  expect(buildCalibrationSections([])).toEqual([])
})
