import { describe, expect, it } from 'vitest'
import { projectFinish } from '../../../../src/domain/production/project-finish.ts'
import { addProgressPoint } from '../../../../src/domain/production/progress-curve.ts'
import { simulate, type Pace } from './a-pace.ts'
import { mostPoints } from '../../../../src/record/limits.ts'
import type { ProgressCurve } from '../../../../src/record/pipeline.ts'

/** The projection, which the curve must allow. */
function project(curve: ProgressCurve) {
  const found = projectFinish(curve, 0.95)
  if (typeof found === 'string') throw new Error(found)
  return found
}

function coverage(minutes: number, pace: Omit<Pace, 'seed'> = {}, runs = 300): number {
  let held = 0
  for (let seed = 1; seed <= runs; seed += 1) {
    const run = simulate({ ...pace, seed })
    const [low, high] = project(run.upTo(minutes * 60)).interval
    held += low <= run.finish && run.finish <= high ? 1 : 0
  }
  return held / runs
}

describe('the projection of the end from the first minutes (F-15, I-148)', () => {
  it.each([5, 10, 60])('holds the true end of 19 in 20 steady runs after %d minutes', (minutes) => {
    expect(coverage(minutes)).toBeGreaterThanOrEqual(0.93)
  })

  it('holds it in noise that lasts for minutes as well', () => {
    expect(coverage(20, { correlation: 0.8, spread: 0.15 })).toBeGreaterThanOrEqual(0.9)
  })

  it('gets narrower with every hour', () => {
    const run = simulate({ seed: 3 })
    const widths = [0.25, 1, 4].map((hour) => {
      const [low, high] = project(run.upTo(hour * 3600)).interval
      return high - low
    })
    expect(widths[1]).toBeLessThan(widths[0]!)
    expect(widths[2]).toBeLessThan(widths[1]!)
  })

  it('spans both answers once a run has become slower', () => {
    const run = simulate({ seed: 4, spread: 0.02, shape: (share) => (share < 0.2 ? 1 : 0.6) })
    const [low, high] = project(run.upTo(4 * 3600)).interval
    expect(high).toBeGreaterThan(run.finish)
    expect(low).toBeLessThan(run.finish)
  })

  it('is exact where the pace is even, and ends now where nothing is left', () => {
    const points = Array.from({ length: 20 }, (_, index) => ({ seconds: 100 + index * 30, done: index * 50 }))
    const even = { stage: null, total: 6000, points }
    expect(project(even).seconds).toBeCloseTo(100 + 3600, 6)
    expect(project({ ...even, total: 950 }).interval).toEqual([670, 670])
  })

  it.each<[string, Partial<ProgressCurve>, RegExp]>([
    ['no total', { total: null }, /does not report its total/],
    ['few looks', { points: [{ seconds: 1, done: 1 }] }, /1 of 9 progress readings/],
    [
      'a stall',
      { points: Array.from({ length: 12 }, (_, index) => ({ seconds: index, done: 7 })) },
      /no progress between/,
    ],
  ])('says why there is none: %s', (_, curve, reason) => {
    expect(projectFinish({ stage: null, total: 100, points: [], ...curve }, 0.95)).toMatch(reason)
  })
})

describe('a curve of progress', () => {
  it('stays bounded over days and keeps its ends', () => {
    let curves: ProgressCurve[] = []
    for (let look = 0; look < 20_000; look += 1)
      curves = addProgressPoint(curves, { stage: 'ESM-2', total: 20_000, seconds: look * 30, done: look })
    expect(curves).toHaveLength(1)
    expect(curves[0]!.points.length).toBeLessThanOrEqual(mostPoints)
    expect([curves[0]!.points[0], curves[0]!.points.at(-1)]).toEqual([
      { seconds: 0, done: 0 },
      { seconds: 19_999 * 30, done: 19_999 },
    ])
  })

  it('begins anew with a stage, and with one that starts again', () => {
    const look = (stage: string, seconds: number, done: number) => ({ stage, total: 10, seconds, done })
    const curves = [look('a', 1, 1), look('a', 2, 5), look('b', 3, 0), look('b', 4, 9), look('b', 5, 2)].reduce(
      addProgressPoint,
      [] as ProgressCurve[],
    )
    expect(curves.map(({ stage, points }) => [stage, points.length])).toEqual([
      ['a', 2],
      ['b', 2],
      ['b', 1],
    ])
  })
})
