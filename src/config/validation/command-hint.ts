import { splitShellWords } from '../../domain/core/shell-words.ts'

/** Formats a command as a list. Text with shell syntax becomes a visible call of bash. */
function formatAsList(text: string): string {
  const words = splitShellWords(text)
  const isPlain = words !== null && !/^\w+=/.test(words[0] ?? '')
  const list = isPlain ? words : ['bash', '-c', text]
  return `[${list.map((word) => JSON.stringify(word)).join(', ')}]`
}

/** Returns the list form for a text where the path expects a list; null for other paths. */
export function formatCommandHint(path: readonly PropertyKey[], text: string): string | null {
  const last = path.at(-1)
  if (last === 'command') return `command: ${formatAsList(text)}`
  if (last === 'setup') return `setup: [${formatAsList(text)}]`
  return path.at(-2) === 'setup' ? `- ${formatAsList(text)}` : null
}
