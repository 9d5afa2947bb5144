/**
 * Parses JSON with the literals NaN and Infinity, which Python and some profilers write; they become null, because no
 * figure has such a value.
 *
 * @throws SyntaxError when the text is not JSON otherwise
 */
export function parseLooseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const literal = /"(?:[^"\\]|\\[^])*"|-?\b(?:NaN|Infinity|inf)\b/gi
    const known = text.replaceAll(literal, (part) => (part.startsWith('"') ? part : 'null'))
    if (known === text) throw error
    return JSON.parse(known)
  }
}
