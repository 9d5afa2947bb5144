import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { createSeededRandom } from '../src/domain/core/bootstrap.ts'
import { noisyHistory } from './noisy-history.ts'
import { middle, timePairs } from './pairs.ts'
import type { Figure, Row } from './row.ts'

const door = join(import.meta.dirname, '../dist/cli.js')
const pairCases = 40_000
const seriesCases = 3000
const rounds = 5
const singles = 10
const aim = 20_000

/** What another program gets out of `warpgauge judge`. */
export const judgeThroughput: Row = {
  name: 'judge-throughput',
  question: 'How many cases does warpgauge judge decide in a second, and what does a process for one case cost?',
  async run() {
    if (!existsSync(door)) return { figures: [], notMeasured: [{ what: 'judge', reason: 'dist not built' }] }
    const pairs = Array.from({ length: pairCases }, (_, seed) => pairCase(seed)).join('')
    const series = Array.from({ length: seriesCases }, (_, seed) => seriesCase(seed)).join('')
    const timed = await timePairs(
      () => timeJudge(pairs, pairCases),
      () => timeJudge(series, seriesCases),
      rounds,
    )
    const idle = await timePairs(() => timeJudge(pairCase(1), 1), timeBare, singles)
    return { figures: figuresOf(timed, idle), notMeasured: [] }
  },
}

type Times = readonly (readonly [number, number])[]

/** Process start and the reading of the answers included. */
function figuresOf(timed: Times, idle: Times): Figure[] {
  return [
    {
      what: `pairs of 5 and 5 runs with history, ${pairCases} in a process`,
      unit: '/s',
      against: `aim ${aim}`,
      ...middle(timed.map(([pairMs]) => (pairCases * 1000) / pairMs)),
    },
    {
      what: `histories of 150 values, ${seriesCases} in a process`,
      unit: '/s',
      against: 'itself',
      ...middle(timed.map(([, seriesMs]) => (seriesCases * 1000) / seriesMs)),
    },
    { what: 'a process for one pair', unit: 'ms', against: 'itself', ...middle(idle.map(([oneMs]) => oneMs)) },
    { what: 'node -e 0', unit: 'ms', against: 'itself', ...middle(idle.map(([, bareMs]) => bareMs)) },
    {
      what: 'a process for one pair',
      unit: '×',
      against: 'node -e 0',
      ...middle(idle.map(([one, bare]) => one / bare)),
    },
  ]
}

/** Throws when not every case was answered. */
async function timeJudge(input: string, cases: number): Promise<number> {
  const started = performance.now()
  const { stdout } = await execa(process.execPath, [door, 'judge'], { input, maxBuffer: 2 ** 30 })
  const durationMs = performance.now() - started
  const answers = stdout.split('\n').length
  if (answers !== cases || stdout.includes('"error"'))
    throw new Error(`${answers} answers to ${cases} cases, or errors`)
  return durationMs
}

async function timeBare(): Promise<number> {
  const started = performance.now()
  await execa(process.execPath, ['-e', '0'], { input: '' })
  return performance.now() - started
}

function pairCase(seed: number): string {
  const uniform = createSeededRandom(seed)
  const runs = (level: number): number[] => Array.from({ length: 5 }, () => level * (1 + 0.02 * uniform()))
  const asked = {
    base: runs(100),
    head: runs(seed % 2 === 0 ? 100 : 103),
    history: Array.from({ length: 5 }, () => runs(100)),
  }
  return `${JSON.stringify({ id: seed, kind: 'pair', unit: 's', min_effect: 0.03, max_runs: 10, ...asked })}\n`
}

function seriesCase(seed: number): string {
  return `${JSON.stringify({ id: seed, kind: 'series', min_effect: 0.03, values: noisyHistory(150, seed) })}\n`
}
