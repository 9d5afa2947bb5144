import type { FileHandle } from 'node:fs/promises'

const windowBytes = 1 << 18
const smallestReadBytes = 1 << 14
const nearBytes = 1 << 16

/** Reads spans of a file, in ascending order. */
export type RecordReader = {
  /** Passes the span to `take` in pieces of at most 256 KiB; a piece is valid until `take` returns. */
  read(offset: number, byteSize: number, take: (piece: Buffer) => void | Promise<void>): Promise<void>
}

/** Reads nearby spans with one call; skips the bytes between distant ones. */
export function createRecordReader(handle: FileHandle): RecordReader {
  const window = { buffer: Buffer.allocUnsafe(windowBytes), start: 0, end: 0 }
  return {
    read: async (offset, byteSize, take) => {
      for (let at = offset; at < offset + byteSize;) {
        const needed = Math.min(windowBytes, offset + byteSize - at)
        if (at + needed > window.end || at < window.start) await move(handle, window, at, needed)
        await take(window.buffer.subarray(at - window.start, at - window.start + needed))
        at += needed
      }
    },
  }
}

type Window = { readonly buffer: Buffer; start: number; end: number }

async function move(handle: FileHandle, window: Window, at: number, needed: number): Promise<void> {
  const isNear = at - window.end < nearBytes
  const size = isNear ? windowBytes : Math.max(needed, smallestReadBytes)
  const { bytesRead } = await handle.read(window.buffer, 0, size, at)
  if (bytesRead < needed) throw new Error(`${needed} bytes were at ${at}, ${bytesRead} are left`)
  window.start = at
  window.end = at + bytesRead
}
