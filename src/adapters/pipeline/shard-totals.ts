import type { ShardReading, DataLoaderReading, PackingReading } from '../../record/pipeline.ts'

/** Sums the packing over all batches of all stages and GPUs; null when no batch reported its tokens. */
export function sumPacking(shards: readonly ShardReading[]): PackingReading | null {
  const parts = shards.flatMap(({ packing }) => packing ?? [])
  if (parts.length === 0) return null
  const refused = parts.find(({ efficiency }) => efficiency === null)
  const known = parts.flatMap(({ tokens, efficiency }) =>
    tokens === null || efficiency === null || efficiency === 0 ? [] : [{ tokens, efficiency }],
  )
  const tokens = known.reduce((sum, part) => sum + part.tokens, 0)
  const capacity = known.reduce((sum, part) => sum + part.tokens / part.efficiency, 0)
  const lowest = parts.map((part) => part.lowest).filter((share) => share !== null)
  return {
    efficiency: refused || capacity === 0 ? null : tokens / capacity,
    tokens: refused ? null : tokens,
    batches: sumKnown(parts.map(({ batches }) => batches)),
    tokenBudget: null,
    lowest: lowest.length > 0 ? Math.min(...lowest) : null,
    batchesBelow80: sumKnown(parts.map(({ batchesBelow80 }) => batchesBelow80)),
    printed: null,
    reason: refused?.reason ?? null,
  }
}

/** Sums the waits over all batches of all stages and GPUs; the 95th percentile is the largest of all parts. */
export function sumDataLoader(shards: readonly ShardReading[]): DataLoaderReading | null {
  const parts = shards.flatMap(({ dataLoader }) => dataLoader ?? [])
  const batches = sumCount(parts, 'batches')
  if (batches === 0) return null
  const waited = parts.reduce((sum, part) => sum + (part.waitMeanSeconds ?? 0) * part.batches, 0)
  return {
    waitMeanSeconds: waited / batches,
    waitP95Seconds: findLargest(parts.map(({ waitP95Seconds }) => waitP95Seconds)),
    waitMaxSeconds: findLargest(parts.map(({ waitMaxSeconds }) => waitMaxSeconds)),
    batches,
    full: sumCount(parts, 'full'),
    normal: sumCount(parts, 'normal'),
    starved: sumCount(parts, 'starved'),
    starvedShare: sumCount(parts, 'starved') / batches,
  }
}

function findLargest(values: readonly (number | null)[]): number {
  return Math.max(...values.map((value) => value ?? 0))
}

function sumCount(parts: readonly DataLoaderReading[], key: 'batches' | 'full' | 'normal' | 'starved'): number {
  return parts.reduce((sum, part) => sum + part[key], 0)
}

function sumKnown(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}
