import { z } from 'zod'
import { severity, suiteCommon } from './suite-common.ts'
import { options } from './variants-schema.ts'

const positive = z.number().positive()
const share = z.number().gt(0).lt(1)

const repeat = z.strictObject({
  options: options.describe('Arguments that make the command repeat its work in one process'),
  count: z.int().min(2).max(1000).describe('Number of repeats; detecting a leak needs at least 7'),
  stage: z
    .string()
    .optional()
    .describe(
      'Stage that ends a repeat; default: the last stage with that many visits, otherwise equal parts of the time',
    ),
})

export const memory = z.strictObject({
  ...suiteCommon,
  gpus: z.int().min(1).max(1024).default(1).describe('Number of GPUs'),
  repeat: repeat
    .optional()
    .describe('Repeats of the work in one process; distinguishes a leak from accumulated results'),
  maxGrowthMegabytes: positive.default(100).describe('Growth above this is a leak, in MB (10⁶ bytes)'),
  noticeableMegabytes: positive
    .default(10)
    .describe('Steady growth significantly above this is also a leak, with repeats in one process, in MB'),
  maxPeakShare: share.default(0.95).describe('Largest peak of each stage, as a share of the GPU memory'),
  minAllocatorEfficiency: share
    .default(0.7)
    .describe(
      'Smallest share of its reserved memory that the allocator of the pipeline must use, where the pipeline reports it',
    ),
  pressure: options
    .optional()
    .describe('Options that exhaust the memory, such as very large batches; the pipeline must still finish'),
  severity: severity.default('fail').describe('Effect of a leak, a crash or a missed limit'),
})
