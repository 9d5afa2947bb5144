import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { UserError } from '../../domain/core/errors.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { baselineCopies } from '../measure/run-folder.ts'

const maxCopyBytes = 16 * 2 ** 20

/** What a record says of the committed files that its run was compared with. */
export type ComparedWith = NonNullable<RunRecord['comparedWith']>

/**
 * Copies what a run is compared with into its folder. The returned list belongs into the record: without a copy a
 * comparison would silently be none, and a run without comparisons can pass.
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
 * Reads the first of these copies that the record lists; null when the run was compared with none of them. A record
 * without a list, such as another version of warpgauge left, is taken to mean whatever copies are there.
 *
 * @throws UserError when the run had one, and it is gone or another by now
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
    `${join(baselineCopies, name)} of the run folder is ${isGone ? 'gone' : 'not what the run was compared with'}`,
    'Name the baselines with --baselines, or get the run folder anew.',
  )
}

function computeSha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
