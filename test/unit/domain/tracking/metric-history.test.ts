import { expect, it } from 'vitest'
import { collectContinuedHistories, collectMetricHistories } from '../../../../src/domain/history/history-records.ts'
import { findRestartedCases } from '../../../../src/domain/history/observe.ts'
import { aHistoryRecord } from '../../a-history.ts'

it('begins another series where the wanted direction of a metric changes', () => {
  const [one, two, three] = [1, 2, 3].map((order) => aHistoryRecord(order, { items: order })) as [never, never, never]
  const turned = JSON.parse(JSON.stringify(three).replace('"lower"', '"higher"')) as never
  const lengths = (histories: ReturnType<typeof collectMetricHistories>) => histories.map(({ points }) => points.length)
  expect(lengths(collectMetricHistories([one, two, turned], () => true))).toEqual([2, 1])
  expect(lengths(collectContinuedHistories([one, two, turned], turned, () => true))).toEqual([1])
  expect(findRestartedCases([one, two, turned], turned)).toMatchObject([{ what: ['the unit or direction of items'] }])
  expect(findRestartedCases([one, two, three], three)).toEqual([])
  expect(lengths(collectContinuedHistories([one, two, three], three, () => true))).toEqual([3])
})
