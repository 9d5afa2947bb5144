/** Splits a command line into words; null if it needs shell expansion, redirection or operators. */
export function splitShellWords(line: string): string[] | null {
  const words: string[] = []
  let rest = line.trim()
  while (rest !== '') {
    const word = /^(?:"[^"\\$`]*"|'[^']*'|[\w./:=+@%,-]|\{[\w-]+\})+(?=\s|$)/.exec(rest)?.[0]
    if (word === undefined) return null
    words.push(
      word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_all, double?: string, single?: string) => double ?? single ?? ''),
    )
    rest = rest.slice(word.length).trimStart()
  }
  return words
}
