import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  computeLargestDifference,
  computeLengthQuantile,
  countLengths,
  planStrata,
  sumCounts,
  type LengthCounts,
} from '../../../../src/programs/fasta/lengths.ts'

test('lengths are counted exactly, short and long, in ascending order', () => {
  expect(countLengths([70_000, 3, 0, 3, 65_535, 65_536, 70_000, 5e9])).toEqual([
    [0, 1],
    [3, 2],
    [65_535, 1],
    [65_536, 1],
    [70_000, 2],
    [5e9, 1],
  ])
})

test('a quantile is a length that is there', () => {
  const counts = countLengths([10, 20, 20, 30])
  expect([0, 0.25, 0.26, 0.5, 0.75, 0.76, 1].map((share) => computeLengthQuantile(counts, share))).toEqual([
    10, 10, 20, 20, 20, 30, 30,
  ])
})

test('the difference of two distributions is the largest gap between their cumulated shares', () => {
  expect(computeLargestDifference(countLengths([1, 2, 3, 4]), countLengths([1, 2, 3, 4, 1, 2, 3, 4]))).toBe(0)
  expect(computeLargestDifference(countLengths([1, 1]), countLengths([2, 2]))).toBe(1)
  expect(computeLargestDifference(countLengths([1, 2, 3, 4]), countLengths([3, 4, 4, 4]))).toBeCloseTo(0.5)
})

const lengthCounts = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 400 })), { minLength: 1, maxLength: 120 })
  .map((pairs): LengthCounts => [...new Map(pairs)].toSorted(([one], [other]) => one - other))

test('I-052: whatever the lengths are, any choice within the strata keeps to the tolerance', () => {
  fc.assert(
    fc.property(lengthCounts, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (source, part, isShort) => {
      const wanted = Math.max(1, Math.round(part * sumCounts(source)))
      const strata = planStrata(source, wanted)
      const sample = countLengths(strata.flatMap((stratum) => extremes(source, stratum, isShort)))
      expect(strata.reduce((sum, stratum) => sum + stratum.sample, 0)).toBe(wanted)
      expect(strata.reduce((sum, stratum) => sum + stratum.source, 0)).toBe(sumCounts(source))
      const tolerance = Math.max(0.01, 1 / wanted) + 1 / (2 * wanted)
      expect(computeLargestDifference(source, sample)).toBeLessThanOrEqual(tolerance + 1e-9)
    }),
  )
})

/** The worst choice within a stratum: all of its shortest sequences, or all of its longest. */
function extremes(
  source: LengthCounts,
  { minLength, maxLength, sample }: ReturnType<typeof planStrata>[number],
  isShort: boolean,
): number[] {
  const inside = source.filter(([length]) => length >= minLength && length <= maxLength)
  const lengths = inside.flatMap(([length, count]) => Array<number>(count).fill(length))
  return isShort ? lengths.slice(0, sample) : lengths.slice(lengths.length - sample)
}
