const [quote, backslash] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)]
const starters = new Set([',', '[', '{'].map((character) => character.charCodeAt(0)))

/**
 * Whether a JSON text has more than `most` values, without parsing it: a parsed value takes up to 50 times its text.
 * Every value except the first follows a comma or an opening bracket; an empty list or map counts twice.
 */
export function hasMoreValuesThan(text: string, most: number): boolean {
  let values = 1
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) index = findTextEnd(text, index)
    else if (starters.has(code) && (values += 1) > most) return true
  }
  return values > most
}

/** Returns the index of the closing quote, or of the end of an unterminated text. */
function findTextEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) return index
    if (code === backslash) index += 1
  }
  return text.length
}
