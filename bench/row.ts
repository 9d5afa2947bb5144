/** One figure, always beside the thing it is measured against. */
export type Figure = {
  readonly what: string
  readonly value: number
  readonly unit: 'ms' | 'µs' | '%' | '×' | 'kB' | '/s' | 'MB/s' | 'requests' | 'processes'
  /** The middle half of the observations; null for a figure that has no spread. */
  readonly spread: readonly [low: number, high: number] | null
  /** How many observations; 1 for a size. */
  readonly count: number
  readonly against: string
}

export type RowResult = {
  readonly figures: readonly Figure[]
  /** What could not be measured here, and why: never a zero in its place. */
  readonly notMeasured: readonly { readonly what: string; readonly reason: string }[]
}

/** A question about the speed of warpgauge itself. */
export type Row = {
  readonly name: string
  readonly question: string
  run(): Promise<RowResult>
}
