import { z } from 'zod'
import { name, severity, suiteCommon } from './suite-common.ts'

/** Arguments and variables that a case sets beyond the command. */
export const options = z.union([
  z.array(z.string()).describe('Arguments'),
  z.strictObject({
    args: z.array(z.string()).default([]).describe('Arguments'),
    env: z.record(z.string(), z.string()).default({}).describe('Environment variables'),
  }),
])

const checkpointing = z.strictObject({
  with: name.describe('Variant that writes checkpoints'),
  without: name.describe('The same without them'),
  maxOverhead: z
    .number()
    .gt(0)
    .lt(1)
    .default(0.1)
    .describe('Largest share of the throughput that checkpoints may cost'),
})

export const variants = z.strictObject({
  ...suiteCommon,
  gpus: z.int().min(1).max(1024).default(1).describe('Number of GPUs'),
  base: name.describe('The variant that all others are compared with'),
  options: z
    .record(name, options)
    .describe(
      'Variants by name, the base among them: the arguments that take the place of {options} in command, or stand at its end, and environment variables',
    ),
  tradeOff: z
    .array(name)
    .default([])
    .describe('Variants that pay for speed with memory, such as persistent models: advice by speed-up and memory'),
  checkpointing: checkpointing.optional().describe('What writing checkpoints costs'),
  severity: severity.default('warn').describe('What a variant without a gain, or a cost beyond its limit, does'),
})
