const maxLineCharacters = 4096

/** Yields the lines of a text, split at LF, CR or CRLF. Skips empty lines and lines above 4096 characters. */
export function* splitBoundedLines(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (line.length <= maxLineCharacters) yield line
  }
}
