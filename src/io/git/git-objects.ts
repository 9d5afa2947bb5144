import { createHash, type Hash } from 'node:crypto'
import { EnvironmentError, UserError } from '../../domain/core/errors.ts'
import { findObjectFormat, GitFailure, type ObjectFormat } from './git-command.ts'
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { posix } from 'node:path'

/** A git object whose content matches its id. */
type GitObject = { readonly type: string; readonly content: Buffer }

export type GitObjects = ReturnType<typeof createGitObjects>

/**
 * Reads objects of a clone with one process, which disposing ends. git does not verify ids when it reads, and anyone
 * who can write to `.git` can replace an object, so each is hashed.
 */
export function createGitObjects(place: GitLocation) {
  let batch: GitBatch | null = null
  let turn = Promise.resolve()
  const askAfter = async (earlier: Promise<void>, names: readonly string[], parser: ObjectParser) => {
    await earlier
    if (names.length === 0) return
    if (batch === null || batch.hasEnded()) batch = startGitBatch(place)
    await batch.ask(names, parser)
  }
  const read = async (names: readonly string[], keeps: boolean, admit: (bytes: number) => void) => {
    const parser = createObjectParser(keeps, admit)
    const answer = askAfter(turn, names, parser)
    turn = answer.catch(() => {})
    await answer
    return parser.found
  }
  return {
    /**
     * Objects by id. Throws a GitFailure when one is missing, an EnvironmentError when the content does not match its
     * id. `admit` can throw to refuse the size of an object before it is read.
     */
    read: (ids: readonly string[], admit: (bytes: number) => void = () => {}) => read(ids, true, admit),
    /** Verifies objects of any size without keeping their content. */
    verify: async (ids: readonly string[]) => void (await read(ids, false, () => {})),
    /** The commit of a name without steps such as `~1`; null when it is unknown, ambiguous or not a commit. */
    async findCommit(name: string): Promise<string | null> {
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
export function startBlobHash(size: number | bigint, format: ObjectFormat): Hash {
  return createHash(format).update(`blob ${size}\0`)
}

type ObjectParser = ReturnType<typeof createObjectParser>

/** Parses the output of `git cat-file --batch` in chunks: `ID TYPE SIZE\n`, the content, `\n`. */
function createObjectParser(keeps: boolean, admit: (bytes: number) => void) {
  let rest: Buffer = Buffer.alloc(0)
  let reading: { readonly id: string; readonly type: string; readonly hash: Hash; left: number } | null = null
  let parts: Buffer[] = []
  const parser = {
    found: new Map<string, GitObject>(),
    /** Also counts that there is no such object. */
    answers: 0,
    parse(chunk: Buffer): void {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      for (;;) {
        if (reading === null) {
          const end = rest.indexOf(10)
          if (end === -1) return
          const header = rest.toString('latin1', 0, end)
          const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(header) ?? []
          if (id === undefined || type === undefined) {
            parser.answers += 1
            throw new GitFailure(`object ${header}`)
          }
          const hash = createHash(findObjectFormat(id)).update(`${type} ${size}\0`)
          reading = { id, type, hash, left: Number(size) }
          parts = []
          admit(reading.left)
          rest = rest.subarray(end + 1)
        }
        const part = rest.subarray(0, reading.left)
        reading.hash.update(part)
        if (keeps) parts.push(Buffer.from(part))
        reading.left -= part.length
        rest = rest.subarray(part.length)
        // The record ends with a line feed after the content.
        if (reading.left > 0 || rest.length === 0) return
        const { id, type, hash } = reading
        if (hash.digest('hex') !== id)
          throw new EnvironmentError(
            `the clone has other content for the ${type} ${id} than its id: the clone is corrupt, or a program changed it`,
            'Delete the clone and check the repository out again; find out which program writes to its .git.',
          )
        parser.found.set(id, { type, content: Buffer.concat(parts) })
        rest = rest.subarray(1)
        reading = null
        parser.answers += 1
      }
    },
  }
  return parser
}

/** Directory and environment of git for a clone. */
type GitLocation = { readonly directory: string; readonly env: Readonly<Record<string, string>> }

type GitBatch = ReturnType<typeof startGitBatch>

const maxMessage = 4096
const running = new Set<{ readonly end: () => void }>()

/**
 * Starts `git cat-file --batch`, asked one question at a time. It ends with `end`, or when nothing else keeps this
 * process alive, which it does not while it is idle.
 */
function startGitBatch({ directory, env }: GitLocation) {
  const child = spawn('git', ['cat-file', '--batch'], { cwd: directory, env })
  const handles = [child, ...child.stdio.filter((stream) => stream instanceof Socket)]
  let asked: (PromiseWithResolvers<void> & { readonly parser: ObjectParser; readonly count: number }) | null = null
  let hasEnded = false
  let message = ''
  const isAnswered = () => asked === null || asked.parser.answers === asked.count
  const settle = (failure: unknown): void => {
    if (isAnswered()) for (const handle of handles) handle.unref()
    else {
      hasEnded = true
      child.kill('SIGKILL')
    }
    if (failure === null) asked?.resolve()
    else asked?.reject(failure)
    asked = null
  }
  const batch = {
    hasEnded: () => hasEnded,
    /** Names have no line feeds. Throws what the parser throws, and a GitFailure when git ends too early. */
    async ask(names: readonly string[], parser: ObjectParser): Promise<void> {
      const resolvers = Promise.withResolvers<void>()
      message = ''
      asked = { ...resolvers, parser, count: names.length }
      for (const handle of handles) handle.ref()
      child.stdin.write(`${names.join('\n')}\n`)
      await resolvers.promise
    },
    end(): void {
      hasEnded = true
      for (const handle of handles) handle.ref()
      child.stdin.end()
    },
  }
  child.stderr.on('data', (part: Buffer) => (message = (message + part.toString()).slice(-maxMessage)))
  child.stdin.on('error', () => {})
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      asked?.parser.parse(chunk)
      if (isAnswered()) settle(null)
    } catch (error) {
      settle(error)
    }
  })
  const close = (text: string): void => {
    hasEnded = true
    running.delete(batch)
    if (running.size === 0) process.off('beforeExit', endAll)
    settle(new GitFailure(text))
  }
  child.once('error', (error) => close(error.message))
  child.once('close', () => close(message.trim() || 'git cat-file ended before it returned every object'))
  if (running.size === 0) process.on('beforeExit', endAll)
  running.add(batch)
  return batch
}

