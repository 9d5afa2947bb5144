import type { NoiseRecord } from '../../src/record/noise.ts'
import { parseConfig } from '../../src/config/load.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import { wallTime } from '../../src/domain/core/metric.ts'
import { addSessions } from '../../src/domain/noise/noise.ts'
import type { Comparison } from '../../src/domain/verdict/comparison.ts'
import type { OverallVerdict } from '../../src/domain/verdict/report.ts'
import type { RunRecord } from '../../src/record/run.ts'
import { chooseNextTrial } from '../../src/domain/plan/schedule.ts'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { judgeRun } from '../../src/judging/verdict/judge-run.ts'
import { planRun } from '../../src/judging/plan/plan-run.ts'
import { buildScheduleRules } from '../../src/judging/plan/run-cost.ts'
import { aRecord, aTestbed, aTrial, headCommit, otherCommit, someDevices } from '../../test/unit/a-run.ts'

export type Side = 'base' | 'head'

/** Noise of the next run as a logarithm; warm-ups are runs as well. `order` counts the runs of both sides from 0. */
export type NoiseProcess = (order: number, side: Side) => number

export type PullRequest = {
  readonly config: Config
  /** True time of the head over that of the base, minus 1. */
  readonly slowdown: number
  readonly noise: NoiseProcess
  /** Seconds that a run takes without noise. */
  readonly seconds: number
  /** Resolution of the clock in seconds; null: exact. */
  readonly tick: number | null
  /** Wall times of earlier runs of unchanged code, one list per session. */
  readonly sessions: readonly (readonly number[])[]
  /** Draws which side starts. */
  readonly seed: number
  /** What else is recorded of a run. */
  readonly facts?: (order: number, side: Side, wallSeconds: number) => Partial<Trial>
}

export type Outcome = {
  readonly verdict: OverallVerdict
  /** Counted runs of the base. */
  readonly runs: number
  readonly comparisons: readonly Comparison[]
}

const datasetSha256 = 'd'.repeat(64)

/**
 * The revision suite against the merge base, with these lines under `comparison`.
 *
 * @throws UserError for a line that this version does not know
 */
export function revisionConfig(comparison: readonly string[], devices: 'cpu' | 'gpu' = 'gpu', maxRepeats = 10): Config {
  const text = [
    'version: 1',
    'pipeline:',
    '  name: simulated',
    `  devices: ${devices}`,
    '  command: [./simulated, "{dataset}", "{output}"]',
    '  proof: { results: { path: "{output}/results.csv" } }',
    'datasets: { medium: { preset: medium } }',
    'revisions: { base: { ref: merge-base } }',
    'suites: { revision: { run: { dataset: medium }, against: [base] } }',
    `run: { maxRepeats: ${maxRepeats} }`,
    'comparison:',
    '  minEffect: 0.03',
    ...comparison.map((line) => `  ${line}`),
  ].join('\n')
  return parseConfig(text, 'simulated.yml')
}

/**
 * One pull request from its first warm-up to the conclusion of its check, by the code that plans, schedules and judges real
 * runs; only the clock is simulated.
 */
export function simulatePullRequest(request: PullRequest): Outcome {
  const { config } = request
  let record = emptyRecord(config, request.seed)
  const committed = { baselines: [], noise: { path: 'noise.json', noise: noiseOf(request), problem: null, note: null } }
  const rules = buildScheduleRules(record, config, committed)
  for (let next = chooseNextTrial(record.plan, record.trials, rules); next;) {
    const { planned, index, isWarmup } = next
    const side = planned.revision === 'head' ? 'head' : 'base'
    const measured = measureTrial(request, record.trials.length, side)
    const commit = side === 'head' ? headCommit : otherCommit
    const trial = aTrial({ caseId: planned.id, index, isWarmup, commit, resultRows: null, ...measured })
    record = { ...record, trials: [...record.trials, trial] }
    next = chooseNextTrial(record.plan, record.trials, rules)
  }
  const { verdict, comparisons } = judgeRun({ record, config, ...committed, obstacles: [] })
  return { verdict, runs: countedRuns(record), comparisons }
}

function measureTrial(request: PullRequest, order: number, side: Side): Partial<Trial> {
  const { slowdown, noise, seconds, tick, facts } = request
  const exact = seconds * (side === 'head' ? 1 + slowdown : 1) * Math.exp(noise(order, side))
  const wallSeconds = tick === null ? exact : Math.max(tick, Math.round(exact / tick) * tick)
  return { wallSeconds, gpus: [0], ...facts?.(order, side, wallSeconds) }
}

function emptyRecord(config: Config, seed: number): RunRecord {
  const revisions = [
    { label: 'head', ref: 'HEAD', commit: headCommit, problem: null },
    { label: 'base', ref: 'merge-base', commit: otherCommit, problem: null },
  ]
  const testbed = aTestbed({ id: '1x-nvidia-h200', deviceKind: config.pipeline.devices, devices: someDevices(1) })
  const plan = planRun(config, testbed.devices, revisions)
  return aRecord({ runId: `simulated-${seed}`, testbed, revisions, plan, commands: {} })
}

function noiseOf({ config, sessions }: PullRequest): NoiseRecord | null {
  const { testbed, plan } = emptyRecord(config, 0)
  const [planned] = plan.cases
  if (!planned) throw new Error('the config plans no case')
  return sessions.reduce<NoiseRecord | null>((known, samples, index) => {
    const provenance = {
      recordedAt: `2026-11-${10 + index}T12:00:00.000Z`,
      runId: `session-${index}`,
      commit: otherCommit,
    }
    const fresh = { ...planned.key, datasetSha256, metrics: [{ ...wallTime, samples }] }
    return addSessions(known, testbed, [fresh], provenance)
  }, null)
}

function countedRuns({ plan, trials }: RunRecord): number {
  const base = plan.cases.find(({ revision }) => revision === 'base')
  return trials.filter((trial) => trial.caseId === base?.id && !trial.isWarmup).length
}
