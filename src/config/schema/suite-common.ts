import { z } from 'zod'
import { toCaseOptions } from '../../domain/core/case-options.ts'
import { describeUnknownPlaceholders } from '../validation/placeholders.ts'
import { refine } from '../validation/problem.ts'

export const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'use lower-case letters, digits, dots, dashes and underscores')
/** Effect of a missed limit on the check: it fails, it warns, or it is only reported. */
export const severity = z.enum(['fail', 'warn', 'info'])
export const positive = z.number().positive()
/** A share above 0 and below 1. */
export const share = z.number().gt(0).lt(1)
/** A share from 0 to 1, both included. */
export const wholeShare = z.number().min(0).max(1)
export const gpuCount = z.int().min(1).max(1024)
export const gpus = gpuCount.default(1).describe('Number of GPUs')
export const gpuCounts = z.array(gpuCount).min(1)

/** GPUs update their counters no faster than the lower limit. */
export const sampleIntervalMs = z.int().min(10).max(60_000)

const suiteRunWithDataset = z.strictObject({
  dataset: name.optional().describe('Name from datasets; none for a program without an input file'),
  warmups: z.int().min(0).max(20).optional().describe('Overrides run.warmups'),
  repeats: z.int().min(1).max(1000).optional().describe('Overrides run.repeats'),
  maxRepeats: z.int().min(1).max(1000).optional().describe('Overrides run.maxRepeats'),
  gpuMinutes: positive.optional().describe('Device-minutes of this suite for runs beyond its repeats'),
  timeoutMinutes: positive.optional().describe('Overrides pipeline.timeoutMinutes'),
  sampleIntervalMs: sampleIntervalMs.optional().describe('Overrides run.sampleIntervalMs'),
})

/** Names of the settings of a block `run`. */
export const suiteRunKeys: readonly string[] = Object.keys(suiteRunWithDataset.shape)

/** How the cases of a suite run: one block for all of its settings that every suite has. */
export const suiteRun = suiteRunWithDataset.prefault({})

/** Like `suiteRun` for a suite of several programs, each of which names its dataset itself. */
export const commonRun = suiteRunWithDataset.omit({ dataset: true }).prefault({})

/** Arguments and environment variables that a case adds to the command. */
export const options = z
  .union([
    z.array(z.string()).describe('Arguments'),
    z.strictObject({
      args: z.array(z.string()).default([]).describe('Arguments'),
      env: z.record(z.string(), z.string()).default({}).describe('Environment variables'),
    }),
  ])
  .check(
    refine((written, report) => {
      const { args, env } = toCaseOptions(written)
      for (const text of [...args, ...Object.values(env)].flatMap(describeUnknownPlaceholders)) report([], text)
    }),
  )

/** The problem of an option set that is empty. */
export const withoutOptions = 'sets no option, so it would repeat the plain command'

/** Options that must differ from those of the plain command. */
export const moreOptions = options.check(
  refine((written, report) => {
    const { args, env } = toCaseOptions(written)
    if (args.length === 0 && Object.keys(env).length === 0) report([], withoutOptions)
  }),
)
