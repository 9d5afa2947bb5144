import { join } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import type { FileStore } from '../../ports/file-store.ts'
import { mergeRuns } from '../../judging/plan/merge-runs.ts'
import type { StatedRun } from './read-runs.ts'
import { runRecordFile } from '../measure/run-folder.ts'

/**
 * The one record that is published. A run that was measured whole stays as it is; the jobs of a matrix, and a single one of
 * them, are joined, so that what is missing is known.
 *
 * @throws UserError for runs that do not belong together
 */
export async function joinStated(
  runs: readonly StatedRun[],
  config: Config,
  { joinedFolder }: { readonly joinedFolder: string },
  files: FileStore,
): Promise<{ readonly record: StatedRun['record']; readonly runFolder: string }> {
  const [only] = runs
  if (only && runs.length === 1 && !only.record.selection) return { record: only.record, runFolder: only.folder }
  const record = mergeRuns(
    runs.map((run) => ({ name: run.folder, prefix: '', record: run.record })),
    config,
  )
  // Whoever goes on with what was published finds one run, as after an ordinary one.
  await files.writeText(join(joinedFolder, runRecordFile), `${JSON.stringify(record, null, 1)}\n`)
  return { record, runFolder: joinedFolder }
}
