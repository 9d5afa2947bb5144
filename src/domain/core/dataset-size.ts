/**
 * Sequences below which start-up dominates what a suite looks at. 1000: smaller workloads reveal no bottleneck. 5000:
 * the typical sample of the 10-hour goal. 10,000: the smallest part of production that stands for it. The scaling suite
 * has a limit of its own (`minSequences`) that withholds its verdict; an answer that is right or wrong needs no size.
 */
const fewestSequences: Readonly<Record<string, number>> = {
  stages: 1000,
  variants: 1000,
  memory: 1000,
  revision: 1000,
  'end-to-end': 5000,
  sweep: 10_000,
  production: 10_000,
}

/** Why a dataset is too small for a suite, as a sentence; null when it is not, or when the suite needs no size. */
export function explainSmallDataset(suite: string, sequences: number): string | null {
  const fewest = Object.hasOwn(fewestSequences, suite) ? fewestSequences[suite] : undefined
  if (fewest === undefined || sequences >= fewest) return null
  const counted = sequences === 1 ? '1 sequence is' : `${sequences} sequences are`
  return `${counted} dominated by overhead: the suite ${suite} wants at least ${fewest}`
}

/** Suites that want more sequences than these. */
export function listSuitesNeedingMore(sequences: number): string[] {
  return Object.keys(fewestSequences).filter((suite) => explainSmallDataset(suite, sequences) !== null)
}
