import { randomBytes } from 'node:crypto'

/** Sortable by time and unique: `20261120T160501Z-3fa9c1`. */
export function createRunId(now: Date = new Date()): string {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `${time}-${randomBytes(3).toString('hex')}`
}
