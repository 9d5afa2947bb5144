/**
 * The page with the rows between `<!-- table: NAME -->` and the next `<!-- end of table -->` replaced.
 *
 * @throws Error when the page has no such place
 */
export function withTable(markdown: string, name: string, rows: string): string {
  const [start, end] = [`<!-- table: ${name} -->`, '<!-- end of table -->']
  const from = markdown.indexOf(start)
  const to = markdown.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`the page has no place for the table ${name}`)
  return `${markdown.slice(0, from)}${start}\n\n${rows}\n\n${markdown.slice(to)}`
}

/** A Markdown table, its first column aligned left. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map((_, index) => (index === 0 ? ':-' : '-:')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** "0.4 %"; without digits "98 %"; NaN as a dash. */
export function shareText(value: number, digits = 0): string {
  return Number.isNaN(value) ? '–' : `${(value * 100).toFixed(digits)} %`
}
