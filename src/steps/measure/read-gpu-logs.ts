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

/** Reads the GPU logs one by one into at most 2,000 time buckets per GPU, so that only one is in memory. */
export async function* readGpuLogs(
  trials: readonly Trial[],
  folder: string,
  files: Files,
): AsyncGenerator<BucketedLog> {
  const buckets = Math.min(maxBuckets.log, Math.ceil(maxBuckets.page / trials.length))
  for (const trial of trials) {
    const log = await findLog(trial, folder, files)
    if (log) yield { trial, ...(await readGpuLog(log, buckets, files)) }
    else if (trial.telemetry?.logFile)
      yield { trial, telemetry: null, notes: [`${trial.telemetry.logFile} is not in the run folder`] }
  }
}

type Log = { readonly path: string; readonly name: string }

/** Null when there is no log inside the folder: a link must not expose another file. */
async function findLog(trial: Trial, folder: string, files: Files): Promise<Log | null> {
  const name = trial.telemetry?.logFile
  if (!name) return null
  const path = join(folder, dirname(trial.stdoutPath), name)
  const [inside, real] = [await files.resolveRealPath(folder), await files.resolveRealPath(path)]
  if (!real.startsWith(`${inside}${sep}`)) return null
  const stat = await files.readStat(real)
  return stat && stat.bytes <= maxBytes ? { path: real, name } : null
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
