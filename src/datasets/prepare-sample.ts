import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PreparedDataset } from '../domain/core/dataset.ts'
import { makeCached, readFirst, type DatasetCaches } from './dataset-cache.ts'
import { hashFiles } from './file-hash.ts'
import { refuseOtherBytes, formatSetting, type FastaSource } from './read-fasta-dataset.ts'
import { sampleFasta, listSampleParameters, type SampleSettings } from './sample-fasta.ts'

/**
 * Prepares a sample of a real file, cached by the SHA-256 of the file and the parameters of the sample.
 *
 * @throws UserError when it cannot be drawn, or the file has another SHA-256 than requested
 */
export async function prepareSample(
  source: FastaSource,
  settings: SampleSettings,
  caches: DatasetCaches,
): Promise<PreparedDataset> {
  return (await findCached(source, settings, caches)) ?? (await drawSample(source, settings, caches.own))
}

/** Hashes the file only when a cached sample may exist; drawing a sample hashes it anyway. */
async function findCached(source: FastaSource, settings: SampleSettings, caches: DatasetCaches) {
  const names = (await Promise.all(caches.readable.map((cache) => readdir(cache).catch(() => [])))).flat()
  if (!names.some((name) => name.startsWith(formatEntryName(settings, '')))) return null
  const sha256 = await hashFiles([source.path], source.signal).catch(() => null)
  source.signal?.throwIfAborted()
  if (sha256 === null) return null
  refuseOtherBytes(source, sha256)
  const parameters = { source: sha256, ...listSampleParameters(settings) }
  return readFirst(caches, formatEntryName(settings, sha256), { name: source.name, parameters })
}

function drawSample(source: FastaSource, settings: SampleSettings, cache: string) {
  const { name, path, signal } = source
  const check = (sha256: string): void => refuseOtherBytes(source, sha256)
  return makeCached(
    cache,
    async (draft) => {
      const spec = {
        ...settings,
        name,
        source: { setting: formatSetting(source), path, signal },
        directory: draft,
        check,
      }
      return (await sampleFasta(spec)).dataset
    },
    ({ identity }) => join(cache, formatEntryName(settings, String(identity.parameters['source']))),
  )
}

function formatEntryName(settings: SampleSettings, sourceSha256: string): string {
  const key = createHash('sha256')
    .update(JSON.stringify(listSampleParameters(settings)))
    .digest('hex')
  return `sample-${key.slice(0, 16)}-${sourceSha256.slice(0, 16)}`
}
