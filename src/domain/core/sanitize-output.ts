/** How much of a text is kept. The end is kept, because that is where programs say what went wrong. */
export type OutputLimits = {
  readonly maxLines: number
  /** Characters in all, marks and prefixes included. */
  readonly maxCharacters: number
}

/** Longest line in characters, prefix and mark included. */
export const maxLineCharacters = 2000

const prefix = '│'
const leftOutMark = `${prefix} … earlier lines left out`
const defaultLimits: OutputLimits = { maxLines: 1000, maxCharacters: 100_000 }

/**
 * Makes the output of a foreign program safe to print into a log that obeys workflow commands: the GitHub runner takes
 * `::name::` at the start of a line (after any white space) and `##[name]` anywhere in it, and a lone CR ends a line.
 * Every line gets a prefix, escape sequences and control characters go, long lines are cut, the last lines are kept.
 * Applying it twice changes nothing.
 */
export function sanitizeOutput(text: string, limits: Partial<OutputLimits> = {}): string {
  const { maxLines, maxCharacters } = { ...defaultLimits, ...limits }
  const lines = splitLines(text)
  const safe = lines.slice(-maxLines).map(sanitizeLine)
  if (safe.length === lines.length && countCharacters(safe) <= maxCharacters) return safe.join('\n')
  const kept = takeLastFitting(lines.length > maxLines ? safe.slice(1) : safe, maxCharacters - leftOutMark.length - 1)
  return [leftOutMark, ...kept].join('\n')
}

/** One line, safe to print; line ends inside it are removed. */
export function sanitizeLine(line: string): string {
  const plain = withoutControls(line).replaceAll('##[', '## [')
  const prefixed = plain.startsWith(prefix) ? plain : `${prefix} ${plain}`
  return cut(prefixed.trimEnd())
}

/**
 * A message of our own that may quote somebody, safe to print and to show as an annotation: commands are broken, escape
 * sequences and invisible characters go, line ends stay. The beginning is kept, because that is where we say what it is.
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
// nothing but introducers stays linear.
const escapeSequences = new RegExp(
  [
    String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?`,
    String.raw`(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?`,
    String.raw`\u001b[ -/]*[0-~]?`,
  ].join('|'),
  'g',
)

// Cc: controls, NEL among them. Cf: zero-width and direction marks, which some string searches skip over, so that
// `##` + U+200B + `[` could still be read as a command. Zl, Zp: line ends to some readers.
const invisible = /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function withoutControls(line: string): string {
  return line.replaceAll(escapeSequences, '').toWellFormed().replaceAll(invisible, '')
}

function cut(line: string): string {
  if (line.length <= maxLineCharacters) return line
  const mark = ` … cut, ${line.length} characters`
  return line.slice(0, maxLineCharacters - mark.length).replace(/[\uD800-\uDBFF]$/, '') + mark
}
