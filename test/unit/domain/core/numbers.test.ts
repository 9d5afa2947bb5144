import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMet, type Operator } from '../../../../src/domain/verdict/requirement.ts'
import {
  formatAgainstLimit,
  formatCount,
  formatEffect,
  formatFactor,
  formatInterval,
  formatPair,
  formatUncertain,
  formatValue,
} from '../../../../src/domain/core/numbers.ts'

describe('values say their unit as people do', () => {
  it.each([
    [0.0000042, 's', '4.2 µs'],
    [0.000_000_015, 's', '15 ns'],
    [3_211_330_000, 'B/s', '3.21 GB/s'],
    [0.0123, 's', '12.3 ms'],
    [1.5, 's', '1.5 s'],
    [119.99, 's', '120 s'],
    [2025, 's', '33.8 min'],
    [12_600, 's', '3.5 h'],
    [10, 'h', '10 h'],
    [0.5, 'h', '30 min'],
    [0, 's', '0 s'],
    [6_496_138_527, 'B', '6.05 GiB'],
    [512, 'bytes', '512 B'],
    [0.79031, 'share', '79 %'],
    [1.5805, '×', '1.58×'],
    [321.04, 'rows/s', '321 rows/s'],
    [1_777_777.8, 'sequences/h', '1,777,778 sequences/h'],
    [3, '', '3'],
    [null, 's', '–'],
    [Number.NaN, 's', 'NaN'],
    [-0, '', '0'],
  ])('%s %s → %s', (value, unit, expected) => {
    expect(formatValue(value, unit)).toBe(expected)
  })
})

it('puts both sides of a pair on one scale', () => {
  expect(formatPair(2025, 2268, 's')).toEqual(['33.8 min', '37.8 min'])
  expect(formatPair(90, 150, 's')).toEqual(['1.5 min', '2.5 min'])
  expect(formatPair(-0.004, 0.029, 'share')).toEqual(['-0.4 %', '2.9 %'])
  // What is there is never shown as nothing.
  expect(formatPair(0.00001, 100, 's')).toEqual(['0.00001 s', '100 s'])
  expect(formatPair(0, 0, 's')).toEqual(['0 s', '0 s'])
  expect(formatPair(2, 3, 's')).toEqual(['2 s', '3 s'])
})

it.each([
  [2.1, 0.003_86, 's', '2.1000 s', '0.0039 s'],
  [5.77, 0.1432, 's', '5.77 s', '0.14 s'],
  [0.0801, 0.0032, 's', '80.1 ms', '3.2 ms'],
  [1747, 32.4, 'J', '1,747 J', '32 J'],
  [0.83, 1.21, 's', '0.8 s', '1.2 s'],
  [6_496_138_527, 12e6, 'B', '6.050 GiB', '0.011 GiB'],
  [2.1, 0, 's', '2.1 s', '0 s'],
  [2.1, 1e-9, 's', '2.1 s', '1e-9 s'],
])('shows %s with the uncertainty %s %s as %s ± %s', (value, uncertainty, unit, ...expected) => {
  expect(formatUncertain(value, uncertainty, unit)).toEqual(expected)
})

it('gives an effect from 100 % on as a factor too', () => {
  expect(formatFactor(11.25)).toBe('12×')
  expect(formatFactor(1)).toBe('2×')
  expect(formatFactor(0.99)).toBeNull()
  expect(formatFactor(1.5, 'share')).toBeNull()
  expect(formatFactor(null)).toBeNull()
})

describe('a figure is never rounded onto its limit (E10, W35)', () => {
  it.each([
    [3.99996, 4, '×', ['3.99996×', '4×']],
    [12_600 / 3200.6, 4, '×', ['3.94×', '4×']],
    [1800.04, 1800, 's', ['30.001 min', '30 min']],
    [0.94999999, 0.95, 'share', ['94.999999 %', '95 %']],
    [1.9, 1.9, '×', ['1.9×', '1.9×']],
    [0.5, 0, '', ['0.5', '0']],
    [3, 10, 'h', ['3 h', '10 h']],
    [3.2 / 3600, 10, 'h', ['3.2 s', '10 h']],
  ])('%d against %d %s', (actual, limit, unit, expected) => {
    expect(formatAgainstLimit(actual, limit, unit)).toEqual(expected)
  })

  it('whatever the figures, different ones look different', () => {
    const figure = fc.double({ min: 1e-6, max: 1e9, noNaN: true })
    const near = fc.tuple(figure, fc.constantFrom(0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3)).map(([x, d]) => [x, x * (1 - d)])
    fc.assert(
      fc.property(near, fc.constantFrom('s', 'h', 'B', 'share', '×', ''), ([limit = 0, actual = 0], unit) => {
        const [shownActual, shownLimit] = formatAgainstLimit(actual, limit, unit)
        expect(shownActual === shownLimit).toBe(actual === limit)
      }),
    )
  })

  it('a status that says fail never stands beside a figure that reads as a pass', () => {
    const cases: [Operator, number, number][] = [
      ['>=', 1.89999, 1.9],
      ['<', 10.00001, 10],
      ['<=', 0.1000001, 0.1],
    ]
    for (const [operator, actual, limit] of cases) {
      const [shownActual, shownLimit] = formatAgainstLimit(actual, limit, '').map(Number)
      expect(isMet(shownActual ?? Number.NaN, operator, shownLimit ?? Number.NaN)).toBe(false)
    }
  })
})

it('effects carry a sign and intervals both of them', () => {
  expect([0.12, -0.0042, 0, -0.00001, 1.5, null].map((effect) => formatEffect(effect))).toEqual([
    '+12.0 %',
    '-0.4 %',
    '0.00 %',
    '0.00 %',
    '+150 %',
    '–',
  ])
  expect(formatInterval([-0.013, 0.097])).toBe('-1.3 % to +9.7 %')
  expect(formatInterval(null)).toBe('–')
  expect(formatCount(5000)).toBe('5,000')
})
