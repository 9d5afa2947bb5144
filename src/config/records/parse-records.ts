import { z } from 'zod'
import { UserError } from '../../domain/core/errors.ts'
import { isContaminated } from '../../domain/trial/trial.ts'
import { baseline, type Baseline } from '../../record/baseline.ts'
import { historyRecord, ledger, type HistoryRecord, type Ledger } from '../../record/history.ts'
import { limits, mostAttempts, runRecordVersion } from '../../record/limits.ts'
import { noiseRecord, type NoiseRecord } from '../../record/noise.ts'
import { lostAttempt, type LostAttempt } from '../../record/pipeline.ts'
import { runRecord, trial, type RunRecord, type Trial } from '../../record/run.ts'
import { telemetrySummary, type TelemetrySummary } from '../../record/telemetry.ts'
import { readUntrusted } from './untrusted-json.ts'

const mebibyte = 2 ** 20
const attempts = z.strictObject({ attempts: z.array(lostAttempt).max(mostAttempts) })
const cachedTrials = z.array(trial).max(limits.trials)
const monitorOutput = z.object({ telemetry: telemetrySummary })

// All throw a UserError that names the file and the JSON path; `path` is only shown.

/** Creates a reader of the text of a record of one kind, of at most so many bytes. */
function createReader<Value>(schema: z.ZodType<Value>, maxBytes: number) {
  return (text: string, path: string): Value => readUntrusted(text, schema, { path, maxBytes })
}

/** Reads the committed samples of one testbed and suite. */
export const parseBaseline = createReader<Baseline>(baseline, 16 * mebibyte)
/** Reads the noise record of a testbed. */
export const parseNoise = createReader<NoiseRecord>(noiseRecord, 16 * mebibyte)
/** Reads one line of the history: the result of one run on the default branch. */
export const parseHistoryRecord = createReader<HistoryRecord>(historyRecord, 4 * mebibyte)
/** Reads the tracked regressions of one testbed. */
export const parseLedger = createReader<Ledger>(ledger, 8 * mebibyte)

/** Reads a run record of at most 64 MiB. */
export function parseRunRecord(text: string, path = 'run.json'): RunRecord {
  return readUntrusted(text, runRecord, { path, maxBytes: 64 * mebibyte, version: runRecordVersion })
}

/** Reads the part of the output of `warpgauge monitor --json` that is kept. */
export function parseMonitorOutput(text: string, path: string): TelemetrySummary {
  return readUntrusted(text, monitorOutput, { path, maxBytes: 16 * mebibyte }).telemetry
}

/** Reads the records of lost executions of one trial, newest last; at most 64 KiB. */
export function parseAttempts(text: string): readonly LostAttempt[] {
  return readUntrusted(text, attempts, { path: 'attempts.json', maxBytes: 64 * 1024 }).attempts
}

/** Reads cached trials of one case, at most 16 MiB, and refuses trials that are not valid samples of this case. */
export function parseCachedTrials(text: string, ofCase: string): readonly Trial[] {
  const trials = readUntrusted(text, cachedTrials, { path: 'cached trials', maxBytes: 16 * mebibyte })
  const isUsable = trials.every(
    (one) => one.caseId === ofCase && one.failure === null && !isContaminated(one) && one.cachedFromRun !== null,
  )
  if (isUsable) return trials
  throw new UserError(`cached trials: not all are samples of ${ofCase} that count`, 'Delete the cached file')
}

/**
 * Reads a shard, a file of the history with one record per line. An invalid line is a gap in the history: `problems`
 * has a sentence about it, and the other lines are kept.
 */
export function parseHistory(text: string, path: string) {
  const records: HistoryRecord[] = []
  const problems: string[] = []
  // warpgauge never writes an empty shard, so its lines were removed.
  if (text.trim() === '')
    problems.push(`${path} is empty, so its records are lost; restore it from its branch or a backup`)
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    try {
      records.push(parseHistoryRecord(line, `${path}:${index + 1}`))
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      problems.push(error.message)
    }
  }
  return { records, problems }
}
