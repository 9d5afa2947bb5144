/**
 * The list form of a command that was written as one text. A text with signs that only a shell understands is handed
 * to one, visibly.
 */
function formatAsList(text: string): string {
  if (/[|&;<>$`\n*]/.test(text)) return JSON.stringify(['bash', '-c', text])
  const words = [...text.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)]
  return `[${words.map((word) => JSON.stringify(word[1] ?? word[2] ?? word[3])).join(', ')}]`
}

/** How a command must be written, when a text stands where the path wants a list; null for other paths. */
export function formatCommandHint(path: readonly PropertyKey[], text: string): string | null {
  const last = path.at(-1)
  if (last === 'command') return `command: ${formatAsList(text)}`
  if (last === 'setup') return `setup: [${formatAsList(text)}]`
  return path.at(-2) === 'setup' ? `- ${formatAsList(text)}` : null
}
