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

/** Quotes a word for a command line that people copy: a name may come from measured code. */
export function quoteShellWord(word: string): string {
  return /^[\w./:=+@%,-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** Formats words as a command line for a shell; `splitShellWords` gives the words back unless one has a quote. */
export function joinShellWords(words: readonly string[]): string {
  return words.map(quoteShellWord).join(' ')
}
