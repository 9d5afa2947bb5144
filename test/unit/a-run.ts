import type { CaseKey } from '../../src/domain/core/case.ts'
import type { CaseOutcome, Measurement } from '../../src/domain/trial/outcome.ts'
import type { PlannedCase } from '../../src/domain/plan/plan.ts'
import type { RunRecord } from '../../src/record/run.ts'
import type { Device, Testbed } from '../../src/domain/testbed/testbed.ts'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { parseStageName, throughput, wallTime } from '../../src/domain/core/metric.ts'
import { judgeComparisons, type JudgedComparison } from '../../src/domain/verdict/judged-comparison.ts'
import { nothingKnown } from '../../src/domain/plan/interleaved-runs.ts'
import { runRecordVersion } from '../../src/record/limits.ts'
import type { StageTime } from '../../src/record/telemetry.ts'

export const headCommit = 'a'.repeat(40)
export const otherCommit = 'b'.repeat(40)

export function aKey(overrides: Partial<CaseKey> = {}): CaseKey {
  return { suite: 'scaling', benchmark: 'predict', axes: { gpus: 1 }, ...overrides }
}

export function aCase(overrides: Partial<PlannedCase> = {}): PlannedCase {
  return {
    id: 'scaling/predict gpus=1',
    key: aKey(),
    revision: 'head',
    dataset: 'medium',
    gpus: [0],
    warmups: 1,
    repeats: 3,
    maxRepeats: 3,
    maxReruns: 2,
    timeoutSeconds: 60,
    sampleIntervalMs: null,
    interleaveGroup: 'scaling',
    samplesFrom: 'fresh',
    ...overrides,
  }
}

export function aTrial(overrides: Partial<Trial> = {}): Trial {
  return {
    caseId: 'scaling/predict gpus=1',
    index: 0,
    isWarmup: false,
    commit: headCommit,
    argv: ['node', 'pipeline.mjs'],
    startedAt: '2026-11-20T12:00:00.000Z',
    wallSeconds: 10,
    exitCode: 0,
    signal: null,
    failure: null,
    resultRows: 1000,
    stages: [],
    contamination: [],
    host: null,
    telemetry: null,
    gpuByStage: null,
    cachedFromRun: null,
    stdoutPath: 'trials/x/stdout.log',
    stderrPath: 'trials/x/stderr.log',
    ...(overrides.telemetry && { gpus: overrides.telemetry.gpus.map(({ gpu }) => gpu) }),
    ...overrides,
  }
}

export function someDevices(count: number): Device[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    physicalIndex: id,
    model: 'NVIDIA H200',
    uuid: `GPU-${id}`,
    memoryBytes: 150e9,
    migProfile: null,
    settings: null,
  }))
}

export function aTestbed(overrides: Partial<Testbed> = {}): Testbed {
  return {
    id: '2x-nvidia-h200',
    deviceKind: 'gpu',
    devices: someDevices(2),
    driverVersion: '580.65.06',
    cudaVersion: '13.0',
    topology: 'NV18',
    container: 'none',
    cpuModel: 'Xeon',
    cpuCores: 16,
    memoryBytes: 128e9,
    kernel: '6.8.0',
    architecture: 'x64',
    ...overrides,
  }
}

/** A measured case from plain wall times. */
export function measured(overrides: {
  key?: CaseKey
  seconds: readonly number[]
  rows?: number | null
  stages?: readonly Measurement[]
  revision?: string
  dataset?: string
}): CaseOutcome {
  const key = overrides.key ?? aKey()
  const rows = overrides.rows === undefined ? 1000 : overrides.rows
  const rates: Measurement[] =
    rows === null ? [] : [{ metric: throughput, samples: overrides.seconds.map((value) => rows / value) }]
  const id = JSON.stringify(key)
  const stagesOf = (index: number): StageTime[] =>
    (overrides.stages ?? []).map(({ metric, samples }) =>
      aStage(parseStageName(metric.name) ?? '', samples[index] ?? null),
    )
  return {
    status: 'measured',
    planned: aCase({
      key,
      id,
      revision: overrides.revision ?? 'head',
      dataset: overrides.dataset ?? 'medium',
    }),
    trials: overrides.seconds.map((wallSeconds, index) =>
      aTrial({ caseId: id, wallSeconds, index, resultRows: rows, stages: stagesOf(index) }),
    ),
    failures: [],
    contaminated: [],
    resultRows: rows,
    measurements: [{ metric: wallTime, samples: overrides.seconds }, ...rates, ...(overrides.stages ?? [])],
  }
}

export function aRecord(overrides: Partial<RunRecord> = {}): RunRecord {
  return {
    schemaVersion: runRecordVersion,
    tool: { name: 'warpgauge', version: '0.1.0' },
    runId: '20261120T120000Z-abc123',
    startedAt: '2026-11-20T12:00:00.000Z',
    finishedAt: '2026-11-20T12:10:00.000Z',
    status: 'finished',
    statusDetail: null,
    repository: 'lab/pipeline',
    event: 'pull_request',
    pullRequest: 7,
    yardstick: { path: '.github/warpgauge.yml', sha256: 'c'.repeat(64), origin: 'base', commit: otherCommit },
    testbed: aTestbed(),
    revisions: [{ label: 'head', ref: 'HEAD', commit: headCommit, problem: null }],
    datasets: [
      { name: 'medium', kind: 'synthetic', sha256: 'd'.repeat(64), sequences: 1000, bytes: 1e6, parameters: {} },
    ],
    identity: {},
    commands: { head: ['node', 'pipeline.mjs', '{dataset}'] },
    plan: { cases: [], notTested: [], comparisons: [] },
    trials: [],
    ...overrides,
  }
}

/** A stage whose place in time nobody told. */
export function aStage(stage: string, seconds: number | null, overrides: Partial<StageTime> = {}): StageTime {
  return { stage, seconds, startedMs: null, endedMs: null, ...overrides }
}

/** The first outcome against each of the others, as if they had run in turn. */
export function judgedAgainst(
  outcomes: readonly CaseOutcome[],
  policy: { readonly minEffect: number; readonly gate: readonly string[] } = { minEffect: 0.03, gate: ['wall_time'] },
): JudgedComparison[] {
  const [head, ...bases] = outcomes.map(({ planned }) => planned)
  if (!head) return []
  const comparisons = bases.map((base) => ({
    head: head.id,
    base: base.id,
    ...policy,
    mayWiden: true,
    maxRepeats: head.maxRepeats,
    isScreened: false,
  }))
  const trials = outcomes.flatMap((outcome) => (outcome.status === 'measured' ? outcome.trials : []))
  return judgeComparisons({ cases: [head, ...bases], notTested: [], comparisons }, trials, nothingKnown)
}
