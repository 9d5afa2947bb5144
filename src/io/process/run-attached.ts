import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { performance } from 'node:perf_hooks'
import { isatty } from 'node:tty'
import { explainStartFailure } from './start-failure.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'

export type AttachedSpec = {
  readonly argv: readonly string[]
  readonly env: EnvironmentVariables
  /** Destination of the command's standard output. */
  readonly output: 'stdout' | 'stderr'
  /** Called as soon as the process exists. */
  readonly onStart: (pid: number) => void
}

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
/** The terminal sends these signals to the command itself; forwarding would deliver them twice. */
const ofTerminal = ['SIGINT', 'SIGQUIT'] as const

/**
 * Runs a command with the standard streams of this process and forwards signals to it; they do not end this process
 * before the command has ended. Never rejects.
 */
export function runAttached({ argv, env, output, onStart }: AttachedSpec): Promise<AttachedOutcome> {
  const { promise, resolve } = Promise.withResolvers<AttachedOutcome>()
  const [program = '', ...args] = argv
  if (program === '') return Promise.resolve({ status: 'not-started', problem: 'the command is empty' })
  const startedAt = performance.now()
  // Installed before the command starts, so that no signal ends only this process.
  const release = passSignals((signal) => child.kill(signal))
  const child = spawn(program, args, { env: { ...env }, stdio: ['inherit', output === 'stdout' ? 1 : 2, 2] })
  child.once('error', (error: NodeJS.ErrnoException) => {
    release()
    const command = { argv, cwd: process.cwd(), env: present(env) }
    resolve({ status: 'not-started', problem: explainStartFailure(command, error.code, error.message) })
  })
  child.once('exit', (code, signal) => {
    release()
    const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
    resolve({ status: 'ended', exitCode, signal, wallSeconds: (performance.now() - startedAt) / 1000 })
  })
  if (child.pid !== undefined) onStart(child.pid)
  return promise
}

function passSignals(send: (signal: NodeJS.Signals) => void): () => void {
  // Not process.stdin: accessing it would make the stream non-blocking for the command too.
  const ours = isatty(0) ? ignore : send
  for (const signal of always) process.on(signal, send)
  for (const signal of ofTerminal) process.on(signal, ours)
  return () => {
    for (const signal of always) process.off(signal, send)
    for (const signal of ofTerminal) process.off(signal, ours)
  }
}

function ignore(): void {
  // The terminal has sent the signal to the command.
}

function present(env: AttachedSpec['env']): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
