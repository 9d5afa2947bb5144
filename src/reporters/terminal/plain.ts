import type { Content, Span, Tone } from '../../domain/report/content.ts'
import { toPlainText, sentenceLength } from '../visible-text.ts'

/** Renders content as one line of plain text, without icons, whose width differs between terminals. */
export function toPlain(content: Content): string {
  return content.map(formatSpan).join('')
}

/** Renders a table cell as plain text. A case is shown by its id only, because columns are narrow. */
export function toPlainCell(content: Content): string {
  return content.map((span) => (span.style === 'case' ? toPlainText(span.id) : formatSpan(span))).join('')
}

/** Finds the tone of the first status; null: none. */
export function findTone(content: Content): Tone | null {
  return content.find((span) => span.style === 'status')?.tone ?? null
}

function formatSpan(span: Span): string {
  switch (span.style) {
    case 'ours':
    case 'status':
      return span.text
    case 'prose':
      return toPlainText(span.text, sentenceLength)
    case 'code':
      return toPlainText(span.text, span.maxLength) || '(empty)'
    case 'command':
      return ` ${toPlainText(span.text, 500)}`
    case 'case':
      return `${toPlainText(span.text)} (${toPlainText(span.id)})`
    case 'link':
      return `${span.text} ${toPlainText(span.url, sentenceLength)}`
    default:
      return span satisfies never
  }
}
