import { expect, it } from 'vitest'
import { collectThroughput } from '../../../../src/domain/trial/measurements.ts'

const tokens = (count: number, wallSeconds: number | null = 2) => ({
  work: { count, unit: 'tokens' },
  resultRows: 8,
  wallSeconds,
})

it('throughput is in the unit of the config, otherwise in rows', () => {
  expect(collectThroughput([tokens(100), tokens(50)])).toMatchObject([
    { metric: { name: 'throughput', unit: 'tokens/s', betterWhen: 'higher' }, samples: [50, 25] },
  ])
  expect(collectThroughput([{ resultRows: 8, wallSeconds: 2 }])).toMatchObject([
    { metric: { unit: 'rows/s' }, samples: [4] },
  ])
})

it('throughput is missing, not zero, where a trial counted nothing or has no time', () => {
  expect(collectThroughput([tokens(100), { resultRows: 8, wallSeconds: 2 }])).toEqual([])
  expect(collectThroughput([tokens(100), tokens(0)])).toEqual([])
  expect(collectThroughput([tokens(100, null)])).toEqual([])
  expect(collectThroughput([{ resultRows: null, wallSeconds: 2 }])).toEqual([])
})
