import { undecided, type Comparison } from './comparison.ts'

/** Whether a metric is named by one of the patterns: a name, or the start of one with `*` behind it (`stage:*`). */
export function isGateMetric(metric: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? metric.startsWith(pattern.slice(0, -1)) : pattern === metric,
  )
}

/** Where a comparison belongs. */
type Place = Pick<Comparison, 'suite' | 'benchmark' | 'axes' | 'reference'>

/**
 * A row for each pattern that names none of these metrics, because it is misspelt or its metric was not measured: a gate
 * that nothing went through is `missing`, never passed.
 */
export function unmatchedGates(patterns: readonly string[], metrics: readonly string[], place: Place): Comparison[] {
  const unmatched = patterns.filter((pattern) => !metrics.some((metric) => isGateMetric(metric, [pattern])))
  return unmatched.map((pattern) => ({
    ...place,
    metric: pattern,
    unit: '',
    betterWhen: 'lower',
    isGate: true,
    ...undecided('missing', unmatchedReason(pattern, metrics)),
  }))
}

function unmatchedReason(pattern: string, metrics: readonly string[]): string {
  const shown = metrics.slice(0, 8).join(', ')
  const more = metrics.length > 8 ? ` and ${metrics.length - 8} more` : ''
  return `the gate names ${pattern}, which no run gave; correct the gate, or have the pipeline tell it (known: ${shown}${more})`
}
