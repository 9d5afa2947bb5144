import { z } from 'zod'
import { suiteCommon } from './suite-common.ts'

const value = z.union([z.string().min(1).max(200), z.number(), z.boolean()])
const parameter = z.string().regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'use letters, digits, dots, dashes and underscores')

export const sweep = z.strictObject({
  ...suiteCommon,
  gpus: z.int().min(1).max(1024).default(1).describe('Number of GPUs'),
  parameters: z
    .record(parameter, z.array(value).min(1).max(50))
    .describe('Values by parameter; every combination is a setting. true and false switch an option on and off'),
  options: z
    .array(z.string())
    .optional()
    .describe(
      'Arguments with {param.NAME}; they replace {options} in command, or are appended. Default: --NAME VALUE for every parameter',
    ),
  env: z.record(z.string(), z.string()).default({}).describe('Environment variables; {param.NAME} is replaced'),
  method: z
    .enum(['grid', 'halving'])
    .default('grid')
    .describe(
      'grid: run all repeats of every setting; halving: run all settings, then repeatedly the better half with twice the repeats, within gpuMinutes and maxRepeats',
    ),
  objective: z
    .string()
    .min(1)
    .default('wall_time')
    .describe('Metric to optimize: wall_time, throughput, cpu_time or stage:NAME'),
})
