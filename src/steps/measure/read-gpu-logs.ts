import { dirname, join, sep } from 'node:path'
import { TelemetryLog } from '../../adapters/smi/telemetry-log.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { BucketedTelemetry } from '../../domain/page/telemetry-buckets.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'

/** The GPU readings of one trial. */
export type BucketedLog = {
  readonly trial: Trial
  /** Null when there are none. */
  readonly telemetry: BucketedTelemetry | null
  /** Why there are none, or remarks on them. */
  readonly notes: readonly string[]
}

type Files = Pick<FileInspector, 'readStat' | 'streamBytes' | 'resolveRealPath'>

/** Limits of the time buckets of a GPU: in one log, and in all logs of a page together. */
const maxBuckets = { log: 2000, page: 200_000 }
/** A day of 64 GPUs at 10 Hz; a longer log is not from a benchmark. */
const maxBytes = 16 * 1024 ** 3

/**
 * Reads the GPU logs one by one into at most 2,000 time buckets per GPU, so that only one is in memory. Skips trials
 * without a log.
 */
export async function* readGpuLogs(
  trials: readonly Trial[],
  folder: string,
  files: Files,
): AsyncGenerator<BucketedLog> {
  const buckets = Math.min(maxBuckets.log, Math.ceil(maxBuckets.page / trials.length))
  for (const trial of trials) {
    const log = await findLog(trial, folder, files)
    if (log === null) continue
    if ('problem' in log) yield { trial, telemetry: null, notes: [log.problem] }
    else yield { trial, ...(await readGpuLog(log, buckets, files)) }
  }
}

type Log = { readonly path: string; readonly name: string }

/** Null when the trial has no log. A link must not expose a file outside of the folder. */
async function findLog(trial: Trial, folder: string, files: Files): Promise<Log | { readonly problem: string } | null> {
  const name = trial.telemetry?.logFile
  if (!name) return null
  const path = join(folder, dirname(trial.stdoutPath), name)
  const [inside, real] = [await files.resolveRealPath(folder), await files.resolveRealPath(path)]
  const stat = real.startsWith(`${inside}${sep}`) ? await files.readStat(real) : null
  if (!stat) return { problem: `${name} is not in the run folder` }
  if (stat.bytes > maxBytes) return { problem: `${name} is too long to show: ${stat.bytes} bytes, limit ${maxBytes}` }
  return { path: real, name }
}

async function readGpuLog({ path, name }: Log, buckets: number, files: Files): Promise<Omit<BucketedLog, 'trial'>> {
  const log = new TelemetryLog(buckets)
  try {
    for await (const bytes of files.streamBytes(path)) log.push(bytes)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { telemetry: null, notes: [error.message] }
  }
  const { telemetry, skipped } = log.finish()
  if (telemetry === null) return { telemetry, notes: [`${name} holds no sample`] }
  return { telemetry, notes: skipped > 0 ? [`${name}: skipped lines that are not readings: ${skipped}`] : [] }
}
