import type { PageTable, PageText } from '../domain/page/page.ts'
import { createElement } from './dom.ts'
import { toPlainText, createTextNodes } from './text.ts'

/** A column with longer texts takes the room to show them in a few lines. */
const longText = 20

/** A table that scrolls by itself where it is wider than the page; the keyboard can scroll it as well. */
export function createTableNode(table: PageTable, label: string, caption: PageText | null = null): HTMLElement {
  const head = table.columns.map(({ title, isNumeric }, index) => {
    const isWide = !isNumeric && table.rows.some((row) => toPlainText(row[index] ?? []).length > longText)
    return createElement(
      'th',
      { scope: 'col', class: isNumeric ? 'number' : isWide ? 'wide' : undefined },
      ...createTextNodes(title),
    )
  })
  const rows = table.rows.map((row) =>
    createElement(
      'tr',
      {},
      ...row.map((cell, index) =>
        createElement(
          'td',
          { class: table.columns[index]?.isNumeric ? 'number' : undefined },
          ...createTextNodes(cell),
        ),
      ),
    ),
  )
  return createElement(
    'div',
    { class: 'table', role: 'region', tabindex: 0, 'aria-label': label },
    createElement(
      'table',
      {},
      caption && createElement('caption', {}, ...createTextNodes(caption)),
      createElement('thead', {}, createElement('tr', {}, ...head)),
      createElement('tbody', {}, ...rows),
    ),
  )
}

/** Details that are made when they are opened: a report has tens of thousands of cells, and few are looked at. */
export function createDetails(summary: string, make: () => Node): HTMLDetailsElement {
  const details = createElement('details', {}, createElement('summary', {}, summary))
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) details.append(make())
  })
  return details
}

/** The figures of a chart as a table, folded beside it. */
export function createFiguresTable(
  label: string,
  titles: readonly string[],
  rows: () => readonly (readonly string[])[],
): HTMLElement {
  return createDetails('Figures of this chart', () => {
    const columns = titles.map((title, index) => ({ title: toPageText(title), isNumeric: index > 0 }))
    return createTableNode({ columns, rows: rows().map((row) => row.map(toPageText)) }, `Figures of ${label}`)
  })
}

/** The title of a block as plain text. */
export function formatTitle(text: PageText | null, otherwise: string): string {
  return text === null ? otherwise : toPlainText(text)
}

function toPageText(text: string): PageText {
  return [{ style: 'ours', text }]
}
