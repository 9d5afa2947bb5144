import type { DatasetIdentity } from '../../record/run.ts'

/** A dataset on this machine, ready to be passed to a command. */
export type PreparedDataset = {
  readonly identity: DatasetIdentity
  /** Absolute paths, in hashing order. */
  readonly files: readonly string[]
  /** What `{dataset}` becomes; absent: `files`. */
  readonly paths?: readonly string[]
  /** Names of the files in the manifest that identifies them; absent: their bytes in order do. */
  readonly names?: readonly string[]
  /** Reads the directory again, because it may change; absent: the files are fixed. */
  readonly list?: () => Promise<readonly string[]>
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

/**
 * Minimum number of sequences per suite; below it start-up time dominates the result. 1000: smaller workloads show no
 * bottleneck. 5000: the usual sample for the 10-hour goal. 10,000: the smallest representative part of production.
 * The scaling suite has its own limit (`minSequences`). Correctness suites need no minimum.
 */
const minSequences: Readonly<Record<string, number>> = {
  stages: 1000,
  variants: 1000,
  memory: 1000,
  revision: 1000,
  'end-to-end': 5000,
  sweep: 10_000,
  production: 10_000,
}

/** Explains why a dataset is too small for a suite; null if it is large enough or the suite has no minimum. */
export function explainSmallDataset(suite: string, sequences: number): string | null {
  const minimum = Object.hasOwn(minSequences, suite) ? minSequences[suite] : undefined
  if (minimum === undefined || sequences >= minimum) return null
  const counted = sequences === 1 ? '1 sequence is' : `${sequences} sequences are`
  return `${counted} dominated by overhead: the suite ${suite} needs at least ${minimum}`
}

/** Lists the suites whose minimum is above this number of sequences. */
export function listSuitesNeedingMore(sequences: number): string[] {
  return Object.keys(minSequences).filter((suite) => explainSmallDataset(suite, sequences) !== null)
}
