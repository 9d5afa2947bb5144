import type { Content, Span } from '../../domain/report/content.ts'

/** Renders content as one line of plain text, without icons, whose width differs between terminals. */
export function toPlain(content: Content): string {
  return content.map(formatSpan).join('')
}

/** Renders a table cell as plain text. A case is shown by its id only, because columns are narrow. */
export function toPlainCell(content: Content): string {
  return content.map((span) => (span.style === 'case' ? toPlainText(span.id) : formatSpan(span))).join('')
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

/** Maximum length of a displayed name. */
export const nameLength = 120
/** Maximum length of a displayed sentence. */
export const sentenceLength = 400

/**
 * Reduces text to one visible line: drops control, bidirectional and zero-width characters, collapses white space, and
 * ends text longer than `maxLength` characters with `…`. Escapes nothing.
 */
export function toVisibleText(text: string, maxLength: number = nameLength): string {
  // Bounds the work for very long input.
  const start = text.slice(0, maxLength * 8)
  const line = start
    .replaceAll(/[\s\u0085\u2028\u2029]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const characters = [...line]
  if (characters.length <= maxLength && start.length === text.length) return line
  return `${characters.slice(0, maxLength - 1).join('')}…`
}

/**
 * Makes untrusted text safe for a terminal, a log or a check title: breaks workflow commands and mentions with a space
 * and replaces the bracket of tags. The runner parses logs, and people paste them into comments.
 */
export function toPlainText(text: string, maxLength: number = nameLength): string {
  return toVisibleText(text, maxLength)
    .replaceAll(/(?<!\w)::/g, ': :')
    .replaceAll('##[', '## [')
    .replaceAll(/<(?=[a-z/!?])/gi, '‹')
    .replaceAll(/(?<!\w)@(?=\w)/g, '@ ')
}
