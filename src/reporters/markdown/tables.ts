import { markdownTable } from 'markdown-table'

type Heading = { readonly title: string; readonly isNumeric: boolean }

/** The two lines that open a GitHub table. */
export function formatTableHead(headings: readonly Heading[]): string {
  return formatTableLines(headings, []).slice(0, 2).join('\n')
}

/** One row as a line of its own, so that rows can be counted, measured and left out. Cells must be free of pipes and newlines. */
export function formatTableRow(headings: readonly Heading[], cells: readonly string[]): string {
  return formatTableLines(headings, cells)[2] ?? ''
}

function formatTableLines(headings: readonly Heading[], cells: readonly string[]): string[] {
  const align = headings.map((heading) => (heading.isNumeric ? 'r' : 'l'))
  const rows = cells.length > 0 ? [cells] : []
  // Delimiters are not aligned: padding to the widest cell would spend the byte budget on spaces.
  return markdownTable([headings.map(({ title }) => title), ...rows], { align, alignDelimiters: false }).split('\n')
}
