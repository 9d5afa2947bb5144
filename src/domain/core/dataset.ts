/** The input as it was measured. Two runs are compared only when `sha256` agrees. */
export type DatasetIdentity = {
  readonly name: string
  readonly kind: 'synthetic' | 'real'
  /** SHA-256 over the bytes of all files in order. */
  readonly sha256: string
  readonly sequences: number
  readonly bytes: number
  /** How it was made: preset, seed, GC share; or the source of a sample and its seed. Empty for a whole real file. */
  readonly parameters: Readonly<Record<string, string | number>>
}

/** A dataset that lies on this machine, ready to be given to a command. */
export type PreparedDataset = {
  readonly identity: DatasetIdentity
  /** Absolute paths, in the order in which they were hashed. */
  readonly files: readonly string[]
}
