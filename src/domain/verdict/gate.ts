import { isAutoGate, mayBeAutoGate, selectAutoGates, type MetricLevels } from './auto-gate.ts'
import { createUndecided, type Comparison } from './comparison.ts'
import { isBusyTime } from '../core/metric.ts'
import { computeMedian } from '../core/statistics.ts'

/** How one gate metric is judged. Effects are shares of the metric's own value. */
export type GateTerms = {
  /** The smallest slowdown that a regression is tested for. */
  readonly minEffect: number
  /** A pass needs a slowdown of this size ruled out; at least `minEffect`. */
  readonly clearEffect: number
  /** Whether a pass rests on it: one deciding gate must rule out `clearEffect`. */
  readonly isDeciding: boolean
  /**
   * Whether it is enough that nothing speaks for a slowdown, once a deciding gate is cleared (see `PairRequest.widen`). Never
   * of gates that the config names.
   */
  readonly mayWiden: boolean
  /** What a slowdown must cost of the run to fail the check, and less so where the run is faster; null: any fails it. */
  readonly minCost: number | null
}

export type GatePolicy = {
  /** Names, starts of names with `*` behind them, or one of `autoGates`. */
  readonly gate: readonly string[]
  /** Smallest relative change of the run that is worth reporting. */
  readonly minEffect: number
  /** What a slowdown of a part must cost of the run to fail the check; absent: any. */
  readonly minCost?: number
}

/**
 * The gates among the metrics that both sides have, with their terms. Of a part that `auto` selected a pass rules out
 * `minEffect`, or the effect that costs `minCost` of the run where that is larger. A stage is tested for the effect that
 * costs so much; busy time for one of `minCost` itself, since it describes the work of the whole run.
 *
 * @param sides medians by metric, the reference first
 */
export function buildGateTerms(
  { gate, minEffect, minCost = 0 }: GatePolicy,
  sides: readonly MetricLevels[],
): ReadonlyMap<string, GateTerms> {
  const selected = gate.filter(isAutoGate).flatMap((kind) => selectAutoGates(kind, sides))
  const auto = selected.map(({ metric, share, isDeciding }): [string, GateTerms] => {
    const costly = share === null || share === 0 ? minEffect : minCost / share
    const smallest = isBusyTime(metric) ? Math.min(minCost, minEffect) : costly
    const mayWiden = !isBusyTime(metric)
    return [metric, { minEffect: smallest, clearEffect: Math.max(minEffect, costly), isDeciding, mayWiden, minCost }]
  })
  const names = sides.flatMap((side) => [...side.keys()])
  const named = names
    .filter((name) => isNamed(name, gate))
    .map((name): [string, GateTerms] => [
      name,
      { minEffect, clearEffect: minEffect, isDeciding: true, mayWiden: false, minCost: null },
    ])
  return new Map([...auto, ...named])
}

/** Names of the gates among these metrics of one side, given as medians by metric. */
export function selectGates(gate: readonly string[], levels: MetricLevels): ReadonlySet<string> {
  return new Set(buildGateTerms({ gate, minEffect: 0 }, [levels]).keys())
}

/** Medians by metric of lists of samples; metrics without samples are left out. */
export function computeMedianLevels(
  metrics: readonly { readonly name: string; readonly samples: readonly number[] }[],
): MetricLevels {
  return new Map(metrics.flatMap(({ name, samples }) => (samples.length > 0 ? [[name, computeMedian(samples)]] : [])))
}

/** Whether a metric is named by a pattern, or may be selected by `auto`. */
export function isGateMetric(metric: string, patterns: readonly string[]): boolean {
  return isNamed(metric, patterns) || patterns.filter(isAutoGate).some((kind) => mayBeAutoGate(metric, kind))
}

function isNamed(metric: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? metric.startsWith(pattern.slice(0, -1)) : pattern === metric,
  )
}

/** The case and reference of a comparison. */
type ComparisonKey = Pick<Comparison, 'suite' | 'benchmark' | 'axes' | 'reference'>

/**
 * A row for each pattern that names none of these metrics, because it is misspelt or its metric was not measured: a gate
 * without a metric is `missing`, never passed.
 */
export function listUnmatchedGates(
  patterns: readonly string[],
  metrics: readonly string[],
  key: ComparisonKey,
): Comparison[] {
  const unmatched = patterns.filter((pattern) => !metrics.some((metric) => isGateMetric(metric, [pattern])))
  return unmatched.map((pattern) => ({
    ...key,
    metric: pattern,
    unit: '',
    betterWhen: 'lower',
    isGate: true,
    ...createUndecided('missing', explainUnmatched(pattern, metrics)),
  }))
}

function explainUnmatched(pattern: string, metrics: readonly string[]): string {
  const shown = metrics.slice(0, 8).join(', ')
  const more = metrics.length > 8 ? ` and ${metrics.length - 8} more` : ''
  return `the gate names ${pattern}, which no run gave; correct the gate, or have the pipeline report it (known: ${shown}${more})`
}
