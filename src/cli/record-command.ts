import { readFile } from 'node:fs/promises'
import { EnvironmentError, UserError } from '../domain/core/errors.ts'
import { openTemporaryDirectory } from '../io/files/owned-directory.ts'
import { kernelRecords } from '../io/gpu/kernel-table.ts'
import { runAttached } from '../io/process/run-attached.ts'
import { kernelRecord, type KernelRecord } from '../record/kernels.ts'

/**
 * Runs a command with the kernel recorder.
 *
 * @throws UserError when the command cannot be started, EnvironmentError when there is no recorder for this processor
 */
export async function recordCommand(
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
export async function readRecord(path: string): Promise<KernelRecord> {
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
