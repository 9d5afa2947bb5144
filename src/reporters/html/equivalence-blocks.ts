import type { IntervalRow, PageBlock } from '../../domain/page/page.ts'
import type { Cell, Report } from '../../domain/verdict/report.ts'
import { toVisibleText } from '../visible-text.ts'

/** Builds the agreement of labels with each reference, with its interval on other data. */
export function buildEquivalenceBlocks({ sections }: Report): PageBlock[] {
  const section = sections.find(({ id }) => id === 'equivalence')
  if (!section) return []
  const findColumn = (title: string): number => section.columns.indexOf(title)
  const rows = section.rows.flatMap((row): IntervalRow[] => {
    const [agreed, elsewhere] = [row[findColumn('Same labels')], row[findColumn('Elsewhere')]]
    const verdict = readText(row[findColumn('Verdict')])
    const interval = isFigure(elsewhere) && 'interval' in elsewhere ? elsewhere.interval : null
    if (!isFigure(agreed) || !('value' in agreed)) return []
    return [
      {
        name: toVisibleText(`${readText(row[findColumn('Against')])} · ${readText(row[findColumn('Table')])}`),
        value: agreed.value * 100,
        low: interval && interval[0] * 100,
        high: interval && interval[1] * 100,
        tone: verdict === 'same' ? 'good' : verdict.startsWith('differ') ? 'bad' : 'unsure',
        note: toVisibleText(verdict),
      },
    ]
  })
  if (rows.length === 0) return []
  return [{ kind: 'intervals', title: 'Agreement of labels', unit: '%', reference: { value: 100, label: 'all' }, rows }]
}

function isFigure(cell: Cell | undefined): cell is Exclude<Cell, string | null> {
  return typeof cell === 'object' && cell !== null
}

function readText(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell : ''
}
