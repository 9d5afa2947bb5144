import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { computeStudentQuantile } from '../src/domain/detection/noise/probabilities.ts'
import type { Report } from '../src/domain/verdict/report.ts'

/**
 * Measures the same pairs of commands with hyperfine and `warpgauge ab`, in turn, and appends one JSON line per
 * result. Needs hyperfine, python3 and a built dist/.
 *
 *     node scripts/ab-hyperfine.ts --out FILE [--rounds N] [--runs N] [--iterations N] [--hyperfine PROGRAM]
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    runs: { type: 'string', default: '10' },
    // 2,000,000 take 0.14 s on an idle core of 2026.
    iterations: { type: 'string', default: '2000000' },
    hyperfine: { type: 'string', default: 'hyperfine' },
  },
})
if (values.out === undefined) throw new Error('--out FILE is missing')
const out = resolve(values.out)
const cli = resolve('dist/cli.js')
const folder = mkdtempSync(join(tmpdir(), 'ab-hyperfine-'))

/** Computes, then waits for up to the given milliseconds at random. */
const program = `import random, sys, time
total = 0
for i in range(int(sys.argv[1])): total += i * i
time.sleep(random.uniform(0, float(sys.argv[2])) / 1000)
`
const iterations = Number(values.iterations)
const kinds = { quiet: 0, noisy: 60 }
const planted = [0, 0.02, 0.05]

/** A relative change with its 95 % interval, as shares of the reference. */
type Estimate = { readonly effect: number; readonly interval: readonly [number, number] }

type Result = {
  readonly tool: 'hyperfine' | 'ab --runs' | 'ab'
  /** Duration of the tool. */
  readonly seconds: number
  /** Runs of each side. */
  readonly runs: number
  readonly wall: Estimate
  /** Absent: the tool gives no interval for CPU time. */
  readonly cpu?: Estimate
  readonly verdict: string
}

function formatCommand(share: number, jitter: number): string {
  return `python3 spin.py ${Math.round(iterations * (1 + share))} ${jitter}`
}

function measureHyperfine(commands: readonly string[], runs: string): Result {
  const file = join(folder, 'hyperfine.json')
  const args = ['-N', '--style', 'none', '--warmup', '1', '--runs', runs, '--export-json', file, ...commands]
  const started = performance.now()
  execFileSync(values.hyperfine, args, { cwd: folder, stdio: 'ignore' })
  const seconds = (performance.now() - started) / 1000
  const { results } = JSON.parse(readFileSync(file, 'utf8')) as { results: { times: number[] }[] }
  const [base = [], head = []] = results.map(({ times }) => times)
  const wall = compareMeans(base, head)
  // hyperfine leaves the decision to the reader: here, whether the interval excludes zero.
  const verdict = wall.interval[0] > 0 ? 'slower' : wall.interval[1] < 0 ? 'faster' : 'no difference'
  return { tool: 'hyperfine', seconds, runs: base.length, wall, verdict }
}

/** Welch's interval of the ratio on the logarithmic scale. hyperfine prints only the standard deviation of the ratio. */
function compareMeans(base: readonly number[], head: readonly number[]): Estimate {
  const [one, other] = [base, head].map((times) => summarizeLogs(times)) as [LogSummary, LogSummary]
  const variance = one.squaredError + other.squaredError
  const freedom =
    variance ** 2 / (one.squaredError ** 2 / (base.length - 1) + other.squaredError ** 2 / (head.length - 1))
  const reach = computeStudentQuantile(0.975, freedom) * Math.sqrt(variance)
  const difference = other.mean - one.mean
  const interval = [Math.exp(difference - reach) - 1, Math.exp(difference + reach) - 1] as const
  return { effect: Math.exp(difference) - 1, interval }
}

type LogSummary = { readonly mean: number; readonly squaredError: number }

function summarizeLogs(times: readonly number[]): LogSummary {
  const logs = times.map(Math.log)
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length
  const squares = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, squaredError: squares / (logs.length - 1) / logs.length }
}

function measureAb(commands: readonly string[], runs: string | null): Result | null {
  const options = ['ab', '--gpus', '0', '--json', ...(runs === null ? [] : ['--runs', runs])]
  const started = performance.now()
  const args = [cli, ...options, ...commands.flatMap((command) => ['--command', command])]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const seconds = (performance.now() - started) / 1000
  if (!stdout.startsWith('{')) throw new Error(`warpgauge ab printed no report:\n${stderr}`)
  const report = JSON.parse(stdout) as Report
  const [wall, cpu] = [findEstimate(report, 'wall_time'), findEstimate(report, 'cpu_time')]
  if (!wall || !cpu) return null
  const taken = report.comparisons.find(({ metric }) => metric === 'wall_time')?.base?.count ?? 0
  const tool = runs === null ? 'ab' : 'ab --runs'
  return { tool, seconds, runs: taken, wall, cpu, verdict: describeVerdict(report) }
}

function findEstimate({ comparisons }: Report, name: string): Estimate | null {
  const found = comparisons.find(({ metric }) => metric === name)
  return found?.interval && found.effect !== null ? { effect: found.effect, interval: found.interval } : null
}

function describeVerdict({ verdict, counts }: Report): string {
  if (verdict === 'fail') return 'slower'
  if (verdict !== 'pass') return verdict
  return counts.improvement > 0 ? 'faster' : 'not slower'
}

function prepareRepository(): void {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { cwd: folder })
  writeFileSync(join(folder, 'spin.py'), program)
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '-m', 'A program')
}

try {
  prepareRepository()
  for (let round = 1; round <= Number(values.rounds); round += 1)
    for (const [kind, jitter] of Object.entries(kinds))
      for (const share of planted) {
        const commands = [formatCommand(0, jitter), formatCommand(share, jitter)]
        const tools = [
          () => measureHyperfine(commands, values.runs),
          () => measureAb(commands, values.runs),
          () => measureAb(commands, null),
        ]
        // Each tool comes first equally often.
        for (let index = 0; index < tools.length; index += 1) {
          const result = tools[(index + round) % tools.length]?.()
          if (result) appendFileSync(out, `${JSON.stringify({ round, kind, planted: share, ...result })}\n`)
        }
      }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
