import { writeSync } from 'node:fs'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChunkListener } from './unpack-file.ts'

/**
 * Stores the text of records from a compressed file, which allows no random access. The temporary file is unlinked
 * right after opening, so nothing remains on disk.
 */
export type CandidateSpool = {
  readonly handle: FileHandle
  /** Starts a kept record; returns its offset in the spool. */
  open(start: number): number
  /** Ends the record before this position. */
  close(end: number): void
  /** Copies the bytes of kept records from a chunk; call it after all records of the chunk are reported. */
  readonly take: ChunkListener
}

type Span = { start: number; end: number }

/** Opens a spool with a temporary file in `directory`. */
export async function openCandidateSpool(directory: string): Promise<CandidateSpool> {
  const path = join(directory, '.candidates')
  const handle = await open(path, 'w+')
  await unlink(path)
  let chunkStart = 0
  let spooledBytes = 0
  let openedAt: number | null = null
  let spans: Span[] = []
  const keep = (start: number, end: number): void => {
    const last = spans.at(-1)
    if (last?.end === start) last.end = end
    else spans.push({ start, end })
    spooledBytes += end - start
  }
  return {
    handle,
    open: (start) => {
      openedAt = start
      return spooledBytes
    },
    close: (end) => {
      if (openedAt !== null) keep(openedAt, end)
      openedAt = null
    },
    take: (chunk) => {
      const chunkEnd = chunkStart + chunk.length
      if (openedAt !== null) {
        keep(openedAt, chunkEnd)
        openedAt = chunkEnd
      }
      for (const { start, end } of spans) writeAll(handle.fd, chunk.subarray(start - chunkStart, end - chunkStart))
      spans = []
      chunkStart = chunkEnd
    },
  }
}

/** Synchronous, because the caller reuses the buffer immediately. */
function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at)
}
