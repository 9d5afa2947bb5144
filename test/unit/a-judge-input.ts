import type { JudgeInput } from '../../src/suites/suite.ts'
import { aRecord, someDevices } from './a-run.ts'

type Wanted<SuiteConfig> = Pick<JudgeInput<SuiteConfig>, 'config' | 'suite' | 'outcomes'> &
  Partial<JudgeInput<SuiteConfig>>

/** What a suite judges: the datasets and revisions of `aRecord` on two GPUs, and no comparison. */
export function aJudgeInput<SuiteConfig>(wanted: Wanted<SuiteConfig>): JudgeInput<SuiteConfig> {
  const { datasets, revisions } = aRecord()
  return {
    comparisons: [],
    datasets,
    revisions,
    identity: {},
    devices: someDevices(2),
    policy: wanted.config.comparison,
    ...wanted,
  }
}
