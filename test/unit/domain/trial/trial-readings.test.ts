import { expect, it } from 'vitest'
import type { BenchmarkReading } from '../../../../src/domain/trial/tool-reading.ts'
import { keepReadings } from '../../../../src/domain/trial/trial-readings.ts'
import { aReading } from '../../a-reading.ts'
import { readingLimits } from '../../../../src/record/limits.ts'

it('keeps names and parameters whole, and leaves out the addresses of a process', () => {
  const [long, wide] = ['n'.repeat(300), 'v'.repeat(300)]
  const value = '<function <lambda> at 0x7f0A1b2c>'
  const { benchmarks, dropped } = keepReadings([aReading([1], { name: long, axes: { [long]: wide, value } })])
  expect(benchmarks).toMatchObject([{ name: long, axes: { [long]: wide, value: '<function <lambda>>' } }])
  expect(dropped).toBeUndefined()
})

const { name, names, readings, unit } = readingLimits
const metric = { name: 'time', unit: 'u'.repeat(unit + 1), betterWhen: 'lower' } as const
const wide = Array.from({ length: Math.ceil(names / 1900) }, (_, index) =>
  aReading([1], { name: `${index}`.padEnd(1900) }),
)

it.each<[string, readonly BenchmarkReading[], string]>([
  ['a long name', [aReading([1], { name: 'n'.repeat(name) })], `a name has more than ${name} characters: nnn`],
  ['a long unit', [aReading([1], { metric })], `a unit has more than ${unit} characters: sort`],
  ['an overflow', [aReading([1, Infinity, 2])], 'a value is not a finite number: sort'],
  ['a failed benchmark', [{ status: 'failed', name: 'x', axes: {}, problem: 'was skipped' }], 'was skipped: x'],
  ['many values', Array.from({ length: readings + 1 }, () => aReading([1])), `one run keeps ${readings} values: sort`],
  ['many long names', wide, `one run keeps names of ${names} characters: `],
])('names what it drops: %s', (...[, given, reason]) => {
  expect(keepReadings(given).dropped).toEqual([expect.stringMatching(new RegExp(`^${reason}`))])
})
