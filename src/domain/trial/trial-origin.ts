/** A file that somebody else's program left behind. */
export type IngestedFile = {
  /** As the manifest names it. */
  readonly path: string
  readonly sha256: string
  readonly bytes: number
}

/** A trial that warpgauge did not run: no process of it was seen, its figures are those that its files tell. */
export type TrialOrigin = {
  readonly kind: 'ingested'
  readonly adapter: string
  readonly files: readonly IngestedFile[]
  /** Where each kind of figure comes from, as sentences. */
  readonly notes: readonly string[]
  /** In what it differs from what it was compared with, as sentences: its figures can neither pass nor fail. */
  readonly differences: readonly string[]
}
