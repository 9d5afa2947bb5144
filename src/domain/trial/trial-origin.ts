/** An output file of another program. */
export type IngestedFile = {
  /** Path in the manifest. */
  readonly path: string
  readonly sha256: string
  readonly bytes: number
}

/** A trial that warpgauge did not run; all values come from files. */
export type TrialOrigin = {
  readonly kind: 'ingested'
  readonly adapter: string
  readonly files: readonly IngestedFile[]
  /** Source of each kind of value, as sentences. */
  readonly notes: readonly string[]
  /** Differences from its reference, as sentences. If not empty, its values can neither pass nor fail. */
  readonly differences: readonly string[]
}
