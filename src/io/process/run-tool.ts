import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { delimiter, resolve as resolvePath } from 'node:path'
import { attempt } from '../../domain/core/errors.ts'
import { getStopSignal, excludeReaped } from './own-process.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'

/** Output of a diagnostic program. */
export type ToolAnswer =
  | { readonly status: 'answered'; readonly text: string }
  | { readonly status: 'absent' | 'hung' }
  /** `signal`: what ended it; null if it ended by itself. */
  | { readonly status: 'failed'; readonly text: string; readonly signal: NodeJS.Signals | null }

export type ToolOptions = {
  readonly env: EnvironmentVariables
  readonly timeoutMs: number
  /** A brief program whose children would stay if it were killed; absent: it ends when this process shall end. */
  readonly outlivesStop?: boolean
  /** Whether the text is a complete answer; it then counts whatever the exit code, if the tool reported no error. */
  readonly isComplete?: (text: string) => boolean
}

/** The exit code of nvidia-smi for a complete answer with a warning: a corrupted infoROM (its manual, return value). */
const warningCode = 14
const maxBytes = 4 * 1024 * 1024

/**
 * Runs a program and returns its standard output, at most 4 MiB. Stops waiting for one that hangs in a driver, and when
 * this process shall end. Never rejects.
 */
export function runTool(program: string, args: readonly string[], options: ToolOptions): Promise<ToolAnswer> {
  const { promise, resolve } = Promise.withResolvers<ToolAnswer>()
  const child = execFile(program, args, { env: { ...options.env }, maxBuffer: maxBytes }, (error, stdout, stderr) => {
    if (!error) return resolve({ status: 'answered', text: stdout })
    const isWarned = program === 'nvidia-smi' && error.code === warningCode
    const isWhole = typeof error.code === 'number' && stderr.trim() === '' && options.isComplete?.(stdout)
    if (isWarned || isWhole) return resolve({ status: 'answered', text: stdout })
    if (isAbsent(error.code, program, options.env)) return resolve({ status: 'absent' })
    const text = stderr.trim() || stdout.trim() || error.message
    resolve({ status: 'failed', text, signal: error.signal ?? null })
  })
  child.once('exit', excludeReaped)
  child.stdin?.end()
  const stopWaiting = (): void => {
    resolve({ status: 'hung' })
    child.kill('SIGKILL')
    child.stdout?.destroy()
    child.stderr?.destroy()
    child.unref()
  }
  const timer = setTimeout(stopWaiting, options.timeoutMs)
  const stop = options.outlivesStop ? null : getStopSignal()
  stop?.addEventListener('abort', stopWaiting)
  if (stop?.aborted) stopWaiting()
  return promise.finally(() => {
    clearTimeout(timer)
    stop?.removeEventListener('abort', stopWaiting)
  })
}

/** The code is EACCES where PATH has a directory that this user cannot search. */
function isAbsent(code: unknown, program: string, env: EnvironmentVariables): boolean {
  const places = (env['PATH'] ?? '').split(delimiter).map((folder) => resolvePath(folder, program))
  return code === 'ENOENT' || (code === 'EACCES' && !places.some((path) => attempt(() => statSync(path).isFile())))
}
