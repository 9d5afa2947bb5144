import type { Config } from '../../config/schema/schema.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { LoadedBaseline, LoadedNoise } from '../baselines/committed-reference.ts'

/** A run with the committed files that it is judged by. */
export type JudgeRunInput = {
  readonly record: RunRecord
  readonly config: Config
  readonly baselines: readonly LoadedBaseline[]
  /** Known noise of this testbed; absent: none. */
  readonly noise?: LoadedNoise
  /** Known noise of the other testbeds of a joined run, in their order. */
  readonly noiseElsewhere?: readonly LoadedNoise[]
  /** Reasons why this run cannot pass, as sentences. */
  readonly obstacles: readonly string[]
  /** Why this measurement does not belong to the base, as sentences; any of them fails the check. */
  readonly mismatches?: readonly string[]
}
