import { attempt, EnvironmentError } from '../../domain/core/errors.ts'
import {
  lstatSync,
  readdirSync,
  closeSync,
  constants,
  openSync,
  readlinkSync,
  readSync,
  type BigIntStats,
  realpathSync,
} from 'node:fs'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { isUntouched, type FileState, type TreeState } from '../../domain/core/tree-state.ts'
import { runTool } from '../process/run-tool.ts'
import { findObjectFormat, type ObjectFormat } from '../git/git-command.ts'
import { startBlobHash } from '../git/git-objects.ts'
import { dirname, join } from 'node:path'

/** Reads directories that code under test writes to. Never follows links. */
export type TreeReader = typeof diskTreeReader

export const diskTreeReader = {
  read: readTree,
  /** Runs `sync`: after a power failure, unflushed files can look valid and be incomplete. False: it failed. */
  flush: async (directory: string): Promise<boolean> =>
    (await runTool('sync', ['-f', directory], { env: process.env, timeoutMs: 300_000 })).status === 'answered',
  readInstalled,
}

/** File systems store times in ticks of up to 10 ms; two changes within one tick get the same time. */
const tickMs = 20
/** Files between two turns of the event loop, so that signals are handled while large trees are read. */
const filesPerTurn = 500
const chunkBytes = 1 << 20

/**
 * The state of all files below a directory. Hashes files in `tracked` unless their metadata still matches `before`, in
 * the format of its ids. Returns after the file system clock has advanced, so that every later change gets a new
 * timestamp. Throws an EnvironmentError when something is unreadable.
 */
async function readTree(
  directory: string,
  tracked: ReadonlySet<string>,
  before: TreeState | null,
  format = findFormat(before),
): Promise<TreeState> {
  try {
    const states = new Map<string, FileState>()
    const chunk = Buffer.allocUnsafe(chunkBytes)
    for (const path of walk(directory)) {
      const place = locate(directory, path)
      const state = { ...describeEntry(lstatSync(place, { bigint: true })), id: null }
      const known = before?.get(path)
      const isKnown = known !== undefined && known.id !== null && isUntouched(known, state)
      const id = isKnown ? known.id : tracked.has(path) ? hashEntry(place, state.kind, chunk, format) : null
      states.set(path, { ...state, id })
      if (states.size % filesPerTurn === 0) await setImmediate()
    }
    await setTimeout(tickMs)
    return states
  } catch (cause) {
    throw new EnvironmentError(
      `the files of ${directory} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      'Make every file that setup and pipeline write readable for the user who measures',
      { cause },
    )
  }
}

/** The format of the ids that a state has. */
function findFormat(state: TreeState | null): ObjectFormat {
  for (const { id } of state?.values() ?? []) if (id !== null) return findObjectFormat(id)
  return 'sha1'
}

function* walk(directory: string): Generator<string> {
  const open = ['']
  for (let parent = open.pop(); parent !== undefined; parent = open.pop())
    for (const entry of readdirSync(locate(directory, parent), { encoding: 'latin1', withFileTypes: true })) {
      const path = `${parent}${entry.name}`
      if (entry.isDirectory()) open.push(`${path}/`)
      else yield path
    }
}

/** The absolute path, in bytes, of a path below `directory` whose bytes are given as latin1 text. */
export function locate(directory: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(path, 'latin1')])
}

/** The permissions, size in bytes and mtime in seconds of a state. */
export function parseStamp({ stamp }: Pick<FileState, 'stamp'>): { mode: number; size: number; mtime: number } {
  const [mode = 0, , size = 0, mtimeNs = 0] = stamp.split(':').map(Number)
  return { mode: mode & 0o777, size, mtime: mtimeNs / 1e9 }
}

/** What the metadata of an entry say. */
function describeEntry(found: BigIntStats): Omit<FileState, 'id'> {
  const kind = (found.mode & 0o100n) === 0n ? 'file' : 'program'
  return {
    kind: found.isSymbolicLink() ? 'link' : found.isFile() ? kind : 'other',
    stamp: `${found.mode}:${found.ino}:${found.size}:${found.mtimeNs}`,
    changedNs: String(found.ctimeNs),
    links: Number(found.nlink),
  }
}

/** Null for an entry without content. A file that changes size while it is read gets an id that no file has. */
function hashEntry(place: Buffer, kind: FileState['kind'], chunk: Buffer, format: ObjectFormat): string | null {
  if (kind === 'other') return null
  if (kind === 'link') {
    const target = readlinkSync(place, { encoding: 'buffer' })
    return startBlobHash(target.length, format).update(target).digest('hex')
  }
  const descriptor = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { size } = lstatSync(place)
    const hash = startBlobHash(size, format)
    let total = 0
    for (let length = -1; length !== 0 && total <= size; total += length) {
      length = readSync(descriptor, chunk, 0, chunk.length, null)
      hash.update(chunk.subarray(0, length))
    }
    return hash.digest('hex')
  } finally {
    closeSync(descriptor)
  }
}

/** Below a prefix such as `/usr/local`; packages are directories, which a new installation replaces. */
const programFolders = ['', 'bin', 'lib', 'lib64']
/** Caches, locks and logs, which any use of a program changes. */
const ignored = /^(?:__pycache__$|\.)|\.log$/u
const temporary = new Set(['/', '/tmp', '/var/tmp', '/dev/shm', '/dev', '/proc', '/sys'])

/**
 * The state of the programs, libraries and packages where these paths point to, by path: of the directories
 * themselves and of those that belong to the same prefix. Hashes files that changed since `before`.
 */
async function readInstalled(paths: readonly string[], before: TreeState | null): Promise<TreeState> {
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
    // Not every prefix has every folder.
    const place = attempt(() => realpathSync(path))
    if (place !== null && !temporary.has(place)) places.set(place, hasPackages || places.get(place) === true)
  }
}

function listNames(directory: string): string[] {
  return attempt(() => readdirSync(directory)) ?? []
}

/** Null: it was removed in the meantime. */
function readState(path: string, before: TreeState | null): FileState | null {
  return attempt(() => {
    const state = { ...describeEntry(lstatSync(path, { bigint: true })), id: null }
    const known = before?.get(path)
    if (before === null || (known && isUntouched(known, state))) return state
    return { ...state, id: hashEntry(Buffer.from(path), state.kind, Buffer.allocUnsafe(chunkBytes), 'sha1') }
  })
}
