import type { Config } from '../config/schema.ts'
import { isMeasuredThere, testbedsOf } from '../domain/parts-by-testbed.ts'
import type { RunRecord } from '../domain/run-record.ts'
import type { Testbed } from '../domain/testbed.ts'
import { loadBaselines, type LoadedBaseline, type ReadTrusted } from './load-baselines.ts'
import { loadNoise, type LoadedNoise } from './load-noise.ts'

/** Everything that is committed about one testbed. */
export type Committed = {
  readonly baselines: readonly LoadedBaseline[]
  readonly noise: LoadedNoise
  /** Of the further testbeds of a joined run, in their order. */
  readonly noiseElsewhere?: readonly LoadedNoise[]
}

/** Reads what is committed about the testbeds of a run; nearly every run has one. */
export async function loadCommittedOf(
  record: Pick<RunRecord, 'testbed' | 'elsewhere'>,
  config: Config,
  read: ReadTrusted,
): Promise<Committed> {
  const parts = await Promise.all(
    testbedsOf(record).map(async (part) => ({ part, committed: await loadCommitted(config, part.testbed, read) })),
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

/** Reads the samples and the noise of a testbed from the trusted side. */
export async function loadCommitted(config: Config, testbed: Testbed, read: ReadTrusted): Promise<Committed> {
  return {
    baselines: await loadBaselines(config, testbed.id, read),
    noise: await loadNoise(config, testbed, read),
  }
}
