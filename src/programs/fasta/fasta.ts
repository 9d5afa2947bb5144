import { hash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { prepareCached } from '../../datasets/dataset-cache.ts'
import { hashFiles } from '../../datasets/file-hash.ts'
import type { DatasetFormat, DatasetPlace } from '../../datasets/prepare-dataset.ts'
import { refuseOutside, resolvePath } from '../../datasets/read-files-dataset.ts'
import type { PreparedDataset } from '../../domain/core/dataset.ts'
import { UserError } from '../../domain/core/errors.ts'
import { readDirectory, toPreparedDataset } from './fasta-directory.ts'
import { openFasta, scanFasta } from './open-fasta.ts'
import { adjustPreset, type SyntheticConfig } from './presets.ts'
import { listSampleParameters, sampleFasta, type SampleSettings } from './sample-fasta.ts'
import { listSyntheticParameters, writeSynthetic } from './synthetic-fasta.ts'

/** Prepares FASTA: sequences synthesized in a cache, a local file, or a cached sample of it. Null: another format. */
export const prepareFasta: DatasetFormat = (name, config, place) => {
  if ('preset' in config) return prepareSynthetic(name, config, place)
  return 'path' in config ? prepareFile(name, config, place) : null
}

async function prepareSynthetic(name: string, config: SyntheticConfig, { caches }: DatasetPlace) {
  const { preset, seed, files, gc, orfShare, orfLength, ...changes } = config
  const openFrames = orfShare === undefined ? undefined : { share: orfShare, length: orfLength ?? null }
  const sizes = adjustPreset(preset, changes)
  const spec = { name, preset, ...sizes, gc, ...(openFrames && { openFrames }), seed, files }
  const parameters = listSyntheticParameters(spec)
  return await prepareCached(caches, {
    name: `${preset}-${hash('sha256', JSON.stringify(parameters)).slice(0, 16)}`,
    make: async (draft) => toPreparedDataset(draft, await writeSynthetic(draft, spec)),
    read: (directory) => readDirectory(directory, name, parameters),
  })
}

type FileConfig = {
  readonly path: string
  readonly sha256?: string | undefined
  readonly sample?: SampleSettings | undefined
}

async function prepareFile(name: string, config: FileConfig, { workspace, signal, caches }: DatasetPlace) {
  const source = { name, path: resolvePath(name, config.path, workspace), sha256: config.sha256, signal }
  // Messages quote the file, which a link could take from anywhere on the machine.
  if (!isAbsolute(config.path)) await refuseOutside([source.path], workspace, name)
  const { sample } = config
  if (!sample) return await readFastaDataset(source)
  // Where the file cannot be read, the sampler says why.
  const sha256 = await hashFiles([source.path], signal).catch(() => null)
  signal?.throwIfAborted()
  if (sha256 !== null) refuseOtherBytes(source, sha256)
  const own = listSampleParameters(sample)
  const key = hash('sha256', JSON.stringify(own)).slice(0, 16)
  return await prepareCached(caches, {
    name: `sample-${key}-${(sha256 ?? 'unread').slice(0, 16)}`,
    make: async (draft) => {
      const file = { setting: formatSetting(source), path: source.path, signal }
      const metadata = await sampleFasta(draft, { ...sample, name, source: file })
      refuseOtherBytes(source, metadata.source.sha256)
      return toPreparedDataset(draft, metadata)
    },
    read: (directory) => readDirectory(directory, name, { source: sha256 ?? '', ...own }),
  })
}

/** A FASTA file from the config. */
type FastaSource = {
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
  const { sha256, bytes, sequences } = await scanFasta(file, (_start, _end, length) => {
    if (length < shortest) shortest = length
    if (length > longest) longest = length
  })
  refuseOtherBytes(source, sha256)
  return {
    identity: { name, kind: 'real', sha256, sequences, lengths: [shortest, longest], bytes, parameters: {} },
    files: [path],
  }
}

/** Formats the config key that names the file. */
function formatSetting({ name }: FastaSource): string {
  return `datasets.${name}.path`
}

/** @throws UserError when the config requires another SHA-256 */
function refuseOtherBytes(source: FastaSource, sha256: string): void {
  if (source.sha256 === undefined || source.sha256 === sha256) return
  throw new UserError(
    `${formatSetting(source)}: ${source.path} has SHA-256 ${sha256}, the config requires ${source.sha256}`,
    `Restore the file, or set datasets.${source.name}.sha256 to its new value if the change is intended`,
  )
}
