import type { ProofConfig } from '../../config/schema/schema.ts'

/** Describes why the number of result rows does not meet the config; null when it does. */
export function findRowProblem(rows: number, expected: NonNullable<ProofConfig['results']>): string | null {
  if (rows === 0) return 'the result table has no rows'
  if (expected.rows !== undefined && rows !== expected.rows) return `${rows} result rows instead of ${expected.rows}`
  if (expected.minRows !== undefined && rows < expected.minRows)
    return `${rows} result rows, at least ${expected.minRows} are required`
  return null
}
