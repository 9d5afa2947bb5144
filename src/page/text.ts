import { preventBreaks } from '../domain/core/numbers.ts'
import { toColumn, type Table } from '../domain/report/block.ts'
import { toOwnText, type Content, type Span } from '../domain/report/content.ts'
import { createButton, createElement } from './dom.ts'

/** Texts longer than this widen their column. */
const longText = 20
/** Approximate width of a 12 px letter. */
const letterWidth = 6.6

/** Creates nodes for styled text. */
export function createTextNodes(text: Content): Node[] {
  return text.flatMap(createSpanNodes)
}

/** Creates a paragraph of styled text. */
export function createParagraph(text: Content, style?: string): HTMLElement {
  return createElement('p', { class: style }, ...createTextNodes(text))
}

/** Converts styled text to plain text for labels. */
export function toPlainText(text: Content): string {
  return text.map((span) => (span.style === 'case' ? `${span.text} ${span.id}` : span.text)).join('')
}

function createSpanNodes(span: Span): Node[] {
  switch (span.style) {
    case 'ours':
      return [document.createTextNode(span.text)]
    case 'prose':
      return [createElement('bdi', {}, span.text)]
    case 'code':
      return [createElement('code', {}, span.text)]
    case 'command':
      return [createElement('code', { class: 'command' }, span.text)]
    case 'link':
      return [createElement('a', { href: span.url, rel: 'noopener noreferrer' }, span.text)]
    case 'case':
      return [createElement('bdi', {}, `${span.text} `), createElement('code', {}, span.id)]
    case 'status': {
      const icon = createElement('span', { 'aria-hidden': 'true' }, `${span.icon} `)
      return [createElement('span', { class: `status ${span.tone}` }, icon, span.text)]
    }
    default:
      return span satisfies never
  }
}

/** Creates a table that scrolls inside the page, also with the keyboard. */
export function createTableNode({ columns, rows }: Table, label: string, caption: Content | null = null): HTMLElement {
  const createCell = (cell: Content, index: number): Node => {
    if (!columns[index]?.isNumeric) return createElement('td', {}, ...createTextNodes(cell))
    const figures = cell.map((span) => ({ ...span, text: preventBreaks(span.text) }))
    return createElement('td', { class: 'number' }, ...createTextNodes(figures))
  }
  const body = createElement('tbody')
  const lines = rows.map((row) => createElement('tr', {}, ...row.map(createCell)))
  const head = columns.map(({ title, isNumeric, values }, index) => {
    const isWide = !isNumeric && rows.some((row) => toPlainText(row[index] ?? []).length > longText)
    const style = isNumeric ? 'number' : isWide ? 'wide' : undefined
    if (!values) return createElement('th', { scope: 'col', class: style }, ...createTextNodes(title))
    return createSortHeading(toPlainText(title), style, (sign) => {
      const order = [...lines.keys()].toSorted((one, other) => sign * ((values[one] ?? 0) - (values[other] ?? 0)))
      body.replaceChildren(...order.flatMap((line) => lines[line] ?? []))
    })
  })
  body.append(...lines)
  const table = createElement(
    'table',
    {},
    caption && createElement('caption', {}, ...createTextNodes(caption)),
    createElement('thead', {}, createElement('tr', {}, ...head)),
    body,
  )
  return createElement('div', { class: 'table', role: 'region', tabindex: 0, 'aria-label': label }, table)
}

/** Creates a heading that sorts its column: first descending, because large figures matter, then ascending. */
function createSortHeading(title: string, style: string | undefined, sort: (sign: 1 | -1) => void): HTMLElement {
  const heading = createElement('th', { scope: 'col', class: style })
  const button = createButton(title, () => {
    const isDescending = heading.getAttribute('aria-sort') !== 'descending'
    for (const other of heading.parentElement?.children ?? []) other.removeAttribute('aria-sort')
    heading.setAttribute('aria-sort', isDescending ? 'descending' : 'ascending')
    sort(isDescending ? -1 : 1)
  })
  heading.append(button)
  return heading
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
  [first = '', ...titles]: readonly string[],
  rows: () => readonly (readonly string[])[],
): HTMLElement {
  return createDetails('Values of this chart', () => {
    const columns = [first, ...titles.map((title) => `#${title}`)]
    return createTableNode(toPlainTable(columns, rows()), `Values of ${label}`)
  })
}

/** Creates a table of plain texts; a column title that begins with # marks figures. */
export function toPlainTable(columns: readonly string[], rows: readonly (readonly string[])[]): Table {
  return { columns: columns.map(toColumn), rows: rows.map((row) => row.map((text) => toOwnText(text))) }
}

/** Formats a number with at most three significant digits, or all digits of its integer part. */
export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size >= 1e6 || (size > 0 && size < 1e-3)) return value.toExponential(2)
  return String(Number(value.toPrecision(size >= 1000 ? Math.ceil(Math.log10(size + 1)) : 3)))
}

/** Formats a number with its unit: `12.5 s`, `1.9×`. */
export function formatWithUnit(value: number, unit: string, figure: string = formatFigure(value)): string {
  const space = unit === '' || unit === '×' ? '' : ' '
  return `${figure}${space}${unit}`
}

/** Cuts a 12 px text to a width; the complete text is in the tooltip. */
export function cutToFit(text: string, width: number): string {
  const letters = Math.max(4, Math.floor(width / letterWidth))
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`
}

/** Moves the middle of a 12 px text so that the drawing does not cut it. Digits and % are wider than letters. */
export function clampMiddle(middle: number, text: string, width: number): number {
  const half = text.length * 4
  return Math.max(half, Math.min(width - half, middle))
}
