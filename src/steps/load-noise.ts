import type { Config } from '../config/schema.ts'
import { parseNoise } from '../config/noise-schema.ts'
import { UserError } from '../domain/errors.ts'
import type { NoiseRecord } from '../domain/noise.ts'
import { testbedDifferences, type Testbed } from '../domain/testbed.ts'
import type { ReadTrusted } from './load-baselines.ts'

/** What was found of the noise of a testbed. */
export type LoadedNoise = {
  readonly path: string
  /** Null: nothing to go by. */
  readonly noise: NoiseRecord | null
  /** The file is there and cannot be read: an obstacle to the verdict. */
  readonly problem: string | null
  /** The file is there and tells of the machine as it was before: said, and no obstacle. */
  readonly note: string | null
}

/** Name of the file beside the baselines of a testbed. */
export const noiseFile = 'noise.json'

/**
 * Reads what is known of the noise of this testbed. No file is ordinary; one that cannot be read is said (W52); one of
 * the same machine with another driver, power limit … describes other noise and is left alone.
 */
export async function loadNoise(config: Config, testbed: Testbed, read: ReadTrusted): Promise<LoadedNoise> {
  const path = `${config.comparison.baselines}/${testbed.id}/${noiseFile}`
  const nothing = { path, noise: null, problem: null, note: null }
  try {
    const text = await read(path)
    if (text === null) return nothing
    const noise = parseNoise(text, path)
    const differences = testbedDifferences(noise.testbed, testbed)
    if (differences.length === 0) return { ...nothing, noise }
    return { ...nothing, note: `${path} is of this machine as it was before (${differences.join('; ')})` }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { ...nothing, problem: error.message }
  }
}
