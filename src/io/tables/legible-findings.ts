import type { JoinTotals } from './join-partitions.ts'
import type { SpilledTable } from './spill-table.ts'
import type { SideFindings, TableFindings } from '../../record/tables.ts'

/** Maximum length of a stored id, label or column name. */
const keptCharacters = 80

type RawTableFindings = SpilledTable & JoinTotals & { readonly ignored: readonly string[] }

export type RawFindings = {
  readonly idColumns: TableFindings['idColumns']
  readonly subject: RawTableFindings
  readonly reference: RawTableFindings
  readonly tally: Pick<TableFindings, 'joined' | 'labelMismatches' | 'scoreMismatches' | 'labels' | 'scores'>
}

/** Converts the kept texts, which are raw bytes from the pipeline, to short valid UTF-8. */
export function toLegibleFindings({ idColumns, subject, reference, tally }: RawFindings): TableFindings {
  return {
    ...tally,
    idColumns: { subject: toLegibleText(idColumns.subject), reference: toLegibleText(idColumns.reference) },
    subject: toSideFindings(subject),
    reference: toSideFindings(reference),
    labels: tally.labels.map((item) => ({
      ...item,
      column: toLegibleText(item.column),
      examples: item.examples.map(toLegibleRow),
    })),
    scores: tally.scores.map((item) => ({
      ...item,
      column: toLegibleText(item.column),
      worst: item.worst.map(toLegibleRow),
    })),
  }
}

function toSideFindings({
  sha256,
  rows,
  malformedRows,
  malformed,
  duplicateRows,
  unmatchedIds,
  ...raw
}: RawTableFindings): SideFindings {
  const examples = {
    malformed,
    duplicate: toLegibleTexts(raw.duplicate.items),
    unmatched: toLegibleTexts(raw.unmatched.items),
  }
  return {
    sha256,
    rows,
    malformedRows,
    duplicateRows,
    unmatchedIds,
    examples,
    ignoredColumns: toLegibleTexts(raw.ignored),
  }
}

function toLegibleTexts(items: readonly string[]): string[] {
  return items.map(toLegibleText)
}

function toLegibleRow<Row extends { id: string; subject: string; reference: string }>(row: Row): Row {
  return {
    ...row,
    id: toLegibleText(row.id),
    subject: toLegibleText(row.subject),
    reference: toLegibleText(row.reference),
  }
}

/** Shows invalid UTF-8, control characters and line separators as replacement characters. */
export function toLegibleText(bytes: string): string {
  const text = Buffer.from(bytes.slice(0, keptCharacters * 4), 'latin1').toString('utf8')
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
  const letters = [...plain]
  return letters.length > keptCharacters ? `${letters.slice(0, keptCharacters - 1).join('')}…` : plain
}
