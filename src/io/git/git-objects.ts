import { spawn } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { EnvironmentError } from '../../domain/core/errors.ts'
import { GitFailure } from './git-command.ts'

/** A git object whose content matches its id. */
export type GitObject = { readonly type: string; readonly content: Buffer }

/** Reads objects of a clone and verifies each against its id. */
export type GitObjects = {
  /**
   * Objects by id. Throws a GitFailure when one is missing, an EnvironmentError when the content does not match its id.
   */
  read(ids: readonly string[]): Promise<Map<string, GitObject>>
  /** Verifies objects of any size without keeping their content. */
  verify(ids: readonly string[]): Promise<void>
}

/** Directory and environment of git for a clone. */
export type GitLocation = { readonly directory: string; readonly env: Readonly<Record<string, string>> }

/**
 * git does not verify object ids when it reads, and anyone who can write to `.git` can replace an object. Every object
 * that affects a decision is hashed here.
 */
export function createGitObjects(place: GitLocation): GitObjects {
  return {
    read: (ids) => readBatch(place, ids, true),
    verify: async (ids) => {
      await readBatch(place, ids, false)
    },
  }
}

/** Starts the hash of a git blob with this size in bytes. */
export function startBlobHash(size: number | bigint): Hash {
  return createHash('sha1').update(`blob ${size}\0`)
}

type Reading = { readonly id: string; readonly type: string; readonly hash: Hash; left: number; parts: Buffer[] }

async function readBatch(place: GitLocation, ids: readonly string[], keeps: boolean): Promise<Map<string, GitObject>> {
  const found = new Map<string, GitObject>()
  if (ids.length === 0) return found
  const child = spawn('git', ['cat-file', '--batch'], { cwd: place.directory, env: place.env })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(new GitFailure(error.message)))
    child.once('close', () => resolve())
  })
  const stderr: Buffer[] = []
  let failure: unknown = null
  const parse = createParser(keeps, found)
  child.stderr.on('data', (part: Buffer) => stderr.push(part))
  child.stdout.on('data', (chunk: Buffer) => {
    if (failure !== null) return
    try {
      parse(chunk)
    } catch (error) {
      failure = error
      child.kill('SIGKILL')
    }
  })
  child.stdin.on('error', () => {})
  child.stdin.end(`${ids.join('\n')}\n`)
  await ended
  if (failure !== null) throw failure
  if (found.size < new Set(ids).size)
    throw new GitFailure(
      Buffer.concat(stderr).toString().trim() || 'git cat-file ended before it returned every object',
    )
  return found
}

/** Parses the output of `git cat-file --batch` in chunks: `ID TYPE SIZE\n`, the content, `\n`. */
function createParser(keeps: boolean, found: Map<string, GitObject>): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let reading: Reading | null = null
  return (chunk) => {
    let buffer: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      if (reading === null) {
        const end = buffer.indexOf(10)
        if (end === -1) break
        reading = startReading(buffer.toString('latin1', 0, end))
        buffer = buffer.subarray(end + 1)
      }
      const part = buffer.subarray(0, reading.left)
      reading.hash.update(part)
      if (keeps) reading.parts.push(Buffer.from(part))
      reading.left -= part.length
      buffer = buffer.subarray(part.length)
      // The record ends with a line feed after the content.
      if (reading.left > 0 || buffer.length === 0) break
      found.set(reading.id, finishReading(reading))
      buffer = buffer.subarray(1)
      reading = null
    }
    rest = buffer
  }
}

function startReading(header: string): Reading {
  const [, id, type, size] = /^([0-9a-f]{40}) (\w+) (\d+)$/.exec(header) ?? []
  if (id === undefined || type === undefined) throw new GitFailure(`object ${header}`)
  return { id, type, hash: createHash('sha1').update(`${type} ${size}\0`), left: Number(size), parts: [] }
}

function finishReading({ id, type, hash, parts }: Reading): GitObject {
  if (hash.digest('hex') === id) return { type, content: Buffer.concat(parts) }
  throw new EnvironmentError(
    `the clone has other content for the ${type} ${id} than its id: the clone is corrupt, or a program changed it`,
    'Delete the clone and check the repository out again; find out which program writes to its .git.',
  )
}
