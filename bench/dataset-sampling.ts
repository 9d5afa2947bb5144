import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { middle } from './pairs.ts'
import type { Figure, Row, RowResult } from './row.ts'
import { spentByNode, type Spent } from './spent.ts'

const door = join(import.meta.dirname, '../dist/cli.js')
const rounds = 3
/** Sequences of 200 to 2000 bases: 600 MB. Ten times the file is ten copies of it. */
const sequences = 513_000
const drawn = 10_000
const neededBytes = 10e9

/** The command as it ships, its start included; the files lie in the page cache when memory allows. */
export const datasetSampling: Row = {
  name: 'dataset-sampling',
  question:
    'What does a length-stratified sample of 10,000 sequences cost, and how do time and memory grow with the file?',
  async run() {
    const what = 'warpgauge dataset --from'
    if (!existsSync(door)) return { figures: [], notMeasured: [{ what, reason: 'dist not built' }] }
    const { bavail, bsize } = await statfs(tmpdir())
    if (bavail * bsize < neededBytes) return { figures: [], notMeasured: [{ what, reason: 'less than 10 GB of disk' }] }
    const folder = await mkdtemp(join(tmpdir(), 'warpgauge-bench-'))
    try {
      return await measureIn(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

type Sources = Readonly<Record<'plain1' | 'plain10' | 'packed1' | 'packed10', string>>

async function measureIn(folder: string): Promise<RowResult> {
  const sources = await makeSources(folder)
  const all: Round[] = []
  for (let round = 0; round < rounds; round += 1) all.push(await oneRound(folder, sources))
  const size = (await stat(sources.plain10)).size / 1e6
  return { figures: figuresOf(all, size), notMeasured: [] }
}

/** gzip files that are joined are one gzip file. */
async function makeSources(folder: string): Promise<Sources> {
  const out = join(folder, 'source')
  const options = ['--preset', 'typical', '--sequences', String(sequences), '--out', out]
  await execa(process.execPath, [door, 'dataset', ...options])
  const plain1 = join(out, 'file_001.fa')
  await execa('gzip', ['-1', '--keep', plain1])
  const packed1 = `${plain1}.gz`
  const [plain10, packed10] = [join(folder, 'ten.fa'), join(folder, 'ten.fa.gz')]
  const bytes = { plain: await readFile(plain1), packed: await readFile(packed1) }
  for (let copy = 0; copy < 10; copy += 1) {
    await appendFile(plain10, bytes.plain)
    await appendFile(packed10, bytes.packed)
  }
  return { plain1, plain10, packed1, packed10 }
}

type Round = Readonly<Record<keyof Sources, Spent>> & { readonly hashMs: number }

async function oneRound(folder: string, sources: Sources): Promise<Round> {
  const plain1 = await sample(folder, sources.plain1)
  const packed1 = await sample(folder, sources.packed1)
  const plain10 = await sample(folder, sources.plain10)
  const started = performance.now()
  await execa('sha256sum', [sources.plain10])
  const hashMs = performance.now() - started
  return { plain1, packed1, plain10, packed10: await sample(folder, sources.packed10), hashMs }
}

async function sample(folder: string, source: string): Promise<Spent> {
  const out = join(folder, 'sample')
  const spent = await spentByNode([door, 'dataset', '--from', source, '--sequences', String(drawn), '--out', out])
  await rm(out, { recursive: true })
  return spent
}

function figuresOf(all: readonly Round[], megabytes: number): Figure[] {
  const each = (of: (round: Round) => number) => middle(all.map(of))
  const size = `${megabytes.toFixed(0)} MB`
  const tenth = `${(megabytes / 10).toFixed(0)} MB`
  const rate = (key: 'plain10' | 'packed10') => each((round) => (megabytes * 1000) / round[key].durationMs)
  const peak = (key: keyof Sources) => each((round) => round[key].peakKilobytes)
  const grown = (kind: 'plain' | 'packed') =>
    each((round) => round[`${kind}10`].durationMs / round[`${kind}1`].durationMs)
  const less = 'a tenth of the input'
  return [
    { what: `plain file of ${size}`, unit: 'MB/s', against: 'itself', ...rate('plain10') },
    { what: `gzip file of ${size} unpacked`, unit: 'MB/s', against: 'itself', ...rate('packed10') },
    { what: 'plain file', unit: '×', against: 'time of sha256sum', ...each((r) => r.plain10.durationMs / r.hashMs) },
    { what: 'time, plain file', unit: '×', against: less, ...grown('plain') },
    { what: 'time, gzip file', unit: '×', against: less, ...grown('packed') },
    { what: `peak memory, plain file of ${tenth}`, unit: 'kB', against: 'aim 102,400 kB (100 MiB)', ...peak('plain1') },
    { what: `peak memory, plain file of ${size}`, unit: 'kB', against: less, ...peak('plain10') },
    { what: `peak memory, gzip file of ${tenth}`, unit: 'kB', against: 'aim 102,400 kB (100 MiB)', ...peak('packed1') },
    { what: `peak memory, gzip file of ${size}`, unit: 'kB', against: less, ...peak('packed10') },
  ]
}
