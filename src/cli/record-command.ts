import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { EnvironmentError, UserError } from '../domain/core/errors.ts'
import { openTemporaryDirectory } from '../io/files/owned-directory.ts'
import { kernelRecords } from '../io/gpu/kernel-table.ts'
import { runAttached } from '../io/process/run-attached.ts'
import { summarizeKernels, tabulateProfile } from '../domain/kernels/kernel-table.ts'
import type { Block } from '../domain/report/block.ts'
import { createFileInspector } from '../io/files/disk-file-inspector.ts'
import { readFormats } from '../programs/index.ts'
import { kernelRecord, kernelTable, type KernelRecord, type KernelTable } from '../record/kernels.ts'
import { buildKernelBlocks, buildTableBlocks } from '../reporters/kernels.ts'
import { createInspectedFile } from '../steps/trial/read-telemetry.ts'
import { renderTerminalBlocks } from '../reporters/terminal.ts'
import { inspectTerminal, print, say } from './terminal.ts'

type KernelOptions = { readonly json?: boolean; readonly base?: string; readonly from?: string }

/** Prints what the GPUs execute in one run of a command, or executed in a profile; returns the exit code of the command. */
export async function printKernels(
  argv: readonly string[],
  { json, base: file, from }: KernelOptions,
): Promise<number> {
  if ((from === undefined) === (argv.length === 0))
    throw new UserError('pass either a command or --from FILE', 'As in: warpgauge kernels -- python train.py')
  const base = file === undefined ? null : await readTable(file)
  if (from !== undefined) {
    const table = await readTable(from)
    if (json) print(JSON.stringify(table, null, 1))
    else printBlocks(buildTableBlocks(table, base))
    return 0
  }
  const { exitCode, record } = await recordCommand(argv, json ? 'stderr' : 'stdout')
  const unseen = explainUnseen(record)
  if (unseen && exitCode === 0) throw unseen
  if (unseen)
    say(`the command ended with exit code ${exitCode}, its output is above: ${unseen.message}\n  → ${unseen.hint}`)
  else if (json) print(JSON.stringify(record, null, 1))
  else if (record) printBlocks(buildKernelBlocks(record, base))
  return exitCode
}

/** Why a record shows nothing; null: it shows what the GPUs executed, or that they executed nothing. */
function explainUnseen(record: KernelRecord | null): UserError | EnvironmentError | null {
  if (record === null)
    return new UserError(
      'no process of the command initialized CUDA, so there is nothing to show',
      'Check that it uses an NVIDIA GPU, and that CUDA_INJECTION64_PATH is not set by the command itself.',
    )
  if (record.processes > 0 || record.problems.length === 0) return null
  return new EnvironmentError(
    record.problems.join('; '),
    'If CUPTI is missing: pip install nvidia-cuda-cupti-cu12 (or -cu11, -cu13), or extras/CUPTI of the toolkit. End other profilers.',
  )
}

function printBlocks(blocks: readonly Block[]): void {
  say(renderTerminalBlocks(blocks, inspectTerminal(process.stderr)).trimEnd())
}

/**
 * Runs a command with the kernel recorder.
 *
 * @throws UserError when the command cannot be started, EnvironmentError when there is no recorder for this processor
 */
async function recordCommand(argv: readonly string[], output: 'stdout' | 'stderr') {
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
 * Reads what `warpgauge kernels --json` printed, or the profile of another tool.
 *
 * @throws UserError for another file
 */
async function readTable(path: string): Promise<KernelTable> {
  const inspector = createFileInspector(null)
  const file = createInspectedFile(await inspector.resolveRealPath(resolve(path)), path, inspector)
  const printed = await readPrinted(path)
  const record = kernelRecord.safeParse(printed)
  if (record.success) return summarizeKernels(record.data, null)
  const table = kernelTable.safeParse(printed)
  if (table.success) return table.data
  const { reading } = await readFormats('auto', [file]).catch((cause: unknown) => {
    if (!(cause instanceof UserError)) throw cause
    throw new UserError(`${path} is not a record of kernels: ${cause.message}`, hint, { cause })
  })
  const profile = tabulateProfile(reading)
  if (profile) return profile
  throw new UserError([`${path} has no times of kernels`, ...reading.problems].join('; '), hint)
}

const hint = 'Write one: warpgauge kernels --json -- COMMAND > FILE, or pass a profile with kernels'
const maxPrintedBytes = 64 * 2 ** 20

/** Undefined for what is no small JSON. */
async function readPrinted(path: string): Promise<unknown> {
  try {
    const { size } = await stat(path)
    return size > maxPrintedBytes ? undefined : JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}
