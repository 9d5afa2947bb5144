import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { EnvironmentError } from '../../domain/core/errors.ts'
import { sanitizeOutput } from '../../domain/core/sanitize-output.ts'
import { freeFileRange } from './own-process.ts'

/** An output file that a child writes directly; it takes about the limit on disk while it grows. */
export type OutputFile = Disposable & {
  readonly descriptor: number
  /** Frees the disk space of output beyond the limit, except the newest; call regularly while the child runs. */
  trim(): void
  /** Reads up to 64 KiB from the beginning and empties the file: for output that the child did not write. */
  takeText(): string
  /** Call after the last writer has exited. */
  finish(): { readonly tail: string; readonly isTruncated: boolean }
}

const tailBytes = 64 * 1024
/** Stays readable beyond the limit: what follows the file while it grows reads at most this much. */
const newestBytes = 8 * 1024 * 1024
const tailLines = 40

/**
 * Opens an empty file for appending. The child gets the file, not a pipe: Node's pipes are sockets, so a program could
 * not open /dev/stdout or /dev/stderr, a pipe blocks the child on this process, and a background process would keep it
 * open. Throws an EnvironmentError when the file cannot be written.
 */
export function openOutputFile(path: string, maxBytes: number): OutputFile {
  const descriptor = openEmpty(path)
  let tail: Buffer = Buffer.alloc(0)
  let readFrom = 0
  const takeTail = (): number => {
    const size = fstatSync(descriptor).size
    tail = takeLastBytes(tail, readBetween(descriptor, Math.max(readFrom, size - tailBytes), size))
    return size
  }
  const trim = (): void => {
    const end = fstatSync(descriptor).size - newestBytes
    if (end <= maxBytes || freeFileRange(descriptor, maxBytes, end)) return
    // Without holes: what the child writes between these two calls is lost. It appends, so it continues at the limit.
    takeTail()
    ftruncateSync(descriptor, maxBytes)
    readFrom = maxBytes
  }
  const finish = (): { tail: string; isTruncated: boolean } => {
    const isTruncated = takeTail() > maxBytes || readFrom > 0
    if (isTruncated) {
      ftruncateSync(descriptor, maxBytes)
      writeSync(descriptor, `\n[warpgauge: output truncated to ${maxBytes} bytes]\n`)
    }
    return {
      tail: sanitizeOutput(tail.toString('utf8'), { maxLines: tailLines, maxCharacters: tailBytes }),
      isTruncated,
    }
  }
  const takeText = (): string => {
    const text = readBetween(descriptor, 0, Math.min(tailBytes, fstatSync(descriptor).size)).toString('utf8')
    ftruncateSync(descriptor, 0)
    return text
  }
  return { descriptor, trim, takeText, finish, [Symbol.dispose]: () => closeSync(descriptor) }
}

function openEmpty(path: string): number {
  try {
    const descriptor = openSync(path, 'a+', 0o644)
    ftruncateSync(descriptor, 0)
    return descriptor
  } catch (cause) {
    throw new EnvironmentError(
      `the output of a command cannot be written to ${path}: ${cause instanceof Error ? cause.message : String(cause)}`,
      'Choose an output directory that exists, is writable and has space left',
      { cause },
    )
  }
}

function readBetween(descriptor: number, from: number, to: number): Buffer {
  const buffer = Buffer.alloc(Math.max(0, to - from))
  const length = readSync(descriptor, buffer, 0, buffer.length, from)
  return buffer.subarray(0, length)
}

function takeLastBytes(before: Buffer, after: Buffer): Buffer {
  return Buffer.concat([before, after]).subarray(-tailBytes)
}
