import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { createSeededRandom } from '../src/domain/core/bootstrap.ts'
import { middle } from './pairs.ts'
import type { Figure, Row } from './row.ts'
import type { TableJoinOf } from './table-join-of.ts'

const counts = [500_000, 5_000_000] as const
const repeats = 3
const batch = 50_000
/** A prime that shares no factor with the number of rows: every row once, in an order without order. */
const stride = 1_999_993

/** Whether answers can be compared at any size. */
export const tableJoin: Row = {
  name: 'table-join',
  question: 'What does it take to join two result tables of five million rows by id, and how does that grow?',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'warpgauge-bench-tables-'))
    try {
      const [small, large] = counts.map((count) => writePair(folder, count))
      const own = { small: await measure('disk', small), large: await measure('disk', large) }
      const naive = await measure('memory', small)
      return { figures: figuresOf(own, naive), notMeasured: [] }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type Measured = { readonly timesMs: readonly number[]; readonly peaksBytes: readonly number[] }

function figuresOf(own: Record<'small' | 'large', Measured>, naive: Measured): Figure[] {
  const [few, many] = counts
  return [
    { what: `${many} rows`, unit: 'ms', against: 'itself', ...middle(own.large.timesMs) },
    { what: `${many} rows: peak memory`, unit: 'kB', against: 'itself', ...kilobytes(own.large.peaksBytes) },
    {
      what: 'ten times the rows: time',
      unit: '×',
      against: `${few} rows; 10 is linear`,
      ...ratios(own.large.timesMs, own.small.timesMs),
    },
    {
      what: 'ten times the rows: peak memory',
      unit: '×',
      against: `${few} rows; 1 is bounded`,
      ...ratios(own.large.peaksBytes, own.small.peaksBytes),
    },
    {
      what: `${few} rows`,
      unit: '×',
      against: 'both tables in memory: time',
      ...ratios(own.small.timesMs, naive.timesMs),
    },
    {
      what: `${few} rows: peak memory`,
      unit: '×',
      against: 'both tables in memory',
      ...ratios(own.small.peaksBytes, naive.peaksBytes),
    },
  ]
}

function kilobytes(bytes: readonly number[]): ReturnType<typeof middle> {
  return middle(bytes.map((count) => count / 1000))
}

function ratios(one: readonly number[], other: readonly number[]): ReturnType<typeof middle> {
  return middle(one.map((value) => value / middle(other).value))
}

async function measure(way: 'disk' | 'memory', pair: readonly [string, string] | undefined): Promise<Measured> {
  const program = join(import.meta.dirname, 'table-join-of.ts')
  const runs: TableJoinOf[] = []
  for (let run = 0; run < repeats; run += 1) {
    const { stdout } = await execa(process.execPath, [program, way, ...(pair ?? [])])
    runs.push(JSON.parse(stdout) as TableJoinOf)
  }
  const joined = new Set(runs.map((run) => run.joined))
  if (joined.size !== 1 || joined.has(0)) throw new Error(`${way} joined ${[...joined].join(', ')} rows`)
  return { timesMs: runs.map(({ timeMs }) => timeMs), peaksBytes: runs.map(({ peakBytes }) => peakBytes) }
}

/** The same rows twice, in another order and with the last digits changed, as two versions of a pipeline write them. */
function writePair(folder: string, count: number): readonly [string, string] {
  const paths = [join(folder, `${count}-subject.tsv`), join(folder, `${count}-reference.tsv`)] as const
  for (const [side, path] of paths.entries()) {
    appendFileSync(path, 'Sequence_ID\tPrediction\tscore1\tscore2\n')
    for (let start = 0; start < count; start += batch) {
      const rows = Array.from({ length: batch }, (_, place) => row(rowNumber(start + place, side, count), side))
      appendFileSync(path, rows.join(''))
    }
  }
  return paths
}

function rowNumber(place: number, side: number, count: number): number {
  return side === 0 ? place : Number((BigInt(place) * BigInt(stride)) % BigInt(count))
}

function row(index: number, side: number): string {
  const score = createSeededRandom(index)()
  const shown = score * (1 + side * 1e-5)
  return `synthetic_seq_${index}_chunk_1R1\t${score < 0.5 ? 'virus' : 'others'}\t${shown}\t${1 - shown}\n`
}
