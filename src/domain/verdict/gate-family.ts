import { isPartOfRun, computeRunShare, type MetricLevels } from './auto-gate.ts'
import type { Decision } from './comparison.ts'
import type { GateTerms } from './gate.ts'
import { wallTime, type Metric } from '../core/metric.ts'
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
  const isCleared = strict.some((item) => isClearing(item, family))
  const judged = strict.map((item) =>
    isCleared && isWidenable(terms.get(item.metric.name), item.decision)
      ? { ...item, ...answer(item.metric, true) }
      : item,
  )
  const run = judged.find(({ metric }) => metric.name === wallTime.name)
  const isRunFaster = run?.isGate === true && run.decision.verdict === 'improvement'
  return judged.map((item) => ({ ...item, ...weighCost(item, family, isRunFaster) }))
}

/** Whether a deciding gate shows no slowdown, or one that is tolerated because of its low cost. */
function isClearing(item: JudgedMetric<GateAnswer>, family: GateFamily): boolean {
  const { verdict } = item.decision
  if (family.terms.get(item.metric.name)?.isDeciding !== true) return false
  if (verdict === 'unchanged' || verdict === 'improvement') return true
  return verdict === 'regression' && weighCost(item, family, false).toleratedBecause !== undefined
}

function isWidenable(terms: GateTerms | undefined, { verdict }: Decision): boolean {
  return terms?.mayWiden === true && verdict === 'inconclusive'
}

/**
 * Computes effect times share of the reference's wall time, and why a regression of an `auto` gate does not fail the
 * check.
 */
function weighCost(
  { metric, decision }: JudgedMetric<GateAnswer>,
  { terms, baseLevels }: GateFamily,
  isRunFaster: boolean,
): Cost {
  if (!isPartOfRun(metric.name) || decision.effect === null) return {}
  const cost = decision.effect * computeRunShare(metric.name, baseLevels)
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
