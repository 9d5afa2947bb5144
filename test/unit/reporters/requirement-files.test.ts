import { expect, it } from 'vitest'
import type { DerivedValue } from '../../../src/domain/verdict/requirement.ts'
import { renderRequirementFiles } from '../../../src/reporters/json.ts'
import { aReport } from './a-report.ts'

const figure = (suite: string, name: string, axes: DerivedValue['axes'] = {}): DerivedValue => ({
  suite,
  benchmark: 'predict',
  axes,
  name,
  value: 1.5,
  unit: 's',
  interval: null,
  reason: null,
  isSuspicious: false,
  isDeclared: false,
})

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

it('writes no file for what was not measured', () => {
  expect(renderRequirementFiles(aReport()).size).toBe(0)
})
