const [quote, backslash] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)]
const starters = new Set([',', '[', '{'].map((character) => character.charCodeAt(0)))

/**
 * Whether a JSON text would give more than `most` values, told without parsing it: a parsed value takes up to fifty
 * times its text. Every value but the first follows a comma or opens its list or map. An empty one counts twice.
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

/** Index of the closing quote, or of the end of a text without one. */
function findTextEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) return index
    if (code === backslash) index += 1
  }
  return text.length
}
