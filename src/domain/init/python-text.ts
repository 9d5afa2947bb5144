/** Returns the text from `start` to the bracket that closes the one before `start`. Brackets in strings are ignored. */
export function readBalanced(source: string, start: number): string {
  return splitBalanced(source, start).join(',')
}

const pythonTokens = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|#[^\n]*|[^]/g

/**
 * Splits the text from `start` to the closing bracket at the commas outside of inner brackets and strings. Comments are
 * removed.
 */
export function splitBalanced(source: string, start: number): string[] {
  const parts = ['']
  let depth = 1
  for (const [token] of source.slice(start).matchAll(pythonTokens)) {
    if ('([{'.includes(token)) depth += 1
    if (')]}'.includes(token)) depth -= 1
    if (depth === 0) break
    if (depth === 1 && token === ',') parts.push('')
    else if (!token.startsWith('#')) parts.push(`${parts.pop() ?? ''}${token}`)
  }
  return parts
}

/** Lists the contents of plain string literals in Python code. */
export function listStrings(text: string): string[] {
  return [...text.matchAll(/"([^"\\\n]*)"|'([^'\\\n]*)'/g)].map(([, double, single]) => double ?? single ?? '')
}

/** Value of a keyword argument that is a plain text or number, without quotes; null: none, or an expression. */
export function readKeyword(parts: readonly string[], name: string): string | null {
  const found = parts.map((part) => new RegExp(`^\\s*${name}\\s*=(?!=)\\s*([^]*?)\\s*$`).exec(part)).find(Boolean)
  return found ? readLiteral(found[1] ?? '') : null
}

/** A plain text or number, without quotes; null for other expressions. */
export function readLiteral(text: string): string | null {
  const plain = text.trim()
  const [, double, single] = /^(?:"([^"\\\n]*)"|'([^'\\\n]*)')$/.exec(plain) ?? []
  if (double !== undefined || single !== undefined) return double ?? single ?? ''
  return /^-?[\d_]+(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(plain) ? plain.replaceAll('_', '') : null
}
