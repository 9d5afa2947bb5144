import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { addMonths, formatShardPath, buildRecordChange, readNewest } from '../src/steps/history/history-store.ts'
import { createDirectoryData } from '../src/io/files/directory-data-branch.ts'
import { noisyHistory } from './noisy-history.ts'
import { middle } from './pairs.ts'
import type { Figure, Row } from './row.ts'
import type { HistoryRecord } from '../src/record/history.ts'

const counts = [1000, 10_000, 100_000, 1_000_000]
const testbeds = 10
/** About a run an hour on each testbed. */
const recordsPerMonth = 800
const newest = 400
const repeats = 7
const silent = {
  warning: (message: string): never => {
    throw new Error(message)
  },
}

type Measured = { readonly count: number; readonly appendMs: readonly number[]; readonly readMs: readonly number[] }

/** How appending to a history and reading its newest runs grow with all that lies in it. */
export const historyStore: Row = {
  name: 'history-store',
  question: `How long does it take to append a record to a history, and to read the newest ${newest} of one testbed?`,
  async run() {
    const measured: Measured[] = []
    for (const count of counts) measured.push(await measure(count))
    return { figures: measured.flatMap((one, index) => figuresOf(one, measured[index - 1])), notMeasured: [] }
  },
}

async function measure(count: number): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'warpgauge-bench-history-'))
  try {
    await fill(folder, count)
    const data = createDirectoryData(folder)
    const [appendMs, readMs]: [number[], number[]] = [[], []]
    for (let index = 0; index < repeats; index += 1) {
      appendMs.push(await timed(() => append(folder, count + index)))
      readMs.push(await timed(async () => await readNewest(await data.open(), testbedId(0), newest, silent)))
    }
    return { count, appendMs, readMs }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }

  async function append(root: string, order: number): Promise<void> {
    const snapshot = await createDirectoryData(root).open()
    const change = await buildRecordChange(aRecord(order, 0, lastMonth(count)), snapshot, silent)
    if (change === null || (await snapshot.write([change], '')) !== 'written') throw new Error('not appended')
  }
}

/** Every testbed has the same months; the last one is as full as the others, so that they can be compared. */
async function fill(folder: string, count: number): Promise<void> {
  const months = monthsFor(count)
  const perMonth = Math.ceil(count / testbeds / months)
  for (let testbed = 0; testbed < testbeds; testbed += 1) {
    for (let month = 0; month < months; month += 1) {
      const name = addMonths('2020-01', month)
      const path = join(folder, formatShardPath({ testbedId: testbedId(testbed), month: name, part: 1 }))
      await mkdir(dirname(path), { recursive: true })
      const first = month * perMonth
      const lines = Array.from({ length: perMonth }, (_, index) =>
        JSON.stringify(aRecord(first + index, testbed, name)),
      )
      await writeFile(path, `${lines.join('\n')}\n`)
    }
  }
}

function monthsFor(count: number): number {
  return Math.max(1, Math.ceil(count / testbeds / recordsPerMonth))
}

function lastMonth(count: number): string {
  return addMonths('2020-01', monthsFor(count) - 1)
}

function testbedId(index: number): string {
  return `${index + 1}x-nvidia-h200`
}

const values = noisyHistory(1000)

function aRecord(order: number, testbed: number, month: string): HistoryRecord {
  const time = `${month}-15T12:00:00.000Z`
  const value = values[order % values.length] ?? 100
  const conditions = {
    datasetSha256: 'd'.repeat(64),
    commandSha256: 'c'.repeat(64),
    filesSha256: 'f'.repeat(64),
    resultRows: 1000,
  }
  const metric = { unit: 's', betterWhen: 'lower', samples: [value, value * 1.001, value * 0.999] } as const
  return {
    schemaVersion: 1,
    runId: `run-${order}`,
    commit: order.toString(16).padStart(40, '0'),
    order,
    committedAt: time,
    measuredAt: time,
    testbed: { id: testbedId(testbed), sha256: 'b'.repeat(64) },
    provenance: {
      tool: 'bench',
      event: 'push',
      runUrl: null,
      configPath: 'warpgauge.yml',
      configSha256: 'a'.repeat(64),
    },
    cases: [
      {
        suite: 'scaling',
        benchmark: 'predict',
        axes: { gpus: 1 },
        conditions,
        metrics: [{ name: 'wall_time', ...metric }],
      },
    ],
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function ratio(times: readonly number[], earlier: readonly number[]): readonly number[] {
  return times.map((time) => time / middle(earlier).value)
}

function figuresOf({ count, appendMs, readMs }: Measured, before: Measured | undefined): Figure[] {
  const of = `${count.toLocaleString('en-US')} records`
  const own: Figure[] = [
    { what: `${of}: append`, unit: 'ms', against: 'itself', ...middle(appendMs) },
    { what: `${of}: read the newest ${newest}`, unit: 'ms', against: 'itself', ...middle(readMs) },
  ]
  if (!before) return own
  const against = `${before.count.toLocaleString('en-US')} records; 1 is no growth`
  return [
    ...own,
    { what: `${of}: append grows`, unit: '×', against, ...middle(ratio(appendMs, before.appendMs)) },
    { what: `${of}: read grows`, unit: '×', against, ...middle(ratio(readMs, before.readMs)) },
  ]
}
