import { UserError } from '../../domain/core/errors.ts'
import { sanitizeMessage } from '../../domain/core/sanitize-output.ts'
import { selectDistinctRecords, withoutAbandoned, formatRecordIdentity } from '../../domain/history/history-records.ts'
import type { DataChange, DataEntry, DataSnapshot } from '../../ports/data-branch.ts'
import type { Logger } from '../../ports/logger.ts'
import { parseHistory, parseHistoryRecord, parseLedger } from '../../config/records/parse-records.ts'
import type { HistoryRecord, Ledger } from '../../record/history.ts'

/** A file of the data branch with records of one testbed and month, one per line. */
type ShardName = NonNullable<ReturnType<typeof parseShardPath>>

const historyDirectory = 'history'

/** Size at which the next part starts, because every append uploads its shard. */
export const fullShardBytes = 2 * 2 ** 20

/** Path of a shard: `history/1x-nvidia-h200/2026-11.jsonl`, `…/2026-11.002.jsonl`. */
export function formatShardPath({ testbedId, month, part }: ShardName): string {
  const suffix = part === 1 ? '' : `.${String(part).padStart(3, '0')}`
  return `${historyDirectory}/${testbedId}/${month}${suffix}.jsonl`
}

/** Parses the path of a shard; null for another path. A month with many runs has several parts, from 1. */
export function parseShardPath(path: string) {
  const found = /^history\/([a-z0-9][a-z0-9.-]{0,79})\/(\d{4}-\d{2})(?:\.(\d{3,6}))?\.jsonl$/.exec(path)
  if (!found) return null
  const [, testbedId = '', month = '', part = '1'] = found
  return { testbedId, month, part: Number(part) }
}

/**
 * Removes the torn end of a shard that a crash or a power failure left: a partial line, or zeros of an unwritten block.
 * Only the end can be torn, because a shard only grows.
 */
function withoutTornTail(text: string): { readonly kept: string; readonly torn: string } {
  let end = text.length
  while (end > 0 && text[end - 1] === '\0') end -= 1
  const written = text.slice(0, end)
  const last = written.slice(written.lastIndexOf('\n') + 1)
  if (last !== '' && parseHistory(last, 'the last line').records.length > 0)
    return { kept: `${written}\n`, torn: text.slice(end) }
  const kept = written.slice(0, end - last.length)
  return { kept, torn: text.slice(kept.length) }
}

/** Month of an ISO 8601 time, in UTC. */
export function formatMonth(time: string): string {
  return new Date(time).toISOString().slice(0, 7)
}

/** Months have the form `2026-11`. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return formatMonth(new Date(Date.UTC(year, number - 1 + months, 1)).toISOString())
}

/** The directory listing is the index, so no separate index can become inconsistent. */
type Shard = ShardName & { readonly entry: DataEntry }

/** Ids of the testbeds that have records, sorted. */
export async function listTestbeds(snapshot: DataSnapshot): Promise<string[]> {
  const entries = await snapshot.list(historyDirectory)
  return entries.filter(({ kind }) => kind === 'directory').map(({ path }) => path.slice(historyDirectory.length + 1))
}

/** The shards of a testbed, oldest first. */
export async function listShards(snapshot: DataSnapshot, testbedId: string): Promise<Shard[]> {
  const entries = await snapshot.list(`${historyDirectory}/${testbedId}`)
  return entries
    .flatMap((entry) => {
      const name = entry.kind === 'file' ? parseShardPath(entry.path) : null
      return name ? [{ ...name, entry }] : []
    })
    .toSorted((one, other) => (one.month < other.month ? -1 : one.month > other.month ? 1 : one.part - other.part))
}

