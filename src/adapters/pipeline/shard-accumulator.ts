import { summarizeWaits, computePacking, type BatchFigures } from './batch-totals.ts'
import { readAmountBelow, getField, type JsonNode } from '../json-node.ts'
import type { ShardReading } from '../../record/pipeline.ts'

const mostShards = 1000
const mostBatches = 2_000_000

type ShardSums = {
  readonly stage: string
  readonly gpu: number | null
  readonly batches: BatchFigures[]
  sequences: number | null
  paddedTokens: number | null
  lastSeconds: number
}

/** Accumulates batches by stage and GPU, within bounds. */
export class ShardAccumulator {
  readonly #shards = new Map<string, ShardSums>()
  readonly #starts = new Map<string, number>()
  #batches = 0

  startStage(stage: string, seconds: number): void {
    if (!this.#starts.has(stage) && this.#starts.size < mostShards) this.#starts.set(stage, seconds)
  }

  add(stage: string, seconds: number, event: JsonNode): void {
    const gpu = readIndex(getField(event, 'gpu'))
    const sums = this.#openSums(stage, gpu)
    if (!sums || this.#batches >= mostBatches) return
    this.#batches += 1
    const [tokens, tokenBudget, waitMs] = ['tokens', 'tokenBudget', 'waitMs'].map((key) =>
      readAmountBelow(1e15, getField(event, key)),
    )
    sums.batches.push({ tokens: tokens ?? null, tokenBudget: tokenBudget ?? null, waitMs: waitMs ?? null })
    sums.sequences = addPart(sums.sequences, readAmountBelow(1e15, getField(event, 'sequences')), sums.batches.length)
    sums.paddedTokens = addPart(sums.paddedTokens, readPaddedTokens(event), sums.batches.length)
    sums.lastSeconds = Math.max(sums.lastSeconds, seconds)
  }

  listShards(): ShardReading[] {
    return [...this.#shards.values()].map((sums) => this.#summarize(sums))
  }

  #openSums(stage: string, gpu: number | null): ShardSums | null {
    const key = `${stage}\n${gpu}`
    const known = this.#shards.get(key)
    if (known) return known
    if (this.#shards.size >= mostShards) return null
    const fresh = { stage, gpu, batches: [], sequences: null, paddedTokens: null, lastSeconds: 0 }
    this.#shards.set(key, fresh)
    return fresh
  }

  #summarize({ stage, gpu, batches, sequences, paddedTokens, lastSeconds }: ShardSums): ShardReading {
    const waits = batches.flatMap(({ waitMs }) => (waitMs === null ? [] : [waitMs]))
    const tokens = batches.map((batch) => batch.tokens)
    const start = this.#starts.get(stage)
    return {
      stage,
      gpu,
      batches: batches.length,
      sequences,
      tokens: tokens.includes(null) ? null : tokens.reduce<number>((sum, count) => sum + (count ?? 0), 0),
      paddedTokens,
      packing: computePacking(batches, { totals: null, tokenBudget: null, printed: null }),
      dataLoader: summarizeWaits(batches),
      waitSeconds: waits.length === batches.length ? waits.reduce((sum, wait) => sum + wait, 0) / 1000 : null,
      seconds: start !== undefined && lastSeconds > start ? lastSeconds - start : null,
    }
  }
}

/** Returns `paddedTokens`, or the number of rows times the longest row. */
function readPaddedTokens(event: JsonNode): number | null {
  const [reported, rows, longest] = ['paddedTokens', 'rows', 'longest'].map((key) =>
    readAmountBelow(1e15, getField(event, key)),
  )
  if (reported !== null && reported !== undefined) return reported
  return typeof rows === 'number' && typeof longest === 'number' ? rows * longest : null
}

/** Adds one part to a sum; null when a part is unknown. `parts` counts the parts including this one. */
function addPart(sum: number | null, part: number | null, parts: number): number | null {
  if (part === null) return null
  return parts === 1 ? part : sum === null ? null : sum + part
}

function readIndex({ value }: JsonNode): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e6 ? value : null
}
