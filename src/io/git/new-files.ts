import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { EnvironmentError } from '../../domain/core/errors.ts'
import { openTemporaryDirectory } from '../files/temporary-directory.ts'
import { createGitCommand } from './simple-git-repository.ts'

/** Result of writing a new file. Existing files are never changed. */
export type NewFileOutcome = 'written' | 'same' | 'kept'

/**
 * Writes a file unless it exists. `same`: it exists with equal content; `kept`: it exists with different content.
 *
 * @throws EnvironmentError when the file system refuses
 */
export async function writeNewFile(path: string, text: string): Promise<NewFileOutcome> {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(draft, text, { flag: 'wx' })
    // link(2) fails when the name exists, and a killed process leaves no partial file under this name.
    await link(draft, path)
    return 'written'
  } catch (error) {
    if (!isCode(error, 'EEXIST'))
      throw new EnvironmentError(`${path} could not be written`, 'Check the permissions of its directory.', {
        cause: error,
      })
    return await compareExisting(path, text)
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** What `writeNewFile` would return, without writing. */
export async function predictOutcome(path: string, text: string): Promise<NewFileOutcome> {
  const existing = await readFile(path, 'utf8').catch(() => null)
  return existing === null ? 'written' : existing === text ? 'same' : 'kept'
}

async function compareExisting(path: string, text: string): Promise<NewFileOutcome> {
  const outcome = await predictOutcome(path, text)
  return outcome === 'same' ? 'same' : 'kept'
}

/** The diff from the existing file to the new text, as git formats it. */
export async function formatDifference(path: string, text: string): Promise<string> {
  await using folder = await openTemporaryDirectory('init')
  const newFile = join(folder.path, 'wanted')
  await writeFile(newFile, text)
  const git = createGitCommand(folder.path, process.env, [])
  const shown = await git('diff', '--no-index', '--no-color', '--', path, newFile)
  return shown.replace(/^(?:.*\n)*?(?=@@)/, '')
}
