import { lstatSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isUntouched, type FileState, type TreeState } from '../../domain/core/tree-state.ts'
import { describeEntry, hashEntry } from './file-state.ts'

const chunkBytes = 1 << 20
/** Below a prefix such as `/usr/local`; packages are directories, which a new installation replaces. */
const programFolders = ['', 'bin', 'lib', 'lib64']
/** Caches and locks, which any use of a program changes. */
const ignored = /^(?:__pycache__$|\.)/u
const temporary = new Set(['/', '/tmp', '/var/tmp', '/dev/shm', '/dev', '/proc', '/sys'])

/**
 * The state of the programs, libraries and packages where these paths point to, by path: of the directories
 * themselves and of those that belong to the same prefix. Hashes files that changed since `before`.
 */
export async function readInstalled(paths: readonly string[], before: TreeState | null): Promise<TreeState> {
  const prefixes = new Set(paths.flatMap((path) => [path, dirname(path)]))
  const places = new Map<string, boolean>()
  for (const prefix of prefixes) {
    for (const folder of programFolders) addPlace(join(prefix, folder), false)
    for (const name of listNames(join(prefix, 'lib')).filter((one) => /^python\d/u.test(one)))
      for (const folder of ['site-packages', 'dist-packages']) addPlace(join(prefix, 'lib', name, folder), true)
    addPlace(join(prefix, 'lib', 'node_modules'), true)
    if (/\/(?:site|dist)-packages$/u.test(prefix)) addPlace(prefix, true)
  }
  const found = new Map<string, FileState>()
  for (const [place, hasPackages] of places)
    for (const name of listNames(place)) {
      const state = ignored.test(name) ? null : readState(join(place, name), before)
      if (state !== null && (hasPackages || state.kind !== 'other')) found.set(join(place, name), state)
    }
  return found

  function addPlace(path: string, hasPackages: boolean): void {
    try {
      const place = realpathSync(path)
      if (!temporary.has(place)) places.set(place, hasPackages || places.get(place) === true)
    } catch {
      // Not every prefix has every folder.
    }
  }
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

/** Null: it was removed in the meantime. */
function readState(path: string, before: TreeState | null): FileState | null {
  try {
    const state = { ...describeEntry(lstatSync(path, { bigint: true })), id: null }
    const known = before?.get(path)
    if (before === null || (known && isUntouched(known, state))) return state
    return { ...state, id: hashEntry(Buffer.from(path), state.kind, Buffer.allocUnsafe(chunkBytes)) }
  } catch {
    return null
  }
}
