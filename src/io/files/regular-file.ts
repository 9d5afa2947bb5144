import { attempt, EnvironmentError, isOfMachine, machineHint, UserError } from '../../domain/core/errors.ts'
import { closeSync, constants, fstatSync, openSync, readFileSync, type PathLike } from 'node:fs'
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises'
import { isAbsolute, normalize, sep } from 'node:path'

/** Limits of a read and its cancellation. */
export type ReadBounds = {
  readonly maxBytes: number
  /** Checked between chunks; its reason is thrown. Null: not cancellable. */
  readonly signal: AbortSignal | null
}

const chunkBytes = 1 << 17
/** A longer and slower read indicates a file system that does not respond. */
const maxReadMs = 600_000
const minBytesPerMs = 14_000

// Without O_NONBLOCK, open() would block on a pipe without a writer.
const readOnly = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * Opens a regular file. Checks the opened file, so that a concurrent rename has no effect. System errors are thrown
 * unchanged, including ENOENT, and ELOOP for a symbolic link that is not allowed.
 *
 * @throws UserError for a directory, pipe, socket or device
 */
export async function openRegular(path: string, isLinkAllowed: boolean): Promise<FileHandle> {
  return await ensureRegular(path, await open(path, isLinkAllowed ? readOnly : readOnly | constants.O_NOFOLLOW))
}

/**
 * Opens a regular file below an untrusted directory. No part of `name` may be a symbolic link: each directory is opened
 * relative to its parent, so that none can be replaced in between. `folder` itself may be a link.
 *
 * @throws UserError for a link on the way, and as `openRegular`
 */
export async function openBelow(folder: string, name: string): Promise<FileHandle> {
  const parts = normalize(name).split(sep)
  if (isAbsolute(name) || parts.includes('..'))
    throw new UserError(`${name} lies outside ${folder}`, 'Give a path inside that directory.')
  const path = `${folder}${sep}${parts.join(sep)}`
  const file = parts.pop() ?? ''
  let directory = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    for (const part of parts) {
      const next = await openWithoutLink(directory, part, constants.O_RDONLY | constants.O_DIRECTORY, path)
      await directory.close()
      directory = next
    }
    return await ensureRegular(path, await openWithoutLink(directory, file, readOnly, path))
  } finally {
    await directory.close()
  }
}

/** O_PATH of Linux, which Node lacks: refers to a file without opening it, so that devices are not affected. */
const reachOnly = 0o10_000_000

/**
 * Opens a regular file that a program wrote, following links, when its real path lies in one of `roots` (directories or
 * files). Checks the same file that it opens. System errors are thrown unchanged.
 *
 * @throws UserError for a file outside `roots`, and as `openRegular`
 */
async function openWithin(path: string, roots: readonly string[]): Promise<FileHandle> {
  const reached = await open(path, reachOnly)
  try {
    const handle = `/proc/self/fd/${reached.fd}`
    if (!isBelow(await readlink(handle), await resolveRoots(roots))) throw createOutsideError(path)
    if (!(await reached.stat()).isFile()) throw createNotFileError(path)
    return await open(handle, readOnly)
  } finally {
    await reached.close()
  }
}

/** Resolves directories to their real paths; leaves out those that do not exist. */
export async function resolveRoots(roots: readonly string[]): Promise<string[]> {
  return (await Promise.all(roots.map((root) => realpath(root).catch(() => [])))).flat()
}

/** Whether a real path equals one of these real paths or lies below one. */
export function isBelow(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(root === sep ? root : `${root}${sep}`))
}

/** The error for a link out of the directories of a trial. */
export function createOutsideError(path: string): UserError {
  return new UserError(
    `${path} points outside the directories of its trial`,
    'Write a regular file there, or link to a file that the same trial wrote.',
  )
}

