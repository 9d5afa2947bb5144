import { join } from 'node:path'
import { parseRunRecord } from '../config/run-record-schema.ts'
import { canonicalJson } from '../domain/canonical-json.ts'
import { UserError } from '../domain/errors.ts'
import type { RunRecord } from '../domain/run-record.ts'
import type { FileStore } from '../ports/file-store.ts'
import { runRecordFile } from './run-folder.ts'

const maxRecordBytes = 64 * 1024 * 1024

/** Reads the record of a run folder, which may come from elsewhere. */
export async function readRunRecord(folder: string, files: FileStore): Promise<RunRecord> {
  const path = join(folder, runRecordFile)
  const text = await files.readForeignText(path, maxRecordBytes)
  if (text === null)
    throw new UserError(`${path} does not exist`, 'Give the directory that a run of warpgauge left behind.')
  return parseRunRecord(text)
}

/** The interrupted record with its trials, when nothing that decides a comparison has changed since. */
export async function resumeFrom(folder: string, fresh: RunRecord, files: FileStore): Promise<RunRecord> {
  const stored = await readRunRecord(folder, files)
  const changed = changes(stored, fresh)
  if (changed.length > 0) {
    throw new UserError(
      `${folder} cannot be resumed: ${changed.join(', ')} changed since`,
      'Start a new run without --resume; the old folder can still be reported.',
    )
  }
  return { ...stored, status: 'running', statusDetail: null, finishedAt: null }
}

const decisive = ['yardstick', 'testbed', 'revisions', 'datasets', 'identity', 'commands', 'plan', 'selection'] as const

function changes(stored: RunRecord, fresh: RunRecord): string[] {
  return decisive.filter((field) => canonicalJson(stored[field]) !== canonicalJson(fresh[field]))
}
