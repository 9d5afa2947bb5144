import type { PageSpan, PageText } from '../domain/page/page.ts'
import { createElement } from './dom.ts'

/** Creates nodes for styled text. */
export function createTextNodes(text: PageText): Node[] {
  return text.map(createSpanNode)
}

/** Converts styled text to plain text for labels. */
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

/** Formats a number with at most three significant digits, or all digits of its integer part. */
export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size >= 1e6 || (size > 0 && size < 1e-3)) return value.toExponential(2)
  return String(Number(value.toPrecision(size >= 1000 ? Math.ceil(Math.log10(size + 1)) : 3)))
}

/** Cuts a 12 px text to a width; the complete text is in the tooltip. */
export function cutToFit(text: string, width: number): string {
  const letters = Math.max(4, Math.floor(width / letterWidth))
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`
}

/** Approximate width of a 12 px letter. */
const letterWidth = 6.6

/** Formats a number with its unit: `12.5 s`, `1.9×`. */
export function formatWithUnit(value: number, unit: string): string {
  const space = unit === '' || unit === '×' ? '' : ' '
  return `${formatFigure(value)}${space}${unit}`
}
