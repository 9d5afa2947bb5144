import { expect, it } from 'vitest'
import type { DerivedValue } from '../../../src/domain/verdict/requirement.ts'
import { renderRequirementFiles } from '../../../src/reporters/requirement-files.ts'
import { aDerived, aReport } from './a-report.ts'

const figure = (suite: string, name: string, axes: DerivedValue['axes'] = {}): DerivedValue =>
  aDerived({ suite, benchmark: 'predict', axes, name, value: 1.5, unit: 's', interval: null })

it('writes the files of the requirements, each with its own figures (F-33, I-247 to I-252)', () => {
  const derived = [
    figure('end-to-end', 'projected_hours'),
    figure('memory', 'memory_growth'),
    figure('memory', 'memory_peak_share', { stage: 'ESM-2 Feature Extraction' }),
    figure('memory', 'oom_crashes', { load: 'pressure' }),
    figure('variants', 'speedup', { variant: 'persistent-models' }),
    figure('variants', 'speedup', { variant: 'cuda-streams' }),
  ]
  const files = renderRequirementFiles(aReport({ derived }))
  const names = Object.fromEntries(
    [...files].map(([name, text]) => [name, (JSON.parse(text) as { figures: DerivedValue[] }).figures.length]),
  )
  expect(names).toEqual({
    'typical_sample_performance.json': 1,
    'memory_stability.json': 1,
    'memory_per_stage.json': 1,
    'memory_large_batches.json': 1,
    'persistent_models_memory.json': 1,
    'optimization_impact.json': 2,
  })
})

it('states the system with the versions of PyTorch and CUDA (F-33, I-154, I-245, I-246)', () => {
  const versions = { head: { pytorch: '2.9.0+cu128', 'cuda-build': '12.8' } }
  const given = { derived: [figure('variants', 'speedup')], versions, runId: '20261122T163014Z-6b221b' }
  const text = renderRequirementFiles(aReport(given)).get('optimization_impact.json') ?? ''
  expect(JSON.parse(text)).toMatchObject({
    test_name: 'optimization_impact',
    timestamp: '2026-11-22T16:30:14Z',
    system: {
      gpu_count: 2,
      gpu_names: ['NVIDIA GeForce RTX 4090', 'NVIDIA GeForce RTX 4090'],
      versions: versions.head,
    },
  })
})

it('has the structure of the documents: duration, dataset, performance and GPUs by stage (I-246)', () => {
  const gpu = (suite: string, name: string, value: number, axes: DerivedValue['axes'] = {}) => ({
    ...figure(suite, name, { gpus: 4, gpu: 0, ...axes }),
    value,
  })
  const derived = [
    { ...figure('end-to-end', 'sequences_per_hour', { gpus: 4 }), value: 3600 },
    { ...figure('end-to-end', 'projected_hours', { gpus: 4 }), value: 12.5, reason: 'single runs: no interval' },
    gpu('end-to-end', 'gpu_utilization', 71),
    gpu('stages', 'gpu_stage_utilization', 82, { stage: 'esm2' }),
    gpu('stages', 'stage_utilization_min', 12, { stage: 'esm2' }),
    gpu('stages', 'stage_memory_mean', 5e9, { stage: 'esm2' }),
    gpu('stages', 'stage_memory_peak', 6e9, { stage: 'esm2' }),
    gpu('memory', 'gpu_utilization', 1),
  ]
  const spread = { count: 1, median: 9045.7, mean: 9045.7, standardDeviation: null, min: 9045.7, max: 9045.7 } as never
  const common = { benchmark: 'predict', runs: 1, failedTrials: 0, resultRows: 1, wallSeconds: spread }
  const cases = [
    { ...common, suite: 'end-to-end', axes: { gpus: 4 }, revision: 'head', dataset: 'typical' },
    { ...common, suite: 'memory', axes: {}, revision: 'head', dataset: 'other' },
  ]
  const dataset = { kind: 'real' as const, sha256: 'a'.repeat(64), bytes: 7, parameters: {} }
  const datasets = [
    { ...dataset, name: 'typical', sequences: 5000, lengths: [200, 2000] as [number, number] },
    { ...dataset, name: 'other', sequences: 1 },
  ]
  const text =
    renderRequirementFiles(aReport({ derived, cases, datasets })).get('typical_sample_performance.json') ?? ''
  expect(JSON.parse(text)).toMatchObject({
    duration: [{ axes: { gpus: 4 }, seconds: 9045.7, hours: 9045.7 / 3600, formatted: '2h 30m 45s' }],
    dataset: [{ name: 'typical', total_sequences: 5000, min_length: 200, max_length: 2000 }],
    performance: [
      { throughput_seq_per_hour: 3600, time_per_sequence_seconds: 1 },
      { projected_hours: 12.5, reason: 'single runs: no interval' },
    ],
    gpu_metrics: [
      { suite: 'end-to-end', axes: { gpu: 0 }, gpu_util_avg: 71 },
      { axes: { stage: 'esm2' }, gpu_util_avg: 82, gpu_util_min: 12, mem_used_avg: 5e9, mem_used_peak: 6e9 },
    ],
  })
})

it('writes no file for what was not measured', () => {
  expect(renderRequirementFiles(aReport()).size).toBe(0)
})
