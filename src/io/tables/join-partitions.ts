import type { RowTally } from '../../domain/tables/row-tally.ts'
import { createTopItems, type TopItems } from '../../domain/tables/top-items.ts'
import type { ReadBounds } from '../files/regular-file.ts'
import { readPartition, valueSeparator, type PartitionRows } from './partition-rows.ts'
import { keptExamples } from '../../record/limits.ts'

export type JoinRequest = {
  readonly subjectDirectory: string
  readonly referenceDirectory: string
  readonly partitions: number
  readonly tally: RowTally
  readonly bounds: ReadBounds
}

/** Results of the join for one table. */
export type JoinTotals = {
  duplicateRows: number
  unmatchedIds: number
  readonly duplicate: TopItems<string>
  readonly unmatched: TopItems<string>
}

/** Joins partition by partition; only one pair is in memory at a time. */
export async function joinPartitions(request: JoinRequest): Promise<{ subject: JoinTotals; reference: JoinTotals }> {
  const [subject, reference] = [createTotals(), createTotals()]
  for (let partition = 0; partition < request.partitions; partition += 1) {
    const ofSubject = await readPartition(request.subjectDirectory, partition, request.bounds)
    const ofReference = await readPartition(request.referenceDirectory, partition, request.bounds)
    const matched = joinRows(ofSubject, ofReference, request.tally)
    addPartition(subject, ofSubject, ofReference, matched)
    addPartition(reference, ofReference, ofSubject, matched)
  }
  return { subject, reference }
}

function createTotals(): JoinTotals {
  return { duplicateRows: 0, unmatchedIds: 0, duplicate: createIdSample(), unmatched: createIdSample() }
}

function createIdSample(): TopItems<string> {
  return createTopItems(keptExamples, (one, other) => one < other)
}

/** Only if ids are left over: a second lookup of every id takes as long as the join. */
function addPartition(side: JoinTotals, own: PartitionRows, other: PartitionRows, matched: number): void {
  side.duplicateRows += own.duplicateRows
  if (own.duplicateRows === 0 && own.rows.size === matched) return
  for (const [id, row] of own.rows) {
    if (row === null) side.duplicate.add(id)
    if (other.rows.has(id)) continue
    side.unmatchedIds += 1
    side.unmatched.add(id)
  }
}

/** Duplicate ids are excluded, because the intended row is unknown. Returns the number of ids on both sides. */
function joinRows(subject: PartitionRows, reference: PartitionRows, tally: RowTally): number {
  let matched = 0
  for (const [id, row] of subject.rows) {
    const other = reference.rows.get(id)
    if (other === undefined) continue
    matched += 1
    if (row !== null && other !== null) tally.add(id, row.split(valueSeparator), other.split(valueSeparator))
  }
  return matched
}
