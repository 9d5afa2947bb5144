import type { PipelineFigures } from '../../record/pipeline.ts'

/** Tokens per second of the stage with most tokens, else the rates that the workers report. Null: unknown. */
export function computeTokenRate({ shards, workers }: PipelineFigures): number | null {
  const byStage = [...Map.groupBy(shards, ({ stage }) => stage).values()]
  const largest = byStage.toSorted((one, other) => countTokens(other) - countTokens(one))[0] ?? []
  const rates = largest.map(({ tokens, seconds }) => (tokens === null || !seconds ? null : tokens / seconds))
  const own = rates.length > 0 ? rates : workers.map(({ tokensPerSecond }) => tokensPerSecond)
  return own.length === 0 || own.includes(null) ? null : own.reduce<number>((sum, one) => sum + (one ?? 0), 0)
}

function countTokens(shards: PipelineFigures['shards']): number {
  return shards.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0)
}