/** Waits for the processes, so that none outlives this one. */
function endAll(): void {
  for (const batch of running) batch.end()
}

/** A file, link, directory or submodule of a commit. */
export type GitEntry = { readonly mode: string; readonly id: string }

const directoryMode = '40000'
const submoduleMode = '160000'

/**
 * Every file and link (`files`) and submodule of a commit by path, in bytes as latin1 text. Verifies all directories.
 */
export async function listCommitEntries(objects: GitObjects, commit: string) {
  const files = new Map<string, GitEntry>()
  const submodules = new Map<string, GitEntry>()
  let level = [{ path: '', id: await findRootTree(objects, commit) }]
  while (level.length > 0) {
    const trees = await objects.read([...new Set(level.map(({ id }) => id))])
    const next: typeof level = []
    for (const { path, id } of level)
      for (const [name, entry] of parseEntries(id, trees.get(id)?.content))
        if (entry.mode === directoryMode) next.push({ path: `${path}${name}/`, id: entry.id })
        else (entry.mode === submoduleMode ? submodules : files).set(`${path}${name}`, entry)
    level = next
  }
  return { files, submodules }
}

async function findRootTree(objects: GitObjects, commit: string): Promise<string> {
  const object = (await objects.read([commit])).get(commit)
  const [, tree] = /^tree ([0-9a-f]+)\n/.exec(object?.content.toString('latin1') ?? '') ?? []
  if (object?.type === 'commit' && tree !== undefined) return tree
  throw new GitFailure(`${commit} is no commit`)
}

/** A tree object, of this id, is a sequence of `MODE NAME\0` and an id of 20 or 32 bytes. */
function parseEntries(treeId: string, content: Buffer = Buffer.alloc(0)): Map<string, GitEntry> {
  const idBytes = treeId.length / 2
  const entries = new Map<string, GitEntry>()
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(32, at)
    const end = content.indexOf(0, space)
    const mode = content.toString('latin1', at, space)
    const id = content.toString('hex', end + 1, end + 1 + idBytes)
    entries.set(content.toString('latin1', space + 1, end), { mode, id })
    at = end + 1 + idBytes
  }
  return entries
}

const maxBytes = 16 * 1024 * 1024

/**
 * The text of a regular file in a commit, by its path below `prefix`; null when the path does not exist. Throws a
 * UserError for anything else, such as a symbolic link, and beyond 16 MiB. Verifies the ids of the commit, its
 * directories and the file.
 */
export async function readFileAt(
  objects: GitObjects,
  commit: string,
  { prefix, path }: { readonly prefix: string; readonly path: string },
): Promise<string | null> {
  const inside = posix.normalize(path).replace(/\/$/, '')
  if (inside === '.' || inside === '..' || /^(?:\.\.)?\/|\0/u.test(inside))
    throw new UserError(`${JSON.stringify(path)} is not a file of the repository`, 'Give a path relative to its root')
  let entry: GitEntry = { mode: directoryMode, id: await findRootTree(objects, commit) }
  for (const name of `${prefix}${inside}`.split('/')) {
    if (entry.mode !== directoryMode) return null
    const tree = (await objects.read([entry.id])).get(entry.id)
    const found = parseEntries(entry.id, tree?.content).get(Buffer.from(name).toString('latin1'))
    if (!found) return null
    entry = found
  }
  const where = `${inside} in commit ${commit.slice(0, 12)}`
  if (entry.mode === '120000')
    throw new UserError(`${where} is a symbolic link`, 'Commit the file itself under this path')
  const kind = { [directoryMode]: 'directory', [submoduleMode]: 'submodule' }[entry.mode]
  if (kind) throw new UserError(`${where} is a ${kind}, not a file`, 'Give the path of a file')
  const refuseLarge = (bytes: number): void => {
    if (bytes > maxBytes) throw new UserError(`${where} has ${bytes} bytes`, `Keep it below ${maxBytes} bytes`)
  }
  return (await objects.read([entry.id], refuseLarge)).get(entry.id)?.content.toString() ?? null
}
