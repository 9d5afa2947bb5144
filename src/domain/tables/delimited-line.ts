/** Delimiter of a table. */
export type Delimiter = '\t' | ',' | ';'

/**
 * Detects tabs or commas, never semicolons. Tabs take precedence whatever the file extension, because .csv files are
 * often separated by tabs.
 */
export function detectDelimiter(header: string): Delimiter {
  return header.includes('\t') ? '\t' : ','
}

/**
 * Splits a line into fields, with quotes as in RFC 4180. Null for an unclosed quote, for example of a field with a line
 * break.
 */
export function splitLine(line: string, delimiter: Delimiter): string[] | null {
  return line.includes('"') ? splitQuoted(line, delimiter) : line.split(delimiter)
}

function splitQuoted(line: string, delimiter: Delimiter): string[] | null {
  const fields: string[] = []
  let at = 0
  while (at <= line.length) {
    if (line[at] !== '"') {
      const end = line.indexOf(delimiter, at)
      fields.push(line.slice(at, end < 0 ? line.length : end))
      at = end < 0 ? line.length + 1 : end + 1
      continue
    }
    const end = findClosingQuote(line, at + 1)
    if (end === null || (end + 1 < line.length && line[end + 1] !== delimiter)) return null
    fields.push(line.slice(at + 1, end).replaceAll('""', '"'))
    at = end + 2
  }
  return fields
}

function findClosingQuote(line: string, from: number): number | null {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at
  }
  return null
}
