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
    .describe('GPU counts; several counts must include 1 and show the scaling of each stage'),
  gpuStages: stageNames
    .default([])
    .describe('Stages that must keep their GPUs busy; default: those with a GPU busy for at least 10 % of the time'),
  parallelStages: stageNames
    .default([])
    .describe(
      'Stages that can use several GPUs, for the upper bound of the total speed-up; default: those with a measured efficiency of at least 50 %',
    ),
  minUtilization: z
    .number()
    .gt(0)
    .max(100)
    .default(80)
    .describe('Smallest utilization of every GPU in a GPU stage, in percent'),
  maxShare: share.default(0.3).describe('A stage with a larger share of the run time is reported as a bottleneck'),
  minPacking: share
    .optional()
    .describe(
      'Smallest share of the token budget that batches must fill; default: 0.9 where the pipeline reports its tokens',
    ),
  maxImbalance: share
    .default(mostImbalance)
    .describe('Largest difference between worker run times, as a share of the longest'),
  severity: severity.default('fail').describe('Effect of a missed limit; 10 to 20 % starved batches only warn'),
})
