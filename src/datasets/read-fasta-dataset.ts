import type { PreparedDataset } from '../domain/core/dataset.ts'
import { UserError } from '../domain/core/errors.ts'
import { openFasta, scanFasta } from './scan-fasta.ts'

export type FastaSource = {
  /** Name in the config. */
  readonly name: string
  /** Absolute path. */
  readonly path: string
  /** The bytes must have this SHA-256. */
  readonly sha256?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Counts and hashes a FASTA file that lies on this machine, plain or gzipped, in one pass of bounded memory. Size and
 * SHA-256 are those of the file as stored.
 *
 * @throws UserError when the file is missing, empty, not FASTA, damaged, or has another SHA-256 than asked for
 */
export async function readFastaDataset(source: FastaSource): Promise<PreparedDataset> {
  const { name, path, signal } = source
  await using file = await openFasta({ setting: formatSetting(source), path, signal })
  const { sha256, bytes, sequences } = await scanFasta(file, {
    onRecordStart: () => undefined,
    onRecordEnd: () => undefined,
  })
  refuseOtherBytes(source, sha256)
  return { identity: { name, kind: 'real', sha256, sequences, bytes, parameters: {} }, files: [path] }
}

/** The setting that names the file. */
export function formatSetting({ name }: FastaSource): string {
  return `datasets.${name}.path`
}

/** @throws UserError when the config asks for another SHA-256 */
export function refuseOtherBytes(source: FastaSource, sha256: string): void {
  if (source.sha256 === undefined || source.sha256 === sha256) return
  throw new UserError(
    `${formatSetting(source)}: ${source.path} has SHA-256 ${sha256}, the config asks for ${source.sha256}`,
    `Restore the file, or set datasets.${source.name}.sha256 to its new value if the change is meant`,
  )
}
