import { join } from 'node:path'
import type { NextTrial } from '../../domain/plan/schedule.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { FileStore } from '../../ports/file-store.ts'

export const runRecordFile = 'run.json'
/** The record before the last trial; removed when the run is finished. */
export const previousRecordFile = 'run.previous.json'
/** The config of a run, so that the folder can be judged anywhere. */
export const configCopy = 'warpgauge.yml'
/** Directory of the baselines that a run was compared with, one file per suite. */
export const baselineCopies = 'baselines'

/** The directory of a measurement. */
export type RunFolder = {
  readonly path: string
  /** Replaces `run.json` atomically; a crash keeps the previous file. */
  save(record: RunRecord): Promise<void>
  /** Creates the directory for the raw output of one trial. */
  makeTrialDirectory(next: NextTrial, caseNumber: number): Promise<string>
}

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

/** Opens a run folder for writing. Creates it first, so that a bad path fails before any GPU time is spent. */
export async function openRunFolder(path: string, files: FileStore, isResume = false): Promise<RunFolder> {
  await files.makeDirectory(path)
  await files.removeDrafts(path)
  return {
    path,
    save: async (record) => {
      const previous = join(path, previousRecordFile)
      await files.replaceText(join(path, runRecordFile), `${JSON.stringify(record, null, 1)}\n`, previous)
      if (record.status === 'finished') await files.remove(previous)
    },
    makeTrialDirectory: async (next, caseNumber) => {
      const directory = join(path, 'trials', formatTrialDirectory(next, caseNumber))
      // Keep the output of an interrupted long run, from which the next execution resumes.
      const goesOn = isResume && (next.planned.longRun?.resumeArgs ?? null) !== null
      if (!goesOn) await files.remove(directory)
      await files.makeDirectory(directory)
      return directory
    },
  }
}

/** `003-scaling-predict-gpus-2/trial-1`: the number distinguishes names that become equal after escaping. */
function formatTrialDirectory({ planned, index }: NextTrial, caseNumber: number): string {
  const readable = planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100)
  return join(`${String(caseNumber).padStart(3, '0')}-${readable}`, `trial-${index}`)
}
