import { z } from 'zod'
import { name, suiteCommon } from './suite-common.ts'

/** Output formats of tools. */
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
  'go-benchmark',
  'asv',
  'hyperfine',
  'nvbench',
  'torch-benchmark',
  'chrome-trace',
  'nsys',
  'lightning',
  'transformers',
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
      'Argument list of the tool; {dataset} {gpus} {gpuCount} {output} are replaced. {output} is an empty directory',
    ),
  adapter: z
    .enum(readerNames)
    .default('auto')
    .describe('Format of the output; auto: detected from the content of each file'),
  files: z
    .array(z.string().min(1))
    .min(1)
    .max(64)
    .describe('Files that every run must write; may contain {output} and *'),
  dataset: dataset.describe('Name from datasets, for a tool that reads a dataset'),
  gpus: z.int().min(0).max(1024).default(1).describe('Number of devices; 0 for a tool without devices'),
})

export const command = z.strictObject({
  ...common,
  benchmarks: z.array(benchmark).min(1).max(200).describe('Tools to run, each in a fresh process'),
  gate: z
    .array(z.string())
    .default(['bench:*'])
    .describe('Metrics whose regression fails the check, instead of comparison.gate'),
})
