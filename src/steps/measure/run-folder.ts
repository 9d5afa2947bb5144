import { join } from 'node:path'
import { hash } from 'node:crypto'
import type { NextTrial } from '../../domain/plan/schedule.ts'
import type { RunRecord } from '../../record/run.ts'
import type { Claims } from '../../io/files/file-claims.ts'
import type { FileStore } from '../../io/files/disk-file-store.ts'
import { parseRunRecord } from '../../config/records/parse-records.ts'
import { formatCanonicalJson, formatReviewedJson } from '../../domain/core/json.ts'
import { attempt, handleUserError, UserError } from '../../domain/core/errors.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Report } from '../../domain/verdict/report.ts'
import { noiseFile, type CommittedReference } from '../../judging/baselines/baselines.ts'

export const runRecordFile = 'run.json'
/** The record before the last trial; removed when the run is finished. */
export const previousRecordFile = 'run.previous.json'
/** The config of a run, so that the folder can be judged anywhere. */
export const configCopy = 'warpgauge.yml'
/** Directory of the baselines that a run was compared with, one file per suite. */
export const baselineCopies = 'baselines'

/** The directory of a measurement. */
export type RunFolder = Awaited<ReturnType<typeof openRunFolder>>

const reportFiles = ['report.json', 'report.md']

/**
 * Removes the results of an earlier run from this folder: a run that fails before measuring must not publish them.
 * Removes known file names only, because the user chose the folder.
 */
export async function forgetEarlierRun(path: string, files: FileStore): Promise<void> {
  for (const name of [runRecordFile, previousRecordFile, ...reportFiles]) await files.remove(join(path, name))
  const copies = join(path, baselineCopies)
  const stale = (await files.list(copies)).filter((name) => name.endsWith('.json'))
  for (const name of stale) await files.remove(join(copies, name))
}

/**
 * Opens a run folder for writing. Creates it first, so that a bad path fails before any GPU time is spent. Removes
 * drafts of a killed run. `isResume`: the folder already has the record of this run.
 */
export async function openRunFolder(path: string, files: FileStore, isResume = false) {
  await files.makeDirectory(path)
  await files.removeDrafts(path)
  let isOwn = isResume
  return {
    path,
    /** Replaces `run.json` atomically; a crash keeps the previous file. The first time there must be none. */
    save: async (record: RunRecord): Promise<void> => {
      if (!isOwn && (await files.list(path)).includes(runRecordFile))
        throw new UserError(`another run has written ${path} since this one started`, 'Give each run its own folder.')
      isOwn = true
      const previous = join(path, previousRecordFile)
      await files.replaceText(join(path, runRecordFile), `${JSON.stringify(record, null, 1)}\n`, previous)
      if (record.status === 'finished') await files.remove(previous)
    },
    /** Creates the directory for the raw output of one trial. */
    makeTrialDirectory: async (next: NextTrial, caseNumber: number): Promise<string> => {
      // `003-scaling-predict-gpus-2`: the number distinguishes names that become equal after escaping.
      const readable = next.planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100)
      const ofCase = `${String(caseNumber).padStart(3, '0')}-${readable}`
      const directory = join(path, 'trials', ofCase, `trial-${next.index}`)
      // Keep the output of an interrupted long run, from which the next execution resumes.
      const goesOn = isResume && (next.planned.longRun?.resumeArgs ?? null) !== null
      if (!goesOn) await files.remove(directory)
      await files.makeDirectory(directory)
      return directory
    },
  }
}

/**
 * Claims a folder of results until disposed. After a crash of its machine or container another one may go on at once.
 *
 * @throws UserError while another process of this machine measures into it
 */
export async function claimFolder(path: string, ports: { readonly files: FileStore; readonly claims: Claims }) {
  await ports.files.makeDirectory(path)
  const claim = await ports.claims.take(join(path, 'lock'), 0)
  if (claim) return claim
  throw new UserError(`another process measures into ${path}`, 'Wait for its end, or name another folder with --out.')
}

const maxRecordBytes = 256 * 2 ** 20

/** Reads the record of a run folder, which may be untrusted. Throws a UserError when it is missing or invalid. */
export async function readRunRecord(folder: string, files: FileStore, name = runRecordFile): Promise<RunRecord> {
  const text = await files.readForeignText(folder, name, maxRecordBytes)
  const hint =
    'Give a run folder of warpgauge. In a workflow: the measuring job left none, so read its log, then measure again.'
  if (text === null) throw new UserError(`${join(folder, name)} does not exist`, hint)
  return parseRunRecord(text, join(folder, name))
}

type ResumePorts = { readonly files: FileStore; readonly logger: Pick<Logger, 'warning'> }

/**
 * Reads what an earlier start has measured. Null: nothing, or only torn records, so that the run starts again; then those
 * and their reports are removed, with a warning.
 *
 * @throws UserError for a complete record that cannot be used, for example of a newer version: it may hold measurements
 */