async function openWithoutLink(directory: FileHandle, name: string, flags: number, path: string): Promise<FileHandle> {
  // Equivalent of openat(2), which Node lacks: a descriptor in /proc refers to the directory itself.
  const place = `/proc/self/fd/${directory.fd}/${name}`
  return await open(place, flags | constants.O_NOFOLLOW).catch(async (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null
    // With O_DIRECTORY, a link fails with ENOTDIR.
    if (code === 'ELOOP' || (code === 'ENOTDIR' && (await lstat(place).catch(() => null))?.isSymbolicLink()))
      throw new UserError(
        `${path} is a symbolic link, or a parent directory is one`,
        'Replace the link with the file; warpgauge writes no links.',
        { cause: error },
      )
    throw error
  })
}

/** The text of a file of the kernel, such as one in `/proc`; null when it cannot be read. Blocks this thread. */
export function readText(path: string): string | null {
  return attempt(() => readFileSync(path, 'utf8'))
}

/** The content of a regular file; null when there is none, or a link. Blocks this thread. */
export function readOwnFile(path: PathLike): Buffer | null {
  const file = attempt(() => openSync(path, readOnly | constants.O_NOFOLLOW))
  if (file === null) return null
  const content = attempt(() => (fstatSync(file).isFile() ? readFileSync(file) : null))
  closeSync(file)
  return content
}

async function ensureRegular(path: string, file: FileHandle): Promise<FileHandle> {
  if ((await file.stat().catch(() => null))?.isFile()) return file
  await file.close()
  throw createNotFileError(path)
}

function createNotFileError(path: string): UserError {
  return new UserError(`${path} is not a file`, 'Give the path of a regular file.')
}

/**
 * The content of an open file. Every chunk reuses the same buffer.
 *
 * @throws UserError beyond `maxBytes`, by the initial or the actual size; EnvironmentError when reading takes too long
 */
export async function* readChunks(file: FileHandle, path: string, bounds: ReadBounds): AsyncGenerator<Buffer> {
  const { size, blocks } = await file.stat()
  if (size > bounds.maxBytes) throw createTooLargeError(path, size, blocks * 512, bounds.maxBytes)
  const buffer = Buffer.allocUnsafe(chunkBytes)
  const started = performance.now()
  const limitMs = Math.max(maxReadMs, size / minBytesPerMs)
  for (let done = 0; ;) {
    bounds.signal?.throwIfAborted()
    if (performance.now() - started > limitMs)
      throw new EnvironmentError(
        `${path} was not read within ${Math.round(limitMs / 1000)} s: ${done} of ${size} bytes came`,
        'Use a faster file system, or write a smaller file.',
      )
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, null)
    if (bytesRead === 0) return
    done += bytesRead
    if (done > bounds.maxBytes) throw createTooLargeError(path, done, done, bounds.maxBytes)
    yield buffer.subarray(0, bytesRead)
  }
}

/** Like `readChunks` for a path, restricted to `roots` if given. Closes the file when the reader stops. */
export async function* readNamed(
  path: string,
  bounds: ReadBounds,
  roots: readonly string[] | null = null,
  isLinkAllowed = true,
): AsyncGenerator<Buffer> {
  const file = await (roots ? openWithin(path, roots) : openRegular(path, isLinkAllowed)).catch((error: unknown) => {
    throw explainRead(path, error)
  })
  try {
    yield* readChunks(file, path, bounds)
  } finally {
    await file.close()
  }
}

/** Translates a system error about a file; returns other errors unchanged. */
function explainRead(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error instanceof UserError) return error
  const message = `cannot read ${path}: ${error.message}`
  if (isOfMachine(error)) return new EnvironmentError(message, machineHint, { cause: error })
  return new UserError(message, 'Check that the file exists and that this user can read it.', { cause: error })
}

function createTooLargeError(path: string, size: number, allocated: number, maxBytes: number): UserError {
  const holes = allocated < size / 2 ? `, of which ${allocated} are on the disk (the rest are holes)` : ''
  return new UserError(
    `${path} has ${size} bytes${holes}; at most ${maxBytes} are read`,
    'Check that this is the intended file, or write a smaller one.',
  )
}
