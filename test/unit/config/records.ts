import type { Baseline } from '../../../src/record/baseline.ts'
import type { RunRecord } from '../../../src/record/run.ts'
import type { Testbed } from '../../../src/domain/testbed/testbed.ts'
import type { Trial } from '../../../src/domain/trial/trial.ts'
import { runRecordVersion } from '../../../src/record/limits.ts'

const commit = 'a'.repeat(40)
const sha256 = 'b'.repeat(64)
const key = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 2, revision: 'head' } }
const caseId = 'scaling/predict gpus=2 revision=head'

const testbed: Testbed = {
  id: '2x-nvidia-h200',
  deviceKind: 'gpu',
  devices: [
    {
      id: 0,
      physicalIndex: 0,
      model: 'NVIDIA H200',
      uuid: 'GPU-1',
      memoryBytes: 150e9,
      migProfile: null,
      settings: null,
    },
  ],
  driverVersion: '580.1',
  cudaVersion: null,
  topology: null,
  container: null,
  cpuModel: 'Intel(R) Xeon(R)',
  cpuCores: 16,
  memoryBytes: 128e9,
  kernel: '6.8.0',
  architecture: 'x64',
}

/** A trial that counts. */
export function aTrial(overrides: Partial<Trial> = {}): Trial {
  return {
    caseId,
    index: 1,
    isWarmup: false,
    commit,
    argv: ['python', 'run.py'],
    startedAt: '2026-11-20T14:06:29.860Z',
    wallSeconds: 12.5,
    exitCode: 0,
    signal: null,
    failure: null,
    resultRows: 1000,
    stages: [{ stage: 'ESM-2 Feature Extraction', seconds: null, startedMs: null, endedMs: null }],
    contamination: [],
    host: null,
    telemetry: null,
    gpuByStage: null,
    cachedFromRun: null,
    stdoutPath: 'raw/case-1/stdout.log',
    stderrPath: 'raw/case-1/stderr.log',
    ...overrides,
  }
}

/** A finished run of one trial. */
export function aRunRecord(overrides: Partial<RunRecord> = {}): RunRecord {
  return {
    schemaVersion: runRecordVersion,
    tool: { name: 'warpgauge', version: '0.1.0' },
    runId: '20261120-1',
    startedAt: '2026-11-20T14:06:29Z',
    finishedAt: null,
    status: 'running',
    statusDetail: null,
    repository: 'team/pipeline',
    event: 'pull_request',
    pullRequest: 7,
    yardstick: { path: '.github/warpgauge.yml', sha256, origin: 'base', commit },
    testbed,
    revisions: [{ label: 'head', ref: 'HEAD', commit, problem: null }],
    datasets: [{ name: 'medium', kind: 'synthetic', sha256, sequences: 1000, bytes: 5, parameters: { seed: 7 } }],
    identity: { head: { 'models/500_model.pth': sha256 } },
    commands: { head: ['python', '{dataset}'] },
    plan: {
      cases: [
        {
          id: caseId,
          key,
          revision: 'head',
          dataset: 'medium',
          gpus: [0, 1],
          warmups: 1,
          repeats: 3,
          maxRepeats: 10,
          maxReruns: 2,
          timeoutSeconds: 60,
          sampleIntervalMs: null,
          interleaveGroup: 'scaling',
          samplesFrom: 'fresh',
        },
      ],
      notTested: [{ key, reason: 'only 2 GPUs here' }],
      comparisons: [],
    },
    trials: [aTrial()],
    ...overrides,
  }
}

/** A baseline of one case. */
export function aBaseline(overrides: Partial<Baseline> = {}): Baseline {
  return {
    schemaVersion: 1,
    suite: 'scaling',
    testbed,
    provenance: {
      commit,
      runId: '20261120-1',
      recordedAt: '2026-11-20T14:06:29Z',
      tool: 'warpgauge 0.1.0',
      configSha256: sha256,
      reason: 'first record',
    },
    cases: [
      {
        benchmark: 'predict',
        axes: { gpus: 2 },
        conditions: { datasetSha256: sha256, sequences: 1000, command: ['python'], resultRows: null, identity: {} },
        metrics: [{ name: 'wall_time', unit: 's', betterWhen: 'lower', samples: [12.5, 12.6] }],
      },
    ],
    ...overrides,
  }
}
