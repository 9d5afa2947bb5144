import type { Config } from '../../config/schema/schema.ts'
import { keepAnchors, type AnchorDrift } from '../../domain/baselines/baseline-anchor.ts'
import { compareWithBaseline } from '../../domain/baselines/baseline-comparison.ts'
import type { Baseline } from '../../domain/baselines/baseline.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { toHeadCases } from '../../domain/baselines/make-baseline.ts'
import { listSessionSamples, type NoiseRecord } from '../../domain/noise/noise.ts'
import { chooseGate } from '../../suites/choose-gate.ts'

/** Adds the stored anchors to a fresh baseline and lists metrics that drifted too far from their anchor. */
export function anchorFreshBaseline(
  fresh: Baseline,
  stored: Baseline | null,
  config: Config,
  noise: NoiseRecord | null,
): { readonly baseline: Baseline; readonly drifts: readonly AnchorDrift[] } {
  // A run that is already stored must not become its own anchor.
  if (stored !== null && stored.provenance.runId === fresh.provenance.runId) return { baseline: stored, drifts: [] }
  const compared = stored === null ? [] : compareBaselines(stored, fresh, config, noise)
  const improved = new Set(compared.filter(({ verdict }) => verdict === 'improvement').map(formatMetricId))
  return keepAnchors(fresh, stored, {
    gate: chooseGate(config, fresh.suite),
    minEffect: config.comparison.minEffect,
    isImproved: (id, metric) => improved.has(`${id}\0${metric}`),
  })
}

/** Compares the samples of a new baseline file with the samples that they replace. */
export function compareBaselines(
  before: Baseline,
  after: Baseline,
  config: Config,
  noise: NoiseRecord | null,
): Comparison[] {
  const cases = toHeadCases(after)
  const datasetSha256ByCase = new Map(cases.map(({ key, conditions }) => [formatCaseId(key), conditions.datasetSha256]))
  return compareWithBaseline({
    baseline: before,
    testbed: after.testbed,
    cases,
    gate: chooseGate(config, after.suite),
    policy: config.comparison,
    sessions: (key, metric) => listSessionSamples(noise, key, metric, datasetSha256ByCase.get(formatCaseId(key)) ?? ''),
  })
}

function formatMetricId(item: Comparison): string {
  return `${formatCaseId(item)}\0${item.metric}`
}
