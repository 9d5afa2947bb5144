import { join, resolve } from 'node:path'
import type { Baseline } from '../../domain/baselines/baseline.ts'
import type { NoiseRecord } from '../../domain/noise/noise.ts'
import { diskFileStore } from '../../io/files/disk-file-store.ts'
import { noiseFile } from '../../judging/baselines/baselines.ts'
import { parseNoise, parseBaseline } from '../../config/records/parse-records.ts'

const maxFileBytes = 16 * 1024 * 1024

/** A baseline with the path of its file. */
export type StoredBaseline = { readonly path: string; readonly baseline: Baseline }
/** A noise record with the path of its file. */
export type StoredNoise = { readonly path: string; readonly noise: NoiseRecord }

/** Files of a store by content. */
export type BaselineStore = { readonly baselines: readonly StoredBaseline[]; readonly noise: readonly StoredNoise[] }

/** Reads and validates a directory of baselines; throws a UserError that names the first invalid file. */
export async function readStore(directory: string): Promise<BaselineStore> {
  const baselines: StoredBaseline[] = []
  const noise: StoredNoise[] = []
  for (const testbed of await diskFileStore.list(resolve(directory))) {
    for (const file of await diskFileStore.list(resolve(directory, testbed)).catch(() => [])) {
      if (!file.endsWith('.json')) continue
      const path = join(directory, testbed, file)
      const text = await diskFileStore.readText(resolve(path), maxFileBytes)
      if (text === null) continue
      if (file === noiseFile) noise.push({ path, noise: parseNoise(text, path) })
      else baselines.push({ path, baseline: parseBaseline(text, path) })
    }
  }
  return { baselines, noise }
}

/** Reads the noise of one testbed and the path of its file. */
export async function readNoise(
  directory: string,
  testbedId: string,
): Promise<{ path: string; noise: NoiseRecord | null }> {
  const path = join(directory, testbedId, noiseFile)
  const text = await diskFileStore.readText(resolve(path), maxFileBytes)
  return { path, noise: text === null ? null : parseNoise(text, path) }
}
