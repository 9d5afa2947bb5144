import { createHash, type Hash } from 'node:crypto'
import { EnvironmentError } from '../../domain/core/errors.ts'
import { GitFailure } from './git-command.ts'
import { startGitBatch, type GitBatch, type GitLocation, type GitQuestion } from './git-batch.ts'

/** A git object whose content matches its id. */
export type GitObject = { readonly type: string; readonly content: Buffer }

/** Reads objects of a clone with one process, and verifies each against its id. Disposing ends the process. */
export type GitObjects = Disposable & {
  /**
   * Objects by id. Throws a GitFailure when one is missing, an EnvironmentError when the content does not match its id.
   * `admit` can throw to refuse the size of an object before it is read.
   */
  read(ids: readonly string[], admit?: (bytes: number) => void): Promise<Map<string, GitObject>>
  /** Verifies objects of any size without keeping their content. */
  verify(ids: readonly string[]): Promise<void>
  /** The commit of a name without steps such as `~1`; null when it is unknown, ambiguous or not a commit. */
  findCommit(name: string): Promise<string | null>
}

/**
 * git does not verify object ids when it reads, and anyone who can write to `.git` can replace an object. Every object
 * that affects a decision is hashed here.
 */
export function createGitObjects(place: GitLocation): GitObjects {
  let batch: GitBatch | null = null
  let turn = Promise.resolve()
  const askAfter = async (earlier: Promise<void>, question: GitQuestion): Promise<void> => {
    await earlier
    if (question.names.length === 0) return
    if (batch === null || batch.hasEnded()) batch = startGitBatch(place)
    await batch.ask(question)
  }
  const read = async (names: readonly string[], keeps: boolean, admit: (bytes: number) => void) => {
    const found = new Map<string, GitObject>()
    const answer = askAfter(turn, {
      names,
      createParser: (onAnswer) => createParser({ keeps, admit, found, onAnswer }),
    })
    turn = answer.catch(() => {})
    await answer
    return found
  }
  return {
    read: (ids, admit = () => {}) => read(ids, true, admit),
    verify: async (ids) => void (await read(ids, false, () => {})),
    async findCommit(name) {
      try {
        const [id = null] = (await read([`${name}^{commit}`], false, () => {})).keys()
        return id
      } catch (error) {
        if (error instanceof GitFailure) return null
        throw error
      }
    },
    [Symbol.dispose]: () => batch?.end(),
  }
}

/** Starts the hash of a git blob with this size in bytes. */
export function startBlobHash(size: number | bigint): Hash {
  return createHash('sha1').update(`blob ${size}\0`)
}

type Reading = { readonly id: string; readonly type: string; readonly hash: Hash; left: number; parts: Buffer[] }

type ParserOptions = {
  readonly keeps: boolean
  readonly admit: (bytes: number) => void
  readonly found: Map<string, GitObject>
  /** Called after each answer, also when it is that there is no such object. */
  readonly onAnswer: () => void
}

/** Parses the output of `git cat-file --batch` in chunks: `ID TYPE SIZE\n`, the content, `\n`. */
function createParser({ keeps, admit, found, onAnswer }: ParserOptions): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let reading: Reading | null = null
  return (chunk) => {
    let buffer: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      if (reading === null) {
        const end = buffer.indexOf(10)
        if (end === -1) break
        reading = startReading(buffer.toString('latin1', 0, end), onAnswer)
        admit(reading.left)
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
      onAnswer()
    }
    rest = buffer
  }
}

function startReading(header: string, onAnswer: () => void): Reading {
  const [, id, type, size] = /^([0-9a-f]{40}) (\w+) (\d+)$/.exec(header) ?? []
  if (id !== undefined && type !== undefined)
    return { id, type, hash: createHash('sha1').update(`${type} ${size}\0`), left: Number(size), parts: [] }
  onAnswer()
  throw new GitFailure(`object ${header}`)
}

function finishReading({ id, type, hash, parts }: Reading): GitObject {
  if (hash.digest('hex') === id) return { type, content: Buffer.concat(parts) }
  throw new EnvironmentError(
    `the clone has other content for the ${type} ${id} than its id: the clone is corrupt, or a program changed it`,
    'Delete the clone and check the repository out again; find out which program writes to its .git.',
  )
}
