import { z } from 'zod'
import { sampleIntervalMs } from './run-schema.ts'

export const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'use lower-case letters, digits, dots, dashes and underscores')
export const severity = z.enum(['fail', 'warn', 'info'])
const positive = z.number().positive()

/** The settings every suite shares. */
export const suiteCommon = {
  dataset: name.describe('Name from datasets'),
  warmups: z.int().min(0).max(20).optional().describe('Instead of run.warmups'),
  repeats: z.int().min(1).max(1000).optional().describe('Instead of run.repeats'),
  maxRepeats: z.int().min(1).max(1000).optional().describe('Instead of run.maxRepeats'),
  gpuMinutes: positive.optional().describe('Device-minutes this suite may spend on runs beyond its repeats'),
  timeoutMinutes: positive.optional().describe('Instead of pipeline.timeoutMinutes'),
  sampleIntervalMs: sampleIntervalMs.optional().describe('Instead of run.sampleIntervalMs'),
}
