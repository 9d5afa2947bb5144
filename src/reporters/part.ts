import type { Chart } from './chart.ts'
import type { Content } from './content.ts'

export type Column = { readonly title: Content; readonly isNumeric: boolean }

export type Body =
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly (readonly Content[])[] }
  | { readonly kind: 'list'; readonly rows: readonly (readonly Content[])[] }
  | { readonly kind: 'none' }

/** One part of a report, before it is known where it will be read. */
export type Part = {
  /** null: lines without a heading. */
  readonly title: Content | null
  /** 0 is kept longest when space runs out. */
  readonly importance: number
  /** Details that are closed until somebody opens them; the first to be left out. */
  readonly isFolded: boolean
  /** Paragraphs above the body. */
  readonly lead: readonly Content[]
  /** Drawn between the paragraphs and the body; null: none. */
  readonly chart: Chart | null
  /** Rows in order of importance. */
  readonly body: Body
  /** From this row on rows only confirm that all is well and are left out early. */
  readonly minorFrom: number
  /** What the rows are, in the plural. */
  readonly noun: string
  /** Paragraphs below the body. */
  readonly notes: readonly Content[]
}

/** A part with the usual answers filled in. */
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

/** Columns from titles of ours; those that start with `#` hold numbers. */
export function createColumns(...titles: readonly string[]): Column[] {
  return titles.map((title) => ({
    title: [{ style: 'ours', text: title.replace(/^#/, '') }],
    isNumeric: title.startsWith('#'),
  }))
}

export function countRows(body: Body): number {
  return body.kind === 'none' ? 0 : body.rows.length
}
