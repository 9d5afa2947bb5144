import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EnvironmentError } from '../../domain/core/errors.ts'
import { listAbandoned, markOwned } from './owned-directory.ts'
import { removeTree } from './disk-file-store.ts'

const kinds = ['ab', 'commit', 'database', 'demo', 'doctor', 'index', 'init', 'monitor', 'trace'] as const

/** What a temporary directory is for; part of its name. */
export type TemporaryKind = (typeof kinds)[number]

/** A directory that only this user can access. Disposing removes it with its content. */
export type TemporaryDirectory = AsyncDisposable & { readonly path: string }

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
  await removeAbandoned(parent)
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

async function removeAbandoned(parent: string): Promise<void> {
  if (swept.has(parent)) return
  swept.add(parent)
  for (const directory of await listAbandoned(parent, { marked: temporaryName, unmarked: temporaryName }))
    await removeTree(directory).catch(() => {})
}
