import { spawn } from 'node:child_process'
import type { Spoken } from './terminal.ts'

/** Keys that are typed once the output after the last keys matches. */
export type TypedKeys = { readonly at: RegExp; readonly keys: string }

export type PseudoTerminal = {
  readonly columns: number
  readonly rows: number
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Typed one after the other. */
  readonly typed?: readonly TypedKeys[]
}

/** Runs a command line of a shell on a pseudo-terminal; `stdout` has all output, control codes included. */
export function runOnTerminal(command: string, terminal: PseudoTerminal): Promise<Spoken> {
  const { columns, rows, cwd, env, typed = [] } = terminal
  const child = spawn('script', ['-qec', `stty cols ${columns} rows ${rows}; exec ${command}`, '/dev/null'], {
    cwd,
    env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  const waiting = [...typed]
  let seen = 0
  child.stdout.on('data', (chunk: Buffer) => {
    said.stdout += chunk.toString('utf8')
    const [next] = waiting
    if (!next || !next.at.test(said.stdout.slice(seen))) return
    waiting.shift()
    seen = said.stdout.length
    child.stdin.write(next.keys)
  })
  return new Promise((resolve) => child.once('close', (exitCode) => resolve({ exitCode, ...said })))
}
