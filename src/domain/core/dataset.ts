/** Identity of a measured input. Two runs are comparable only if `sha256` is equal. */
export type DatasetIdentity = {
  readonly name: string
  /** `synthetic` and `real` are FASTA; `files` and `generated` are of any type. */
  readonly kind: 'synthetic' | 'real' | 'files' | 'generated'
  /** SHA-256 over the bytes of all files in order, or of their manifest (see `PreparedDataset.names`). */
  readonly sha256: string
  /** Null: not FASTA. */
  readonly sequences: number | null
  readonly bytes: number
  /** Origin: preset, seed and GC share, or source and seed of a sample. Empty for a complete real file. */
  readonly parameters: Readonly<Record<string, string | number>>
}

/** A dataset on this machine, ready to be passed to a command. */
export type PreparedDataset = {
  readonly identity: DatasetIdentity
  /** Absolute paths, in hashing order. */
  readonly files: readonly string[]
  /** What `{dataset}` becomes; absent: `files`. */
  readonly paths?: readonly string[]
  /** Names of the files in the manifest that identifies them; absent: their bytes in order do. */
  readonly names?: readonly string[]
  /** Lists the files again, because a directory may change; absent: the files are fixed. */
  readonly list?: () => Promise<readonly string[]>
}

/**
 * A dataset of a checkout that base and head do not both provide with the same content. All revisions are measured with
 * one of the two.
 */
export type DatasetDifference = {
  /** Name in the config. */
  readonly name: string
  readonly used: 'base' | 'head'
  /** Why the other side cannot provide it; null: it has other content. */
  readonly problem: string | null
}

/** Formats the manifest of files, one line per file as `sha256sum` prints it. */
export function formatManifest(names: readonly string[], hashes: readonly string[]): string {
  return names.map((name, index) => `${hashes[index]}  ${JSON.stringify(name)}\n`).join('')
}

/** SHA-256 of empty input, for a case without a dataset. */
export const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** SHA-256 of the dataset with this name; an empty name is no input. Null: unknown. */
export function findDatasetSha256(name: string, datasets: readonly DatasetIdentity[]): string | null {
  return name === '' ? emptySha256 : (datasets.find((item) => item.name === name)?.sha256 ?? null)
}
