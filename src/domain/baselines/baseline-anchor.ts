import { listConditionDifferences } from './baseline.ts'
import { formatCaseId, type CaseKey } from '../core/case.ts'
import { computeMedianLevels, selectGates } from '../verdict/gate.ts'
import { computeMedian } from '../core/statistics.ts'
import type { BaselineAnchor, BaselineCase, BaselineMetric, Provenance, Baseline } from '../../record/baseline.ts'
import type { Comparison } from '../verdict/comparison.ts'
import { listTestbedDifferences } from '../testbed/testbed.ts'

/** A gate metric that drifted too far from its anchor, the old level that all later refreshes are compared with. */
export type AnchorDrift = {
  readonly caseId: string
  readonly metric: string
  /** How much worse, as a share of time (relative to the anchor; for rates to the fresh level). */
  readonly effect: number
  readonly anchor: BaselineAnchor
}

/** When a metric has drifted, by the config and by the comparison of fresh with stored samples. */
export type AnchorRules = {
  readonly gate: readonly string[]
  /** Largest accepted change for the worse, as a share of the anchor. */
  readonly minEffect: number
  /** Whether the fresh samples are a proven improvement on the stored ones. */
  readonly isImproved: (caseId: string, metric: string) => boolean
}

/**
 * Copies the anchors of stored samples (null: none) to fresh ones and lists the gate metrics that drifted too far. An
 * anchor stays until the samples are a proven improvement; with other data, another command or another machine there is
 * none. Levels are compared without tolerance for noise: a person requests a refresh, and can inspect the result or
 * measure again.
 */
export function keepAnchors(
  fresh: Baseline,
  stored: Baseline | null,
  rules: AnchorRules,
): { readonly baseline: Baseline; readonly drifts: readonly AnchorDrift[] } {
  const drifts: AnchorDrift[] = []
  const cases = fresh.cases.map((item): BaselineCase => {
    const id = formatCaseId({ suite: fresh.suite, ...item })
    const gates = selectGates(rules.gate, computeMedianLevels(item.metrics))
    const metrics = item.metrics.map((metric): BaselineMetric => {
      const anchor = gates.has(metric.name) ? findAnchor(metric, item, fresh, stored) : null
      if (!anchor || rules.isImproved(id, metric.name)) return metric
      const effect = computeWorsening(metric, anchor)
      if (effect > rules.minEffect) drifts.push({ caseId: id, metric: metric.name, effect, anchor })
      return { ...metric, anchor }
    })
    return { ...item, metrics }
  })
  return { baseline: { ...fresh, cases }, drifts }
}

/** Makes the fresh level the anchor of each drifted metric, for a refresh that was given a reason. */
export function resetAnchors(baseline: Baseline, drifts: readonly AnchorDrift[]): Baseline {
  const cases = baseline.cases.map((item): BaselineCase => {
    const id = formatCaseId({ ...item, suite: baseline.suite })
    const drifted = new Set(drifts.filter(({ caseId }) => caseId === id).map(({ metric }) => metric))
    const metrics = item.metrics.map(({ anchor, ...metric }): BaselineMetric => {
      return anchor && !drifted.has(metric.name) ? { ...metric, anchor } : metric
    })
    return { ...item, metrics }
  })
  return { ...baseline, cases }
}

function findAnchor(
  metric: BaselineMetric,
  item: BaselineCase,
  fresh: Baseline,
  stored: Baseline | null,
): BaselineAnchor | null {
  if (!stored || listTestbedDifferences(stored.testbed, fresh.testbed).length > 0) return null
  const id = formatCaseId({ suite: fresh.suite, ...item })
  const before = stored.cases.find((other) => formatCaseId({ suite: stored.suite, ...other }) === id)
  if (!before || listConditionDifferences(before.conditions, item.conditions).length > 0) return null
  const same = before.metrics.find(({ name, unit }) => name === metric.name && unit === metric.unit)
  if (!same || same.betterWhen !== metric.betterWhen || same.samples.length === 0) return null
  const { commit, recordedAt } = before.provenance ?? stored.provenance
  return same.anchor ?? { median: computeMedian(same.samples), commit, recordedAt }
}

/** `throughput of scaling/predict gpus=1 is 12.5 % worse than its anchor 1234567 of 2026-01-31`. */
export function formatDrift({ caseId, metric, effect, anchor }: AnchorDrift): string {
  const change = Number.isFinite(effect) ? `is ${(effect * 100).toFixed(1)} % worse than` : 'fell to 0 since'
  return `${metric} of ${caseId} ${change} its anchor ${anchor.commit.slice(0, 7)} of ${anchor.recordedAt.slice(0, 10)}`
}

/** Change for the worse as a share; infinite for a rate of 0; NaN, which is not a drift, if a level has no ratio. */
function computeWorsening({ samples, betterWhen }: BaselineMetric, anchor: BaselineAnchor): number {
  const now = computeMedian(samples)
  if (!(now >= 0) || !(anchor.median > 0)) return Number.NaN
  return (betterWhen === 'lower' ? now / anchor.median : anchor.median / now) - 1
}

/** Changes of a refresh on its branch, for the reviewers. */
export type RefreshProposal = {
  readonly files: readonly ProposedFile[]
  /** Number of further changed files without a description. */
  readonly furtherFiles: number
}

/** One file that a refresh changes. */
export type ProposedFile = {
  readonly path: string
  readonly testbedId: string
  /** Suite name, or `noise` for the noise record of the testbed. */
  readonly suite: string
  readonly state: 'new' | 'changed' | 'removed'
  /** Null for a removed file, and for noise, whose sessions have their own provenance. */
  readonly provenance: Provenance | null
  /** Number of samples in the file, and number of cases. */
  readonly samples: number
  readonly cases: number
  readonly levels: readonly LevelChange[]
}

/** A gate metric of one case before and after. */
export type LevelChange = CaseKey & {
  readonly metric: string
  readonly unit: string
  /** Medians. Null: the stored samples lack this metric. */
  readonly before: number | null
  /** Null: the new samples lack this metric, so later runs are not compared by it. */
  readonly after: number | null
  /** Of the new samples with the stored ones; null: they were not compared. */
  readonly comparison: Pick<Comparison, 'verdict' | 'effect' | 'interval' | 'reason'> | null
  /** Null: the level has no anchor, or there are no new samples. */
  readonly drift: Drift | null
}

/** Change of a level since its anchor, whatever small steps led to it. */
export type Drift = {
  /** New level / anchor − 1. */
  readonly effect: number
  readonly isWorse: boolean
  readonly anchorCommit: string
  /** ISO 8601, UTC. */
  readonly anchoredAt: string
  /** One sentence about a slow drift over the sessions of the noise record; null with too few. */
  readonly creep: string | null
}
