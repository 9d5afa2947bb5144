import type { ShardReading } from '../../domain/trial/pipeline-figures.ts'
import { dataLoaderOf, packingOf, type BatchFigures } from './batch-book.ts'
import { amountBelow, at, type Place } from '../json-place.ts'

const mostShards = 1000
const mostBatches = 2_000_000

type Sums = {
  readonly stage: string
  readonly gpu: number | null
  readonly batches: BatchFigures[]
  sequences: number | null
  paddedTokens: number | null
  lastSeconds: number
}

/** Adds up batches by stage and GPU, within bounds. */
export class ShardBook {
  readonly #shards = new Map<string, Sums>()
  readonly #starts = new Map<string, number>()
  #batches = 0

  stageStarted(stage: string, seconds: number): void {
    if (!this.#starts.has(stage) && this.#starts.size < mostShards) this.#starts.set(stage, seconds)
  }

  add(stage: string, seconds: number, event: Place): void {
    const gpu = wholeNumber(at(event, 'gpu'))
    const sums = this.#sums(stage, gpu)
    if (!sums || this.#batches >= mostBatches) return
    this.#batches += 1
    const [tokens, tokenBudget, waitMs] = ['tokens', 'tokenBudget', 'waitMs'].map((key) =>
      amountBelow(1e15, at(event, key)),
    )
    sums.batches.push({ tokens: tokens ?? null, tokenBudget: tokenBudget ?? null, waitMs: waitMs ?? null })
    sums.sequences = plus(sums.sequences, amountBelow(1e15, at(event, 'sequences')), sums.batches.length)
    sums.paddedTokens = plus(sums.paddedTokens, paddedTokensOf(event), sums.batches.length)
    sums.lastSeconds = Math.max(sums.lastSeconds, seconds)
  }

  shards(): ShardReading[] {
    return [...this.#shards.values()].map((sums) => this.#reading(sums))
  }

  #sums(stage: string, gpu: number | null): Sums | null {
    const key = `${stage}\n${gpu}`
    const known = this.#shards.get(key)
    if (known) return known
    if (this.#shards.size >= mostShards) return null
    const fresh = { stage, gpu, batches: [], sequences: null, paddedTokens: null, lastSeconds: 0 }
    this.#shards.set(key, fresh)
    return fresh
  }

  #reading({ stage, gpu, batches, sequences, paddedTokens, lastSeconds }: Sums): ShardReading {
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
      packing: packingOf(batches, { totals: null, tokenBudget: null, printed: null }),
      dataLoader: dataLoaderOf(waits),
      waitSeconds: waits.length === batches.length ? waits.reduce((sum, wait) => sum + wait, 0) / 1000 : null,
      seconds: start !== undefined && lastSeconds > start ? lastSeconds - start : null,
    }
  }
}

/** `paddedTokens`, or rows times the longest. */
function paddedTokensOf(event: Place): number | null {
  const [told, rows, longest] = ['paddedTokens', 'rows', 'longest'].map((key) => amountBelow(1e15, at(event, key)))
  if (told !== null && told !== undefined) return told
  return typeof rows === 'number' && typeof longest === 'number' ? rows * longest : null
}

/** A sum is known only when every part of it is. */
function plus(sum: number | null, part: number | null, parts: number): number | null {
  if (part === null) return null
  return parts === 1 ? part : sum === null ? null : sum + part
}

function wholeNumber({ value }: Place): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e6 ? value : null
}
