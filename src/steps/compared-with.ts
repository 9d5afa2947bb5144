import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { UserError } from '../domain/errors.ts'
import type { FileStore } from '../ports/file-store.ts'
import { baselineCopies } from './run-folder.ts'

/** Tells what lies in the directory of copies; no suite can have this name. */
const listFile = '_compared-with.json'
const maxListBytes = 256 * 1024
const maxCopyBytes = 16 * 2 ** 20

/**
 * Copies what a run was compared with into its folder. The list of the copies is written first: without a copy a
 * comparison would silently be none, and a run without comparisons can pass.
 */
export async function writeCopies(
  copies: ReadonlyMap<string, string>,
  runFolder: string,
  files: FileStore,
): Promise<void> {
  if (copies.size === 0) return
  const list = Object.fromEntries([...copies].map(([name, text]) => [name, sha256Of(text)]))
  const directory = join(runFolder, baselineCopies)
  await files.writeText(join(directory, listFile), `${JSON.stringify({ sha256: list }, null, 1)}\n`)
  for (const [name, text] of copies) await files.writeText(join(directory, name), text)
}

/**
 * Reads the first of these copies that is there; null when the run was compared with none of them.
 *
 * @throws UserError when the run had one, and it is gone or another by now
 */
export async function readCopy(names: readonly string[], runFolder: string, files: FileStore): Promise<string | null> {
  const directory = join(runFolder, baselineCopies)
  const listed = await readList(directory, files)
  for (const name of names) {
    const text = await files.readForeignText(join(directory, name), maxCopyBytes)
    const expected = listed[name]
    if (expected !== undefined && (text === null || sha256Of(text) !== expected))
      throw new UserError(
        `${join(baselineCopies, name)} of the run folder is ${text === null ? 'gone' : 'not what the run was compared with'}`,
        'Name the baselines with --baselines, or get the run folder anew.',
      )
    if (text !== null) return text
  }
  return null
}

/** Empty for a folder without a list, such as one that another version of warpgauge left. */
async function readList(directory: string, files: FileStore): Promise<Readonly<Record<string, string>>> {
  const text = await files.readForeignText(join(directory, listFile), maxListBytes)
  if (text === null) return {}
  const entries = sha256Entries(text)
  if (entries) return Object.fromEntries(entries)
  throw new UserError(
    `${join(baselineCopies, listFile)} of the run folder cannot be read, so nobody knows what the run was compared with`,
    'Name the baselines with --baselines, or get the run folder anew.',
  )
}

function sha256Entries(text: string): [string, string][] | null {
  try {
    const { sha256 }: { sha256?: unknown } = JSON.parse(text)
    if (typeof sha256 !== 'object' || sha256 === null) return null
    const entries = Object.entries(sha256)
    return entries.every(([, hash]) => typeof hash === 'string') ? entries : null
  } catch {
    return null
  }
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
