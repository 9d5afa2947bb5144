import type { Config } from '../../config/schema/schema.ts'
import { isMeasuredThere, listTestbedParts } from '../../domain/merge/parts-by-testbed.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import { loadBaselines, type ReadTrusted } from './load-baselines.ts'
import type { CommittedReference } from '../../judging/baselines/baselines.ts'
import { loadNoise } from './load-noise.ts'

/** Reads the committed baselines and noise for the testbeds of a run; nearly every run has one. */
export async function loadCommittedReference(
  record: Pick<RunRecord, 'testbed' | 'elsewhere'>,
  config: Config,
  read: ReadTrusted,
): Promise<CommittedReference> {
  const parts = await Promise.all(
    listTestbedParts(record).map(async (part) => ({
      part,
      committed: await loadCommitted(config, part.testbed, read),
    })),
  )
  const [main, ...others] = parts
  if (!main) throw new Error('a run has no testbed')
  if (others.length === 0) return main.committed
  return {
    baselines: parts.flatMap(({ part, committed }) =>
      committed.baselines.filter(({ suite }) => isMeasuredThere(part, suite)),
    ),
    noise: main.committed.noise,
    noiseElsewhere: others.map(({ committed }) => committed.noise),
  }
}

/** Reads the baselines and noise of a testbed from the trusted commit. */
export async function loadCommitted(config: Config, testbed: Testbed, read: ReadTrusted): Promise<CommittedReference> {
  const [baselines, noise] = await Promise.all([
    loadBaselines(config, testbed.id, read),
    loadNoise(config, testbed, read),
  ])
  return { baselines, noise }
}
