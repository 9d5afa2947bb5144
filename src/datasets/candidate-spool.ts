import { writeSync } from 'node:fs'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChunkListener } from './unpack-file.ts'

/**
 * Keeps the text of records from a compressed file, which cannot be read again at a position. The file has no name any
 * more as soon as it is open, so nothing is left of it, whatever happens.
 */
export type CandidateSpool = {
  readonly handle: FileHandle
  /** A record that is to be kept starts here. Returns where it will lie. */
  open(start: number): number
  /** It ends before this position. */
  close(end: number): void
  /** Takes over what the chunk holds of such records; called after those of its records are known. */
  readonly take: ChunkListener
}

type Span = { start: number; end: number }

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

/** Synchronous, because the buffer of the chunk is used again at once. */
function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at)
}
