/** The text from `start` up to the bracket that closes what was opened right before it. Brackets in strings do not count. */
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

/** The contents of the plain string literals of a piece of Python, in order. */
export function listStrings(text: string): string[] {
  return [...text.matchAll(/"([^"\\\n]*)"|'([^'\\\n]*)'/g)].map(([, double, single]) => double ?? single ?? '')
}
