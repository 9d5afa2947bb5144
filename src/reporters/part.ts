import type { Chart } from './chart.ts'
import type { Content } from './content.ts'

/** A table column; numeric ones are right-aligned. */
export type Column = { readonly title: Content; readonly isNumeric: boolean }

/** Table or list of a part; rows contain one content per column. */
export type Body =
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly (readonly Content[])[] }
  | { readonly kind: 'list'; readonly rows: readonly (readonly Content[])[] }
  | { readonly kind: 'none' }

/** One part of a report, independent of the destination. */
export type Part = {
  /** Null: no heading. */
  readonly title: Content | null
  /** 0 is kept longest when space is limited. */
  readonly importance: number
  /** Closed by default, and the first to be left out. */
  readonly isFolded: boolean
  /** Paragraphs above the body. */
  readonly lead: readonly Content[]
  /** Drawn above the body; null: none. */
  readonly chart: Chart | null
  /** Rows in order of importance. */
  readonly body: Body
  /** From this row on, rows only confirm and are left out early. */
  readonly minorFrom: number
  /** What the rows are, in the plural. */
  readonly noun: string
  /** Paragraphs below the body. */
  readonly notes: readonly Content[]
}

/** Creates a part with defaults for omitted fields. */
export function createPart(given: Pick<Part, 'title' | 'importance'> & Partial<Part>): Part {
  return {
    isFolded: false,
    lead: [],
    chart: null,
    body: { kind: 'none' },
    minorFrom: Number.POSITIVE_INFINITY,
    noun: 'rows',
    notes: [],
    ...given,
  }
}

/** Creates columns from trusted titles; a leading `#` marks a numeric column. */
export function createColumns(...titles: readonly string[]): Column[] {
  return titles.map((title) => ({
    title: [{ style: 'ours', text: title.replace(/^#/, '') }],
    isNumeric: title.startsWith('#'),
  }))
}

/** Counts the rows of a table or list. */
export function countRows(body: Body): number {
  return body.kind === 'none' ? 0 : body.rows.length
}
