import { z } from 'zod'
import { severity, suiteCommon } from './suite-common.ts'
import { options } from './variants-schema.ts'

const positive = z.number().positive()
const share = z.number().gt(0).lt(1)

const repeat = z.strictObject({
  options: options.describe('Arguments with which the command does its work several times in one process'),
  count: z.int().min(2).max(1000).describe('How often it does so; a leak needs at least 7'),
  stage: z
    .string()
    .optional()
    .describe(
      'Stage whose end ends a repeat; absent: the last stage that comes that often, else equal parts of the time',
    ),
})

export const memory = z.strictObject({
  ...suiteCommon,
  gpus: z.int().min(1).max(1024).default(1).describe('Number of GPUs'),
  repeat: repeat
    .optional()
    .describe('How the command repeats its work inside one process, which tells a leak from results that pile up'),
  maxGrowthMegabytes: positive.default(100).describe('More growth than this is a leak, in MB of 1 000 000 bytes'),
  noticeableMegabytes: positive
    .default(10)
    .describe('A steady growth that is certainly larger is a leak too, when the work was repeated in one process'),
  maxPeakShare: share.default(0.95).describe('The peak of each stage must stay below this share of the GPU'),
  minAllocatorEfficiency: share
    .default(0.7)
    .describe('Least share of its reserved memory that the pipeline’s allocator uses, where the pipeline tells it'),
  pressure: options
    .optional()
    .describe('Options under which memory runs out, such as very large batches: the pipeline must finish all the same'),
  severity: severity.default('fail').describe('What a leak, a crash or a missed limit does'),
})
