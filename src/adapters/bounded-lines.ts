const maxLineCharacters = 4096

/** The lines of a text, ended by LF, CR or CRLF, without empty ones and without those longer than 4096 characters. */
export function* splitBoundedLines(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (line.length <= maxLineCharacters) yield line
  }
}
