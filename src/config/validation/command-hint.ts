import { splitShellWords } from '../../domain/core/shell-words.ts'

/**
 * The list form of a command that was written as one text. A text that needs a shell, also to set a variable, is passed to
 * one, visibly.
 */
function formatAsList(text: string): string {
  const words = splitShellWords(text)
  const isPlain = words !== null && !/^\w+=/.test(words[0] ?? '')
  const list = isPlain ? words : ['bash', '-c', text]
  return `[${list.map((word) => JSON.stringify(word)).join(', ')}]`
}

/** How a command must be written, when a text stands where the path wants a list; null for other paths. */
export function formatCommandHint(path: readonly PropertyKey[], text: string): string | null {
  const last = path.at(-1)
  if (last === 'command') return `command: ${formatAsList(text)}`
  if (last === 'setup') return `setup: [${formatAsList(text)}]`
  return path.at(-2) === 'setup' ? `- ${formatAsList(text)}` : null
}
