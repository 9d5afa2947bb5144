import { join } from 'node:path'
import type { NextTrial } from '../domain/schedule.ts'
import type { RunRecord } from '../domain/run-record.ts'
import type { FileStore } from '../ports/file-store.ts'

export const runRecordFile = 'run.json'
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

/** Opens a run folder for writing; creating it first shows a bad path before any GPU time is spent. */
export async function openRunFolder(path: string, files: FileStore): Promise<RunFolder> {
  await files.makeDirectory(path)
  return {
    path,
    save: (record) => files.writeText(join(path, runRecordFile), `${JSON.stringify(record, null, 1)}\n`),
    makeTrialDirectory: async (next, caseNumber) => {
      const directory = join(path, 'trials', trialDirectoryName(next, caseNumber))
      await files.remove(directory)
      await files.makeDirectory(directory)
      return directory
    },
  }
}

/** `003-scaling-predict-gpus-2/trial-1`: the number keeps names apart that look alike. */
function trialDirectoryName({ planned, index }: NextTrial, caseNumber: number): string {
  const readable = planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100)
  return join(`${String(caseNumber).padStart(3, '0')}-${readable}`, `trial-${index}`)
}
