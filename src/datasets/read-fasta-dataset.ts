import type { PreparedDataset } from '../domain/core/dataset.ts'
import { UserError } from '../domain/core/errors.ts'
import { openFasta, scanFasta } from './scan-fasta.ts'

/** A FASTA file from the config. */
export type FastaSource = {
  /** Name in the config. */
  readonly name: string
  /** Absolute path. */
  readonly path: string
  /** Expected SHA-256 of the file. */
  readonly sha256?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads a local FASTA file, plain or gzip, in one pass of bounded memory. Size and SHA-256 are those of the stored
 * file.
 *
 * @throws UserError when the file is missing, empty, not FASTA, damaged, or has another SHA-256 than requested
 */
export async function readFastaDataset(source: FastaSource): Promise<PreparedDataset> {
  const { name, path, signal } = source
  await using file = await openFasta({ setting: formatSetting(source), path, signal })
  let [shortest, longest] = [Number.POSITIVE_INFINITY, 0]
  const { sha256, bytes, sequences } = await scanFasta(file, {
    onRecordStart: () => undefined,
    onRecordEnd: (_, length) => {
      if (length < shortest) shortest = length
      if (length > longest) longest = length
    },
  })
  refuseOtherBytes(source, sha256)
  return {
    identity: { name, kind: 'real', sha256, sequences, lengths: [shortest, longest], bytes, parameters: {} },
    files: [path],
  }
}

/** Formats the config key that names the file. */
export function formatSetting({ name }: FastaSource): string {
  return `datasets.${name}.path`
}

/** @throws UserError when the config requires another SHA-256 */
export function refuseOtherBytes(source: FastaSource, sha256: string): void {
  if (source.sha256 === undefined || source.sha256 === sha256) return
  throw new UserError(
    `${formatSetting(source)}: ${source.path} has SHA-256 ${sha256}, the config requires ${source.sha256}`,
    `Restore the file, or set datasets.${source.name}.sha256 to its new value if the change is intended`,
  )
}
