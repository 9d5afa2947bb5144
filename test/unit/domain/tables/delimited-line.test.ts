import { expect, it } from 'vitest'
import { selectComparedColumns } from '../../../../src/domain/tables/compared-columns.ts'
import { detectDelimiter, splitLine } from '../../../../src/domain/tables/delimited-line.ts'
import { aRule } from '../../a-table.ts'

it.each([
  ['a,b,c', ['a', 'b', 'c']],
  ['a,,', ['a', '', '']],
  ['"a,1",b', ['a,1', 'b']],
  ['"say ""no""",b', ['say "no"', 'b']],
  ['"",b', ['', 'b']],
  ['a,""', ['a', '']],
  ['5" tube,b', ['5" tube', 'b']],
  ['"open,b', null],
  ['"a"x,b', null],
])('splits %j as RFC 4180 has it', (line, fields) => {
  expect(splitLine(line, ',')).toEqual(fields)
})

it('takes a table of tabs for one, whatever the file is called', () => {
  expect([detectDelimiter('Modified_ID\tIs_Virus'), detectDelimiter('a,b')]).toEqual(['\t', ','])
})

it('compares the columns that both have, and knows the usual ones of both tables (W41)', () => {
  const original = ['Modified_ID', 'Is_Virus']
  const refactored = ['Modified_ID', 'Is_Virus', 'max_score_0', 'max_score_1']
  expect(selectComparedColumns(aRule(), refactored, original)).toMatchObject({ labels: ['Is_Virus'], scores: [] })
  expect(selectComparedColumns(aRule(), refactored, refactored)).toMatchObject({
    id: { subject: 'Modified_ID', reference: 'Modified_ID' },
    scores: [{ column: 'max_score_0', rtol: 1e-3, atol: 1e-3 }, { column: 'max_score_1' }],
  })
})

it('gives each score its own tolerance, and says which id column is missing', () => {
  const rule = aRule({ id: 'name', scores: ['p', 'q'], tolerances: { p: { rtol: 0, atol: 0.5 } } })
  const header = ['p', 'q', 'name', 'note']
  expect(selectComparedColumns(rule, header, header)).toMatchObject({
    id: { subject: 'name' },
    scores: [
      { column: 'p', rtol: 0, atol: 0.5 },
      { column: 'q', rtol: 1e-3 },
    ],
  })
  expect(selectComparedColumns(rule, header, ['p', 'q'])).toBe('the reference has no column name')
  for (const [length, shown] of [
    [33, 33],
    [1000, 200],
  ] as const) {
    const twice = ['a', 'x'.repeat(length), 'x'.repeat(length)]
    expect(selectComparedColumns(aRule(), twice, header)).toBe(`the table has two columns ${'x'.repeat(shown)}`)
  }
})
