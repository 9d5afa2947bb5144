import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProcessRunner } from '../src/io/process/execa-process-runner.ts'
import { arithmetic, turnsOfOneSecond } from './arithmetic.ts'
import { timeBareProcess } from './bare-process.ts'
import { askHyperfine } from './hyperfine.ts'
import { middle, timePairs } from './pairs.ts'
import type { Figure, Row, RowResult } from './row.ts'

const pairCount = 30
const env = { PATH: process.env['PATH'] ?? '' }

type Command = { readonly label: string; readonly argv: readonly string[]; readonly isLong: boolean }

/** What one trial costs beyond the command itself. */
export const runnerOverhead: Row = {
  name: 'runner-overhead',
  question: 'How much time does the process runner add to a trial?',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'warpgauge-bench-'))
    try {
      const short = await measureCommand({ label: 'true', argv: ['/bin/true'], isLong: false }, folder)
      const second = [process.execPath, '-e', arithmetic(await turnsOfOneSecond(env))]
      const long = await measureCommand({ label: 'busy second', argv: second, isLong: true }, folder)
      return { figures: [...short.figures, ...long.figures], notMeasured: [...short.notMeasured, ...long.notMeasured] }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function measureCommand(command: Command, folder: string): Promise<RowResult> {
  const reported: number[] = []
  const bare = (): Promise<number> => timeBareProcess(command.argv, env)
  const trial = (): Promise<number> => timeTrial(command.argv, folder, (wallMs) => reported.push(wallMs))
  await bare()
  await trial()
  reported.length = 0
  const pairs = await timePairs(bare, trial, pairCount)
  const bareMs = pairs.map(([value]) => value)
  const beside = await besideHyperfine(command, bareMs, folder)
  return { ...beside, figures: [...overheadFigures(command, pairs, reported), ...beside.figures] }
}

function overheadFigures(
  { label, isLong }: Command,
  pairs: readonly (readonly [bare: number, trial: number])[],
  reportedMs: readonly number[],
): Figure[] {
  const against = 'bare child_process spawn'
  const added = pairs.map(([bare, trial]) => trial - bare)
  const bias = pairs.map(([bare], index) => (reportedMs[index] ?? Number.NaN) - bare)
  const shares = pairs.map(([bare, trial]) => (trial / bare - 1) * 100)
  const share: Figure = { what: `${label}: added to elapsed time`, unit: '%', against, ...middle(shares) }
  return [
    { what: `${label}: bare spawn`, unit: 'ms', against: 'itself', ...middle(pairs.map(([bare]) => bare)) },
    { what: `${label}: added to elapsed time`, unit: 'ms', against, ...middle(added) },
    { what: `${label}: added to the reported wall time`, unit: 'ms', against, ...middle(bias) },
    ...(isLong ? [share] : []),
  ]
}

async function besideHyperfine(
  { label, argv, isLong }: Command,
  bareMs: readonly number[],
  folder: string,
): Promise<RowResult> {
  const what = `${label}: hyperfine`
  const answer = await askHyperfine(argv, isLong ? 10 : pairCount, folder)
  if ('reason' in answer) return { figures: [], notMeasured: [{ what, reason: answer.reason }] }
  const ratios = answer.timesMs.map((timeMs) => timeMs / middle(bareMs).value)
  const ratio: Figure = { what: `${what} / bare spawn`, unit: '×', against: 'median bare spawn', ...middle(ratios) }
  return { figures: [{ what, unit: 'ms', against: 'itself', ...middle(answer.timesMs) }, ratio], notMeasured: [] }
}

async function timeTrial(argv: readonly string[], folder: string, report: (wallMs: number) => void): Promise<number> {
  const started = performance.now()
  const outcome = await createProcessRunner().run({
    argv,
    cwd: folder,
    env,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    stdoutPath: join(folder, 'stdout.log'),
    stderrPath: join(folder, 'stderr.log'),
    maxOutputBytes: 1_000_000,
  })
  const durationMs = performance.now() - started
  if (outcome.exitCode !== 0)
    throw new Error(`${argv.join(' ')}: ${outcome.ending}, ${outcome.problem ?? outcome.exitCode}`)
  report(outcome.wallSeconds * 1000)
  return durationMs
}
