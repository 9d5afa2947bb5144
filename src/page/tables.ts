import type { PageTable, PageText } from '../domain/page/page.ts'
import { createElement } from './dom.ts'
import { toPlainText, createTextNodes } from './text.ts'

/** Texts longer than this widen their column. */
const longText = 20

/** Creates a table that scrolls inside the page, also with the keyboard. */
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

/** Creates details whose content is built when they are opened: a report has tens of thousands of cells. */
export function createDetails(summary: string, make: () => Node): HTMLDetailsElement {
  const details = createElement('details', {}, createElement('summary', {}, summary))
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) details.append(make())
  })
  return details
}

/** Creates the folded table of the values in a chart. */
export function createFiguresTable(
  label: string,
  titles: readonly string[],
  rows: () => readonly (readonly string[])[],
): HTMLElement {
  return createDetails('Values of this chart', () => {
    const columns = titles.map((title, index) => ({ title: toPageText(title), isNumeric: index > 0 }))
    return createTableNode({ columns, rows: rows().map((row) => row.map(toPageText)) }, `Values of ${label}`)
  })
}

/** Formats the title of a block as plain text. */
export function formatTitle(text: PageText | null, otherwise: string): string {
  return text === null ? otherwise : toPlainText(text)
}

function toPageText(text: string): PageText {
  return [{ style: 'ours', text }]
}
