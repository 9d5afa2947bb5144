import { expect, it } from 'vitest'
import { describeSample } from '../../../src/datasets/describe-sample.ts'
import {
  computeLargestDifference,
  computeLengthQuantile,
  countLengths,
  sumCounts,
} from '../../../src/datasets/length-counts.ts'

const source = [
  [100, 1],
  [200, 2],
  [65_536, 1],
] as const

it('counts short and long lengths in ascending order', () => {
  expect(countLengths([65_536, 200, 100, 200])).toEqual(source)
  expect(countLengths([70_000, 65_535, 65_536, 70_000])).toEqual([
    [65_535, 1],
    [65_536, 1],
    [70_000, 2],
  ])
  expect(sumCounts(source)).toBe(4)
})

it.each([
  [0, 100],
  [0.25, 100],
  [0.26, 200],
  [0.75, 200],
  [0.76, 65_536],
  [1, 65_536],
])('the quantile of %d is %i', (share, length) => {
  expect(computeLengthQuantile(source, share)).toBe(length)
})

it.each([
  [source, source, 0],
  [[[1, 1]], [[2, 5]], 1],
  [
    [
      [1, 1],
      [2, 1],
    ],
    [
      [1, 3],
      [2, 1],
    ],
    0.25,
  ],
  [
    [
      [1, 3],
      [2, 1],
    ],
    [
      [1, 1],
      [2, 1],
    ],
    0.25,
  ],
] as const)('the distributions %j and %j differ by %d', (one, other, difference) => {
  expect(computeLargestDifference(one, other)).toBeCloseTo(difference, 12)
})

it('describes a sample by its sequences, bases and bytes', () => {
  const files = [{ bytes: 10 }, { bytes: 20 }]
  const facts = {
    name: 'x',
    parameters: {},
    files,
    sha256: 'a',
    strata: [],
    path: '/data/reads.fasta',
    scan: {},
    source,
    sample: [
      [100, 2],
      [200, 1],
    ],
  }
  const described = describeSample(facts as never)
  expect(described).toMatchObject({ sequences: 3, bases: 400, bytes: 30, source: { file: 'reads.fasta' } })
  expect(described.lengths.largestDifference).toBeCloseTo(5 / 12, 12)
  expect(described.lengths.quantiles.find(({ share }) => share === 0.5)).toEqual({
    share: 0.5,
    source: 200,
    sample: 100,
  })
})
