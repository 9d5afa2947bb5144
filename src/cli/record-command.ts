import { readFile } from 'node:fs/promises'
import { EnvironmentError, UserError } from '../domain/core/errors.ts'
import { openTemporaryDirectory } from '../io/files/owned-directory.ts'
import { kernelRecords } from '../io/gpu/kernel-table.ts'
import { runAttached } from '../io/process/run-attached.ts'
import { kernelRecord, type KernelRecord } from '../record/kernels.ts'
import { buildKernelBlocks } from '../reporters/kernels.ts'
import { renderTerminalBlocks } from '../reporters/terminal.ts'
import { inspectTerminal, print, say } from './terminal.ts'

type KernelOptions = { readonly json?: boolean; readonly base?: string }

/** Prints what the GPUs execute in one run of a command, and returns its exit code. */
export async function printKernels(argv: readonly string[], { json, base: file }: KernelOptions): Promise<number> {
  const base = file === undefined ? null : await readRecord(file)
  const { exitCode, record } = await recordCommand(argv, json ? 'stderr' : 'stdout')
  if (record === null && exitCode === 0)
    throw new UserError(
      'no process of the command initialized CUDA, so there is nothing to show',
      'Check that it uses an NVIDIA GPU, and that CUDA_INJECTION64_PATH is not set by the command itself.',
    )
  if (record === null)
    say(`the command ended with exit code ${exitCode} before any process initialized CUDA; its output is above`)
  else if (json) print(JSON.stringify(record, null, 1))
  else say(renderTerminalBlocks(buildKernelBlocks(record, base), inspectTerminal(process.stderr)).trimEnd())
  return exitCode
}

/**
 * Runs a command with the kernel recorder.
 *
 * @throws UserError when the command cannot be started, EnvironmentError when there is no recorder for this processor
 */
async function recordCommand(
  argv: readonly string[],
  output: 'stdout' | 'stderr',
): Promise<{ readonly exitCode: number; readonly record: KernelRecord | null }> {
  await using scratch = await openTemporaryDirectory('kernels')
  const variables = await kernelRecords.prepare(scratch.path)
  if (variables === null)
    throw new EnvironmentError(`there is no kernel recorder for ${process.arch}`, 'Use a machine with x64 or arm64.')
  const outcome = await runAttached({ argv, env: { ...process.env, ...variables }, output, onStart: () => undefined })
  if (outcome.status !== 'ended')
    throw new UserError(outcome.problem, 'Give the command after --, as in: warpgauge kernels -- python train.py')
  return { exitCode: outcome.exitCode, record: await kernelRecords.read(scratch.path) }
}

/**
 * Reads a record that `warpgauge kernels --json` printed.
 *
 * @throws UserError for another file
 */
async function readRecord(path: string): Promise<KernelRecord> {
  const hint = 'Write one: warpgauge kernels --json -- COMMAND > FILE'
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UserError(`cannot read ${path}`, hint, { cause })
  })
  try {
    return kernelRecord.parse(JSON.parse(text))
  } catch (cause) {
    throw new UserError(`${path} is not a record of kernels`, hint, { cause })
  }
}
