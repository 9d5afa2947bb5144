/** Limits of the kept output. The end is kept, because programs print their errors last. */
export type OutputLimits = {
  readonly maxLines: number
  /** Total characters, including prefixes and marks. */
  readonly maxCharacters: number
}

/** Maximum line length in characters, including prefix and mark. */
export const maxLineCharacters = 2000

const prefix = '│'
const leftOutMark = `${prefix} … earlier lines left out`
const defaultLimits: OutputLimits = { maxLines: 1000, maxCharacters: 100_000 }

/**
 * Makes untrusted program output safe for a log that interprets workflow commands. The GitHub runner accepts
 * `::name::` at the start of a line (after white space) and `##[name]` anywhere; a lone CR ends a line. Every line
 * gets a prefix, escape sequences and control characters are removed, long lines are cut, and the last lines are
 * kept. Idempotent.
 */
export function sanitizeOutput(text: string, limits: Partial<OutputLimits> = {}): string {
  const { maxLines, maxCharacters } = { ...defaultLimits, ...limits }
  const lines = splitLines(text)
  const safe = lines.slice(-maxLines).map(sanitizeLine)
  if (safe.length === lines.length && countCharacters(safe) <= maxCharacters) return safe.join('\n')
  const kept = takeLastFitting(lines.length > maxLines ? safe.slice(1) : safe, maxCharacters - leftOutMark.length - 1)
  return [leftOutMark, ...kept].join('\n')
}

/** Makes one line safe to print; line breaks inside it are removed. */
export function sanitizeLine(line: string): string {
  const plain = withoutControls(line).replaceAll('##[', '## [')
  const prefixed = plain.startsWith(prefix) ? plain : `${prefix} ${plain}`
  return cut(prefixed.trimEnd())
}

/**
 * Makes a message of our own that may quote untrusted text safe for logs and annotations: workflow commands are
 * broken up, escape sequences and invisible characters are removed, line breaks stay. The beginning is kept, because
 * it names the problem.
 */
export function sanitizeMessage(message: string, maxCharacters = 4000): string {
  const start = message.slice(0, maxCharacters)
  const lines = splitLines(start).map((line) =>
    withoutControls(line)
      .replaceAll('##[', '## [')
      .replace(/^(\s*):(?=:)/, '$1: '),
  )
  return `${lines.join('\n')}${start.length < message.length ? '…' : ''}`
}

function takeLastFitting(lines: readonly string[], maxCharacters: number): readonly string[] {
  let characters = 0
  const firstTooMany = lines.findLastIndex((line) => (characters += line.length + 1) > maxCharacters + 1)
  return lines.slice(firstTooMany + 1)
}

function countCharacters(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, -1)
}

function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

// Every part after the introducer is optional, so that an unfinished sequence is consumed in one step and a line of
// introducers only stays linear.
const escapeSequences = new RegExp(
  [
    String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?`,
    String.raw`(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?`,
    String.raw`\u001b[ -/]*[0-~]?`,
  ].join('|'),
  'g',
)

// Cc: control characters including NEL. Cf: zero-width and direction marks; some string searches skip them, so `##` +
// U+200B + `[` could still be read as a command. Zl, Zp: line separators for some readers.
const invisible = /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function withoutControls(line: string): string {
  return line.replaceAll(escapeSequences, '').toWellFormed().replaceAll(invisible, '')
}

function cut(line: string): string {
  if (line.length <= maxLineCharacters) return line
  const mark = ` … cut, ${line.length} characters`
  return line.slice(0, maxLineCharacters - mark.length).replace(/[\uD800-\uDBFF]$/, '') + mark
}
