import stringWidth from 'string-width'

/** Made when it is first used, which takes 20 ms. */
let graphemes: Intl.Segmenter | null = null
/** One cell for each character. */
const printableAscii = /^[ -~]*$/
const narrowest = 2
const gap = 2

/** Measures the width of a text in terminal cells. */
export function measureWidth(text: string): number {
  return stringWidth(text)
}

/** Cuts a text to a width in cells and marks the cut with `…`. */
export function cutToWidth(text: string, width: number): string {
  return measureWidth(text) <= width ? text : `${takeWidth(text, width - 1)}…`
}

/** As many characters from the start as fit. */
function takeWidth(text: string, width: number): string {
  // One more: a combining character would belong to the last one.
  const ahead = text.slice(0, Math.max(0, width) + 1)
  if (printableAscii.test(ahead)) return text.slice(0, Math.max(0, width))
  let start = ''
  let used = 0
  graphemes ??= new Intl.Segmenter()
  for (const { segment } of graphemes.segment(text)) {
    used += measureWidth(segment)
    if (used > width) break
    start += segment
  }
  return start
}

/** Wraps words into lines of at most `width` cells; breaks longer words. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of text.split(' ').flatMap((long) => splitWord(long, width))) {
    const own = measureWidth(word)
    const longer = line === '' ? own : used + 1 + own
    if (longer > width) lines.push(line)
    line = line === '' || longer > width ? word : `${line} ${word}`
    used = longer > width ? own : longer
  }
  return [...lines, line]
}

/** Measures the unwrapped width of each column. */
export function measureColumns(rows: readonly (readonly string[])[]): number[] {
  const count = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return Array.from({ length: count }, (_, index) =>
    rows.reduce((widest, row) => Math.max(widest, measureWidth(row[index] ?? '')), 1),
  )
}

/** Whether a table fits without wrapping. */
export function canFit(widths: readonly number[], available: number): boolean {
  return sum(widths) + gap * (widths.length - 1) <= available
}

/** Reduces the widest columns until the table fits. */
export function fitWidths(natural: readonly number[], available: number): number[] {
  const widths = [...natural]
  const count = widths.length
  const space = available - gap * (count - 1)
  while (sum(widths) > space) {
    const widest = widths.indexOf(Math.max(...widths))
    if ((widths[widest] ?? 0) <= narrowest) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

/** Formats one table row as lines. `paint` colors a padded cell, because color codes have no width. */
export function formatRowLines(
  cells: readonly string[],
  widths: readonly number[],
  isNumeric: readonly boolean[],
  paint: (text: string, column: number) => string,
): string[] {
  const wrapped = widths.map((width, index) => wrap(cells[index] ?? '', width))
  const height = Math.max(1, ...wrapped.map((lines) => lines.length))
  return Array.from({ length: height }, (_, row) =>
    widths
      .map((width, column) => paint(padText(wrapped[column]?.[row] ?? '', width, isNumeric[column] ?? false), column))
      .join(' '.repeat(gap))
      .trimEnd(),
  )
}

function padText(text: string, width: number, isNumeric: boolean): string {
  const space = ' '.repeat(Math.max(0, width - measureWidth(text)))
  return isNumeric ? `${space}${text}` : `${text}${space}`
}

/** Splits a word that is too long for a line, after a separator where possible. */
function splitWord(word: string, width: number): string[] {
  const parts: string[] = []
  let rest = word
  for (;;) {
    const start = takeWidth(rest, width)
    const cut = start === rest ? '' : (/^.*[/_.:=-]/u.exec(start)?.[0] ?? start)
    if (cut === '') return [...parts, rest]
    parts.push(cut)
    rest = rest.slice(cut.length)
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
