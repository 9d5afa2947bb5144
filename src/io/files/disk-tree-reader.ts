import { lstatSync, readdirSync } from 'node:fs'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { EnvironmentError } from '../../domain/core/errors.ts'
import { isUntouched, type FileState, type TreeState } from '../../domain/core/tree-state.ts'
import type { TreeReader } from '../../ports/tree-reader.ts'
import { describeEntry, hashEntry } from './file-state.ts'
import { readInstalled } from './install-places.ts'
import { runTool } from '../process/run-tool.ts'

export const diskTreeReader: TreeReader = { read: readTree, flush: flushFileSystem, readInstalled }

/**
 * File systems store times in ticks of up to 10 ms (kernel with 100 Hz); two changes within one tick get the same time.
 */
const tickMs = 20
/** Files between two turns of the event loop, so that signals are handled while large trees are read. */
const filesPerTurn = 500
const chunkBytes = 1 << 20

async function readTree(
  directory: string,
  tracked: ReadonlySet<string>,
  before: TreeState | null,
): Promise<Map<string, FileState>> {
  try {
    const states = new Map<string, FileState>()
    const chunk = Buffer.allocUnsafe(chunkBytes)
    for (const path of walk(directory)) {
      const place = joinBytes(directory, path)
      const state = { ...describeEntry(lstatSync(place, { bigint: true })), id: null }
      const known = before?.get(path)
      const isKnown = known !== undefined && known.id !== null && isUntouched(known, state)
      const id = isKnown ? known.id : tracked.has(path) ? hashEntry(place, state.kind, chunk) : null
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

/** Without the `sync` program the kernel writes the files later. */
async function flushFileSystem(directory: string): Promise<void> {
  await runTool('sync', ['--file-system', directory], { env: process.env, timeoutMs: 60_000 })
}

function* walk(directory: string): Generator<string> {
  const open = ['']
  for (let parent = open.pop(); parent !== undefined; parent = open.pop())
    for (const entry of readdirSync(joinBytes(directory, parent), { encoding: 'latin1', withFileTypes: true })) {
      const path = `${parent}${entry.name}`
      if (entry.isDirectory()) open.push(`${path}/`)
      else yield path
    }
}

function joinBytes(directory: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(path, 'latin1')])
}

/** The permissions, size in bytes and mtime in seconds of a state. */
export function parseStamp({ stamp }: Pick<FileState, 'stamp'>): { mode: number; size: number; mtime: number } {
  const [mode = 0, , size = 0, mtimeNs = 0] = stamp.split(':').map(Number)
  return { mode: mode & 0o777, size, mtime: mtimeNs / 1e9 }
}
