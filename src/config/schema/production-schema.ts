import { z } from 'zod'
import { severity, suiteCommon } from './suite-common.ts'

const positive = z.number().positive()

export const production = z.strictObject({
  ...suiteCommon,
  gpus: z.int().min(1).max(1024).default(1).describe('Number of GPUs'),
  goal: z
    .strictObject({
      sequences: z.int().positive().describe('Full size; a smaller dataset is measured, but not judged by the goal'),
      hours: positive.describe('Largest run time in hours'),
      tolerance: z
        .number()
        .min(0)
        .max(1)
        .default(0)
        .describe('Accepted excess as a share; with 0 the run must be faster than the goal'),
    })
    .optional()
    .describe('Requirement PERF-01: run time at full size'),
  stop: z.boolean().default(true).describe('Stop the run when the goal can no longer be met'),
  stopConfidence: z
    .number()
    .gt(0.5)
    .lt(1)
    .default(0.95)
    .describe(
      'Confidence of a stop: at most the remaining share of runs that would meet the goal is stopped, over all interim checks',
    ),
  firstLookMinutes: positive.default(10).describe('Earliest interim check'),
  updateSeconds: z.int().min(30).max(3600).default(30).describe('Seconds between two reports of live figures'),
  resume: z
    .array(z.string())
    .optional()
    .describe(
      'Arguments that resume from the checkpoints in {output} after a lost runner; they replace {resume} in command, or are appended. Empty: the pipeline resumes without arguments. Without this key a lost run restarts',
    ),
  minSequences: z
    .int()
    .min(0)
    .default(10_000)
    .describe('With fewer sequences, figures are shown but not judged, because start-up dominates them'),
  severity: severity.default('fail').describe('Effect of a missed goal'),
})
