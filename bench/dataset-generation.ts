import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { middle } from './pairs.ts'
import type { Figure, Row, RowResult } from './row.ts'
import { spentBy, spentByNode, type Spent } from './spent.ts'

const door = join(import.meta.dirname, '../dist/cli.js')
const naive = join(import.meta.dirname, 'naive-fasta.py')
const rounds = 3
/** Sequences of 200 to 2000 bases: 1168 bytes each. The naive generator gets a fiftieth, or nobody would wait for it. */
const ours = 85_000
const theirs = ours / 50

/** The command as it ships, its start, its SHA-256 and its writing included. */
export const datasetGeneration: Row = {
  name: 'dataset-generation',
  question: 'How fast does warpgauge dataset write synthetic sequences, and how do time and memory grow with them?',
  async run() {
    if (!existsSync(door)) return absent('warpgauge dataset', 'dist not built')
    const python = await execa('python3', ['--version'], { reject: false })
    if (python.failed) return absent('warpgauge dataset', 'there is no python3 to compare with')
    const folder = await mkdtemp(join(tmpdir(), 'warpgauge-bench-'))
    try {
      const all = []
      for (let round = 0; round < rounds; round += 1) all.push(await oneRound(folder))
      return { figures: figuresOf(all), notMeasured: [] }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

function absent(what: string, reason: string): RowResult {
  return { figures: [], notMeasured: [{ what, reason }] }
}

type Made = Spent & { readonly megabytes: number }
type Round = Readonly<Record<'our1' | 'our10' | 'their1' | 'their10', Made>>

/** Both in turn, so that a drift of the machine touches both alike. */
async function oneRound(folder: string): Promise<Round> {
  const our1 = await generate(folder, ours)
  const their1 = await generateNaively(folder, theirs)
  const our10 = await generate(folder, 10 * ours)
  const their10 = await generateNaively(folder, 10 * theirs)
  return { our1, our10, their1, their10 }
}

async function generate(folder: string, sequences: number): Promise<Made> {
  const out = join(folder, 'ours')
  const options = ['--preset', 'typical', '--sequences', String(sequences), '--out', out]
  return sized(out, await spentByNode([door, 'dataset', ...options]))
}

async function generateNaively(folder: string, sequences: number): Promise<Made> {
  const out = join(folder, 'theirs')
  await mkdir(out, { recursive: true })
  return sized(out, await spentBy(['python3', naive, join(out, 'file_001.fa'), String(sequences)]))
}

async function sized(folder: string, spent: Spent): Promise<Made> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.fa'))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  await rm(folder, { recursive: true })
  return { ...spent, megabytes: sizes.reduce((sum, size) => sum + size, 0) / 1e6 }
}

function rate({ megabytes, cpuSeconds }: Made): number {
  return megabytes / cpuSeconds
}

function figuresOf(all: readonly Round[]): Figure[] {
  const size = (key: keyof Round): string => `${(all[0]?.[key].megabytes ?? 0).toFixed(0)} MB`
  const each = (of: (round: Round) => number) => middle(all.map(of))
  const memory = (what: string, key: keyof Round, against: string): Figure => {
    return {
      what: `peak memory ${what}, ${size(key)}`,
      unit: 'kB',
      against,
      ...each((round) => round[key].peakKilobytes),
    }
  }
  const growth = (what: string, whose: 'our' | 'their'): Figure => {
    const grown = (round: Round): number => round[`${whose}10`].durationMs / round[`${whose}1`].durationMs
    return { what: `time ${what}`, unit: '×', against: 'a tenth of the input', ...each(grown) }
  }
  const perCore = 'per second of one core'
  return [
    {
      what: `warpgauge, ${size('our10')} ${perCore}`,
      unit: 'MB/s',
      against: 'aim 300 MB/s',
      ...each((r) => rate(r.our10)),
    },
    {
      what: `per-base Python, ${size('their10')} ${perCore}`,
      unit: 'MB/s',
      against: 'itself',
      ...each((r) => rate(r.their10)),
    },
    { what: 'warpgauge', unit: '×', against: 'per-base Python', ...each((r) => rate(r.our10) / rate(r.their10)) },
    growth('of warpgauge', 'our'),
    growth('of per-base Python', 'their'),
    memory('of warpgauge', 'our1', 'itself'),
    memory('of warpgauge', 'our10', 'a tenth of the input'),
    memory('of per-base Python', 'their1', 'itself'),
    memory('of per-base Python', 'their10', 'a tenth of the input'),
  ]
}