export async function readEarlierRecord(folder: string, { files, logger }: ResumePorts): Promise<RunRecord | null> {
  const present = await files.list(folder)
  const names = [runRecordFile, previousRecordFile].filter((name) => present.includes(name))
  for (const name of names) {
    const record = await readRunRecord(folder, files, name).catch(handleUserError(() => null))
    if (record) return record
  }
  if (names.length === 0) return null
  for (const name of names) {
    const text = (await files.readForeignText(folder, name, maxRecordBytes)) ?? ''
    if (attempt(() => void JSON.parse(text)) !== null) parseRunRecord(text, join(folder, name))
  }
  logger.warning(`${join(folder, runRecordFile)} cannot be read, so its run starts again.`)
  await forgetEarlierRun(folder, files)
  return null
}

/**
 * Returns the interrupted record; throws a UserError when something that affects a comparison differs from `fresh`, the
 * record of a new start. Replaces an unreadable record by the previous one, which lacks one trial.
 */
export async function resumeFrom(folder: string, fresh: RunRecord, { files, logger }: ResumePorts): Promise<RunRecord> {
  const stored = await readRunRecord(folder, files).catch(async (cause: unknown) => {
    if (!(cause instanceof UserError)) throw cause
    const previous = await readRunRecord(folder, files, previousRecordFile).catch(() => null)
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
  const latest = fresh.attempt === undefined ? {} : { attempt: fresh.attempt }
  return { ...stored, ...latest, status: 'running', statusDetail: null, finishedAt: null }
}

const decisive = ['yardstick', 'testbed', 'revisions', 'datasets', 'identity', 'commands', 'plan', 'selection'] as const

function listChanges(stored: RunRecord, fresh: RunRecord): string[] {
  const fields: string[] = decisive.filter(
    (field) => formatCanonicalJson(stored[field]) !== formatCanonicalJson(fresh[field]),
  )
  // A sandbox adds milliseconds to each trial, so trials with and without one are not comparable.
  const isIsolatedAlike = stored.isolation?.mode === fresh.isolation?.mode
  return isIsolatedAlike ? fields : [...fields, `isolation (${stored.isolation?.mode} then)`]
}

const maxCopyBytes = 16 * 2 ** 20

/** The committed files that a run was compared with, as listed in its record. */
type ComparedWith = NonNullable<RunRecord['comparedWith']>

/** Writes the judged report next to the record, in one file per name of `formats`. */
export async function writeReports(
  report: Report,
  runFolder: string,
  formats: Readonly<Record<string, (report: Report) => string>>,
  files: FileStore,
): Promise<void> {
  for (const [name, render] of Object.entries(formats)) await files.writeText(join(runFolder, name), render(report))
}

/**
 * Copies the reference files, so that the folder yields the same verdict on any machine. The returned list must go into
 * the record: without it a lost copy would mean no comparison, and a run without comparisons can pass.
 */
export async function copyCommitted(
  { baselines, noise }: CommittedReference,
  runFolder: string,
  files: FileStore,
): Promise<ComparedWith> {
  const copies = new Map<string, string>()
  for (const loaded of baselines) {
    const text = loaded.baseline ? formatReviewedJson(loaded.baseline) : formatUnreadable(loaded.problem)
    if (text !== null) copies.set(`${loaded.suite}.json`, text)
  }
  const known = noise.noise ? formatReviewedJson(noise.noise) : formatUnreadable(noise.problem)
  if (known !== null) copies.set(noiseFile, known)
  return await writeCopies(copies, runFolder, files)
}

/** Writes reference files into the run folder; returns their list. */
export async function writeCopies(
  copies: ReadonlyMap<string, string>,
  runFolder: string,
  files: FileStore,
): Promise<ComparedWith> {
  const directory = join(runFolder, baselineCopies)
  for (const [name, text] of copies) await files.writeText(join(directory, name), text)
  return Object.fromEntries([...copies].map(([name, text]) => [name, hash('sha256', text)]))
}

/** An invalid placeholder for an unreadable file: without it, the file would appear to be missing. */
function formatUnreadable(problem: string | null): string | null {
  return problem === null ? null : `${JSON.stringify({ unreadable: problem })}\n`
}

/** Why a committed file was unreadable, as its copy in the run folder states; null: it was readable, or has no copy. */
export function readUnreadable(text: string | null): string | null {
  const stated = /^\{"unreadable":("[^\n]{1,8000}")\}\n$/.exec(text ?? '')?.[1]
  return stated === undefined ? null : attempt(() => String(JSON.parse(stated)))
}

/**
 * Reads the first of these copies that the record lists; null when it lists none. Without a list (other versions of
 * warpgauge), uses the copies that exist.
 *
 * @throws UserError when a listed copy is missing or has changed
 */
export async function readCopy(
  names: readonly string[],
  { comparedWith }: Pick<RunRecord, 'comparedWith'>,
  runFolder: string,
  files: FileStore,
): Promise<string | null> {
  for (const name of names) {
    const expected = comparedWith?.[name]
    if (comparedWith !== undefined && expected === undefined) continue
    const text = await files.readForeignText(runFolder, join(baselineCopies, name), maxCopyBytes)
    if (expected !== undefined && (text === null || hash('sha256', text) !== expected))
      throw new UserError(
        `${join(baselineCopies, name)} of the run folder is ${text === null ? 'missing' : 'not the file that the run was compared with'}`,
        'Set --baselines, or download the run folder again.',
      )
    if (text !== null) return text
  }
  return null
}
