import { z } from 'zod'
import { severity, suiteCommon } from './suite-common.ts'

const positive = z.number().positive()

export const production = z.strictObject({
  ...suiteCommon,
  gpus: z.int().min(1).max(1024).default(1).describe('Number of GPUs'),
  goal: z
    .strictObject({
      sequences: z.int().positive().describe('Full size; a smaller dataset is measured and not judged by the goal'),
      hours: positive.describe('Hours it may take'),
      tolerance: z
        .number()
        .min(0)
        .max(1)
        .default(0)
        .describe('Share it may take longer; without one it must be undercut'),
    })
    .optional()
    .describe('Requirement PERF-01: the time at full size'),
  stop: z.boolean().default(true).describe('End the run when the goal can no longer be met'),
  stopConfidence: z
    .number()
    .gt(0.5)
    .lt(1)
    .default(0.95)
    .describe('At most the rest of runs that would have met the goal are ended, over all looks together'),
  firstLookMinutes: positive.default(10).describe('Nothing is decided before'),
  updateSeconds: z.int().min(30).max(3600).default(30).describe('Time between two reports of live figures'),
  resume: z
    .array(z.string())
    .optional()
    .describe(
      'Arguments with which the pipeline goes on with its own checkpoints in {output} after a lost runner; they take the place of {resume} in command, or stand at its end. Empty: it does so by itself. Without this key such a run starts again',
    ),
  minSequences: z
    .int()
    .min(0)
    .default(10_000)
    .describe('With fewer sequences the figures are shown and not judged: start-up dominates them'),
  severity: severity.default('fail').describe('What a missed goal does'),
})
