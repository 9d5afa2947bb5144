import type { PageSpan, PageText } from '../domain/page/page.ts'
import { createElement } from './dom.ts'

/** Text with its meaning, as nodes. */
export function createTextNodes(text: PageText): Node[] {
  return text.map(createSpanNode)
}

/** The same without its meaning, for labels. */
export function toPlainText(text: PageText): string {
  return text.map((span) => span.text).join('')
}

function createSpanNode(span: PageSpan): Node {
  switch (span.style) {
    case 'ours':
      return document.createTextNode(span.text)
    case 'prose':
      return createElement('bdi', {}, span.text)
    case 'code':
      return createElement('code', {}, span.text)
    case 'command':
      return createElement('code', { class: 'command' }, span.text)
    case 'link':
      return createElement('a', { href: span.url, rel: 'noopener noreferrer' }, span.text)
    case 'status':
      return createElement(
        'span',
        { class: `status ${span.tone}` },
        createElement('span', { 'aria-hidden': 'true' }, `${span.icon} `),
        span.text,
      )
    default:
      return span satisfies never
  }
}

/** A figure as short as it can be told: four digits, no more. */
export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size >= 1e6 || (size > 0 && size < 1e-3)) return value.toExponential(2)
  return String(Number(value.toPrecision(size >= 1000 ? Math.ceil(Math.log10(size + 1)) : 4)))
}

/** As much of a text of 12 pixels as fits into a width; what is cut off shows when it is pointed at. */
export function cutToFit(text: string, width: number): string {
  const letters = Math.max(4, Math.floor(width / letterWidth))
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`
}

/** A letter of 12 pixels takes about so many across. */
const letterWidth = 6.6

/** "12.5 s"; a factor stands at its sign: "1.9×". */
export function formatWithUnit(value: number, unit: string): string {
  const space = unit === '' || unit === '×' ? '' : ' '
  return `${formatFigure(value)}${space}${unit}`
}
