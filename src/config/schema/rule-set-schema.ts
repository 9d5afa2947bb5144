import { z } from 'zod'
import { ruleSetNames } from '../../domain/rules/index.ts'
import { severity } from './suite-common.ts'

export const ruleSet = z.strictObject({
  name: z
    .enum(ruleSetNames)
    .default('production')
    .describe(
      'production: the latest document; first-phase: the first ones; subset: the goals on a million sequences; published: the same with packing as the pipeline prints it',
    ),
  severities: z
    .record(z.string(), severity)
    .default({})
    .describe('Instead of the severity of a rule, by its id: PERF-02: warn'),
  only: z
    .boolean()
    .default(false)
    .describe('Leave out the limits that suites imply by their own settings, and those of requirements'),
})
