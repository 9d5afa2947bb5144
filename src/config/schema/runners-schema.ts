import { z } from 'zod'
import { name } from './suite-common.ts'

/** A value of `runs-on`. */
const label = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:=+/-]{0,99}$/, 'use letters, digits, dots, dashes and underscores')

/** Self-hosted runners for a job matrix. */
export const runners = z.record(
  name,
  z.strictObject({
    labels: z.array(label).min(1).max(20).describe('Labels for runs-on'),
    gpus: z.int().min(1).max(1024).describe('Devices of one runner: GPUs, or cores of a pipeline without GPUs'),
    count: z.int().min(1).max(256).default(1).describe('Number of runners of this kind'),
  }),
)
