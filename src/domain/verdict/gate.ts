import { isAutoGate, mayBeAutoGate, selectAutoGates, type MetricLevels } from './auto-gate.ts'
import { createUndecided, type Comparison } from './comparison.ts'
import { isBusyTime } from '../core/metric.ts'
import { computeMedian } from '../core/statistics.ts'

/** Terms of the judgment of one gate metric. Effects are relative to the metric. */
export type GateTerms = {
  /** The smallest slowdown that is reported as a regression. */
  readonly minEffect: number
  /** A pass must exclude a slowdown of this size; at least `minEffect`. */
  readonly clearEffect: number
  /** Whether a pass depends on it: one deciding gate must exclude `clearEffect`. */
  readonly isDeciding: boolean
  /**
   * Whether a pass only needs the absence of evidence for a slowdown, once a deciding gate is cleared (see
   * `PairRequest.widen`). Always false for gates named in the config.
   */
  readonly mayWiden: boolean
  /**
   * Minimum cost of a slowdown, as a share of the run, that fails the check, unless the run is faster; null: any
   * slowdown fails.
   */
  readonly minCost: number | null
}

/** Gate settings of a comparison. */
export type GatePolicy = {
  /** Names, prefixes followed by `*`, or one of `autoGates`. */
  readonly gate: readonly string[]
  /** Minimum relative change of the run to report. */
  readonly minEffect: number
  /** Minimum cost of a slowdown of a part that fails the check; absent: any slowdown fails. */
  readonly minCost?: number
}

/**
 * Builds the terms of all gates among the metrics of both sides. For parts selected by `auto`, a pass excludes
 * `minEffect`, or the effect that costs `minCost` of the run if larger. A stage is tested for the effect with that
 * cost; busy time for `minCost` itself, because it covers the work of the complete run.
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
    .filter((name) => isNamedGate(name, gate))
    .map((name): [string, GateTerms] => [
      name,
      { minEffect, clearEffect: minEffect, isDeciding: true, mayWiden: false, minCost: null },
    ])
  return new Map([...auto, ...named])
}

/** Selects the gates among the metrics of one side, given as medians by metric. */
export function selectGates(gate: readonly string[], levels: MetricLevels): ReadonlySet<string> {
  return new Set(buildGateTerms({ gate, minEffect: 0 }, [levels]).keys())
}

/** Computes medians by metric; metrics without samples are omitted. */
export function computeMedianLevels(
  metrics: readonly { readonly name: string; readonly samples: readonly number[] }[],
): MetricLevels {
  return new Map(metrics.flatMap(({ name, samples }) => (samples.length > 0 ? [[name, computeMedian(samples)]] : [])))
}

/** Whether a pattern names a metric, or `auto` may select it. */
export function isGateMetric(metric: string, patterns: readonly string[]): boolean {
  return isNamedGate(metric, patterns) || patterns.filter(isAutoGate).some((kind) => mayBeAutoGate(metric, kind))
}

/** Whether a pattern names a metric. */
export function isNamedGate(metric: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? metric.startsWith(pattern.slice(0, -1)) : pattern === metric,
  )
}

/** Case and reference of a comparison. */
type ComparisonKey = Pick<Comparison, 'suite' | 'benchmark' | 'axes' | 'reference'>

/**
 * Creates a row with verdict `missing` for each pattern that matches no metric, because it is misspelled or its
 * metric was not measured. A missing gate never passes.
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
  return `the gate names ${pattern}, but no run measured it; correct the gate, or make the pipeline report it (known: ${shown}${more})`
}
