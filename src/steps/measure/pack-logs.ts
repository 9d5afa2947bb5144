import { dirname, join, sep } from 'node:path'
import { createTelemetryReader } from '../../adapters/smi/telemetry-columns.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'

/** The packed samples of one trial. */
export type PackedSamples = {
  readonly trial: Trial
  /** Null when there are none. */
  readonly pack: Uint8Array | null
  /** Why there are none, or remarks on them. */
  readonly notes: readonly string[]
}

type Files = Pick<FileInspector, 'readStat' | 'streamBytes' | 'resolveRealPath'>

/** Limit of readings per page: six figures each are twelve million samples. */
const maxReadings = 2_000_000
/** Lower estimate of a log line. */
const bytesPerReading = 110
/** A day of 64 GPUs at 10 Hz; a longer log is not from a benchmark. */
const maxBytes = 16 * 1024 ** 3

/**
 * Packs the GPU logs one by one, so that only one is in memory. Merges neighbouring readings of long runs, keeping
 * their extremes, to stay within two million readings in total.
 */
export async function* packLogs(trials: readonly Trial[], folder: string, files: Files): AsyncGenerator<PackedSamples> {
  const logs = await Promise.all(trials.map((trial) => findLog(trial, folder, files)))
  const bytes = logs.reduce((sum, log) => sum + (log?.bytes ?? 0), 0)
  const merged = Math.max(1, Math.ceil(bytes / bytesPerReading / maxReadings))
  for (const [index, trial] of trials.entries()) {
    const log = logs[index]
    if (log) yield { trial, ...(await packLog(log, merged, files)) }
    else if (trial.telemetry?.logFile)
      yield { trial, pack: null, notes: [`${trial.telemetry.logFile} is not in the run folder`] }
  }
}

type Log = { readonly path: string; readonly bytes: number; readonly name: string }

/** Null when there is no log inside the folder: a link must not expose another file. */
async function findLog(trial: Trial, folder: string, files: Files): Promise<Log | null> {
  const name = trial.telemetry?.logFile
  if (!name) return null
  const path = join(folder, dirname(trial.stdoutPath), name)
  const [inside, real] = [await files.resolveRealPath(folder), await files.resolveRealPath(path)]
  if (!real.startsWith(`${inside}${sep}`)) return null
  const stat = await files.readStat(real)
  return stat && stat.bytes <= maxBytes ? { path: real, bytes: stat.bytes, name } : null
}

async function packLog({ path, name }: Log, merged: number, files: Files): Promise<Omit<PackedSamples, 'trial'>> {
  const reader = createTelemetryReader(merged)
  try {
    for await (const bytes of files.streamBytes(path)) reader.push(bytes)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { pack: null, notes: [error.message] }
  }
  const { pack, readings, broken } = reader.finish()
  if (pack === null) return { pack, notes: [`${name} holds no sample`] }
  const skipped = broken > 0 ? [`${name}: skipped lines that are not readings: ${broken}`] : []
  const joined =
    merged > 1
      ? [`of ${readings} readings, every ${merged} of a GPU were merged into one row with their minimum and maximum`]
      : []
  return { pack, notes: [...skipped, ...joined] }
}
