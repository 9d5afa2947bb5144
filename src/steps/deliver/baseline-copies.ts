import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { UserError } from '../../domain/core/errors.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { baselineCopies } from '../measure/run-folder.ts'

const maxCopyBytes = 16 * 2 ** 20

/** The committed files that a run was compared with, as listed in its record. */
export type ComparedWith = NonNullable<RunRecord['comparedWith']>

/**
 * Copies the reference files into the run folder. The returned list must go into the record: without it a lost copy
 * would mean no comparison, and a run without comparisons can pass.
 */
export async function writeCopies(
  copies: ReadonlyMap<string, string>,
  runFolder: string,
  files: FileStore,
): Promise<ComparedWith> {
  const directory = join(runFolder, baselineCopies)
  for (const [name, text] of copies) await files.writeText(join(directory, name), text)
  return Object.fromEntries([...copies].map(([name, text]) => [name, computeSha256(text)]))
}

/**
 * Reads the first of these copies that the record lists; null when it lists none. Without a list (other versions of
 * warpgauge), uses the copies that exist.
 *
 * @throws UserError when a listed copy is missing or has changed
 */
export async function readCopy(
  names: readonly string[],
  { comparedWith }: Pick<RunRecord, 'comparedWith'>,
  runFolder: string,
  files: FileStore,
): Promise<string | null> {
  for (const name of names) {
    const expected = comparedWith?.[name]
    if (comparedWith !== undefined && expected === undefined) continue
    const text = await files.readForeignText(runFolder, join(baselineCopies, name), maxCopyBytes)
    if (expected !== undefined && (text === null || computeSha256(text) !== expected))
      throw createLostCopyError(name, text === null)
    if (text !== null) return text
  }
  return null
}

function createLostCopyError(name: string, isGone: boolean): UserError {
  return new UserError(
    `${join(baselineCopies, name)} of the run folder is ${isGone ? 'missing' : 'not the file that the run was compared with'}`,
    'Set --baselines, or download the run folder again.',
  )
}

function computeSha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
