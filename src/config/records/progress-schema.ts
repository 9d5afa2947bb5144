import { z } from 'zod'
import { mostPoints } from '../../domain/production/progress-curve.ts'
import { mostAttempts, mostCurves, type TrialProgress } from '../../domain/production/trial-progress.ts'
import type { LongRun } from '../../domain/production/long-run.ts'
import { lostAttempt } from './attempt-schema.ts'
import { argv, count, name, seconds } from './record-parts.ts'

const amount = z.number().min(0).max(1e18)
const curve = z.strictObject({
  stage: name.nullable(),
  total: amount.nullable(),
  points: z.array(z.strictObject({ seconds, done: amount })).max(mostPoints + 1),
})

/** Progress of a long run. */
export const trialProgress = z.strictObject({
  curves: z.array(curve).max(mostCurves),
  tokens: amount,
  tokenBudget: amount,
  waits: count,
  starved: count,
  lostAttempts: z.array(lostAttempt).max(mostAttempts),
  heartbeatSeconds: seconds,
}) satisfies z.ZodType<TrialProgress>

const stop = z.strictObject({
  limitSeconds: z.number().positive(),
  error: z.number().gt(0).lt(1),
  firstLookSeconds: z.number().positive(),
})

export const longRun = z.strictObject({
  lookSeconds: z.number().positive(),
  updateSeconds: z.number().positive(),
  resumeArgs: argv.nullable(),
  stop: stop.nullable(),
}) satisfies z.ZodType<LongRun>
