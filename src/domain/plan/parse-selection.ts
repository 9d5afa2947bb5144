import { UserError } from '../core/errors.ts'
import type { Shard } from './selection.ts'
import type { Selection } from '../../record/plan.ts'

/** Above GitHub's limit of jobs per matrix. */
const maxShards = 1024

/**
 * Parses the selection of a user or a job matrix; null if it selects everything.
 *
 * @throws UserError for an invalid shard
 */
export function parseSelection(only: readonly string[], shard: string | null): Selection | null {
  const patterns = only.map((pattern) => pattern.trim()).filter((pattern) => pattern !== '')
  const part = shard === null ? null : parseShard(shard)
  const isWhole = part === null || part.of === 1
  if (patterns.length === 0 && isWhole) return null
  return { only: patterns, shard: isWhole ? null : part }
}

function parseShard(text: string): Shard {
  const [, first = '', second = ''] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text.trim()) ?? []
  const [index, of] = [Number(first), Number(second)]
  if (first !== '' && index <= of && of <= maxShards) return { index, of }
  throw new UserError(
    `${JSON.stringify(text)} is not a valid shard`,
    'Use i/n, counted from 1: 2/5 is the second of five shards.',
  )
}