/** The records of these shards in commit order. Warns about unreadable lines and omits them. */
export async function readShards(
  shards: readonly Shard[],
  snapshot: DataSnapshot,
  logger: Pick<Logger, 'warning'>,
): Promise<HistoryRecord[]> {
  const found: HistoryRecord[] = []
  for (const { entry, testbedId } of shards) {
    const { records, problems } = parseHistory(await snapshot.read(entry), entry.path)
    for (const problem of problems) logger.warning(`Skipped a line of the history: ${problem}`)
    found.push(...records.filter(({ testbed }) => testbed.id === testbedId))
  }
  return selectDistinctRecords(found)
}

/** At least the newest `runs` records of a testbed on its branch, if there are as many. Reads as few shards as possible. */
export async function readNewest(
  snapshot: DataSnapshot,
  testbedId: string,
  runs: number,
  logger: Pick<Logger, 'warning'>,
): Promise<HistoryRecord[]> {
  let records: HistoryRecord[] = []
  for (const shard of (await listShards(snapshot, testbedId)).toReversed()) {
    records = selectDistinctRecords([...(await readShards([shard], snapshot, logger)), ...records])
    if (withoutAbandoned(records).length >= runs) break
  }
  return withoutAbandoned(records)
}

/**
 * The change that adds a record; null when it already exists. Drops an incomplete last line of the shard, with a
 * warning. Throws a UserError for an invalid record.
 */
export async function buildRecordChange(
  record: HistoryRecord,
  snapshot: DataSnapshot,
  logger: Pick<Logger, 'warning'>,
): Promise<DataChange | null> {
  const month = formatMonth(record.measuredAt)
  const shards = (await listShards(snapshot, record.testbed.id)).filter((shard) => shard.month === month)
  const identity = formatRecordIdentity(record)
  const known = await readShards(shards, snapshot, logger)
  if (known.some((other) => formatRecordIdentity(other) === identity)) return null
  const line = `${JSON.stringify(record)}\n`
  // Validates before writing: the run folder of another job is untrusted.
  parseHistoryRecord(line, `the record of run ${record.runId}`)
  const last = shards.at(-1)
  if (!last || last.entry.bytes + Buffer.byteLength(line) > fullShardBytes) {
    return { path: formatShardPath({ testbedId: record.testbed.id, month, part: (last?.part ?? 0) + 1 }), text: line }
  }
  const { path } = last.entry
  const { kept, torn } = withoutTornTail(await snapshot.read(last.entry))
  if (torn !== '') {
    const begin = sanitizeMessage(torn.replaceAll('\0', ''), 120)
    const what = begin === '' ? 'zeros of an unfinished write' : `which start with ${begin}`
    logger.warning(
      `${path} was incomplete: ${Buffer.byteLength(torn)} bytes at its end are not a record and are removed, ${what}. Complete lines kept: ${kept.split('\n').length - 1}. Add the run folder of the lost run again (\`warpgauge history add\`).`,
    )
  }
  return { path, text: `${kept}${line}` }
}

/**
 * The tracked regressions of a testbed; empty when there are none. Throws a UserError for a file of another testbed.
 */
export async function readLedger(snapshot: DataSnapshot, testbedId: string): Promise<Ledger> {
  const path = buildLedgerPath(testbedId)
  const entry = (await snapshot.list('tracking')).find((item) => item.kind === 'file' && item.path === path)
  if (!entry) return { schemaVersion: 1, testbedId, entries: [] }
  const ledger = parseLedger(await snapshot.read(entry), path)
  if (ledger.testbedId === testbedId) return ledger
  throw new UserError(`${path} is of testbed ${ledger.testbedId}`, 'Restore the file from the history of its branch.')
}

/** The ledger as a file change, one entry per line for readable diffs. */
export function buildLedgerChange(ledger: Ledger): DataChange {
  const { entries, ...head } = ledger
  const lines = entries.map((entry) => `\n${JSON.stringify(entry)}`)
  const text = `${JSON.stringify(head).slice(0, -1)},"entries":[${lines.join(',')}\n]}\n`
  return { path: buildLedgerPath(ledger.testbedId), text }
}

function buildLedgerPath(testbedId: string): string {
  return `tracking/${testbedId}.json`
}
