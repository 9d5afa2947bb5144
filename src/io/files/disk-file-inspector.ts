import { createHash } from 'node:crypto'
import { glob, realpath, stat } from 'node:fs/promises'
import { UserError } from '../../domain/core/errors.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import { readDatabaseRows } from './database-rows.ts'
import {
  explainRead,
  isBelow,
  createOutsideError,
  openRegular,
  readChunks,
  readNamed,
  resolveRoots,
} from './regular-file.ts'

const lineFeed = 0x0a
const maxMatches = 10_000
/** Limit for tables, logs and tool output. */
const maxFileBytes = 16 * 2 ** 30
/** Limit for files that are only hashed, such as model weights: two minutes from a fast disk. */
const maxHashedBytes = 256 * 2 ** 30

/** Streams files from the local disk. Every read stops with the reason of `signal` when it aborts. */
export function createFileInspector(signal: AbortSignal | null): FileInspector {
  return buildInspector(signal, null)
}

function buildInspector(signal: AbortSignal | null, roots: readonly string[] | null): FileInspector {
  const read = (path: string, maxBytes = maxFileBytes) => readNamed(path, { maxBytes, signal }, roots)
  const readStatInRoots = async (path: string) => {
    if (roots) await requireInside(path, roots)
    return await readFileStat(path)
  }
  const streamBytes = (path: string) =>
    roots ? copyChunks(read(path)) : readWithoutLink(path, { maxBytes: maxFileBytes, signal })
  return {
    restrictTo: (others) => buildInspector(signal, others),
    find: async (pattern) => {
      const found = await findMatches(pattern, signal)
      if (roots) for (const path of found) await requireInside(path, roots, pattern)
      return found
    },
    readStat: readStatInRoots,
    readStamp: stampFile,
    countLines: (path) => countLines(read(path)),
    hasText: (path, text) => hasBytes(read(path), Buffer.from(text)),
    readText: async (path, maxBytes) => {
      if ((await realpath(path).catch(() => null)) === null) return null
      const chunks: Uint8Array[] = []
      for await (const chunk of copyChunks(read(path, maxBytes))) chunks.push(chunk)
      return Buffer.concat(chunks).toString('utf8')
    },
    streamBytes,
    readTables: (path, selections) => readDatabaseRows(path, streamBytes(path), selections),
    resolveRealPath: (path) => realpath(path).catch(() => path),
    computeSha256: async (path) => {
      if ((await readStatInRoots(path)) === null) return null
      const hash = createHash('sha256')
      for await (const chunk of read(path, maxHashedBytes)) hash.update(chunk)
      return hash.digest('hex')
    },
  }
}

/**
 * Checks a path before the file is opened; an open file is checked by its reader. The error does not reveal names of
 * other files.
 */
async function requireInside(path: string, roots: readonly string[], shown = path): Promise<void> {
  const real = await realpath(path).catch(() => null)
  if (real !== null && !isBelow(real, await resolveRoots(roots))) throw createOutsideError(shown)
}

/** Copies each chunk, because the reader reuses its buffer. */
async function* copyChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

async function findMatches(pattern: string, signal: AbortSignal | null): Promise<string[]> {
  const paths: string[] = []
  for await (const path of glob(pattern)) {
    signal?.throwIfAborted()
    paths.push(path)
    if (paths.length > maxMatches)
      throw new UserError(
        `more than ${maxMatches} files match ${pattern}`,
        'Match fewer files, or merge them into one.',
      )
  }
  return paths.toSorted()
}

async function readFileStat(path: string): ReturnType<FileInspector['readStat']> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? { bytes: found.size, modifiedMs: found.mtimeMs } : null
}

/** Includes the status change time, which only root can set. */
async function stampFile(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found?.isFile() ? [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(':') : null
}

async function countLines(chunks: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0
  let isEmpty = true
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      if (end > start || !isEmpty) lines += 1
      isEmpty = true
      start = end + 1
    }
    if (start < chunk.length) isEmpty = false
  }
  return isEmpty ? lines : lines + 1
}

async function hasBytes(chunks: AsyncIterable<Buffer>, needle: Buffer): Promise<boolean> {
  let carried = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const window = Buffer.concat([carried, chunk])
    if (window.includes(needle)) return true
    carried = window.subarray(Math.max(0, window.length - needle.length + 1))
  }
  return false
}

type Bounds = Parameters<typeof readNamed>[1]

async function* readWithoutLink(path: string, bounds: Bounds): AsyncGenerator<Uint8Array> {
  const file = await openRegular(path, false).catch((error: unknown) => {
    throw explainRead(path, error)
  })
  try {
    yield* copyChunks(readChunks(file, path, bounds))
  } finally {
    await file.close()
  }
}
