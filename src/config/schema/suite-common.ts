import { z } from 'zod'
import { sampleIntervalMs } from './run-schema.ts'

export const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'use lower-case letters, digits, dots, dashes and underscores')
export const severity = z.enum(['fail', 'warn', 'info'])
const positive = z.number().positive()

/** Settings of all suites. */
export const suiteCommon = {
  dataset: name.optional().describe('Name from datasets; none for a program without an input file'),
  warmups: z.int().min(0).max(20).optional().describe('Overrides run.warmups'),
  repeats: z.int().min(1).max(1000).optional().describe('Overrides run.repeats'),
  maxRepeats: z.int().min(1).max(1000).optional().describe('Overrides run.maxRepeats'),
  gpuMinutes: positive.optional().describe('Device-minutes of this suite for runs beyond its repeats'),
  timeoutMinutes: positive.optional().describe('Overrides pipeline.timeoutMinutes'),
  sampleIntervalMs: sampleIntervalMs.optional().describe('Overrides run.sampleIntervalMs'),
}
