import type { SuiteConfig, SuiteName } from '../../src/config/schema/schema.ts'
import { hasAxes, type Axes } from '../../src/domain/core/case.ts'
import { evaluateRequirement } from '../../src/domain/verdict/requirement.ts'
import type { JudgeInput, Suite } from '../../src/suites/suite.ts'
import { aConfig } from './a-config.ts'
import { aRecord, someDevices } from './a-run.ts'

type Wanted<Own> = Pick<JudgeInput<Own>, 'config' | 'suite' | 'outcomes'> & Partial<JudgeInput<Own>>

/** A config, and one of the suites that it must have. */
export function aSuite<Name extends SuiteName>(name: Name, overrides: Parameters<typeof aConfig>[0]) {
  const config = aConfig(overrides)
  const suite = config.suites[name] as SuiteConfig<Name> | undefined
  if (!suite) throw new Error('the config has the suite')
  return { config, suite }
}

/** What a suite judges: the datasets and revisions of `aRecord` on two GPUs, and no comparison. */
export function aJudgeInput<Own>(wanted: Wanted<Own>): JudgeInput<Own> {
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

/** Judges `aJudgeInput` by a suite, and the figures by its limits. */
export function judgeSuite<Own>(suite: Suite<Own>, wanted: Wanted<Own>) {
  const found = suite.judge(aJudgeInput(wanted))
  const results = found.requirements.flatMap((requirement) => evaluateRequirement(requirement, found.derived))
  return {
    ...found,
    results,
    status: (id: string) => results.filter((one) => one.id === id).map(({ status }) => status),
    section: (id: string) => found.sections.find((one) => one.id === id),
    figure: (name: string, axes: Axes = {}) =>
      found.derived.find((one) => one.name === name && hasAxes(one.axes, axes)),
  }
}
