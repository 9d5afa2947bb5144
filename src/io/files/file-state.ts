import { closeSync, constants, lstatSync, openSync, readlinkSync, readSync, type BigIntStats } from 'node:fs'
import type { FileState } from '../../domain/core/tree-state.ts'
import { startBlobHash } from '../git/git-objects.ts'

/** What the metadata of an entry say. */
export function describeEntry(found: BigIntStats): Omit<FileState, 'id'> {
  return {
    kind: classifyEntry(found),
    stamp: `${found.mode}:${found.ino}:${found.size}:${found.mtimeNs}`,
    changedNs: String(found.ctimeNs),
    links: Number(found.nlink),
  }
}

function classifyEntry(found: BigIntStats): FileState['kind'] {
  if (found.isSymbolicLink()) return 'link'
  if (!found.isFile()) return 'other'
  return (found.mode & 0o100n) === 0n ? 'file' : 'program'
}

/** Null for an entry without content, such as a directory. */
export function hashEntry(place: Buffer, kind: FileState['kind'], chunk: Buffer): string | null {
  if (kind === 'other') return null
  if (kind === 'link') {
    const target = readlinkSync(place, { encoding: 'buffer' })
    return startBlobHash(target.length).update(target).digest('hex')
  }
  return hashFile(place, chunk)
}

/** A file that changes size while it is read gets an id that no file has. */
function hashFile(place: Buffer, chunk: Buffer): string {
  const descriptor = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { size } = lstatSync(place)
    const hash = startBlobHash(size)
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
