import { computeGpuShare, computeRunShare, isPartOfRun, type MetricLevels } from './auto-gate.ts'
import type { Decision } from './comparison.ts'
import type { GateTerms } from './gate.ts'
import { isBusyTime, parseBusyGpu, wallTime, type Metric } from '../core/metric.ts'
import { formatShare } from '../core/share-text.ts'

/** The gates of one comparison. */
export type GateFamily = {
  readonly terms: ReadonlyMap<string, GateTerms>
  /** Medians of the reference by metric. */
  readonly baseLevels: MetricLevels
}

type GateAnswer = { readonly decision: Decision }

type JudgedMetric<A> = A & { readonly metric: Metric; readonly isGate: boolean }

/** Effect of a part on the run, as in `Comparison`. */
type Cost = { readonly cost?: number; readonly toleratedBecause?: string }

/**
 * Judges the metrics of a comparison together. Each metric is first judged by its terms. Once a deciding gate is
 * cleared, other inconclusive gates that may widen are judged again for any evidence of a slowdown.
 *
 * @param answer judges one metric; `mayWiden` as in `ComparisonRules`
 */
export function judgeFamily<A extends GateAnswer>(
  metrics: readonly Metric[],
  family: GateFamily,
  answer: (metric: Metric, mayWiden: boolean) => A,
): (JudgedMetric<A> & Cost)[] {
  const { terms } = family
  const strict = metrics.map((metric) => ({ ...answer(metric, false), metric, isGate: terms.has(metric.name) }))
  const slowerGpus = strict.filter(isSlowerGpu)
  const isCleared = strict.some((item) => isClearing(item, family, slowerGpus))
  const judged = strict.map((item) =>
    isCleared && isWidenable(terms.get(item.metric.name), item.decision)
      ? { ...item, ...answer(item.metric, true) }
      : item,
  )
  const run = judged.find(({ metric }) => metric.name === wallTime.name)
  const isRunFaster = run?.isGate === true && run.decision.verdict === 'improvement'
  return judged.map((item) => ({ ...item, ...weighCost(item, family, slowerGpus, isRunFaster) }))
}

/** Whether a deciding gate shows no slowdown, or one that is tolerated because of its low cost. */
function isClearing(
  item: JudgedMetric<GateAnswer>,
  family: GateFamily,
  slowerGpus: readonly JudgedMetric<GateAnswer>[],
): boolean {
  const { verdict } = item.decision
  if (family.terms.get(item.metric.name)?.isDeciding !== true) return false
  if (verdict === 'unchanged' || verdict === 'improvement') return true
  return verdict === 'regression' && weighCost(item, family, slowerGpus, false).toleratedBecause !== undefined
}

function isWidenable(terms: GateTerms | undefined, { verdict }: Decision): boolean {
  return terms?.mayWiden === true && verdict === 'inconclusive'
}

/** Whether this is the busy time of a single GPU that is significantly slower. */
function isSlowerGpu({ metric, decision }: JudgedMetric<GateAnswer>): boolean {
  return parseBusyGpu(metric.name) !== null && decision.verdict === 'regression'
}

/**
 * Computes effect times share of the reference's wall time, and why a regression of an `auto` gate does not fail the
 * check. A run waits for its slowest GPU, so a slowdown of one GPU counts by its own busy time, not divided by their
 * number.
 */
function weighCost(
  { metric, decision }: JudgedMetric<GateAnswer>,
  { terms, baseLevels }: GateFamily,
  slowerGpus: readonly JudgedMetric<GateAnswer>[],
  isRunFaster: boolean,
): Cost {
  if (!isPartOfRun(metric.name) || decision.effect === null) return {}
  const isSlowerWork = isBusyTime(metric.name) && decision.verdict === 'regression'
  const ofGpus = isSlowerWork ? slowerGpus : []
  const cost = Math.max(
    decision.effect * computeRunShare(metric.name, baseLevels),
    ...ofGpus.map((gpu) => (gpu.decision.effect ?? 0) * computeGpuShare(gpu.metric.name, metric.name, baseLevels)),
  )
  const minCost = terms.get(metric.name)?.minCost ?? null
  if (decision.verdict !== 'regression' || minCost === null) return { cost }
  const toleratedBecause = explainTolerance(cost, minCost, isRunFaster)
  return { cost, ...(toleratedBecause !== null && { toleratedBecause }) }
}

function explainTolerance(cost: number, minCost: number, isRunFaster: boolean): string | null {
  if (cost < minCost)
    return `it costs ${formatShare(cost)} of the run, less than comparison.minCost (${formatShare(minCost)})`
  return isRunFaster ? 'the complete run is faster' : null
}
