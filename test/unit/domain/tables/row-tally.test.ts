import { describe, expect, it } from 'vitest'
import type { ComparedColumns } from '../../../../src/domain/tables/compared-columns.ts'
import { createRowTally } from '../../../../src/domain/tables/row-tally.ts'

const score = { column: 'score1', rtol: 1e-3, atol: 1e-3 }
const columns: ComparedColumns = { id: { subject: 'id', reference: 'id' }, labels: ['Prediction'], scores: [score] }

type Row = readonly [label: string, score: string]

function tally(...rows: readonly (readonly [Row, Row])[]) {
  const counted = createRowTally(columns)
  rows.forEach(([subject, reference], index) => counted.add(`seq_${index}`, subject, reference))
  return counted.findings()
}

describe('rows with one id on both sides (F-23)', () => {
  it('judges labels and scores apart: the reference rows of both tools agree in their labels, 1e-5 apart in scores (W42, I-185)', () => {
    const found = tally(
      [
        ['virus', '0.12100530415773392'],
        ['virus', '0.12100612'],
      ],
      [
        ['others', '0.5501205325126648'],
        ['others', '0.5501341'],
      ],
    )
    expect(found).toMatchObject({ joined: 2, labelMismatches: 0, scoreMismatches: 0 })
    expect(found.scores[0]?.difference?.max).toBeCloseTo(1.3567e-5, 8)
    const strict = createRowTally({ ...columns, scores: [{ column: 'score1', rtol: 1e-5, atol: 0 }] })
    strict.add('seq', ['others', '0.5501205325126648'], ['others', '0.5501341'])
    expect(strict.findings()).toMatchObject({ labelMismatches: 0, scoreMismatches: 1 })
  })

  it.each([
    [['0', '0'], 0],
    [['0.0005', '0.002', '0.001'], 2],
    [['0', '0.002', '0.0005'], 2],
  ])('has the largest share of the tolerance, wherever it is: %j', (scores, worst) => {
    const absolute = createRowTally({ ...columns, scores: [{ column: 'score1', rtol: 0, atol: 1e-3 }] })
    for (const [index, value] of scores.entries()) absolute.add(`seq_${index}`, ['x', value], ['x', '0'])
    expect(absolute.findings().scores[0]?.worstRatio).toBeCloseTo(worst, 9)
  })

  it('allows atol + rtol · |reference|, to the edge and not beyond (I-179)', () => {
    const edge = 1e-3 + 1e-3 * 2
    expect(
      tally([
        ['x', String(2 + edge * 0.999)],
        ['x', '2'],
      ]).scoreMismatches,
    ).toBe(0)
    expect(
      tally([
        ['x', String(2 + edge * 1.001)],
        ['x', '2'],
      ]).scoreMismatches,
    ).toBe(1)
    // The tolerance is of the reference: the other way round the same two numbers are further apart.
    expect(
      tally([
        ['x', '0'],
        ['x', '0.0010005'],
      ]).scoreMismatches,
    ).toBe(0)
    expect(
      tally([
        ['x', '0.0010005'],
        ['x', '0'],
      ]).scoreMismatches,
    ).toBe(1)
  })

  it.each(['', 'nan', 'inf', '-Infinity', '0x1f', '1e999', 'true', '1,5'])(
    'takes %j for no number, not even where both sides have it',
    (text) => {
      const found = tally([
        ['x', text],
        ['x', text],
      ])
      expect(found).toMatchObject({ scoreMismatches: 1, labelMismatches: 0 })
      expect(found.scores[0]).toMatchObject({ unreadable: 1, beyond: 1, difference: null, worstRatio: null })
    },
  )

  it('compares labels as text: False is not false, and not 0 (W42)', () => {
    expect(
      tally([
        ['False', '1'],
        ['False', '1'],
      ]).labelMismatches,
    ).toBe(0)
    expect(
      tally(
        [
          ['False', '1'],
          ['True', '1'],
        ],
        [
          ['False', '1'],
          ['0', '1'],
        ],
      ).labelMismatches,
    ).toBe(2)
  })

  it('keeps the five worst rows, whatever the order they come in', () => {
    const rows = Array.from({ length: 100 }, (_, index): readonly [Row, Row] => [
      ['x', String(1 + ((index * 37) % 100) / 100)],
      ['x', '1'],
    ])
    const worst = tally(...rows).scores[0]?.worst ?? []
    expect(worst.map(({ subject }) => subject)).toEqual(['1.99', '1.98', '1.97', '1.96', '1.95'])
    expect(tally(...rows.toReversed()).scores[0]?.worst.map(({ subject }) => subject)).toEqual(
      worst.map(({ subject }) => subject),
    )
  })

  it('gives mean, median, 99th percentile and maximum of the differences (I-183)', () => {
    const rows = Array.from({ length: 1000 }, (_, index): readonly [Row, Row] => [
      ['x', String((index + 1) / 1000)],
      ['x', '0'],
    ])
    const difference = tally(...rows).scores[0]?.difference
    expect(difference?.mean).toBeCloseTo(0.5005, 9)
    expect(difference?.max).toBe(1)
    expect(Math.abs((difference?.median ?? 0) / 0.5 - 1)).toBeLessThan(0.0101)
    expect(Math.abs((difference?.p99 ?? 0) / 0.99 - 1)).toBeLessThan(0.0101)
  })
})
