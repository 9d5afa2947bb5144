import { z } from 'zod'
import { name, suiteCommon } from './suite-common.ts'

/** What a tool's output can be read as. */
export const readerNames = [
  'auto',
  'pipeline-log',
  'pipeline-state',
  'events',
  'worker-logs',
  'shard-manifest',
  'gpu-metrics',
  'batch-size-profile',
  'virnucpro-report',
  'virnucpro-compare',
  'pytest-benchmark',
  'google-benchmark',
  'hyperfine',
  'nvbench',
  'torch-benchmark',
  'chrome-trace',
  'customSmallerIsBetter',
  'customBiggerIsBetter',
  'plain',
] as const

const { dataset, ...common } = suiteCommon

const benchmark = z.strictObject({
  ...common,
  name: name.describe('Name of the case in every table'),
  command: z
    .array(z.string())
    .min(1)
    .describe(
      'Argument list of the tool; {dataset} {gpus} {gpuCount} {output} are filled in. {output} exists and is empty',
    ),
  adapter: z.enum(readerNames).default('auto').describe('What its output is; auto: told by the content of each file'),
  files: z
    .array(z.string().min(1))
    .min(1)
    .max(64)
    .describe('Files that every run must write anew; may hold {output} and *'),
  dataset: dataset.optional().describe('Name from datasets, for a tool that reads one'),
  gpus: z.int().min(0).max(1024).default(1).describe('Number of devices; 0 for a tool that needs none'),
})

export const command = z.strictObject({
  ...common,
  benchmarks: z.array(benchmark).min(1).max(200).describe('The tools to run, each in fresh processes'),
  gate: z
    .array(z.string())
    .default(['bench:*'])
    .describe('Metrics whose regression fails the check, instead of comparison.gate'),
})
