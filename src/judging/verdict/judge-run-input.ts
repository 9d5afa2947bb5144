import type { Config } from '../../config/schema/schema.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { LoadedBaseline, LoadedNoise } from '../baselines/committed-reference.ts'
export type JudgeRunInput = {
  readonly record: RunRecord
  readonly config: Config
  readonly baselines: readonly LoadedBaseline[]
  /** What is known of the noise of this testbed; absent: nothing. */
  readonly noise?: LoadedNoise
  /** The same of further testbeds of a joined run, in their order. */
  readonly noiseElsewhere?: readonly LoadedNoise[]
  /** Further reasons why this run cannot pass, as sentences. */
  readonly obstacles: readonly string[]
  /** Why this is not the measurement that counts for the base, as sentences: the check fails then. Absent: it is. */
  readonly mismatches?: readonly string[]
}
