import { z } from 'zod'
import { ruleSetNames } from '../../domain/rules/index.ts'
import { severity } from './suite-common.ts'

export const ruleSet = z.strictObject({
  name: z
    .enum(ruleSetNames)
    .default('production')
    .describe(
      'production: limits of the latest document; first-phase: of the first documents; subset: goals for one million sequences; published: as subset, with packing as the pipeline prints it',
    ),
  severities: z
    .record(z.string(), severity)
    .default({})
    .describe('Severity by rule id, instead of that of the rule set, such as PERF-02: warn'),
  only: z.boolean().default(false).describe('Ignore the limits from suite settings and from requirements'),
})
