import { lstat, readdir, mkdtemp } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { createOwnMark, isGone, parseMark } from './file-claims.ts'
import { diskFileStore, removeTree } from './disk-file-store.ts'
import type { Logger } from '../../ports/logger.ts'
import { endMarked } from '../process/process-tree.ts'
import { tmpdir } from 'node:os'
import { EnvironmentError } from '../../domain/core/errors.ts'

const ownerFile = 'owner.json'
const maxOwnerBytes = 4096
/** A process writes its owner file within milliseconds. */
const ownerlessMs = 600_000

/** Marks an empty directory as one of this process. */
async function markOwned(directory: string): Promise<void> {
  await diskFileStore.writeText(join(directory, ownerFile), JSON.stringify(createOwnMark()))
}

/**
 * Lists the directories of these names below `parent` whose process has ended, by their owner file. Without one, a
 * directory `mayBeUnmarked` when it is empty and old: the process was killed before it wrote that file. In a shared
 * directory such as `/tmp` only those of this user count; symbolic links do not.
 */
async function listAbandoned(parent: string, named: RegExp, mayBeUnmarked: RegExp): Promise<string[]> {
  const found: string[] = []
  for (const name of (await readdir(parent).catch(() => [])).filter((entry) => named.test(entry))) {
    const directory = join(parent, name)
    const status = await lstat(directory).catch(() => null)
    if (!status?.isDirectory() || status.uid !== process.getuid?.()) continue
    const text = await diskFileStore.readForeignText(directory, ownerFile, maxOwnerBytes).catch(() => null)
    const mark = parseMark(text ?? '')
    const isOld = mayBeUnmarked.test(name) && Date.now() - status.mtimeMs > ownerlessMs
    if (mark === null ? isOld && (await isUnwritten(directory)) : isGone(mark)) found.push(directory)
  }
  return found
}

/**
 * Removes a directory with its content, its owner file last: if this process is killed before the end, the next one still
 * knows whose directory it was. What cannot be removed only costs disk space.
 */
async function removeOwned(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  for (const name of names.filter((one) => one !== ownerFile)) await removeTree(join(directory, name)).catch(() => {})
  await removeTree(directory).catch(() => {})
}

/** Whether a directory holds nothing but drafts of its owner file. */
async function isUnwritten(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => null)
  return names !== null && names.every((name) => name.startsWith(`.${ownerFile}.`))
}

const scratchName = /^warpgauge-/
/** What a run calls its own at a terminal and in the Action. */
const ownScratchName = /^warpgauge-(?:work-)?\d{8}T\d{6}Z-[0-9a-f]{6}$/

/** Opens and removes the scratch directory of a run. */
export type Scratch = ReturnType<typeof createScratch>

/** Marks each directory as owned by this process, so that a later run recognizes and removes an abandoned one. */
export function createScratch(logger: Pick<Logger, 'warning'>) {
  return {
    /** First removes the directories of killed runs next to it, and ends their processes, which may hold GPUs. */
    async open(directory: string): Promise<void> {
      await removeAbandonedScratch(dirname(directory), logger)
      await diskFileStore.makeDirectory(directory)
      await markOwned(directory)
    },
    close: removeOwned,
  }
}

/** Removes the scratch directories of ended processes and kills the processes they left behind. */
export async function removeAbandonedScratch(parent: string, logger: Pick<Logger, 'warning'>): Promise<void> {
  for (const directory of await listAbandoned(parent, scratchName, ownScratchName)) {
    // Every child of a run has this HOME.
    const { found, alive } = await endMarked(`HOME=${directory}/home`)
    const ended = found.filter((pid) => !alive.includes(pid))
    const outcomes = [
      ...(ended.length > 0 ? [`ended ${ended.join(', ')}`] : []),
      ...(alive.length > 0 ? [`${alive.join(', ')} survive SIGKILL`] : []),
    ]
    if (found.length > 0) logger.warning(`Found processes of a killed run: ${outcomes.join('; ')}.`)
    await removeOwned(directory)
  }
}

const kinds = ['ab', 'commit', 'database', 'demo', 'doctor', 'index', 'init', 'kernels', 'monitor'] as const

/** `mkdtemp` appends six letters or digits. */
const temporaryName = new RegExp(`^warpgauge-(?:${kinds.join('|')})-[A-Za-z0-9]{6}$`)
const swept = new Set<string>()

/**
 * Creates a directory in the temporary directory of the system that only this user can access, named after its kind,
 * with a file `owner.json` that names this process. Disposing removes it with its content. First removes those of
 * killed processes, once per process. Never give it to measured code: a process that still runs there is not ended.
 *
 * @throws EnvironmentError when it cannot be created
 */
export async function openTemporaryDirectory(
  kind: (typeof kinds)[number],
): Promise<AsyncDisposable & { readonly path: string }> {
  const parent = tmpdir()
  const abandoned = swept.has(parent) ? [] : await listAbandoned(parent, temporaryName, temporaryName)
  swept.add(parent)
  for (const directory of abandoned) await removeOwned(directory)
  const path = await mkdtemp(join(parent, `warpgauge-${kind}-`)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new EnvironmentError(
      `cannot create a directory in ${parent}: ${reason}`,
      'Set TMPDIR to a directory that this user can write to.',
      { cause: error },
    )
  })
  const remove = async () => await removeOwned(path)
  try {
    await markOwned(path)
  } catch (error) {
    await remove()
    throw error
  }
  return { path, [Symbol.asyncDispose]: remove }
}
