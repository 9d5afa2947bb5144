import type { Baseline, BaselineCase, BaselineMetric, Provenance } from '../../src/record/baseline.ts'
import { aTestbed } from './a-run.ts'

/** Of a run on that day of January 2026. */
export function aProvenance(day = 1, overrides: Partial<Provenance> = {}): Provenance {
  const recordedAt = new Date(Date.UTC(2026, 0, day)).toISOString()
  const run = { commit: 'a'.repeat(40), runId: `run-${day}`, recordedAt, tool: 'warpgauge 0.1.0' }
  return { ...run, configSha256: 'c'.repeat(64), reason: 'nightly', ...overrides }
}

export function aBaselineMetric(samples: readonly number[], overrides: Partial<BaselineMetric> = {}): BaselineMetric {
  return { name: 'wall_time', unit: 's', betterWhen: 'lower', samples, ...overrides }
}

export function aBaselineCase(
  metrics: readonly BaselineMetric[],
  gpus = 1,
  overrides: Partial<BaselineCase> = {},
): BaselineCase {
  const conditions = { datasetSha256: 'd'.repeat(64), sequences: 1, command: [], resultRows: null, identity: {} }
  return { benchmark: 'predict', axes: { gpus }, conditions, metrics, ...overrides }
}

export function aBaseline(cases: readonly BaselineCase[], overrides: Partial<Baseline> = {}): Baseline {
  const testbed = aTestbed()
  return { schemaVersion: 1, suite: 'scaling', testbed, provenance: aProvenance(), cases, ...overrides }
}
