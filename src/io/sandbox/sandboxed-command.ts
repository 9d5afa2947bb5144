import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { ProcessSpec } from '../../ports/process-runner.ts'
import type { Confinement } from '../../ports/sandbox.ts'
import { buildBubblewrapArguments } from './bubblewrap.ts'
import { findBubblewrap } from './bubblewrap-sandbox.ts'
import { awaitAdopted } from './orphans.ts'
import { forgetReaped } from '../process/reaped-children.ts'
import { buildSandboxLayout } from './sandbox-layout.ts'

/** A command wrapped in bwrap. */
export type SandboxedCommand = Disposable & {
  readonly argv: readonly string[]
  /** Files that bwrap gets as descriptors 3 and up; the command gets none of them. */
  readonly descriptors: readonly number[]
  /** Waits up to 500 ms for the processes inside after bwrap has exited, so that their resource use is known. */
  settle(): void
  /** Interprets the exit of bwrap: the exit of the command, or bwrap's own error when the command did not start. */
  explain(exitCode: number | null): SandboxExit
}

export type SandboxExit =
  | { readonly status: 'ran'; readonly exitCode: number | null; readonly signal: string | null }
  | { readonly status: 'not-started' }

/** Descriptor numbers in the child, after the standard streams. */
const inChild = { status: 3, options: 4 } as const
const maxStatusBytes = 4096
const settleMs = 500
/** The last regular signal; a shell adds 128. */
const lastSignal = 31

/**
 * Wraps a command in its sandbox. bwrap reads its options from a file, so that they are not visible in process lists.
 * Variables of the command do not reach bwrap, which runs outside the sandbox and must not load libraries of the
 * command.
 *
 * @throws EnvironmentError when bwrap is missing or a writable directory cannot be created
 */
export function enterSandbox(
  { argv, cwd, env, stderrPath }: Pick<ProcessSpec, 'argv' | 'cwd' | 'env' | 'stderrPath'>,
  confinement: Confinement,
  environment: EnvironmentVariables,
): SandboxedCommand {
  const program = findBubblewrap(environment)
  if (program === null)
    throw new EnvironmentError('bwrap is no longer on PATH', 'Install the package bubblewrap again.')
  const layout = buildSandboxLayout(confinement, { cwd, env, statusDescriptor: inChild.status }, environment)
  const options = openAnonymous(`${stderrPath}.sandbox`)
  writeSync(options, buildBubblewrapArguments(layout).join('\0'), 0)
  const status = openAnonymous(`${stderrPath}.sandbox`)
  return {
    argv: [program, '--args', String(inChild.options), '--', ...argv],
    descriptors: [status, options],
    settle: () => {
      const first = Number(/"child-pid": (\d+)/.exec(readStatus(status))?.[1])
      // The resource use of a process that was not reaped is unknown.
      if (!first || !awaitAdopted(first, settleMs)) forgetReaped()
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

/** bwrap reports an exit code only if the command started. */
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
