import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import type { RunRecord } from '../src/record/run.ts'
import { turnsOfOneSecond } from './arithmetic.ts'
import { timeBareProcess } from './bare-process.ts'
import { askHyperfine } from './hyperfine.ts'
import { middle } from './pairs.ts'
import type { Figure, Row, RowResult } from './row.ts'
import { createRepository, smallPipeline } from './small-pipeline.ts'

const terminalDoor = join(import.meta.dirname, '../dist/cli.js')
const env = { PATH: process.env['PATH'] ?? '' }

type Load = { readonly label: string; readonly turns: number; readonly rounds: number; readonly perRound: number }

/** What the whole of `warpgauge run` makes of a command: what it reports, and what it does between two trials. */
export const harnessOverhead: Row = {
  name: 'harness-overhead',
  question: 'How far is the time that warpgauge run reports from the bare command, and what does a trial cost besides?',
  async run() {
    if (!existsSync(terminalDoor)) return { figures: [], notMeasured: [{ what: 'run', reason: 'dist not built' }] }
    const short = await measureLoad({ label: 'start only', turns: 0, rounds: 5, perRound: 10 })
    const turns = await turnsOfOneSecond(env)
    const long = await measureLoad({ label: 'busy second', turns, rounds: 10, perRound: 2 })
    return { figures: [...short.figures, ...long.figures], notMeasured: [...short.notMeasured, ...long.notMeasured] }
  },
}

/** Milliseconds of one block of each kind, taken one block after the other. */
type Round = {
  readonly bareMs: readonly number[]
  readonly reportedMs: readonly number[]
  readonly betweenMs: readonly number[]
  readonly hyperfineMs: readonly number[]
}

async function measureLoad(load: Load): Promise<RowResult> {
  const folder = await mkdtemp(join(tmpdir(), 'warpgauge-bench-'))
  try {
    const repository = await createRepository(folder, smallPipeline(load.turns, '{dataset}', '{output}'), load.perRound)
    const rounds: Round[] = []
    const notMeasured: { what: string; reason: string }[] = []
    for (let index = 0; index < load.rounds; index += 1) {
      const inside = () => insideBlock(repository, join(folder, `run-${index}`), folder)
      // Rounds alternate direction, so that a drift of the machine touches both alike.
      const early = index % 2 === 0 ? null : await inside()
      const outside = await outsideBlock(load, folder)
      rounds.push({ ...outside, ...(early ?? (await inside())) })
      if (index === 0 && outside.reason) notMeasured.push({ what: `${load.label}: hyperfine`, reason: outside.reason })
    }
    return { figures: figuresOf(load, rounds), notMeasured }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same command line without warpgauge: from here, and by hyperfine. */
async function outsideBlock({ turns, perRound }: Load, folder: string) {
  const argv = smallPipeline(turns, 'dataset.fasta', join(folder, 'output'))
  await timeBareProcess(argv, env)
  const bareMs: number[] = []
  for (let index = 0; index < perRound; index += 1) bareMs.push(await timeBareProcess(argv, env))
  const answer = await askHyperfine(argv, perRound, folder)
  return 'reason' in answer
    ? { bareMs, hyperfineMs: [], reason: answer.reason }
    : { bareMs, hyperfineMs: answer.timesMs, reason: null }
}

async function insideBlock(repository: string, runFolder: string, folder: string) {
  const places = { HOME: folder, TMPDIR: folder, XDG_CACHE_HOME: join(folder, 'cache') }
  const options = { cwd: repository, env: { ...env, ...places }, extendEnv: false }
  await execa(process.execPath, [terminalDoor, 'run', '--out', runFolder], options)
  const { trials } = JSON.parse(await readFile(join(runFolder, 'run.json'), 'utf8')) as RunRecord
  const failed = trials.find((trial) => trial.failure !== null)
  if (failed) throw new Error(`a trial does not count: ${failed.failure?.detail}`)
  const wallMs = trials.map((trial) => (trial.wallSeconds ?? Number.NaN) * 1000)
  const startMs = trials.map((trial) => Date.parse(trial.startedAt))
  // The record has no time of the end; from one start to the next, less the trial itself, is what is done in between.
  const betweenMs = startMs.slice(1).map((start, index) => start - (startMs[index] ?? 0) - (wallMs[index] ?? 0))
  return { reportedMs: wallMs.filter((_, index) => !trials[index]?.isWarmup), betweenMs }
}

/** Differences are taken to the bare command of the same round. */
function figuresOf({ label, turns }: Load, rounds: readonly Round[]): Figure[] {
  const against = 'bare child_process spawn'
  const bare = middle(rounds.flatMap((round) => round.bareMs))
  const between = rounds.flatMap((round) => round.betweenMs)
  const offset = (key: 'reportedMs' | 'hyperfineMs'): number[] =>
    rounds.flatMap((round) => round[key].map((timeMs) => timeMs - middle(round.bareMs).value))
  const figure = (what: string, unit: 'ms' | '%', values: readonly number[]): Figure[] => {
    const shown = unit === '%' ? values.map((timeMs) => (timeMs / bare.value) * 100) : values
    return shown.length === 0 ? [] : [{ what: `${label}: ${what}`, unit, against, ...middle(shown) }]
  }
  const isLong = turns > 0
  return [
    { what: `${label}: bare spawn`, unit: 'ms', against: 'itself', ...bare },
    ...figure('warpgauge run reports more by', 'ms', offset('reportedMs')),
    ...figure('warpgauge run reports more by', '%', isLong ? offset('reportedMs') : []),
    ...figure('hyperfine reports more by', 'ms', offset('hyperfineMs')),
    ...figure('warpgauge between two trials', 'ms', between),
    ...figure('warpgauge between two trials', '%', isLong ? between : []),
  ]
}
