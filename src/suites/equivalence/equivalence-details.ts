import type { Cell, Section } from '../../domain/verdict/report.ts'
import type { JudgedTable } from './equivalence-figures.ts'

const maxRows = 40

/** Builds the table of score differences, which helps to choose a tolerance; empty without scores. */
export function buildScoreSections(tables: readonly JudgedTable[]): Section[] {
  const rows = tables.flatMap(({ side, verdict: { rule, findings } }) =>
    (findings?.scores ?? []).map(({ column, beyond, unreadable, difference, worstRatio }): Cell[] => {
      const beyondText = unreadable > 0 ? `${beyond} (${unreadable} without a number)` : String(beyond)
      const spread = [difference?.mean, difference?.median, difference?.p99, difference?.max].map(formatDigits)
      return [side.name, rule.name, column, beyondText, ...spread, formatDigits(worstRatio)]
    }),
  )
  if (rows.length === 0) return []
  return [
    {
      id: 'equivalence-scores',
      title: 'Differences of scores',
      columns: ['Against', 'Table', 'Score', 'Beyond', 'Mean', 'Median', 'p99', 'Largest', 'Worst ÷ tolerance'],
      rows,
      notes: ['Mean to largest: |this side − reference|. Median and p99 are accurate to 1 %.'],
      isDetail: true,
    },
  ]
}

/** Builds the table of the rows that differ most, with the text of the files; empty when all agree. */
export function buildDifferenceSections(tables: readonly JudgedTable[]): Section[] {
  const rows = tables.flatMap(({ side, verdict: { rule, findings } }): Cell[][] => [
    ...(findings?.labels ?? []).flatMap(({ column, examples }) =>
      examples.map(({ id, subject, reference }) => [side.name, rule.name, id, column, subject, reference, null]),
    ),
    ...(findings?.scores ?? []).flatMap(({ column, worst }) =>
      worst
        .filter(({ ratio }) => ratio === null || ratio > 1)
        .map(({ id, subject, reference, ratio }) => [
          side.name,
          rule.name,
          id,
          column,
          subject,
          reference,
          ratio === null ? 'no number' : ratio.toPrecision(3),
        ]),
    ),
  ])
  if (rows.length === 0) return []
  const more = rows.length > maxRows ? [`and ${rows.length - maxRows} more`] : []
  return [
    {
      id: 'equivalence-rows',
      title: 'Rows that differ',
      columns: ['Against', 'Table', 'Id', 'Column', 'This side', 'Reference', '÷ tolerance'],
      rows: rows.slice(0, maxRows),
      notes: ['The largest differences of each column; the table above has all counts.', ...more],
      isDetail: true,
    },
  ]
}

function formatDigits(value: number | null | undefined): Cell {
  return typeof value === 'number' ? value.toPrecision(3) : null
}
