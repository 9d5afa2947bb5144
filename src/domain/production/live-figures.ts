/** Progress that a running pipeline reported so far. Null: not reported. */
export type LiveReading = {
  readonly stage: string | null
  readonly done: number | null
  /** Null: at least one worker did not report its total. */
  readonly total: number | null
  /** Sums over the batches that reported tokens and a token budget. */
  readonly tokens: number
  readonly tokenBudget: number
  /** Batches that reported their wait for data, and how many of them starved. */
  readonly waits: number
  readonly starved: number
  /** True if these waits come from a log, which may have a part of the batches. */
  readonly isSample: boolean
}

/** Tokens / budget; null without reports, and for an invalid report of more tokens than the budget. */
export function computeLivePacking({
  tokens,
  tokenBudget,
}: Pick<LiveReading, 'tokens' | 'tokenBudget'>): number | null {
  return tokenBudget > 0 && tokens <= tokenBudget * 1.001 ? Math.min(1, tokens / tokenBudget) : null
}

/** Share of the batches that starved; null without reports. */
export function computeStarvedShare({ waits, starved }: Pick<LiveReading, 'waits' | 'starved'>): number | null {
  return waits > 0 ? starved / waits : null
}
