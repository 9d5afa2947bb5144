import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { ProcessSpec } from '../../ports/process-runner.ts'
import type { Confinement } from '../../ports/sandbox.ts'
import { buildBubblewrapArguments } from './bubblewrap.ts'
import { findBubblewrap } from './bubblewrap-sandbox.ts'
import { awaitChild } from './orphans.ts'
import { forgetReaped } from '../process/reaped-children.ts'
import { buildSandboxLayout } from './sandbox-layout.ts'

/** A command inside of bwrap, which is what is started. */
export type SandboxedCommand = Disposable & {
  readonly argv: readonly string[]
  /** Files that bwrap gets as its descriptors 3 and up; the command gets neither. */
  readonly descriptors: readonly number[]
  /** Waits for the processes inside once bwrap has ended, so that what they used is known; 500 ms at most. */
  settle(): void
  /** What the exit of bwrap means: that of the command, or the message of bwrap when the command was never there. */
  explain(exitCode: number | null): SandboxExit
}

export type SandboxExit =
  | { readonly status: 'ran'; readonly exitCode: number | null; readonly signal: string | null }
  | { readonly status: 'not-started' }

/** In the child, behind the standard streams. */
const inChild = { status: 3, options: 4 } as const
const maxStatusBytes = 4096
const settleMs = 500
/** Numbers of ordinary signals; a shell adds 128. */
const lastSignal = 31

/**
 * Puts a command into its sandbox. bwrap reads its options from a file: a list of processes shows none of them, and no
 * variable of the command reaches bwrap, which runs outside of the sandbox and must not load a library of the command.
 *
 * @throws EnvironmentError when bwrap is gone or a writable directory cannot be made
 */
export function enterSandbox(
  { argv, cwd, env, stderrPath }: Pick<ProcessSpec, 'argv' | 'cwd' | 'env' | 'stderrPath'>,
  confinement: Confinement,
): SandboxedCommand {
  const program = findBubblewrap(process.env)
  if (program === null)
    throw new EnvironmentError('bwrap is no longer on PATH', 'Install the package bubblewrap again.')
  const layout = buildSandboxLayout(confinement, { cwd, env, statusDescriptor: inChild.status })
  const options = openAnonymous(`${stderrPath}.sandbox`)
  writeSync(options, buildBubblewrapArguments(layout).join('\0'), 0)
  const status = openAnonymous(`${stderrPath}.sandbox`)
  return {
    argv: [program, '--args', String(inChild.options), '--', ...argv],
    descriptors: [status, options],
    settle: () => {
      const first = Number(/"child-pid": (\d+)/.exec(readStatus(status))?.[1])
      // Of a process that is not waited for, nobody tells what it used.
      if (!first || !awaitChild(first, settleMs)) forgetReaped()
    },
    explain: (exitCode) => explainExit(exitCode, readStatus(status)),
    [Symbol.dispose]: () => [status, options].forEach((descriptor) => closeSync(descriptor)),
  }
}

function openAnonymous(path: string): number {
  const descriptor = openSync(path, 'w+', 0o600)
  rmSync(path)
  return descriptor
}

/** bwrap reports an exit code only of a command that was there. */
function explainExit(exitCode: number | null, status: string): SandboxExit {
  if (exitCode === 1 && !status.includes('"exit-code"')) return { status: 'not-started' }
  const number = exitCode === null ? 0 : exitCode - 128
  const signal = number > 0 && number <= lastSignal ? getSignalName(number) : null
  return { status: 'ran', exitCode, signal }
}

function getSignalName(number: number): string | null {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null
}

function readStatus(descriptor: number): string {
  const buffer = Buffer.alloc(maxStatusBytes)
  return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, maxStatusBytes, 0))
}
