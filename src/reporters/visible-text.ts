/** Longest name shown anywhere that people read. */
export const nameLength = 120
/** Longest sentence shown anywhere that people read. */
export const sentenceLength = 400

/**
 * One line of what can be seen: control, direction-changing and zero-width characters are dropped, white space becomes
 * one space, and what is longer than `maxLength` characters ends in `…`. Nothing is escaped yet.
 */
export function toVisibleText(text: string, maxLength: number = nameLength): string {
  // A name of megabytes costs no more than a long one: what lies beyond can never be shown.
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
 * Text from outside for a place without Markdown: a terminal, a log, a check's title. Workflow commands and
 * mentions are broken by a space and tags lose their bracket: a log is read by the runner and pasted into comments.
 */
export function toPlainText(text: string, maxLength: number = nameLength): string {
  return toVisibleText(text, maxLength)
    .replaceAll(/(?<!\w)::/g, ': :')
    .replaceAll('##[', '## [')
    .replaceAll(/<(?=[a-z/!?])/gi, '‹')
    .replaceAll(/(?<!\w)@(?=\w)/g, '@ ')
}
