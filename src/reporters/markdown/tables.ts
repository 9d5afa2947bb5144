import { markdownTable } from 'markdown-table'

type Heading = { readonly title: string; readonly isNumeric: boolean }

/** Formats the two header lines of a GitHub table. */
export function formatTableHead(headings: readonly Heading[]): string {
  return formatTableLines(headings, []).slice(0, 2).join('\n')
}

/** Formats one row on its own line, so that the budget can drop rows. Cells must not contain pipes or newlines. */
export function formatTableRow(headings: readonly Heading[], cells: readonly string[]): string {
  return formatTableLines(headings, cells)[2] ?? ''
}

function formatTableLines(headings: readonly Heading[], cells: readonly string[]): string[] {
  const align = headings.map((heading) => (heading.isNumeric ? 'r' : 'l'))
  const rows = cells.length > 0 ? [cells] : []
  // Delimiters are not aligned, because padding would use up the byte budget.
  return markdownTable([headings.map(({ title }) => title), ...rows], { align, alignDelimiters: false }).split('\n')
}
