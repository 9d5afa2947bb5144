/** Identity of a measured input. Two runs are comparable only if `sha256` is equal. */
export type DatasetIdentity = {
  readonly name: string
  readonly kind: 'synthetic' | 'real'
  /** SHA-256 over the bytes of all files in order. */
  readonly sha256: string
  readonly sequences: number
  readonly bytes: number
  /** Origin: preset, seed and GC share, or source and seed of a sample. Empty for a complete real file. */
  readonly parameters: Readonly<Record<string, string | number>>
}

/** A dataset on this machine, ready to be passed to a command. */
export type PreparedDataset = {
  readonly identity: DatasetIdentity
  /** Absolute paths, in hashing order. */
  readonly files: readonly string[]
}

/** SHA-256 of empty input, for a case without a dataset. */
export const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** SHA-256 of the dataset with this name; an empty name is no input. Null: unknown. */
export function findDatasetSha256(name: string, datasets: readonly DatasetIdentity[]): string | null {
  return name === '' ? emptySha256 : (datasets.find((item) => item.name === name)?.sha256 ?? null)
}
