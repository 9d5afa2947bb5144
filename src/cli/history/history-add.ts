import { resolve } from 'node:path'
import { abortableSleep } from '../../io/process/abortable-sleep.ts'
import { createDirectoryData } from '../../io/files/directory-data-branch.ts'
import { diskFileStore } from '../../io/files/disk-file-store.ts'
import { openGitCommitLog } from '../../io/git/git-commit-log.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { CommitPlace } from '../../domain/tracking/commit-place.ts'
import { placeRecord } from '../../steps/history/history-store.ts'
import { recordOfRun } from '../../judging/history/record-of-run.ts'
import { readRunRecord } from '../../steps/measure/resume.ts'
import { writeUntilSettled } from '../../steps/history/track-run.ts'
import { say, terminalLogger } from '../terminal.ts'

export type AddOptions = { readonly dir: string; readonly order?: number }

/** Appends a run folder to a history. */
export async function addToHistory(folder: string, { dir, order }: AddOptions): Promise<void> {
  const run = await readRunRecord(folder, diskFileStore)
  const commit = run.revisions.find(({ label }) => label === 'head')?.commit ?? null
  if (commit === null)
    throw new UserError(
      `the run in ${folder} does not tell which commit ran`,
      'Name it in the manifest and ingest again.',
    )
  const place: CommitPlace =
    order === undefined
      ? await (await openGitCommitLog(process.cwd())).placeOf(commit)
      : { order, committedAt: run.startedAt }
  const record = recordOfRun({ record: run, place, runUrl: null })
  const ports = { data: createDirectoryData(resolve(dir)), sleep: abortableSleep }
  const isNew = await writeUntilSettled(ports, new AbortController().signal, async (snapshot) => {
    const change = await placeRecord(record, snapshot, terminalLogger(false))
    return { changes: change ? [change] : [], message: '', result: change !== null }
  })
  const what = `${record.commit.slice(0, 7)} on ${record.testbed.id}`
  say(isNew ? `added ${what}: ${record.cases.length} cases` : `${what} by run ${record.runId} is there already`)
}
