import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { cpuTime, wallTime } from '../../src/domain/core/metric.ts'
import { computeMedian } from '../../src/domain/core/statistics.ts'
import { aTrialHost } from '../../test/unit/a-telemetry.ts'
import { drawsFrom } from './noise-families.ts'
import type { LoadedRun } from './record-loaded-host.ts'
import { revisionConfig, simulatePullRequest, type Outcome } from './simulated-pull-request.ts'

// Coverage of the 95 % intervals on a loaded host: `node scripts/statistics/judge-loaded-host.ts SAMPLES.jsonl`. Each pull
// request takes consecutive runs of one program from a random place of the recording, in the order that the plan
// draws, so that the load changes between its runs as it did; the head is slower by the planted share. The complete check
// judges it, look by look.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: '20261127' } },
})
const [count, seed] = [Number(values.count), Number(values.seed)]
const slowdowns = [0, 0.1]
const processors = 2
const config = revisionConfig([], 'cpu')

const recorded = positionals
  .flatMap((path) => readFileSync(path, 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line) as LoadedRun)
const columns = [
  'load',
  'slower by',
  'failed / passed / inconclusive',
  'of the passed',
  'runs',
  'wall time: truth in the interval',
  'half width',
  'CPU time: truth in the interval',
  'half width',
]
process.stdout.write(`${count} pull requests each, seed ${seed}\n\n| ${columns.join(' | ')} |\n`)
process.stdout.write(`|${' -: |'.repeat(columns.length)}\n`)
for (const [load, samples] of Map.groupBy(recorded, (run) => run.load))
  for (const slowdown of slowdowns)
    process.stdout.write(
      `| ${[`${load} (${samples.length} runs)`, ...describeRates(samples, slowdown)].join(' | ')} |\n`,
    )

function describeRates(samples: readonly LoadedRun[], slowdown: number): string[] {
  const outcomes = Array.from({ length: count }, (_, index) => simulate(samples, slowdown, seed + index))
  const shares = (['fail', 'pass', 'inconclusive'] as const).map((verdict) =>
    formatShare(outcomes.filter((outcome) => outcome.verdict === verdict).length / count),
  )
  const faster = outcomes.filter(
    ({ verdict, comparisons }) =>
      verdict === 'pass' && comparisons.some((item) => item.isGate && item.verdict === 'improvement'),
  )
  const intervals = [wallTime, cpuTime].flatMap(({ name }) => describeCoverage(outcomes, name, slowdown))
  const runs = outcomes.reduce((sum, outcome) => sum + outcome.runs, 0) / count
  return [
    `${formatShare(slowdown)} %`,
    shares.join(' / '),
    `${formatShare(faster.length / count)} faster`,
    runs.toFixed(1),
    ...intervals,
  ]
}

function describeCoverage(outcomes: readonly Outcome[], metric: string, truth: number): [string, string] {
  const intervals = outcomes.flatMap(({ comparisons }) => {
    const interval = comparisons.find((item) => item.metric === metric)?.interval
    return interval ? [interval] : []
  })
  const holding = intervals.filter(([low, high]) => low <= truth && truth <= high).length
  const width = computeMedian(intervals.map(([low, high]) => (high - low) / 2))
  return [`${formatShare(holding / intervals.length)} % of ${intervals.length}`, `${formatShare(width)} %`]
}

function formatShare(share: number): string {
  return (100 * share).toFixed(1)
}

function simulate(samples: readonly LoadedRun[], slowdown: number, drawSeed: number): Outcome {
  const start = Math.floor(drawsFrom(drawSeed).uniform() * samples.length)
  return simulatePullRequest({
    config,
    slowdown: 0,
    noise: () => 0,
    seconds: 1,
    tick: null,
    sessions: [],
    seed: drawSeed,
    facts: (order, side) => {
      const run = samples[(start + order) % samples.length]
      if (!run) throw new Error('the recording is empty')
      const factor = side === 'head' ? 1 + slowdown : 1
      return {
        wallSeconds: run.wall * factor,
        gpus: [],
        host: aTrialHost({
          userCpuSeconds: run.cpu * factor,
          systemCpuSeconds: 0,
          otherCpuSeconds: run.others * factor,
          stolenCpuSeconds: 0,
          processors,
        }),
      }
    },
  })
}
