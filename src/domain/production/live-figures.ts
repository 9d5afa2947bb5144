/** What a pipeline that is still running has said so far. Null: not told. */
export type LiveReading = {
  readonly stage: string | null
  readonly done: number | null
  /** Null: some worker has not told how much it has to do. */
  readonly total: number | null
  /** Batches that told their tokens and token budget. */
  readonly tokens: number
  readonly tokenBudget: number
  /** Batches that told how long they were waited for, and those of them that starved. */
  readonly waits: number
  readonly starved: number
}

/** Tokens by budget; null when nobody told, or when more was packed than fits (W14). */
export function computeLivePacking({
  tokens,
  tokenBudget,
}: Pick<LiveReading, 'tokens' | 'tokenBudget'>): number | null {
  return tokenBudget > 0 && tokens <= tokenBudget * 1.001 ? Math.min(1, tokens / tokenBudget) : null
}

export function computeStarvedShare({ waits, starved }: Pick<LiveReading, 'waits' | 'starved'>): number | null {
  return waits > 0 ? starved / waits : null
}
