import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  fullShardBytes,
  addMonths,
  parseShardPath,
  formatShardPath,
  listShards,
  buildRecordChange,
  readLedger,
  readNewest,
} from '../../../../src/steps/history/history-store.ts'
import { createDirectoryData } from '../../../../src/io/files/directory-data-branch.ts'
import { findAnchorRecords } from '../../../../src/steps/history/branch-commits.ts'
import { writeUntilSettled } from '../../../../src/steps/history/track-run.ts'
import type { DataBranch } from '../../../../src/ports/data-branch.ts'
import { aHistoryRecord, commitAt, testbedId } from '../../a-history.ts'
import type { HistoryRecord } from '../../../../src/record/history.ts'

let folder = ''
const silent = {
  warning: (message: string): never => {
    throw new Error(message)
  },
}
const signal = new AbortController().signal

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'history-store-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

async function append(record: HistoryRecord): Promise<boolean> {
  const ports = { data: createDirectoryData(folder), sleep: async (ms: number) => await delay(ms / 10) }
  return await writeUntilSettled(ports, signal, async (snapshot) => {
    const change = await buildRecordChange(record, snapshot, silent)
    return { changes: change ? [change] : [], message: 'x', result: change !== null }
  })
}

function inMonth(order: number, month: string): HistoryRecord {
  const time = `${month}-10T00:00:00.000Z`
  return aHistoryRecord(order, { wall_time: order }, { measuredAt: time, committedAt: time })
}

describe('the shards of a testbed', () => {
  it('are named by month and part, and nothing else is taken for one', () => {
    const name = { testbedId, month: '2026-11', part: 2 }
    expect(formatShardPath(name)).toBe(`history/${testbedId}/2026-11.002.jsonl`)
    expect(parseShardPath(formatShardPath(name))).toEqual(name)
    expect(parseShardPath(`history/${testbedId}/2026-11.jsonl`)).toEqual({ ...name, part: 1 })
    for (const path of ['history/../2026-11.jsonl', `history/${testbedId}/x.jsonl`, 'tracking/a.json'])
      expect(parseShardPath(path)).toBeNull()
    expect(addMonths('2026-11', 3)).toBe('2027-02')
  })

  it('take a run once, however often it is told', async () => {
    const record = aHistoryRecord(1, { wall_time: 1 })
    expect([await append(record), await append(record)]).toEqual([true, false])
    expect(await append({ ...record, runId: 'again' })).toBe(true)
    const data = createDirectoryData(folder)
    expect(await readNewest(await data.open(), testbedId, 10, silent)).toHaveLength(2)
  })

  it('begin a new part when one is full', async () => {
    await append(aHistoryRecord(1, { wall_time: 1 }))
    const path = join(folder, `history/${testbedId}/2026-01.jsonl`)
    writeFileSync(path, `${readFileSync(path, 'utf8')}${' '.repeat(fullShardBytes)}\n`)
    await append(aHistoryRecord(2, { wall_time: 2 }))
    expect(readdirSync(join(folder, `history/${testbedId}`))).toEqual(['2026-01.002.jsonl', '2026-01.jsonl'])
    const snapshot = await createDirectoryData(folder).open()
    expect((await listShards(snapshot, testbedId)).map(({ part }) => part)).toEqual([1, 2])
    expect(await append(aHistoryRecord(1, { wall_time: 1 }))).toBe(false)
  })

  it('are read from the newest on, and no further than needed', async () => {
    for (const [index, month] of ['2026-01', '2026-02', '2026-03'].entries()) await append(inMonth(index + 1, month))
    writeFileSync(join(folder, `history/${testbedId}/2026-01.jsonl`), 'unreadable')
    const snapshot = await createDirectoryData(folder).open()
    const records = await readNewest(snapshot, testbedId, 2, silent)
    expect(records.map(({ order }) => order)).toEqual([2, 3])
    await expect(readNewest(snapshot, testbedId, 3, silent)).rejects.toThrow(/2026-01\.jsonl:1/)
  })

  it('lose and double nothing when twenty writers append at once', async () => {
    const records = Array.from({ length: 20 }, (_, index) => aHistoryRecord(index + 1, { wall_time: 1 }))
    await Promise.all([...records, ...records].map(append))
    const lines = readFileSync(join(folder, `history/${testbedId}/2026-01.jsonl`), 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines).toHaveLength(20)
    expect(new Set(lines).size).toBe(20)
  })

  it('are not blocked for ever by the lock of a killed process', async () => {
    const lock = join(folder, '.warpgauge-lock')
    writeFileSync(lock, '')
    utimesSync(lock, new Date(0), new Date(0))
    expect(await append(aHistoryRecord(1, { wall_time: 1 }))).toBe(true)
  })
})

it('a ledger that is of another testbed is refused', async () => {
  const data = createDirectoryData(folder)
  const text = JSON.stringify({ schemaVersion: 1, testbedId: 'other', entries: [] })
  await (await data.open()).write([{ path: `tracking/${testbedId}.json`, text }], 'x')
  await expect(readLedger(await data.open(), testbedId)).rejects.toThrow('is of testbed other')
})

it('an anchor is found in the months after its commit when it is older than the runs at hand', async () => {
  for (let order = 1; order <= 12; order += 1) await append(inMonth(order, order < 10 ? '2025-05' : '2026-05'))
  const snapshot = await createDirectoryData(folder).open()
  const near = await readNewest(snapshot, testbedId, 3, silent)
  const anchors = [
    { label: 'v1.0', commit: commitAt(5), committedAt: '2025-04-20T00:00:00.000Z' },
    { label: 'v0.1', commit: commitAt(5), committedAt: '2024-01-20T00:00:00.000Z' },
    { label: 'v1.1', commit: commitAt(11), committedAt: '2026-05-20T00:00:00.000Z' },
  ]
  const found = await findAnchorRecords(anchors, testbedId, near, { snapshot, logger: silent })
  expect(found.map(({ label, record, around }) => [label, record?.order ?? null, around.length])).toEqual([
    ['v1.0', 5, 9],
    ['v0.1', null, 0],
    ['v1.1', 11, 3],
  ])
})

it.each([
  ['2025-07-01', null],
  ['2025-06-30', 1],
  ['2025-04-01', 1],
  ['2025-03-31', null],
])('a run of June is found for a commit of %s: %s', async (day, order) => {
  await append(inMonth(1, '2025-06'))
  const snapshot = await createDirectoryData(folder).open()
  const anchor = { label: 'v1.0', commit: commitAt(1), committedAt: `${day}T12:00:00.000Z` }
  const [found] = await findAnchorRecords([anchor], testbedId, [], { snapshot, logger: silent })
  expect(found?.record?.order ?? null).toBe(order)
})

it.each([
  [11, 'written'],
  [12, 'x: not written, because other jobs changed the data branch during each of 12 attempts'],
])('after %i writes that others came before: %s', async (lost, outcome) => {
  let writes = 0
  const data: DataBranch = {
    open: async () => ({
      ...(await createDirectoryData(folder).open()),
      write: async () => ((writes += 1) > lost ? 'written' : 'moved'),
    }),
  }
  const work = async () => ({ changes: [{ path: 'a', text: 'b' }], message: 'x', result: 'written' })
  const settled = writeUntilSettled({ data, sleep: async () => undefined }, signal, work)
  expect(await settled.catch(String)).toContain(outcome)
})
