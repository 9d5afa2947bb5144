import { z } from 'zod'
import { mostAttempts, type LostAttempt } from '../../domain/production/trial-progress.ts'
import { seconds, time } from './record-parts.ts'
import { readUntrusted } from './untrusted-json.ts'

export const lostAttempt = z.strictObject({ startedAt: time, seconds }) satisfies z.ZodType<LostAttempt>

const attemptsSchema = z.strictObject({ attempts: z.array(lostAttempt).max(mostAttempts) })

/**
 * Reads the records of lost executions of one trial, newest last; at most 64 KiB.
 *
 * @throws UserError when the file is damaged
 */
export function parseAttempts(text: string): readonly LostAttempt[] {
  return readUntrusted(text, attemptsSchema, { path: 'attempts.json', maxBytes: 64 * 1024 }).attempts
}
