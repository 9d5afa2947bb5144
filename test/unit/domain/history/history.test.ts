import { describe, expect, it } from 'vitest'
import { computePointValue, selectDistinctRecords } from '../../../../src/domain/history/history-records.ts'
import { isBackAt } from '../../../../src/domain/history/shift.ts'
import { observe } from '../../../../src/domain/history/observe.ts'
import type { HistoryRecord } from '../../../../src/record/history.ts'
import { aHistoryRecord, someRules } from '../../a-history.ts'
import { noisySeries, stairs } from '../noisy-series.ts'

/** Runs of `wall_time` at these levels; those in `gaps` measured nothing. */
function runsOf(levels: readonly number[], gaps: (order: number) => boolean = () => false): HistoryRecord[] {
  return noisySeries(levels, { seed: 3, sigma: 0.003 }).map((value, order) =>
    aHistoryRecord(order, { wall_time: gaps(order) ? [] : value }),
  )
}

function shiftsOf(records: readonly HistoryRecord[]) {
  return observe(records, records.at(-1)!, [], someRules).shifts
}

it('orders records by commit, runs of one commit by time, and counts a duplicate once', () => {
  const again = aHistoryRecord(1, {}, { runId: 'again', measuredAt: '2026-02-01T00:00:00Z' })
  const records = [aHistoryRecord(2, {}), again, aHistoryRecord(0, {}), aHistoryRecord(1, {}), aHistoryRecord(2, {})]
  expect(selectDistinctRecords(records).map(({ runId }) => runId)).toEqual(['run-0', 'run-1', 'again', 'run-2'])
})

describe('a change of a history', () => {
  it('names the run of the new level and the last one before it, gaps left out', () => {
    const [shift] = shiftsOf(runsOf(stairs([30, 100], [5, 110]), (order) => order === 29))
    expect([shift!.change.point.order, shift!.good.order, shift!.bad.order]).toEqual([30, 28, 30])
    expect(shift!.change).toMatchObject({ effect: expect.closeTo(0.1, 2), status: 'candidate' })
  })

  it.each([
    ['a second improvement', [100, 80, 60], [true, true]],
    ['a loss of the improvement', [100, 80, 100], [false, true]],
    ['a regression that recovers', [100, 120, 100], [false, true]],
  ])('lasts or not: %s', (_, levels, expected) => {
    const shifts = shiftsOf(runsOf(stairs(...levels.map((level) => [20, level] as const))))
    expect(shifts.map(({ isLasting }) => isLasting)).toEqual(expected)
  })

  it('is none of launches and copied bytes, which a faster program may have more of, unless they are named', () => {
    const metrics = ['gpu_kernel_time', 'gpu_launches', 'gpu_copied_bytes']
    const records = noisySeries(stairs([30, 100], [30, 110]), { seed: 3, sigma: 0.003 }).map((value, order) =>
      aHistoryRecord(order, Object.fromEntries(metrics.map((name) => [name, value]))),
    )
    const list = (...own: string[]) => {
      const observation = observe(records, records.at(-1)!, [], { ...someRules, metrics: own })
      expect(observation.histories).toHaveLength(3)
      return observation.shifts.map(({ history }) => history.metric.name)
    }
    expect(list('*')).toEqual(['gpu_kernel_time'])
    expect(list('*', 'gpu_launches')).toEqual(['gpu_kernel_time', 'gpu_launches'])
  })

  it('is none between two testbeds, data sets or configs (W48)', () => {
    const turns = (record: HistoryRecord, order: number): HistoryRecord => {
      const cases = aHistoryRecord(order, { wall_time: 200 }, { conditions: { resultRows: 7 } }).cases
      return order % 3 === 0 ? { ...record, cases } : record
    }
    const records = runsOf(stairs([30, 100], [30, 110])).map(turns)
    const [history, ...others] = observe(records, records.at(-1)!, [], someRules).histories
    expect([history!.points.length, others.length]).toEqual([40, 0])
    const [shift, ...further] = shiftsOf(records)
    expect([shift!.good.order, shift!.bad.order, further.length]).toEqual([29, 31, 0])
    expect(shiftsOf([...records, turns(records[0]!, 60)])).toEqual([])
  })
})

it('is not back where a level is unknown', () => {
  const levels = { good: 100, bad: 120, minEffect: 0.05, betterWhen: 'lower' } as const
  expect([100, 120, Number.NaN].map((level) => isBackAt(level, levels))).toEqual([true, false, false])
  expect(isBackAt(100, { ...levels, bad: Number.NaN })).toBe(false)
})

describe('a point', () => {
  it('has the median of its finite samples as its value, and none where there is none (F-36, W49, W50)', () => {
    const samples = [[3, 1, 2], [3, Number.NaN, 1], [], [Number.NaN]]
    expect(samples.map((one) => computePointValue({ samples: one }))).toEqual([2, 2, Number.NaN, Number.NaN])
  })

  it('without samples is a gap and no step to zero (W49)', () => {
    expect(shiftsOf(runsOf(stairs([30, 100]), (order) => order >= 20))).toEqual([])
  })
})
