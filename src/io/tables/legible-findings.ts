import type { SideFindings, TableFindings } from '../../domain/tables/table-findings.ts'
import { keptCharacters } from '../../domain/tables/table-rule.ts'
import type { JoinedSide } from './join-partitions.ts'
import type { SpilledTable } from './spill-table.ts'

type RawSide = SpilledTable & JoinedSide & { readonly ignored: readonly string[] }

export type RawFindings = {
  readonly idColumns: TableFindings['idColumns']
  readonly subject: RawSide
  readonly reference: RawSide
  readonly tally: Pick<TableFindings, 'joined' | 'labelMismatches' | 'scoreMismatches' | 'labels' | 'scores'>
}

/** Tables are read byte by byte and hold whatever the pipeline wrote: texts that are kept become short, plain UTF-8. */
export function legibleFindings({ idColumns, subject, reference, tally }: RawFindings): TableFindings {
  return {
    ...tally,
    idColumns: { subject: legibleText(idColumns.subject), reference: legibleText(idColumns.reference) },
    subject: side(subject),
    reference: side(reference),
    labels: tally.labels.map((item) => ({
      ...item,
      column: legibleText(item.column),
      examples: item.examples.map(legibleRow),
    })),
    scores: tally.scores.map((item) => ({
      ...item,
      column: legibleText(item.column),
      worst: item.worst.map(legibleRow),
    })),
  }
}

function side({ sha256, rows, malformedRows, malformed, duplicateRows, unmatchedIds, ...raw }: RawSide): SideFindings {
  const examples = { malformed, duplicate: texts(raw.duplicate.items), unmatched: texts(raw.unmatched.items) }
  return { sha256, rows, malformedRows, duplicateRows, unmatchedIds, examples, ignoredColumns: texts(raw.ignored) }
}

function texts(items: readonly string[]): string[] {
  return items.map(legibleText)
}

function legibleRow<Row extends { id: string; subject: string; reference: string }>(row: Row): Row {
  return {
    ...row,
    id: legibleText(row.id),
    subject: legibleText(row.subject),
    reference: legibleText(row.reference),
  }
}

/** What is no UTF-8, no character or no part of a line is shown as a replacement character. */
export function legibleText(bytes: string): string {
  const text = Buffer.from(bytes.slice(0, keptCharacters * 4), 'latin1').toString('utf8')
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
  const letters = [...plain]
  return letters.length > keptCharacters ? `${letters.slice(0, keptCharacters - 1).join('')}…` : plain
}
