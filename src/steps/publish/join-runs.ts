import { join } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { mergeRuns } from '../../judging/plan/plan-run.ts'
import type { UntrustedRun } from './read-runs.ts'
import { runRecordFile } from '../measure/run-folder.ts'

/**
 * Joins run records into the one to publish. A complete run stays unchanged; parts of a matrix are merged, even a
 * single one, so that missing parts are detected.
 *
 * @throws UserError for runs that do not belong together
 */
export async function joinRuns(
  runs: readonly UntrustedRun[],
  config: Config,
  { joinedFolder }: { readonly joinedFolder: string },
  files: FileStore,
): Promise<{ readonly record: UntrustedRun['record']; readonly runFolder: string }> {
  const [only] = runs
  if (only && runs.length === 1 && !only.record.selection) return { record: only.record, runFolder: only.folder }
  const record = mergeRuns(
    runs.map((run) => ({ name: run.folder, prefix: '', record: run.record })),
    config,
  )
  // Stored like a normal run, for later modes.
  await files.writeText(join(joinedFolder, runRecordFile), `${JSON.stringify(record, null, 1)}\n`)
  return { record, runFolder: joinedFolder }
}
