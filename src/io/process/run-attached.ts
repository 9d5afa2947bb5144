import { attempt } from '../../domain/core/errors.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { constants as systemConstants } from 'node:os'
import { performance } from 'node:perf_hooks'
import { isatty } from 'node:tty'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import type { ProcessSpec } from '../../ports/process-runner.ts'

/** The result of a command on the user's terminal. */
export type AttachedOutcome =
  | {
      readonly status: 'ended'
      /** As in a shell: 128 + signal for a command that was killed by a signal. */
      readonly exitCode: number
      readonly signal: NodeJS.Signals | null
      readonly wallSeconds: number
    }
  | { readonly status: 'not-started'; readonly problem: string }

const always = ['SIGTERM', 'SIGHUP'] as const
const ofTerminal = ['SIGINT', 'SIGQUIT'] as const

/**
 * Runs a command with the standard streams of this process and forwards signals to it; they do not end this process
 * before the command has ended. Never rejects. `output`: where the standard output of the command goes. `onStart`:
 * called as soon as the process exists.
 */
export function runAttached({
  argv,
  env,
  output,
  onStart,
}: {
  readonly argv: readonly string[]
  readonly env: EnvironmentVariables
  readonly output: 'stdout' | 'stderr'
  readonly onStart: (pid: number) => void
}): Promise<AttachedOutcome> {
  const { promise, resolve: settle } = Promise.withResolvers<AttachedOutcome>()
  const [program = '', ...args] = argv
  if (program === '') return Promise.resolve({ status: 'not-started', problem: 'the command is empty' })
  const startedAt = performance.now()
  let child: ChildProcess | null = null
  // Installed before the command starts, so that no signal ends only this process.
  const release = passSignals((signal) => child?.kill(signal))
  const refuse = (error: unknown): void => {
    release()
    const { code, message }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error))
    settle({ status: 'not-started', problem: explainStartFailure({ argv, cwd: process.cwd(), env }, code, message) })
  }
  try {
    child = spawn(program, args, { env: { ...env }, stdio: ['inherit', output === 'stdout' ? 1 : 2, 2] })
  } catch (error) {
    // Node throws a name or arguments that are too long.
    refuse(error)
    return promise
  }
  const started = child
  // A signal that may not be sent, as to sudo, is an error of a command that runs on.
  started.on('error', (error) => started.pid === undefined && refuse(error))
  child.once('exit', (code, signal) => {
    release()
    const exitCode = code ?? 128 + (signal === null ? 0 : systemConstants.signals[signal])
    settle({ status: 'ended', exitCode, signal, wallSeconds: (performance.now() - startedAt) / 1000 })
  })
  if (child.pid !== undefined) onStart(child.pid)
  return promise
}

function passSignals(send: (signal: NodeJS.Signals) => void): () => void {
  // The terminal sends its signals to the command itself; forwarding would deliver them twice. Not process.stdin:
  // accessing it would make the stream non-blocking for the command too.
  const ours = isatty(0) ? () => {} : send
  for (const signal of always) process.on(signal, send)
  for (const signal of ofTerminal) process.on(signal, ours)
  return () => {
    for (const signal of always) process.off(signal, send)
    for (const signal of ofTerminal) process.off(signal, ours)
  }
}

type Command = Pick<ProcessSpec, 'argv' | 'cwd' | 'confinement'> & { readonly env: EnvironmentVariables }

/** Explains why a command did not start; names the program, the directory, the PATH or the permission. */
export function explainStartFailure(command: Command, code: string | undefined, message: string): string {
  const program = command.argv[0] ?? ''
  const unstartable = explainUnstartable(command)
  if (unstartable !== null) return unstartable
  const found = locate(command, program)
  if (code === 'ENOENT') return explainMissing(command, program, found)
  if (code === 'EACCES') {
    if (!found) return `${program} cannot be executed: permission denied for a parent directory`
    if (attempt(() => accessSync(found, constants.X_OK)) !== null)
      return `${found} cannot be executed, although its mode allows it (noexec mount or policy)`
    const mode = (statSync(found).mode & 0o7777).toString(8).padStart(4, '0')
    return `${found} cannot be executed: mode ${mode} has no execute permission for this user (chmod +x)`
  }
  if (code === 'E2BIG') return `the arguments and environment of ${program} are longer than the system allows`
  return `${program} could not be started: ${message}`
}

/** Why this command cannot start at all; null when it can. */
export function explainUnstartable({ argv, cwd }: Pick<Command, 'argv' | 'cwd'>): string | null {
  if ((argv[0] ?? '') === '') return 'the command is empty'
  const isDirectory = statSync(cwd, { throwIfNoEntry: false })?.isDirectory() ?? false
  return isDirectory ? null : `the working directory ${cwd} does not exist`
}

function explainMissing(command: Command, program: string, found: string | undefined): string {
  const interpreter = found && readInterpreter(found)
  if (found && interpreter?.endsWith('\r'))
    return `${found} ends its lines with CR LF, so that its interpreter${interpreter.trimEnd()} is not found (git: eol=lf in .gitattributes)`
  if (found && command.confinement)
    return `${found} or its interpreter${interpreter} cannot be reached in the sandbox (docs/security.md#the-sandbox)`
  if (found) return `${found} exists, but its interpreter${interpreter} does not`
  if (program.includes('/')) return `${resolve(command.cwd, program)} does not exist`
  const path = command.env['PATH']
  return path ? `${program} was not found on PATH (${path})` : `${program} was not found, because PATH is not set`
}

function locate({ cwd, env }: Command, program: string): string | undefined {
  const folders = program.includes('/') ? [''] : (env['PATH']?.split(delimiter) ?? [])
  const paths = folders.map((folder) => resolve(cwd, folder, program))
  // A name can be too long, and a folder of PATH unreadable.
  return paths.find((path) => attempt(() => statSync(path).isFile()))
}

/** Empty for a program that is no script, or that this user can execute and not read. */
function readInterpreter(path: string): string {
  const buffer = Buffer.alloc(256)
  const descriptor = attempt(() => openSync(path, 'r'))
  if (descriptor === null) return ''
  const length = readSync(descriptor, buffer)
  closeSync(descriptor)
  const line = /^#!\s*(\S+\r?)/.exec(buffer.toString('utf8', 0, length))
  return line ? ` ${line[1]}` : ''
}
