/** Returns the text from `start` to the bracket that closes the one before `start`. Brackets in strings are ignored. */
export function readBalanced(source: string, start: number): string {
  let depth = 1
  let quote = ''
  for (let at = start; at < source.length; at += 1) {
    const character = source[at] ?? ''
    if (quote !== '') {
      if (character === '\\') at += 1
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if ('([{'.includes(character)) depth += 1
    else if (')]}'.includes(character) && (depth -= 1) === 0) return source.slice(start, at)
  }
  return source.slice(start)
}

/** Lists the contents of plain string literals in Python code. */
export function listStrings(text: string): string[] {
  return [...text.matchAll(/"([^"\\\n]*)"|'([^'\\\n]*)'/g)].map(([, double, single]) => double ?? single ?? '')
}
