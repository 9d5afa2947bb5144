import { lstat, readdir, mkdtemp } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { createOwnMark, isGone, parseMark } from './file-claims.ts'
import { diskFileStore, removeTree } from './disk-file-store.ts'
import type { Logger } from '../../ports/logger.ts'
import { endMarked } from '../process/process-tree.ts'
import { tmpdir } from 'node:os'
import { EnvironmentError } from '../../domain/core/errors.ts'

/** Names of directories in a shared directory such as `/tmp`. */
type DirectoryNames = {
  /** May be removed when the owner file names a process that has ended. */
  readonly marked: RegExp
  /** May be removed without an owner file, when empty and old: the process was killed before it wrote that file. */
  readonly unmarked: RegExp
}

const ownerFile = 'owner.json'
const maxOwnerBytes = 4096
/** A process writes its owner file within milliseconds. */
const ownerlessMs = 600_000

/** Marks an empty directory as one of this process. */
async function markOwned(directory: string): Promise<void> {
  await diskFileStore.writeText(join(directory, ownerFile), JSON.stringify(createOwnMark()))
}

/**
 * Lists the directories below `parent` whose process has ended. In a shared directory only those of this user count;
 * symbolic links do not.
 */
async function listAbandoned(parent: string, { marked, unmarked }: DirectoryNames): Promise<string[]> {
  const names = await readdir(parent).catch(() => [])
  const found: string[] = []
  for (const name of names.filter((entry) => marked.test(entry)))
    if (await isAbandoned(join(parent, name), unmarked.test(name))) found.push(join(parent, name))
  return found
}

async function isAbandoned(directory: string, mayBeUnmarked: boolean): Promise<boolean> {
  const found = await lstat(directory).catch(() => null)
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return false
  const text = await diskFileStore.readForeignText(directory, ownerFile, maxOwnerBytes).catch(() => null)
  const mark = parseMark(text ?? '')
  if (mark !== null) return isGone(mark)
  if (!mayBeUnmarked || Date.now() - found.mtimeMs <= ownerlessMs) return false
  const names = await readdir(directory).catch(() => null)
  return names !== null && names.every((name) => name.startsWith(`.${ownerFile}.`))
}

/** All scratch directories, and what a run calls its own at a terminal and in the Action. */
const names: DirectoryNames = { marked: /^warpgauge-/, unmarked: /^warpgauge-(?:work-)?\d{8}T\d{6}Z-[0-9a-f]{6}$/ }

export type Scratch = ReturnType<typeof createScratch>

export function createScratch(logger: Pick<Logger, 'warning'>) {
  return {
    /**
     * Creates a directory owned by this process. First removes the directories of killed runs next to it and kills their
     * remaining processes, which may still hold GPUs.
     */
    async open(directory: string): Promise<void> {
      await removeAbandonedScratch(dirname(directory), logger)
      await diskFileStore.makeDirectory(directory)
      await markOwned(directory)
    },
  }
}

/** Removes the scratch directories of ended processes and kills the processes they left behind. */
export async function removeAbandonedScratch(parent: string, logger: Pick<Logger, 'warning'>): Promise<void> {
  for (const directory of await listAbandoned(parent, names)) {
    // Every child of a run has this HOME.
    const { found, alive } = await endMarked(`HOME=${directory}/home`)
    if (found.length > 0) logger.warning(`Found processes of a killed run: ${describeProcesses(found, alive)}.`)
    // A directory that cannot be removed only costs disk space.
    await removeTree(directory).catch(() => {})
  }
}

function describeProcesses(found: readonly number[], alive: readonly number[]): string {
  const ended = found.filter((pid) => !alive.includes(pid))
  return [
    ...(ended.length > 0 ? [`ended ${ended.join(', ')}`] : []),
    ...(alive.length > 0 ? [`${alive.join(', ')} survive SIGKILL`] : []),
  ].join('; ')
}

const kinds = ['ab', 'commit', 'database', 'demo', 'doctor', 'index', 'init', 'kernels', 'monitor', 'trace'] as const

/** What a temporary directory is for; part of its name. */
type TemporaryKind = (typeof kinds)[number]

/** A directory that only this user can access. Disposing removes it with its content. */
type TemporaryDirectory = AsyncDisposable & { readonly path: string }

/** `mkdtemp` appends six letters or digits. */
const temporaryName = new RegExp(`^warpgauge-(?:${kinds.join('|')})-[A-Za-z0-9]{6}$`)
const swept = new Set<string>()

/**
 * Creates a directory in the temporary directory of the system, named after its kind, with a file `owner.json` that
 * names this process. First removes those of killed processes, once per process. Never give it to measured code: a
 * process that still runs there is not ended.
 *
 * @throws EnvironmentError when it cannot be created
 */
export async function openTemporaryDirectory(kind: TemporaryKind): Promise<TemporaryDirectory> {
  const parent = tmpdir()
  await removeAbandonedTemporary(parent)
  const path = await mkdtemp(join(parent, `warpgauge-${kind}-`)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new EnvironmentError(
      `cannot create a directory in ${parent}: ${reason}`,
      'Set TMPDIR to a directory that this user can write to.',
      { cause: error },
    )
  })
  // What cannot be removed only costs disk space, until the next process removes it.
  const remove = async () => await removeTree(path).catch(() => {})
  try {
    await markOwned(path)
  } catch (error) {
    await remove()
    throw error
  }
  return { path, [Symbol.asyncDispose]: remove }
}

async function removeAbandonedTemporary(parent: string): Promise<void> {
  if (swept.has(parent)) return
  swept.add(parent)
  for (const directory of await listAbandoned(parent, { marked: temporaryName, unmarked: temporaryName }))
    await removeTree(directory).catch(() => {})
}
