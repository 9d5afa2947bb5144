import type { PageTable, PageText } from '../domain/page/page.ts'
import { element } from './dom.ts'
import { plainText, textNodes } from './text.ts'

/** A column with longer texts takes the room to show them in a few lines. */
const longText = 20

/** A table that scrolls by itself where it is wider than the page; the keyboard can scroll it as well. */
export function tableNode(table: PageTable, label: string, caption: PageText | null = null): HTMLElement {
  const head = table.columns.map(({ title, isNumeric }, index) => {
    const isWide = !isNumeric && table.rows.some((row) => plainText(row[index] ?? []).length > longText)
    return element(
      'th',
      { scope: 'col', class: isNumeric ? 'number' : isWide ? 'wide' : undefined },
      ...textNodes(title),
    )
  })
  const rows = table.rows.map((row) =>
    element(
      'tr',
      {},
      ...row.map((cell, index) =>
        element('td', { class: table.columns[index]?.isNumeric ? 'number' : undefined }, ...textNodes(cell)),
      ),
    ),
  )
  return element(
    'div',
    { class: 'table', role: 'region', tabindex: 0, 'aria-label': label },
    element(
      'table',
      {},
      caption && element('caption', {}, ...textNodes(caption)),
      element('thead', {}, element('tr', {}, ...head)),
      element('tbody', {}, ...rows),
    ),
  )
}

/** Details that are made when they are opened: a report has tens of thousands of cells, and few are looked at. */
export function folded(summary: string, make: () => Node): HTMLDetailsElement {
  const details = element('details', {}, element('summary', {}, summary))
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) details.append(make())
  })
  return details
}

/** The figures of a chart as a table, folded beside it. */
export function figuresTable(
  label: string,
  titles: readonly string[],
  rows: () => readonly (readonly string[])[],
): HTMLElement {
  return folded('Figures of this chart', () => {
    const columns = titles.map((title, index) => ({ title: ours(title), isNumeric: index > 0 }))
    return tableNode({ columns, rows: rows().map((row) => row.map(ours)) }, `Figures of ${label}`)
  })
}

/** The title of a block as plain text. */
export function titleOf(text: PageText | null, otherwise: string): string {
  return text === null ? otherwise : plainText(text)
}

function ours(text: string): PageText {
  return [{ style: 'ours', text }]
}
