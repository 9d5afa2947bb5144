import { join } from 'node:path'
import { UserError } from '../../domain/core/errors.ts'
import type { RunRecord } from '../../record/run.ts'
import type { FileStore } from '../../io/files/disk-file-store.ts'
import { readRunRecord, runRecordFile } from '../measure/run-folder.ts'
import { parseRunRecord } from '../../config/records/parse-records.ts'
import type { Config } from '../../config/schema/schema.ts'
import { mergeRuns } from '../../judging/plan/plan-run.ts'

/** More than the maximum number of jobs in a GitHub matrix. */
const maxFolders = 256
const maxRecordBytes = 64 * 2 ** 20
/** All records are in memory at once, and each may be untrusted. */
const maxTotalBytes = 192 * 2 ** 20

/** An untrusted run folder. */
type UntrustedRun = { readonly folder: string; readonly record: RunRecord }

/**
 * Reads the records of run folders: by path, or with `/*` at the end all direct subfolders or the directory itself
 * (actions/download-artifact creates no subfolder for a single match). Ignores a folder without a record, which comes
 * from a job that never measured; missing parts are detected later.
 *
 * @throws UserError when there is no record at all, or too many
 */
export async function readRuns(paths: readonly string[], files: FileStore): Promise<UntrustedRun[]> {
  const [only] = paths
  if (paths.length === 1 && only !== undefined && !only.endsWith('/*'))
    return [{ folder: only, record: await readRunRecord(only, files) }]
  const folders = (await Promise.all(paths.map((path) => listFolders(path, files)))).flat()
  if (folders.length > maxFolders)
    throw new UserError(
      `there are ${folders.length} run folders`,
      `At most ${maxFolders} run folders of one matrix can be joined.`,
    )
  const runs: UntrustedRun[] = []
  let left = maxTotalBytes
  for (const { named, inside } of folders) {
    const text = await files.readForeignText(named, join(inside, runRecordFile), Math.min(maxRecordBytes, left))
    if (text === null) continue
    left -= Buffer.byteLength(text)
    runs.push({ folder: join(named, inside), record: parseRunRecord(text) })
  }
  if (runs.length > 0) return runs
  throw new UserError(
    `there is no run folder in ${paths.join(', ')}`,
    'Download the artifacts of all measuring jobs there, each into its own directory. If the jobs left none, read their logs, then measure again.',
  )
}

/** Named directories and the paths of run folders inside them; links in between are refused. */
async function listFolders(path: string, files: FileStore) {
  if (!path.endsWith('/*')) return [{ named: path, inside: '.' }]
  const named = path.slice(0, -2)
  const names = await files.list(named)
  return names.includes(runRecordFile) ? [{ named, inside: '.' }] : names.map((inside) => ({ named, inside }))
}

/**
 * Joins run records into the one to publish. A complete run stays unchanged; parts of a matrix are merged into a record
 * in `joinedFolder`, even a single one, so that missing parts are detected.
 *
 * @throws UserError for runs that do not belong together
 */
export async function joinRuns(
  runs: readonly UntrustedRun[],
  config: Config,
  { joinedFolder }: { readonly joinedFolder: string },
  files: FileStore,
): Promise<{ readonly record: RunRecord; readonly runFolder: string }> {
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
