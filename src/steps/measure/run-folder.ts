import { join } from 'node:path'
import type { NextTrial } from '../../domain/plan/schedule.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { FileStore } from '../../ports/file-store.ts'

export const runRecordFile = 'run.json'
/** The record as it was one trial ago, until the run is finished. */
export const previousRecordFile = 'run.previous.json'
/** The config a run was measured by, so that the folder can be judged anywhere. */
export const configCopy = 'warpgauge.yml'
/** Directory of the baselines a run was compared with, one file per suite. */
export const baselineCopies = 'baselines'

/** The directory a measurement leaves behind. */
export type RunFolder = {
  readonly path: string
  /** Replaces `run.json`; a crash leaves the previous one. */
  save(record: RunRecord): Promise<void>
  /** Creates the directory of one trial's raw output. */
  makeTrialDirectory(next: NextTrial, caseNumber: number): Promise<string>
}

const reportFiles = ['report.json', 'report.md']

/**
 * Removes what an earlier run said in this folder. A run that fails before it measures must not leave the verdict of
 * another one to be uploaded and published (W9). Only files of known names: the folder is the user's choice.
 */
export async function forgetEarlierRun(path: string, files: FileStore): Promise<void> {
  for (const name of [runRecordFile, previousRecordFile, ...reportFiles]) await files.remove(join(path, name))
  const copies = join(path, baselineCopies)
  const stale = (await files.list(copies)).filter((name) => name.endsWith('.json'))
  for (const name of stale) await files.remove(join(copies, name))
}

/** Opens a run folder for writing; creating it first shows a bad path before any GPU time is spent. */
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
      // What a lost execution of a run of hours left there is what the next one goes on with.
      const goesOn = isResume && (next.planned.longRun?.resumeArgs ?? null) !== null
      if (!goesOn) await files.remove(directory)
      await files.makeDirectory(directory)
      return directory
    },
  }
}

/** `003-scaling-predict-gpus-2/trial-1`: the number keeps names apart that look alike. */
function formatTrialDirectory({ planned, index }: NextTrial, caseNumber: number): string {
  const readable = planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100)
  return join(`${String(caseNumber).padStart(3, '0')}-${readable}`, `trial-${index}`)
}
