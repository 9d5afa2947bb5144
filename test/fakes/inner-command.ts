import { createRequire, enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type * as cliProgram from '../../src/cli/program.ts'
import { compileCache, installedAction } from './installed-action.ts'

export type CommandPlace = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Another copy of the built program. */
  readonly program?: string
  /** Text on standard input. */
  readonly input?: string
}

export type Spoken = { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }

// vitest would transform what `import` loads.
const load = createRequire(import.meta.url)
enableCompileCache(compileCache.NODE_COMPILE_CACHE)
const cli = join(installedAction, 'dist', 'cli.js')
let isBusy = false

/**
 * Runs a command of the built program in this process, which saves the start of Node. Directory, environment and streams
 * are those of the command until it ends; it needs a process where it is interrupted, loads a
 * library by LD_LIBRARY_PATH, or its user, memory or exit matters.
 */
export async function runCommandInside(place: CommandPlace, ...args: readonly string[]): Promise<Spoken> {
  if (isBusy) throw new Error('Commands in one process run one after another')
  const { program = cli } = place
  const { runCli } = load(join(dirname(program), 'chunks', 'program.js')) as typeof cliProgram
  const [stdout, stderr] = [openStream(), openStream()]
  const argv = [process.execPath, program, ...args]
  const restore = replaceSurroundings(place, argv, { stdout: stdout.stream, stderr: stderr.stream })
  isBusy = true
  try {
    const exitCode = await runCli(argv)
    // What a process that has nothing left to do tells itself: git then ends.
    process.emit('beforeExit', 0)
    return { exitCode, stdout: stdout.read(), stderr: stderr.read() }
  } finally {
    isBusy = false
    restore()
  }
}

type Streams = Readonly<Record<'stdout' | 'stderr', Writable>>

const streamNames = ['stdin', 'stdout', 'stderr'] as const

function replaceSurroundings({ cwd, env, input = '' }: CommandPlace, argv: string[], streams: Streams): () => void {
  const before = { cwd: process.cwd(), env: { ...process.env }, argv: process.argv }
  const own = streamNames.map((name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const)
  process.chdir(cwd)
  setEnvironment(env)
  process.argv = argv
  const inner = { stdin: Readable.from([input]), ...streams }
  for (const name of streamNames) Object.defineProperty(process, name, { value: inner[name], configurable: true })
  return () => {
    for (const [name, descriptor] of own) if (descriptor) Object.defineProperty(process, name, descriptor)
    process.argv = before.argv
    setEnvironment(before.env)
    process.chdir(before.cwd)
  }
}

/** The variables of the process itself, which Node and its libraries read too. */
function setEnvironment(env: CommandPlace['env']): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name]
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value
}

function openStream(): { readonly stream: Writable; readonly read: () => string } {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, read: () => Buffer.concat(chunks).toString('utf8') }
}
