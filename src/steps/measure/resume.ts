import { join } from 'node:path'
import { formatCanonicalJson } from '../../domain/core/canonical-json.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { Logger } from '../../ports/logger.ts'
import { previousRecordFile, runRecordFile } from './run-folder.ts'
import { parseRunRecord } from '../../config/records/parse-records.ts'

const maxRecordBytes = 64 * 1024 * 1024

/** Reads the record of a run folder, which may be untrusted. */
export async function readRunRecord(folder: string, files: FileStore): Promise<RunRecord> {
  return await readRecord(folder, runRecordFile, files)
}

async function readRecord(folder: string, name: string, files: FileStore): Promise<RunRecord> {
  const text = await files.readForeignText(folder, name, maxRecordBytes)
  if (text === null) throw new UserError(`${join(folder, name)} does not exist`, 'Give a run folder of warpgauge.')
  return parseRunRecord(text)
}

type ResumePorts = { readonly files: FileStore; readonly logger: Pick<Logger, 'warning'> }

/**
 * Returns the interrupted record if nothing that affects a comparison has changed. Replaces an unreadable record by the
 * previous one, which lacks one trial.
 */
export async function resumeFrom(folder: string, fresh: RunRecord, { files, logger }: ResumePorts): Promise<RunRecord> {
  const stored = await readRunRecord(folder, files).catch(async (cause: unknown) => {
    if (!(cause instanceof UserError)) throw cause
    const previous = await readRecord(folder, previousRecordFile, files).catch(() => null)
    if (!previous) throw cause
    logger.warning(`${cause.message}. Resuming from ${previousRecordFile}; trials kept: ${previous.trials.length}.`)
    // Restore it before the next save, which would keep the corrupt file as the previous one.
    await files.writeText(join(folder, runRecordFile), `${JSON.stringify(previous, null, 1)}\n`)
    return previous
  })
  const changed = listChanges(stored, fresh)
  if (changed.length > 0) {
    throw new UserError(
      `${folder} cannot be resumed: ${changed.join(', ')} changed`,
      'Start a new run without --resume; the old folder can still be reported.',
    )
  }
  return { ...stored, status: 'running', statusDetail: null, finishedAt: null }
}

const decisive = ['yardstick', 'testbed', 'revisions', 'datasets', 'identity', 'commands', 'plan', 'selection'] as const

function listChanges(stored: RunRecord, fresh: RunRecord): string[] {
  const fields: string[] = decisive.filter(
    (field) => formatCanonicalJson(stored[field]) !== formatCanonicalJson(fresh[field]),
  )
  // A sandbox adds milliseconds to each trial, so trials with and without one are not comparable.
  const isIsolatedAlike = !stored.isolation || stored.isolation.mode === fresh.isolation?.mode
  return isIsolatedAlike ? fields : [...fields, `isolation (${stored.isolation?.mode} then)`]
}
