import type { Plan } from '../plan/plan.ts'
import type { RunRecord } from '../trial/run-record.ts'
import { formatSelection } from '../plan/selection.ts'
import type { JoinedRun } from '../../record/run.ts'

const mostNamed = 5

/**
 * Adds the missing parts of the planned cases to the status of a record: shards, as far as the other parts show, and
 * cases. A run with a missing part is interrupted, whatever the status of its parts.
 */
export function withMissingParts(record: RunRecord, planned: Pick<Plan, 'cases'>): RunRecord {
  const there = new Set(record.plan.cases.map(({ id }) => id))
  const missing = planned.cases.filter(({ id }) => !there.has(id)).map(({ id }) => id)
  if (missing.length === 0) return record
  const shards = listMissingShards(record.joinedFrom ?? [])
  const cases = `${missing.slice(0, mostNamed).join(', ')}${missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : ''}`
  const subject = shards.length > 0 ? `${shards.join(', ')} is missing` : 'a part of the run is missing'
  const detail = [
    `${subject}: ${cases} was not measured`,
    ...(record.statusDetail === null ? [] : [record.statusDetail]),
  ]
  const status = record.status === 'failed' ? 'failed' : 'interrupted'
  return { ...record, status, statusDetail: detail.join('; ').slice(0, 4000) }
}

/** Lists missing shards, such as `shard 2/3 of scaling/*` when 1/3 or 3/3 is present. */
function listMissingShards(runs: readonly JoinedRun[]): string[] {
  const sharded = runs.flatMap(({ selection }) => (selection?.shard ? [{ ...selection, shard: selection.shard }] : []))
  const sets = Map.groupBy(sharded, ({ only, shard }) => JSON.stringify([only, shard.of]))
  return [...sets.values()].flatMap((set) => {
    const [first] = set
    if (!first) return []
    const { only, shard } = first
    const present = new Set(set.map((one) => one.shard.index))
    return Array.from({ length: shard.of }, (_unused, index) => index + 1)
      .filter((index) => !present.has(index))
      .map((index) => formatSelection({ only, shard: { index, of: shard.of } }))
  })
}
