import { expect, it } from 'vitest'
import type { Cell } from '../../../../src/domain/verdict/report.ts'
import { buildEquivalenceBlocks } from '../../../../src/reporters/html/equivalence-blocks.ts'
import { aReport } from '../a-report.ts'

const columns = ['Verdict', 'Against', 'Table', 'Same labels', 'Elsewhere']

function build(rows: readonly (readonly Cell[])[], id = 'equivalence') {
  return buildEquivalenceBlocks(aReport({ sections: [{ id, title: 'Equivalence', columns, rows, notes: [] }] }))
}

const agreed: Cell = { value: 0.995, unit: 'share' }
const elsewhere: Cell = { interval: [0.75, 1], unit: 'share' }

it('shows the agreement with each reference in percent', () => {
  expect(build([['same', 'v1.0', 'calls.tsv', agreed, elsewhere]])).toEqual([
    {
      kind: 'intervals',
      title: 'Agreement of labels',
      unit: '%',
      reference: { value: 100, label: 'all' },
      rows: [{ name: 'v1.0 · calls.tsv', value: 99.5, low: 75, high: 100, tone: 'good', note: 'same' }],
    },
  ])
})

it.each([
  ['differ in 3 rows', 'bad'],
  ['same', 'good'],
  ['not the same', 'unsure'],
  [null, 'unsure'],
])('of the verdict %s takes the tone %s', (verdict, tone) => {
  expect(build([[verdict, 'v1.0', 'calls.tsv', agreed, null]])).toMatchObject([
    { rows: [{ tone, low: null, high: null }] },
  ])
})

it('leaves out rows without a share, and a chart without rows', () => {
  const shown = ['same', 'v1.0', 'calls.tsv', agreed, agreed]
  const left = [null, 'same', elsewhere].map((cell) => ['same', 'v1.0', 'other.tsv', cell, elsewhere])
  expect(build([...left, shown])).toMatchObject([{ rows: [{ name: 'v1.0 · calls.tsv', low: null }] }])
  expect(build(left)).toEqual([])
  expect(build([shown], 'scaling')).toEqual([])
})
