import { describe, expect, it } from 'vitest'
import { type HistoryReport, observe } from '../../../../src/domain/history/observe.ts'
import { buildHistoryPage } from '../../../../src/reporters/html/history.ts'
import {
  summarizeHistory,
  renderHistorySummary,
  describeUnresolved,
} from '../../../../src/reporters/history-summary.ts'
import { aHistoryRecord, someRules } from '../../a-history.ts'
import { noisySeries, stairs } from '../noisy-series.ts'

/** A history of `wall_time` with this noise, and of `quiet` with 0.1 %. */
function reportOf(levels: readonly number[], sigma: number): HistoryReport {
  const noisy = noisySeries(levels, { seed: 21, sigma })
  const quiet = noisySeries(
    levels.map(() => 5),
    { seed: 22, sigma: 0.001 },
  )
  const records = noisy.map((value, index) =>
    aHistoryRecord(index + 1, { wall_time: value, 'stage:quiet': quiet[index]! }),
  )
  const observation = observe(records, records.at(-1)!, [], someRules)
  const rest = { anchors: [], outlooks: [], restarts: [], issues: [] }
  return { branch: 'data', isNew: true, runs: records.length, observation, ...rest }
}

function headlineOf(report: HistoryReport): readonly [string, string] {
  const page = buildHistoryPage({ histories: [{ report, baselines: [] }], downloads: [], madeBy: 'warpgauge 1' })
  return [page.tone, page.headline.map(({ text }) => text).join('')]
}

describe('a history in which nothing was found', () => {
  it('is inconclusive for the metric whose noise hides the minimum effect, with the minimum detectable effect', () => {
    const report = reportOf(stairs([18, 10]), 0.3)
    expect(report.observation.shifts).toEqual([])
    const [first, ...others] = report.observation.unresolved
    expect(others).toEqual([])
    expect(first).toMatchObject({ runs: 18, minEffect: 0.03, history: { metric: { name: 'wall_time' } } })
    expect(first!.detectable).toBeGreaterThan(0.5)
    expect(summarizeHistory(report)).toContain('no persistent regression found, inconclusive for 1 of 2 metrics')
    expect(renderHistorySummary(report)).toMatch(/Inconclusive[\s\S]*wall time[\s\S]*noise hides changes below \d/)
    expect(headlineOf(report)).toEqual([
      'good',
      'History: No persistent regression found, inconclusive for 1 of 2 metrics on 1 testbed',
    ])
  })

  it('says "no persistent regression" only where every metric could have shown the minimum effect', () => {
    const report = reportOf(stairs([40, 10]), 0.005)
    expect(report.observation.unresolved).toEqual([])
    expect(summarizeHistory(report)).toMatch(/no persistent regression$/)
    expect(renderHistorySummary(report)).not.toContain('Inconclusive')
  })

  it.each([
    ['that the run before measured', 40, ['stage:quiet']],
    ['that no run measured', 0, []],
  ])('names a metric %s and the latest did not', (_what, from, expected) => {
    const report = reportOf(stairs([40, 10]), 0.005)
    const metrics = from === 40 ? { wall_time: 10, 'stage:quiet': 5 } : { wall_time: 10 }
    const records = [
      ...report.observation.histories[0]!.points.map(({ order }) => aHistoryRecord(order, metrics)),
      aHistoryRecord(41, { wall_time: 10, 'stage:quiet': [] }),
    ]
    const lost = { ...report, observation: observe(records, records.at(-1)!, [], someRules) }
    expect(lost.observation.lost.map(({ metric }) => metric.name)).toEqual(expected)
    const isNamed = expected.length > 0
    expect(summarizeHistory(lost).includes('; 1 metric of the run before not measured')).toBe(isNamed)
    expect(renderHistorySummary(lost).includes('changes are not seen: stage quiet of')).toBe(isNamed)
    expect(headlineOf(lost)[0]).toBe(isNamed ? 'unsure' : 'good')
  })

  it('is inconclusive as a whole with fewer than eight runs', () => {
    const report = reportOf(stairs([5, 10]), 0.005)
    expect(report.observation.unresolved.map(({ detectable }) => detectable)).toEqual([null, null])
    expect(summarizeHistory(report)).toContain('inconclusive: a change of 3 % is not detectable in any metric')
    expect(renderHistorySummary(report)).toContain('too few runs: 5 of at least 8')
    expect(headlineOf(report)[0]).toBe('unsure')
  })

  it('gives no figure beyond a tenfold change', () => {
    const [one] = reportOf(stairs([18, 10]), 0.3).observation.unresolved
    expect(describeUnresolved({ ...one!, detectable: 1561.4 })).toBe('noise hides even a tenfold change (18 runs)')
    expect(describeUnresolved({ ...one!, detectable: 1.2345 })).toBe('noise hides changes below 120 % (18 runs)')
  })

  it('finds the twofold step among 18 runs with noise of 20 %, which is not inconclusive then', () => {
    const report = reportOf(stairs([9, 10], [9, 20]), 0.2)
    expect(report.observation.shifts).toMatchObject([{ isWorse: true, isLasting: true }])
    expect(report.observation.unresolved).toEqual([])
  })
})
