import { z } from 'zod'
import { mostImbalance } from '../../domain/stages/load-balance.ts'
import { severity, suiteCommon } from './suite-common.ts'

const share = z.number().gt(0).lt(1)
const stageNames = z.array(z.string().min(1).max(200)).max(500)

export const stages = z.strictObject({
  ...suiteCommon,
  gpus: z
    .array(z.int().min(1).max(1024))
    .min(1)
    .default([1])
    .describe('GPU counts; with more than one, 1 is among them and each stage’s scaling is shown'),
  gpuStages: stageNames
    .default([])
    .describe(
      'Stages that must keep their GPUs busy; none named: those in which a GPU was busy at least 10 % of the time',
    ),
  parallelStages: stageNames
    .default([])
    .describe(
      'Stages that can use more GPUs, for the ceiling of the whole; none named: those that were measured to get at least half of what more GPUs offer',
    ),
  minUtilization: z
    .number()
    .gt(0)
    .max(100)
    .default(80)
    .describe('Least utilisation of every GPU in a GPU stage, percent'),
  maxShare: share.default(0.3).describe('A stage with a larger share of the time is called a bottleneck'),
  minPacking: share
    .optional()
    .describe('Least share of the token budget that batches fill; where the pipeline tells its tokens, 0.9'),
  maxImbalance: share
    .default(mostImbalance)
    .describe('Largest difference between the run times of workers, by the longest'),
  severity: severity.default('fail').describe('What a missed limit does; 10 to 20 % starved batches only warn'),
})
