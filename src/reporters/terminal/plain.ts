import type { Content, Span, Tone } from '../content.ts'
import { plainText, sentenceLength } from '../visible-text.ts'

/** One line of plain text, without icons: their width differs from terminal to terminal. */
export function toPlain(content: Content): string {
  return content.map(spanToPlain).join('')
}

/** The tone of the first status in a line, or null. */
export function toneOf(content: Content): Tone | null {
  return content.find((span) => span.style === 'status')?.tone ?? null
}

function spanToPlain(span: Span): string {
  switch (span.style) {
    case 'ours':
    case 'status':
      return span.text
    case 'prose':
      return plainText(span.text, sentenceLength)
    case 'code':
      return plainText(span.text, span.maxLength) || '(empty)'
    case 'command':
      return ` ${plainText(span.text, 500)}`
    case 'link':
      return `${span.text} ${plainText(span.url, sentenceLength)}`
    default:
      return span satisfies never
  }
}
