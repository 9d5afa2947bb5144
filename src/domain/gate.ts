/** Whether a metric is named by one of the patterns: a name, or the start of one with `*` behind it (`stage:*`). */
export function isGateMetric(metric: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? metric.startsWith(pattern.slice(0, -1)) : pattern === metric,
  )
}
