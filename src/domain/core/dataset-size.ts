/**
 * Minimum number of sequences per suite; below it start-up time dominates the result. 1000: smaller workloads show no
 * bottleneck. 5000: the usual sample for the 10-hour goal. 10,000: the smallest representative part of production.
 * The scaling suite has its own limit (`minSequences`). Correctness suites need no minimum.
 */
const minSequences: Readonly<Record<string, number>> = {
  stages: 1000,
  variants: 1000,
  memory: 1000,
  revision: 1000,
  'end-to-end': 5000,
  sweep: 10_000,
  production: 10_000,
}

/** Explains why a dataset is too small for a suite; null if it is large enough or the suite has no minimum. */
export function explainSmallDataset(suite: string, sequences: number): string | null {
  const minimum = Object.hasOwn(minSequences, suite) ? minSequences[suite] : undefined
  if (minimum === undefined || sequences >= minimum) return null
  const counted = sequences === 1 ? '1 sequence is' : `${sequences} sequences are`
  return `${counted} dominated by overhead: the suite ${suite} needs at least ${minimum}`
}

/** Lists the suites that need more sequences than this. */
export function listSuitesNeedingMore(sequences: number): string[] {
  return Object.keys(minSequences).filter((suite) => explainSmallDataset(suite, sequences) !== null)
}
