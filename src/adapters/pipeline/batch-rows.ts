import { type BatchFigures, inferQueueState, type QueueState } from './batches.ts'
import { type EventFields, toCount } from './events.ts'

/** One batch for the file of per-batch metrics. Null: not reported. */
export type BatchRow = {
  readonly stage: string | null
  readonly gpu: number | null
  /** Number of the batch in its stage and GPU, from 0. */
  readonly batch: number
  /** End of the batch, in seconds since the start of the process. */
  readonly seconds: number | null
  readonly tokens: number | null
  readonly tokenBudget: number | null
  readonly sequences: number | null
  readonly waitMs: number | null
  readonly queue: QueueState | null
  readonly tokensPerSecond: number | null
  readonly sequencesPerSecond: number | null
}

/** Largest number of batches in a file; the rest is counted. */
export const mostBatchRows = 200_000

/** Collects batches of events with their rates, within bounds. */
export class BatchRowAccumulator {
  readonly rows: BatchRow[] = []
  /** Batches beyond the bound. */
  dropped = 0
  readonly #isKept: boolean
  readonly #last = new Map<string, { count: number; seconds: number | null }>()

  /** `isKept`: whether there will be a file. */
  constructor(isKept: boolean) {
    this.#isKept = isKept
  }

  /** The rate of the first batch of a stage and GPU is not known. */
  add(stage: string | null, gpu: number | null, event: EventFields, figures: BatchFigures & { seconds: number }): void {
    if (!this.#isKept) return
    if (this.rows.length >= mostBatchRows) {
      this.dropped += 1
      return
    }
    const { seconds, tokens, tokenBudget, waitMs, queue } = figures
    const key = JSON.stringify([stage, gpu])
    const last = this.#last.get(key) ?? { count: 0, seconds: null }
    this.#last.set(key, { count: last.count + 1, seconds })
    const sequences = toCount(event['sequences'])
    const elapsed = last.seconds === null ? 0 : seconds - last.seconds
    const computeRate = (amount: number | null) => (amount === null || elapsed <= 0 ? null : amount / elapsed)
    this.rows.push({
      stage,
      gpu,
      batch: last.count,
      seconds,
      tokens,
      tokenBudget,
      sequences,
      waitMs,
      queue: queue ?? (waitMs === null ? null : inferQueueState(waitMs)),
      tokensPerSecond: computeRate(tokens),
      sequencesPerSecond: computeRate(sequences),
    })
  }
}

/** Batches for a file, and how many more the pipeline reported. */
export type BatchRows = { readonly rows: readonly BatchRow[]; readonly dropped: number }
