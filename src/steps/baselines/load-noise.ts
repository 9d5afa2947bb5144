import type { Config } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import { listTestbedDifferences } from '../../domain/testbed/testbed-fields.ts'
import type { ReadTrusted } from './load-baselines.ts'
import { type LoadedNoise, noiseFile } from '../../judging/baselines/baselines.ts'
import { parseNoise } from '../../config/records/parse-records.ts'

/**
 * Reads the noise record of this testbed. A missing file is normal; an unreadable one is reported; one recorded with
 * another driver, power limit etc. is ignored.
 */
export async function loadNoise(config: Config, testbed: Testbed, read: ReadTrusted): Promise<LoadedNoise> {
  const path = `${config.comparison.baselines}/${testbed.id}/${noiseFile}`
  const nothing = { path, noise: null, problem: null, note: null }
  try {
    const text = await read(path)
    if (text === null) return nothing
    const noise = parseNoise(text, path)
    const differences = listTestbedDifferences(noise.testbed, testbed)
    if (differences.length === 0) return { ...nothing, noise }
    return { ...nothing, note: `${path} was recorded on this machine with other settings (${differences.join('; ')})` }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { ...nothing, problem: error.message }
  }
}
