import { join } from 'node:path'
import { parseBisectState, type BisectState } from '../../config/schema/bisect-schema.ts'
import { bisectVersion, type BisectQuestion } from '../../domain/bisect/bisect-result.ts'
import type { LoggedCommit } from '../../domain/bisect/logged-commit.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { FileStore } from '../../io/files/disk-file-store.ts'

/** File name in the folder of a bisection. */
const bisectStateFile = 'bisect.json'
const previousStateFile = 'bisect.previous.json'

/** Replaces the state atomically; a crash keeps the previous one. */
export async function saveBisect(folder: string, state: BisectState, files: FileStore): Promise<void> {
  const text = `${JSON.stringify(state, null, 1)}\n`
  await files.replaceText(join(folder, bisectStateFile), text, join(folder, previousStateFile))
}

/**
 * Opens the state of an interrupted bisection, or a new one.
 *
 * @throws UserError when the folder holds another bisection, or one that must not be resumed
 */
export async function openBisect(
  folder: string,
  fresh: { readonly question: BisectQuestion; readonly range: readonly LoggedCommit[] },
  isResume: boolean,
  files: FileStore,
): Promise<BisectState> {
  const text = await files.readForeignText(folder, bisectStateFile, 64 * 2 ** 20)
  if (text === null) return { schemaVersion: bisectVersion, ...fresh, testbedId: null, target: null, steps: [] }
  if (!isResume)
    throw new UserError(`${folder} already contains a bisection`, 'Add --resume, or choose another directory.')
  const stored = await readStored(text, folder, files)
  const changed = listChanges(stored.question, fresh.question)
  if (changed.length === 0) return stored
  throw new UserError(
    `the bisection in ${folder} cannot be resumed: ${changed.join(', ')}`,
    'Use the same options and config, or start a new bisection in another directory.',
  )
}

/** Falls back to the previous state when the file is corrupt, which loses one step. */
async function readStored(text: string, folder: string, files: FileStore): Promise<BisectState> {
  const path = join(folder, bisectStateFile)
  try {
    return parseBisectState(text, path)
  } catch (cause) {
    const before =
      cause instanceof UserError ? await files.readForeignText(folder, previousStateFile, 64 * 2 ** 20) : null
    if (before === null) throw cause
    const state = parseBisectState(before, join(folder, previousStateFile))
    // Restore it before the next save, which would keep the corrupt file as the previous one.
    await files.writeText(path, before)
    return state
  }
}

function listChanges(stored: BisectQuestion, requested: BisectQuestion): string[] {
  return Object.entries(requested).flatMap(([name, value]) => {
    const before = JSON.stringify(Object.entries(stored).find(([key]) => key === name)?.[1])
    const now = JSON.stringify(value)
    return before === now ? [] : [`${name} was ${before} and is ${now}`]
  })
}
