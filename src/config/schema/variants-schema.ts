import { z } from 'zod'
import { name, severity, suiteCommon } from './suite-common.ts'

/** Arguments and environment variables that a case adds to the command. */
export const options = z.union([
  z.array(z.string()).describe('Arguments'),
  z.strictObject({
    args: z.array(z.string()).default([]).describe('Arguments'),
    env: z.record(z.string(), z.string()).default({}).describe('Environment variables'),
  }),
])

const checkpointing = z.strictObject({
  with: name.describe('Variant with checkpoints'),
  without: name.describe('The same variant without checkpoints'),
  maxOverhead: z.number().gt(0).lt(1).default(0.1).describe('Largest loss of throughput by checkpoints, as a share'),
})

export const variants = z.strictObject({
  ...suiteCommon,
  gpus: z.int().min(1).max(1024).default(1).describe('Number of GPUs'),
  base: name.describe('Variant that all others are compared with'),
  options: z
    .record(name, options)
    .describe(
      'Variants by name, including the base: environment variables, and arguments that replace {options} in command or are appended',
    ),
  tradeOff: z
    .array(name)
    .default([])
    .describe(
      'Variants that trade memory for speed, such as persistent models; the report advises by speed-up and memory',
    ),
  checkpointing: checkpointing.optional().describe('Cost of writing checkpoints'),
  severity: severity.default('warn').describe('Effect of a variant without gain, or of a cost above its limit'),
})
